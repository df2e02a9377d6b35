"""How a base grew while it was learned: the rows of a training as data to print and to draw."""

from collections.abc import Sequence

from bolicho.core.json_text import JsonObject
from bolicho.train.imitation.run import CLEAN, START, matches
from bolicho.train.imitation.training import Imitation

POINTS = 100
"""At most so many points of the growth are told; the run in the store has them all."""


def imitation_facts(training: Imitation) -> JsonObject:
    """Return what came of a training, as JSON data."""
    steps = training.steps
    begin, played = steps[0], matches(steps)
    cleaned = next((step for step in steps if step["key"] == CLEAN), None)
    return {
        "base": training.design.name,
        "start": training.design.start,
        "run": training.run.id,
        "seed": training.design.seed,
        "settings": training.design.to_dict(),
        "matches": len(played),
        "hands": sum(step["hands"] for step in played),
        "kept": sum(step["kept"] for step in played),
        "cases": {
            "start": begin["cases"],
            "learned": sum(step["kept"] for step in played),
            "removed": 0 if cleaned is None else len(cleaned["removed"]),
            "now": steps[-1]["cases"],
        },
        "broken": None if cleaned is None else cleaned["broken"],
        "reclustered": sum(bool(step["reclustered"]) for step in played),
        "clusters": clusters(steps),
        "cluster_changes": changes(steps),
        "growth": growth(steps),
        "seconds": round(training.seconds, 1),
    }


def clusters(steps: Sequence[JsonObject]) -> dict[str, dict[str, int | None]]:
    """Return for each scenario its number of clusters at first and in the end, and how often it changed."""
    first: dict[str, int] = steps[0]["k"]
    later = [(name, k) for step in steps[1:] for name, k in step["k"].items()]
    names = dict.fromkeys((*first, *(name for name, _ in later)))
    last = {**first, **dict(later)}
    return {
        name: {"start": first.get(name), "end": last[name], "changes": sum(name == other for other, _ in later)}
        for name in names
    }


def changes(steps: Sequence[JsonObject]) -> list[JsonObject]:
    """Return every change of a number of clusters, with the match after which it came (0: before the first)."""
    found, played = [], 0
    for step in steps:
        played += step["key"] not in (START, CLEAN)
        found += [{"match": played, "cases": step["cases"], "scenario": name, "k": k} for name, k in step["k"].items()]
    return found


def growth(steps: Sequence[JsonObject], points: int = POINTS) -> list[dict[str, int]]:
    """Return the cases and clusters there were after some of the matches, and the hands seen and kept till then."""
    k: dict[str, int] = {}
    found = []
    hands = kept = 0
    for place, step in enumerate(step for step in steps if step["key"] != CLEAN):
        k |= step["k"]
        hands, kept = hands + step.get("hands", 0), kept + step.get("kept", 0)
        sums = {"match": place, "cases": step["cases"], "hands": hands, "kept": kept, "clusters": sum(k.values())}
        found.append(sums)
    every = -(-(len(found) - 1) // points) or 1
    return [point for point in found if point["match"] % every == 0 or point is found[-1]]
