"""How the three bases of a case learner grew: the rows of its training as data to print and to draw."""

from collections.abc import Sequence

from bolicho.core.json_text import JsonObject
from bolicho.lab.charts.growth import POINTS
from bolicho.train.cases.training import CaseTraining

HELP = ("asked", "answered", "timed_out")


def case_training_facts(training: CaseTraining) -> JsonObject:
    """Return what came of a training, as JSON data."""
    design, steps, played = training.design, training.steps, training.played
    return {
        "name": design.name,
        "agent": design.agent,
        "bot": design.bot,
        "against": design.against,
        "start": design.start,
        "run": training.run.id,
        "seed": design.seed,
        "settings": design.to_dict(),
        "matches": len(played),
        "won": sum(step["winner"] == step["seat"] for step in played),
        "hands": sum(step["hands"] for step in played),
        "bases": design.bases,
        "cases": {
            mode: {
                "start": steps[0]["cases"][mode],
                "kept": sum(step["kept"][mode] for step in played),
                "removed": sum(step["removed"][mode] for step in played),
                "now": steps[-1]["cases"][mode],
            }
            for mode in design.bases
        },
        "help": {
            what: {mode: sum(step[what].get(mode, 0) for step in played) for mode in design.bases} for what in HELP
        },
        "growth": growth(steps, list(design.bases)),
        "seconds": round(training.seconds, 1),
    }


def growth(steps: Sequence[JsonObject], modes: Sequence[str], points: int = POINTS) -> list[dict[str, int]]:
    """Return the cases of each base after some of the matches, and the hands seen till then."""
    found: list[dict[str, int]] = []
    hands = 0
    for place, step in enumerate(steps):
        hands += step.get("hands", 0)
        found.append({"match": place, "hands": hands, **{mode: step["cases"][mode] for mode in modes}})
    every = -(-(len(found) - 1) // points) or 1
    return [point for point in found if point["match"] % every == 0 or point is found[-1]]
