"""Our environments by name in Gymnasium: ``bolicho/truco-v0``.

Apart from ``field/rl``, and light: it may run whenever somebody imports Gymnasium, also where PettingZoo is missing.
"""

from bolicho.games import GAMES


def register() -> tuple[str, ...]:
    """Register every game (again, when one has come in meanwhile); return the names."""
    from gymnasium.envs import registration

    names = tuple(f"bolicho/{game}-v0" for game in GAMES.names())
    for game, name in zip(GAMES.names(), names, strict=True):
        if name not in registration.registry:
            registration.register(
                name,
                entry_point="bolicho.field.rl.seat:SeatEnv",
                vector_entry_point="bolicho.field.rl.vector:entry",
                kwargs={"game": game},
            )
    return names
