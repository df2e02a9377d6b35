"""The strength table that is shipped: ``shipped.toml`` read, and written from a run of the experiment.

``bolicho reproduce strength`` measures; ``bolicho strength --from FOLDER --toml`` writes the file anew from its rows,
``--exploit FOLDER`` puts best responses in that were worked out apart (``outputs.py``).
"""

import json
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bolicho.agents import AGENTS
from bolicho.arena.results.intervals import Estimate
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonMapping
from bolicho.lab.studies.strength.table import NOTHING, Exploit, Line, StrengthTable, tables_of

FILE = Path(__file__).parent / "shipped.toml"
CUTS = (1300.0, 1440.0, 1540.0, 1650.0)
"""Ratings from which a level begins; the mean of a game's agents is 1500, so that levels compare within a game."""
HEAD = """\
# Measured strength of the agents, a table a game, the highest rating first. Made anew with, of each game, its command;
# of the one measured last
#   {command}
#   bolicho strength --from FOLDER --toml > new.toml && mv new.toml src/bolicho/lab/studies/strength/shipped.toml
# and exploitability that was measured apart (bolicho exploit AGENT --json, a file an agent) with
#   bolicho strength --exploit FOLDER --toml > new.toml && mv new.toml src/bolicho/lab/studies/strength/shipped.toml
# Rating on the scale of Elo (mean 1500; 200 more is 76 % of the points), share of matches won against the field, net
# points a hand, each with its 95 % interval; median and 99th percentile of a decision in seconds; memory in MB;
# exploitability in points a hand on the ladder game (s1) and the full one, with both ends where it is not exact.
"""


class Strength(NamedTuple):
    """What was measured of one agent in one game."""

    rating: float
    low: float
    high: float
    matches: int
    date: str
    command: str
    win: tuple[float, float, float] | None = None
    """Share of the matches won against the field, and its interval."""
    points: tuple[float, float, float] | None = None
    p50: float | None = None
    p99: float | None = None
    memory: float | None = None
    s1: Exploit | None = None
    full: Exploit | None = None

    @property
    def level(self) -> int:
        """From 1 (draws lots) to 5 (the best of the house)."""
        return 1 + bisect_right(CUTS, self.rating)

    def line(self, spec: str) -> Line:
        """Return it as a line of a run, of which tables are made."""
        exploits = {which: found for which, found in (("s1", self.s1), ("full", self.full)) if found is not None}
        win, points = (NOTHING if found is None else Estimate(*found) for found in (self.win, self.points))
        rating = Estimate(self.rating, self.low, self.high)
        return Line(spec, rating, win, points, self.matches, self.p50, self.p99, self.memory, exploits)


class Game(NamedTuple):
    """The shipped table of one game."""

    date: str
    command: str
    matches: int
    field: tuple[str, ...]
    agents: Mapping[str, Strength]
    """By spec, the highest rating first."""


@cache
def shipped() -> Mapping[str, Game]:
    """Return every game's table."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> dict[str, Game]:
    """Read the text of such a file."""
    kept = tomllib.loads(text)
    return {
        name: Game(
            told["date"],
            told["command"],
            told["matches"],
            tuple(map(AGENTS.current, told["field"])),
            {AGENTS.current(row["spec"]): _strength(row, told) for row in told["agents"]},
        )
        for name, told in kept.items()
    }


def strengths(game: str) -> Mapping[str, Strength]:
    """Return what was measured in a game, by the agent's spec, the strongest first; nothing of a guest's game.

    >>> strengths("truco")["sound"].level > strengths("truco")["random"].level
    True
    """
    found = shipped().get(game)
    return {} if found is None else found.agents


def _strength(row: JsonMapping, told: JsonMapping) -> Strength:
    def three(key: str) -> tuple[float, float, float] | None:
        found = row.get(key)
        return None if found is None else (found[0], found[1], found[2])

    def ends(key: str) -> Exploit | None:
        found = row.get(key)
        return None if found is None else Exploit(found["value"], found["low"], found["high"], found["exact"])

    rating, low, high = row["rating"]
    return Strength(
        rating,
        low,
        high,
        row["matches"],
        told["date"],
        told["command"],
        three("win"),
        three("points"),
        row.get("p50"),
        row.get("p99"),
        row.get("memory"),
        ends("s1"),
        ends("full"),
    )


# ── from a run ────────────────────────────────────────────────────────────────────────────────────────────────────


def read_run(folder: Path) -> tuple[dict[str, StrengthTable], str]:
    """Return the table of a finished run in a folder, and the command that made it."""
    from bolicho.lab.engine.experiment import check_scale
    from bolicho.lab.engine.finished import read_run as read_folder

    run = read_folder(folder)
    design = replace(run.design, scale=check_scale(run.design.scale))
    if design.experiment != "strength":
        raise BadInput(f"{folder}: no run of the experiment strength, but of {design.experiment}")
    if run.missing:
        raise BadInput(f"{folder}: {run.missing} cells of the run are still to be done; give its command again")
    try:
        only = design.settings.get("only")
        name = ":".join(["strength", *([",".join(only)] if only else [])])
        return tables_of(design, run.rows), f"bolicho reproduce {name} --scale {design.scale} --seed {design.seed}"
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadInput(f"{folder}: its rows are not those of the experiment strength ({one_line(error)})") from None


def game_of(found: StrengthTable, command: str, day: str) -> Game:
    """Return a measured game as it is shipped."""
    agents = {AGENTS.current(line.spec): _shipped(line, command, day) for line in found.lines}
    return Game(day, command, found.matches, tuple(map(AGENTS.current, found.field)), agents)


def _shipped(line: Line, command: str, day: str) -> Strength:
    def three(one: Estimate) -> tuple[float, float, float]:
        mean = one.mean or 0.0
        return mean, mean if one.low is None else one.low, mean if one.high is None else one.high

    costs = (line.p50, line.p99, line.memory)
    exploits = (line.exploit.get("s1"), line.exploit.get("full"))
    return Strength(
        *three(line.rating), line.matches, day, command, three(line.win), three(line.points), *costs, *exploits
    )


def toml_text(games: Mapping[str, Game], command: str) -> str:
    """Write tables as the text of ``shipped.toml``; ``command`` made the one measured last."""
    return HEAD.format(command=command) + "".join(_game(name, told) for name, told in games.items())


def _game(name: str, told: Game) -> str:
    lines = [f"\n[{name}]", f'date = "{told.date}"', f'command = "{told.command}"', f"matches = {told.matches}"]
    lines += [f"field = {json.dumps(told.field)}", "agents = ["]
    lines += [f"    {{ {', '.join(_facts(spec, one))} }}," for spec, one in told.agents.items()]
    return "\n".join([*lines, "]", ""])


def _facts(spec: str, one: Strength) -> list[str]:
    def three(numbers: tuple[float, ...], digits: int) -> str:
        return "[" + ", ".join(f"{number:.{digits}f}" for number in numbers) + "]"

    facts = [f'spec = "{spec}"', f"rating = {three((one.rating, one.low, one.high), 0)}", f"matches = {one.matches}"]
    facts += [f"{key} = {three(found, 4)}" for key in ("win", "points") if (found := getattr(one, key)) is not None]
    facts += [f"{key} = {cost:.7f}" for key in ("p50", "p99") if (cost := getattr(one, key)) is not None]
    facts += [] if one.memory is None else [f"memory = {one.memory:.1f}"]
    for which in ("s1", "full"):
        found = getattr(one, which)
        if found is not None:
            numbers = f"value = {found.value:.6f}, low = {found.low:.6f}, high = {found.high:.6f}"
            facts.append(f"{which} = {{ {numbers}, exact = {str(found.exact).lower()} }}")
    return facts
