"""Who decides: one file an idea; each agent explains itself. Third parties join by the entry point ``bolicho.agents``.

A factory takes the game first; its attribute ``plays`` names the games it can play, or is a function that tells whether
it can play a game (missing or None: every game); ``character`` says in one line a language who it is.
"""

import sys
from typing import Any

from bolicho.agents import files
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError, fault
from bolicho.core.registry import CallablePackage, Factory, Registry
from bolicho.games import GAMES


class Agents(Registry):
    """The agents by name; one of your own by its file."""

    def split(self, spec: str) -> tuple[str, str]:
        """Part a name, or a file with its class, from the arguments."""
        return files.split(spec) or super().split(spec)

    def factory(self, name: str) -> Factory:
        """Load what a name stands for, or the class of a file."""
        return super().factory(name) if files.split(name) is None else files.load(name)


AGENTS = Agents(
    "agent",
    "bolicho.agents",
    {
        "random": "bolicho.agents.random:RandomAgent",
        "novice": "bolicho.agents.scripted:novice",
        "cautious": "bolicho.agents.scripted:cautious",
        "bold": "bolicho.agents.scripted:bold",
        "bluffer": "bolicho.agents.scripted:bluffer",
        "sound": "bolicho.agents.scripted:sound",
        "zap": "bolicho.agents.paulista:Zap",
        "cbr": "bolicho.agents.cbr:CaseBased",
        "markov": "bolicho.agents.markov:Markov",
        "equilibrium": "bolicho.agents.equilibrium:Equilibrium",
        **{f"bot{number}": f"bolicho.agents.bots:bot{number}" for number in range(6)},
        "minimax": "bolicho.agents.minimax:MiniMax",
        "pia": "bolicho.agents.pia:Child",
        "perfect": "bolicho.agents.perfect:Perfect",
        "mcts": "bolicho.agents.mcts:TreeSearch",
        "ismcts": "bolicho.agents.ismcts:ismcts",
        "qlearning": "bolicho.agents.qlearning:QLearning",
        "rules-paper": "bolicho.agents.rikken.rule_players:RulesPaper",
        "rules": "bolicho.agents.rikken.rule_players:Rules",
        "mc-paper": "bolicho.agents.rikken.carlo:MonteCarloPaper",
        "mc": "bolicho.agents.rikken.carlo:MonteCarlo",
        "pimc": "bolicho.agents.rikken.carlo:PerfectEnd",
    },
    {  # names of 0.1
        "rules-seed": "rules-paper",
        "mc-seed": "mc-paper",
        "markov:seed": "markov:paper",
        "markov:rounding=seed": "markov:rounding=paper",
    },
)


def names(game: Game | str | None = None) -> tuple[str, ...]:
    """Return the agents that can play a game; a guest that does not load is left out."""
    game = GAMES.make(game) if isinstance(game, str) else game
    return tuple(name for name in AGENTS.names() if game is None or loads(name, game))


def add(name: str, factory: Factory) -> None:
    """Give an agent a name as long as this process lasts, in a notebook say; it goes along to workers.

    ``factory`` is called with the game: a class, or a function that returns an agent.
    """
    if ":" in name or not name or not callable(factory):
        raise BadInput(f"agent {name!r}: a name without a colon is needed, and a class or a function")
    if name in AGENTS.house or name in AGENTS.renamed:
        raise BadInput(f"agent {name!r}: somebody of the house has this name")
    AGENTS.add(name, factory)


def make(spec: str, game: Game | str) -> Any:
    """Build an agent for a game: ``name``, ``name:arguments`` or ``file.py:Class``; what goes wrong is a BadInput."""
    game = GAMES.make(game) if isinstance(game, str) else game
    check(spec, game)
    try:
        agent = AGENTS.make(spec, game)
        is_agent = isinstance(getattr(agent, "name", None), str) and callable(getattr(agent, "choose", None))
    except BolichoError:
        raise
    except (Exception, SystemExit) as error:  # a guest's code may fail in any way
        raise BadInput(f"agent {spec!r} cannot be built: it {fault(error)}") from error
    if not is_agent:
        raise BadInput(f"agent {spec!r}: what its factory made is no agent (a name and choose are needed)")
    return agent


def check(spec: str, game: Game) -> None:
    """Refuse an agent that does not play a game, as far as its name tells, and say who does; build nothing."""
    name = AGENTS.split(spec)[0]
    if not can_play(AGENTS.factory(name), game):
        raise BadInput(f"agent {name!r} does not play {game.name}; those that do: {', '.join(names(game))}")


def is_stranger(spec: str, game: str) -> bool:
    """Whether a spec stands for code that is not the house's, or for an agent of the house that runs such code."""
    name, text = AGENTS.split(spec)
    if AGENTS.is_stranger(name):
        return True
    borrows = getattr(AGENTS.factory(name), "borrows", None)
    return borrows is not None and bool(borrows(text, game.partition(":")[0]))


def can_play(factory: Factory, game: Game) -> bool:
    """Whether an agent's factory knows this game."""
    plays = getattr(factory, "plays", None)
    return plays is None or bool(plays(game) if callable(plays) else game.name in plays)


def loads(name: str, game: Game) -> bool:
    """Whether an agent of this name plays a game, and its package loads."""
    try:
        return can_play(AGENTS.factory(name), game)
    except BolichoError:
        return False


sys.modules[__name__].__class__ = CallablePackage
