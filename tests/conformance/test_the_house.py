"""Every registered game and agent keeps the contract, and every game has its golden playthroughs."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import bolicho
from bolicho.agents import AGENTS
from bolicho.conformance import check_agent, check_game, playthrough
from bolicho.conformance.golden import file_name
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import board_game

GOLDEN = Path(__file__).parent.parent / "golden"
LIGHTER = {"mc": "mc:10", "mc-paper": "mc-paper:10", "pimc": "pimc:10", "mcts": "mcts:40", "ismcts": "ismcts:40"}
"""Those who simulate keep the contract whatever they simulate; a few will do."""
TABLES = [(name, preset) for name in GAMES.house for preset in getattr(GAMES.factory(name), "presets", ()) or (None,)]


def game(name: str, preset: str | None) -> bolicho.Game:
    made: bolicho.Game = bolicho.game(name, **({"preset": preset} if preset else {}))
    return made


SEARCH = ("minimax", "mcts", "pia")
"""Who looks ahead on boards: on all but the smallest a whole game of theirs takes a minute."""
LIGHTEST = {"minimax": "minimax:1", "mcts": "mcts:6", "pia": "pia:1"}
"""On large boards."""
SMALL, LARGE = 16, 48
"""Points of a board."""
PLIES = 12


def points(name: str) -> int:
    return len(board_game(bolicho.game(name), name).board.points) if name in BOARDS else 0


def long(name: str) -> bool:
    """Whether one game on this board takes seconds: a large one."""
    return points(name) > LARGE


@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_every_game_of_the_house_keeps_the_contract(name: str, preset: str | None) -> None:
    check_game(game(name, preset), units=1 if long(name) else 3 if name in BOARDS else 10)


@pytest.mark.endurance
@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_so_it_does_in_many_more_deals(name: str, preset: str | None) -> None:
    check_game(game(name, preset), units=5 if long(name) else 100)


@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_every_game_has_a_golden_playthrough_and_still_plays_it(name: str, preset: str | None) -> None:
    table = game(name, preset)
    file = GOLDEN / file_name(table, preset)
    assert file.exists(), f"write it with: python -m bolicho.conformance.golden {name} {preset or ''} > {file}"
    assert playthrough(table) == file.read_text(encoding="utf-8")


def golden(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "bolicho.conformance.golden", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command_prints_a_playthrough_and_nothing_else() -> None:
    done = golden("truco", "cbtg")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (GOLDEN / "truco-cbtg.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"), [((), "usage: "), (("nowhere",), "unknown game 'nowhere'"), (("truco", "nobody"), "nobody")]
)
def test_the_command_says_in_one_line_what_is_wrong(words: tuple[str, ...], said: str) -> None:
    done = golden(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert said in done.stderr


def seats() -> Iterator[Any]:
    """Every agent at every table; those past each third one of a game's further presets under ``make endurance``."""
    for name, presets in groupby(TABLES, lambda table: table[0]):
        for number, (_, preset) in enumerate(presets):
            for place, agent in enumerate(a for a in bolicho.agents(game(name, preset)) if a in AGENTS.house):
                always = number == 0 or (number + place) % 3 == 0
                yield pytest.param(name, preset, agent, marks=() if always else pytest.mark.endurance)


@pytest.mark.parametrize(("name", "preset", "agent"), list(seats()))
def test_every_agent_of_the_house_keeps_the_contract(name: str, preset: str | None, agent: str) -> None:
    slow = agent in SEARCH and points(name) > SMALL
    lighter = (LIGHTER | LIGHTEST if long(name) else LIGHTER).get(agent, agent)
    check_agent(lambda g: bolicho.agent(lighter, g), game(name, preset), matches=1, plies=PLIES if slow else None)


@pytest.mark.endurance
@pytest.mark.parametrize("agent", SEARCH)
@pytest.mark.parametrize("name", [name for name in BOARDS if points(name) > SMALL])
def test_who_looks_ahead_plays_whole_games_on_boards_of_every_size(name: str, agent: str) -> None:
    check_agent(lambda g: bolicho.agent(LIGHTER.get(agent, agent), g), game(name, None), matches=1)
