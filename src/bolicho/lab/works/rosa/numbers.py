"""The numbers that Rosa (2008) prints of his own program and, read off its figures, of Vorsteveld (2007).

Quadro 20 (bidding) and Quadro 21 (play), as data in the CSV files beside this one.

>>> bidding_numbers("mc", "rik")[5]
Sources(rosa=4.64, vorsteveld=5.1)
>>> play_numbers("rules", "rik", "random").declarer
Sources(rosa=0.75, vorsteveld=0.78)
"""

import csv
from functools import cache
from importlib.resources import files
from typing import NamedTuple

SOURCES = ("rosa2008", "vorsteveld2007")
GAMES = {"rik": "Rik", "solo-8": "Solo8", "piek": "Piek", "misere": "Misere"}


class Sources(NamedTuple):
    """One number of each source."""

    rosa: float
    vorsteveld: float

    def to_dict(self) -> dict[str, float]:
        """Return plain JSON data."""
        return dict(zip(SOURCES, self, strict=True))


class PlaySources(NamedTuple):
    """What both sources print of a technique against another: "Jogando" and "Oponente"."""

    declarer: Sources
    opponent: Sources


def family(technique: str) -> str:
    """Return what the sources would call a technique.

    >>> family("mc-paper:playout=rules"), family("rules")
    ('monte_carlo', 'rule_based')
    """
    name = technique.partition(":")[0].partition("-")[0]
    return {"random": "random", "rules": "rule_based"}.get(name, "monte_carlo")


def bidding_numbers(technique: str, contract: str) -> dict[int, Sources]:
    """Return the numbers of Quadro 20 by the value of its first column."""
    game = GAMES[contract] if contract in ("piek", "misere") else "Rik/Solo8"
    return {
        int(row["axis_value"]): Sources(float(row["Rikken_rosa2008"]), float(row["Artigo_vorsteveld2007"]))
        for row in _read("quadro20.csv")
        if (row["technique"], row["game"]) == (family(technique), game)
    }


def play_numbers(technique: str, contract: str, against: str) -> PlaySources | None:
    """Return the numbers of Quadro 21, if the two techniques met there."""
    wanted = (family(technique), GAMES[contract], family(against))
    for row in _read("quadro21.csv"):
        if (row["technique"], row["game"], row["against"]) == wanted:
            return PlaySources(
                Sources(float(row["Rikken_jogando"]), float(row["Artigo_jogando"])),
                Sources(float(row["Rikken_oponente"]), float(row["Artigo_oponente"])),
            )
    return None


@cache
def _read(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((files("bolicho.lab.works.rosa") / name).read_text(encoding="utf-8").splitlines()))
