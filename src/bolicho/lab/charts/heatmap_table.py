"""One matrix of the Markov player as a table: small ones whole, large ones in blocks."""

import numpy as np

from bolicho.core.numbers import Figure, Value
from bolicho.core.words import Words
from bolicho.lab.charts.heatmap import Sheet
from bolicho.report.document import Table

BLOCKS = 64
"""A table has at most so many rows; of a larger matrix it has blocks, each the mean of its cells."""


def heat_table(name: str, one: Sheet, measure: str, matches: int, words: Words) -> Table:
    """Make the table of what was counted in a matrix after so many matches."""
    values = one.measured(measure)
    size = -(-len(one.rows) // BLOCKS)
    across = size if one.rows == one.columns else 1
    rows, columns = _blocks(one.rows, size), _blocks(one.columns, across)
    table: list[list[Value]] = [
        [label, *(_mean(values[r * size : (r + 1) * size, c * across : (c + 1) * across]) for c in range(len(columns)))]
        for r, label in enumerate(rows)
    ]
    axis = words("level" if one.name == "levels" else "own")
    title = f"{heat_title(one.name, measure, words)} · {words('after', matches=matches)}"
    note = words("blocks-note", size=size) if size > 1 else words("heat-note")
    chart = {"kind": "heat", "row": "own", "cells": columns, "colours": "counts"}
    return Table(name, title, [axis, *columns], table, note, keys=("own", *columns), chart=chart)


def heat_title(matrix: str, measure: str, words: Words) -> str:
    """Return what a map is called."""
    return words("heat-table", matrix=words(f"matrix-{matrix}"), measure=words(f"measure-{measure}"))


def _mean(block: np.ndarray) -> Figure:
    return Figure(round(float(np.mean(block)), 3), percent=False, signed=False, digits=1)


def _blocks(labels: tuple[str, ...], size: int) -> list[str]:
    """Name blocks of states by their first and last."""
    parts = [labels[begin : begin + size] for begin in range(0, len(labels), size)]
    return [part[0] if len(part) == 1 else f"{part[0]}…{part[-1]}" for part in parts]
