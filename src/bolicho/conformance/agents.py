"""The clauses that every agent keeps, tried on whole matches against the random player."""

import json
import random
import sys
from collections.abc import Callable
from math import isfinite
from random import Random

from bolicho.agents.random import RandomAgent
from bolicho.conformance.broken import Broken, must, works
from bolicho.core import hooks
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Decision, Game, Policy, Question, Scores, View
from bolicho.play import Table


def check_agent(
    build: Callable[[Game], Agent], game: Game, *, matches: int = 2, seed: int = 0, plies: int | None = None
) -> None:
    """Raise ``Broken`` unless the agent that ``build(game)`` makes keeps the contract in every seat.

    ``plies``: of each match only so many are played. That spares a slow agent a long game; whether it comes to its end
    is not tried then.
    """
    with works("an agent can be built for a game", game.name):
        agent = build(game)
    must(isinstance(getattr(agent, "name", None), str) and agent.name != "", "an agent has a name", agent)
    for match in range(matches):
        for seat in range(game.seats):
            players: list[Agent] = [RandomAgent(game) for _ in range(game.seats)]
            found: list[Broken] = []
            players[seat] = _AgentWatch(agent, found)
            table = Table(game, players, seed, match=match)
            played = 0
            while not table.over and played != plies:
                table.advance()
                played += 1
            if found:
                raise found[0]
            must(table.lost is None, "an agent plays whole matches without a forfeit", table.lost)


class _AgentWatch:
    """Sits in an agent's place and checks each of its answers."""

    def __init__(self, agent: Agent, found: list[Broken]) -> None:
        self.agent, self.name, self.found = agent, agent.name, found

    def sit(self) -> "_AgentWatch":
        return _AgentWatch(hooks.seated(self.agent), self.found)

    def saw(self, view: View) -> None:
        hooks.show(self.agent, view)

    def rise(self, scores: Scores, winner: int | None) -> None:
        hooks.tell_end(self.agent, scores, winner)

    def choose(self, view: View, rng: Random) -> Decision:
        try:
            return self._checked(view, rng)
        except Broken as broken:  # the table takes it for the agent's own error
            self.found.append(broken)
            raise

    def _checked(self, view: View, rng: Random) -> Decision:
        key = repr(rng.getstate())
        shared = _global_chance()
        decision = self._decide(view, rng)
        must(
            _global_chance()[: len(shared)] == shared,
            "an agent draws from the stream it is given, never from a global one",
            self.name,
        )
        must(decision.move in view.moves, "an agent plays a legal move", f"{decision.move!r} of {view.moves}")
        number = type(decision.value) in (int, float) and isfinite(decision.value or 0)
        must(decision.value is None or number, "a value is a number or None", decision.value)
        with works("why is JSON data", decision.why):
            json.dumps(dict(decision.why), allow_nan=False)
        again = self._decide(view, stream(0, key)), self._decide(view, stream(0, key))
        must(again[0].move == again[1].move, "the same view and stream give the same move", view)
        if hooks.tells_policies(self.agent):
            self._check_policy(self.agent, view)
        return decision

    def _decide(self, view: View, rng: Random) -> Decision:
        answer = self.agent.choose(view, rng)
        answer = answer.fallback if isinstance(answer, Question) else answer
        must(isinstance(answer, Decision), "choose returns a Decision or a Question", type(answer).__name__)
        decision: Decision = answer
        return decision

    def _check_policy(self, agent: Policy, view: View) -> None:
        (chances,) = agent.policies([view])
        must(len(chances) == len(view.moves), "policies gives a probability for each legal move", chances)
        right = all(p >= 0 for p in chances) and abs(sum(chances) - 1) < 1e-6
        must(right, "policies are probabilities", chances)


def _global_chance() -> list[object]:
    """Return the state of Python's own generator and, once somebody has imported it, of numpy's."""
    states: list[object] = [random.getstate()]
    if "numpy" in sys.modules:
        name, key, *rest = sys.modules["numpy"].random.get_state()
        states.append((name, key.tobytes(), *rest))  # arrays are not compared as a whole, and to print one takes long
    return states
