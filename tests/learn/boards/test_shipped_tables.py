"""The tables that come with the bundled games are what solver and Q-learner make of them today, to the last move."""

import sys
from pathlib import Path
from subprocess import run

import numpy as np
import pytest

import bolicho
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards import FOLDER
from bolicho.games.boards.board_file import read
from bolicho.games.boards.rules import opening
from bolicho.learn.boards.qlearning import EPISODES, trained
from bolicho.learn.boards.shipped_tables import DATA, SHIPPED, load, save, shipped
from bolicho.learn.boards.shipping import tables
from bolicho.learn.boards.solution import solved, worth_at, worth_in

FIRST_MOVES = """
import sys, bolicho
for name in ("perfect", "qlearning"):
    game = bolicho.game("picaria")
    bolicho.agent(name, game).choose(game.start().view(0), bolicho.stream(1))
print([name for name in ("numba", "bolicho.learn.boards.q_kernel") if name in sys.modules])
from bolicho.games.boards import graph
print(len(graph._MADE))
"""


@pytest.mark.parametrize("name", SHIPPED)
def test_every_position_is_worth_what_the_solver_says(name: str) -> None:
    board = GAMES.make(name).board
    known, shelf = solved(board), shipped(board)
    assert shelf is not None, "the rules of the game changed: make boards"
    assert len(shelf.codes) == len(known.graph.positions)
    for here, position in enumerate(known.graph.positions):
        number = shelf.number(position)
        assert number is not None
        assert shelf.worth(number) == known.worth(here)
    for here in bolicho.stream(3, name).sample(range(len(known.graph.positions)), min(300, len(shelf.codes))):
        found = worth_in(board, known.graph.positions[here])
        assert found is not None
        assert (found.worth, found.moves) == (known.worth(here), known.moves(here))
        assert found.best == known.best(here)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_q_learner_plays_as_if_it_had_just_been_trained(name: str) -> None:
    board = GAMES.make(name).board
    shelf, learner = shipped(board), trained(board, EPISODES)
    assert shelf is not None
    assert shelf.episodes == EPISODES
    for position in learner.graph.positions:
        (kept, met), (values, visits) = shelf.look_up(position) or ([], -1), learner.look_up(position) or ([], -2)
        assert met == visits
        assert np.allclose(kept, values, atol=1e-6)
        assert [one == max(kept) for one in kept] == [one == max(values) for one in values]


def test_the_first_move_waits_for_no_solver_training_or_compiler() -> None:
    done = run([sys.executable, "-c", FIRST_MOVES], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "0"]


def test_a_position_that_the_game_never_comes_to_is_solved_from_there() -> None:
    game = GAMES.make("jogo-da-velha")
    position = game.parse_deal("110000000 2 3 4")  # the second player has not moved yet
    assert worth_in(game.board, position) is None
    assert len(worth_at(game.board, position).moves) == 7


def test_a_game_by_other_rules_or_of_somebody_else_has_no_tables() -> None:
    assert load(DATA / "achi.npz", GAMES.make("tapatan").board) is None
    text = (FOLDER / "tapatan.toml").read_text()
    for changed in (text.replace("start-three-times", "position-three-times"), text.replace('"tapatan"', '"mine"')):
        assert changed != text
        assert shipped(read(changed)) is None


def test_what_is_made_anew_is_read_back(tmp_path: Path) -> None:
    board = GAMES.make("pong-hau-ki").board
    made = tables(board, 30)
    save(made, board, tmp_path / "p.npz")
    again = load(tmp_path / "p.npz", board)
    assert again is not None
    assert made.episodes == again.episodes == 30
    for one, other in zip(made[:5], again[:5], strict=True):
        assert np.array_equal(np.asarray(one), np.asarray(other))
    assert again.look_up(opening(board)) is not None
    (tmp_path / "p.npz").write_bytes((tmp_path / "p.npz").read_bytes()[:-30])
    with pytest.raises(BadInput, match=r"p\.npz: not the tables of a board game, or damaged"):
        load(tmp_path / "p.npz", board)
