"""What can be seen on a heat map, in numbers: how brown it is, where its blue lies, how alike two of them are.

Brown and blue are what a person sees: below and above the middle of the colour bar.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from bolicho.lab.charts.heatmap import MIDDLE, SHADES, Numbers, Picture
from bolicho.learn.markov.states import CARD_LABELS, LEVELS, ORDER_LABELS

TOP = 0.05
"""The bluest part of a map, when it is asked where its blue lies."""


def brown(shown: Picture) -> float:
    """Return the part of the squares that are brown."""
    return float(np.mean(shown.shades < MIDDLE))


def part_brown(shown: Picture, rows: Sequence[float] = (0, 1), columns: Sequence[float] = (0, 1)) -> float:
    """Return the same of a part of the map, told by where it begins and ends on each axis."""
    tall, wide = shown.shades.shape
    top, bottom = (round(end * tall) for end in rows)
    left, right = (round(end * wide) for end in columns)
    return float(np.mean(shown.shades[top:bottom, left:right] < MIDDLE))


def blue_at(shown: Picture, row: str, column: str) -> float:
    """Return how blue a square is: 0 darkest brown, 1 darkest blue."""
    return float(shown.shades[shown.rows.index(row), shown.columns.index(column)]) / (SHADES - 1)


def row_of_blue(shown: Picture, row: str, columns: Sequence[float] = (0, 1)) -> float:
    """Return how blue the bluest square of a part of a row is."""
    left, right = (round(end * len(shown.columns)) for end in columns)
    return float(shown.shades[shown.rows.index(row), left:right].max()) / (SHADES - 1)


def bluest(shown: Picture) -> tuple[float, float]:
    """Return where the bluest squares lie on average: how far down and how far to the right, each 0 to 1."""
    flat = shown.shades.ravel()
    count = max(1, round(TOP * flat.size))
    down, right = np.divmod(np.argsort(-flat.astype(int), kind="stable")[:count], shown.shades.shape[1])
    tall, wide = (max(1, size - 1) for size in shown.shades.shape)
    return float(down.mean() / tall), float(right.mean() / wide)


def alike(first: Picture, second: Picture) -> float:
    """Return the correlation of the shades of two maps."""
    one, two = (shown.shades.ravel().astype(float) for shown in (first, second))
    return float(np.corrcoef(one, two)[0, 1]) if one.std() and two.std() else 0.0


def tones(shown: Picture) -> int:
    """Return how many shades there are on a map."""
    return len(np.unique(shown.shades))


# ── counts, where shades would be too coarse ──────────────────────────────────────────────────────────────────────────


def strongest(wins: Sequence[Sequence[float]], count: int) -> list[tuple[str, str]]:
    """Return the pairs of card orders with the most wins."""
    counts = np.asarray(wins, dtype=float)
    down, right = np.divmod(np.argsort(-counts.ravel(), kind="stable")[:count], counts.shape[1])
    return [(ORDER_LABELS[row], ORDER_LABELS[column]) for row, column in zip(down, right, strict=True)]


def counts_of(levels: Sequence[Sequence[float]]) -> dict[str, dict[str, float]]:
    """Return, of the helper matrix (cards down, levels across), how often each card had which level."""
    return {card: dict(zip(LEVELS, row, strict=True)) for card, row in zip(CARD_LABELS, levels, strict=True)}


def levels_of(levels: Sequence[Sequence[float]]) -> dict[str, str]:
    """Return the level that each card most often had.

    >>> levels_of([[3, 2.5, 0], *[[0, 1, 2]] * 13])["4"]
    'B'
    """
    return {card: max(counts, key=lambda level: counts[level]) for card, counts in counts_of(levels).items()}


def added_where(now: Numbers, before: Numbers, likely: Numbers) -> float | None:
    """Return which part of what was added went to squares with a chance of more than a half at the start."""
    added = np.maximum(now - before, 0)
    total = float(added.sum())
    return float(added[likely > 0.5].sum()) / total if total else None


def common(changes: Iterable[str]) -> float | None:
    """Return which part of the squares that some training changed was changed by all of them; a bit a square.

    >>> common(["f0", "30"]), common(["00", "00"])
    (0.5, None)
    """
    masks = [np.unpackbits(np.frombuffer(bytes.fromhex(one), np.uint8)) for one in changes]
    if not masks:
        return None
    every, some = np.all(masks, axis=0).sum(), np.any(masks, axis=0).sum()
    return float(every / some) if some else None
