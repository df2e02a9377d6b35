"""Why a bot did what it did, as data: the ten cases of the paper's Table III, the votes, and who decided.

``facts["by"]`` says who decided the question that ended in the move, and each of ``facts["passed"]`` the same of a
question that was passed on before; learning reads it from there.
"""

from typing import NamedTuple

from bolicho.core.contract import Decision, Question
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.learn.cases.base import UNKNOWN
from bolicho.learn.cases.decision.reuse import brief_tally
from bolicho.learn.cases.decision.vote import LEAST_LOSS, Count
from bolicho.learn.cases.memory import Voters
from bolicho.learn.cases.truco.decisions import ALL_KINDS
from bolicho.learn.cases.truco.learned_case import DECIDED
from bolicho.learn.cases.truco.turn import Ask, asks

WORDS = "bolicho.agents.bots"
UNASKED = {"flor": "flor", "baralho": "truco", "coberta": "truco"}
"""Words that no question is about, and their modes; a hand folded at a bet, and a card face down, are of truco."""
NOTHING, TUTOR, PERSON = DECIDED[0], DECIDED[3], DECIDED[4]


class Consultation(NamedTuple):
    """One question of a turn: what was asked, who voted, and what came of it."""

    ask: Ask
    voters: Voters
    counts: dict[str, Count]
    close: int
    """How many of the voters reach the threshold."""
    known: bool
    action: str
    rule: str
    by: str

    @property
    def mode(self) -> str:
        """Whose base was asked."""
        return ALL_KINDS[self.ask.question.kind].mode

    @property
    def move(self) -> str | None:
        """The move behind the action; None passes on to the next question."""
        return self.ask.moves[self.action]


def short(told: Consultation) -> JsonObject:
    """Return what is worth knowing of a question that was passed on."""
    question = told.ask.question
    return {
        "question": question.kind,
        "mode": told.mode,
        "round": question.round,
        "call": question.call,
        "action": told.action,
        "by": told.by,
        "close": told.close,
        "known": told.known,
        "votes": {action: brief_tally(one) for action, one in told.counts.items()},
    }


def compared(told: Consultation) -> JsonObject:
    """Tell how often the chosen action was chosen and won, and the same of the most usual other one."""
    chosen = told.counts.get(told.action)
    if chosen is None:
        return {}
    facts: JsonObject = {"done": chosen.cases, "wins": chosen.wins}
    if told.rule == LEAST_LOSS:
        return facts | ({"telling": "won"} if chosen.wins else {})
    others = {action: one for action, one in told.counts.items() if action != told.action}
    if others:
        other = max(others, key=lambda action: others[action].cases)
        facts |= {"instead": other, "instead_done": others[other].cases, "instead_wins": others[other].wins}
    return facts


def table(told: Consultation) -> list[JsonObject]:
    """Return the cases that voted, the nearest first: Table III of the paper for any question."""
    voters = told.voters
    return [
        {
            "case": position,
            "similarity": round(alike, 4),
            "attributes": {
                name: None if cell == UNKNOWN else cell for name, cell in zip(voters.attributes, cells, strict=True)
            },
            "action": action,
            "won": won,
            "points": points,
        }
        for position, alike, cells, action, won, points in zip(
            voters.positions.tolist(), voters.similarities.tolist(), voters.cells.tolist(),
            voters.actions, voters.won, voters.points, strict=True,
        )
    ]  # fmt: skip


def tutored(question: Question, answer: Decision, tutor: str, *, person: bool = False) -> Decision:
    """Return a tutor's answer such that the record says whose it was, what it was asked about and what it settled."""
    own = question.fallback.why.get("facts", {})
    before: list[JsonObject] = []
    for passed in own.get("passed", ()):
        if not passed["known"]:
            break
        before.append(passed)
    facts = {
        "move": answer.move,
        "by": PERSON if person else TUTOR,
        "tutor": tutor,
        "mode": question.about,
        "asked": question.about,
        "settles": settles(question, answer.move),
        "own": question.fallback.move,
        "passed": before,
    }
    return Decision(answer.move, answer.value, {"rule": "bot-tutored", "words": WORDS, "facts": facts})


def settles(question: Question, move: str) -> list[str]:
    """Return the modes that a tutor's move settles: the one asked about, that of the move, and those passed on between.

    Who is asked about envido and plays a card has decided about truco as well.
    """
    turn = [(ALL_KINDS[ask.question.kind].mode, move in ask.moves.values()) for ask in asks(question.view)]
    modes = [mode for mode, _ in turn]
    first = modes.index(question.about) if question.about in modes else len(modes)
    last = next((place for place, (_, here) in enumerate(turn) if here), None)
    if last is None:  # what cases are never asked about
        return sorted({question.about, UNASKED.get(move, "truco")})
    return sorted({question.about, modes[last], *modes[first : last + 1]})


def who_decided(why: JsonMapping) -> dict[str, int]:
    """Return for each mode that was decided at a turn the number of who decided in it.

    >>> who_decided({"facts": {"by": "tutor", "mode": "truco", "passed": [{"by": "reuse", "mode": "envido"}]}})
    {'envido': 1, 'truco': 3}
    >>> who_decided({"facts": {"by": "person", "mode": "envido", "settles": ["envido", "truco"]}})
    {'envido': 4, 'truco': 4}
    """
    facts = why["facts"]
    found: dict[str, int] = {}
    for part in (*facts.get("passed", ()), facts):
        if part["by"] != NOTHING:
            for mode in part.get("settles", [part["mode"]]):
                found[mode] = max(found.get(mode, 0), DECIDED.index(part["by"]))
    return found


def taught(why: JsonMapping) -> str:
    """Return the mode that a tutor was asked about at a turn and answered in time; "" where none was.

    >>> taught({"facts": {"by": "tutor", "asked": "envido"}}), taught({"facts": {"by": "reuse", "asked": "envido"}})
    ('envido', '')
    """
    facts = why["facts"]
    return str(facts["asked"]) if facts["by"] in (TUTOR, PERSON) else ""
