"""What ``bolicho train cases`` prints: how the three bases grew, what was asked, and how the bot plays now."""

import typer

from bolicho.cli.commands.train.imitation_results import SHOWN
from bolicho.cli.judging import verdict_sentence as judgement
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import duration, say
from bolicho.core.words import Words
from bolicho.report.document import Table
from bolicho.report.terminal import show_table


def show(told: JsonObject, words: Words) -> None:
    """Print what came of a training."""
    spoken = words.language
    _print_growth(told, words)
    _print_bases(told, words)
    who = {"agent": told["agent"], "rival": told["against"]}
    counts = {key: say(told[key], spoken) for key in ("won", "matches", "hands")}
    typer.echo(words("cases-played", time=duration(told["seconds"], spoken), **who, **counts))
    typer.echo(words("cases-saved", bases=", ".join(told["bases"].values()), agent=told["agent"]))
    if "judged" in told:
        verdict, said = judgement(told["judged"], words)
        typer.echo(words(f"cases-verdict-{verdict}", **who, **said))


def _print_growth(told: JsonObject, words: Words) -> None:
    points = told["growth"]
    some = [points[n * (len(points) - 1) // SHOWN] for n in range(SHOWN + 1)] if len(points) > SHOWN else points
    modes = list(told["bases"])
    rows = [[point[key] for key in ("match", "hands", *modes)] for point in some]
    columns = [words("column-matches"), words("column-hands"), *modes]
    show_table(Table("growth", words("cases-growth"), columns, rows), words.language)


def _print_bases(told: JsonObject, words: Words) -> None:
    help = told["help"] if any(told["help"]["asked"].values()) else {}
    rows = [[mode, *found.values(), *(asked[mode] for asked in help.values())] for mode, found in told["cases"].items()]
    columns = ("base", "start", "new", "removed", "now", *(what.replace("_", "-") for what in help))
    titles = [words(f"column-{column}") for column in columns]
    show_table(Table("bases", words("cases-bases"), titles, rows), words.language)
