"""The memory of one match: how often the rival was caught bluffing, by situation (Rossato, chapter 4).

A situation is a call and the round in which it was accepted. He is caught when he made the call, it was accepted, he
lost it, and no hand that he may have held would have passed the gate of that call. Each time, the chance to accept the
same call in the same round falls by a tenth of the total, as the paper has it.
"""

from collections import Counter

from bolicho.games.truco.view import View
from bolicho.learn.markov.bets import Bet, bets
from bolicho.learn.markov.gates import ACCEPT, GATES
from bolicho.learn.markov.lessons import BETS
from bolicho.learn.markov.matrices import Matrices

Situation = tuple[str, int]


class Bluffs:
    """What one seat remembers of its rival."""

    def __init__(self) -> None:
        self.caught: Counter[Situation] = Counter()

    def saw(self, matrices: Matrices, view: View) -> None:
        """Look back at a finished hand."""
        for bet in bets(view):
            if bluffed(matrices, view, bet):
                self.caught[bet.call, bet.round] += 1

    def remembered(self, call: str, round: int) -> int:
        """Return how often he bluffed with this call in this round."""
        return self.caught[call, round]


def bluffed(matrices: Matrices, view: View, bet: Bet) -> bool:
    """Whether the rival made this bet with nothing, lost it, and it came out."""
    if bet.side != ACCEPT or not bet.won or bet.call not in GATES:
        return False
    states = list(BETS[bet.module][1](view))
    if not states:
        return True  # he had no points at all
    module = getattr(matrices, bet.module)
    wins, losses = module.win[states].sum(1), module.loss[states].sum(1)
    return bool((wins <= GATES[bet.call] * (wins + losses)).all())
