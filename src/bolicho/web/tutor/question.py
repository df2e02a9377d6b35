"""What a person sees who is asked: the view of the agent that asks (and nothing else), its own choice, and the cases.

Built of ``Question.view``, which is all that the agent itself got: the rival's cards are not in this process's answer
because they are not in the view.
"""

import re
from collections.abc import Sequence
from typing import Any

from bolicho.core.contract import Game, Question
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import LANGUAGES, Words
from bolicho.games.face import Face, face_of
from bolicho.games.truco.talk import move_in_words
from bolicho.learn.cases.truco.story import CODE_NAMES, story
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.truco.ufsm.cards import OF_CODE
from bolicho.web.lobby.names import agent_name
from bolicho.web.tables.picture import offers
from bolicho.web.tables.plainly import why_in_words

Json = JsonObject
LEVELS = ("high", "medium", "low")
TALLY = re.compile(r"(\d+) \((\d+)%, ([+-]?\d+)\)")
"""How a bot writes down its votes: cases, share won, points."""


def question_shown(question: Question, game: Game, players: Sequence[str], trio: Trio, language: str) -> Json:
    """Return a question as the page shows it; ``players`` are the agents by their seats."""
    view = question.view
    speaker = face_of(game, language, [agent_name(spec, language) for spec in players])
    own = question.fallback
    facts = own.why.get("facts", {})
    return {
        "mode": question.about,
        "view": view_message(view, game, players, speaker, language),
        "own": {
            "move": own.move,
            "text": speaker.label(own.move),
            "sentence": why_in_words(own.why, speaker),
        },
        "doubt": _doubt(facts.get("doubt"), facts, trio, language),
    }


def view_message(view: Any, game: Game, players: Sequence[str], speaker: Face, language: str) -> Json:
    """Return a view in the shape that tables have, so that the same drawing shows it."""
    seats = [
        {"seat": seat, "name": speaker.names[seat], "kind": "agent", "agent": spec, "present": True, "taken_over": None}
        for seat, spec in enumerate(players)
    ]
    history = [{"seat": who, "move": move, "text": text} for who, move, text in speaker.log(view)]
    return {
        "game": game.name,
        "title": speaker.title,
        "options": dict(game.options),
        "preset": game.options.get("preset"),
        "drawing": speaker.drawing,
        "deck": speaker.deck,
        "language": language,
        "seat": view.seat,
        "seats": seats,
        "ply": len(history),
        "unit": 100 * view.score[0] + view.score[1],  # tells hands of a match apart: somebody scores in each
        "scores": [before + now for before, now in zip(view.score, view.points, strict=True)],
        "target": speaker.target,
        "turn": view.to_move,
        "thinking": False,
        "state": speaker.state(view),
        "told": {
            "asked": speaker.prompt(view),
            "standing": speaker.standing(view),
            "own": speaker.own(view),
            "history": history,
            "summary": [],
        },
        "moves": offers(speaker, view),
        "last": None,
        "over": False,
    }


def in_words(move: str) -> dict[str, str]:
    """Return a move as it is said, by language.

    >>> in_words("nao-quero")
    {'pt-BR': 'Não quero.', 'en': 'Não quero.'}
    """
    return {language: move_in_words(move, Words("bolicho.games.truco", language)) for language in LANGUAGES}


def _doubt(doubt: JsonMapping | None, facts: JsonMapping, trio: Trio, language: str) -> Json | None:
    """Return the question that the agent could not answer by itself, and the cases it found for it."""
    if doubt is None:
        return None
    memory = trio[doubt["mode"]]
    votes = []
    for action, text in doubt["votes"].items():
        if (found := TALLY.fullmatch(text)) is not None:
            cases, share, points = map(int, found.groups())
            votes.append({"action": action, "cases": cases, "won": share / 100, "points": points})
    return {
        "question": doubt["question"],
        "round": doubt["round"],
        "call": doubt["call"],
        "close": doubt["close"],
        "enough": facts.get("k"),
        "threshold": facts.get("threshold"),
        "base": memory.name,
        "votes": votes,
        "cases": [_case(one, memory.case(one["case"]), language) for one in doubt.get("cases", ())],
    }


def _case(one: JsonMapping, case: dict[str, int | None], language: str) -> Json:
    cards = []
    for level in LEVELS:
        code = case[level]
        card = OF_CODE.get(code or 0, {}).get(case[f"{level}_suit"] or 0)
        cards.append({"card": card, "text": card or ("?" if code is None else CODE_NAMES[code])})
    told = {name: one[name] for name in ("case", "similarity", "attributes", "action", "won", "points")}
    return {**told, "cards": cards, "story": story(case, language)}
