"""How strong every agent of the house is: what a user chooses an opponent by.

Three things that differ: what an opponent who knows the agent's strategy would win from it (exploitability, where it is
worked out: Truco), how often it wins against a field of others on the same deals, and what it costs in time and memory.
Times are no function of the seed; everything else is. ``shipped.toml`` is made of such a run.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path

from bolicho.agents import AGENTS, can_play
from bolicho.arena import Plan
from bolicho.core.errors import BolichoError, UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games import GAMES
from bolicho.lab.engine.crew import share_out
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.matches import match_cells, play_cells
from bolicho.lab.studies.strength.cells import exploit, think
from bolicho.lab.studies.strength.report import report
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.report.document import Report

CELL = 20
"""Matches of a cell, about."""


@cache
def design_file() -> JsonObject:
    """Return who is measured and how much, as ``design.toml`` has it."""
    return tomllib.loads((files("bolicho.lab.studies.strength") / "design.toml").read_text(encoding="utf-8"))


class Strength:
    """Every agent of every game, or of some (`strength:truco`); for a course or a test other agents and sizes."""

    name = "strength"
    version = "1"
    costs: Mapping[str, float] = {"play": 0.5, "exploit": 30.0, "think": 3.0}

    def __init__(
        self,
        *only: str,
        games: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
        sizes: Mapping[str, JsonMapping] | None = None,
        exploit: Mapping[str, Mapping[str, JsonMapping]] | None = None,
    ) -> None:
        told = design_file()
        boards: JsonMapping = dict.fromkeys(SHIPPED, told["boards"])
        every: Mapping[str, Mapping[str, Sequence[str]]] = games or {**told["games"], **boards}
        for game in only:
            if game not in every:
                raise UnknownName("game of the strength table", game, every)
        self.only = only
        self.games = {game: agents for game, agents in every.items() if not only or game in only}
        self.sizes = sizes or told["sizes"]
        self.exploit = told["exploit"] if exploit is None else exploit
        self.folder: Path | None = None

    def settle(self, folder: Path) -> None:
        """Take the directory: what agents answered while they were measured is kept there and not asked for twice."""
        self.folder = folder

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the matches of each game, then the best responses, then what the clock is held to."""
        size = self.sizes[scale]
        games = {game: agents for game, agents in self.games.items() if game in size.get("games", self.games)}
        agents = {game: here(game, told, others="games" not in size) for game, told in games.items()}
        cells = [cell for game in agents for cell in self._matches(game, agents[game], size)]
        cells += self._exploits(scale, agents.get("truco", {"all": []})["all"])
        cells += [
            Cell(f"think/{game}/{spec}", {"game": game, "agent": spec, "decisions": size["decisions"]})
            for game, told in agents.items()
            for spec in told["all"]
        ]
        settings = {
            **size,
            "only": list(self.only),
            "games": agents,
            "rules": {game: GAMES.make(game).version for game in agents},
        }
        return Design(self.name, self.version, scale, seed, settings, tuple(cells))

    def _exploits(self, scale: str, agents: Sequence[str]) -> list[Cell]:
        how, whom = self.exploit.get(scale, {}), self.exploit["agents"]
        return [
            Cell(f"exploit/{which}/{spec}", {"game": which, "agent": spec, "how": closely})
            for which in whom
            for spec in agents
            if spec in whom[which] and (closely := how.get(which)) is not None
        ]

    def _matches(self, game: str, agents: Mapping[str, Sequence[str]], size: JsonMapping) -> list[Cell]:
        seats = GAMES.make(game).seats
        number = size.get(game, size["boards"])
        cells: list[Cell] = []
        for table in tables(agents, seats):
            name = " ".join(agents["all"][agent] for agent in table)
            played = len(cells) and cells[-1].facts["match"] + cells[-1].facts["matches"]
            cells += match_cells(table, f"play/{game}/{name}", number, played, CELL)
        return cells

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Play, work out best responses, and last of all take the times, so that nothing else runs meanwhile."""
        kinds: dict[str, list[Cell]] = {}
        for cell in cells:
            kind, _, rest = cell.key.partition("/")
            kinds.setdefault(f"play/{rest.partition('/')[0]}" if kind == "play" else kind, []).append(cell)
        for game, told in design.settings["games"].items():
            if played := kinds.get(f"play/{game}"):
                play_cells(Plan(game, tuple(told["all"]), seed=design.seed, time_limit=None), played, workers, done)
        if asked := kinds.get("exploit"):
            share_out(asked, exploit, workers, done, seed=design.seed, folder=str(self.folder or ""))
        for cell in kinds.get("think", ()):
            done(cell, think(cell.facts, design.seed))

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make the tables and the drawing."""
        return report(design, rows, language)


def here(game: str, told: Mapping[str, Sequence[str]], others: bool = True) -> dict[str, list[str]]:
    """Return who of those named is installed and plays the game: the field, and all (or the field alone)."""
    made = GAMES.make(game)

    def plays(spec: str) -> bool:
        try:
            return can_play(AGENTS.factory(AGENTS.split(spec)[0]), made)
        except BolichoError:
            return False

    field = [spec for spec in told["field"] if plays(spec)]
    return {"field": field, "all": field + [spec for spec in told.get("others", ()) if others and plays(spec)]}


def tables(agents: Mapping[str, Sequence[str]], seats: int) -> list[tuple[int, ...]]:
    """Return who meets whom, by number: the field in every company, the others with companies of the field.

    >>> tables({"field": ["a", "b", "c"], "all": ["a", "b", "c", "d"]}, 2)
    [(0, 1), (0, 2), (1, 2), (3, 0), (3, 1), (3, 2)]
    """
    field = range(len(agents["field"]))
    others = range(len(field), len(agents["all"]))
    met = list(combinations(field, seats))
    return met + [(other, *company) for other in others for company in combinations(field, seats - 1)]
