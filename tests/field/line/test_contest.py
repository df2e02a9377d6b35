"""The jogo da onça contest of a course at our table: its actions are our moves, and its example bot plays."""

import importlib.util
import sys
from types import ModuleType

import pytest
from tests.docs.pages import ROOT

import bolicho
from bolicho.games import GAMES

EXAMPLES = ROOT / "examples"
COURSE = ("o m 3 3 4 3", "c m 3 5 4 4", "o m 4 3 5 3", "c m 3 1 4 1", "o s 3 5 3 3 5 3 3 3 1")
"""The sequence of actions that the course gives as an example: it takes three dogs, of (4,4), (3,4) and (3,2)."""
AFTER = ["ccccc", "ccccc", "o****", "c****", "*****", " *** ", "* * *"]


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_course_s_own_example_leads_where_it_says() -> None:
    contest, state = example("onca_contest"), GAMES.make("jogo-da-onca").start()
    for seat, text in zip((0, 1, 0, 1, 0), COURSE, strict=True):
        move = contest.move(text)
        assert contest.action(seat, move) == text
        state = state.play(move)
    board = state.board
    pieces = {board.points[i]: board.owner(cell) for i, cell in enumerate(state.position.cells) if cell != "0"}
    assert contest.board(pieces) == AFTER


def test_every_move_of_a_game_is_an_action_and_back() -> None:
    contest, rng = example("onca_contest"), bolicho.stream(1)
    state = GAMES.make("jogo-da-onca").start()
    while not state.over:
        for move in state.moves():
            assert contest.move(contest.action(state.seat, move)) == move
        state = state.play(rng.choice(state.moves()))


def test_the_example_bot_knows_the_lines_of_the_board() -> None:
    contest, bot = example("onca_contest"), example("onca_bot")
    board = GAMES.make("jogo-da-onca").board
    for here, others in enumerate(board.near):
        assert bot.NEAR[contest.PLACES[board.points[here]]] == {contest.PLACES[board.points[there]] for there in others}
    ours = {
        (contest.PLACES[board.points[here]], contest.PLACES[board.points[over]]): contest.PLACES[board.points[land]]
        for here, ways in enumerate(board.jumps)
        for over, land in ways
    }
    assert ours == bot.JUMPS


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
def test_the_example_bot_plays_a_match_without_a_forfeit(seats: tuple[int, int]) -> None:
    game = GAMES.make("jogo-da-onca", plies=40)
    python = sys.executable
    bot = bolicho.agent(f"line:{python} {EXAMPLES / 'onca_contest.py'} {python} {EXAMPLES / 'onca_bot.py'}", game)
    players = [bot, bolicho.agent("random", game)]
    record = bolicho.play_match(game, [players[seat] for seat in seats], seed=3)
    assert record.forfeit is None
    assert record.finished
