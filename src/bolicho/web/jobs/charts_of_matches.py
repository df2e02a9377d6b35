"""Exhibits of matches: standings, the cross table, learning series, duels, behaviour."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import wilson
from bolicho.core.errors import BadInput
from bolicho.core.words import Words
from bolicho.web.jobs.charts import Exhibit, Told, bars, called, ends, lines

BLOCKS, BLOCK = 20, 5
"""Points of a learning curve at most, and matches of one at least."""
X, Y = "aggression", "boldness"
"""The axes of the map of behaviour."""


def tournament(told: Told) -> list[Exhibit]:
    """Everything that the rows of a tournament say."""
    found = told.result
    shown = [*standings(told, found["standings"]), _cross(told), _pairs(told)]
    if found.get("format") == "learning":
        shown.insert(2, _learning(told))
    if found["triples"]:
        shown.append(_triples(told))
    shown += forfeits(told, found["forfeits"])
    return [*shown, *_behaviour(told)]


def standings(told: Told, found: list[dict[str, Any]]) -> list[Exhibit]:
    """How each agent did: rating and share of matches, with intervals."""
    agent = told.column("agent", "agent")
    counts = [told.column(key, "whole") for key in ("matches", "wins", "draws", "hands", "forfeits")]
    points = [*told.estimate("points_per_hand", "number"), *told.estimate("margin_won", "number", 2)]
    points += told.estimate("margin_lost", "number", 2)
    numbers = ("points_per_hand", "margin_won", "margin_lost")
    return [
        told.exhibit(
            "ratings",
            [agent, *told.estimate("rating", "number", 0)],
            ([one["agent"], *ends(one["rating"])] for one in found),
            chart=bars("agent", "rating", zero=False),
        ),
        told.exhibit(
            "standings",
            [agent, *told.estimate("win_rate"), *counts, *points],
            (
                [
                    one["agent"],
                    *ends(one["win_rate"]),
                    *(one[column.key] for column in counts),
                    *(value for key in numbers for value in ends(one[key])),
                ]
                for one in found
            ),
            chart=bars("agent", "win_rate", percent=True, middle=0.5 if len(found) < 3 else None),
        ),
    ]


def forfeits(told: Told, found: list[dict[str, Any]]) -> list[Exhibit]:
    """Matches that were lost by a fault; nothing where there was none."""
    columns = [told.column("match", "whole"), told.column("agent", "agent"), told.column("why")]
    rows = ([one["match"], one["agent"], one["why"]] for one in found)
    return [told.exhibit("forfeits", columns, rows)] if found else []


def _cross(told: Told) -> Exhibit:
    """How often the agent of a row beat the one of a column."""
    names = [one["agent"] for one in told.result["standings"]]
    rates: dict[tuple[str, str], float | None] = {}
    for pair in told.result["pairs"]:
        mean = pair["win_rate"]["mean"]
        rates[pair["first"], pair["second"]] = mean
        rates[pair["second"], pair["first"]] = None if mean is None else round(1 - mean, 6)
    columns = [
        told.column("agent", "agent"),
        *(told.column(name, "percent", 1, called(name, told.language)) for name in names),
    ]
    rows = ([row, *(rates.get((row, column)) for column in names)] for row in names)
    heat = {"kind": "heat", "row": "agent", "cells": names, "low": 0, "high": 1, "percent": True}
    return told.exhibit("cross", columns, rows, chart=heat)


def _pairs(told: Told) -> Exhibit:
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


def _triples(told: Told) -> Exhibit:
    columns = [*(told.column(f"agent_{n}", "agent") for n in (1, 2, 3)), told.column("probability", "percent", 1)]
    rows = ([*three["agents"], three["probability"]] for three in told.result["triples"])
    return told.exhibit("triples", columns, rows)


def _learning(told: Told) -> Exhibit:
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


def duel(told: Told) -> list[Exhibit]:
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


def profile(told: Told) -> list[Exhibit]:
    """How agents behave."""
    entries = (
        {"player": one["name"], "source": one["source"], "part": part, "measure": measure, **rate}
        for one in told.result["profiles"]
        for part, measures in one["rates"].items()
        for measure, rate in measures.items()
    )
    return behaviour(told, entries)


def _behaviour(told: Told) -> list[Exhibit]:
    """The same from the file that a tournament leaves, if behaviour was counted."""
    path = told.work / "profiles.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return behaviour(told, list(csv.DictReader(file)))


def behaviour(told: Told, entries: Iterable[Mapping[str, Any]]) -> list[Exhibit]:
    """The map of players, and every rate of each."""
    rates: dict[str, dict[str, Mapping[str, Any]]] = {}
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


def _player(told: Told, found: Mapping[str, Mapping[str, Any]]) -> str:
    """Who it is; people are called so in every language."""
    one = next(iter(found.values()))
    return told.say("people") if one["source"] == "people" else str(one["player"])


def _measure(name: str, language: str) -> str:
    """What a measure is called, an answer with what it answers."""
    said = Words("bolicho.lab.studies.profiles", language, "words.toml")(f"measure-{name}")
    call, _, answer = name.rpartition("-")
    return f"{call}: {said}" if answer in ("accepted", "raised", "refused") else said


def _rate(found: Mapping[str, Mapping[str, Any]], measure: str) -> list[float | None]:
    entry = found.get(measure, {})
    return [None if entry.get(key) in (None, "") else float(entry[key]) for key in ("rate", "low", "high")]
