"""Who decides: one file an idea; each agent explains itself. Third parties join by the entry point ``bolicho.agents``.

A factory takes the game first; its attribute ``plays`` names the games it can play, or is a function that tells whether
it can play a game (missing or None: every game); ``character`` says in one line a language who it is.
"""

import sys
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError, fault
from bolicho.core.registry import Factory, Registry, Room
from bolicho.games import GAMES

AGENTS = Registry(
    "agent",
    "bolicho.agents",
    {
        "random": "bolicho.agents.random:RandomAgent",
        "novice": "bolicho.agents.scripted:novice",
        "cautious": "bolicho.agents.scripted:cautious",
        "bold": "bolicho.agents.scripted:bold",
        "bluffer": "bolicho.agents.scripted:bluffer",
        "sound": "bolicho.agents.scripted:sound",
        "cbr": "bolicho.agents.cbr:CaseBased",
        "markov": "bolicho.agents.markov:Markov",
        "equilibrium": "bolicho.agents.equilibrium:Equilibrium",
        **{f"bot{number}": f"bolicho.agents.bots:bot{number}" for number in range(6)},
        "minimax": "bolicho.agents.minimax:MiniMax",
        "perfect": "bolicho.agents.perfect:Perfect",
        "mcts": "bolicho.agents.mcts:TreeSearch",
        "ismcts": "bolicho.agents.ismcts:ismcts",
        "qlearning": "bolicho.agents.qlearning:QLearning",
        "rules-seed": "bolicho.agents.rikken.ruled:RulesSeed",
        "rules": "bolicho.agents.rikken.ruled:Rules",
        "mc-seed": "bolicho.agents.rikken.carlo:MonteCarloSeed",
        "mc": "bolicho.agents.rikken.carlo:MonteCarlo",
        "pimc": "bolicho.agents.rikken.carlo:PerfectEnd",
    },
)


def names(game: Game | str | None = None) -> tuple[str, ...]:
    """Return the agents that can play a game; a guest that does not load is left out."""
    game = GAMES.make(game) if isinstance(game, str) else game
    return tuple(name for name in AGENTS.names() if game is None or _loads(name, game))


def make(spec: str, game: Game | str) -> Any:
    """Build an agent for a game: ``name`` or ``name:arguments``; whatever goes wrong is a BadInput that names it."""
    game = GAMES.make(game) if isinstance(game, str) else game
    check(spec, game)
    try:
        agent = AGENTS.make(spec, game)
    except BolichoError:
        raise
    except (Exception, SystemExit) as error:  # a guest's code may fail in any way
        raise BadInput(f"agent {spec!r} cannot be built: it {fault(error)}") from error
    if not isinstance(getattr(agent, "name", None), str) or not callable(getattr(agent, "choose", None)):
        raise BadInput(f"agent {spec!r}: what its factory made is no agent (a name and choose are needed)")
    return agent


def check(spec: str, game: Game) -> None:
    """Refuse an agent that does not play a game, as far as its name tells, and say who does; build nothing."""
    name = spec.partition(":")[0]
    if not can_play(AGENTS.factory(name), game):
        raise BadInput(f"agent {name!r} does not play {game.name}; those that do: {', '.join(names(game))}")


def can_play(factory: Factory, game: Game) -> bool:
    """Whether an agent's factory knows this game."""
    plays = getattr(factory, "plays", None)
    return plays is None or bool(plays(game) if callable(plays) else game.name in plays)


def _loads(name: str, game: Game) -> bool:
    try:
        return can_play(AGENTS.factory(name), game)
    except BolichoError:
        return False


sys.modules[__name__].__class__ = Room
