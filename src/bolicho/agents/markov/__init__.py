"""The Markov player of Truco (Rossato, UFSM): counts of wins and losses, a gate for each call, a roulette.

``markov`` plays by the initial matrices with exact chances, ``markov:paper`` as the author's published programs do,
``markov:best`` by the bundled trained ones, ``markov:FILE.npz`` by those of ``bolicho train markov``; switches come
after, as in ``markov:area=levels,gates=adaptive`` or ``markov:FILE.npz,rounding=paper``.
"""

from bolicho.agents.markov.player import Markov

__all__ = ["Markov"]
