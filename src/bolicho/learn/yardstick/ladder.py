"""The strategy of any agent on the whole ladder game, as a table that one compiled best response judges exactly.

The agent is asked wherever its own strategy can bring it, for every class of hands, block by block down the public tree
of ``learn/ladder``; where its own moves never lead nobody needs to know what it would do. One hand of real cards stands
for a class: the first suits of each level (``faces.py``). The tree is cut in parts that are asked apart, so that they
can be shared out over processes and kept one by one.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.games.truco.cards import LADDER, PLACE, STRENGTH, Deal
from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.learn.ladder.tree import QUERO, RAISE, Tree, grown
from bolicho.learn.yardstick.asking import Asker, Chances
from bolicho.learn.yardstick.faces import Faces, Floats, Ints, counts, deck, faces
from bolicho.learn.yardstick.questions import Turn, left_of, view_of
from bolicho.learn.yardstick.suits import alike, resuited

BLOCK = 4096
"""Public positions that are asked about together."""
CHECKED_ONE_IN = 997
"""Of how many questions one is asked again with other suits."""
HEAD = 1
"""Cards of each player that lie when the tree is cut in parts."""


class Root(NamedTuple):
    """Where a part begins: a node, the position, and with what probability each class of the agent comes there."""

    node: int
    state: State
    ids: Ints
    reach: Floats


class Filled(NamedTuple):
    """A piece of the table, and how it was come by."""

    slots: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float32]
    questions: int
    drew: int
    checked: int
    """Questions that were asked again with other suits."""
    differed: int


class Filler:
    """Asks one agent in one position; 0 is mão and 1 pé, which are also the seats."""

    def __init__(self, rules: Rules, asker: Asker, agent: int, tree: Tree | None = None) -> None:
        self.rules, self.asker, self.agent = rules, asker, agent
        self.count = counts(rules)
        self.tree = tree or tree_of(rules)
        self.faces: Faces = faces(rules)
        strengths = np.array([[STRENGTH[card] for card in hand] for hand in self.faces.hands])
        self.dealt = np.stack([(strengths == level).sum(1) for level in range(len(LADDER) + 1)])
        """[level, class]: how many of a level are dealt."""
        self.of_level = {level: [c for c in deck(rules) if STRENGTH[c] == level] for level in self.count}
        self._slots: list[npt.NDArray[np.int64]] = []
        self._chances: list[npt.NDArray[np.float32]] = []
        self._checked = self._differed = 0
        self._numbers: dict[tuple[int, ...], int] = {}

    def root(self) -> Root:
        """The start of the hand."""
        state = State(self.rules, Deal(((), ())), 0, (0, 0), 0, 0, ((), ()))
        size = len(self.faces.hands)
        return Root(0, state, np.arange(size), np.ones(size))

    def fill(self, roots: list[Root], cut: int | None = None) -> tuple[Filled, list[Root]]:
        """Ask all below these roots; positions where ``cut`` cards of each player lie are handed back instead."""
        before = self.asker.questions, self.asker.drew
        self._slots, self._chances, self._checked, self._differed = [], [], 0, 0
        parts: list[Root] = []
        pending = list(roots)
        while pending:
            block, pending = pending[-BLOCK:], pending[:-BLOCK]
            grown_now = self._grow(block)
            for root in grown_now:
                played = root.state.played
                (parts if cut is not None and len(played[0]) == len(played[1]) == cut else pending).append(root)
        filled = Filled(
            np.concatenate(self._slots) if self._slots else np.empty(0, np.int64),
            np.concatenate(self._chances) if self._chances else np.empty(0, np.float32),
            self.asker.questions - before[0], self.asker.drew - before[1], self._checked, self._differed,
        )  # fmt: skip
        return filled, parts

    # ── one block ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _grow(self, block: list[Root]) -> list[Root]:
        grown_now: list[Root] = []
        turns: list[tuple[Root, Turn]] = []
        views: list[View] = []
        names: list[str] = []
        for root in block:
            if root.state.seat != self.agent:
                grown_now += self._rival(root)
                continue
            turn = self._turn(root)
            turns.append((root, turn))
            for hand in range(len(turn.ids)):
                views.append(view_of(turn, hand))
                names.append(f"{root.node} {int(turn.ids[hand])}")
        answers = self.asker.ask(views, names) if views else []
        self._check(views, names, answers)
        done = 0
        for root, turn in turns:
            table = np.array(answers[done : done + len(turn.ids)], np.float64)
            done += len(turn.ids)
            grown_now += self._own(root, turn, table)
        return grown_now

    def _children(self, node: int) -> dict[int, int]:
        found: dict[int, int] = {}
        below, end = node + 1, int(self.tree.end[node])
        while below < end:
            found[int(self.tree.edge[below])] = below
            below = int(self.tree.end[below])
        return found

    def _rival(self, root: Root) -> Iterator[Root]:
        """Everything the other one may do that does not end the hand."""
        state, rival = root.state, 1 - self.agent
        for edge, child in self._children(root.node).items():
            if edge >= QUERO:
                yield Root(child, state._next(_word(state, edge)), root.ids, root.reach)
                continue
            level = edge + 1
            laid = sum(STRENGTH[card] == level for card in state.played[rival])
            held = self.dealt[level, root.ids] + laid < self.count[level]
            if held.any():
                card = self.of_level[level][-1 - laid]
                yield Root(child, state._next(card), root.ids[held], root.reach[held])

    def _turn(self, root: Root) -> Turn:
        example = root.state.view(self.agent)
        dealt = self.faces.cards[root.ids]
        gone = [PLACE[card] for card in root.state.played[self.agent]]
        kept = left_of(dealt, gone)
        cards = kept if root.state.truco_by is None else kept[:, :0]
        return Turn(example, root.ids, dealt, kept, cards, example.moves, root.ids)

    def _own(self, root: Root, turn: Turn, table: Floats) -> Iterator[Root]:
        """Write the answers into the table; go on where they lead."""
        node, state = root.node, root.state
        labels = self.faces.label[turn.kept]
        number = np.array([self._number(tuple(row)) for row in labels.tolist()], np.int64)
        rows = {name: row for row, name in enumerate(self.tree.rows(node))}
        width, first, left = self.tree.width(node), int(self.tree.slot[node]), turn.cards.shape[1]
        block = np.zeros((len(rows), len(turn.ids)))
        for place in range(left):
            at = (labels[:, : place + 1] == labels[:, place : place + 1]).argmax(1)  # the first of its level
            np.add.at(block, (at, np.arange(len(turn.ids))), table[:, place])
        for place, word in enumerate(turn.words):
            block[rows.get(word, rows.get("nao-quero", 0))] += table[:, left + place]
        some = np.nonzero(block)
        self._slots.append(first + some[0] * width + number[some[1]])
        self._chances.append(block[some].astype(np.float32))
        children = self._children(node)
        for edge, child in children.items():
            if edge >= QUERO:
                word = _word(state, edge)
                reach = root.reach * block[rows[word]]
                card = word
            elif left:
                reach = root.reach * np.where(labels == edge + 1, block[: labels.shape[1]].T, 0.0).sum(1)
                laid = sum(STRENGTH[card] == edge + 1 for card in state.played[self.agent])
                card = self.of_level[edge + 1][laid]
            else:
                continue
            held = np.flatnonzero(reach)
            if len(held):
                yield Root(child, state._next(card), root.ids[held], reach[held])

    def _number(self, levels: tuple[int, ...]) -> int:
        found = self._numbers.get(levels)
        if found is None:
            found = self._numbers[levels] = self.tree.classes.number(tuple(level - 1 for level in levels))
        return found

    def _check(self, views: list[View], names: list[str], answers: list[Chances]) -> None:
        """Ask some questions again with other suits."""
        some = [place for place, name in enumerate(names) if _picked(name)]
        if not some:
            return
        others = [resuited(views[place], stream(0, "suits", names[place])) for place in some]
        asked = self.asker.ask(others, [names[place] for place in some])
        for place, other, chances in zip(some, others, asked, strict=True):
            self._checked += 1
            self._differed += not alike(views[place], answers[place], other, chances)


def tree_of(rules: Rules) -> Tree:
    """The public tree of the ladder game with the deck of these rules."""
    many = counts(rules)
    return grown(tuple(many[level] for level in range(1, len(LADDER) + 1)))


def _word(state: State, edge: int) -> str:
    if edge == QUERO:
        return "quero"
    assert edge == RAISE
    return TRUCO_CALLS[state.truco + (state.truco_by is not None)]


def _picked(name: str) -> bool:
    node, _, hand = name.partition(" ")
    return (int(node) * 31 + int(hand) * 7) % CHECKED_ONE_IN == 0
