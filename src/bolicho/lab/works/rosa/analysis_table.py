"""What an analysis of Rikken says, beside the numbers of both sources: a table with bars, and remarks below it."""

from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure, Value, number, percent, plus_minus, rare
from bolicho.core.words import Words
from bolicho.report.document import Table
from bolicho.report.web import bars

TRICKS = 13


def analysis_table(told: JsonMapping, words: Words) -> Table:
    """Make the table of an analysis."""
    return (_bidding if told["analysis"] == "bidding" else _play)(told, words)


def remarks(told: JsonMapping, words: Words) -> list[str]:
    """Say what the table does not: how to read it, what comes out over all hands, how it differs from the sources."""
    lines = _over(told, words) if told["analysis"] == "bidding" else _spread(told, words)
    return lines + [words(f"differs-{what}") for what in told["differs_from_sources"]]


def _bidding(told: JsonMapping, words: Words) -> Table:
    rows: list[list[Value]] = [
        [
            at["value"],
            rare(at["share"], words.language),
            at["repetitions"],
            _tricks(at["made_given_estimate"]),
            Figure(at["success_given_estimate"]["mean"]),
            _tricks(at["estimate_given_made"]),
            *(_tricks({"mean": at[source]}) for source in ("rosa2008", "vorsteveld2007")),
        ]
        for at in told["values"]
    ]
    keys = ("value", "share", "hands", "made", "success", "estimate", "rosa", "vorsteveld")
    chart = bars("value", "made", signs=6, most=TRICKS)
    columns = [words(f"column-{key}") for key in keys]
    return Table("bidding", words("bidding-head", **_facts(told, words)), columns, rows, keys=keys, chart=chart)


def _over(told: JsonMapping, words: Words) -> list[str]:
    over, whole = told["over_all_hands"], "all" if told["all_estimates"] else "these"
    named = {"estimate": "estimate", "made": "made", "gap": "made_less_estimate", "distance": "distance"}
    said = {name: plus_minus(_tricks(over[key]), words.language) for name, key in named.items()}
    return [
        words("bidding-columns", over=words(f"over-{whole}")),
        words(f"bidding-over-{whole}", **said, wrong=percent(over["wrong"]["mean"], words.language)),
    ]


def _play(told: JsonMapping, words: Words) -> Table:
    theirs = told["sources"] or {}
    names = {"technique": told["technique"], "against": told["against"]}
    rows: list[list[Value]] = []
    for role, games in told["games"].items():
        found = told[f"{role}_success"]
        beside = [
            theirs.get(source, {}).get("declarer" if role == "declarer" else "oponente" if role == meant else "-")
            for source, meant in (("rosa2008", "others"), ("vorsteveld2007", "opponents"))
        ]
        rate = Figure(found["mean"], found["low"], found["high"])
        rows.append([words(f"role-{role}-long", **names), games, rate, *map(Figure, beside)])
    keys = ("role", "games", "rate", "rosa", "vorsteveld")
    count = words("one-hand" if told["hands"] == 1 else "hands", count=told["hands"])
    margin = {side: number(end, 2, words.language) for side, end in told["margin"].items()}
    title = words("play-head", hands=count, **margin, **_facts(told, words))
    return Table(
        "play",
        title,
        [words(f"column-{key}") for key in keys],
        rows,
        keys=keys,
        chart=bars("role", "rate", signs=12, percent=True),
    )


def _spread(told: JsonMapping, words: Words) -> list[str]:
    lines = [words("play-oponente")] if told["sources"] else []
    if told["spread_between_hands"] is not None:
        lines.append(words("play-spread", spread=percent(told["spread_between_hands"], words.language)))
    return lines


def _facts(told: JsonMapping, words: Words) -> dict[str, str]:
    said = {"contract": words(told["contract"]), "trump": words(f"trump-{told['trump']}")}
    return {name: told[name] for name in ("technique", "against")} | said


def _tricks(found: JsonMapping) -> Figure:
    """Return tricks with their interval, as wide on both sides: one end may be cut off at 0."""
    mean, ends = found["mean"], [found.get("low"), found.get("high")]
    half = None if None in (mean, *ends) else max(ends[1] - mean, mean - ends[0])
    low, high = (None, None) if half is None else (mean - half, mean + half)
    return Figure(mean, low, high, percent=False, signed=False, digits=2)
