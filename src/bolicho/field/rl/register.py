"""Our environments by name: ``bolicho/truco-v0`` in Gymnasium, and in PettingZoo where it has a registry."""

import gymnasium
import pettingzoo

from bolicho.games import GAMES


def register() -> tuple[str, ...]:
    """Register every game (again, when one has come in meanwhile); return the names."""
    names = []
    for game in GAMES.names():
        name = f"bolicho/{game}-v0"
        names.append(name)
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="bolicho.field.rl.seat:SeatEnv", kwargs={"game": game})
        if name not in getattr(pettingzoo, "aec_registry", {name}):
            pettingzoo.register("aec", name, entry_point="bolicho.field.rl.aec:env", kwargs={"game": game})
    return tuple(names)
