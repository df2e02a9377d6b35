"""What moves of the full game of Truco are worth, by playing on: worlds drawn from a belief, both seats by the tables.

A seat knows its own cards. The rival's are drawn from all that agree with what was said and played, each as often as
the tables would have done with it what the rival did (`SLIP`: anybody errs). Then every legal move is made in every
world, and the hand is played to its end by the tables, with the same luck for all moves: they are compared pair by
pair. Values are in points and in chances to win the match.

How to use it::

    found = Playouts(strategy, match, far).values(view, mix)
    found.points, found.chances      # of every legal move, for who decides
    found.losses                     # in chances, against a seat that goes on by ``mix``, as the tables do
    found.errors                     # half of the 95 % interval of each loss

A loss is counted against the mix of the tables, not against the best move that was seen: the best of several noisy
means is too good to be true, and a move that only finds a hole in the tables is no advice against people.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.core.intervals import Z
from bolicho.games.truco.cards import PLACE, Deal
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.kernel import HAND, MOVE, book_of
from bolicho.games.truco.options import Rules
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium.keys_kernel import STORY
from bolicho.learn.equilibrium.packed_strategy import PackedStrategy

WORLDS = 1200
"""Drawn for a decision."""
SLIP = 0.02
"""How often the rival is taken to do something else than the tables say, so that no hand is ruled out."""
Floats = npt.NDArray[np.float64]


class Values(NamedTuple):
    """What the legal moves of a view are worth to who decides, in its order."""

    points: Floats
    chances: Floats
    losses: Floats
    """In chances to win the match, against the mix; below zero where a move does better."""
    errors: Floats


class Playouts:
    """Plays hands on by the tables of the equilibrium player."""

    def __init__(self, strategy: PackedStrategy, match: PackedStrategy, far: int) -> None:
        from bolicho.learn.equilibrium.tables_kernel import tables_of

        self._tables = (*tables_of(strategy, match), far)
        self._worth = match.worth
        self._scratch = np.zeros(1, HAND), np.zeros(1, STORY)

    def values(self, view: View, mix: Sequence[float], worlds: int = WORLDS) -> Values:
        """Value every legal move; the same view gives the same numbers."""
        deals = self._deals(view, worlds)
        sign = 1 - 2 * view.seat
        out = self._played(
            view.rules, deals, (*view.score, view.mano), _codes(view), [_code(move) for move in view.moves]
        )
        points = sign * out[:, :, 0]
        chances = out[:, :, 1] if view.seat == 0 else 1 - out[:, :, 1]
        losses, errors = compared(chances, np.array(mix))
        return Values(points.mean(axis=1), chances.mean(axis=1), losses, errors)

    def deal_worth(
        self, rules: Rules, deal: Deal, score: tuple[int, int], mano: int, worlds: int = WORLDS
    ) -> tuple[float, float]:
        """What the tables make of a deal on both seats: points of seat 0, and its chance to win the match."""
        deals = np.repeat(np.array([[[PLACE[card] for card in hand] for hand in deal.hands]], np.int8), worlds, axis=0)
        out = self._played(rules, deals, (*score, mano), (), [-1])
        return float(out[0, :, 0].mean()), float(out[0, :, 1].mean())

    def knows(self, rules: Rules, score: tuple[int, int]) -> bool:
        """Whether every score that may come has a worth."""
        return rules.target - min(score) < len(self._worth)

    def _deals(self, view: View, worlds: int) -> npt.NDArray[np.int8]:
        from bolicho.learn.equilibrium.playouts_kernel import beliefs

        hands = all_hands()
        candidates = np.flatnonzero(consistent(evidence(view)))
        others = np.array([[PLACE[card] for card in hands.cards[one]] for one in candidates], np.int8)
        own = np.array([PLACE[card] for card in view.dealt], np.int8)
        weights = np.zeros(len(candidates))
        context = np.array([*view.score, view.mano], np.int8)
        beliefs(book_of(view.rules), *self._tables, *self._scratch, view.seat, own, others, context,
                np.array(_codes(view), np.int64), SLIP, weights)  # fmt: skip
        reached = np.cumsum(weights / weights.sum())
        steps = (np.arange(worlds) + stream(0, "playouts", str(view)).random()) / worlds
        drawn = np.minimum(np.searchsorted(reached, steps), len(candidates) - 1)
        np.random.default_rng(1).shuffle(drawn)  # either half of the worlds is like the other
        deals = np.zeros((worlds, 2, 3), np.int8)
        deals[:, view.seat], deals[:, 1 - view.seat] = own, others[drawn]
        return deals

    def _played(
        self,
        rules: Rules,
        deals: npt.NDArray[np.int8],
        context: tuple[int, ...],
        past: tuple[int, ...],
        first: list[int],
    ) -> Floats:
        from bolicho.learn.equilibrium.playouts_kernel import play_on

        out = np.zeros((len(first), len(deals), 2))
        keys = np.arange(1, len(deals) + 1, dtype=np.uint64) << np.uint64(20)
        play_on(book_of(rules), *self._tables, *self._scratch, deals, np.array(context, np.int8),
                np.array(past, np.int64), np.array(first, np.int64), keys, self._worth, out)  # fmt: skip
        return out


def compared(samples: Floats, mix: Floats) -> tuple[Floats, Floats]:
    """Return what each row loses against the mix of all, world by world, and half of the 95 % interval of that.

    >>> losses, errors = compared(np.array([[1.0, 1.0, 1.0], [0.0, 0.5, 1.0]]), np.array([1.0, 0.0]))
    >>> losses.tolist(), errors.round(2).tolist()
    ([0.0, 0.5], [0.0, 0.57])
    """
    differences = mix @ samples - samples
    return differences.mean(axis=1), Z * differences.std(axis=1, ddof=1) / np.sqrt(samples.shape[1])


def _codes(view: View) -> tuple[int, ...]:
    return tuple(_code(move) for _, move in view.history)


def _code(move: str) -> int:
    from bolicho.learn.equilibrium.playouts_kernel import CARDS

    return PLACE[move] if move in PLACE else CARDS + MOVE[move]
