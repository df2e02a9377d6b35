"""Homework as text: read in the notation of each game, refused by line, and played as one hand."""

from random import Random

import pytest

from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.play.table import Table
from bolicho.web.rooms.tasks import deal_tasks, read_tasks, task_record
from bolicho.web.tables.table import Chair


@pytest.mark.parametrize("name", GAMES.names())
def test_deals_of_every_game_are_homework_and_end_after_one_unit(name: str) -> None:
    game = GAMES.make(name)
    tasks = read_tasks(deal_tasks(3, game, Random(1)), game, Random(2))
    assert len(tasks) == 3
    for number, task in enumerate(tasks):
        names = ("person",) * game.seats
        chairs = [Chair(one) for one in names]
        table = Table.resume(task_record(task, game, names, 7, number, number), game, chairs)
        assert table.seat == task.seat
        rng = Random(3)
        while not table.over:
            table.play(rng.choice(table.state.moves()))
        assert len(table.record().units) == 1


def test_a_position_is_a_deal_and_moves_and_the_pupil_is_to_move() -> None:
    game = GAMES.make("truco")
    text = '3e 2o 4e / 3c 12o 6c ; 3e ; {"mano": 0, "score": [20, 22]}  # what now?'
    (task,) = read_tasks(text, game, Random(1))
    assert (task.moves, task.seat, task.context) == (("3e",), 1, {"mano": 0, "score": [20, 22]})


def test_a_bad_line_is_named() -> None:
    game = GAMES.make("truco")
    good = "3e 2o 4e / 3c 12o 6c"
    bad = {
        f"{good}\n3e 2e": "line 2: ",
        f"{good} ; 7o": "line 1: illegal move",
        f'{good} ; {{"colour": 1}}': r"line 1: \{...\} may say score, mano",
        f"{good} ; {{": "line 1: ",
        f"{good} ; baralho": "line 1: the hand is over",
        "x" * 2100: "line 1: longer than 2000",
        "\n".join([good] * 21): "tasks: expected 1 to 20 lines, found 21",
        "# only a remark": "tasks: expected 1 to 20 lines, found 0",
    }
    for text, why in bad.items():
        with pytest.raises(BadInput, match=f"^{why}"):
            read_tasks(text, game, Random(1))
