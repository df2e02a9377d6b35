"""What ``bolicho train cases`` prints: how the three bases grew, what was asked, and how the bot plays now."""

import typer

from bolicho.cli.commands.train.imitation_results import SHOWN
from bolicho.cli.judging import verdict_sentence as judgement
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import duration, say
from bolicho.core.words import Words
from bolicho.lab.charts.training_tables import cases_growth, cases_sizes, words_of
from bolicho.report.terminal import show_table


def show(told: JsonObject, words: Words) -> None:
    """Print what came of a training."""
    spoken = words.language
    tables = words_of(spoken)
    show_table(cases_growth(told, tables, SHOWN), spoken)
    show_table(cases_sizes(told, tables), spoken)
    who = {"agent": told["agent"], "rival": told["against"]}
    counts = {key: say(told[key], spoken) for key in ("won", "matches", "hands")}
    typer.echo(words("cases-played", time=duration(told["seconds"], spoken), **who, **counts))
    typer.echo(words("cases-saved", bases=", ".join(told["bases"].values()), agent=told["agent"]))
    if "judged" in told:
        verdict, said = judgement(told["judged"], words)
        typer.echo(words(f"cases-verdict-{verdict}", **who, **said))
