"""The part of its matrices that a Markov player looked at, as data for a picture: a row of cells, or orders of cards.

Only matrices that come with Bolicho are drawn: the name of a player in a record must not make us open a file.
"""

from itertools import pairwise

from bolicho.agents import AGENTS
from bolicho.agents.markov.settings import BEST, PAPER, matrices_of
from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.truco.view import View
from bolicho.learn.markov.chances import CHANCES
from bolicho.learn.markov.matrices import Matrices, Module
from bolicho.learn.markov.orders import orders
from bolicho.learn.markov.states import ORDER_LABELS

CELLS = 32
"""The most cells a row is drawn with; longer ones are put together, weak to strong."""
AGENT = "markov"


def matrix_picture(facts: JsonMapping, view: View, agent: str) -> JsonObject | None:
    """Return the cells behind a decision of a Markov player; None where there are none, or not ours."""
    known = _matrices(agent)
    module = facts.get("module")
    if known is None or not isinstance(module, str):
        return None
    if module == "cards":
        return _orders(known, view)
    found = CHANCES[module](known, view) if module in CHANCES else None
    if found is None or found.row != facts.get("row"):
        return None
    counts: Module = getattr(known, module)
    row = counts.labels.index(found.row)
    return {"kind": "row", "module": module, "row": found.row, "cells": _cells(counts, row, found.part.places.tolist())}


def _cells(module: Module, row: int, places: list[int]) -> list[JsonObject]:
    """Wins and losses of a row against each column of the slice, or against neighbours put together."""
    groups = min(CELLS, len(places))
    bounds = [len(places) * group // groups for group in range(groups + 1)] if groups else []
    cells = []
    for low, high in pairwise(bounds):
        part = places[low:high]
        cells.append(
            {
                "first": module.labels[part[0]],
                "last": module.labels[part[-1]],
                "columns": len(part),
                "wins": round(float(module.win[row].take(part).sum()), 2),
                "losses": round(float(module.loss[row].take(part).sum()), 2),
            }
        )
    return cells


def _orders(known: Matrices, view: View) -> JsonObject:
    found = orders(known, view)
    return {
        "kind": "orders",
        "mine": [ORDER_LABELS[order] for order in found.mine],
        "his": [ORDER_LABELS[order] for order in found.his],
        "wins": [[round(float(known.cards.win[mine, his]), 2) for his in found.his] for mine in found.mine],
    }


def _matrices(agent: str) -> Matrices | None:
    name, told = AGENTS.split(agent)
    parts = [part for part in told.split(",") if part]
    which = parts.pop(0) if parts and "=" not in parts[0] else ""
    if name != AGENT or which not in ("", PAPER, BEST) or not all("=" in part for part in parts):
        return None
    try:
        return matrices_of(which, dict(part.split("=", 1) for part in parts))
    except BolichoError:
        return None
