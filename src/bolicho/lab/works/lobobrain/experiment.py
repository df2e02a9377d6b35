"""Lobo Brain, Fig. 7: Q-learning and MiniMax at Tapatan, how often they win and what they cost.

Win rate against random: Q-learning over 100,000 episodes, in several runs; MiniMax of each depth, first and second.
What the article says without measuring it is measured too: runs without exploring, runs against a rival that plays
well, the paths of a search that end without a decision, and both players at the other boards of the house. Last,
with nothing else running: the time to train and to look up, the time of a search, and the memory of both. Times
are no function of the seed; everything else is.
"""

from collections.abc import Mapping, Sequence

from bolicho.arena import Plan
from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone, rules_of
from bolicho.lab.engine.matches import match_cells, play_cells
from bolicho.lab.works.lobobrain.boards import learn_board, search_board
from bolicho.lab.works.lobobrain.cells import count_paths, learn, time_learning, time_lookup, time_search
from bolicho.lab.works.lobobrain.report import report
from bolicho.report.document import Report

DEPTHS = tuple(range(1, 9))
SIZES: dict[str, dict[str, int]] = {
    "quick": {"runs": 10, "episodes": 100_000, "games": 500, "positions": 20, "trainings": 4},
    "paper": {"runs": 20, "episodes": 100_000, "games": 1_000, "positions": 50, "trainings": 20},
    "full": {"runs": 100, "episodes": 1_000_000, "games": 10_000, "positions": 200, "trainings": 50},
}
"""Runs of Q-learning and their episodes, games of MiniMax of each depth, positions searched to take the time and to
count paths; trainings at each of the boards."""
BOARDS = (
    *("pong-hau-ki", "madelinette", "tsoro-yematatu", "mu-torere", "tapatan"),
    *("shisima", "three-mens-morris", "jogo-da-velha", "achi", "picaria"),
)
"""All boards of the house, from the fewest positions to the most."""
WELL = "minimax:4"
"""A rival that plays well: it loses no game of Tapatan from the start."""
MORE = 5
"""Games at each of the boards, for each of MiniMax at Tapatan: they are quick."""
DEEPEST = 7
"""Depth up to which MiniMax is tried at the boards; no training pays for more where it would matter."""
FEW = 20
"""Positions searched at each of the boards, to tell what a move costs there."""
ROUNDS = 50_000
"""Episodes up to which the time of training is taken, as in the paper."""
POINTS = 100
"""Of the curve of a run."""
CELL = 50
MINIMAX, RIVAL = "minimax:{depth}", "random"


class LoboBrain:
    """Both agents against random, then the clock; another game, depths and sizes may be given."""

    name = "lobobrain"
    version = "2"
    costs: Mapping[str, float] = {
        "learn": 0.4,
        "timid": 0.1,
        "hard": 0.1,
        "games": 0.002,
        "time": 1.2,
        "boards": 0.15,
        "minimax": 1.0,
        "paths": 0.2,
    }

    def __init__(
        self,
        game: str = "tapatan",
        depths: Sequence[int] = DEPTHS,
        sizes: Mapping[str, Mapping[str, int]] = SIZES,
        rounds: int = ROUNDS,
        minimax: str = MINIMAX,
        boards: Sequence[str] = BOARDS,
    ) -> None:
        self.boards = tuple(boards)
        self.game, self.depths, self.sizes, self.rounds = game, tuple(depths), sizes, rounds
        self.players = (*(minimax.format(depth=depth) for depth in self.depths), RIVAL)

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the runs of Q-learning, the games of MiniMax, and what the clock is held to."""
        size = self.sizes[scale]
        game = self._plan(seed).build_game()
        block = max(1, size["episodes"] // POINTS)
        facts = [{"run": run, "episodes": size["episodes"], "block": block} for run in range(size["runs"])]
        kinds: dict[str, JsonObject] = {
            "learn": {},
            "timid": {"explores": False},
            "hard": {"rival": WELL, "until": block},
        }
        cells = [Cell(f"{kind}/{n}", {**one, **more}) for kind, more in kinds.items() for n, one in enumerate(facts)]
        cells += self._board_cells(size)
        for depth in self.depths:
            cells.append(Cell(f"paths/{depth}", {"depth": depth, "positions": size["positions"]}))
        for number, depth in enumerate(self.depths):
            pair = (number, len(self.depths))
            cells += match_cells(pair, f"games/{depth}", size["games"], number * size["games"], CELL)
        cells.append(Cell("time/training", {"rounds": self.rounds}))
        cells.append(Cell("time/lookup", {"rounds": self.rounds, "positions": size["positions"]}))
        for depth, player in zip(self.depths, self.players, strict=False):
            cells.append(Cell(f"time/{depth}", {"depth": depth, "agent": player, "positions": size["positions"]}))
        settings: JsonObject = {
            **rules_of(game),
            "players": list(self.players),
            "depths": list(self.depths),
            "boards": list(self.boards),
            **size,
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def _board_cells(self, size: Mapping[str, int]) -> list[Cell]:
        cells = []
        for board in self.boards:
            depths = [depth for depth in self.depths if depth <= DEEPEST]
            facts = {"board": board, "games": MORE * size["games"], "depths": depths}
            cells.append(Cell(f"minimax/{board}", {**facts, "positions": min(FEW, size["positions"])}))
            for run in range(size["trainings"]):
                cells.append(Cell(f"boards/{board}/{run}", {**facts, "run": run, "episodes": size["episodes"]}))
        return cells

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Learn, play, and last of all take the times, so that nothing else runs meanwhile."""
        here = {"learn": learn, "timid": learn, "hard": learn, "paths": count_paths}
        there = {"boards": learn_board, "minimax": search_board}
        for cell in cells:
            kind = cell.key.split("/")[0]
            if kind in here:
                done(cell, here[kind](self.game, design.seed, cell.facts))
            elif kind in there:
                done(cell, there[kind](design.seed, cell.facts))
        played = [cell for cell in cells if cell.key.startswith("games/")]
        if played:
            play_cells(self._plan(design.seed), played, workers, done)
        for cell in cells:
            if cell.key.startswith("time/"):
                timer = {"time/training": time_learning, "time/lookup": time_lookup}.get(cell.key, time_search)
                done(cell, timer(self.game, design.seed, cell.facts))

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and plots."""
        return report(design, rows, language)

    def _plan(self, seed: int) -> Plan:
        return Plan(self.game, self.players, seed=seed, time_limit=None)
