"""What mistakes cost, each time they are made: every choice at every decision of `equilibrium` against itself.

Hands are played by `equilibrium` on both sides from 0-0, the mão in turn. At each decision the analyst values all
moves, and each choice that could be made there is priced against the analyst's own mix. The price of a choice is the
mean over the hands in which it could be made; the hand is the unit of its 95 % interval.
"""

import json
from collections.abc import Iterable, Iterator
from random import Random
from statistics import fmean

from bolicho.agents.equilibrium.player import Equilibrium
from bolicho.core.chance import stream
from bolicho.core.hooks import analysed
from bolicho.core.intervals import spread
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.truco import Truco
from bolicho.lab.studies.profiles.habits import deviations

ANALYST = "resolve"
"""Which equilibrium player analyses."""
LEAST = 12
"""Hands on which a price stands at least."""


def hand(number: int, seed: int, players: tuple[Equilibrium, Equilibrium]) -> JsonObject:
    """Play one hand and price every choice: habit -> [chance, points], the mean where it came more than once."""
    player, analyst = players
    state = player.game.start(player.game.deal(stream(seed, "guide", number)), mano=number % 2)
    sums: dict[str, list[tuple[float, float]]] = {}
    ply = 0
    while not state.over:
        assert state.seat is not None
        view = state.view(state.seat)
        rng: Random = stream(seed, "guide", number, "choose", ply)
        found = analysed(analyst, view) if len(view.moves) > 1 else None
        if found is not None:
            for habit, cost in deviations(view, found):
                sums.setdefault(" ".join(habit), []).append((cost.chance, cost.points))
        state, ply = state.play(player.choose(view, rng).move), ply + 1
    return {
        "hand": number,
        "costs": {name: [fmean(part) for part in zip(*those, strict=True)] for name, those in sums.items()},
    }


def hands(seed: int, numbers: Iterable[int]) -> Iterator[JsonObject]:
    """Give the prices of so many hands."""
    game = Truco()
    players = Equilibrium(game), Equilibrium(game, ANALYST)
    return (hand(number, seed, players) for number in numbers)


def spans(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers as spans.

    >>> spans([4, 1, 2, 3, 7])
    [[1, 4], [7, 7]]
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return found


def prices(rows: Iterable[JsonMapping]) -> JsonObject:
    """Return what each choice costs, with half of its 95 % interval, and on how many hands that stands."""
    seen: dict[str, list[list[float]]] = {}
    for row in rows:
        for name, cost in row["costs"].items():
            seen.setdefault(name, []).append(cost)
    told: JsonObject = {}
    for name, costs in sorted(seen.items()):
        if len(costs) >= LEAST:
            chance, points = ([one[part] for one in costs] for part in (0, 1))
            told[name] = {
                "chance": round(fmean(chance), 5), "chance-error": round(spread(chance), 5),
                "points": round(fmean(points), 4), "points-error": round(spread(points), 4), "hands": len(costs),
            }  # fmt: skip
    return told


if __name__ == "__main__":
    from argparse import ArgumentParser
    from pathlib import Path

    asked = ArgumentParser(description="Price every choice of equilibrium against itself.")
    asked.add_argument("--first", type=int, default=0, help="number of the first hand")
    asked.add_argument("--hands", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--rows", type=Path, help="a file to which a line is added for each hand")
    asked.add_argument("--out", type=Path, help="the prices, of all lines of the files named last")
    asked.add_argument("read", nargs="*", type=Path, help="files of lines made before")
    given = asked.parse_args()
    rows = [json.loads(line) for file in given.read for line in file.read_text(encoding="utf-8").splitlines()]
    if not given.read:
        for row in hands(given.seed, range(given.first, given.first + given.hands)):
            rows.append(row)
            if given.rows:
                with given.rows.open("a", encoding="utf-8") as file:
                    print(json.dumps(row), file=file)
    if given.out:
        told = {"seed": given.seed, "numbers": spans(row["hand"] for row in rows), "hands": len(rows)}
        given.out.write_text(json.dumps(told | {"prices": prices(rows)}, indent=1) + "\n", encoding="utf-8")
