"""Guests are light until they are asked, Python ends in peace after them, and their page tells the truth."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.field.openspiel.some_games import HOUSE, load

from bolicho.games import BOARDS, GAMES
from bolicho.learn.boards.shipped_tables import SHIPPED

PAGE = Path(__file__).parents[3] / "docs" / "field" / "openspiel.md"
ROWS = re.findall(r"^\| `(bolicho_.*?)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
LISTED = [row for row in ROWS if row[1].count("|") == 5]


def said_by(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_listing_agents_does_not_load_openspiel() -> None:
    told = "import bolicho, sys; print('openspiel' in bolicho.agents('truco'), 'pyspiel' in sys.modules)"
    assert said_by(told) == "True False"


def test_python_ends_in_peace_after_games_were_registered() -> None:
    told = "import pyspiel; from bolicho.field.openspiel import register; register(); "
    assert said_by(told + "print(pyspiel.load_game('bolicho_tapatan'))") == "bolicho_tapatan()"


def test_without_openspiel_one_plain_line_says_what_to_install() -> None:
    line = "OpenSpiel is not installed: pip install 'bolicho[openspiel]'"
    hidden = "import sys; sys.modules['pyspiel'] = None\nimport bolicho\nfrom bolicho.field import openspiel\n"
    for asked in ("openspiel.register", "openspiel.as_agent", "openspiel.as_tree"):
        assert said_by(f"{hidden}try: {asked}\nexcept bolicho.BadInput as error: print(error)") == line
    command = "from bolicho.cli import main; main(['match', 'tapatan', 'openspiel:mcts', 'random'])"
    done = subprocess.run([sys.executable, "-c", hidden + command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith(f"agent 'openspiel': {line}")
    assert done.stderr.count("\n") == 1


def test_the_page_lists_every_game() -> None:
    assert {name for name, _ in LISTED} >= set(HOUSE) - {f"bolicho_{name.replace('-', '_')}" for name in BOARDS}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_tells_the_sizes_of_any_board(name: str) -> None:
    game, board = load(f"bolicho_{name.replace('-', '_')}"), GAMES.make(name).board
    longest, numbers = 9 if name == "jogo-da-velha" else 200, 2 * len(board.points) + 9
    assert (game.num_players(), game.max_chance_outcomes(), game.max_game_length()) == (2, 0, longest)
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert (game.observation_tensor_size(), game.information_state_tensor_size()) == (numbers, numbers + longest)


@pytest.mark.parametrize(("name", "told"), LISTED)
def test_the_page_tells_the_sizes(name: str, told: str) -> None:
    game = load(name)
    chance = f"{game.max_chance_nodes_in_history()} x {game.max_chance_outcomes()}"
    assert told.split(" | ") == [
        str(game.num_players()),
        str(game.num_distinct_actions()),
        chance if game.max_chance_outcomes() else "none",
        str(game.max_game_length()),
        f"{game.min_utility():g} to {game.max_utility():g}",
        f"{game.information_state_tensor_size()}, {game.observation_tensor_size()}",
    ]
