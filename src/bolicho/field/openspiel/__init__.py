"""OpenSpiel: our games in its list, our agents as its bots and policies, its players at our table.

>>> import pyspiel
>>> from bolicho.field import openspiel
>>> openspiel.register()[:3]
('bolicho_truco', 'bolicho_paulista', 'bolicho_rikken')
>>> game = pyspiel.load_game("bolicho_truco(deck=mini,envido=off,flor=off)")
>>> state = game.new_initial_state()
>>> len(state.chance_outcomes()), game.num_distinct_actions(), game.max_utility()
(35, 13, 4.0)

docs/field/openspiel.md tells the rest. OpenSpiel is an extra: ``pip install 'bolicho[openspiel]'``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bolicho.core.extras import missed

if TYPE_CHECKING:
    from bolicho.field.openspiel.bots import as_bot, as_policy
    from bolicho.field.openspiel.game import HouseGame, HouseState
    from bolicho.field.openspiel.guest import as_agent
    from bolicho.field.openspiel.registering import as_game, called, register
    from bolicho.field.openspiel.tables import save_policy
    from bolicho.field.openspiel.tree import as_tree

HOMES = {
    "HouseGame": "game",
    "HouseState": "game",
    "as_agent": "guest",
    "as_bot": "bots",
    "as_game": "registering",
    "as_policy": "bots",
    "as_tree": "tree",
    "called": "registering",
    "register": "registering",
    "save_policy": "tables",
}
__all__ = [
    "HouseGame",
    "HouseState",
    "as_agent",
    "as_bot",
    "as_game",
    "as_policy",
    "as_tree",
    "called",
    "register",
    "save_policy",
]


def __getattr__(name: str) -> Any:
    # pyspiel is loaded when somebody asks for something, and whoever has not installed it is told how
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
    except ImportError as error:
        raise missed(error) from error
