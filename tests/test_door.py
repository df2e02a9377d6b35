"""The door of the package, as an editor sees it: mypy checks every ``assert_type`` here (``make check``)."""

from typing import assert_type, get_args

import bolicho
from bolicho.core.contract import Agent, Game
from bolicho.games import BOARDS
from bolicho.games.boards import BoardGame
from bolicho.games.paulista import Paulista
from bolicho.games.rikken import Rikken
from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View


def test_a_game_of_the_house_has_its_own_type() -> None:
    assert_type(bolicho.game("rikken"), Rikken)
    assert_type(bolicho.game("paulista"), Paulista)
    assert_type(bolicho.game("tapatan"), BoardGame)
    game = bolicho.game("truco", target=12)
    assert_type(game, Truco)
    state = game.start(game.deal(bolicho.stream(7)))
    assert_type(state, State)
    assert_type(state.view(0), View)
    assert len(state.view(0).hand) == 3


def test_a_guest_of_any_name_is_a_game() -> None:
    name: str = "truco"
    assert_type(bolicho.game(name), Game)
    assert_type(bolicho.agent("random", game=name), Agent)
    assert bolicho.agent("random", game=name).name == "random"


def test_every_board_of_the_house_is_known_to_editors() -> None:
    assert sorted(get_args(bolicho.BoardName)) == BOARDS, "name the board in BoardName, src/bolicho/__init__.py"
