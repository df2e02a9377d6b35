"""The equilibrium player of Truco: it mixes its moves so that knowing how it plays helps as little as possible.

``equilibrium`` plays for the match, ``equilibrium:points`` every hand for its points (what exploitability measures),
``equilibrium:resolve`` looks up only the first round and solves the rest of the hand at the table;
``equilibrium:1`` to ``equilibrium:5`` are five levels, 5 the full strength. Without envido and flor it plays the solved
ladder game.
"""

from bolicho.agents.equilibrium.player import Equilibrium

__all__ = ["Equilibrium"]
