"""What ``bolicho train imitation`` prints: how the base grew, its clusters, what was removed, and how it plays."""

import typer

from bolicho.cli.judging import verdict_sentence as judgement
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, duration, say
from bolicho.core.words import Words
from bolicho.report.document import Table
from bolicho.report.terminal import show_table

SHOWN = 10
"""Points of the growth that are printed."""


def show(told: JsonObject, words: Words) -> None:
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


def _print_growth(told: JsonObject, words: Words) -> None:
    points = told["growth"]
    some = [points[n * (len(points) - 1) // SHOWN] for n in range(SHOWN + 1)] if len(points) > SHOWN else points
    before, rows = some[0], []
    for point in some:
        seen, kept = point["hands"] - before["hands"], point["kept"] - before["kept"]
        rows.append([point["match"], point["cases"], Figure(kept / seen if seen else None), point["clusters"]])
        before = point
    columns = [words(f"column-{key}") for key in ("matches", "cases", "kept", "clusters")]
    show_table(Table("growth", words("imitation-growth"), columns, rows), words.language)


def _print_clusters(told: JsonObject, words: Words) -> None:
    if not told["clusters"]:
        return
    rows = [[name, *(found[key] for key in ("start", "end", "changes"))] for name, found in told["clusters"].items()]
    columns = [words(f"column-{key}") for key in ("scenario", "k-start", "k-end", "changes")]
    title = words("imitation-clusters", times=told["reclustered"])
    show_table(Table("clusters", title, columns, rows), words.language)


def _print_verdict(told: JsonObject, words: Words) -> None:
    judged = told["judged"]
    verdict, said = judgement(judged, words)
    about = {"name": told["base"], "start": told["start"], "policy": judged["policy"]}
    typer.echo(words(f"imitation-verdict-{verdict}", **about, **said))
