"""A recorded match as pages show it: every ply as each seat saw it, told in words, with who decided why."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from bolicho.core.contract import Game, View
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.words import printable
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.play.onward import begun_of
from bolicho.play.replay import Step, game_of, steps
from bolicho.play.review import analyst_of
from bolicho.web.lobby.names import agent_name, face_facts
from bolicho.web.server.texts import load_texts
from bolicho.web.tables.hidden import NOBODY, Seats
from bolicho.web.tables.reasons import decisions_told
from bolicho.web.tables.seats import stand_in_for
from bolicho.web.tables.table import PERSON

MOST_PLIES = 1000
"""Longer units are not drawn ply by ply."""


class Ply(NamedTuple):
    """A state with who made the move that led to it (None at the start), and what that seat saw before."""

    step: Step
    seat: int | None
    seen: Any


class Match:
    """A record put back under its rules; one that breaks them raises when it is made or walked through.

    Of the seats in ``hidden`` only what everybody saw is told.
    """

    def __init__(self, record: Record, language: str, game: Game | None = None, hidden: Seats = NOBODY) -> None:
        self.record, self.hidden = record, hidden
        self.game = game or game_of(record)
        self.names = names_in(record, language)
        self.language = language
        self.face = face_of(self.game, language, self.names)

    def check(self) -> None:
        """Walk through the whole match, so that a record that breaks the rules raises and says where."""
        for _ in steps(self.record, self.game):
            pass

    def plies(self, unit: int) -> list[Ply]:
        """Return the states of one unit, the deal first; only that unit is played."""
        if not 0 <= unit < len(self.record.units):
            raise BadInput(f"unit {unit}: the match has units 0 to {len(self.record.units) - 1}")
        if len(self.record.units[unit].moves) > MOST_PLIES:
            raise BadInput(
                f"unit {unit}: {len(self.record.units[unit].moves)} plies, more than {MOST_PLIES} are not shown"
            )
        return list(self._plies(unit))

    def _plies(self, unit: int) -> Iterator[Ply]:
        kept = self.record.units[unit]
        state = self.game.start(self.game.parse_deal(kept.deal), **kept.context)
        yield Ply(Step(unit, 0, None, state), None, None)
        for number, move in enumerate(kept.moves, 1):
            seat, before = state.seat, state
            state = state.play(move)
            yield Ply(Step(unit, number, move, state), seat, before.view(seat))

    def before(self, unit: int) -> tuple[int, ...]:
        """Return the match score when a unit began."""
        return self._sums[unit]

    @cached_property
    def _sums(self) -> list[tuple[int, ...]]:
        return list(accumulate((one.scores for one in self.record.units), add, initial=(0,) * self.game.seats))

    def unit(self, number: int) -> JsonObject:
        """Return one unit with all its frames and decisions, as data."""
        kept, plies = self.record.units[number], self.plies(number)
        before = self.before(number)
        told = [
            (ply.seat, ply.step.move, self.face.say(ply.seat, ply.step.move), ply.seen)
            for ply in plies[1:]
            if ply.seat is not None and ply.step.move is not None
        ]
        decisions = [
            None if seat in self.hidden else one for one, (seat, *_) in zip(kept.decisions, told, strict=False)
        ]
        board = self.face.pictures().get("board", {}).get("board")
        return {
            "unit": number,
            "board": board,
            "deal": "" if self.hidden else kept.deal,
            "context": dict(kept.context),
            "frames": [self.frame(ply, before) for ply in plies],
            "decisions": decisions_told(decisions, told, self.names, self.record.agents, self.face),
        }

    def frame(self, ply: Ply, before: tuple[int, ...]) -> JsonObject:
        """Return one ply as data: the state as each seat saw it, and all hands that may be seen.

        On a board nothing is hidden: one view serves everybody, and the board itself is told once a unit.
        """
        state = ply.step.state
        eyes = (state.seat or 0,) if self.face.open else range(self.game.seats)
        views = [self.face.public(state) if seat in self.hidden else state.view(seat) for seat in eyes]
        move = self.face.public_move(str(ply.step.move)) if ply.seat in self.hidden else ply.step.move
        return {
            "ply": ply.step.ply,
            "seat": ply.seat,
            "move": move,
            "text": "" if ply.seat is None else self.face.say(ply.seat, str(move)),
            "to_move": state.seat,
            "over": state.over,
            "scores": list(add(before, tuple(state.scores))),
            "views": [self._written(view, seat) for view, seat in zip(views, eyes, strict=True)],
            "hands": self.face.hands(state, self.hidden),
            "standing": [self.face.standing(view) for view in views],
            "summary": self.face.summary(views[0]) if state.over else [],
        }

    def _written(self, view: View, seat: int) -> JsonObject:
        """Write out what a seat saw, or (where that stays hidden) what everybody did."""
        if view is None:  # a guest's game: nobody can tell what is open in it
            return {}
        written = {key: part for key, part in self.face.state(view).items() if key != "board"}
        return written | ({"seat": None} if seat in self.hidden else {})

    def heading(self) -> JsonObject:
        """Return the match without its moves, as data."""
        record, game = self.record, self.game
        begun = begun_of(record.notes, game)
        return {
            "game": record.game,
            "title": self.face.title,
            "version": record.version,
            "options": dict(record.options),
            "names": list(self.names),
            "seats": [self._seat(seat) for seat in range(game.seats)],
            "scores": list(record.scores),
            "target": self.face.target,
            "winner": record.winner,
            "finished": record.finished,
            "forfeit": None if record.forfeit is None else asdict(record.forfeit),
            "result": self.result(),
            "unit_name": game.unit,
            "units": [
                {"unit": number, "plies": len(unit.moves), "before": list(self.before(number)),
                 "scores": list(unit.scores), "over": unit.over}
                for number, unit in enumerate(record.units)
            ],
            "open_board": self.face.open,
            "drawing": self.face.drawing,
            "deck": self.face.deck,
            "hidden": sorted(self.hidden),
            "table": record.notes.get("web") if self.hidden else None,
            "stand_in": stand_in_for(game),
            "reviewed": bool(analyst_of(game)),
            "played_on": None if begun is None else dict(begun.of),
        }  # fmt: skip

    def result(self) -> str:
        """Tell how the match ended."""
        record, names = self.record, self.names
        texts = load_texts("words/replay.toml", self.language)
        facts = {"score": " · ".join(f"{name} {points}" for name, points in zip(names, record.scores, strict=True))}
        best = [name for name, points in zip(names, record.scores, strict=True) if points == max(record.scores)]
        if record.forfeit is not None:
            kind, facts["who"], facts["why"] = "forfeit", names[record.forfeit.seat], printable(record.forfeit.why)
        elif not record.finished:
            kind = "unfinished"
        elif record.winner is not None:
            kind, facts["who"] = "won", names[record.winner]
        else:
            kind, facts["who"] = "shared" if len(names) > 2 else "drawn", ", ".join(best)
        return texts[f"replay.result-{kind}"].format(**facts)

    def _seat(self, seat: int) -> JsonObject:
        person = is_person(self.record, seat)
        agent = None if person else self.record.agents[seat]
        facts: JsonObject = {"seat": seat, "name": self.names[seat], "kind": "person" if person else "agent"}
        return {**facts, "agent": agent, "face": face_facts(agent)}


def names_in(record: Record, language: str) -> tuple[str, ...]:
    """Return what the seats were called: as the record notes it, else by their agents, numbered where two are alike."""
    given = record.notes.get("names")
    if isinstance(given, list) and len(given) == len(record.agents) and all(isinstance(name, str) for name in given):
        return tuple(map(printable, given))
    person = load_texts("words/replay.toml", language)["replay.person"]
    names = [
        person if is_person(record, seat) else agent_name(name, language) for seat, name in enumerate(record.agents)
    ]
    return tuple(printable(f"{name} {seat}" if names.count(name) > 1 else name) for seat, name in enumerate(names, 1))


def called(agents: Sequence[str], language: str) -> list[str]:
    """Return what those who played are called in a list of matches, where only agents and "a person" are known."""
    person = load_texts("words/replay.toml", language)["replay.person"]
    return [person if name == PERSON else printable(agent_name(name, language)) for name in agents]


@cache
def title_of(game: str, language: str) -> str:
    """Return what people call a game; the name of one that is not here any more."""
    try:
        return face_of(GAMES.make(game), language).title
    except BolichoError:
        return game


def is_person(record: Record, seat: int) -> bool:
    """Whether a person sat at a seat, as the record notes it."""
    people = record.notes.get("people")
    return isinstance(people, list) and seat in people


def add(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Add points seat by seat.

    >>> add((1, 2), (3, 0))
    (4, 2)
    """
    return tuple(x + y for x, y in zip(a, b, strict=True))
