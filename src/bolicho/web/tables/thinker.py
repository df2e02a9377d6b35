"""A thinker: a process that builds agents, keeps them, and asks them for one decision at a time.

It gets views, never states or seeds: an agent here cannot know more than a person at that seat. Agents are built once
and shared; the copy that sits at a table (``sit``) is kept as long as there is room and rebuilt from the seat's earlier
last views (``saw``) when it is not.
"""

import json
import os
from collections import OrderedDict
from collections.abc import Callable
from math import isfinite
from random import Random
from socket import socket
from typing import Any, NamedTuple

from bolicho.agents import make
from bolicho.core import hooks, paths, programs
from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import BolichoError, fault, one_line
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.parallel import copies
from bolicho.parallel.child import begin
from bolicho.parallel.wire import Cut, Home
from bolicho.web.tables.thoughts import MOVE_SIGNS, WHY_BYTES, AgentAnswer, AgentFailure, Built, Message, Needs, to_data

SEATS_KEPT, AGENTS_KEPT = 512, 48


class Task(NamedTuple):
    """One question to an agent."""

    game: str
    options: JsonObject
    agent: str
    sitting: tuple[str, int]
    """Which table and seat: the agent's memory of this match is kept under it."""
    units: int
    """How many units are over: so many last views the agent should have seen."""
    saw: tuple[object, ...] | None
    """Those views, where the thinker asked for them."""
    view: Any
    """None: only build the agent (to be warm)."""
    rng: Random | None


Say = Callable[[Message], None]


def think(line: socket, store: str | None) -> None:
    """Answer tasks until the house closes."""
    begin()
    if hasattr(os, "nice"):
        os.nice(15)  # the house itself answers first
    os.environ.update(programs.FORBIDDEN | paths.CLOSED)
    if store is not None:
        os.environ["BOLICHO_STORE"] = store  # bases are looked up by name in the house's own store
    mind, home = _Mind(), Home(line)

    def say(message: Message) -> None:
        copies.settle()  # an agent that came back twice is told off; its copy never speaks
        home.say({"ticket": ticket, **to_data(message)})

    try:
        while True:
            ticket, task = home.hear()
            try:
                mind.answer(task, say)
            except Cut:
                raise
            except BolichoError as error:
                say(AgentFailure(one_line(error)))
            except BaseException as error:  # whatever an agent raises is its own fault and must not end the process
                say(AgentFailure(fault(error)))
    except (Cut, KeyboardInterrupt):
        os._exit(0)


class _Mind:
    """What one thinker keeps between tasks."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.agents: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self.seats: OrderedDict[tuple[str, int, str], tuple[Any, int]] = OrderedDict()
        self.asked: set[tuple[str, str]] = set()

    def answer(self, task: Task, say: Say) -> None:
        key = json.dumps([task.game, task.options], sort_keys=True)
        agent = self._agent(key, task)
        if task.view is None:
            say(AgentAnswer("", None, {}))
            return
        seated = self._seated(agent, task)
        if seated is None:
            say(Needs())
            return
        say(Built((key, task.agent) not in self.asked))
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
        if hasattr(seated, "saw") and seen < task.units:
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
