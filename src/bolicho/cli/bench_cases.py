"""``bolicho bench cbr``: finding cases beside scikit-learn and cbrkit, and matches of case-based agents."""

import json
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from bolicho.lab.bench_cases_report import Report


def bench_cases(seed: int, seconds: float, hands: int, as_json: bool) -> None:
    """Measure all there is to measure about cases, and print it."""
    from rich.console import Console

    from bolicho.lab.bench_cases import search_speed
    from bolicho.lab.bench_cases_matches import ASKED, SEED_SECONDS, match_speed
    from bolicho.lab.bench_cases_report import SOURCE
    from bolicho.lab.random_cases import ATTRIBUTES

    with Console(stderr=True).status("getting ready") as status:
        found = search_speed(seed, seconds, hands, watch=status.update)
        status.update("matches of case-based agents")
        played = match_speed(seed)
    if as_json:
        told = {"what": "cbr", "seed": seed, "search": found.to_dict(), "matches": played.to_dict()}
        typer.echo(json.dumps(told, indent=2))
        return
    console = Console(highlight=False, markup=False)
    console.print(_rates(found))
    console.print(f"Cases are {SOURCE}.")
    console.print(f"Attributes: {', '.join(ATTRIBUTES)}.")
    for cases, rows in found.rows.items():
        made = found.build_seconds[cases]
        console.print(f"{cases:,} cases are {rows:,} distinct rows; their index was made in {made:.2f} s.")
    console.print(f"{found.checked} answers of each index were compared with the plain scan: the same.")
    memory = found.memory
    grown = "" if memory.grown is None else f"; the process grew by {memory.grown:.0f} MB"
    console.print(f"Memory of {memory.cases:,} cases: base {memory.base:.0f} MB, index {memory.index:.0f} MB{grown}.")
    console.print(_bars(found))
    console.print(
        f"{played.agents[0]} and {played.agents[1]} played {played.matches} matches to {played.target} on "
        f"{played.cases:,} cases with {played.workers} workers in {played.seconds:.1f} s (asked: {ASKED:.0f}; "
        f"the seed: {SEED_SECONDS / 3600:.0f} hours, {played.times_seed:,.0f} times as long)."
    )
    for name, install in found.missing.items():
        console.print(f"{name} is not installed: {install}")


def _rates(report: "Report") -> "Table":
    from bolicho.lab.bench_cases_report import K

    grid = _grid(
        f"the {K} most similar cases, best of three, seed {report.seed}", "", "cases", "ms a question", "of ours"
    )
    for rate in report.rates:
        ratio = report.ratio(rate.name)
        times = "–" if ratio is None else f"{ratio:,.1f} ×"
        grid.add_row(rate.name, f"{rate.cases:,}", f"{rate.seconds * 1e3:,.4f}", times)
    return grid


def _bars(report: "Report") -> "Table":
    grid = _grid("what is asked", "", "asked", "measured", "held")
    for bar in report.bars:
        asked = f"{'≥' if bar.at_least else '≤'} {bar.asked:,.0f}"
        measured = "not installed" if bar.measured is None else f"{bar.measured:,.1f}"
        grid.add_row(bar.name, asked, measured, {True: "yes", False: "no", None: "–"}[bar.held])
    return grid


def _grid(title: str, *columns: str) -> "Table":
    from rich import box
    from rich.table import Table

    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        grid.add_column(column, justify="right" if number else "left")
    return grid
