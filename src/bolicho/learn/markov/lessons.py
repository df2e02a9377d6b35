"""What a finished hand says about each module: my state, the states the rival may have had, and who won it.

Three readings (``hands=``; docs/works/readings/rossato.md). ``decided``: the bet was accepted and decided, which is
ours. ``every``: refused and silent hands count too, for who took the points. ``engine``: what the group's match engine
hands over and the author's script makes of it; its slips are kept, since the printed maps were most likely made so.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bolicho.games.truco.cards import STRENGTH, VALUE, Hand, envido_points, flor_points
from bolicho.games.truco.ladders import ENVIDO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.markov.bets import decided, refused
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.orders import guessed, level, matching
from bolicho.learn.markov.revealed_cards import (
    States,
    envido_states,
    flor_states,
    known_cards,
    order_states,
    truco_states,
)
from bolicho.learn.markov.slices import holds, open_cards, strengths, truco_slice
from bolicho.learn.markov.states import (
    ENVIDO,
    ENVIDO_PLACE,
    FLOR,
    ORDER_PLACE,
    State,
    envido_row,
    flor_row,
    truco_row,
)

BETS: dict[str, tuple[Callable[[Hand], int | None], Callable[[View], States]]] = {
    "truco": (truco_row, truco_states),
    "envido": (envido_row, envido_states),
    "flor": (flor_row, flor_states),
}
"""For each module my row and the rival's states."""
CARDS = "cards"
FALLING: State = (2, 1, 0)
"""The order in which the engine hands over three cards that were played: it has sorted them for something else."""
WON, TIED, LOST = 1, 0, 2
"""A round, as the engine tells it; one that was not played is told as tied."""
ENOUGH = 20
"""Less than this is no envido for the author."""


class Lesson(NamedTuple):
    """One module of one hand."""

    module: str
    row: int
    states: States
    won: bool
    parts: int = 0
    """Into how many parts the step is divided; 0: one for each state."""


def lessons(matrices: Matrices, view: View, his: Hand | None = None) -> Iterator[Lesson]:
    """Give what a seat's last view of a hand teaches; ``his`` are the rival's cards, for the engine that tells them."""
    how = matrices.switches.hands
    if how == "engine":
        yield from _by_engine(matrices, view, his)
        return
    for name, (row, states) in BETS.items():
        winner = decided(view, name) if how == "decided" else _paid(view, name)
        mine = None if winner is None else row(view.dealt)
        if mine is not None:
            yield Lesson(name, mine, states(view), winner == view.seat)
    winner = next((paid.seat for paid in view.paid if paid.mode == "truco" and paid.how == "won"), None)
    if winner is not None:
        yield Lesson(CARDS, my_order(view), order_states(view), winner == view.seat)


def _paid(view: View, module: str) -> int | None:
    """Return who took a module's points, however it came to that; a flor that nobody disputed decides nothing."""
    return next((paid.seat for paid in view.paid if paid.mode == module and paid.how != "alone"), None)


def my_order(view: View) -> int:
    """Return the order in which the seat played its cards; what it kept would have come last."""
    played = [level(card.strip("()"), view.dealt) for card in view.played[view.seat]]
    return ORDER_PLACE[(*played, *(left for left in FALLING if left not in played))]


# ── the engine and the author's script of results ─────────────────────────────────────────────────────────────────────


def _by_engine(matrices: Matrices, view: View, his: Hand | None) -> Iterator[Lesson]:
    if his is None and len(known_cards(view)) == len(view.dealt):
        his = known_cards(view)
    if his is not None:
        yield from _envido(view, his)
        yield from _flor(view, his)
    yield _truco(view)
    yield from _orders(matrices, view)


def _truco(view: View) -> Lesson:
    """Every hand counts; it is won only if the rival refused my call, and else lost, however the rounds went."""
    won = any(bet.won for bet in refused(view) if bet.module == "truco")
    states = truco_slice(strengths(open_cards(view))).places
    return Lesson("truco", truco_row(view.dealt), tuple(states.tolist()), won)


def _envido(view: View, his: Hand) -> Iterator[Lesson]:
    """Every hand in which both have points: won if envido was called and mine is better, else lost.

    The engine tells the rival's points even if nobody said them; a plain envido only once the first round is over.
    """
    row, mine, other = envido_row(view.dealt), envido_points(view.dealt), envido_points(his)
    if row is None or other < ENOUGH:
        return
    called = [move for _, move in view.history if move in ENVIDO_CALLS]
    counts = any(move != ENVIDO_CALLS[0] for move in called) or (bool(called) and len(view.won) > 0)
    better = mine > other or (mine == other and view.is_mano)
    yield Lesson("envido", row, envido_fits(_values(view), other - ENOUGH), counts and better)


def envido_fits(known: State, worth: int) -> States:
    """Return the pairs of this worth, by the values of the cards that he played: those two, or one of them and another.

    >>> from bolicho.learn.markov.states import ENVIDO_LABELS
    >>> [ENVIDO_LABELS[i] for known in ((), (5,), (5, 2), (5, 3), (0, 1, 7)) for i in envido_fits(known, 7)]
    ['0-7', '1-6', '2-5', '3-4', '2-5', '2-5', '2-5', '3-4', '0-7']
    """
    pairs = [pair for pair in ENVIDO if sum(pair) == worth]
    if len(known) > 1:
        whole = [pair for pair in pairs if holds(known, pair)]
        pairs = whole[:1] or ([] if len(known) > 2 else pairs)
    return tuple(ENVIDO_PLACE[pair] for pair in pairs if not known or set(pair) & set(known))


def _flor(view: View, his: Hand) -> Iterator[Lesson]:
    """Every hand in which both have a flor and he has played a card; equal ones are lost by both."""
    row, mine, other = flor_row(view.dealt), flor_points(view.dealt), flor_points(his)
    known = tuple(sorted(_values(view)))
    if row is None or not other or not known:
        return
    fits = (i for i, flor in enumerate(FLOR) if sum(flor) == other - ENOUGH and holds(flor, known))
    yield Lesson("flor", row, tuple(fits), mine > other)


def _values(view: View) -> State:
    return tuple(VALUE[card] for card in open_cards(view))


def _orders(matrices: Matrices, view: View) -> Iterator[Lesson]:
    """Own order against his, as often as the script adds it."""
    mine, his = _own_orders(view), _his_orders(matrices, view)
    for won in order_results(tuple(_round(winner, view.seat) for winner in view.won)):
        for row in mine:
            if his:
                yield Lesson(CARDS, row, his, won, len(mine) * len(his))


def _own_orders(view: View) -> States:
    """Return my orders: of three cards the first seat's is true, the second's sorted; of one, those that begin low."""
    played = view.played[view.seat]
    if len(played) == len(FALLING):
        return (my_order(view) if view.seat == 0 else ORDER_PLACE[FALLING],)
    levels = tuple(level(card.strip("()"), view.dealt) for card in played)
    return matching(levels) if len(levels) > 1 else matching((0,)) if levels else ()


def _his_orders(matrices: Matrices, view: View) -> States:
    """Return the rival's orders: of three cards always the sorted one; of fewer, by the levels they most often had."""
    played = view.played[view.rival]
    if len(played) == len(FALLING) and all(card in STRENGTH for card in played):
        return (ORDER_PLACE[FALLING],)
    return matching(guessed(matrices, played)) if played else ()


def _round(winner: int | None, seat: int) -> int:
    return TIED if winner is None else WON if winner == seat else LOST


def order_results(rounds: tuple[int, ...]) -> list[bool]:
    """Return what the script makes of the rounds: won and lost, none, or the same twice.

    Two rounds won straight count twice; won and lost and then a tie, or no third round, is forgotten; lost and won
    and then a tie, or no third round, is lost.

    >>> [order_results(rounds) for rounds in ((1, 1), (2, 2), (1, 2), (2, 1), (1, 2, 1))]
    [[True, True], [False], [], [False], [True]]
    """
    first, second, third = (*rounds, TIED, TIED, TIED)[:3]
    found = []
    if {first, second} <= {WON, TIED} and WON in (first, second):
        found.append(True)
    if {first, second} <= {LOST, TIED} and LOST in (first, second):
        found.append(False)
    if third == WON and WON in (first, second):
        found.append(True)
    if third == LOST and LOST in (first, second):
        found.append(False)
    if (first, second) == (TIED, TIED) and third != TIED:
        found.append(third == WON)
    if third == TIED and first != TIED and second == WON:
        found.append(first == WON)
    return found
