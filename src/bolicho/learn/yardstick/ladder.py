"""The strategy of any agent on the whole ladder game, as a table that one compiled best response judges exactly.

The agent is asked wherever its own strategy can bring it, for every class of hands, place by place down the public tree
of ``learn/ladder`` (``places.py``); where its own moves never lead nobody needs to know what it would do. One hand of
real cards stands for a class: the first suits of each level (``faces.py``). The game is cut in parts that are asked
apart, so that they can be shared out over processes and kept one by one.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.games.truco.cards import LADDER, STRENGTH, Deal, Hand
from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.learn.ladder.tree import QUERO, RAISE
from bolicho.learn.yardstick.asking import Asker, Chances
from bolicho.learn.yardstick.faces import Ints, counts, deck, faces
from bolicho.learn.yardstick.places import Places, places_of
from bolicho.learn.yardstick.suits import alike, resuited

BLOCK = 4096
"""Places that are asked about together."""
CHECKED_ONE_IN = 997
"""Of how many questions one is asked again with other suits, and as it would come after other words."""
HEAD = 1
"""Cards of each player that lie when the game is cut in parts."""
KIND = 0b111110010
"""Bits of a node's form: whether a call is answered, whether a raise is allowed, cards left."""
CARD, CALL = 8, 2
"""A later place has a higher rank: cards that lie, calls that were accepted, a call that waits."""
CLASSES = 1024
"""More than there are classes of hands."""
DEALT = View._fields.index("dealt")


class Root(NamedTuple):
    """Where a part begins: a place, the position, and which classes of the agent come there."""

    place: int
    state: State
    ids: Ints


class Filled(NamedTuple):
    """A piece of the table, and how it was come by."""

    slots: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float32]
    questions: int
    drew: int
    suits: int
    """Questions that were asked again with other suits, and those of them that were answered otherwise."""
    suits_differed: int
    timing: int
    """Questions that were asked again as after words said at other times, and those answered otherwise."""
    timing_differed: int


class Block(NamedTuple):
    """Some places of one rank: positions, numbers, what follows each edge, and the rank of what follows."""

    states: list[State]
    places: Ints
    nodes: Ints
    kids: Ints
    """[place, edge]"""
    ranks: Ints
    """[place, 3]: after a card, after quero, after a raise."""


class Step(NamedTuple):
    """Hands that come to places, and from where."""

    place: Ints
    ids: Ints
    above: Ints
    edge: Ints


class Filler:
    """Asks one agent in one position; 0 is mão and 1 pé, which are also the seats."""

    def __init__(self, rules: Rules, asker: Asker, agent: int, places: Places | None = None) -> None:
        self.rules, self.asker, self.agent = rules, asker, agent
        self.count = counts(rules)
        self.places = places or places_of(rules, asker.timing_blind)
        self.tree = self.places.tree
        self.faces = faces(rules)
        self.levels = np.array([[STRENGTH[card] for card in hand] for hand in self.faces.hands])
        """[class, 3]: strengths, the strongest first."""
        self.dealt = np.stack([(self.levels == level).sum(1) for level in range(len(LADDER) + 1)])
        """[level, class]: how many of a level are dealt."""
        self.full = np.array([self.count.get(level, 0) for level in range(len(LADDER) + 1)])
        self.of_level = {level: [c for c in deck(rules) if STRENGTH[c] == level] for level in self.count}
        self._kept: dict[tuple[Hand, int], tuple[Hand, int]] = {}

    def root(self) -> Root:
        """The start of the hand."""
        state = State(self.rules, Deal(((), ())), 0, (0, 0), 0, 0, ((), ()))
        return Root(0, state, np.arange(len(self.faces.hands)))

    def fill(self, roots: Sequence[Root], cut: int | None = None) -> tuple[Filled, list[Root]]:
        """Ask all below these roots; places where ``cut`` cards of each player lie are handed back instead."""
        before = self.asker.questions, self.asker.drew
        self._slots: list[npt.NDArray[np.int64]] = []
        self._chances: list[npt.NDArray[np.float32]] = []
        self._checked = np.zeros(4, np.int64)
        self._states = {root.place: root.state for root in roots}
        self._first: dict[int, tuple[int, int]] = {}
        self._others: dict[int, tuple[int, int]] = {}
        """How places were come to: the place before, and the edge; and another way to them."""
        self._steps: dict[int, list[Step]] = {}
        for root in roots:
            nowhere = np.full(len(root.ids), -1)
            self._steps.setdefault(_rank(root.state), []).append(
                Step(np.full(len(root.ids), root.place), root.ids, nowhere, nowhere)
            )
        parts: list[Root] = []
        while self._steps:
            place, ids = self._arrive(self._steps.pop(min(self._steps)))
            starts = np.flatnonzero(np.diff(place, prepend=-1))
            lying = self._states[int(place[0])].played  # all places of a rank have as many
            if cut is not None and len(lying[0]) == len(lying[1]) == cut:
                ends = np.append(starts[1:], len(place))
                for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
                    here = int(place[start])
                    parts.append(Root(here, self._states[here], ids[start:end]))
                continue
            for begin in range(0, len(starts), BLOCK):
                end = starts[begin + BLOCK] if begin + BLOCK < len(starts) else len(place)
                self._grow(place[starts[begin] : end], ids[starts[begin] : end])
        filled = Filled(
            np.concatenate(self._slots) if self._slots else np.empty(0, np.int64),
            np.concatenate(self._chances) if self._chances else np.empty(0, np.float32),
            self.asker.questions - before[0], self.asker.drew - before[1], *map(int, self._checked),
        )  # fmt: skip
        self._states, self._first, self._others = {}, {}, {}
        return filled, parts

    def _arrive(self, steps: list[Step]) -> tuple[Ints, Ints]:
        """Put together who comes to the places of a rank, sorted; and make the positions."""
        place, ids, above, edge = (np.concatenate(column) for column in zip(*steps, strict=True))
        new, first = np.unique(place, return_index=True)
        last = len(place) - 1 - np.unique(place[::-1], return_index=True)[1]
        for here, one, other in zip(new.tolist(), first.tolist(), last.tolist(), strict=True):
            if above[one] >= 0:  # else it is a root
                self._first[here] = int(above[one]), int(edge[one])
                self._states[here] = self._after(self._states[int(above[one])], int(edge[one]))
            if above[other] != above[one]:
                self._others[here] = int(above[other]), int(edge[other])
        code = np.unique(place * CLASSES + ids)
        return code // CLASSES, code % CLASSES

    def _after(self, state: State, edge: int) -> State:
        return _played(state, edge, self.agent, self.of_level)

    def _otherwise(self, place: int) -> State | None:
        """The same position as another order of words leads to it; None if none was met."""
        if place in self._others:
            above, edge = self._others[place]
            return self._after(self._states[above], edge)
        if place not in self._first:
            return None
        above, edge = self._first[place]
        before = self._otherwise(above)
        return None if before is None else self._after(before, edge)

    # ── one block ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _grow(self, place: Ints, ids: Ints) -> None:
        here, which = np.unique(place, return_inverse=True)
        which = which.reshape(-1)
        states = [self._states[spot] for spot in here.tolist()]
        after = [(rank + CARD, rank + 1, rank + _raised(state)) for state in states for rank in (_rank(state),)]
        kids = self.places.children(here).astype(np.int64)
        block = Block(states, here, self.places.node[here].astype(np.int64), kids, np.array(after))
        mine = np.array([state.seat == self.agent for state in states])[which]
        self._rival(block, which[~mine], ids[~mine])
        if mine.any():
            self._own(block, which[mine], ids[mine])

    def _go(self, block: Block, which: Ints, ids: Ints, edge: Ints) -> None:
        """Send hands on by what is seen of a move; nowhere if that ends the hand."""
        child = block.kids[which, edge]
        on = child >= 0
        which, ids, child, edge = which[on], ids[on], child[on], edge[on]
        rank = block.ranks[which, np.maximum(edge - QUERO + 1, 0)]
        for one in np.unique(rank):
            some = rank == one
            step = Step(child[some], ids[some], block.places[which[some]], edge[some])
            self._steps.setdefault(int(one), []).append(step)

    def _rival(self, block: Block, which: Ints, ids: Ints) -> None:
        """Everything the other one may do."""
        laid = np.zeros((len(block.states), len(LADDER) + 1), np.int64)
        for number, state in enumerate(block.states):
            for card in state.played[1 - self.agent]:
                laid[number, STRENGTH[card]] += 1
        for edge in range(RAISE + 1):
            some = block.kids[which, edge] >= 0
            if edge < QUERO:
                some &= self.dealt[edge + 1, ids] + laid[which, edge + 1] < self.full[edge + 1]
            on = np.flatnonzero(some)
            self._go(block, which[on], ids[on], np.full(len(on), edge))

    def _own(self, block: Block, which: Ints, ids: Ints) -> None:
        """Ask; write the answers into the table; go on where they lead."""
        views, numbers = self._views(block.states, which, ids)
        nodes = block.nodes
        pairs = zip(nodes[which].tolist(), ids.tolist(), strict=True)
        answers = self.asker.ask(views, [] if self.asker.tells else [f"{node} {hand}" for node, hand in pairs])
        self._check(views, answers, block.places[which], ids)
        kinds = (self.tree.form[nodes] & KIND)[which]
        for kind in np.unique(kinds):
            some = np.flatnonzero(kinds == kind)
            table = np.array([answers[place] for place in some], np.float64)
            node = int(nodes[which[some[0]]])
            rows = self.tree.rows(node)
            at, mine = which[some], ids[some]
            if self.tree.answering(node):
                shares = table[:, : len(rows)]
                shares[:, 1] += table[:, len(rows)]  # baralho is the same as nao-quero
                edges = {0: QUERO, 2: RAISE}
                seen = {row: np.full(len(some), edges[row]) for row in range(len(rows)) if row in edges}
            else:
                left = len(rows) - 1 - self.tree.may_raise(node)
                labels = np.array([[STRENGTH[card] for card in views[place].hand] for place in some])
                shares = np.zeros((len(some), len(rows)))
                for card in range(left):
                    first = (labels[:, : card + 1] == labels[:, card : card + 1]).argmax(1)
                    shares[np.arange(len(some)), first] += table[:, card]
                shares[:, left:] = table[:, left:]
                seen = {card: labels[:, card] - 1 for card in range(left)}
                if self.tree.may_raise(node):
                    seen[left] = np.full(len(some), RAISE)
            found = np.nonzero(shares)
            start = self.tree.slot[nodes[at]] + numbers[some]
            self._slots.append(start[found[0]] + found[1] * self.tree.width(node))
            self._chances.append(shares[found].astype(np.float32))
            for row, edge in seen.items():
                on = np.flatnonzero(shares[:, row])
                self._go(block, at[on], mine[on], edge[on])

    def _views(self, states: list[State], which: Ints, ids: Ints) -> tuple[list[View], Ints]:
        """What the agent sees with each hand, and the number of the class of the cards it has left."""
        views: list[View] = []
        numbers: list[int] = []
        starts = np.flatnonzero(np.diff(which, prepend=-1))
        hands, make = self.faces.hands, tuple.__new__
        for start, end in zip(starts.tolist(), np.append(starts[1:], len(which)).tolist(), strict=True):
            state = states[int(which[start])]
            example = state.view(self.agent)
            before, after, words = example[:DEALT], example[DEALT + 2 : -1], example.moves
            gone, turn = state.played[self.agent], state.truco_by is None
            for hand in ids[start:end].tolist():
                kept, number = self._kept.get((gone, hand)) or self._keep(gone, hand)
                moves = kept + words if turn else words
                views.append(make(View, (*before, hands[hand], kept, *after, moves)))
                numbers.append(number)
        return views, np.array(numbers, np.int64)

    def _keep(self, gone: Hand, hand: int) -> tuple[Hand, int]:
        kept = tuple(card for card in self.faces.hands[hand] if card not in gone)
        found = kept, self.tree.classes.number(tuple(STRENGTH[card] - 1 for card in kept))
        self._kept[gone, hand] = found
        return found

    # ── does it mind? ─────────────────────────────────────────────────────────────────────────────────────────────

    def _check(self, views: list[View], answers: list[Chances], place: Ints, ids: Ints) -> None:
        """Ask some questions again with other suits, and as after the same words at other times."""
        some = np.flatnonzero((self.places.node[place].astype(np.int64) * 31 + ids * 7) % CHECKED_ONE_IN == 0)
        for kind, others in enumerate((self._resuited(views, place, ids, some), self._retimed(views, place, some))):
            asked = list(others)
            told = self.asker.ask([view for _, view, _ in asked], [name for _, _, name in asked])
            for (which, other, _), chances in zip(asked, told, strict=True):
                self._checked[2 * kind] += 1
                self._checked[2 * kind + 1] += not alike(views[which], answers[which], other, chances)

    def _resuited(
        self, views: list[View], place: Ints, ids: Ints, some: Ints
    ) -> Iterator[tuple[int, View, str]]:  # fmt: skip
        for which in some.tolist():
            name = f"{self.places.node[place[which]]} {ids[which]}"
            yield which, resuited(views[which], stream(0, "suits", name)), name

    def _retimed(self, views: list[View], place: Ints, some: Ints) -> Iterator[tuple[int, View, str]]:
        for which in some.tolist():
            other = self._otherwise(int(place[which]))
            if other is not None:
                yield which, views[which]._replace(history=other.history), f"timing {place[which]}"


def _rank(state: State) -> int:
    return CARD * sum(map(len, state.played)) + CALL * state.truco + (state.truco_by is not None)


def _raised(state: State) -> int:
    """By how much a raise is later: as an answer it accepts the call before it."""
    return CALL if state.truco_by is not None else 1


def _played(state: State, edge: int, agent: int, of_level: dict[int, list[str]]) -> State:
    """Play a word, or a card of this level: the agent lays the first suits first, the other one the last."""
    if edge >= QUERO:
        return state._next("quero" if edge == QUERO else TRUCO_CALLS[state.truco + (state.truco_by is not None)])
    level = edge + 1
    assert state.seat is not None
    laid = sum(STRENGTH[card] == level for card in state.played[state.seat])
    return state._next(of_level[level][laid if state.seat == agent else -1 - laid])
