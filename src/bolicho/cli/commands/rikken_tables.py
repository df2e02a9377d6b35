"""What the analyses of Rikken show in the terminal: a table with bars, beside the numbers of both sources."""

from typing import TYPE_CHECKING, Any

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, number, percent, rare, say, with_interval
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.lab.works.rosa.analyses import FinishedAnalysis

LENGTH = 12
"""Of a bar, in signs."""
EIGHTHS = " ▏▎▍▌▋▊▉"


def show(told: JsonObject, done: "FinishedAnalysis", language: str) -> None:
    """Print an analysis for people."""
    from rich.console import Console

    words = Words("bolicho.lab.works.rosa", language, "analyses.toml")
    console = Console(highlight=False, markup=False)
    lines = (_bidding if told["analysis"] == "bidding" else _play)(told, words, console, language)
    lines += [words(f"differs-{what}") for what in told["differs_from_sources"]]
    if done.taken_over:
        lines.append(words("taken-over", done=done.taken_over, all=done.cells))
    lines.append(words("kept", folder=told["folder"]))
    for line in (*lines, *(words("wrote", file=file) for file in told["files"])):
        console.print(line, soft_wrap=True)


def _bidding(told: JsonObject, words: Words, console: Any, language: str) -> list[str]:
    grid = _grid(words("bidding-head", **_facts(told, words)), 0)  # nine columns in eighty signs
    for name in ("value", "share", "hands", "made", "", "success", "estimate", "rosa", "vorsteveld"):
        grid.add_column(words(f"column-{name}") if name else "", justify="right" if name else "left", no_wrap=True)
    for at in told["values"]:
        grid.add_row(
            str(at["value"]),
            rare(at["share"], language),
            str(at["repetitions"]),
            _interval(at["made_given_estimate"], language),
            bar((at["made_given_estimate"]["mean"] or 0.0) / 13, 6),
            percent(at["success_given_estimate"]["mean"], language),
            _interval(at["estimate_given_made"], language),
            *(number(at[source], 2, language) for source in ("rosa2008", "vorsteveld2007")),
        )
    console.print(grid)
    over, whole = told["over_all_hands"], "all" if told["all_estimates"] else "these"
    return [
        words("bidding-columns", over=words(f"over-{whole}")),
        words(
            f"bidding-over-{whole}",
            estimate=_interval(over["estimate"], language),
            made=_interval(over["made"], language),
            gap=_interval(over["made_less_estimate"], language),
            distance=_interval(over["distance"], language),
            wrong=percent(over["wrong"]["mean"], language),
        ),
    ]


def _play(told: JsonObject, words: Words, console: Any, language: str) -> list[str]:
    margin = {side: number(end, 2, language) for side, end in told["margin"].items()}
    grid = _grid(words("play-head", hands=_hands(told["hands"], words), **margin, **_facts(told, words)))
    for name in ("role", "games", "rate", "", "rosa", "vorsteveld"):
        left, narrow = name in ("role", ""), name != "role"
        grid.add_column(words(f"column-{name}") if name else "", justify="left" if left else "right", no_wrap=narrow)
    theirs = told["sources"] or {}
    names = {"technique": told["technique"], "against": told["against"]}
    for role, games in told["games"].items():
        found = told[f"{role}_success"]
        beside = [
            theirs.get(source, {}).get("declarer" if role == "declarer" else "oponente" if role == meant else "-")
            for source, meant in (("rosa2008", "others"), ("vorsteveld2007", "opponents"))
        ]
        grid.add_row(
            words(f"role-{role}-long", **names),
            say(games, language),
            with_interval(Figure(found["mean"], found["low"], found["high"]), language),
            bar(found["mean"] or 0.0),
            *(percent(share, language) for share in beside),
        )
    console.print(grid)
    lines = [words("play-oponente")] if theirs else []
    if told["spread_between_hands"] is not None:
        lines.append(words("play-spread", spread=percent(told["spread_between_hands"], language)))
    return lines


def bar(share: float, length: int = LENGTH) -> str:
    """Return a bar for a share of 1.

    >>> bar(0.5), bar(0.0)
    ('██████', '')
    """
    whole, part = divmod(round(min(max(share, 0.0), 1.0) * length * 8), 8)
    return ("█" * whole + EIGHTHS[part]).rstrip()


def _grid(title: str, apart: int = 1) -> Any:
    from rich import box
    from rich.table import Table

    return Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, apart, 0, 0), pad_edge=False)


def _facts(told: JsonObject, words: Words) -> dict[str, str]:
    said = {"contract": words(told["contract"]), "trump": words(f"trump-{told['trump']}")}
    return {name: told[name] for name in ("technique", "against")} | said


def _hands(count: int, words: Words) -> str:
    return words("one-hand" if count == 1 else "hands", count=count)


def _interval(found: dict[str, float | None], language: str) -> str:
    if found["mean"] is None:
        return "–"
    if found["low"] is None:
        return number(found["mean"], 2, language)
    half = max((found["high"] or 0.0) - found["mean"], found["mean"] - found["low"])  # one end may be cut off at 0
    return f"{number(found['mean'], 2, language)} ±{number(half, 2, language)}"
