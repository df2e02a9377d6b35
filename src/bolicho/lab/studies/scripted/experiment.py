"""The first experiment: the scripted Truco players and the random one, all against all, on the same deals.

Every pair plays the same boards, each from both seats; each player also meets itself, so that its habits can be
laid beside those of people, who were recorded two at a table.
"""

from collections.abc import Mapping, Sequence

from bolicho.arena import Plan, round_robin
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.engine.matches import match_cells, play_cells
from bolicho.lab.studies.scripted.report import report
from bolicho.report.document import Report

PLAYERS = ("novice", "cautious", "bold", "bluffer", "sound", "random")
MATCHES = {"quick": 300, "paper": 2_000, "full": 20_000}
"""Matches of each pair."""
MIRROR = 4
"""A player meets itself in a part of that: hands are many in a match."""
CELL = 50


class Scripted:
    """All against all; other players, game options and sizes may be given, for a course or a test."""

    name = "scripted"
    version = "1"
    costs: Mapping[str, float] = {"": 0.012}

    def __init__(
        self,
        players: Sequence[str] = PLAYERS,
        options: Mapping[str, object] | None = None,
        matches: Mapping[str, int] = MATCHES,
    ) -> None:
        self.players = tuple(players)
        self.options = dict(options or {})
        self.matches = matches

    def design(self, scale: str, seed: int) -> Design:
        """Lay out every pair, then every player with itself."""
        matches = self.matches[scale]
        games = [(pair, matches) for pair in round_robin(len(self.players))]
        games += [((n, n), _even(matches / MIRROR)) for n in range(len(self.players))]
        cells: list[Cell] = []
        first = 0
        for pair, number in games:
            name = " ".join(self.players[player] for player in pair)
            cells += match_cells(pair, name, number, first, CELL)
            first += number
        settings = {
            **rules_of(self._plan(seed).build_game()),
            "players": list(self.players),
            "matches": matches,
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Play the cells."""
        play_cells(self._plan(design.seed), cells, workers, done)

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and plots."""
        return report(design, rows, language)

    def _plan(self, seed: int) -> Plan:
        return Plan("truco", self.players, self.options, seed, tally="bolicho.lab.engine.truco_habits:Habits")


def _even(number: float) -> int:
    return max(2, 2 * round(number / 2))
