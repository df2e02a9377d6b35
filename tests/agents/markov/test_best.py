"""The bundled matrices: `markov:best`."""

from importlib.resources import files
from pathlib import Path

import pytest
from tests.learn.markov.hands import GAME

import bolicho
from bolicho.arena import duplicate, play_schedule, standings
from bolicho.conformance import check_agent
from bolicho.games.truco import Truco
from bolicho.lab.studies.markov_switches.experiment import line_up
from bolicho.learn.markov.file import BUNDLED, load
from bolicho.learn.markov.switches import Switches

MEGABYTE = 1_000_000


def test_it_is_small_and_comes_with_the_package() -> None:
    assert Path(str(files("bolicho.learn.markov") / "data" / "best.npz")) == BUNDLED
    assert BUNDLED.stat().st_size < MEGABYTE


def test_it_is_a_combination_that_the_lab_has_tried() -> None:
    best = load(BUNDLED)
    tried = [Switches.of(player["with"]) for player in line_up()["combinations"].values()]
    assert best.switches in tried
    assert best.matches > 0
    assert (best.seed, best.against) == (1, "sound"), "so that it can be made again"


@pytest.mark.parametrize("preset", Truco.presets)
def test_it_keeps_the_contract(preset: str) -> None:
    check_agent(lambda game: bolicho.agent("markov:best", game), Truco(preset=preset), matches=1)


def test_it_beats_the_plain_player_on_the_same_deals() -> None:
    players = [bolicho.agent(name, GAME) for name in ("markov:best", "markov")]
    best, plain = standings(play_schedule(GAME, players, duplicate((0, 1), 60), seed=7), 2)
    assert best.forfeits == plain.forfeits == 0
    assert (best.win_rate.low or 0) > 0.75
    assert (best.points_per_hand.low or 0) > 0
