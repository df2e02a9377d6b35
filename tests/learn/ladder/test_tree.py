"""The public tree beside the rules: the same decisions, the same ends, the same points."""

from random import Random

import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.games.truco import State, Truco
from bolicho.games.truco.cards import DECKS, LADDER, STRENGTH
from bolicho.learn.ladder.classes import FORTY, Classes
from bolicho.learn.ladder.tree import QUERO, RAISE, Tree, grown

MINI_GAME = Truco(deck="mini", envido="off", flor="off")
MINI = tuple(sum(card in DECKS["mini"] for card in level) for level in LADDER)


@pytest.fixture(scope="module", params=[False, True], ids=["full", "compact"])
def tree(request: pytest.FixtureRequest) -> Tree:
    return grown(MINI, compact=request.param)


def edge_of(move: str) -> int:
    return STRENGTH[move] - 1 if move in STRENGTH else QUERO if move == "quero" else RAISE


def only_one_thing_to_do(state: State) -> bool:
    """A last card that must be played: a compact tree has no node there."""
    return len(state.hands[0]) + len(state.hands[1]) == 1 and len(state.moves()) == 2


@pytest.mark.parametrize("seed", range(120))
def test_the_tree_and_the_rules_agree_on_every_decision_of_a_hand(tree: Tree, seed: int) -> None:
    rng = Random(seed)
    mano = seed % 2
    state, node = MINI_GAME.start(MINI_GAME.deal(rng), mano=mano), 0
    while not state.over:
        seat = state.seat
        assert seat is not None
        if tree.compact and only_one_thing_to_do(state):
            assert node == -1
        else:
            assert tree.who(node) == (seat != mano)
            assert tree.truco(node) == state.truco
            assert tree.answering(node) == (state.truco_by is not None)
            assert [tree.left(node, player) for player in (0, 1)] == [
                len(state.hands[mano]),
                len(state.hands[1 - mano]),
            ]
            words = [move for move in state.moves() if move not in STRENGTH]
            rows = {row for row in tree.rows(node) if not row.startswith("card")}
            assert rows | {"baralho"} == set(words) | {"baralho"}
            assert tree.find(state.view(seat)).node == node
        moves = [move for move in state.moves() if move not in ("nao-quero", "baralho")]
        move = rng.choice(moves)
        state = state.play(move)
        node = tree.child(node, edge_of(move)) if node >= 0 else -1
        if state.over or (tree.compact and only_one_thing_to_do(state)):
            assert node == -1


def test_a_node_knows_the_history_that_leads_to_it(tree: Tree) -> None:
    for node in range(0, len(tree.form), 97):
        at = 0
        for _, edge in tree.path(node):
            at = tree.child(at, edge)
        assert at == node
        assert len(tree.said(node)) == tree.depth[node]


def test_the_sizes_of_the_forty_cards_without_growing_them() -> None:
    deck = Classes.of(FORTY)
    assert deck.width == (1, 14, 101, 502)
    weights = deck.both.astype(np.float64) * deck.prior * deck.prior[:, None]
    assert weights.sum() == pytest.approx(deck.deals)


def test_slots_are_disjoint_and_leave_no_gap() -> None:
    tree = grown(MINI)
    sizes = [len(tree.rows(node)) * tree.width(node) for node in range(len(tree.form))]
    assert np.array_equal(np.cumsum([0, *sizes])[:-1], tree.slot)
    assert sum(sizes) == tree.slots


def test_cards_of_a_level_share_a_slot_and_giving_up_an_answer_is_saying_no() -> None:
    tree = grown(MINI)
    state = MINI_GAME.start(MINI_GAME.parse_deal("12e 12b 4b / 1e 3e 4c"))
    assert tree.rows(0) == ("card-0", "card-1", "card-2", "truco", "baralho")
    first, second, third = (tree.slot_of(state.view(0), card) for card in ("12e", "12b", "4b"))
    assert first == second != third
    asked = state.play("truco").view(1)
    assert tree.slot_of(asked, "baralho") == tree.slot_of(asked, "nao-quero")


def test_other_games_of_truco_are_refused() -> None:
    with pytest.raises(BadInput, match="ladder game"):
        grown(MINI).find(Truco().start(Truco().deal(Random(1))).view(0))
