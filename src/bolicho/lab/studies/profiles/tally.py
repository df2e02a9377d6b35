"""Behaviour at the truco table, counted by seat while a match is played: chances, calls, answers, folds, first cards.

A plan names it ``bolicho.lab.studies.profiles.tally:Behaviour``; a row then has the counters of each seat by cell
beside the habits of ``truco_habits``. A ``HandWatch`` can also be led through a record.
"""

from collections import Counter
from typing import TYPE_CHECKING

from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.games.truco.cards import STRENGTH, envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.state import State
from bolicho.lab.engine.truco_habits import Habits
from bolicho.lab.studies.profiles.measures import ASKED, LOW, STOOD, cell
from bolicho.lab.studies.profiles.weak_hands import weak

if TYPE_CHECKING:
    from bolicho.play import Table

TALLY = "bolicho.lab.studies.profiles.tally:Behaviour"
PROFILED = ("truco",)
"""The games whose players have a profile."""
KEY = "behaviour"
"""Where the counters stand in the tally of a row: by seat, then by cell."""

CALLS = {"envido": ENVIDO_CALLS, "truco": TRUCO_CALLS, "flor": FLOR_CALLS}
ANSWERS = {"quero": "accepted", "nao-quero": "refused", "achico": "refused", "baralho": "refused"}
LEVELS = ("first-high", "first-medium", "first-low")
"""In the order of a dealt hand."""


class HandWatch:
    """Looks at every decision of one hand, then says what each seat's counters are."""

    def __init__(self) -> None:
        self.did: tuple[set[str], set[str]] = (set(), set())
        """What a seat could do or did at least once."""
        self.answers: tuple[list[str], list[str]] = ([], [])
        """How a seat answered each call that it had to answer."""

    def step(self, before: State, move: str) -> None:
        """Look at a decision: the state it was taken in, and the move."""
        me = before.seat
        if me is None or before.bet == "announce":
            return
        if before.bet == "flor":
            self._answer(me, "flor", "accepted" if move == "flor" else self._how("flor", move))
        elif move == "flor":
            return  # who declares a flor had nothing else to say
        else:
            self._may(before, me)
            if move in ENVIDO_CALLS or move in TRUCO_CALLS:
                self._called(before, me, move)
            if before.bet == "envido":
                self._answer(me, "envido", self._how("envido", move))
        if before.truco_by == 1 - me and (not before.bet or move == "baralho"):
            self._answer(me, "truco", self._how("truco", move))  # envido first is no answer, and it comes later
        elif move == "baralho":
            self.did[me].add("folded")
        if move in STRENGTH and not before.played[me]:
            self.did[me].add(LEVELS[before.deal.hands[me].index(move)])

    def counts(self, hand: State, seat: int) -> dict[str, int]:
        """Return the counters of a seat in a hand, those at zero left out."""
        did = self.did[seat]
        cards, low, poor = hand.deal.hands[seat], False, False
        if "may-envido" in did:
            low = envido_points(cards) < LOW
        if "may-truco" in did:
            poor = weak(cards, mano=seat == hand.mano)
        marks = {
            "may-envido-low": low,
            "envido-low": low and "envido" in did,
            "envido-high": not low and "envido" in did,
            "may-truco-weak": poor,
            "truco-weak": poor and "truco" in did,
            "truco-strong": not poor and "truco" in did,
        }
        once = ["hands", "may-fold", *sorted(did), *(name for name, so in marks.items() if so)]
        answers = self.answers[seat]
        sums = ["asked"] * sum(how in ASKED for how in answers) + ["stood"] * sum(how in STOOD for how in answers)
        return dict(Counter((*once, *answers, *sums)))

    def _may(self, before: State, me: int) -> None:
        legal, did = before.moves(), self.did[me]
        for call in ("real-envido", "falta-envido"):
            if call in legal:
                did.update((f"may-{call}", "may-bet-envido"))
        if not before.envido and "envido" in legal:
            did.add("may-envido")
        for call in TRUCO_CALLS:
            if call in legal:
                did.update((f"may-{call}", "may-bet-truco"))

    def _called(self, before: State, me: int, move: str) -> None:
        did = self.did[me]
        ladder = "truco" if move in TRUCO_CALLS else "envido"
        did.add(f"bet-{ladder}")
        if move != "envido":
            did.add(move)
        if ladder == "envido" and not before.envido:
            did.add("envido")

    def _answer(self, me: int, ladder: str, how: str | None) -> None:
        if how is not None:
            self.answers[me].append(f"{ladder}-{how}")

    def _how(self, ladder: str, move: str) -> str | None:
        return "raised" if move in CALLS[ladder] else ANSWERS.get(move)


class Behaviour(Habits):
    """Counts the finished hands of a match, by seat and cell; the habits of the hands as well."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: tuple[dict[str, Counter[str]], dict[str, Counter[str]]] = ({}, {})
        self.hand, self.before = HandWatch(), None

    before: State | None

    def unit_begins(self, table: "Table") -> None:
        """Begin a hand."""
        self.hand, self.before = HandWatch(), table.state

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:  # noqa: ARG002
        """Look at a decision."""
        if self.before is not None:
            self.hand.step(self.before, decision.move)
        self.before = table.state

    def unit_ends(self, table: "Table") -> None:
        """Count a finished hand."""
        super().unit_ends(table)
        hand: State = table.state
        for seat in (0, 1):
            score = (hand.score[seat], hand.score[1 - seat])
            place = cell(mano=seat == hand.mano, score=score, target=hand.rules.target)
            self.cells[seat].setdefault(place, Counter()).update(self.hand.counts(hand, seat))

    def counted(self) -> JsonObject:
        """Return the habits, and the counters of each seat by cell."""
        seats = [{place: dict(counts) for place, counts in sorted(cells.items())} for cells in self.cells]
        return super().counted() | {KEY: seats}
