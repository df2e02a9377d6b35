"""The compiled search of games whose pieces stay says what plain Python says, node by node."""

from functools import partial

import pytest

import bolicho
from bolicho.agents import minimax
from bolicho.games import GAMES
from bolicho.games.boards import bundled, placement_kernel
from bolicho.games.boards.rules import opening, weight
from bolicho.games.boards.walk import looks
from bolicho.learn.search.alphabeta import search

PLACED = ("4-em-linha", "jogo-da-velha", "reversi")
DEPTHS = {"4-em-linha": 4, "jogo-da-velha": 5, "reversi": 3}


def test_which_games_it_plays_is_told_by_their_files() -> None:
    assert tuple(name for name in bundled() if GAMES.make(name).board.only_placed) == PLACED


@pytest.mark.parametrize("name", PLACED)
def test_values_and_nodes_are_those_of_plain_python(name: str) -> None:
    game = GAMES.make(name)
    board, rng = game.board, bolicho.stream(1, name)
    weigh = None if board.simple else partial(weight, board)
    for _ in range(2):
        state = game.start()
        while not state.over:
            if len(state.history) % 3 == 0:
                plain = search(state.position, looks(board), DEPTHS[name], table=False, weigh=weigh)
                found = placement_kernel.search(board, state.position, DEPTHS[name], weigh=not board.simple)
                assert (found.values, found.nodes, found.whole) == (plain.values, plain.nodes, True), str(state)
            state = state.play(rng.choice(state.moves()))


def test_the_tree_of_four_in_a_row_begins_as_is_known() -> None:
    """Random games of the kernel end as those of the rules do: won a little more by who begins, seldom drawn."""
    board = GAMES.make("4-em-linha").board
    first, drawn, second, plies = placement_kernel.playouts(board, opening(board), 4000, 1)
    assert first + drawn + second == 4000
    assert 0.53 < first / 4000 < 0.58
    assert drawn < 40
    assert 20 < plies / 4000 < 23


def test_a_search_that_may_not_go_on_says_so() -> None:
    board = GAMES.make("reversi").board
    assert not placement_kernel.search(board, opening(board), 6, nodes=50).whole


def test_by_the_clock_minimax_uses_it_once_it_is_there() -> None:
    game = GAMES.make("4-em-linha")
    minimax.PLACEMENT.warm_up(wait=True)
    agent = bolicho.agent("minimax:seconds=0.2", game)
    view = game.start().view(0)
    deep = agent.choose(view, bolicho.stream(1)).why["facts"]["depth"]
    with minimax.PLACEMENT.cold():
        assert agent.choose(view, bolicho.stream(1)).why["facts"]["depth"] <= deep
    threatened = game.start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        threatened = threatened.play(move)
    assert agent.choose(threatened.view(1), bolicho.stream(1)).move == "a4"
