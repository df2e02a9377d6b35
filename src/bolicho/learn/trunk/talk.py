"""What can be said about envido and flor, and the trees of card play that each way of ending it leads to.

The mão may call envido as his first word: then the hand goes on at the root of a tree (group ``MAO``). The pé may call
it after the mão's first card or against his truco: then it goes on after that move (group ``PE``, fifteen starts: the
fourteen levels of the card, then the truco). Where nothing is said of it, or no longer, it goes on after two moves.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.truco.ladders import ENVIDO, ENVIDO_CALLS, FLOR_ALONE, FLOR_FLOR, envido_raises
from bolicho.learn.trunk.forest import POINTS

MAO, PE = 0, 1
Sequence = tuple[str, ...]
SEQUENCES: tuple[Sequence, ...] = tuple(sorted(ENVIDO, key=len))
FALTA_CALL = ENVIDO_CALLS[-1]
SETTLED = tuple(sequence for sequence in SEQUENCES if sequence[-1] != FALTA_CALL)
"""Those after which the hand goes on when they are accepted: a falta at a level score wins the match."""
STARTS = (1, 15)
"""How many starts each group has."""
NUMBERS = (0, 20, 27, 30)
"""The lowest number of each bucket of announced envido points."""


def answerer(group: int, sequence: Sequence) -> int:
    """Who answers: the pé what the mão called, and so on in turn."""
    return (group + len(sequence)) % 2


def raises(sequence: Sequence) -> tuple[Sequence, ...]:
    """The sequences that an answer may make of this one."""
    return tuple((*sequence, call) for call in envido_raises(sequence, True))


def name_of(group: int, sequence: Sequence) -> str:
    """The name of the answer to a sequence: who called first, and what was said.

    >>> name_of(PE, ("envido", "real-envido"))
    'pe envido real-envido'
    """
    return " ".join((("mao", "pe")[group], *sequence))


class Context(NamedTuple):
    """How envido and flor ended, as a tree of its own remembers it."""

    group: int
    kind: str
    """``refused``, ``accepted``, ``flor`` (of whom: `whose`) or ``nothing``."""
    sequence: Sequence = ()
    first: int = -1
    """Bucket of the number that the mão announced."""
    second: int = -1
    """Bucket of the number of the pé, who was higher; -1 if he was not."""
    whose: str = ""
    """``mao``, ``pe`` or ``both``."""


def contexts(buckets: int) -> tuple[tuple[Context, ...], tuple[Context, ...], tuple[Context, ...]]:
    """All trees: those that begin at the root, after one move, after two."""
    numbers = [(first, second) for first in range(buckets) for second in (-1, *range(first, buckets))]
    groups = []
    for group in (MAO, PE):
        refused = [Context(group, "refused", sequence) for sequence in SEQUENCES]
        accepted = [Context(group, "accepted", sequence, *pair) for sequence in SETTLED for pair in numbers]
        groups.append(refused + accepted)
    groups[MAO] += [Context(MAO, "flor", whose=whose) for whose in ("mao", "both")]
    groups[MAO] += [Context(MAO, "flor", (call,), whose="pe") for call in ENVIDO_CALLS]
    groups[PE] += [Context(PE, "flor", whose="pe")]
    return tuple(groups[MAO]), tuple(groups[PE]), (Context(MAO, "nothing"),)


class Score(NamedTuple):
    """What a hand is played for: points, or the chance to win the match when both lack the same."""

    lacks: int = 24
    worth: npt.NDArray[np.float64] | None = None
    """[I lack, he lacks, I am mão]: the chance to win the match; None plays for points."""

    def utility(self, mao: int, pe: int) -> float:
        """What the mão gets when the hand has paid so many points to mão and pé."""
        mao, pe = min(mao, self.lacks), min(pe, self.lacks)
        if self.worth is None:
            return float(mao - pe)
        return float(2 * self.worth[self.lacks - mao, self.lacks - pe, 0] - 1)

    def paid(self, context: Context) -> tuple[int, int]:
        """What envido or flor paid to mão and pé; of two flores it is not in the tree."""
        if context.kind == "nothing" or context.whose == "both":
            return 0, 0
        if context.kind == "flor":
            return (FLOR_ALONE, 0) if context.whose == "mao" else (0, FLOR_ALONE)
        stake = ENVIDO[context.sequence]
        if context.kind == "refused":
            caller = 1 - answerer(context.group, context.sequence)
            return (stake.refused, 0) if caller == 0 else (0, stake.refused)
        return (stake.accepted, 0) if context.second < 0 else (0, stake.accepted)

    def pays(self, context: Context) -> tuple[npt.NDArray[np.float32], float]:
        """[winner, worth - 1] of the cards played after that, and a constant beside it."""
        mao, pe = self.paid(context)
        if max(mao, pe) >= self.lacks:
            return np.zeros((2, 4), np.float32), self.utility(mao, pe)
        won = np.array(
            [[self.utility(mao + w, pe) for w in range(1, 5)], [self.utility(mao, pe + w) for w in range(1, 5)]]
        )
        middle = float(won[0, 0] + won[1, 0]) / 2
        return (won - middle).astype(np.float32), middle

    def check(self) -> None:
        """Points are played where nobody can come to the end by less than a falta: else it is a BadInput."""
        if self.worth is None and self.lacks <= max(7, FLOR_FLOR) + int(POINTS.max()):
            raise BadInput(f"a hand for points with {self.lacks} to go: expected at least {max(7, FLOR_FLOR) + 5}")
