"""The tables of a tournament, made once from its results as data: page, terminal and web show these very tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bolicho.arena.results.intervals import Estimate, mirrored
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Agent, Figure, Value, say
from bolicho.core.words import Words
from bolicho.lab.tournament.plots import short
from bolicho.report.document import Table
from bolicho.report.web import bars

FAULTS = 50
"""Forfeits shown."""
CROWDED = 8
"""More agents than this, and the cross table leaves its intervals to the files."""
Found = JsonMapping
"""Results of a tournament as JSON data (`Results.to_dict`)."""


def standings(found: Sequence[Found], words: Words) -> Table:
    """How each agent did: rating, share of matches and points, with intervals."""
    rows: list[list[Value]] = [
        [
            Agent(one["agent"]),
            Figure(**one["rating"], percent=False, signed=False, digits=0),
            Figure(**one["win_rate"]),
            Figure(**one["points_per_hand"], percent=False),
            *(one[key] for key in ("matches", "wins", "draws", "forfeits")),
        ]
        for one in found
    ]
    keys = ("agent", "rating", "win_rate", "points_per_hand", "matches", "wins", "draws", "forfeits")
    chart = bars("agent", "win_rate", percent=True, middle=0.5 if len(rows) < 3 else None)
    return _table("standings", keys, rows, words, {"points_per_hand": "points-hand"}, chart)


def ratings(table: Table, words: Words) -> Table:
    """The ratings of the standings by themselves, for a chart of their own."""
    title, note = words("ratings-plot"), words("ratings-note")
    chart = bars("agent", "rating", zero=False)
    return replace(table.only("agent", "rating"), name="ratings", title=title, note=note, chart=chart)


def margins(found: Sequence[Found], words: Words) -> Table:
    """Points, and by how much matches end."""
    rows: list[list[Value]] = [
        [
            Agent(one["agent"]),
            Figure(one["points"], percent=False, digits=0),
            *(Figure(**one[key], percent=False, digits=1) for key in ("margin_won", "margin_lost")),
        ]
        for one in found
    ]
    return _table("margins", ("agent", "points", "margin_won", "margin_lost"), rows, words)


def begin(found: Sequence[Found], words: Words, *, mao: bool) -> Table:
    """How often each won from each place in turn; ``mao`` where the two places are those of Truco."""
    seats = len(found[0]["places"]) if found else 0
    named = [
        words(("begin-mao", "begin-pe")[n]) if mao and seats == 2 else words("begin-place", place=n + 1)
        for n in range(seats)
    ]
    rows: list[list[Value]] = [
        [Agent(one["agent"]), *(Figure(**place["win_rate"], n=place["matches"]) for place in one["places"])]
        for one in found
    ]
    keys = ("agent", *(f"place_{n + 1}" for n in range(seats)))
    columns = [words("column-agent"), *named]
    return Table("begin", words("begin-table"), columns, rows, words("begin-note"), keys=keys)


def cross(found: Found, words: Words) -> Table:
    """How often the agent of a row beat the one of a column."""
    names = [one["agent"] for one in found["standings"]]
    cells = pair_figures(found)
    rows: list[list[Value]] = [[Agent(row), *(cells.get((row, column)) for column in names)] for row in names]
    brief = len(rows) > CROWDED
    note = words("cross-brief" if brief else "cross-note")
    chart = {"kind": "heat", "row": "agent", "cells": names, "low": 0, "high": 1, "percent": True}
    columns = [words("column-agent"), *map(short, names)]
    return Table("cross", words("cross-table"), columns, rows, note, brief, ("agent", *names), chart)


def pair_figures(found: Found) -> dict[tuple[str, str], Figure]:
    """Return how often the first of two who met beat the second, both ways round."""
    cells = {}
    for pair in found["pairs"]:
        if pair["matches"]:
            rate = Estimate(**pair["win_rate"])
            cells[pair["first"], pair["second"]] = Figure.of(rate, pair["matches"])
            cells[pair["second"], pair["first"]] = Figure.of(mirrored(rate, 1.0), pair["matches"])
    return cells


def forfeits(found: Sequence[Found], words: Words, most: int = FAULTS) -> Table:
    """Matches that were lost by a fault."""
    rows: list[list[Value]] = [[str(one["match"]), Agent(one["agent"]), one["why"]] for one in found[:most]]
    left = len(found) - len(rows)
    note = words("forfeits-left", count=say(left, words.language)) if left else ""
    return _table("forfeits", ("match", "agent", "why"), rows, words, note=note)


def _table(
    name: str,
    keys: Sequence[str],
    rows: Sequence[Sequence[Value]],
    words: Words,
    titles: Mapping[str, str] | None = None,
    chart: JsonMapping | None = None,
    note: str | None = None,
) -> Table:
    columns = [words(f"column-{(titles or {}).get(key, key.replace('_', '-'))}") for key in keys]
    if note is None:
        note = words(f"{name}-note") if f"{name}-note" in words else ""
    return Table(name, words(f"{name}-table"), columns, rows, note, keys=keys, chart=chart)
