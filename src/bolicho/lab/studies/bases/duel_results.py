"""What came of a duel, as data: standings, how it went match by match, and how the bases grew."""

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.standings import standings
from bolicho.arena.results.summary import results
from bolicho.core.json_text import JsonObject
from bolicho.lab.studies.bases.duel import Match
from bolicho.lab.studies.bases.side import SIDES

POINTS = 100
"""At most so many points of a curve are told."""


def duel_facts(match: Match) -> JsonObject:
    """Return what came of it, as JSON data."""
    duel, rows = match.duel, match.rows
    names = [f"{side.upper()}: {one.spec}" for side, one in zip(SIDES, duel.sides, strict=True)]
    found = results(rows, names, duel.seed)
    return {
        "agents": names,
        "asked": duel.to_dict(),
        "policies": [None if side.agent else side.policy for side in duel.sides],
        "standings": found.to_dict()["standings"],
        "sets": _sets(rows, duel.matches),
        "curve": _curve(rows),
        "growth": _growth(match) if match.learners else [],
        "forfeits": found.to_dict()["forfeits"],
    }


def _sets(rows: list[Row], matches: int) -> list[JsonObject]:
    """Wins of each side, in the first set of matches and in the one with the sides swapped."""
    parts = [rows[begin : begin + matches] for begin in range(0, len(rows), matches)]
    return [
        {
            "set": number,
            "matches": len(part),
            **{side: sum(r.winner == n for r in part) for n, side in enumerate(SIDES)},
        }
        for number, part in enumerate(parts, 1)
    ]


def _curve(rows: list[Row]) -> list[JsonObject]:
    """The share of matches that side A has won so far, with its interval."""
    found = []
    for played in _some(len(rows)):
        first = standings(rows[:played], 2)[0]
        rate = first.win_rate
        found.append({"match": played, "wins": first.wins, "rate": rate.mean, "low": rate.low, "high": rate.high})
    return found


def _growth(match: Match) -> list[JsonObject]:
    """The cases of the sides that learn, and how many changes of a number of clusters there were so far."""
    found, changes = [], 0
    wanted = set(_some(len(match.steps)))
    for played, step in enumerate(match.steps, 1):
        changes += sum(len(changed) for changed in step["k"].values())
        if played in wanted:
            found.append({"match": played, **step["size"], "changes": changes})
    return found


def _some(count: int) -> list[int]:
    """Places of at most `POINTS` points, the last among them.

    >>> _some(3), len(_some(1000)), _some(1000)[-1]
    ([1, 2, 3], 100, 1000)
    """
    points = min(count, POINTS)
    return [round((n + 1) * count / points) for n in range(points)]
