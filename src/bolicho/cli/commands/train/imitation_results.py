"""What ``bolicho train imitation`` prints: how the base grew, its clusters, what was removed, and how it plays."""

import typer

from bolicho.cli.judging import verdict_sentence as judgement
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, duration, say
from bolicho.core.words import Words
from bolicho.lab.charts.training_tables import imitation_growth, scenarios, words_of
from bolicho.report.terminal import show_table

SHOWN = 10
"""Points of the growth that are printed."""


def show(told: JsonObject, words: Words) -> None:
    """Print what came of a training."""
    spoken = words.language
    cases = {key: say(count, spoken) for key, count in told["cases"].items()}
    tables = words_of(spoken)
    show_table(imitation_growth(told, tables, SHOWN).only("match", "cases", "share", "clusters"), spoken)
    if told["clusters"]:
        show_table(scenarios(told, tables), spoken)
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


def _print_verdict(told: JsonObject, words: Words) -> None:
    judged = told["judged"]
    verdict, said = judgement(judged, words)
    about = {"name": told["base"], "start": told["start"], "policy": judged["policy"]}
    typer.echo(words(f"imitation-verdict-{verdict}", **about, **said))
