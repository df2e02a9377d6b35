"""What a finished hand teaches: wins and losses move by a step, at one cell when all is known, else over all that fit.

Source: Rossato, sections 4 and 5.1; the switches are its chapter 6. Which hands teach a module, and who won there, is
told by `lessons`.
"""

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import STRENGTH, Hand, sorted_hand
from bolicho.games.truco.view import View
from bolicho.learn.markov.bets import bets, refused
from bolicho.learn.markov.chances import CHANCES
from bolicho.learn.markov.gates import ACCEPT, GATES, NEEDED
from bolicho.learn.markov.lessons import lessons
from bolicho.learn.markov.matrices import Floats, Matrices, Module
from bolicho.learn.markov.orders import level
from bolicho.learn.markov.revealed_cards import States, known_cards
from bolicho.learn.markov.similarity import likeness
from bolicho.learn.markov.slices import open_cards

ROUNDED_FIRST = ("envido", "flor")
"""Modules whose step the author's script rounds before it is divided: 3 and 4."""
MOST_PARTS = 20
"""An adaptive step is never divided into more parts than this, so that none vanishes."""


def learn_hand(
    matrices: Matrices, view: View, *, rival_too: bool = False, his: Hand | None = None
) -> tuple[str, ...]:  # fmt: skip
    """Learn from a seat's last view of a hand; return the modules that moved.

    The seat's own row is moved: its wins if it won, else its losses. ``rival_too`` moves the rival's row as well, for
    who learns from one seat only; in self-play the other seat's view does it. By the engine's reading each seat moves
    both, and ``his``, the rival's cards, are known for their points.
    """
    if not view.over:
        raise BadInput("markov: learning needs a finished hand; this one goes on")
    if matrices.switches.gates == "adaptive":
        learn_gates(matrices, view)
    both = rival_too or matrices.switches.hands == "engine"
    moved = []
    for module, row, states, won, parts in lessons(matrices, view, his):
        if add(matrices, getattr(matrices, module), row, states, won, rival_too=both, parts=parts):
            moved.append(module)
    learn_levels(matrices, view, rival_too=rival_too)
    return tuple(dict.fromkeys(moved))


def add(
    matrices: Matrices, module: Module, row: int, columns: States, won: bool, *, rival_too: bool = False, parts: int = 0
) -> bool:  # fmt: skip
    """Move the cells of a row at the columns that fit, and what is like them when the area is on; tell if any did."""
    part = part_of(matrices, module, row, parts or len(columns)) if columns else 0.0
    if not part:
        return False
    mine, his = (module.win, module.loss) if won else (module.loss, module.win)
    switches = matrices.switches
    alike = likeness(module.name, switches.area, switches.share, switches.width)
    if alike is None:
        places = list(columns)
        mine[row, places] += part
        if rival_too:
            his[places, row] += part
        return True
    near = alike.near[row]
    spread: Floats = alike.weight[list(columns)].sum(0)
    touched = np.flatnonzero(spread)
    moved = part * np.outer(alike.weight[row][near], spread[touched])
    mine[near[:, None], touched] += moved
    if rival_too:
        his[touched[:, None], near] += moved.T
    return True


def part_of(matrices: Matrices, module: Module, row: int, parts: int) -> float:
    """Return how much each of so many cells moves.

    Fixed: the module's step, divided. Adaptive: the step grows with the root of its row's growth, so that later hands
    still count without running away, and it is not divided into ever smaller parts. Whole: rounded, that of envido and
    flor before it is divided and after.
    """
    step, whole = module.step, matrices.switches.counts == "whole"
    if matrices.switches.step == "adaptive":
        mean = (module.win[row].sum() + module.loss[row].sum()) / (2 * len(module.labels))
        step, parts = float(step * max(1.0, mean / module.usual) ** 0.5), min(parts, MOST_PARTS)
    if not whole:
        return step / parts
    return float(round((round(step) if module.name in ROUNDED_FIRST else step) / parts))


def learn_levels(matrices: Matrices, view: View, *, rival_too: bool = False) -> None:
    """Count the level of every card played open from a hand that is known whole; or of every card dealt."""
    if matrices.switches.levels == "dealt":
        for hand in (view.dealt, open_cards(view)):
            if len(hand) == len(view.dealt):
                _count(matrices, sorted_hand(hand), hand)
        return
    _count(matrices, view.dealt, view.played[view.seat])
    if rival_too and len(known_cards(view)) == len(view.dealt):
        _count(matrices, known_cards(view), view.played[view.rival])


def _count(matrices: Matrices, hand: Hand, played: Hand) -> None:
    for card in played:
        if card in STRENGTH:
            matrices.levels[STRENGTH[card] - 1, level(card, hand)] += 1


def learn_gates(matrices: Matrices, view: View) -> None:
    """Log the bets of a hand and let each move its gate; a call that the rival refused is won."""
    rate = matrices.switches.rate
    for bet, shut in (*((bet, False) for bet in bets(view)), *((bet, bet.side == ACCEPT) for bet in refused(view))):
        found = CHANCES[bet.module](matrices, bet.seen)
        if found is not None and bet.call in GATES:
            key = f"{bet.side}:{bet.call}"
            gate, chance = matrices.gates[key], max(0.0, found.chance - found.shift)
            moved = gate.shut(chance, rate) if shut else gate.after(chance, bet.won, NEEDED[key], rate)
            matrices.gates[key] = moved
