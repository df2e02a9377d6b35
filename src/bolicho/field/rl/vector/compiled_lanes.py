"""Lanes whose rules are compiled: what the games have in common."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, ClassVar

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.compiler import Chance, below, njit
from bolicho.field.encode import Encoder
from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector.lanes import Bytes, Lanes, Opponent, Which

WORTH_A_THREAD = 128
"""Lanes: fewer are not shared out."""


class CompiledLanes(Lanes):
    """Lanes that threads may share out, since a compiled rule needs no lock."""

    compiled: ClassVar[bool] = True
    legal: tuple[Any, ...]
    """The kernel that writes the legal actions of some lanes, and what it reads of the game."""

    def __init__(self, terms: Terms, count: int, threads: int) -> None:
        super().__init__(terms, count)
        self.chance: Chance = np.zeros(count, np.uint64)
        """Where the random numbers of each lane stand: deals, and the choices of compiled opponents."""
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads - 1, "lanes") if threads > 1 else None

    def seed(self, seeds: Sequence[int]) -> None:
        """Key the chance of each lane by its seed."""
        name = self.terms.game.name
        self.chance[:] = [stream(seed, "lanes", name).getrandbits(64) for seed in seeds]

    def draw_seats(self, which: Which) -> Bytes:
        """Draw from the chance of each lane."""
        drawn = np.zeros(len(which), np.int8)
        _draw_seats(self.chance, self.terms.game.seats, which, drawn)
        return drawn

    def masks(self, which: Which, out: Bytes) -> None:
        """Write the legal actions."""
        self.share(*self.legal, out, by_lane=(which,))

    def opponent(self, spec: str) -> Opponent | None:
        """Return the agent of this name, if it is compiled for these lanes."""
        return RandomOpponent(self) if spec == "random" else None

    @abstractmethod
    def deal(self, lane: int) -> str:
        """Return the deal of a lane, as text."""

    @abstractmethod
    def context(self, lane: int) -> dict[str, Any]:
        """Return what else its unit began with: score, who begins."""

    @abstractmethod
    def past(self, lane: int) -> list[int]:
        """Return the actions of a lane's unit so far."""

    def state(self, lane: int) -> Any:
        """Play the unit of a lane once more, by the plain rules."""
        state = self.terms.game.start(self.deal(lane), **self.context(lane))
        for action in self.past(lane):
            state = state.play(self.terms.coder.vocabulary[action])
        return state

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def share(self, work: Callable[..., None], *where: Any, by_lane: Sequence[Which]) -> None:
        """Do some work on all these lanes, each thread a part: ``by_lane``, the lanes first, is cut alike.

        No lane knows of another, so it makes no difference which thread has it.
        """
        count = len(by_lane[0])
        parts = min(self._threads, count // WORTH_A_THREAD) if self._pool is not None else 1
        if self._pool is None or parts < 2:
            work(*where, *by_lane)
            return
        cuts = [slice(count * part // parts, count * (part + 1) // parts) for part in range(parts)]
        others = [self._pool.submit(work, *where, *(array[cut] for array in by_lane)) for cut in cuts[1:]]
        work(*where, *(array[cuts[0]] for array in by_lane))
        wait(others)
        for other in others:
            other.result()


class RandomOpponent(Opponent):
    """Draws one of the legal actions, all alike."""

    def __init__(self, lanes: CompiledLanes) -> None:
        self.lanes = lanes
        self._masks = np.zeros((lanes.count, len(lanes.terms.coder.vocabulary)), np.int8)

    def move(self, which: Which) -> None:
        """Draw from the chance of each lane."""
        self.lanes.masks(which, self._masks)
        drawn = np.zeros(len(which), np.int64)
        draw_legal(self._masks, self.lanes.chance, which, drawn)
        self.lanes.play(which, drawn)


def starts(coder: Encoder) -> dict[str, int]:
    """Return where each field of an observation begins."""
    places, at = {}, 0
    for field in coder.fields:
        places[field.name] = at
        at += field.size
    return places


@njit(cache=True, nogil=True)
def draw_legal(masks: Bytes, chance: Chance, which: Which, out: Which) -> None:
    """Draw one of the legal actions of each lane."""
    for i in range(len(which)):
        row = masks[which[i]]
        left = below(chance, which[i], row.sum())
        for action in range(len(row)):
            left -= row[action]
            if left < 0:
                out[i] = action
                break


@njit(cache=True, nogil=True)
def _draw_seats(chance: Chance, seats: int, which: Which, out: Bytes) -> None:
    for i in range(len(which)):
        out[i] = below(chance, which[i], seats)
