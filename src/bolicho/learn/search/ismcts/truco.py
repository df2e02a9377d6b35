"""Truco as a subject of search, on the rules themselves: worlds, what is seen, playouts by habit or at random."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from bolicho.games.rikken.bits import Chance, draw
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH, Deal, Hand, envido_points, flor_points
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.odds import FINAL, kind_strengths, strangers
from bolicho.games.truco.state import ORDER, State
from bolicho.games.truco.view import HIDDEN, View
from bolicho.learn.search.ismcts.habits import (
    BET,
    CALL,
    DOUBT,
    EVEN_OWN,
    EVEN_RIVAL,
    FINE,
    LEVELS,
    NONE,
    NOTHING,
    RANDOM,
    anything,
    draw_move,
    hope,
    insight,
    sober,
    weigh_moves,
)
from bolicho.learn.search.ismcts.moves import HIS_CARD, HIS_FACE_DOWN, MOVES, NUMBER
from bolicho.learn.search.ismcts.payoff import Payoff

Floats = list[float]


class Tables(NamedTuple):
    """What `hope` looks up, laid flat."""

    three: Floats
    two: Floats
    one: Floats
    final: Floats


class Manner(NamedTuple):
    """How a search of Truco goes about it."""

    playout: int = RANDOM
    observers: int = 1
    reading: int = 0
    """Whether worlds are drawn by how likely the rival's moves are with the hand, else all alike."""
    guided: int = 0
    """Whether habits guide the search, else bounds alone."""


class TrucoSubject:
    """A decision of Truco, seen from the seat that is to take it."""

    def __init__(self, game: Truco, view: View, manner: Manner, payoff: Payoff) -> None:
        self.game, self.view, self.manner, self.payoff = game, view, manner, payoff
        self.seat = view.seat
        table = all_hands()
        self.hands = [table.cards[i] for i in np.flatnonzero(consistent(evidence(view)))]
        self.pool: list[Hand] = []
        self.sums: Floats = []

    def weigh(self, size: int, chance: Chance) -> None:
        """Draw a pool of hands and weigh each by the rival's moves so far."""
        total = 0.0
        for _ in range(size):
            hand = self.hands[draw(chance, len(self.hands))]
            total += self._replay(hand, chance)[1]
            self.pool.append(hand)
            self.sums.append(total)

    def world(self, chance: Chance) -> State:
        """Play the history again with a hand that the rival may hold."""
        if not self.pool:
            hand = self.hands[draw(chance, len(self.hands))]
        else:
            at = self.sums[-1] * draw(chance, FINE) / FINE
            hand = self.pool[next((i for i, upto in enumerate(self.sums) if upto > at), len(self.sums) - 1)]
        return self._replay(hand, chance, weigh=False)[0]

    def _replay(self, hand: Hand, chance: Chance, *, weigh: bool = True) -> tuple[State, float]:
        view = self.view
        hands = (view.dealt, hand) if self.seat == 0 else (hand, view.dealt)
        state = self.game.start(Deal(hands), score=view.score, mano=view.mano)
        opened, likely = set(view.played[view.rival]), 1.0
        for who, said in view.history:
            move = said
            if said == HIDDEN:
                hidden = [card for card in state.hands[who] if card not in opened]
                move = f"({hidden[draw(chance, len(hidden)) if len(hidden) > 1 else 0]})"
            if weigh and who != self.seat:
                odds = [0.0] * MOVES
                total = weigh_moves(known_of(state), *_mask_and_hope(state), odds)
                likely *= (1 - DOUBT) * odds[number_of(state, move)] / total + DOUBT
            state = state.play(move)
        return state, likely

    def moves(self, state: State) -> tuple[str, ...]:
        """Return the legal moves but for `baralho`, which is never better."""
        moves = state.moves()
        return tuple(move for move in moves if move != "baralho") if len(moves) > 1 else moves

    def observation(self, state: State, move: str) -> Hashable:
        """Return a move's number; of a rival's card its strength, or that it lies face down."""
        if move in NUMBER or state.seat == self.seat:
            return number_of(state, move)
        return HIS_CARD + STRENGTH[move] if move in STRENGTH else HIS_FACE_DOWN

    def privy(self, state: State) -> Hashable:
        """Return what kind of player the rival is, where he is an observer of his own."""
        if state.seat == self.seat or self.manner.observers == 1:
            return None
        mask, hoped = _mask_and_hope(state)
        return insight(known_of(state), sober(mask), hoped)

    def prior(self, state: State, choices: Mapping[Hashable, Sequence[str]]) -> list[float] | None:
        """Return how often each choice is taken by habit, somewhat evened."""
        if not self.manner.guided:
            return None
        odds = [0.0] * MOVES
        mask, hoped = _mask_and_hope(state)
        weigh_moves(known_of(state), sober(mask), hoped, odds)
        found = [[odds[number_of(state, move)] for move in moves] for moves in choices.values()]
        total = sum(odds[number] for number in range(MOVES) if sober(mask) >> number & 1)
        even = EVEN_OWN if state.seat == self.seat else EVEN_RIVAL
        return [(1 - even) * sum(shares) / total + even / len(choices) for shares in found]

    def playout(self, state: State, chance: Chance) -> Sequence[float]:
        """Play on by habit, or at random."""
        odds = [0.0] * MOVES
        while state.seat is not None:
            mask = mask_of(state)
            if self.manner.playout == RANDOM:
                move = anything(mask, chance)
            else:
                total = weigh_moves(known_of(state), *_mask_and_hope(state), odds)
                move = draw_move(odds, total, chance)
            state = state.play(names_of(state)[move])
        mine, theirs = (state.score[seat] + state.scores[seat] for seat in (self.seat, 1 - self.seat))
        worth = float(self.payoff.worth[mine, theirs])
        return (worth, self.payoff.whole - worth) if self.seat == 0 else (self.payoff.whole - worth, worth)


# ── from the rules to the numbers of the habits ───────────────────────────────────────────────────────────────────


@cache
def tables() -> Tables:
    """Return the chances against a stranger's hand, made once."""
    found = strangers()
    three = np.zeros((2, LEVELS, LEVELS, LEVELS))
    high, middle, low = kind_strengths().T
    three[:, high, middle, low] = found.three
    flat = (three, found.two, found.one, FINAL.astype(np.float64))
    return Tables(*(table.ravel().tolist() for table in flat))


def names_of(state: State) -> tuple[str, ...]:
    """Return every move of the player to move, by number."""
    assert state.seat is not None
    hand = state.deal.hands[state.seat]
    return (*hand, *(f"({card})" for card in hand), *ORDER)


def number_of(state: State, move: str) -> int:
    """Return a move of the player to move as a number."""
    return NUMBER[move] if move in NUMBER else names_of(state).index(move)


def mask_of(state: State) -> int:
    """Return the legal moves as bits."""
    return sum(1 << number_of(state, move) for move in state.moves())


def _mask_and_hope(state: State) -> tuple[int, float]:
    return mask_of(state), hope(known_of(state), *tables())


def known_of(state: State) -> list[int]:
    """Return what the player to move knows, as ``habits.py`` lists it."""
    me = state.seat
    assert me is not None
    mano, mine, his = int(state.mano == me), state.played[me], state.played[1 - me]
    lead = [0 if winner is None else 1 if winner == me else -1 for winner in state.won]
    first = {1: 0, -1: 1, 0: 3 - mano}[lead[0]] if lead else 0
    dealt = state.deal.hands[me]
    asked = BET if state.bet in ("envido", "flor") else CALL if state.truco_by is not None else NOTHING
    said = (state.envido if state.bet == "envido" else state.flor) if asked == BET else ()
    return [
        len(state.won),
        first,
        lead[1] + 1 if len(lead) > 1 else 0,
        STRENGTH.get(his[-1], 0) if len(his) > len(mine) else NONE,
        STRENGTH.get(mine[-1], 0) if len(mine) > len(his) else NONE,
        mano,
        *(STRENGTH[card] for card in dealt),
        sum(1 << place for place, card in enumerate(dealt) if card in state.hands[me]),
        envido_points(dealt),
        flor_points(dealt),
        len(said),
        NUMBER[said[-1]] if said else 0,
        state.truco,
        asked,
    ]
