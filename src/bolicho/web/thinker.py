"""A thinker: a process that builds agents, keeps them, and asks them for one decision at a time.

It gets views, never states or seeds: an agent here cannot know more than a person at that seat. Agents are built once
and shared; the copy that sits at a table (``sit``) is kept as long as there is room and rebuilt from the seat's earlier
last views (``saw``) when it is not.
"""

import json
import os
from collections import OrderedDict
from math import isfinite
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from bolicho.agents import make
from bolicho.arena.worker import die_with_parent, leave_the_terminal
from bolicho.core import paths, programs
from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import BolichoError, fault, one_line
from bolicho.games import GAMES

SEATS_KEPT, AGENTS_KEPT = 512, 48
WHY_BYTES = 64 * 1024
"""The longest explanation that is passed on."""


class Task(NamedTuple):
    """One question to an agent."""

    game: str
    options: dict[str, Any]
    agent: str
    sitting: tuple[str, int]
    """Which table and seat: the agent's memory of this match is kept under it."""
    units: int
    """How many units are over: so many last views the agent should have seen."""
    saw: tuple[Any, ...] | None
    """Those views, where the thinker asked for them."""
    view: Any
    """None: only build the agent (to be warm)."""
    rng: Random | None


class Built(NamedTuple):
    """The agent is there and begins to think; whether it is its first decision in this process."""

    first: bool


class Needs(NamedTuple):
    """The thinker does not have this seat's memory: send the last views too."""


class Answered(NamedTuple):
    """What the agent decided; ``why`` is plain JSON data."""

    move: str
    value: float | None
    why: dict[str, Any]


class Failed(NamedTuple):
    """The agent could not be built, raised, or answered what is no decision."""

    why: str
    """In its own words, which may tell its cards: not for whoever plays against it."""
    kind: str = "raised"
    """``raised``, ``illegal``, ``late`` or ``crashed``."""


Message = Built | Needs | Answered | Failed


def think(pipe: Connection, store: str | None) -> None:
    """Answer tasks until the house closes."""
    leave_the_terminal()
    die_with_parent()
    if hasattr(os, "nice"):
        os.nice(15)  # the house itself answers first
    os.environ.update(programs.FORBIDDEN | paths.CLOSED)
    if store is not None:
        os.environ["BOLICHO_STORE"] = store  # bases are looked up by name in the house's own store
    mind = _Mind()
    try:
        while (task := pipe.recv()) is not None:
            try:
                mind.answer(task, pipe)
            except BolichoError as error:
                pipe.send(Failed(one_line(error)))
            except (EOFError, ConnectionError):
                raise
            except BaseException as error:  # whatever an agent raises is its own fault and must not end the process
                pipe.send(Failed(fault(error)))
    except (EOFError, ConnectionError, KeyboardInterrupt):
        return


class _Mind:
    """What one thinker keeps between tasks."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.agents: OrderedDict[tuple[str, str], Any] = OrderedDict()
        self.seats: OrderedDict[tuple[str, int, str], tuple[Any, int]] = OrderedDict()
        self.asked: set[tuple[str, str]] = set()

    def answer(self, task: Task, pipe: Connection) -> None:
        key = json.dumps([task.game, task.options], sort_keys=True)
        agent = self._agent(key, task)
        if task.view is None:
            pipe.send(Answered("", None, {}))
            return
        seated = self._seated(agent, task)
        if seated is None:
            pipe.send(Needs())
            return
        pipe.send(Built((key, task.agent) not in self.asked))
        self.asked.add((key, task.agent))
        answer = seated.choose(task.view, task.rng)
        decision = answer.fallback if isinstance(answer, Question) else answer
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            pipe.send(Failed(f"choose returned {type(decision).__name__}, not a Decision"))
            return
        value = decision.value
        number = float(value) if isinstance(value, int | float) and isfinite(value) else None
        pipe.send(Answered(str(decision.move), number, _plain(decision)))

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
        remembers = hasattr(agent, "sit") or hasattr(agent, "saw")
        if not remembers:
            return agent
        seated, seen = self.seats.pop(name, (None, 0))
        if seated is None or seen > task.units:
            seated, seen = (agent.sit() if hasattr(agent, "sit") else agent), 0
        if hasattr(seated, "saw") and seen < task.units:
            if task.saw is None:
                return None
            for view in task.saw[seen:]:
                seated.saw(view)
        self.seats[name] = (seated, task.units)
        if len(self.seats) > SEATS_KEPT:
            self.seats.popitem(last=False)
        return seated


def _plain(decision: Decision) -> dict[str, Any]:
    try:
        text = json.dumps(dict(decision.why), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return {"unreadable": one_line(error)}
    if len(text) > WHY_BYTES:
        return {key: value for key, value in decision.why.items() if key == "rule" and isinstance(value, str)}
    data: dict[str, Any] = json.loads(text)
    return data
