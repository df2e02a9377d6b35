"""How often an agent plays right: the share of positions in which its move keeps what the position is worth.

Once over all positions that are not over, and once over those only where something can be thrown away (the moves
differ in value). An agent that tells its probabilities is measured exactly, position by position; any other is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.hooks import tells_policies
from bolicho.core.intervals import wilson
from bolicho.games.boards import BoardGame
from bolicho.games.boards.graph import GOES_ON
from bolicho.learn.boards.solution import SolvedBoard, solved

BATCH = 500
Watch = Callable[[int, int], None]


class Share(NamedTuple):
    """So much of so many positions was right, with a 95 % interval where anything was left to chance."""

    right: float
    positions: int
    low: float | None
    high: float | None

    @property
    def share(self) -> float | None:
        """Right of all; None when there is no such position."""
        return self.right / self.positions if self.positions else None

    def to_dict(self) -> dict[str, float | None]:
        """Return plain JSON data."""
        rounded = {key: None if value is None else round(value, 6) for key, value in self._asdict().items()}
        share = None if self.share is None else round(self.share, 6)
        return {**rounded, "positions": self.positions, "share": share}


class Optimality(NamedTuple):
    """The two shares, and how they were found out."""

    everywhere: Share
    at_stake: Share
    """Only where something can be thrown away."""
    exact: bool
    """From the agent's own probabilities in every position: nothing was drawn."""


def optimality(
    agent: Any, game: BoardGame, *, seed: int = 0, at_most: int | None = None, asks: int = 1, watch: Watch | None = None
) -> Optimality:
    """Measure an agent in every position, or in ``at_most`` of them, drawn without putting back.

    An agent without ``policies`` is asked ``asks`` times in each, every time with a stream of its own.
    """
    known = solved(game.board)
    numbers = np.flatnonzero(known.graph.result == GOES_ON).tolist()
    drawn = False
    if at_most is not None and at_most < len(numbers):
        drawn = True
        numbers = sorted(stream(seed, "optimal", "positions").sample(numbers, at_most))
    exact = tells_policies(agent)
    right: list[float] = []
    stakes: list[bool] = []
    for batch in _batches(numbers):
        worths = [[move.value for move in known.moves(number)] for number in batch]
        chances = _policies(agent, game, known, batch) if exact else _asked(agent, game, known, batch, seed, asks)
        for values, chance in zip(worths, chances, strict=True):
            right.append(sum(p for value, p in zip(values, chance, strict=True) if value == max(values)))
            stakes.append(min(values) < max(values))
        if watch is not None:
            watch(len(right), len(numbers))
    certain = exact and not drawn
    at_stake = [share for share, stake in zip(right, stakes, strict=True) if stake]
    return Optimality(_share(right, certain), _share(at_stake, certain), certain)


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[begin : begin + BATCH] for begin in range(0, len(numbers), BATCH))


def _view(game: BoardGame, known: SolvedBoard, number: int) -> Any:
    position = known.graph.positions[number]
    return game.start(position).view(position.turn)


def _policies(agent: Any, game: BoardGame, known: SolvedBoard, numbers: Sequence[int]) -> list[tuple[float, ...]]:
    chances: list[tuple[float, ...]] = agent.policies([_view(game, known, number) for number in numbers])
    return chances


def _asked(
    agent: Any, game: BoardGame, known: SolvedBoard, numbers: Sequence[int], seed: int, asks: int
) -> Iterator[tuple[float, ...]]:
    for number in numbers:
        view = _view(game, known, number)
        counts = dict.fromkeys(view.moves, 0)
        for ask in range(asks):
            answer = agent.choose(view, stream(seed, "optimal", str(view.position), ask))
            counts[getattr(answer, "fallback", answer).move] += 1
        yield tuple(count / asks for count in counts.values())


def _share(right: Sequence[float], certain: bool) -> Share:
    total, size = sum(right), len(right)
    if certain or not size:
        return Share(total, size, None, None)
    return Share(total, size, *wilson(total / size, size))  # a position is one try
