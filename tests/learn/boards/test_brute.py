"""Truco with seven cards, solved and measured twice: by the house, and by brute force from the rules alone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learn.boards import brute

import bolicho
from bolicho.games.truco import Truco, View
from bolicho.games.truco.cards import DECKS, LADDER
from bolicho.learn.exploit.questioning import Asker
from bolicho.learn.exploit.questions import Book
from bolicho.learn.exploit.walk import Walk
from bolicho.learn.ladder.packed_ladder import load
from bolicho.learn.ladder.packing import pack, quantised
from bolicho.learn.ladder.response import best_responses
from bolicho.learn.ladder.solver import Solver
from bolicho.learn.ladder.tree import Tree, grown

LADDER_GAME = Truco(deck="mini", envido="off", flor="off")
FULL_GAME = Truco(deck="mini")
COUNTS = tuple(sum(card in DECKS["mini"] for card in level) for level in LADDER)
VALUE = -8 / 315
"""What a hand of the ladder game on the mini deck is worth to the mão, by linear programming."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return grown(COUNTS)


class Quirky:
    """Mixes two or three of its legal moves, always the same way in the same place, and looks at everything it sees."""

    name = "quirky"

    def __init__(self, seed: int, some: int = 2) -> None:
        self.seed, self.some = seed, some
        self.known: dict[Any, list[float]] = {}

    def policies(self, views: Sequence[View]) -> list[list[float]]:
        return [self.policy(view) for view in views]

    def policy(self, view: View) -> list[float]:
        place = (view.dealt, view.history, view.announced)
        if place not in self.known:
            rng = bolicho.stream(self.seed, repr(place))
            likely = dict.fromkeys(view.moves, 0.0)
            for move in rng.sample(view.moves, min(self.some, len(view.moves))):
                likely[move] = rng.random() + 0.1
            self.known[place] = [chance / sum(likely.values()) for chance in likely.values()]
        return self.known[place]


def some_table(tree: Tree) -> Any:
    """Random numbers, most of them nothing; none where a card of a level stands twice, which is one move."""
    table = np.maximum(np.random.default_rng(1).random(tree.slots, np.float32) - 0.6, 0)
    for node in range(len(tree.form)):
        block = tree.block(table, node)
        for number, held in enumerate(() if tree.answering(node) else tree.held(node)):
            for place, level in enumerate(held):
                if held.index(level) != place:
                    block[place, number] = 0
    return table


def of_table(tree: Tree, table: Any) -> brute.Policy:
    """A table of the ladder as a policy; moves that share a slot share its number."""

    def policy(view: View) -> list[float]:
        spot = tree.find(view)
        slots = [tree.offset(spot, move) for move in view.moves]
        chances = [float(table[slot]) / slots.count(slot) for slot in slots]
        if not sum(chances):  # nothing known: all but giving up on one's own turn, each slot alike
            own = "baralho" in tree.rows(spot.node)
            chances = [
                float(not (own and move == "baralho")) / slots.count(slot)
                for move, slot in zip(view.moves, slots, strict=True)
            ]
        return [chance / sum(chances) for chance in chances]

    return policy


def test_the_value_of_the_ladder_game_on_the_mini_deck_is_known() -> None:
    assert brute.value(LADDER_GAME, brute.by_strength) == pytest.approx(VALUE, abs=1e-9)


@pytest.mark.endurance
def test_suits_do_not_matter_to_that_value() -> None:
    """The same program over real cards: 325 thousand sequences a side, some minutes."""
    assert brute.value(LADDER_GAME) == pytest.approx(VALUE, abs=1e-7)


def test_the_ladder_s_best_response_is_that_of_brute_force(tree: Tree) -> None:
    table = some_table(tree)
    policy = of_table(tree, table)
    found = best_responses(tree, table)
    for seat, position in enumerate((found.mao, found.pe)):
        best = brute.best_response(LADDER_GAME, policy, seat, sees=brute.by_strength)
        assert position.best_response == pytest.approx(best, abs=1e-5)
    assert found.mao.self_play == pytest.approx(brute.self_play(LADDER_GAME, policy), abs=1e-5)


def test_the_solved_mini_deck_has_that_value_and_its_exploitability_is_what_brute_force_finds(tmp_path: Path) -> None:
    solver = Solver(COUNTS)
    solver.run(300)
    found = solver.measured()
    assert -found.pe.best_response < VALUE < found.mao.best_response  # neither side can be held to less, by theory
    assert found.mao.self_play == pytest.approx(VALUE, abs=1e-3)
    assert 0 <= found.exploitability < 1e-3
    rounded = quantised(solver.tree, solver.averages, 250)
    pack(tmp_path / "mini.ladder", solver.tree, rounded, 250, {})
    shipped = load(tmp_path / "mini.ladder")
    through_the_file = best_responses(solver.tree, shipped.table()).exploitability
    by_hand = brute.exploitability(LADDER_GAME, shipped.probabilities, brute.by_strength)
    assert through_the_file == pytest.approx(by_hand, abs=1e-5)
    assert by_hand < 0.01


@pytest.mark.parametrize(
    ("hand", "seat"),
    [(("1e", "3e", "12e"), 0), (("3b", "12b", "4b"), 1), (("1e", "3b", "4b"), 1), (("12e", "4b", "4c"), 0)],
)
def test_the_yardstick_s_walk_of_the_full_game_is_that_of_brute_force(hand: tuple[str, ...], seat: int) -> None:
    """With a flor and without, as mão and as pé."""
    agent = Quirky(7)
    best = brute.best_response(FULL_GAME, agent.policy, seat, hand)
    found = Walk(FULL_GAME.rules, hand, seat, 0, Book(Asker(agent))).value()
    assert found is not None
    assert (found.low, found.high) == pytest.approx((best, best), abs=1e-9)
    assert found.cut == 0
