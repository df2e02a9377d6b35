"""From a row and a slice to yes or no: wins, losses, chance, gate, roulette (Rossato, section 5.2 and appendix A)."""

from math import inf
from typing import NamedTuple

from bolicho.games.truco.cards import VALUE
from bolicho.games.truco.view import View
from bolicho.learn.markov.matrices import Matrices, Module
from bolicho.learn.markov.nstep import before, carried, order_chances
from bolicho.learn.markov.orders import orders
from bolicho.learn.markov.similarity import likeness
from bolicho.learn.markov.slices import Slice, envido_columns, flor_columns, open_cards, spread, truco_columns
from bolicho.learn.markov.states import envido_row, flor_row, truco_row

SHIFT = 0.2
"""How much an envido chance falls when the rival has opened with a card worth more than `HINT`."""
HINT = 5
BAND = 0.2
"""How far above its gate a contra-flor may be in the author's script; above that it is not said (``flor=band``)."""
BLUFF = 0.1
"""How much the chance to accept falls for each bluff of the same situation: a tenth of the total."""


class RowMatch(NamedTuple):
    """A row against a slice."""

    module: str
    row: str
    part: Slice
    wins: float
    losses: float
    chance: float
    """v / (v + d), moved by the rounds when n-step is on; before shift and gate."""
    shift: float = 0.0


class Verdict(NamedTuple):
    """What the gate and the roulette make of it."""

    chance: float
    """The chance that the gate judged."""
    gate: float
    yes: float
    """How likely the roulette says yes; 0 behind a closed gate."""
    bluffs: int = 0


def weigh(matrices: Matrices, module: Module, row: int, part: Slice) -> RowMatch:
    """Sum wins and losses of a row over a slice; no evidence at all counts as one each."""
    if matrices.switches.lookup == "similar":
        wins, losses = _similar(matrices, module, row, part)
    else:
        wins, losses = float(module.win[row].take(part.places).sum()), float(module.loss[row].take(part.places).sum())
    if wins == 0 and losses == 0:
        wins = losses = 1.0
    return RowMatch(module.name, module.labels[row], part, wins, losses, wins / (wins + losses))


def _similar(matrices: Matrices, module: Module, row: int, part: Slice) -> tuple[float, float]:
    """Ask the neighbouring rows and columns too, each by how alike it is."""
    share, width = matrices.switches.share, matrices.switches.width
    alike = likeness(module.name, "kernel", share, width)
    assert alike is not None
    columns, near = spread(part.key, part.module, share, width), alike.near[row]
    weights = alike.weight[row][near] / alike.total[row]
    wins, losses = (counts.take(near, 0) @ columns for counts in (module.win, module.loss))
    return float(weights @ wins), float(weights @ losses)


def truco_chance(matrices: Matrices, view: View) -> RowMatch:
    """Weigh the hand against all that the rival may hold; with n-step on, the rounds played are carried in."""
    part = truco_columns(view)
    found = weigh(matrices, matrices.truco, truco_row(view.dealt), part)
    if matrices.switches.nstep == "off" or not (view.played[0] or view.played[1]):
        return found
    mine = orders(matrices, view)
    total = sum(mine.wins)
    ahead = order_chances(view, mine.mine, part)
    now = sum(w * a for w, a in zip(mine.wins, ahead, strict=True)) / total if total else sum(ahead) / len(ahead)
    return found._replace(chance=carried(found.chance, now, before(view, part)))


def envido_chance(matrices: Matrices, view: View) -> RowMatch | None:
    """Weigh the pair; None without points."""
    row = envido_row(view.dealt)
    if row is None:
        return None
    seen = open_cards(view)
    shift = SHIFT if seen and VALUE[seen[0]] > HINT else 0.0
    return weigh(matrices, matrices.envido, row, envido_columns(view))._replace(shift=shift)


def flor_chance(matrices: Matrices, view: View) -> RowMatch | None:
    """Weigh the flor; None without one."""
    row = flor_row(view.dealt)
    return None if row is None else weigh(matrices, matrices.flor, row, flor_columns(view))


CHANCES = {"truco": truco_chance, "envido": envido_chance, "flor": flor_chance}


def judge(
    found: RowMatch, gate: float, rounding: str = "exact", bluffs: int = 0, spins: float = 1.0, most: float = inf
) -> Verdict:
    """Hold a chance against a gate, and a ceiling; what passes is drawn for, less a tenth for each bluff remembered.

    >>> even = RowMatch("envido", "0-7", Slice(((), ()), "envido", [], ()), 384.0, 364.0, 384 / 748)
    >>> judge(even, 0.4).yes == 384 / 748, judge(even, 0.6).yes, round(judge(even, 0.4, bluffs=2).yes, 3)
    (True, 0.0, 0.313)
    >>> judge(even, 0.4, "paper")
    Verdict(chance=0.5, gate=0.4, yes=0.5, bluffs=0)
    """
    if rounding == "paper":
        won, lost = rounded(found.chance, found.shift)
        good, bad = slots(won, lost)
        good, bad = max(0, good - bluffs), bad + min(good, bluffs)
        return Verdict(won, gate, spun(good / (good + bad), spins) if gate < won < most and good else 0.0, bluffs)
    chance = max(0.0, found.chance - found.shift)
    yes = spun(max(0.0, chance - BLUFF * bluffs), spins) if gate < chance < most else 0.0
    return Verdict(chance, gate, yes, bluffs)


def spun(yes: float, spins: float) -> float:
    """Return the chance of at least one yes in so many spins: the gate has said already that the bet pays.

    >>> spun(0.3, 1.0), round(spun(0.3, 4.0), 4), spun(1.0, 2.0)
    (0.3, 0.7599, 1.0)
    """
    return yes if spins == 1.0 else 1.0 - (1.0 - yes) ** spins


def rounded(chance: float, shift: float) -> tuple[float, float]:
    """Return the paper's chances to win and to lose: each to one decimal, then shifted, unless nothing would be left.

    >>> rounded(0.74, 0.2), rounded(0.24, 0.2), rounded(0.2, 0.2)
    ((0.49999999999999994, 0.5), (0.2, 0.8), (0.2, 0.8))
    """
    won, lost = round(chance, 1), round(1 - chance, 1)
    return (won - shift, lost + shift) if shift and won - shift > 0 else (won, lost)


def slots(won: float, lost: float) -> tuple[int, int]:
    """Return how many slots of the paper's list say win and lose; floats are cut off, so a shifted list may lack one.

    >>> slots(0.6, 0.4), slots(*rounded(0.74, 0.2)), slots(*rounded(0.85, 0.2))
    ((6, 4), (4, 5), (6, 4))
    """
    return int(won * 10), int(lost * 10)
