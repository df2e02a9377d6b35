"""A tournament in this very process: agents may be objects, and a script or notebook needs no ``__main__`` guard.

The rows are those that workers give. An agent that is late forfeits here too; one that never answers is never ended.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.local import play_pairing
from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.series import Series, Unit, play_series
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.workers import WhenDone
from bolicho.core.contract import Agent
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.parallel.clock import SIZE, Clock


@dataclass(frozen=True)
class Here:
    """Plays in this process; agents that are there already, by their index in the plan, are not built."""

    agents: Mapping[int, Agent] = field(default_factory=dict)

    def crew(self, plan: Plan) -> "AbstractContextManager[Seats]":
        """Build the agents of a plan."""
        return nullcontext(Seats(plan, self.agents))


class Seats:
    """The agents of a plan, seated in this process."""

    size = 1

    def __init__(self, plan: Plan, known: Mapping[int, Agent]) -> None:
        self.plan, self.known = plan, known
        self.game = plan.build_game()
        self.clock: Clock = [0.0] * SIZE
        self.agents = [self._seat(known.get(index), index) for index in range(len(plan.agents))]
        for agent in self.agents if not plan.why else ():
            agent.brief()

    def _seat(self, agent: Agent | None, index: int) -> ClockedAgent:
        return ClockedAgent(agent or self.plan.build_agent(index, self.game), index, self.clock)

    def _anew(self, index: int) -> ClockedAgent:
        if index in self.known:
            raise BadInput(f"agent {self.known[index].name!r}: a learning series builds agents: give it by its name")
        return self._seat(None, index)

    def play(self, schedule: list[Unit], done: WhenDone, stop: Callable[[], bool]) -> bool:
        """Play a schedule one match after the other; return whether all is played, or somebody said stop."""
        for unit in schedule:
            for row, record in self._matches(unit):
                done(row, record.to_json() if self.plan.records else None)
                if stop():
                    return False
        return True

    def _matches(self, unit: Unit) -> Iterable[tuple[Row, Record]]:
        plan = self.plan
        how: JsonObject = {"salt": plan.salt, "time_limit": plan.time_limit, "tally": plan.build_tally()}
        if isinstance(unit, Series):
            return play_series(self.game, self._anew, unit, plan.seed, self.clock, **how)
        return [play_pairing(self.game, self.agents, unit, plan.seed, self.clock, keep_why=plan.why, **how)]
