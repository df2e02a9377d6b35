"""How strong agents are, as the arena measured it: ``strength.toml`` read, and written from the arena's JSON.

``python -m bolicho.web.strength truco.json tapatan.json > src/bolicho/web/strength.toml``, where each file holds what a
``bolicho arena ... --json`` printed; the head of ``strength.toml`` has the commands.
"""

import json
import sys
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "strength.toml"
CUTS = (1300.0, 1440.0, 1540.0, 1650.0)
"""Ratings from which a level begins; the mean of a tournament is 1500, so that levels compare within a game."""
HEAD = """\
# Measured strength of the agents: a tournament a game, everybody against everybody on the same deals from every seat.
# Rating on the scale of Elo (mean of the field 1500; 200 more is 76 % of the points) with its 95 % interval.
# Made anew with, for each game, its command below > GAME.json, and then
#   python -m bolicho.web.strength *.json > src/bolicho/web/strength.toml
"""


class Strength(NamedTuple):
    """What was measured of one agent in one game."""

    rating: float
    low: float
    high: float
    matches: int
    date: str
    command: str

    @property
    def level(self) -> int:
        """From 1 (draws lots) to 5 (the best of the house)."""
        return 1 + bisect_right(CUTS, self.rating)


@cache
def strengths(game: str) -> Mapping[str, Strength]:
    """Return what was measured in a game, by the agent's spec, the strongest first.

    >>> strengths("truco")["sound"].level, strengths("truco")["random"].level
    (5, 1)
    """
    measured = tomllib.loads(FILE.read_text(encoding="utf-8")).get(game, {"agents": []})
    return {
        row["spec"]: Strength(
            row["rating"], row["low"], row["high"], row["matches"], measured["date"], measured["command"]
        )
        for row in measured["agents"]
    }


def written(results: Iterable[Mapping[str, Any]], day: str) -> str:
    """Write the results of tournaments as the text of ``strength.toml``."""
    return HEAD + "".join(_game(result, day) for result in results)


def _game(result: Mapping[str, Any], day: str) -> str:
    command = (
        f"bolicho arena {result['game']} {' '.join(result['agents'])} "
        f"-n {result['matches_per_meeting']} --seed {result['seed']} --json"
    )
    lines = [f"\n[{result['game']}]", f'date = "{day}"', f'command = "{command}"', f"matches = {result['matches']}"]
    lines.append("agents = [")
    for row in result["standings"]:
        rating = row["rating"]
        numbers = f"rating = {rating['mean']:.0f}, low = {rating['low']:.0f}, high = {rating['high']:.0f}"
        lines.append(f'    {{ spec = "{row["agent"]}", {numbers}, matches = {row["matches"]} }},')
    return "\n".join([*lines, "]", ""])


if __name__ == "__main__":
    found = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    print(written(found, date.today().isoformat()), end="")
