"""``bolicho bench cbr``: finding cases beside scikit-learn and cbrkit, and matches of case-based agents."""

import json
from typing import TYPE_CHECKING

import typer

from bolicho.cli.commands.bench.shell import Told, amount, summary, tabled
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.rows import RowsReport


def bench_cases(seed: int, seconds: float, hands: int, as_json: bool) -> Told:
    """Measure all there is to measure about cases, and print it."""
    from rich.console import Console

    from bolicho.bench.case_matches import PAPER_SECONDS, match_speed
    from bolicho.bench.cases import search_speed
    from bolicho.bench.random_cases import ATTRIBUTES
    from bolicho.bench.rows import SOURCE

    with Console(stderr=True).status("getting ready") as status:
        found = search_speed(seed, seconds, hands, watch=status.update)
        status.update("matches of case-based agents")
        played = match_speed(seed)
    told = {"what": "cbr", "seed": seed, "search": found.to_dict(), "matches": played.to_dict()}
    if as_json:
        typer.echo(json.dumps(told, indent=2))
        return told
    paper = console()
    _rates(found)
    paper.print(f"Cases are {SOURCE}.")
    paper.print(f"Attributes: {', '.join(ATTRIBUTES)}.")
    for cases, rows in found.rows.items():
        made = found.build_seconds[cases]
        paper.print(f"{cases:,} cases are {rows:,} distinct rows; their index was made in {made:.2f} s.")
    paper.print(f"{found.checked} answers of each index were compared with the plain scan: the same.")
    memory = found.memory
    grown = "" if memory.grown is None else f"; the process grew by {memory.grown:.0f} MB"
    paper.print(f"Memory of {memory.cases:,} cases: base {memory.base:.0f} MB, index {memory.index:.0f} MB{grown}.")
    summary("in short", found.summary)
    paper.print(
        f"{played.agents[0]} and {played.agents[1]} played {played.matches} matches to {played.target} on "
        f"{played.cases:,} cases with {played.workers} workers in {played.seconds:.1f} s "
        f"(the paper: {PAPER_SECONDS / 3600:.0f} hours, {played.times_paper:,.0f} times as long)."
    )
    for name, install in found.missing.items():
        paper.print(f"{name} is not installed: {install}")
    return told


def _rates(report: "RowsReport") -> None:
    from bolicho.bench.rows import K

    rows = [
        [rate.name, rate.cases, amount(rate.seconds * 1e3, 4), None if ratio is None else f"{ratio:,.1f} ×"]
        for rate in report.rates
        for ratio in [report.ratio(rate.name)]
    ]
    title = f"the {K} most similar cases, best of three, seed {report.seed}"
    tabled(title, ("", "cases", "ms a question", "of ours"), rows)
