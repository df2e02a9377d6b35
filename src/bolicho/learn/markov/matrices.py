"""Everything the Markov player knows: four pairs of count matrices and the levels that cards had (Rossato, chapter 4).

Counts, not probabilities: ``win[i, j]`` counts wins of my state i over the rival's state j, ``loss[i, j]`` losses; at
the start one is the transpose of the other.

>>> known = Matrices.initial()
>>> int(known.envido.win[13].sum()), int(known.envido.loss[13].sum())
(384, 364)
>>> int(known.truco.win[0, 501]), int(known.truco.win[501, 0]), known.truco.step
(1, 73, 7.3)
"""

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import DECK, STRENGTH
from bolicho.games.truco.state import hand_winner
from bolicho.learn.markov.gates import Gate, initial_gates
from bolicho.learn.markov.states import (
    ENVIDO,
    ENVIDO_LABELS,
    FLOR,
    FLOR_LABELS,
    ORDER_LABELS,
    ORDERS,
    TRUCO,
    TRUCO_LABELS,
    WEAK_TO_STRONG,
    State,
)
from bolicho.learn.markov.switches import Switches

Floats = npt.NDArray[np.float64]

MODULES = ("truco", "envido", "flor", "cards")
STEP = 0.1
"""A hand moves its cell by this share of the module's highest initial count."""
CARDS_MOST = 11
"""The highest initial count of the card orders (the paper's published scripts)."""
LEVEL_COUNTS = 10
"""How many observations of each card the initial levels stand for."""


@dataclass
class Module:
    """One mode of the game: wins and losses of each state against each other one."""

    name: str
    labels: tuple[str, ...]
    win: Floats
    loss: Floats
    step: float
    usual: float
    """The mean count of a cell at the start, which growth is measured against."""

    @classmethod
    def starting(cls, name: str, labels: tuple[str, ...], win: Floats, most: float) -> "Module":
        """Make a module of its initial wins; losses are their transpose."""
        return cls(name, labels, win, win.T.copy(), round(STEP * most, 10), float(win.mean()))

    def copy(self) -> "Module":
        """Return a module of its own counts."""
        return replace(self, win=self.win.copy(), loss=self.loss.copy())


@dataclass
class Matrices:
    """The modules, the levels, what was learned so far and how."""

    truco: Module
    envido: Module
    flor: Module
    cards: Module
    levels: Floats
    """[strength - 1, level]: how often a card was the low, medium, high one of its hand."""
    matches: int = 0
    """Matches learned from."""
    seed: int | None = None
    """The seed of the training, where there was one."""
    against: str | None = None
    """Whom the training was played against; None: itself, or nobody yet."""
    switches: Switches = field(default_factory=Switches)
    gates: dict[str, Gate] = field(default_factory=initial_gates)
    """``side:call`` (``call:truco``, ``accept:real-envido``); they move only when the switch is on."""

    @classmethod
    def initial(cls, switches: Switches | None = None) -> "Matrices":
        """Return the matrices before any hand."""
        return _made(switches or Switches())

    def copy(self) -> "Matrices":
        """Return matrices that can be changed without changing these."""
        truco, envido, flor, cards = (module.copy() for module in self.modules)
        counts, gates = self.levels.copy(), dict(self.gates)
        return replace(self, truco=truco, envido=envido, flor=flor, cards=cards, levels=counts, gates=gates)

    @property
    def modules(self) -> tuple[Module, Module, Module, Module]:
        """All four, in the order of ``MODULES``."""
        return self.truco, self.envido, self.flor, self.cards

    @property
    def nbytes(self) -> int:
        """How much memory the counts take."""
        return sum(module.win.nbytes + module.loss.nbytes for module in self.modules) + self.levels.nbytes


@cache
def first() -> Matrices:
    """Return the initial matrices, one set for all who only play by them: copy before changing."""
    return _made(Switches())


def _made(switches: Switches) -> Matrices:
    envido, flor = _by_sum(ENVIDO, 13), _by_sum(FLOR, 18)
    envido[0] = flor[0] = 0  # without any value there is no winning
    return Matrices(
        truco=Module.starting("truco", TRUCO_LABELS, _by_sum(TRUCO, 37), 73),
        envido=Module.starting("envido", ENVIDO_LABELS, envido, 26),
        flor=Module.starting("flor", FLOR_LABELS, flor, 36),
        cards=Module.starting("cards", ORDER_LABELS, _orders(), CARDS_MOST),
        levels=_levels().copy(),
        switches=switches,
    )


def _by_sum(states: tuple[State, ...], even: int) -> Floats:
    """A stronger hand has won more often: by as much as its sum is higher."""
    sums = np.array([sum(state) for state in states], np.float64)
    return even + sums[:, None] - sums[None, :]


def _orders() -> Floats:
    """An order wins against another as if both players held the same three cards."""
    worth = {0: CARDS_MOST, None: (1 + CARDS_MOST) / 2, 1: 1}
    return np.array([[worth[_winner(mine, his)] for his in ORDERS] for mine in ORDERS], np.float64)


def _winner(mine: State, his: State) -> int | None:
    won = tuple(None if a == b else int(a < b) for a, b in zip(mine, his, strict=True))
    # nobody is mão here: three ties are nobody's
    return None if won == (None, None, None) else hand_winner(won, 0)


@cache
def _levels() -> Floats:
    """How often a card of each strength is the low, medium and high one of all hands that hold it."""
    seen = np.zeros((len(WEAK_TO_STRONG), 3))
    for hand in combinations(DECK, 3):
        for level, card in enumerate(reversed(hand)):
            seen[STRENGTH[card] - 1, level] += 1
    shares: Floats = np.round(LEVEL_COUNTS * seen / seen.sum(1, keepdims=True), 2)
    return shares
