"""Our environments by name: ``bolicho/truco-v0`` in Gymnasium, and in PettingZoo where it has a registry."""

import pettingzoo

from bolicho.field import gymnasium_names
from bolicho.games import GAMES


def register() -> tuple[str, ...]:
    """Register every game (again, when one has come in meanwhile); return the names."""
    names = gymnasium_names.register()
    for game, name in zip(GAMES.names(), names, strict=True):
        if name not in getattr(pettingzoo, "aec_registry", {name}):
            pettingzoo.register("aec", name, entry_point="bolicho.field.rl.checks:env", kwargs={"game": game})
    return names
