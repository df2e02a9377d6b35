"""Lapses: where a player does as people do, and where it does not."""

from random import Random

import pytest
from tests.learn.cases.truco.hands import turn

import bolicho
from bolicho.agents.scripted import novice
from bolicho.core.contract import Decision
from bolicho.games.truco import Truco
from bolicho.games.truco.view import View
from bolicho.lab.studies.bases.lapses import Lapses, PlayerWithLapses

ALWAYS = Lapses(stays=1, raises=1, bluffs=1, poor=0.2, folds=1, ties=1)


class Puppet:
    """Says what it was told to say."""

    name = "puppet"

    def __init__(self, move: str) -> None:
        self.move = move

    def choose(self, view: View, rng: Random) -> Decision:
        return Decision(self.move)


@pytest.mark.parametrize(
    ("deal", "moves", "meant", "played"),
    [
        ("1e 7o 4c / 3b 2c 12o", "4c 12o 2c truco", "nao-quero", "quero"),  # stays
        ("1e 7o 4c / 3b 2c 12o", "4c 12o 2c truco", "quero", "retruco"),  # raises
        ("1e 7o 4c / 3b 2c 12o", "", "4c", "envido"),  # bluffs: no two cards of a suit
        ("7e 6e 4c / 3b 2c 12o", "", "4c", "4c"),  # 33 points are no bluff
        ("3b 2b 12o / 3c 2o 4b", "3b", "4b", "3c"),  # ties, if it cannot be won either
        ("1e 7e 3b / 4c 4o 5b", "1e 5b", "7e", "7e"),  # a hand that is good
        ("4c 4o 5b / 1e 7e 3b", "4c 3b 7e", "4o", "baralho"),  # and one that is lost
    ],
)
def test_a_lapse_in_its_situation(deal: str, moves: str, meant: str, played: str) -> None:
    view = turn(deal, moves)
    lapses = ALWAYS._replace(bluffs=float(not moves))
    assert PlayerWithLapses(Puppet(meant), lapses).choose(view, Random(1)).move == played
    assert PlayerWithLapses(Puppet(meant), Lapses()).choose(view, Random(1)).move == meant


def test_lapses_are_legal_under_every_preset() -> None:
    for preset in Truco.presets:
        game = Truco(preset=preset)
        player = PlayerWithLapses(novice(game), ALWAYS._replace(folds=0.3, raises=0.5))
        assert bolicho.play_match(game, [player, player], seed=3).forfeit is None
