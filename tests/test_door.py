"""The door of the package, as an editor sees it: mypy checks every ``assert_type`` here (``make check``)."""

import doctest
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import assert_type, get_args

from polars import DataFrame

import bolicho
from bolicho.arena.results.summary import Result
from bolicho.core.contract import Agent, Game
from bolicho.core.contract import State as AnyState
from bolicho.games import BOARDS
from bolicho.games.boards import BoardGame
from bolicho.games.html import Picture
from bolicho.games.paulista import Paulista
from bolicho.games.rikken import Rikken
from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.lab.tournament.outcome import Outcome


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


def test_agents_and_states_of_a_game_of_the_house_have_its_types() -> None:
    game = bolicho.game("truco", target=3)
    agent = bolicho.agent("random", game)
    assert_type(agent, Agent[View])
    record = bolicho.play_match(game, [agent, agent], seed=1)
    states = bolicho.replay(record, game)
    assert_type(states, Iterator[State])
    assert_type(bolicho.replay(record), Iterator[AnyState])
    first = next(states)
    assert agent.choose(first.view(first.seat or 0), bolicho.stream(1)).move in first.moves()


def test_a_guest_of_any_name_is_a_game() -> None:
    name: str = "truco"
    assert_type(bolicho.game(name), Game)
    assert_type(bolicho.agent("random", game=name), Agent)
    assert bolicho.agent("random", game=name).name == "random"


def test_what_a_notebook_asks_for_has_its_types() -> None:
    outcome = bolicho.tournament(["random", bolicho.agent("random", game="tapatan")], "tapatan", matches=1)
    assert_type(outcome, Outcome)
    assert_type(outcome.standings, list[Result])
    assert_type(bolicho.frame(outcome, "polars"), DataFrame)
    assert_type(outcome.frame(kind="polars"), DataFrame)
    assert_type(bolicho.show(bolicho.game("tapatan").start()), Picture)


def test_every_board_of_the_house_is_known_to_editors() -> None:
    assert sorted(get_args(bolicho.BoardName)) == BOARDS, "name the board in BoardName, src/bolicho/__init__.py"


ROOT = Path(__file__).parents[1]
WRONG = "a.choose(1, bolicho.stream(1))\n"
"""No view: an editor should say so."""


def test_the_lines_of_the_readme_are_typed(tmp_path: Path) -> None:
    lines = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))
    readme, wrong = tmp_path / "readme.py", tmp_path / "wrong.py"
    readme.write_text("".join(line.source for line in lines), encoding="utf-8")
    wrong.write_text(readme.read_text(encoding="utf-8") + WRONG, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", str(readme), str(wrong)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    *found, _ = checked.stdout.splitlines()
    assert len(found) == 1, checked.stdout + checked.stderr
    assert f"{wrong.name}:{len(lines) + 1}: error: " in found[0]  # mypy remembers the folder of an earlier run
    assert "arg-type" in found[0]
