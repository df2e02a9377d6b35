"""The two analyses from beginning to end: a ledger that can be resumed, then what it says as data, CSV and bars."""

import csv
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from io import StringIO
from pathlib import Path

from bolicho.core.extras import need
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.ledger import ROWS, Ledger
from bolicho.lab.engine.run import Progress, fill
from bolicho.lab.engine.threads import in_threads
from bolicho.lab.works.rosa.bidding import Bidding
from bolicho.lab.works.rosa.numbers import SOURCES
from bolicho.lab.works.rosa.play import A_STAGE, Play, margin_of
from bolicho.lab.works.rosa.sources import bidding_beside, differs, of_all_hands, play_beside
from bolicho.lab.works.rosa.sums import along_the_axis, between_hands, errors, stages, successes
from bolicho.report.about import row_versions
from bolicho.report.bars import Bars, Groups, bar_groups
from bolicho.report.document import Plot

VERSION = "1"
PLACE = Path("results")


@dataclass(frozen=True)
class FinishedAnalysis:
    """A finished analysis."""

    analysis: Bidding | Play
    seed: int
    rows: Rows
    folder: Path
    taken_over: int
    """Cells that an earlier run had finished."""
    cells: int


def analyse(
    analysis: Bidding | Play,
    seed: int,
    folder: Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> FinishedAnalysis:
    """Run an analysis, or what is missing of it, in a directory; by default one named after all that decides it."""
    need_kernel()
    design = design_of(analysis.check(), seed)
    place = folder or default_folder(design)

    def run(_: Design, cells: Sequence[Cell], crew: int, done: WhenDone) -> None:
        in_threads(lambda cell: analysis.work(cell.facts, seed), cells, crew, done)

    with Ledger(place, design, row_versions()) as ledger:
        taken_over = fill(ledger, design, run, workers or os.cpu_count() or 1, progress)
        rows = [row for cell in design.cells for row in ledger.rows[cell.key]]
    return FinishedAnalysis(analysis, seed, rows, place, taken_over, len(design.cells))


def rows_left(analysis: Bidding | Play, seed: int, folder: Path | None = None) -> tuple[int, Path]:
    """Return how many rows an interrupted run has left, and where."""
    place = folder or default_folder(design_of(analysis, seed))
    ledger = place / ROWS
    lines = ledger.read_bytes().splitlines(keepends=True) if ledger.exists() else []
    return sum(len(json.loads(line)["rows"]) for line in lines if line.endswith(b"\n")), place


def need_kernel() -> None:
    """Say before anything is begun that the analyses cannot do without Numba."""
    need("numba")


def design_of(analysis: Bidding | Play, seed: int) -> Design:
    """Return everything that decides the rows."""
    name = f"rikken-{type(analysis).__name__.lower()}"
    return Design(name, VERSION, "as-asked", seed, analysis.settings, tuple(analysis.cells()))


def default_folder(design: Design) -> Path:
    """Return a place of its own for every design and every version of the code."""
    facts = design.settings
    digest = blake2b(json.dumps([design.to_dict(), row_versions()], sort_keys=True).encode(), digest_size=4)
    name = f"{design.experiment}-{facts['technique']}-{facts['against']}-{facts['contract']}-{digest.hexdigest()}"
    return PLACE / name.replace(":", "-").replace("=", "-")


# ── as data ───────────────────────────────────────────────────────────────────────────────────────────────────────


def result(done: FinishedAnalysis) -> JsonObject:
    """Return everything that an analysis says, as JSON data."""
    kind = type(done.analysis).__name__.lower()
    told = _bidding(done) if isinstance(done.analysis, Bidding) else _play(done.analysis, done.rows)
    asked = done.analysis.settings | {"trump": "on" if done.analysis.trump else "none"}
    beside = {"differs_from_sources": differs(done.analysis)}
    return {"analysis": kind, **asked, "seed": done.seed, **told, **beside, "folder": str(done.folder)}


def _bidding(done: FinishedAnalysis) -> JsonObject:
    analysis = done.analysis
    assert isinstance(analysis, Bidding)
    theirs = bidding_beside(analysis)
    values = []
    for at in along_the_axis(done.rows, analysis.low, analysis.high):
        values.append(at.to_dict() | (theirs[at.value].to_dict() if at.value in theirs else dict.fromkeys(SOURCES)))
    over_all = {name: figure.to_dict() for name, figure in errors(done.rows).items()}
    whole = of_all_hands(analysis)
    return {"hands": len(done.rows), "values": values, "all_estimates": whole, "over_all_hands": over_all}


def _play(analysis: Play, rows: Rows) -> JsonObject:
    theirs = play_beside(analysis)
    found = successes(rows)
    low, high = margin_of(analysis.bounds)
    return {
        "margin": {"low": low, "high": round(high, 4)},
        "hands": len(rows),
        "games": {role: A_STAGE * sum(len(row[role]) for row in rows) for role in found},
        **{f"{role}_success": figure.to_dict() for role, figure in found.items()},
        "declarer_success_by_seat": [figure.to_dict() for figure in stages(rows)],
        "spread_between_hands": between_hands(rows),
        "sources": None
        if theirs is None
        else {
            source: {"declarer": theirs.declarer[n], "oponente": theirs.opponent[n]} for n, source in enumerate(SOURCES)
        },
    }


def as_csv(rows: Rows) -> str:
    """Return the rows as CSV; lists of counts become columns by seat."""
    flat = [_flat(row) for row in rows]
    out = StringIO()
    writer = csv.DictWriter(out, list(flat[0]) if flat else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat)
    return out.getvalue()


def _flat(row: JsonObject) -> JsonObject:
    told: JsonObject = {}
    for name, value in row.items():
        if isinstance(value, list):
            seats = range(4 - len(value), 4)
            told |= {f"{name}_made_of_{A_STAGE}_seat_{seat}": count for seat, count in zip(seats, value, strict=True)}
        else:
            told[name] = int(value) if isinstance(value, bool) else value
    return told


# ── as bars ───────────────────────────────────────────────────────────────────────────────────────────────────────


def plot(done: FinishedAnalysis, language: str) -> Plot:
    """Draw an analysis beside the numbers of both sources."""
    words = Words("bolicho.lab.works.rosa", language, "analyses.toml")
    draw = partial(bar_groups, language=language)
    facts = {
        "technique": done.analysis.technique,
        "against": done.analysis.against,
        "contract": words(done.analysis.contract),
    }
    if isinstance(done.analysis, Bidding):
        title = words("bidding-plot", **facts)
        bars = bidding_bars(done.analysis, done.rows, words, title)
    else:
        title = words("play-plot", **facts)
        bars = play_bars(done.analysis, done.rows, words, title)
    kind = type(done.analysis).__name__.lower()
    notes = [words(f"{kind}-note"), *(words(f"differs-{what}") for what in differs(done.analysis))]
    return draw(kind, title, [bars], note=" ".join(notes))


def bidding_bars(analysis: Bidding, rows: Rows, words: Words, title: str) -> Groups:
    """Return both conditionals and both sources for every value of the axis."""
    axis = along_the_axis(rows, analysis.low, analysis.high)
    theirs = bidding_beside(analysis)
    labels = [str(at.value) for at in axis]
    bars = [
        Bars("ours", words("made-given-estimate"), [Figure.of(at.made, percent=False) for at in axis]),
        Bars("ours-too", words("estimate-given-made"), [Figure.of(at.estimate, percent=False) for at in axis]),
    ]
    for n, source in enumerate(SOURCES if theirs else ()):
        figures = [Figure(theirs[at.value][n], percent=False) if at.value in theirs else None for at in axis]
        bars.append(Bars(source, words(source), figures))
    return Groups(title, labels, bars, words("axis-value"), words("axis-tricks"))


def play_bars(analysis: Play, rows: Rows, words: Words, title: str) -> Groups:
    """Return the three roles, each beside what the sources print of it."""
    found, theirs = successes(rows), play_beside(analysis)
    bars = [Bars("ours", "Bolicho", [Figure.of(figure) for figure in found.values()])]
    if theirs is not None:
        rosa = [Figure(theirs.declarer.rosa), None, Figure(theirs.opponent.rosa)]
        vorsteveld = [Figure(theirs.declarer.vorsteveld), Figure(theirs.opponent.vorsteveld), None]
        bars += [Bars("rosa2008", words("rosa2008"), rosa), Bars("vorsteveld2007", words("vorsteveld2007"), vorsteveld)]
    return Groups(title, [words(f"role-{role}") for role in found], bars, "", words("axis-success"), percent=True)
