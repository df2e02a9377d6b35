"""Profiles as tables for a page: the map of the players, and every rate of each; from JSON or from a CSV beside it."""

from collections.abc import Iterable, Mapping

from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Agent, Figure, Value
from bolicho.core.words import Words
from bolicho.lab.studies.profiles.measures import AXES
from bolicho.lab.studies.profiles.profile import PEOPLE
from bolicho.report.document import Table


def behaviour(entries: Iterable[JsonMapping], words: Words) -> list[Table]:
    """Make both tables of lines with player, source, part, measure, rate, low and high."""
    rates: dict[str, dict[str, JsonMapping]] = {}
    for entry in entries:
        if entry["part"] == "all":
            rates.setdefault(entry["player"], {})[entry["measure"]] = entry
    measures = list(dict.fromkeys(measure for found in rates.values() for measure in found))
    placed, every = list[list[Value]](), list[list[Value]]()
    for found in rates.values():
        axes = [_rate(found, axis) for axis in AXES]
        if all(one.mean is not None for one in axes):
            placed.append([_player(found, words), *axes])
        every.append([_player(found, words), *(Figure(_rate(found, measure).mean) for measure in measures)])
    across, up = AXES
    scatter = {"kind": "scatter", "label": "player", "x": across, "y": up, "percent": True}
    heat = {"kind": "heat", "row": "player", "cells": measures, "low": 0, "high": 1, "percent": True}
    return [
        _table("map", words("map-title"), words("map-axes"), list(AXES), placed, scatter, words),
        _table("behaviour", words("behaviour"), words("behaviour-note"), measures, every, heat, words),
    ]


def _table(
    name: str, title: str, note: str, measures: list[str], rows: list[list[Value]], chart: JsonMapping, words: Words
) -> Table:
    columns = [words("player"), *(named(measure, words) for measure in measures)]
    return Table(name, title, columns, rows, note, keys=("player", *measures), chart=chart)


def _player(found: Mapping[str, JsonMapping], words: Words) -> str:
    """Who it is; people are called so in every language."""
    one = next(iter(found.values()))
    return Agent(words("people") if one["source"] == PEOPLE else one["player"])


def named(measure: str, words: Words) -> str:
    """What a measure is called, an answer with what it answers."""
    said = words(f"measure-{measure}")
    call, _, answer = measure.rpartition("-")
    return f"{call}: {said}" if answer in ("accepted", "raised", "refused") else said


def _rate(found: Mapping[str, JsonMapping], measure: str) -> Figure:
    entry = found.get(measure, {})
    rate, low, high = (None if entry.get(key) in (None, "") else float(entry[key]) for key in ("rate", "low", "high"))
    return Figure(rate, low, high)
