"""The best response of one hand: a walk of the public tree with a weight for every hand that the agent may hold.

At the agent's turn weights are multiplied by its probabilities and split by what is seen; at the responder's turn the
best move counts. What a hand ends in is public, so a leaf is worth its weight times its points. Branches in which the
agent comes with less than ``reach`` are not walked: they are worth between the worst and the best they could be.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from bolicho.games.truco.cards import DECK, PLACE, STRENGTH, Deal, Hand
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.learn.yardstick.bounds import bounds
from bolicho.learn.yardstick.faces import Faces, Floats, Ints, against, by_level
from bolicho.learn.yardstick.questions import Book, Turn, left_of

BLOCK = 512
"""Nodes that are asked about together."""
TELLING = frozenset({"quero", "flor", "e-bom", "pontos"})
"""Words after which something of a hand may be said aloud: who has what, and whether there is a flor."""


class Value(NamedTuple):
    """What a hand of the responder is worth, points a hand: the best response between two ends, and self-play."""

    low: float
    high: float
    own: float | None
    """Self-play; None where not everything was walked."""
    nodes: int
    cut: int
    """Branches that were not walked."""


class Node:
    """A public position: who may still hold what, until it has its children; then what came of them."""

    __slots__ = ("high", "ids", "kids", "low", "mine", "own", "state", "weight")

    def __init__(self, state: State, ids: Ints, weight: Floats, mine: float) -> None:
        self.state: State | None = state
        self.ids, self.weight = ids, weight
        self.mine = mine
        """How likely the responder comes here when he plays as the agent would."""
        self.kids: list[tuple[float, list[Node]]] = []
        """By move of the responder, or all in one: how likely it is in self-play, and what may then be seen."""
        self.low = self.high = self.own = 0.0


class Walk:
    """One hand of the responder in one seat, against all hands of the agent."""

    def __init__(self, rules: Rules, hand: Hand, responder: int, mano: int, book: Book, reach: float = 0.0) -> None:
        self.rules, self.hand, self.responder, self.mano = rules, hand, responder, mano
        self.agent = 1 - responder
        self.book, self.reach = book, reach
        self.faces: Faces = against(rules, hand)
        self.by_level = by_level(rules)
        self.nodes: list[Node] = []
        self.cut = 0

    def value(self, stop: Callable[[], bool] = lambda: False) -> Value | None:
        """Walk the whole tree; None where somebody wanted to stop."""
        ids = np.flatnonzero(self.faces.weight > 0)
        total = float(self.faces.weight.sum())
        first = State(self.rules, self._deal(int(ids[0])), self.mano, (0, 0), self.mano, self.mano, ((), ()))
        first = first._replace(hands=first.deal.hands)
        # the worst of a branch is what a responder who folds has; a self-player does not, so it needs the whole tree
        root = Node(first, ids, self.faces.weight[ids] / total, 0.0 if self.reach else 1.0)
        pending = [root]
        while pending:
            if stop():
                return None
            block, pending = pending[-BLOCK:], pending[:-BLOCK]
            pending += self._grow(block)
        for node in reversed(self.nodes):
            self._gather(node)
        return Value(root.low, root.high, None if self.reach else root.own, len(self.nodes), self.cut)

    # ── down ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _grow(self, block: list[Node]) -> list[Node]:
        """Give these nodes their children, all questions asked at once."""
        turns: list[tuple[Node, Turn]] = []
        grown: list[Node] = []
        for node in block:
            state = node.state
            assert state is not None
            self.nodes.append(node)
            if state.over:
                self._end(node, *(2 * (float(state.scores[self.responder] - state.scores[self.agent]),)))
            elif self.reach and node.weight.sum() < self.reach:
                self.cut += 1
                self._end(node, *bounds(state, self.responder))
            elif state.seat == self.agent:
                turns += [(node, turn) for turn in self._turns(state, node.ids)]
            elif node.mine > 0:
                turns.append((node, self._own_turn(state)))
            else:
                grown += self._respond(node, None)
        chances = self.book.ask([turn for _, turn in turns])
        parts: dict[int, list[tuple[Turn, Floats]]] = {}
        for (node, turn), table in zip(turns, chances, strict=True):
            parts.setdefault(id(node), []).append((turn, table))
        for node in block:
            found = parts.get(id(node))
            if found is not None and node.state is not None:
                mine = node.state.seat == self.responder
                grown += self._respond(node, found[0]) if mine else self._speak(node, found)
            node.state = None
            node.ids, node.weight = node.ids[:0], node.weight[:0]
        return grown

    def _end(self, node: Node, low: float, high: float) -> None:
        weight = float(node.weight.sum())
        node.low, node.high = weight * low, weight * high
        node.own = node.low
        node.state = None

    def _respond(self, node: Node, own: tuple[Turn, Floats] | None) -> Iterator[Node]:
        """Children of the responder's turn: one move of each label."""
        state = node.state
        assert state is not None
        moves = state.moves()
        chances = np.zeros(len(moves)) if own is None else own[1][0]
        merged: dict[object, tuple[str, float]] = {}
        for move, chance in zip(moves, chances, strict=True):
            label = int(self.faces.label[PLACE[move]]) if move in PLACE else move
            # of cards that look alike the last suit is laid first, whatever else is held
            merged[label] = (move, float(chance) + merged.get(label, ("", 0.0))[1])
        for move, chance in merged.values():
            kids = [
                Node(child, node.ids[held], node.weight[held], node.mine * chance)
                for child, held in self._seen(state, move, node.ids)
            ]
            node.kids.append((chance, kids))
            yield from kids

    def _speak(self, node: Node, found: list[tuple[Turn, Floats]]) -> Iterator[Node]:
        """Children of the agent's turn: by what is seen of its move."""
        state = node.state
        assert state is not None
        here = np.full(int(node.ids.max()) + 1, -1)
        here[node.ids] = np.arange(len(node.ids))
        moves: dict[str, list[tuple[Ints, Floats]]] = {}
        for turn, table in found:
            weight = node.weight[here[turn.ids]][:, None] * table
            left = turn.cards.shape[1]
            labels = self.faces.label[turn.cards]
            for label in np.unique(labels):
                played = (weight[:, :left] * (labels == label)).sum(1)
                some = np.flatnonzero(played)
                if len(some):
                    # of cards that look alike the first suit is laid first
                    card = DECK[int(turn.cards[some[0], np.argmax(labels[some[0]] == label)])]
                    moves.setdefault(card, []).append((turn.ids[some], played[some]))
            for place, word in enumerate(turn.words):
                some = np.flatnonzero(weight[:, left + place])
                if len(some):
                    moves.setdefault(word, []).append((turn.ids[some], weight[some, left + place]))
        kids: list[Node] = []
        for move, parts in moves.items():
            ids = np.concatenate([ids for ids, _ in parts])
            weight = np.concatenate([weight for _, weight in parts])
            for child, held in self._seen(state, move, ids):
                kids.append(Node(child, ids[held], weight[held], node.mine))
        node.kids.append((1.0, kids))
        yield from kids

    def _seen(self, state: State, move: str, ids: Ints) -> Iterator[tuple[State, Ints | slice]]:
        """What follows a move, by what is then said of the agent's hand; and which of the hands each is true for."""
        if self.by_level or move not in TELLING or not (state.bet or move == "flor"):
            yield state._next(move), slice(None)  # whatever hand of the agent the state holds, nothing hangs on it
            return
        groups: dict[object, tuple[State, list[Ints]]] = {}
        pairs, which = np.unique(self.faces.points[ids], axis=0, return_inverse=True)
        which = which.reshape(-1)
        for pair in range(len(pairs)):
            held = np.flatnonzero(which == pair)
            child = self._holding(state, int(ids[held[0]]))._next(move)
            public = (child.announced, child.paid, child.seat, child.bet, child.flor)
            groups.setdefault(public, (child, []))[1].append(held)
        for child, parts in groups.values():
            yield child, np.sort(np.concatenate(parts))

    # ── who holds what ────────────────────────────────────────────────────────────────────────────────────────────

    def _deal(self, hand: int) -> Deal:
        pair = (self.hand, self.faces.hands[hand])
        return Deal(pair if self.responder == 0 else pair[::-1])

    def _holding(self, state: State, hand: int) -> State:
        """The same public position with another hand of the agent."""
        deal = self._deal(hand)
        gone = state.played[self.agent]
        left = tuple(card for card in deal.hands[self.agent] if card not in gone)
        kept = state.hands[self.responder]
        return state._replace(deal=deal, hands=(left, kept) if self.agent == 0 else (kept, left))

    def _turns(self, state: State, ids: Ints) -> Iterator[Turn]:
        """The agent's hands at a turn, by which words they may say."""
        if state.bet == "announce":
            kinds = self.faces.points[ids, 0]
        elif self.by_level or state.rules.flor == "off":
            kinds = np.zeros(len(ids), np.int64)
        else:
            kinds = (self.faces.points[ids, 1] > 0).astype(np.int64)
        for kind in np.unique(kinds):
            some = ids[kinds == kind]
            example = (state if self.by_level else self._holding(state, int(some[0]))).view(self.agent)
            yield self._turn(example, state, some, self.faces.cards[some], self.faces.alike[some])

    def _own_turn(self, state: State) -> Turn:
        """The responder's own hand, if the agent held it."""
        cards = np.array([[PLACE[card] for card in self.hand]], np.int64)
        alike = np.array([-1], np.int64)
        return self._turn(state.view(self.responder), state, np.array([0], np.int64), cards, alike)

    def _turn(self, example: View, state: State, ids: Ints, dealt: Ints, alike: Ints) -> Turn:
        gone = [PLACE[card] for card in state.played[example.seat]]
        kept = left_of(dealt, gone)
        words = tuple(move for move in example.moves if move not in STRENGTH)
        may_play = len(words) < len(example.moves)
        return Turn(example, ids, dealt, kept, kept if may_play else kept[:, :0], words, alike)

    # ── up ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _gather(self, node: Node) -> None:
        if not node.kids:
            return
        node.low = max(sum(kid.low for kid in kids) for _, kids in node.kids)
        node.high = max(sum(kid.high for kid in kids) for _, kids in node.kids)
        if node.mine > 0:
            node.own = sum(chance * sum(kid.own for kid in kids) for chance, kids in node.kids if chance)
        node.kids = []
