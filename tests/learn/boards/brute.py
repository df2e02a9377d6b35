"""Small games of Truco by brute force, from the rules alone: what a hand is worth, and what a best response wins.

Nothing here is shared with ``learn/ladder``, ``learn/exploit`` or ``learn/equilibrium``: states are played move by
move, every deal of the deck in turn, and an information set is what its seat sees. Points of one hand at 0-0, the mão
in seat 0.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, hstack

from bolicho.games.truco import Deal, State, Truco, View
from bolicho.games.truco.cards import DECKS, STRENGTH

Policy = Callable[[View], Sequence[float]]
"""Probabilities over ``view.moves``."""
Hand = tuple[str, ...]


def plain(move: str) -> Any:
    """A card is itself."""
    return move


def by_strength(move: str) -> Any:
    """In the ladder game a card is its strength; nothing else of it matters."""
    return STRENGTH.get(move, move)


def deals(game: Truco) -> Iterator[Deal]:
    """Every deal of the deck; all are equally likely."""
    hands = list(combinations(DECKS[game.rules.deck], 3))
    for first in hands:
        for second in hands:
            if not set(first) & set(second):
                yield Deal((first, second))


# ── (a) the value of the game: a linear program in sequence form (Koller, Megiddo, von Stengel 1994) ──────────────


class Sequences:
    """The sequences of one player: numbers of his moves by information set, and what came before each set."""

    def __init__(self) -> None:
        self.count = 1  # 0 is nothing done yet
        self.sets: dict[Any, tuple[int, dict[Any, int]]] = {}

    def after(self, sight: Any, before: int, moves: Sequence[Any]) -> dict[Any, int]:
        if sight not in self.sets:
            self.sets[sight] = (before, {move: self.count + n for n, move in enumerate(moves)})
            self.count += len(moves)
        assert self.sets[sight][0] == before  # perfect recall
        return self.sets[sight][1]

    def flow(self) -> csr_matrix:
        """What comes into an information set goes on in it."""
        rows, columns, values = [0], [0], [1.0]
        for row, (before, moves) in enumerate(self.sets.values(), 1):
            rows += [row] * (1 + len(moves))
            columns += [before, *moves.values()]
            values += [-1.0, *(1.0 for _ in moves)]
        return csr_matrix((values, (rows, columns)), shape=(1 + len(self.sets), self.count))


def value(game: Truco, sees: Callable[[str], Any] = plain) -> float:
    """Return what a hand is worth to the mão when both play perfectly."""
    players = (Sequences(), Sequences())
    payoff: Counter[tuple[int, int]] = Counter()
    unlike: dict[Any, list[Deal]] = {}
    for deal in deals(game):
        unlike.setdefault(tuple(tuple(map(sees, hand)) for hand in deal.hands), []).append(deal)
    for hands, same in unlike.items():
        stack: list[tuple[State, tuple[Any, ...], tuple[int, int]]] = [(game.start(same[0]), (), (0, 0))]
        while stack:
            state, said, done = stack.pop()
            me = state.seat
            if me is None:
                payoff[done] += len(same) * (state.scores[0] - state.scores[1])
                continue
            moves = {sees(move): move for move in state.moves()}
            number = players[me].after((hands[me], said, state.announced), done[me], list(moves))
            for seen, move in moves.items():
                then = (number[seen], done[1]) if me == 0 else (done[0], number[seen])
                stack.append((state.after(move), (*said, (me, seen)), then))
    return _solve(players, payoff, sum(map(len, unlike.values())))


def _solve(players: tuple[Sequences, Sequences], payoff: Counter[tuple[int, int]], ways: int) -> float:
    """Maximise over the mão's plans what the pé's best answer leaves of it; the inner minimum stands as its dual."""
    mine, his = (player.flow() for player in players)
    cells = np.array(list(payoff))
    won = np.array(list(payoff.values())) / ways
    points = csr_matrix((won, (cells[:, 0], cells[:, 1])), shape=(players[0].count, players[1].count))
    plans, duals = players[0].count, his.shape[0]
    goal = np.zeros(plans + duals)
    goal[plans] = -1.0
    begun = np.zeros(mine.shape[0])
    begun[0] = 1.0
    found = linprog(
        goal,
        A_ub=hstack([-points.T, his.T]).tocsr(),
        b_ub=np.zeros(players[1].count),
        A_eq=hstack([mine, csr_matrix((mine.shape[0], duals))]).tocsr(),
        b_eq=begun,
        bounds=[(0, None)] * plans + [(None, None)] * duals,
        method="highs-ds",
    )
    assert found.status == 0, found.message
    return float(-found.fun)


# ── (b) the best response to a policy, and the policy against itself ──────────────────────────────────────────────

Possible = list[tuple[State, float]]
"""States that a player cannot tell apart, and how likely each is."""


def best_response(
    game: Truco, policy: Policy, responder: int, hand: Hand | None = None, sees: Callable[[str], Any] = plain
) -> float:
    """Return what a responder in this seat wins from a policy, with one hand or over all of them, points a hand.

    Where only strengths matter (``sees=by_strength``) hands of equal strengths are walked once.
    """
    alike: dict[Any, list[Deal]] = {}
    for deal in deals(game):
        if hand in (None, deal.hands[responder]):
            alike.setdefault(tuple(map(sees, deal.hands[responder])), []).append(deal)
    walk = _Walk(policy, responder, sees)
    total = 0.0
    for together in alike.values():
        one = together[0].hands[responder]
        mine = [deal for deal in together if deal.hands[responder] == one]
        total += len(together) / len(mine) * walk.best([(game.start(deal), 1.0) for deal in mine])
    return total / sum(map(len, alike.values()))


class _Walk(NamedTuple):
    """Everything that may be, given what the responder sees."""

    policy: Policy
    me: int
    sees: Callable[[str], Any]

    def best(self, states: Possible) -> float:
        state = states[0][0]
        if state.over:
            return sum(weight * (s.scores[self.me] - s.scores[1 - self.me]) for s, weight in states)
        if state.seat == self.me:
            moves = {self.sees(move): move for move in state.moves()}.values()
            return max(self._after([(s.after(move), weight) for s, weight in states]) for move in moves)
        return self._after(
            [
                (s.after(move), weight * chance)
                for s, weight in states
                for move, chance in chances(self.policy, s.view(1 - self.me))
            ]
        )

    def _after(self, coming: Possible) -> float:
        told: dict[Any, Possible] = {}
        for state, weight in coming:
            sight = (state.history, state.announced, state.paid, state.seat)  # no card lies face down here
            told.setdefault(sight, []).append((state, weight))
        return sum(map(self.best, told.values()))


def chances(policy: Policy, view: View) -> list[tuple[str, float]]:
    """Return the moves that a policy may choose, with their probabilities."""
    return [(move, chance) for move, chance in zip(view.moves, policy(view), strict=True) if chance > 0]


def exploitability(game: Truco, policy: Policy, sees: Callable[[str], Any] = plain) -> float:
    """Return the mean over both seats of best response minus self-play; the latter cancels out."""
    return sum(best_response(game, policy, seat, sees=sees) for seat in (0, 1)) / 2


def self_play(game: Truco, policy: Policy) -> float:
    """Return what the mão wins when both play as the policy does."""

    def won(state: State) -> float:
        if state.seat is None:
            return float(state.scores[0] - state.scores[1])
        told = chances(policy, state.view(state.seat))
        return sum(chance * won(state.after(move)) for move, chance in told)

    worth = [won(game.start(deal)) for deal in deals(game)]
    return sum(worth) / len(worth)
