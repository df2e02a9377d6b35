"""Who comes from OpenSpiel, by name: ``openspiel:mcts``."""

from bolicho.field.openspiel.player import Player
from bolicho.field.openspiel.searching import HiddenSearch, TreeSearch, UniformPlayer
from bolicho.field.openspiel.solvers import CfrPlayer, PolicyPlayer

PLAYERS: dict[str, type[Player]] = {
    "random": UniformPlayer,
    "mcts": TreeSearch,
    "ismcts": HiddenSearch,
    "cfr": CfrPlayer,
    "policy": PolicyPlayer,
}
DEFAULT = {False: "mcts", True: "ismcts"}
"""Who comes when nobody is named, by whether something is hidden."""
