"""Recorded matches of one player, hand by hand: its decisions with what they were worth, and its counters.

``valued`` analyses every decision; ``reviewed`` reads the same from a review that was kept. Matches of other rule sets
are counted as far as the analyst knows them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from bolicho.core.hooks import Analysis, analysed
from bolicho.core.json_text import JsonMapping
from bolicho.core.record import Record
from bolicho.games.truco.view import View
from bolicho.lab.studies.profiles.measures import Counts, cell
from bolicho.lab.studies.profiles.prices import Decision
from bolicho.lab.studies.profiles.profile import add
from bolicho.lab.studies.profiles.tally import HandWatch
from bolicho.play.replay import steps

Worth = Callable[[int, int, View], Analysis | None]
"""What is known of a decision: its hand, its place there, and the view."""


def valued(record: Record, seat: int, analyst: object) -> Iterator[list[Decision]]:
    """Give the decisions of a seat in each hand, analysed here."""
    return _hands(record, seat, lambda _unit, _ply, view: analysed(analyst, view))


def reviewed(record: Record, seat: int, review: JsonMapping) -> Iterator[list[Decision]]:
    """Give the same from what `play.review` found."""
    known = {
        (one["unit"], one["ply"]): one["analysis"]
        for unit in review["units"] for one in unit["decisions"] if "analysis" in one
    }  # fmt: skip

    def find(unit: int, ply: int, _view: View) -> Analysis | None:
        found = known.get((unit, ply))
        return None if found is None else Analysis.from_dict(found)

    return _hands(record, seat, find)


def _hands(record: Record, seat: int, worth: Worth) -> Iterator[list[Decision]]:
    hands: list[list[Decision]] = [[] for _ in record.units]
    for before, after in pairwise(steps(record)):
        if after.move is None or before.state.seat != seat:
            continue
        view = before.state.view(seat)
        found = worth(before.unit, before.ply, view) if len(view.moves) > 1 else None
        if found is not None and found.unit == "match":
            hands[before.unit].append((view, after.move, found))
    return iter(hands)


def sheet(record: Record, seat: int) -> dict[str, Counter[str]]:
    """Count what a seat did in the finished hands of a match, by part of the hands: a unit of `over_units`."""
    cells: dict[str, Counts] = {}
    watch, counted = HandWatch(), dict[str, Counter[str]]()
    for before, after in pairwise(steps(record)):
        if after.move is None:
            watch = HandWatch()
            continue
        watch.step(before.state, after.move)
        if after.state.over:
            hand = after.state
            score = (hand.score[seat], hand.score[1 - seat])
            cells = {cell(mano=seat == hand.mano, score=score, target=hand.rules.target): watch.counts(hand, seat)}
            add(counted, cells)
    return counted
