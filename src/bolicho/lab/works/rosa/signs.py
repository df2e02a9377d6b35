"""The vital signs of Rosa: tricks that are made in the analysis of bidding, beside those of Quadro 20."""

from collections.abc import Iterable, Mapping
from math import sqrt
from statistics import fmean, variance

from bolicho.core.intervals import Z
from bolicho.core.numbers import Figure
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.engine.signs import Reference, VitalSign
from bolicho.lab.works.rosa.numbers import bidding_numbers

HALF_A_TRICK = 0.5
"""By so much the mean of all estimates may differ."""


def vital_signs(rows: Mapping[str, Rows], shown: Iterable[tuple[str, str]], game: Words) -> list[VitalSign]:
    """Return a sign a technique and contract: the tricks made, each estimate of the table counting once."""
    signs = []
    for technique, contract in shown:
        printed = {value: sources.rosa for value, sources in bidding_numbers(technique, contract).items()}
        made: dict[int, list[int]] = {value: [] for value in printed}
        for row in rows[f"bidding/{technique}/{contract}"]:
            if row["value"] in made:
                made[row["value"]].append(row["tricks"])
        there = {value: tricks for value, tricks in made.items() if tricks}
        beside = Reference(fmean(printed[value] for value in there), "rosa-quadro20", HALF_A_TRICK) if there else None
        signs.append(VitalSign("tricks", f"{technique}, {game(contract)}", mean_of_means(there.values()), beside))
    return signs


def mean_of_means(groups: Iterable[list[int]]) -> Figure:
    """Return the mean of the means of some groups, with its interval; none where a group is too small to spread.

    >>> mean_of_means([[1, 3], [5, 5]])
    Figure(mean=3.5, low=2.52, high=4.48, n=4, percent=False, signed=False, digits=2, grouped=True)
    """
    found = list(groups)
    if not found:
        return Figure(None, percent=False, signed=False, digits=2)
    mean, n = fmean(map(fmean, found)), sum(map(len, found))
    if any(len(group) < 2 for group in found):
        return Figure(mean, n=n, percent=False, signed=False, digits=2)
    margin = Z * sqrt(sum(variance(group) / len(group) for group in found)) / len(found)
    return Figure(mean, round(mean - margin, 4), round(mean + margin, 4), n, percent=False, signed=False, digits=2)
