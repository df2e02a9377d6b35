"""What came of a training of the Markov player, from its rows: wins by seat and by mão and pé, hundred by hundred.

A match belongs to who was mão of its first hand. Against itself the matches tell what beginning is worth; against
another agent how the learner did, with 95 % intervals (Wilson): matches share no deals.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonObject

if TYPE_CHECKING:
    from bolicho.train.markov.folder import Row
    from bolicho.train.markov.training import MarkovTraining

HUNDRED = 100


def markov_training_facts(training: "MarkovTraining") -> JsonObject:
    """Return what came of a training, as JSON data."""
    rows, design = training.rows, training.design
    data: JsonObject = {
        "folder": str(training.folder.path),
        **training.asked,
        "matches": len(rows),
        "hands": sum(row["hands"] for row in rows),
        "seconds": round(training.seconds, 1),
        "updates": updates(rows),
        "wins": {"seats": [sum(row["winner"] == seat for row in rows) for seat in (0, 1)], "mano": first(rows)},
    }
    if design.against is not None:
        data["wins"]["learner"] = learner(rows)
        data["wins"]["per_hundred"] = per_hundred(rows)
    files = {str(matches): str(path) for matches, path in training.snapshots.items()}
    return data | {"learned": training.matrices.matches, "files": files}


def updates(rows: "Sequence[Row]") -> dict[str, int]:
    """Return how often each module was updated, both seats together."""
    names = dict.fromkeys(name for row in rows for name in row["updates"])
    return {name: sum(row["updates"].get(name, 0) for row in rows) for name in names}


def first(rows: "Sequence[Row]") -> JsonObject:
    """Return how often who began the match won it."""
    return rate([row["winner"] == row["mano"] for row in rows])


def learner(rows: "Sequence[Row]") -> JsonObject:
    """Return how often the learner won: in all, by seat, and as mão and as pé of the first hand.

    ``split`` is what the paper prints: which share of the matches won were won as mão, and as pé.
    """
    won = [row["winner"] == row["learner"] for row in rows]
    places = {"mao": True, "pe": False}
    by_place = {
        name: rate([win for win, row in zip(won, rows, strict=True) if (row["mano"] == row["learner"]) is begins])
        for name, begins in places.items()
    }
    by_seat = [rate([win for win, row in zip(won, rows, strict=True) if row["learner"] == seat]) for seat in (0, 1)]
    split = {name: round(found["wins"] / sum(won), 6) if any(won) else None for name, found in by_place.items()}
    return {**rate(won), "seats": by_seat, **by_place, "split": split}


def per_hundred(rows: "Sequence[Row]", size: int = HUNDRED) -> list[int]:
    """Return the learner's wins of every hundred matches; what is left of the last hundred is not told."""
    won = [row["winner"] == row["learner"] for row in rows]
    return [sum(won[begin : begin + size]) for begin in range(0, len(won) - size + 1, size)]


def rate(won: Sequence[bool]) -> JsonObject:
    """Return wins, matches, and the share with its 95 % interval.

    >>> rate([True, False, False, False])
    {'wins': 1, 'matches': 4, 'rate': 0.25, 'low': 0.045587, 'high': 0.699358}
    """
    wins, matches = sum(won), len(won)
    if not matches:
        return {"wins": 0, "matches": 0, "rate": None, "low": None, "high": None}
    low, high = wilson(wins / matches, matches)
    return {
        "wins": wins,
        "matches": matches,
        **dict(zip(("rate", "low", "high"), (round(n, 6) for n in (wins / matches, low, high)), strict=True)),
    }
