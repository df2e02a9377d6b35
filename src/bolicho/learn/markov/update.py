"""What a finished hand teaches: wins and losses move by a step, at one cell when all is known, else over all that fit.

Source: Rossato, sections 4 and 5.1; the switches are its chapter 6. A module learns when its bet was accepted and
decided (truco by the rounds, envido and flor by the points), the card orders when the rounds decided the hand.
"""

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.view import View
from bolicho.learn.markov.bets import bets, decided, refused
from bolicho.learn.markov.chances import CHANCES
from bolicho.learn.markov.gates import ACCEPT, GATES, NEEDED
from bolicho.learn.markov.matrices import Floats, Matrices, Module
from bolicho.learn.markov.orders import level
from bolicho.learn.markov.revealed import (
    States,
    envido_states,
    flor_states,
    known_cards,
    order_states,
    truco_states,
)
from bolicho.learn.markov.similarity import likeness
from bolicho.learn.markov.states import ORDER_PLACE, envido_row, flor_row, truco_row

BETS = {
    "truco": (truco_row, truco_states),
    "envido": (envido_row, envido_states),
    "flor": (flor_row, flor_states),
}
"""For each module my row and the rival's states."""
MOST_PARTS = 20
"""An adaptive step is never divided into more parts than this, so that none vanishes."""


def learn_hand(matrices: Matrices, view: View, *, rival_too: bool = False) -> tuple[str, ...]:
    """Learn from a seat's last view of a hand; return the modules that moved.

    The seat's own row is moved: its wins if it won, else its losses. ``rival_too`` moves the rival's row as well, for
    who learns from one seat only; in self-play the other seat's view does it.
    """
    if not view.over:
        raise BadInput("markov: learning needs a finished hand; this one goes on")
    if matrices.switches.gates == "adaptive":
        learn_gates(matrices, view)
    moved = []
    for name, (row, states) in BETS.items():
        winner = decided(view, name)
        mine = None if winner is None else row(view.dealt)
        if mine is not None and add(
            matrices, getattr(matrices, name), mine, states(view), winner == view.seat, rival_too=rival_too
        ):
            moved.append(name)
    winner = next((paid.seat for paid in view.paid if paid.mode == "truco" and paid.how == "won"), None)
    if winner is not None:
        won = winner == view.seat
        if add(matrices, matrices.cards, my_order(view), order_states(view), won, rival_too=rival_too):
            moved.append(matrices.cards.name)
    learn_levels(matrices, view, rival_too=rival_too)
    return tuple(moved)


def add(
    matrices: Matrices, module: Module, row: int, columns: States, won: bool, *, rival_too: bool = False
) -> bool:  # fmt: skip
    """Move the cells of a row at the columns that fit, and what is like them when the area is on; tell if any did."""
    if not columns:
        return False
    part = part_of(matrices, module, row, len(columns))
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
    still count without running away, and it is not divided into ever smaller parts.
    """
    if matrices.switches.step == "fixed":
        return module.step / parts
    mean = (module.win[row].sum() + module.loss[row].sum()) / (2 * len(module.labels))
    return float(module.step * max(1.0, mean / module.usual) ** 0.5 / min(parts, MOST_PARTS))


def my_order(view: View) -> int:
    """Return the order in which the seat played its cards; what it kept would have come last."""
    played = [level(card.strip("()"), view.dealt) for card in view.played[view.seat]]
    return ORDER_PLACE[(*played, *(left for left in (2, 1, 0) if left not in played))]


def learn_levels(matrices: Matrices, view: View, *, rival_too: bool = False) -> None:
    """Count the level of every card played open from a hand that is known whole."""
    hands = [(view.dealt, view.played[view.seat])]
    if rival_too and len(known_cards(view)) == 3:
        hands.append((known_cards(view), view.played[view.rival]))
    for hand, played in hands:
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
