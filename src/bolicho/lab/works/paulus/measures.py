"""Numbers out of the matches of Paulus: a measure on a pick of them, with its interval over duplicate boards.

A pick says whose matches are meant: a stage, a threshold, which policies, against which.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board, ratio, share
from bolicho.arena.results.standings import boards
from bolicho.core.chance import stream
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows
from bolicho.lab.engine.measures import Boards, correlation, gap
from bolicho.lab.works.paulus.lineup import FURTHER, MORE, Player, printed_numbers

ITS_OWN = "its-own"
"""Against the conventional policy of the same criterion: PVCS against PVS."""
RESAMPLES = 400


def _difference(row: Row, seat: int) -> int:
    return row.scores[seat] - row.scores[1 - seat]


def _when(won: bool) -> Callable[[Row, int], tuple[float, float]]:
    def measure(row: Row, seat: int) -> tuple[float, float]:
        counts = row.winner is not None and (row.winner == row.seats[seat]) == won and row.forfeit is None
        return (1, _difference(row, seat)) if counts else (0, 0)

    return measure


def _a(of: str, what: str) -> Callable[[Row, int], tuple[float, float]]:
    def measure(row: Row, seat: int) -> tuple[float, float]:
        return (row.hands if of == "hands" else row.tally[of][seat]), row.tally[what][seat]

    return measure


MEASURES: dict[str, Callable[[Row, int], tuple[float, float]]] = {
    "wins": lambda row, seat: (1, row.won(row.seats[seat])),
    "ahead": _when(won=True),
    "behind": _when(won=False),
    "calls": _a("hands", "calls"),
    "refusals": _a("hands", "refusals"),
    "threshold": _a("asked", "threshold"),
    "unanswered": _a("asked", "unanswered"),
}
"""What is measured at a seat in a match: of how much, and how much in all."""
SHARES = ("wins", "unanswered")
"""Measures that are rates between 0 and 1."""


@dataclass(frozen=True)
class Pick:
    """Which seats of which matches."""

    stage: str
    how: str
    who: frozenset[str] | None = None
    against: frozenset[str] | str | None = None
    side: str | None = None
    """In the second stage: whose base, ``base`` or ``learned``; among revised players, ``revised`` or not."""
    more: bool = False
    """Whether the matches are those of a single claim, where there are any for this policy (`FURTHER`)."""

    @classmethod
    def of(cls, told: JsonMapping) -> "Pick":
        """Read a pick of the claims."""
        who, rivals = (policies_named(told[key]) if key in told else None for key in ("who", "against"))
        if "not" in told:
            who = (policies_named("conventional") | policies_named("two-step")) - policies_named(told["not"])
        own = told.get("against") == ITS_OWN
        stage = told["stage"] if told["stage"] == "revision" else f"stage{told['stage']}"
        side = told.get("side", "revised" if stage == "revision" else None)
        return cls(stage, told["how"], who, ITS_OWN if own else rivals, side, told.get("more", False))

    def takes(self, player: Player, rival: Player) -> bool:
        """Whether a seat is meant, where this player sat opposite that one."""
        if self.who is not None and player.policy not in self.who:
            return False
        if self.side is not None and self.side not in (player.base, "revised" if player.revised else "unrevised"):
            return False
        if self.against == ITS_OWN:
            return rival.policy == player.policy.replace("CS", "S")
        return self.against is None or rival.policy in self.against


def policies_named(told: str | Sequence[str]) -> frozenset[str]:
    """Read policies: one, a list of them, or a set by its name.

    >>> [sorted(policies_named(one)) for one in ("four", ["NPS", "PVS"], "NPS")]
    [['NPS', 'PVCNPS', 'PVCS', 'PVS'], ['NPS', 'PVS'], ['NPS']]
    """
    if isinstance(told, str):
        return frozenset(printed_numbers()["sets"].get(told, [told]))
    return frozenset(told)


class StageMatches:
    """The matches of a run, by stage and threshold, and in there by who met whom."""

    def __init__(self, design: Design, rows: Mapping[str, Rows]) -> None:
        self.seed = design.seed
        self.players = [Player(*told) for told in design.settings["players"]]
        self.meetings: dict[tuple[str, str], dict[tuple[int, int], list[tuple[Row, int]]]] = {}
        for key, cell in rows.items():
            if key.count("/") == 3:
                stage, how, _, _ = key.split("/")
                met = self.meetings.setdefault((stage, how), {})
                for row in read_rows([cell]):
                    for seat in (0, 1):
                        met.setdefault((row.seats[seat], row.seats[1 - seat]), []).append((row, seat))

    def seats(self, pick: Pick) -> Iterator[tuple[Row, int]]:
        """Give the seats of a pick."""
        stage = f"{pick.stage}{MORE}"
        own = pick.more and pick.who == frozenset((FURTHER[pick.stage],)) and (stage, pick.how) in self.meetings
        for (player, rival), met in self.meetings[stage if own else pick.stage, pick.how].items():
            if pick.takes(self.players[player], self.players[rival]):
                yield from met

    @lru_cache(maxsize=4096)  # noqa: B019  (a report asks for the same often, and is soon gone)
    def boards(self, measure: str, pick: Pick) -> Boards:
        """Return what each board says of a measure."""
        entries = [(row.board, *MEASURES[measure](row, seat)) for row, seat in self.seats(pick)]
        numbers = sorted({board for board, _, _ in entries})
        return {n: board for n, board in zip(numbers, boards(entries), strict=True) if board.size}

    def figure(self, measure: str, pick: Pick) -> Figure:
        """Return a measure with its interval."""
        found = list(self.boards(measure, pick).values())
        estimate = (share if measure in SHARES else ratio)(found)
        count = int(sum(board.size for board in found))
        return replace(Figure.of(estimate, count, percent=measure in (*SHARES, "threshold")), digits=2)

    def gap(self, measure: str, pick: Pick, than: Pick) -> Figure:
        """Return by how much a measure is larger on one pick than on another."""
        return Figure(*gap(self.boards(measure, pick), self.boards(measure, than)), percent=False, digits=2)

    def policies(self, stage: str, how: str) -> list[str]:
        """Return who plays in a stage, in the order of the line-up."""
        agents = sorted({player for player, _ in self.meetings[stage, how]})
        return list(dict.fromkeys(self.players[agent].policy for agent in agents))

    def standings(self, stage: str, how: str, side: str | None = None, *, more: bool = False) -> dict[str, Figure]:
        """Return who wins how much, the best first; ``more`` as in a pick."""
        found = {
            policy: self.figure("wins", Pick(stage, how, frozenset((policy,)), None, side, more))
            for policy in self.policies(stage, how)
        }
        return dict(sorted(found.items(), key=lambda item: -(item[1].mean or 0)))

    def agreement(self, stage: str, how: str, order: Sequence[str]) -> Figure:
        """Return the rank correlation with an order (who is not in it is tied behind), over boards drawn again.

        It is that of the very same order that is 1, which ties would not let it be. Boards drawn again have the luck of
        the boards twice, and luck only takes from a correlation that is high: so the interval is mirrored at what was
        seen (the basic bootstrap: A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application, 1997, 5.2).
        """
        names = self.policies(stage, how)
        sheets = [self.boards("wins", Pick(stage, how, frozenset((name,)))) for name in names]
        numbers = sorted(set().union(*sheets))
        nothing = Board(0, 0)
        counts = np.array([[sheet.get(n, nothing) for sheet in sheets] for n in numbers], dtype=float)
        theirs = [order.index(name) if name in order else len(names) for name in names]
        same = correlation(theirs, np.argsort(np.argsort(theirs, kind="stable")).tolist())

        def agree(weights: NDArray[Any]) -> float:
            sizes, totals = np.tensordot(weights, counts, 1).T
            return correlation(theirs, (-totals / np.maximum(sizes, 1)).tolist()) / same

        rng = np.random.default_rng(stream(self.seed, "paulus", stage, how).getrandbits(63))
        drawn = [agree(rng.multinomial(len(numbers), [1 / len(numbers)] * len(numbers))) for _ in range(RESAMPLES)]
        seen = agree(np.ones(len(numbers)))
        low, high = (float(np.clip(2 * seen - end, -1, 1)) for end in np.quantile(drawn, (0.975, 0.025)))
        return Figure(seen, min(low, seen), max(high, seen), percent=False, digits=2)
