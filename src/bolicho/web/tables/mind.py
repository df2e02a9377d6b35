"""A mind: builds agents, keeps them, and asks them for one decision at a time.

It gets views, never states or seeds: an agent here cannot know more than a person at that seat. Agents are built once
and shared; the copy that sits at a table (``sit``) is kept as long as there is room and rebuilt from the seat's earlier
last views (``saw``) when it is not.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from math import isfinite
from random import Random
from typing import Any, NamedTuple

from bolicho.agents import make
from bolicho.core import hooks
from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import one_line
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.play.table import Table
from bolicho.web.tables.thoughts import MOVE_SIGNS, WHY_BYTES, AgentAnswer, AgentFailure, AgentReady, Message, Needs

SEATS_KEPT, AGENTS_KEPT = 512, 48


class Task(NamedTuple):
    """One question to an agent."""

    game: str
    options: JsonObject
    agent: str
    sitting: tuple[str, int]
    """Which table and seat: the agent's memory of this match is kept under it."""
    units: int
    """How many units are over: the agent should have seen the last view of each."""
    saw: tuple[object, ...] | None
    """Those views, where the thinker asked for them."""
    view: Any
    """None: only build the agent (to be warm)."""
    rng: Random | None

    @classmethod
    def at(cls, play: Table, agent: str, memory: str, seat: int) -> "Task":
        """Return the question to an agent in a seat of a table, who remembers the match under a name."""
        game, view = play.game, play.state.view(seat)
        return cls(game.name, dict(game.options), agent, (memory, seat), len(play.units), None, view, play.rng())


Say = Callable[[Message], None]


class Mind:
    """What is kept between tasks."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.agents: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self.seats: OrderedDict[tuple[str, int, str], tuple[Any, int]] = OrderedDict()
        self.asked: set[tuple[str, str]] = set()

    def answer(self, task: Task, say: Say) -> None:
        """Say what the agent decides, or what is wanting; what it raises is raised."""
        key = json.dumps([task.game, task.options], sort_keys=True)
        agent = self._agent(key, task)
        if task.view is None:
            say(AgentAnswer("", None, {}))
            return
        seated = self._seated(agent, task)
        if seated is None:
            say(Needs())
            return
        say(AgentReady((key, task.agent) not in self.asked))
        self.asked.add((key, task.agent))
        answer = seated.choose(task.view, task.rng)
        decision = answer.fallback if isinstance(answer, Question) else answer
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            say(AgentFailure(f"choose returned {type(decision).__name__}, not a Decision"))
            return
        if len(decision.move) > MOVE_SIGNS:
            say(AgentFailure(f"choose returned a move of {len(decision.move)} signs"))
            return
        value = decision.value
        number = float(value) if isinstance(value, int | float) and isfinite(value) else None
        say(AgentAnswer(str(decision.move), number, _plain(decision)))

    def _agent(self, key: str, task: Task) -> Any:
        if key not in self.games:
            self.games[key] = GAMES.make(task.game, **task.options)
        name = (key, task.agent)
        if name not in self.agents:
            self.agents[name] = make(task.agent, self.games[key])
            if len(self.agents) > AGENTS_KEPT:
                self.asked.discard(self.agents.popitem(last=False)[0])
        self.agents.move_to_end(name)
        return self.agents[name]

    def _seated(self, agent: Any, task: Task) -> Any:
        """Return the agent as it sits at this table, having seen what it should; None when views are wanting."""
        name = (*task.sitting, task.agent)
        if not hooks.remembers(agent):
            return agent
        seated, seen = self.seats.pop(name, (None, 0))
        if seated is None or seen > task.units:
            seated, seen = hooks.seated(agent), 0
        if hooks.sees(seated) and seen < task.units:
            if task.saw is None:
                return None
            for view in task.saw[seen:]:
                seated.saw(view)
        self.seats[name] = (seated, task.units)
        if len(self.seats) > SEATS_KEPT:
            self.seats.popitem(last=False)
        return seated


def _plain(decision: Decision) -> JsonObject:
    try:
        text = json.dumps(dict(decision.why), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return {"unreadable": one_line(error)}
    if len(text) > WHY_BYTES:
        return {key: value for key, value in decision.why.items() if key == "rule" and isinstance(value, str)}
    data: JsonObject = json.loads(text)
    return data
