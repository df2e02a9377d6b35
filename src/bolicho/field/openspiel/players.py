"""Who comes from OpenSpiel, by name: ``openspiel:mcts``."""

from bolicho.field.openspiel.player import Player
from bolicho.field.openspiel.searching import Drawn, HiddenSearch, TreeSearch
from bolicho.field.openspiel.solved import Solved, Tabled

PLAYERS: dict[str, type[Player]] = {
    "random": Drawn,
    "mcts": TreeSearch,
    "ismcts": HiddenSearch,
    "cfr": Solved,
    "policy": Tabled,
}
DEFAULT = {False: "mcts", True: "ismcts"}
"""Who comes when nobody is named, by whether something is hidden."""
