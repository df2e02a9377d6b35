"""Exhibits of matches: standings, the cross table, learning series, duels, behaviour."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import wilson
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import Words
from bolicho.lab.tournament import tables
from bolicho.report.web import Exhibit, lines
from bolicho.web.jobs.charts import FinishedJob, called, ends

BLOCKS, BLOCK = 20, 5
"""Points of a learning curve at most, and matches of one at least."""
X, Y = "aggression", "boldness"
"""The axes of the map of behaviour."""


def tournament(told: FinishedJob) -> list[Exhibit]:
    """Everything that the rows of a tournament say."""
    found = told.result
    shown = [*standings(told, found["standings"]), _cross(told), _pairs(told)]
    if found.get("format") == "learning":
        shown.insert(2, _learning(told))
    if found["triples"]:
        shown.append(_triples(told))
    shown += forfeits(told, found["forfeits"])
    return [*shown, *_behaviour(told)]


def standings(told: FinishedJob, found: list[JsonObject]) -> list[Exhibit]:
    """How each agent did: rating and share of matches, with intervals; points, and by how much matches end."""
    words = _words(told)
    table = tables.standings(found, words)
    return [told.table(one) for one in (tables.ratings(table, words), table, tables.margins(found, words))]


def forfeits(told: FinishedJob, found: list[JsonObject]) -> list[Exhibit]:
    """Matches that were lost by a fault; nothing where there was none."""
    return [told.table(tables.forfeits(found, _words(told), len(found)))] if found else []


def _cross(told: FinishedJob) -> Exhibit:
    """How often the agent of a row beat the one of a column."""
    table = tables.cross(told.result, _words(told))
    heads = [table.columns[0], *(called(name, told.language) for name in table.keys[1:])]
    return told.table(replace(table.means(), columns=heads))


def _words(told: FinishedJob) -> Words:
    return Words("bolicho.lab.tournament", told.language, "words.toml")


def _pairs(told: FinishedJob) -> Exhibit:
    columns = [told.column("first", "agent"), told.column("second", "agent"), told.column("matches", "whole")]
    columns += told.estimate("win_rate")
    columns += [told.column("probability", "percent", 1), told.column("further_matches", "whole")]
    rows = (
        [
            *(pair[key] for key in ("first", "second", "matches")),
            *ends(pair["win_rate"]),
            pair["probability"],
            pair["further_matches"],
        ]
        for pair in told.result["pairs"]
    )
    return told.exhibit("pairs", columns, rows)


def _triples(told: FinishedJob) -> Exhibit:
    columns = [*(told.column(f"agent_{n}", "agent") for n in (1, 2, 3)), told.column("probability", "percent", 1)]
    rows = ([*three["agents"], three["probability"]] for three in told.result["triples"])
    return told.exhibit("triples", columns, rows)


def _learning(told: FinishedJob) -> Exhibit:
    """How often the learner won against each rival as it learned: blocks of matches, one after the other."""
    names, series = told.result["agents"], _series(told.work / "rows.jsonl")
    blocks = min(BLOCKS, max(1, min((len(rows) for rows in series.values()), default=0) // BLOCK)) if series else 0
    columns = [told.column("block", "whole")]
    for rival in series:
        key, label = names[rival], called(names[rival], told.language)
        columns += [told.column(key, "percent", 1, label)]
        columns += [told.column(f"{key}_{end}", "percent", 1, f"{label}, {told.say(end)}") for end in ("low", "high")]
    table = []
    for block in range(blocks):
        row: list[Any] = [block + 1]
        for rows in series.values():
            part = rows[block * len(rows) // blocks : (block + 1) * len(rows) // blocks]
            rate = sum(one.won(0) for one in part) / len(part)
            row += [round(number, 6) for number in (rate, *wilson(rate, len(part)))]
        table.append(row)
    drawn = [names[rival] for rival in series]
    return told.exhibit("learning", columns, table, chart=lines("block", *drawn, interval=True, percent=True))


def _series(path: Path) -> dict[int, list[Row]]:
    """The rows of a learner (agent 0) by rival, in the order in which they were played."""
    found: dict[int, list[Row]] = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                row = Row.from_json(line)
            except BadInput:
                continue
            rival = next((agent for agent in row.seats if agent), None)
            if rival is not None:
                found.setdefault(rival, []).append(row)
    return {rival: sorted(found[rival], key=lambda row: row.match) for rival in sorted(found)}


def duel(told: FinishedJob) -> list[Exhibit]:
    """Two sides as on the paper's screen."""
    found = told.result
    sides = [told.column(side, "whole", 0, f"{side.upper()}") for side in ("a", "b")]
    rate = [told.column("match", "whole"), told.column("wins", "whole"), *told.estimate("rate")]
    shown = [
        *standings(told, found["standings"])[1:],
        told.exhibit(
            "sets",
            [told.column("set", "whole"), told.column("matches", "whole"), *sides],
            ([one[key] for key in ("set", "matches", "a", "b")] for one in found["sets"]),
        ),
        told.exhibit(
            "duel-curve",
            rate,
            ([one[key] for key in ("match", "wins", "rate", "low", "high")] for one in found["curve"]),
            chart=lines("match", "rate", interval=True, percent=True, middle=0.5),
        ),
    ]
    if found["growth"]:
        learners = [side for side in ("a", "b") if side in found["growth"][0]]
        columns = [told.column("match", "whole")]
        columns += [told.column(f"cases_{side}", "whole") for side in learners] + [told.column("changes", "whole")]
        rows = ([one["match"], *(one[side] for side in learners), one["changes"]] for one in found["growth"])
        chart = lines("match", *(f"cases_{side}" for side in learners), zero=False)
        shown.append(told.exhibit("duel-growth", columns, rows, chart=chart))
    return shown + forfeits(told, found["forfeits"])


def profile(told: FinishedJob) -> list[Exhibit]:
    """How agents behave."""
    entries = (
        {"player": one["name"], "source": one["source"], "part": part, "measure": measure, **rate}
        for one in told.result["profiles"]
        for part, measures in one["rates"].items()
        for measure, rate in measures.items()
    )
    return behaviour(told, entries)


def _behaviour(told: FinishedJob) -> list[Exhibit]:
    """The same from the file that a tournament leaves, if behaviour was counted."""
    path = told.work / "profiles.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return behaviour(told, list(csv.DictReader(file)))


def behaviour(told: FinishedJob, entries: Iterable[JsonMapping]) -> list[Exhibit]:
    """The map of players, and every rate of each."""
    rates: dict[str, dict[str, JsonMapping]] = {}
    for entry in entries:
        if entry["part"] == "all":
            rates.setdefault(entry["player"], {})[entry["measure"]] = entry
    measures = list(dict.fromkeys(measure for found in rates.values() for measure in found))
    placed = [found for found in rates.values() if None not in (_rate(found, X)[0], _rate(found, Y)[0])]
    chart = {"kind": "scatter", "label": "player", "x": X, "y": Y, "percent": True}
    columns = [told.column("player", "agent"), *told.estimate(X), *told.estimate(Y)]
    rows = ([_player(told, found), *_rate(found, X), *_rate(found, Y)] for found in placed)
    titles = [told.column(one, "percent", 1, _measure(one, told.language)) for one in measures]
    every = ([_player(told, found), *(_rate(found, one)[0] for one in measures)] for found in rates.values())
    heat = {"kind": "heat", "row": "player", "cells": measures, "low": 0, "high": 1, "percent": True}
    return [
        told.exhibit("map", columns, rows, chart=chart),
        told.exhibit("behaviour", [told.column("player", "agent"), *titles], every, chart=heat),
    ]


def _player(told: FinishedJob, found: Mapping[str, JsonMapping]) -> str:
    """Who it is; people are called so in every language."""
    one = next(iter(found.values()))
    return told.say("people") if one["source"] == "people" else str(one["player"])


def _measure(name: str, language: str) -> str:
    """What a measure is called, an answer with what it answers."""
    said = Words("bolicho.lab.studies.profiles", language, "words.toml")(f"measure-{name}")
    call, _, answer = name.rpartition("-")
    return f"{call}: {said}" if answer in ("accepted", "raised", "refused") else said


def _rate(found: Mapping[str, JsonMapping], measure: str) -> list[float | None]:
    entry = found.get(measure, {})
    return [None if entry.get(key) in (None, "") else float(entry[key]) for key in ("rate", "low", "high")]
