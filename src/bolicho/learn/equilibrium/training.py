"""A training of the full game: traversals in blocks, saved as it goes, the same however often it was killed.

Two tables are trained: ``points`` plays a hand at 0-0 for its points, ``match`` a hand at any score for the chance to
win the match. The match-value table and the match table take turns: after so many traversals (`VALUED`) hands are
played out at every score by the strategy of the moment, and what they paid gives the values for what follows.

    training = Training(folder, "points", seed=1)
    whole = training.run(iterations=2_000_000, show=print, stop=lambda: False)
    training.table.known()        # what was learned
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.games.truco.options import Rules
from bolicho.learn.arrays import DAMAGED
from bolicho.learn.equilibrium.match_worth import LONGEST, Floats, guessed, induced, payoff
from bolicho.learn.equilibrium.shape import Record, Shape, record_of
from bolicho.learn.equilibrium.table import WHAT, Float32s, Places, Table, load, save

BLOCK = 2000
"""Traversals between two looks at the clock; even, since the two seats of a deal are traversed in turn."""
PAUSE = 120.0
"""Seconds between two checkpoints."""
VALUED = (300_000, 1_000_000, 2_000_000, 8_000_000)
"""After so many traversals of the match table its values are made anew."""
HANDS_A_SCORE = 1200
"""Hands that are played out at each score to value it."""
NEAR = 14
"""Points that the leader lacks, at most, where the match table is trained; before that a hand is played for points."""
FIRST = ((0, 0),)
"""The score of a hand that is played for its points."""
Show = Callable[[int, int], None]
Learn = Callable[[Table, Any, Floats, int, int], int]


class Part(NamedTuple):
    """What is trained: its shape, the points to win, how it is tuned, and the room of its table."""

    shape: Shape
    target: int
    tuning: tuple[float, float, float]
    """See ``cfr_kernel.py``: prune, revisit, gamma."""
    bits: int = 24
    room: int = 1 << 27


POINTS: Floats = np.zeros((0, 0, 2))
"""The match values of who plays for points: none."""
TUNING = (10.0, 0.05, 1.0)
"""Prune, revisit, gamma."""
PARTS = {
    "points": Part(Shape(), 24, TUNING, 25),
    "match": Part(
        Shape(
            past=(11,), late=(), points=(20, 25, 27, 28, 29, 30, 31, 32), number=(27,), qualities=5, timing=1,
            scores=True,
        ),
        24, TUNING, 25, 1 << 28,
    ),
}  # fmt: skip
"""The two tables of the full game."""


class Training:
    """One table being trained, kept in a folder."""

    def __init__(self, folder: Path, name: str, seed: int = 0, part: Part | None = None) -> None:
        """Begin, or go on with what the folder holds."""
        self.part = part or PARTS[name]
        self.path = folder / f"{name}.npz"
        self.design = repr((name, seed, self.part))
        self.rules = Truco(target=self.part.target).rules
        self.done = 0
        if self.path.exists():
            self._resume()
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder}: cannot be made: {error.strerror}") from None
        self.table = Table.empty(self.part.bits, self.part.room)
        self.chance = np.array([stream(seed, "equilibrium", name).getrandbits(64)], np.uint64)
        self.worth = guessed() if self.part.shape.scores else POINTS

    def run(
        self,
        iterations: int | None,
        minutes: float | None = None,
        show: Show = lambda *_: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Train until so many traversals are done in all, or for so long; False when it was stopped before."""
        began = saved = monotonic()
        scores = _scores(self.part.target) if len(self.worth) else FIRST
        learn = learner(self.rules, record_of(self.part.shape), self.part.tuning, scores)
        while not self._enough(iterations, minutes, began):
            if stop():
                self.save()
                return False
            if len(self.worth) and self.done in VALUED:
                self.worth = self.valued()
            block = min([BLOCK, *(after - self.done for after in (*VALUED, iterations or 0) if after > self.done)])
            paid = payoff(self.worth) if len(self.worth) else self.worth
            done = learn(self.table, self.chance, paid, self.done, block)
            if done < block:
                raise BadInput(f"{self.path}: the table is full after {self.done + done} traversals")
            self.done += block
            show(self.done, iterations or self.done)
            if monotonic() - saved > PAUSE:
                self.save()
                saved = monotonic()
        self.save()
        return True

    def _enough(self, iterations: int | None, minutes: float | None, began: float) -> bool:
        if iterations is not None and self.done >= iterations:
            return True
        return minutes is not None and monotonic() - began >= 60 * minutes

    def strategy(self) -> tuple[Any, Places, Float32s]:
        """Return the average strategy as the kernels read it: keys, places, numbers."""
        return strategy_of(self.table)

    def valued(self) -> Floats:
        """Play hands out at every score and return the match values that follow."""
        return match_values(self.part.shape, self.strategy(), self.chance, HANDS_A_SCORE)

    def save(self) -> None:
        """Write a checkpoint."""
        save(self.path, self.table, design=self.design, done=self.done, chance=self.chance, worth=self.worth)

    def _resume(self) -> None:
        self.table, data = load(self.path)
        if str(data.get("design")) != self.design:
            raise BadInput(f"{self.path}: holds another training, {data.get('design')}; use another directory")
        shape = guessed().shape if self.part.shape.scores else POINTS.shape
        try:
            self.done, self.chance, self.worth = int(data["done"]), data["chance"], data["worth"]
            good = self.done >= 0 and self.chance.dtype == np.uint64 and self.chance.shape == (1,)
            if not good or self.worth.shape != shape or not np.isfinite(self.worth).all():
                raise ValueError
        except DAMAGED:
            raise BadInput(f"{self.path}: not {WHAT}, or damaged") from None


def learner(rules: Rules, shape: Record, tuning: Sequence[float], scores: Sequence[tuple[int, int]] = FIRST) -> Learn:
    """Return the compiled learner of these rules: table, chance, what scores are worth, traversals done, how many."""
    from bolicho.games.truco.kernel import book_of
    from bolicho.learn.equilibrium.cfr_kernel import train

    book, listed, tuned = book_of(rules), np.array(scores, np.int8), np.array(tuning)
    compiled: Any = train

    def learn(table: Table, chance: Any, paid: Floats, done: int, count: int) -> int:
        return int(compiled(book, shape, *table, chance, paid, listed, done, count, tuned))

    return learn


def _scores(target: int) -> list[tuple[int, int]]:
    """The scores that the match table is for: one side, at least, may come near the end in this hand."""
    return [(a, b) for a in range(target) for b in range(target) if target - max(a, b) <= NEAR]


def strategy_of(table: Table) -> tuple[Any, Places, Float32s]:
    """Return keys, the places of the summed strategies, and the numbers of a table."""
    cells = np.flatnonzero(table.keys)
    cells = cells[np.argsort(table.places[cells])]
    starts = table.places[cells]
    places = table.places.copy()
    places[cells] = starts + np.diff(np.append(starts, table.counts[1])) // 2
    return table.keys, places, table.pool


def match_values(shape: Shape, strategy: tuple[Any, Places, Float32s], chance: Any, hands: int) -> Floats:
    """Return the chance to win the match from every score when both play a strategy."""
    from bolicho.games.truco.kernel import book_of
    from bolicho.learn.equilibrium.match_kernel import outcomes

    book, record = book_of(Truco(target=LONGEST).rules), record_of(shape)
    paid = {}
    for mano in range(1, LONGEST + 1):
        for pe in range(1, LONGEST + 1):
            square = np.zeros((LONGEST + 1, LONGEST + 1))
            score = np.array([LONGEST - mano, LONGEST - pe], np.int8)
            outcomes(book, record, *strategy, chance, score, hands, square)
            paid[mano, pe] = square
    return induced(paid)
