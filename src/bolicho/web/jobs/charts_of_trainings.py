"""Charts of trainings and clusterings: the tables that the lab makes of them, and heat maps through time."""

from collections.abc import Callable
from dataclasses import replace

from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.charts import training_tables as tables
from bolicho.report.document import Table
from bolicho.report.web import Chart
from bolicho.web.jobs.charts import FinishedJob, Maker

BOTH = ("wins", "losses")
MEASURES = {"truco": BOTH, "envido": BOTH, "flor": BOTH, "cards": BOTH, "levels": ("wins",)}
FRAME = "heat-{matrix}-{measure}-{matches}"


def _of(make: Callable[[JsonObject, Words], list[Table]]) -> Maker:
    return lambda told: [told.table(one) for one in make(told.result, tables.words_of(told.language))]


qlearning, cases, imitation = _of(tables.qlearning), _of(tables.cases), _of(tables.imitation)
equilibrium = _of(tables.equilibrium)


def markov(told: FinishedJob) -> list[Chart]:
    """What a training of the Markov player learned, and every matrix through time."""
    return [*_of(tables.markov)(told), *_maps(told)]


def clustering(told: FinishedJob) -> list[Chart]:
    """How many clusters each scenario has, with the drawing of the lab, and the curve that says why."""
    summary, *elbows = _of(tables.clustering)(told)
    return [replace(summary, picture="elbow.svg" if (told.work / "elbow.svg").exists() else ""), *elbows]


def _maps(told: FinishedJob) -> list[Chart]:
    """Every matrix through time: a frame a snapshot."""
    from bolicho.lab.charts.heatmap_table import heat_title

    words = tables.words_of(told.language)
    snapshots = sorted(int(path.stem.partition("-")[2]) for path in (told.work / "training").glob("matrices-*.npz"))
    return [
        Chart(
            f"heat-{matrix}-{measure}",
            heat_title(matrix, measure, words),
            note=words("heat-note"),
            frames=[
                (words("after", matches=n), FRAME.format(matrix=matrix, measure=measure, matches=n)) for n in snapshots
            ],
        )
        for matrix, measures in MEASURES.items()
        for measure in measures
        if snapshots
    ]


def frame(told: FinishedJob, name: str) -> Chart | None:
    """Return one frame of a heat map by its name; None where there is none of that name."""
    from bolicho.lab.charts.heatmap import sheet
    from bolicho.lab.charts.heatmap_table import heat_table
    from bolicho.learn.markov import file

    parts = name.split("-")
    if len(parts) != 4 or parts[0] != "heat" or parts[2] not in MEASURES.get(parts[1], ()) or not parts[3].isdecimal():
        return None
    path = told.work / "training" / f"matrices-{int(parts[3]):06d}.npz"
    if not path.exists():
        return None
    one = sheet(file.load(path), parts[1])
    return told.table(heat_table(name, one, parts[2], int(parts[3]), tables.words_of(told.language)))
