"""Many tables of a game at once, as fast as its compiled rules (extras ``rl`` and ``fast``).

>>> import bolicho
>>> tables = bolicho.vector("truco", n=4)
>>> told, info = tables.reset(seed=7)
>>> told.shape, info["action_mask"].shape, tables.compiled
((4, 1352), (4, 53), True)
>>> told, rewards, terminated, truncated, info = tables.step(info["action_mask"].argmax(axis=1))

With ``gymnasium.make_vec("bolicho/truco-v0", num_envs=4)`` one seat of each table plays against agents of the house.
How to learn with it: docs/field/vector.md.
"""

from collections.abc import Sequence
from typing import Any

from bolicho.core.contract import Agent, Game
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.extras import missed
from bolicho.games.faces import BOARD, Faces

try:
    from gymnasium.vector import AutoresetMode

    from bolicho.field.rl.episode import Terms
    from bolicho.field.rl.seat import ILLEGALS, opponents_of, place_of
    from bolicho.field.rl.vector.env import LanesEnv
    from bolicho.field.rl.vector.lanes import Lanes, Opponent
    from bolicho.field.rl.vector.plain import HouseOpponent, PlainLanes
except ImportError as error:
    raise missed(error) from error

__all__ = ["LANES", "Lanes", "LanesEnv", "Opponent", "vector"]

GROUP = "bolicho.lanes"
LANES = Faces(
    "lanes",
    GROUP,
    {
        "truco": "bolicho.field.rl.vector.truco:TrucoLanes",
        "rikken": "bolicho.field.rl.vector.rikken:RikkenLanes",
        BOARD: "bolicho.field.rl.vector.boards:board_lanes",
    },
)
"""By the name of a game, what makes its compiled lanes, or None where it cannot; a guest's come by an entry point."""
MOST, MOST_THREADS = 1_000_000, 256
"""Tables and threads of one environment, at most."""


def vector(
    game: Game | str,
    n: int = 1,
    opponents: Sequence[str | Agent] | str | Agent | None = None,
    *,
    seat: int | str = "alternate",
    illegal: str = "lose",
    unit: str = "hand",
    reward: str | None = None,
    max_cycles: int | None = None,
    autoreset: str = "next-step",
    threads: int = 1,
    copy: bool = True,
    compiled: bool | None = None,
    **options: Any,
) -> LanesEnv:
    """Return ``n`` tables of a game as one environment of Gymnasium's vector kind.

    Without ``opponents`` all seats are played from outside. With them, ``seat`` is (a number, ``alternate`` or
    ``drawn``), and agents of the house have the others: ``random`` is compiled, any other agent sits at plain tables.
    ``autoreset``: ``next-step``, ``same-step`` or ``disabled``, as Gymnasium defines them. ``copy=False`` gives out the
    same arrays again at each step. ``compiled``: True refuses plain tables, False wants them. Everything else as in the
    environment of one seat.
    """
    terms = Terms.of(game, unit, reward, max_cycles, options)
    if type(n) is not int or not 1 <= n <= MOST:
        raise BadInput(f"n {n!r}: expected a number of tables, 1 to {MOST:,}")
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"threads {threads!r}: expected 1 to {MOST_THREADS}")
    if illegal not in ILLEGALS:
        raise UnknownName("way with illegal actions", str(illegal), ILLEGALS)
    how = {
        "next-step": AutoresetMode.NEXT_STEP,
        "same-step": AutoresetMode.SAME_STEP,
        "disabled": AutoresetMode.DISABLED,
    }
    if autoreset not in how:
        raise UnknownName("autoreset", str(autoreset), tuple(how))
    place = place_of(seat, terms.game)
    lanes, movers = _lanes(terms, n, opponents, threads, compiled)
    return LanesEnv(lanes, movers, place, illegal, how[autoreset], copy)


def entry(game: str, num_envs: int = 1, opponents: Any = "random", **settings: Any) -> LanesEnv:
    """Make what ``gymnasium.make_vec`` asks for: one seat of each table, against agents."""
    return vector(game, num_envs, opponents, **settings)


def _lanes(
    terms: Terms, n: int, opponents: Any, threads: int, compiled: bool | None
) -> tuple[Lanes, list[Opponent] | None]:
    """Return compiled lanes where the game has them and every opponent is compiled too, else plain ones."""
    listed = None if opponents is None else opponents_of(opponents, terms.game)
    why = "plain tables were asked for"
    if compiled is not False:
        maker = LANES.of(terms.game)
        lanes = None if maker is None else maker(terms, n, threads)
        why = f"game {terms.game.name!r} has no compiled lanes for {n:,} tables under these options"
        if lanes is not None:
            if listed is None:
                return lanes, None
            movers = [lanes.opponent(one) if isinstance(one, str) else None for one in listed]
            known = [mover for mover in movers if mover is not None]
            if len(known) == len(movers):
                return lanes, known
            lanes.close()
            strangers = (one if isinstance(one, str) else one.name for one in listed)
            why = f"opponents {', '.join(strangers)} are not all compiled for {terms.game.name}"
    if compiled:
        raise BadInput(f"compiled: {why}")
    from bolicho.agents import make

    agents = [make(one, terms.game) if isinstance(one, str) else one for one in listed or ()]
    plain = PlainLanes(terms, n, agents)
    return plain, None if listed is None else [HouseOpponent(plain)]
