"""The tables of a tournament, made once from its results as data: page, terminal and web show these very tables."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import Estimate, mirrored
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Agent, Chance, Figure, Value, say
from bolicho.core.words import Words
from bolicho.lab.tournament.plots import short
from bolicho.report.document import Table
from bolicho.report.web import bars, lines
from bolicho.report.worded_tables import worded

FAULTS = 50
"""Forfeits shown."""
CROWDED = 8
"""More agents than this, and the cross table leaves its intervals to the files."""
BLOCKS, BLOCK = 20, 5
"""Points of a learning curve at most, and matches of one at least."""


def standings(found: Sequence[JsonMapping], words: Words) -> Table:
    """How each agent did: rating, share of matches and points, with intervals."""
    rows: list[list[Value]] = [
        [
            Agent(one["agent"]),
            Figure.rating(**one["rating"]),
            Figure(**one["win_rate"]),
            Figure(**one["points_per_hand"], percent=False),
            *(one[key] for key in ("matches", "wins", "draws", "forfeits")),
        ]
        for one in found
    ]
    keys = ("agent", "rating", "win_rate", "points_per_hand", "matches", "wins", "draws", "forfeits")
    chart = bars("agent", "win_rate", percent=True, middle=0.5 if len(rows) < 3 else None)
    return worded("standings", keys, rows, words, chart=chart)


def ratings(table: Table, words: Words) -> Table:
    """The ratings of the standings by themselves, for a chart of their own."""
    title, note = words("ratings-plot"), words("ratings-note")
    chart = bars("agent", "rating", zero=False)
    return replace(table.only("agent", "rating"), name="ratings", title=title, note=note, chart=chart)


def margins(found: Sequence[JsonMapping], words: Words) -> Table:
    """Points, and by how much matches end."""
    rows: list[list[Value]] = [
        [
            Agent(one["agent"]),
            Figure(one["points"], percent=False, digits=0),
            *(Figure(**one[key], percent=False, digits=1) for key in ("margin_won", "margin_lost")),
        ]
        for one in found
    ]
    return worded("margins", ("agent", "points", "margin_won", "margin_lost"), rows, words)


def begin(found: Sequence[JsonMapping], words: Words, *, mao: bool) -> Table:
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


def cross(found: JsonMapping, words: Words) -> Table:
    """How often the agent of a row beat the one of a column."""
    names = [one["agent"] for one in found["standings"]]
    cells = pair_figures(found)
    rows: list[list[Value]] = [[Agent(row), *(cells.get((row, column)) for column in names)] for row in names]
    brief = len(rows) > CROWDED
    note = words("cross-brief" if brief else "cross-note")
    chart = {"kind": "heat", "row": "agent", "cells": names, "low": 0, "high": 1, "percent": True}
    columns = [words("column-agent"), *map(short, names)]
    return Table("cross", words("cross-table"), columns, rows, note, brief, ("agent", *names), chart)


def pair_figures(found: JsonMapping) -> dict[tuple[str, str], Figure]:
    """Return how often the first of two who met beat the second, both ways round."""
    cells = {}
    for pair in found["pairs"]:
        if pair["matches"]:
            rate = Estimate(**pair["win_rate"])
            cells[pair["first"], pair["second"]] = Figure.of(rate, pair["matches"])
            cells[pair["second"], pair["first"]] = Figure.of(mirrored(rate, 1.0), pair["matches"])
    return cells


def better(found: Sequence[JsonMapping], words: Words, left_out: str = "") -> Table:
    """Is the first of two better than the second: how probable that is, and how many matches would settle it."""
    rows: list[list[Value]] = [
        [
            Agent(f"{pair['first']} × {pair['second']}"),
            Chance(pair["probability"]),
            Figure(**pair["win_rate"], n=pair["matches"]) if pair["matches"] else None,
            _further(pair, words),
        ]
        for pair in found
    ]
    keys = ("pair", "probability", "won_of", "further")
    return worded("better", keys, rows, words, note=words("better-note") + left_out)


def _further(pair: JsonMapping, words: Words) -> Value:
    if pair["further_matches"] is not None:
        return int(pair["further_matches"])
    return words("further-unknown" if pair["matches"] else "further-never")


def triples(found: Sequence[JsonMapping], words: Words, most: int | None = None) -> Table:
    """Three agents who beat each other in a circle, of ``most`` at most."""
    shown = found[:most]
    rows: list[list[Value]] = [
        [
            Agent(" > ".join((*three["agents"], three["agents"][0]))),
            " · ".join(say(Figure(rate), words.language) for rate in three["rates"]),
            Chance(three["probability"]),
            three["sure"],
        ]
        for three in shown
    ]
    left = len(found) - len(shown)
    more = f" {words('triples-left', count=say(left, words.language))}" if left else ""
    return worded("triples", ("triple", "rates", "goes_round", "sure"), rows, words, note=words("triples-note") + more)


def learning(names: Sequence[str], played: Sequence[Row], words: Words) -> Table:
    """How often a learner (agent 0) won against each rival as it learned: blocks of matches, one after the other."""
    met: dict[int, list[Row]] = {}
    for row in sorted(played, key=lambda row: row.match):
        rival = next((agent for agent in row.seats if agent), None)
        if rival is not None:
            met.setdefault(rival, []).append(row)
    series = {names[rival]: met[rival] for rival in sorted(met)}
    blocks = min(BLOCKS, max(1, min(map(len, series.values())) // BLOCK)) if series else 0
    rows: list[list[Value]] = [
        [block + 1, *(_won(one, Fraction(block, blocks), Fraction(block + 1, blocks)) for one in series.values())]
        for block in range(blocks)
    ]
    chart = lines("block", *series, interval=True, percent=True)
    return worded("learning", ("block", *series), rows, words, chart=chart)


def _won(rows: Sequence[Row], begin: Fraction, end: Fraction) -> Figure:
    part = rows[int(begin * len(rows)) : int(end * len(rows))]
    rate = sum(row.won(0) for row in part) / len(part)
    low, high = wilson(rate, len(part))
    return Figure(round(rate, 6), round(low, 6), round(high, 6))


def forfeits(found: Sequence[JsonMapping], words: Words, most: int = FAULTS) -> Table:
    """Matches that were lost by a fault."""
    rows: list[list[Value]] = [[str(one["match"]), Agent(one["agent"]), one["why"]] for one in found[:most]]
    left = len(found) - len(rows)
    note = words("forfeits-left", count=say(left, words.language)) if left else ""
    return worded("forfeits", ("match", "agent", "why"), rows, words, note=note)
