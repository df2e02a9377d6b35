"""What ``bolicho train imitation`` prints: how the base grew, its clusters, what was removed, and how it plays."""

from typing import Any

import typer

from bolicho.cli.judging import told as judgement
from bolicho.core.numbers import Figure, duration, say
from bolicho.core.words import Words

SHOWN = 10
"""Points of the growth that are printed."""


def show(told: dict[str, Any], words: Words) -> None:
    """Print what came of a training."""
    spoken = words.language
    cases = {key: say(count, spoken) for key, count in told["cases"].items()}
    _print_growth(told, words)
    _print_clusters(told, words)
    share = say(Figure(told["kept"] / told["hands"] if told["hands"] else None), spoken)
    counts = {key: say(told[key], spoken) for key in ("kept", "hands", "matches")}
    typer.echo(words("imitation-kept", share=share, time=duration(told["seconds"], spoken), **counts))
    if told["broken"] is not None:
        rules = ", ".join(f"{rule} {say(count, spoken)}" for rule, count in told["broken"].items())
        typer.echo(words("imitation-cleaned", removed=cases["removed"], rules=rules))
    typer.echo(
        words("imitation-saved", name=told["base"], start=told["start"], before=cases["start"], now=cases["now"])
    )
    if "judged" in told:
        _print_verdict(told, words)


def _print_growth(told: dict[str, Any], words: Words) -> None:
    points = told["growth"]
    some = [points[n * (len(points) - 1) // SHOWN] for n in range(SHOWN + 1)] if len(points) > SHOWN else points
    rows, before = [], some[0]
    for point in some:
        seen, kept = point["hands"] - before["hands"], point["kept"] - before["kept"]
        share = say(Figure(kept / seen if seen else None), words.language)
        rows.append([*(say(point[key], words.language) for key in ("match", "cases")), share, str(point["clusters"])])
        before = point
    table(words("imitation-growth"), [words(f"column-{key}") for key in ("matches", "cases", "kept", "clusters")], rows)


def _print_clusters(told: dict[str, Any], words: Words) -> None:
    if not told["clusters"]:
        return
    rows = [
        [name, *("–" if found[key] is None else str(found[key]) for key in ("start", "end", "changes"))]
        for name, found in told["clusters"].items()
    ]
    columns = [words(f"column-{key}") for key in ("scenario", "k-start", "k-end", "changes")]
    table(words("imitation-clusters", times=told["reclustered"]), columns, rows)


def _print_verdict(told: dict[str, Any], words: Words) -> None:
    judged = told["judged"]
    verdict, said = judgement(judged, words)
    about = {"name": told["base"], "start": told["start"], "policy": judged["policy"]}
    typer.echo(words(f"imitation-verdict-{verdict}", **about, **said))


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table; the first column is text where its first cell is."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    grid = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for place, column in enumerate(columns):
        grid.add_column(column, justify="left" if not place and not rows[0][0][:1].isdigit() else "right")
    for row in rows:
        grid.add_row(*row)
    Console(highlight=False, markup=False).print(grid)
