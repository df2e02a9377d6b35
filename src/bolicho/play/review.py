"""A match reviewed: what every decision gave away, seen only by what its seat knew, and what the cards were worth.

How to use it::

    found = review(record)                       # by the analyst of the game
    found.worst(seat=0)                          # the moves that cost most, the dearest first
    [unit.luck for unit in found.units]          # what the cards of each hand brought seat 0

A move is marked by what it gives away, and only if it surely gives something away (`Analysis.surely`): one whose
interval touches zero is no mistake.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, MoveValue, Outlook, analysed, analyses, outlook_of, reason_for
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.why import hint, sentence
from bolicho.play.replay import game_of, steps

if TYPE_CHECKING:
    from bolicho.games.face import Face

GRADES = ("inaccuracy", "mistake", "blunder")
LEAST = {"match": (0.01, 0.03, 0.08), "points": (0.15, 0.4, 1.0), "game": (1.0, 1.0, 2.0)}
"""From what loss on a move is called so, by the unit of the analysis."""
ONLY, BLUFF, FOLD, GOOD, FORCED, UNKNOWN = "only", "bluff", "fold", "good", "forced", "unknown"
MARKS = (*GRADES, ONLY, BLUFF, FOLD, GOOD, FORCED, UNKNOWN)
"""``only``: every other move surely loses as a mistake does. ``bluff``, ``fold``: a good one, by its reason."""
Progress = Callable[[int, int], None]
SEATS = 2


@dataclass(frozen=True)
class Verdict:
    """One decision: what it was worth, and what would have been better."""

    unit: int
    ply: int
    seat: int
    move: str
    mark: str
    analysis: Analysis | None = None
    best: str | None = None
    """The best move, where another one was made."""
    why: JsonObject | None = None
    """Why one makes the best move: what ``Decision.why`` holds."""

    @property
    def loss(self) -> float:
        """What the move gave away, in the unit of the analysis; nothing where that is not sure."""
        return self.analysis.loss(self._made) if self.analysis and self.mark in GRADES else 0.0

    @property
    def _made(self) -> MoveValue:
        assert self.analysis is not None
        return next(one for one in self.analysis.moves if one.move == self.move)

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        told: JsonObject = {"unit": self.unit, "ply": self.ply, "seat": self.seat, "move": self.move, "mark": self.mark}
        if self.analysis is not None:
            told |= {"loss": self.loss, "best": self.best, "analysis": self.analysis.to_dict()}
        return told | ({"why": self.why} if self.why else {})


@dataclass(frozen=True)
class UnitReview:
    """One hand, or one board game, from the eyes of seat 0."""

    number: int
    scores: tuple[int, ...]
    outlook: Outlook | None
    after: float | None
    """The chance to win when it was over; None where that is not known."""
    verdicts: tuple[Verdict, ...]

    @property
    def luck(self) -> float | None:
        """What the cards brought, as a chance to win the match."""
        return None if self.outlook is None else self.outlook.dealt - self.outlook.before

    def lost(self, seat: int) -> float:
        """What a seat gave away by its decisions."""
        return sum(one.loss for one in self.verdicts if one.seat == seat)

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        told: JsonObject = {"unit": self.number, "scores": list(self.scores), "after": self.after}
        if self.outlook is not None:
            told |= {**self.outlook._asdict(), "luck": self.luck}
        return told | {"lost": [self.lost(0), self.lost(1)], "decisions": [one.to_dict() for one in self.verdicts]}


@dataclass(frozen=True)
class Review:
    """A whole match, or as much of it as was played."""

    game: str
    analyst: str
    agents: tuple[str, ...]
    scores: tuple[int, ...]
    finished: bool
    units: tuple[UnitReview, ...]

    @property
    def verdicts(self) -> Iterator[Verdict]:
        """Every decision, in order."""
        return (one for unit in self.units for one in unit.verdicts)

    def worst(self, seat: int, most: int = 3) -> list[Verdict]:
        """Return the moves of a seat that cost most, the dearest first."""
        wrong = [one for one in self.verdicts if one.seat == seat and one.mark in GRADES]
        return sorted(wrong, key=lambda one: -one.loss)[:most]

    def counts(self, seat: int) -> dict[str, int]:
        """How often a seat earned each mark."""
        made = [one.mark for one in self.verdicts if one.seat == seat]
        return {mark: made.count(mark) for mark in MARKS if mark in made}

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        seats = range(len(self.agents))
        told = [
            {
                "agent": self.agents[seat],
                "lost": sum(unit.lost(seat) for unit in self.units),
                "marks": self.counts(seat),
                "worst": [[one.unit, one.ply] for one in self.worst(seat)],
            }
            for seat in seats
        ]
        return {
            "game": self.game, "analyst": self.analyst, "scores": list(self.scores), "finished": self.finished,
            "seats": told, "units": [unit.to_dict() for unit in self.units],
        }  # fmt: skip


def reason(why: JsonObject | None, face: "Face[Any]") -> str | None:
    """Say why the better move is better, to whoever played the match, about their own hand; None if nobody tells.

    An agent that gives no advice speaks for itself.
    """
    if not why:
        return None
    said = hint(why, face.language, face.name_of) or sentence(why, face.language, face.name_of)
    if said is None:
        return None
    said = face.plainly(said)
    return said[:1].upper() + said[1:]  # it may begin with a card


def review(record: Record, by: str | None = None, tell: Progress | None = None) -> Review:
    """Review a match by an agent that analyses; ``tell`` hears how many of the decisions are done.

    An unfinished or forfeited match is reviewed as far as it goes; a record that breaks the rules raises.
    """
    from bolicho.agents import make

    game: Game = game_of(record)
    if game.seats != SEATS:
        raise BadInput(f"{record.game}: a match of {game.seats} seats; reviews are of {SEATS}")
    name = by or analyst_of(game)
    if not name:
        raise BadInput(f"{record.game}: nobody analyses this game; say who with --by AGENT")
    analyst = make(name, game)
    if not analyses(analyst):
        raise BadInput(f"agent {name!r} does not say what moves are worth")
    path = list(steps(record, game))
    total = sum(len(unit.moves) for unit in record.units)
    begun = [one.state for one in path if one.move is None]
    outlooks = [outlook_of(analyst, state) for state in begun]
    made: list[list[Verdict]] = [[] for _ in record.units]
    done = 0
    for before, after in pairwise(path):
        if after.move is None:
            continue
        made[before.unit].append(_verdict(analyst, before.state, before.unit, before.ply, after.move))
        done += 1
        if tell is not None:
            tell(done, total)
    ends = _ends(record, outlooks)
    units = tuple(
        UnitReview(number, unit.scores, outlooks[number], ends[number], tuple(made[number]))
        for number, unit in enumerate(record.units)
    )
    return Review(record.game, name, record.agents, record.scores, record.finished, units)


def analyst_of(game: Game) -> str:
    """Return the agent that reviews matches of a game; nothing where nobody does."""
    from bolicho.agents import AGENTS, loads
    from bolicho.games.face import face_of

    analyst = face_of(game).analyst
    name = analyst.partition(":")[0]
    there = game.seats == SEATS and name in AGENTS.names()  # of no other agent is anything loaded
    return analyst if there and loads(name, game) else ""


def _ends(record: Record, outlooks: list[Outlook | None]) -> list[float | None]:
    """Seat 0's chance to win after each unit: that before the next one, or how the match ended."""
    last: float | None = None
    if record.finished:
        last = 0.5 if record.winner is None else float(record.winner == 0)
    return [*(None if one is None else one.before for one in outlooks[1:]), last]


def _verdict(analyst: Any, state: Any, unit: int, ply: int, move: str) -> Verdict:
    seat = state.seat
    view = state.view(seat)
    if len(view.moves) == 1:
        return Verdict(unit, ply, seat, move, FORCED)
    found = analysed(analyst, view)
    if found is None:
        return Verdict(unit, ply, seat, move, UNKNOWN)
    made = next(one for one in found.moves if one.move == move)
    best, grade = found.choice.move, _grade(found, made)
    if grade and best != move:
        return Verdict(unit, ply, seat, move, grade, found, best, reason_for(analyst, view, best))
    why = reason_for(analyst, view, move)
    return Verdict(unit, ply, seat, move, _praise(found, made, why), found, None, why)


def _grade(found: Analysis, made: MoveValue) -> str | None:
    """What a move is called by what it gives away; None where that is little, or not sure."""
    if found.surely(made) <= 0:
        return None
    reached = [grade for grade, least in zip(GRADES, LEAST[found.unit], strict=True) if found.loss(made) >= least]
    return reached[-1] if reached else None


def _praise(found: Analysis, made: MoveValue, why: JsonObject | None) -> str:
    rule = str((why or {}).get("rule", ""))
    others = [one for one in found.moves if one.move != made.move]
    if rule.startswith("bluff"):
        return BLUFF
    if all(_grade(found, one) in GRADES[1:] for one in others):
        return ONLY
    return FOLD if rule.startswith(("fold", "leave")) else GOOD
