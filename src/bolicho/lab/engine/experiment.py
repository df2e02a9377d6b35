"""What an experiment is: a design as data, cells to be run in any order, and a report made of their rows alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from bolicho.core.contract import Game
from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.old_names import current
from bolicho.report.document import Report

SCALES = ("quick", "paper", "full")
"""About a minute; the size of the paper, or a sensible middle; as much as one may wish for."""
RENAMED = {"seed": "paper"}
"""A scale of 0.1."""

Rows = list[JsonObject]
"""What came out of a cell, as JSON data."""


@dataclass(frozen=True)
class Cell:
    """The smallest piece of work that is done again if it was not finished."""

    key: str
    facts: JsonMapping
    """What is to be done in it (JSON data)."""


@dataclass(frozen=True)
class Design:
    """Everything that decides the rows, as data: the same design gives the same rows on every machine."""

    experiment: str
    version: str
    """Of the experiment: changed whenever its rows would be others."""
    scale: str
    seed: int
    settings: JsonMapping
    cells: tuple[Cell, ...]

    @property
    def recorded(self) -> bool:
        """Whether it begins with recorded hands."""
        return dict(self.settings.get("base") or {}).get("source") == "recorded"

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "experiment": self.experiment,
            "version": self.version,
            "scale": self.scale,
            "seed": self.seed,
            "settings": dict(self.settings),
            "cells": {cell.key: dict(cell.facts) for cell in self.cells},
        }


def rules_of(game: Game) -> JsonObject:
    """Return what tells the rules of a game from others, for the settings of a design."""
    return {"game": game.name, "rules": game.version, "options": dict(game.options)}


WhenDone = Callable[[Cell, Rows], None]
"""Called with each cell as it is finished, in any order."""


class Experiment(Protocol):
    """What the bench runs; a research work is reproduced by writing one."""

    name: str

    def design(self, scale: str, seed: int) -> Design:
        """Lay out the cells; a pure function."""

    def run(self, design: Design, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
        """Run the cells that are still to be run, and hand over the rows of each."""

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        """Make tables, plots and sentences of the rows of every cell, by key; a pure function."""


@runtime_checkable
class WithDirectory(Protocol):
    """An experiment that keeps more than rows (a base that is learned, say): it is told its directory."""

    def settle(self, folder: Path) -> None:
        """Take the directory in which the ledger is; called before ``run``."""


@runtime_checkable
class WithCosts(Protocol):
    """An experiment that knows what its cells cost, so that an estimate of the time left is good from the start."""

    costs: Mapping[str, float]
    """Seconds of one core for a match, a hand or a cell (`time_left.units`), by the first word of a cell's key.

    Under "" stands what all other cells cost.
    """


@runtime_checkable
class WithPeople(Protocol):
    """An experiment whose report also draws on matches that people played, which a store keeps."""

    def meet(self, store: str | None) -> None:
        """Read the matches in the store of this URL, or in the house's; called before ``report``."""


def check_scale(scale: str) -> str:
    """Return a scale that is known, as it is called today."""
    scale = current("scale", scale, RENAMED)
    if scale not in SCALES:
        raise UnknownName("scale", scale, SCALES)
    return scale
