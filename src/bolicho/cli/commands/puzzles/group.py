"""``bolicho puzzles``: positions with one best answer."""

import json
from collections import Counter

import typer

from bolicho.cli.commands.puzzles.make import make
from bolicho.cli.commands.puzzles.solve import solve
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.lazy import SETTINGS, group
from bolicho.core.numbers import Value
from bolicho.core.words import Words

puzzles = group()
puzzles.command("solve", context_settings=SETTINGS)(solve)
puzzles.command("make", context_settings=SETTINGS)(make)


@puzzles.callback(invoke_without_command=True)
def main(
    ctx: typer.Context,
    as_json: bool = typer.Option(False, "--json", help="Print the counts as JSON."),
    language: str | None = LANGUAGE,
) -> None:
    """Solve puzzles: positions with one clearly best move. Alone it lists how many there are, by game and theme."""
    if ctx.invoked_subcommand is not None:
        return
    from bolicho.play.puzzles.puzzle import shipped
    from bolicho.report.document import Table
    from bolicho.report.terminal import show_table

    words = Words("bolicho.cli.commands.puzzles", speak(language))
    counts: dict[str, Counter[str]] = {}
    for one in shipped().values():
        counts.setdefault(one.game, Counter())[one.theme] += 1
    if as_json:
        typer.echo(json.dumps(counts))
        return
    rows: list[list[Value]] = []
    for game, themes in counts.items():
        told = ", ".join(f"{theme} {count}" for theme, count in sorted(themes.items()))
        rows.append([game, str(themes.total()), told])
    show_table(Table("puzzles", words("title"), [words(f"head-{key}") for key in ("game", "count", "themes")], rows),
               words.language)  # fmt: skip
