"""What leaves the server of a table: the view of one seat, or what everybody may see, as one JSON object.

Built from scratch out of ``state.view(seat)`` (or of ``Face.public``): a field that is not named here is not sent.
"""

from functools import lru_cache
from itertools import accumulate
from time import monotonic
from typing import Any

from bolicho.core.contract import Game, View
from bolicho.core.json_text import JsonObject
from bolicho.core.record import winner_of
from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.games.face import Face, face_of
from bolicho.web.lobby.names import agent_name, face_facts
from bolicho.web.server.settings import Settings
from bolicho.web.tables.plainly import advice_in_words, why_in_words
from bolicho.web.tables.reasons import drawn_with
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import ABSENT, RESIGNED, FinishedUnit, WebTable
from bolicho.web.tables.talk import talk_of

Json = JsonObject
WHYS = 6
"""At a table of agents, at most this many of the last decisions are explained live."""


def view_of(table: WebTable, seat: int | None, language: str, patience: float = Settings.absence_seconds) -> Json:
    """Return the whole view of a table for a seat, or for whoever looks on (None).

    ``patience``: after how many seconds of absence those who wait may choose how to go on.
    """
    words, names = server_words(language), names_for(table, seat, language)
    speaker = face_of(table.game, language, names)
    play, over = table.play, table.over
    turn = table.turn
    thinking = turn is not None and table.seats[turn].decider is not None
    seen: Json = {
        "table": table.id,
        "version": table.version,
        "ply": table.ply,
        "unit": table.unit,
        "game": table.game.name,
        "title": speaker.title,
        "options": dict(table.game.options),
        "preset": table.game.options.get("preset"),
        "variant": _variant(table, speaker),
        "drawing": speaker.drawing,
        "deck": speaker.deck,
        "mode": table.mode,
        "language": language,
        "seat": seat,
        "seats": [_seat(table, number, names) for number in range(table.game.seats)],
        "scores": list(play.scores) if play else [0] * table.game.seats,
        "target": speaker.target,
        "turn": turn,
        "thinking": thinking,
        "state": None,
        "told": {"asked": words("waiting"), "standing": [], "own": "", "history": [], "summary": [], "speech": []},
        "moves": [],
        "last": _last(table, table.last, speaker, seat),
        "over": over,
        "result": _result(table, seat, names, words) if over else None,
        "record": table.record_id if table.saved else None,
        "reviewed": table.saved and table.reviewed,
        "next": table.next_tokens.get(seat) if seat is not None else None,
        "next_table": table.next_table,
        "talk": None if table.study is not None else talk_of(table, language),
        "rematch": [number for number, one in enumerate(table.seats) if one.rematch],
        "clock": _clock(table, patience),
        "notices": [
            *_trouble(table, words),
            *_begun(table, words),
            *(_notice(notice, names, words, language) for notice in table.notices),
        ],
    }
    if play is None:
        return seen
    view = play.state.view(seat) if seat is not None else speaker.public(play.state)
    seen["state"] = _state(view, speaker, seat)
    seen["told"] = in_words(view, speaker, over=play.state.over)
    if not over and turn is not None:
        seen["told"]["asked"] = _asked(table, view, speaker, seat, turn, words, names)
    if seat is not None and seat == turn and not table.seats[seat].stand_in:
        seen["moves"] = offers(speaker, view)
    if table.bots_only:
        seen["hands"] = speaker.hands(play.state)
        seen["whys"] = _whys(table, speaker)
    return seen


def offers(speaker: Face, view: View) -> list[Json]:
    """Return the legal moves of a view, as they are offered: what they are called, mean, sound like and are typed."""
    keys = speaker.keys(view)
    return [
        {
            "move": move,
            "text": speaker.label(move),
            "kind": speaker.kind(move),
            "gloss": speaker.meaning(view, move),
            "tone": speaker.tone(move),
            "key": keys[move],
        }
        for move in view.moves
    ]


def line_of(table: WebTable, language: str) -> Json:
    """Return public facts of a match that is being played, for a list."""
    assert table.play is not None
    names = names_for(table, None, language)
    seats = [{"seat": i, "name": names[i], "kind": seat.kind} for i, seat in enumerate(table.seats)]
    title = face_of(table.game, language, names).title
    facts = {"table": table.id, "game": table.game.name, "title": title, "seats": seats}
    return {**facts, "scores": list(table.play.scores), "unit": table.unit, "watchable": table.bots_only}


def names_for(table: WebTable, seat: int | None, language: str) -> tuple[str, ...]:
    """Return what the seats are called, as one of them (or somebody who looks on) reads it; those alike by number."""
    words = server_words(language)
    called = [_name(one, number == seat, words, language) for number, one in enumerate(table.seats)]
    return tuple(f"{name} {number}" if called.count(name) > 1 else name for number, name in enumerate(called, 1))


def hint_of(table: WebTable, seat: int, move: str, why: Json, language: str) -> Json:
    """Return what an agent advises here, and why."""
    speaker = face_of(table.game, language, names_for(table, seat, language))
    said = advice_in_words(why, speaker)
    return {"ply": table.ply, "move": move, "text": speaker.label(move), "why": why, "sentence": said}


@lru_cache(256)
def called(agent: str, language: str) -> str:
    """Return what an agent is called at a table."""
    return agent_name(agent, language)


@lru_cache(2)
def server_words(language: str) -> Words:
    """Return the texts the server itself says."""
    return Words("bolicho.web", language, "words/server.toml")


def _name(seat: Seat, own: bool, words: Words, language: str) -> str:
    if seat.kind == "open":
        return words("nobody")
    if seat.kind == "agent":
        return seat.name or called(seat.agent or "", language)
    return words("you") if own else seat.name or words("guest")


def _seat(table: WebTable, number: int, names: tuple[str, ...]) -> Json:
    seat = table.seats[number]
    present = seat.kind == "agent" or table.present(number)
    agent = seat.agent if table.study is None else None  # who is met in a study is told at its end
    facts = {"seat": number, "name": names[number], "kind": seat.kind, "agent": agent, "face": face_facts(agent)}
    return {**facts, "present": present, "taken_over": seat.taken_over, "stand_in": seat.stand_in}


def _clock(table: WebTable, patience: float) -> Json | None:
    """Tell how long people have been waiting for one of them; agents and lonely people need no clock."""
    turn = table.turn
    if turn is None or turn not in table.people or len(table.people) < 2:
        return None
    away = table.absence()
    waited = round(monotonic() - table.since, 1)
    claim = len(table.seats) == 2
    return {"turn": waited, "away": None if away is None else round(away, 1), "patience": patience, "claim": claim}


def _variant(table: WebTable, speaker: Face) -> str | None:
    preset = table.game.options.get("preset")
    return None if preset is None else speaker.preset(preset)[0]


def _state(view: View, speaker: Face, seat: int | None) -> Json | None:
    if view is None:
        return None
    written = speaker.state(view)
    if seat is None:
        written["seat"] = None
    return written


def in_words(view: View, speaker: Face, *, over: bool) -> Json:
    """Return the table in words, as a seat may hear it; what is asked of that seat is left open."""
    if view is None:
        return {"asked": "", "standing": [], "own": "", "history": [], "summary": [], "speech": []}
    return {
        "asked": "",
        "standing": speaker.standing(view),
        "own": speaker.own(view),
        "history": [_heard(speaker, *entry) for entry in speaker.log(view)],
        "summary": speaker.summary(view) if over else [],
        "speech": speaker.speech(view, over=over),
    }


def position_view(
    game: Game, state: Any, seat: int, names: tuple[str, ...], language: str, *, asks: bool = True
) -> Json:
    """Return a position where no table stands, as one seat sees it: a step of a lesson, a puzzle.

    ``asks``: this seat is to move, and may.
    """
    face, view = face_of(game, language, names), state.view(seat)
    told = in_words(view, face, over=state.over)
    if asks:
        told["asked"] = face.prompt(view)
    kinds = ("person" if number == seat else "agent" for number in range(game.seats))
    return {
        "unit": 0,
        "ply": 0,
        "game": game.name,
        "title": face.title,
        "drawing": face.drawing,
        "deck": face.deck,
        "mode": "learning",
        "language": language,
        "seat": seat,
        "seats": [{"seat": number, "name": names[number], "kind": kind} for number, kind in enumerate(kinds)],
        "scores": list(face.score(view)) or [0] * game.seats,
        "target": face.target,
        "turn": seat if asks else None,
        "state": face.state(view),
        "told": told,
        "moves": offers(face, view) if asks else [],
        "over": state.over,
    }


def _heard(speaker: Face, who: int, move: str, text: str) -> Json:
    return {"seat": who, "move": move, "text": text, "kind": speaker.kind(move) if move else "call"}


def _asked(
    table: WebTable, view: View, speaker: Face, seat: int | None, turn: int, words: Words, names: tuple[str, ...]
) -> str:
    if seat == turn and not table.seats[turn].stand_in:
        return speaker.prompt(view)
    return words("turn-thinking" if table.seats[turn].decider else "turn-other", who=names[turn])


def _last(table: WebTable, last: FinishedUnit | None, speaker: Face, seat: int | None) -> Json | None:
    if last is None:
        return None
    known = table.told_last.get(seat)  # it stays the same for a whole unit
    if known is not None and known[0] == (last.unit, speaker.language, speaker.names):
        same: Json = known[1]
        return same
    view = last.state.view(seat) if seat is not None else speaker.public(last.state)
    written: Json = {
        "unit": last.unit,
        "state": _state(view, speaker, seat),
        "told": in_words(view, speaker, over=True),
        "scores": list(last.scores),
        "shown": None if view is None else speaker.showdown(view),
    }
    score = ", ".join(f"{name} {points}" for name, points in zip(speaker.names, last.scores, strict=True))
    written["told"]["speech"].append(server_words(speaker.language)("spoken-score", score=score))
    if table.bots_only:
        written["hands"] = speaker.hands(last.state)
    table.told_last[seat] = ((last.unit, speaker.language, speaker.names), written)
    return written


def _result(table: WebTable, seat: int | None, names: tuple[str, ...], words: Words) -> Json:
    assert table.play is not None
    scores, lost = list(table.play.scores), table.play.lost
    winner = winner_of(scores, lost)
    score = " – ".join(map(str, scores))
    key = "drawn" if winner is None else "won-you" if winner == seat else "won"
    text = words(key, score=score) if winner is None or winner == seat else words(key, who=names[winner], score=score)
    forfeit = None
    if lost is not None:
        forfeit = {"seat": lost.seat, "why": lost.why}
        known = lost.why if lost.why in (RESIGNED, ABSENT) else ""
        told = words(f"forfeit-{known}" if known else "forfeit", who=names[lost.seat], why=lost.why)
        text = f"{told} {text}"
    hands = sum(unit.over for unit in table.play.units)
    rated = seat is not None and _rated(table, seat)
    return {"winner": winner, "scores": scores, "forfeit": forfeit, "text": text, "rated": rated, "hands": hands}


def _rated(table: WebTable, seat: int) -> bool:
    """Whether a finished match tells how strong a person plays: as strength was measured, and all by themselves."""
    if len(table.seats) != 2 or table.takeovers or table.begun_elsewhere or table.study is not None:
        return False
    usual = _usual_options(table.game.name)
    return table.seats[1 - seat].kind == "agent" and not table.seats[seat].hinted and dict(table.game.options) == usual


@lru_cache(64)
def _usual_options(name: str) -> Json:
    return dict(GAMES.make(name).options)


def _trouble(table: WebTable, words: Words) -> list[Json]:
    """Say what the table waits for while the house cannot write."""
    return [] if table.trouble is None else [{"code": table.trouble, "text": words(table.trouble)}]


def _begun(table: WebTable, words: Words) -> list[Json]:
    """Say where a match goes on from, if it began in a recorded one or in a puzzle."""
    if table.play is None or table.play.begun is None or table.room is not None:
        return []
    of = table.play.begun.of
    text = words("played-on-puzzle") if "puzzle" in of else words("played-on", record=of.get("record", "?"))
    return [{"code": "played-on", "text": text}]


def _notice(notice: Json, names: tuple[str, ...], words: Words, language: str) -> Json:
    agent = called(notice["agent"], language) if notice.get("agent") else ""
    text = words(notice["code"], who=names[notice["seat"]], agent=agent)
    return {"code": notice["code"], "text": text}


def _start(table: WebTable) -> Any:
    """Where the present unit began, or the last one of a match that is over."""
    play = table.play
    assert play is not None
    return table.game.start(play.deal, **(play.units[-1].context if play.context is None else play.context))


def _whys(table: WebTable, speaker: Face) -> list[Json]:
    """Explain the last decisions at a table of agents."""
    assert table.play is not None
    view = speaker.public(table.play.state)
    told = speaker.history(view) if view is not None else []
    first = table.ply - len(table.play.moves)
    before = list(accumulate(table.play.moves, lambda state, move: state.play(move), initial=_start(table)))
    found: list[Json] = []
    for number, (move, kept) in enumerate(zip(table.play.moves, table.play.whys, strict=False)):
        if number < len(table.play.moves) - WHYS:
            continue
        seat = told[number][0] if number < len(told) else None
        facts = {"ply": first + number, "seat": seat, "name": None if seat is None else speaker.names[seat]}
        why = kept.get("why") or {}
        said = {"move": move, "text": speaker.say(seat or 0, move), "value": kept.get("value"), "why": why}
        drawn = drawn_with(why, before[number].view(seat), table.play.names[seat], speaker) if seat is not None else {}
        found.append({**facts, **said, "sentence": why_in_words(why, speaker), **drawn})
    return found
