"""The thinkers: processes in which agents decide, so that no slow, hanging or crashing agent holds up the house.

An idle process is asked first; one is always left for quick agents while slow ones think. An agent that thinks past its
limit is ended with its process, one that brings its process down likewise, and a fresh process takes its place. So is
one whose process says what cannot be read, or what nobody asked.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import monotonic

from bolicho.agents import AGENTS, can_play
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.parallel.loop import LoopPool
from bolicho.parallel.pool import Loss
from bolicho.parallel.wire import Unreadable
from bolicho.parallel.worker import Worker
from bolicho.store.where import absolute, in_memory, locate
from bolicho.web.server.house import House
from bolicho.web.tables.mind import Task
from bolicho.web.tables.thinker import think
from bolicho.web.tables.thoughts import LONGEST, AgentAnswer, AgentFailure, AgentReady, Needs, from_data

FIRST = 3
"""An agent's first decision in a process may take this many times its limit: it may have to work things out."""
SLOW = 0.05
"""Seconds a decision takes from which on an agent is slow; one never met counts as slow."""
REMEMBERED = 256
WARM = (("truco", "sound"), ("rikken", "rules"), ("tapatan", "minimax"), ("truco", "cbr"), ("truco", "markov:best"))
"""Who is built in the background after the start, so that nobody waits for them."""
Kind = tuple[str, str]
"""A game and an agent."""


@dataclass(eq=False)
class _Job:
    task: Task
    answer: "asyncio.Future[AgentAnswer | AgentFailure]"
    saw: Iterable[object]
    pinned: "_Thinker | None" = None
    retried: bool = False
    ticket: int = 0
    """Every answer to it carries this number."""
    built: bool = False
    began: float = 0.0

    @property
    def kind(self) -> Kind:
        return self.task.game, self.task.agent


class _Thinker(Worker):
    """A process in which agents think."""

    def __init__(self, store: str | None) -> None:
        self.job: _Job | None = None
        self.stray = False
        """Whether somebody has spoken here who was not asked, a copy of an earlier agent."""
        self.built: set[Kind] = set()
        self.seats: OrderedDict[tuple[str, int], None] = OrderedDict()
        super().__init__(think, store, longest=LONGEST, name="thinker")


class Thinkers(LoopPool[_Thinker]):
    """The processes of a house."""

    def __init__(self, house: House) -> None:
        super().__init__(house.settings.workers)
        self.settings = house.settings
        store = absolute(house.settings.store)
        self._store = None if in_memory(locate(store)) else store
        self.people: deque[_Job] = deque()
        self.bots: deque[_Job] = deque()
        self.warming: deque[_Job] = deque()
        self.seconds: dict[Kind, float] = {}
        """How long a decision of each agent takes, lately."""
        self.sound: OrderedDict[tuple[str, str], None] = OrderedDict()
        """Agents that could be built, by options of the game and name."""
        self._tickets = count(1)

    async def open(self) -> None:
        """Start the processes, and let them get warm in the background."""
        await super().open()
        for game, agent in WARM:
            for worker in self.workers:
                task = Task(game, {}, agent, ("", 0), 0, None, None, None)
                self.warming.append(_Job(task, self._loop.create_future(), (), worker))
        self._dispatch()

    async def close(self) -> None:
        """End the processes and wait until they are gone."""
        await super().close()
        for job in (*self.people, *self.bots, *self.warming):
            job.answer.cancel()

    async def decide(
        self, task: Task, saw: Iterable[object] = (), *, person_waits: bool = True
    ) -> AgentAnswer | AgentFailure:
        """Ask an agent; ``saw`` gives the seat's last views of earlier units, and is looked at only when needed."""
        job = _Job(task, self._loop.create_future(), saw)
        (self.people if person_waits else self.bots).append(job)
        self._dispatch()
        try:
            return await job.answer
        finally:
            if job.answer.cancelled():
                self._forget(job)

    async def check(self, game: str, options: JsonObject, agent: str) -> None:
        """Build an agent, so that one that cannot be built is refused before anybody sits down."""
        known = (repr((game, sorted(options.items()))), agent)
        if known not in self.sound and not await asyncio.to_thread(_plays_as_it_is, game, options, agent):
            answer = await self.decide(Task(game, options, agent, ("", 0), 0, None, None, None))
            if isinstance(answer, AgentFailure):
                raise BadInput(answer.why)
            self.sound[known] = None
            while len(self.sound) > REMEMBERED:
                self.sound.popitem(last=False)

    # ── who thinks about what ─────────────────────────────────────────────────────────────────────────────────────

    def hire(self) -> _Thinker:
        """Begin a process."""
        return _Thinker(self._store)

    def provide(self, worker: _Thinker) -> None:
        """Give out what waits, to whoever fits best, where one has become free."""
        if worker.job is None:
            self._dispatch()

    def _dispatch(self) -> None:
        for waiting in (self.people, self.bots):
            for job in list(waiting):
                if (worker := self._free_for(job)) is not None:
                    waiting.remove(job)
                    self._hand(worker, job)
        idle = self._idle()
        if not self.people and not self.bots and (len(idle) > 1 or len(self.workers) == len(idle) == 1):
            for job in list(self.warming):
                if job.pinned in idle:
                    self.warming.remove(job)
                    self._hand(job.pinned, job)
                    return

    def _idle(self) -> list[_Thinker]:
        return [worker for worker in self.workers if worker.job is None and not worker.wire.ended]

    def _free_for(self, job: _Job) -> _Thinker | None:
        """Return the idle process that knows the seat, else the agent, else any; None if the job must wait."""
        idle = self._idle()
        if not idle:
            return None
        thinking = [worker.job for worker in self.workers if worker.job is not None]
        if self._slow(job) and sum(map(self._slow, thinking)) >= max(1, len(self.workers) - 1):
            return None
        return max(idle, key=lambda worker: (job.task.sitting in worker.seats, job.kind in worker.built))

    def _slow(self, job: _Job) -> bool:
        return self.seconds.get(job.kind, 1.0) > SLOW

    def _hand(self, worker: _Thinker, job: _Job) -> None:
        worker.job, job.began = job, monotonic()
        job.ticket, job.built = next(self._tickets), False
        worker.allow(self.settings.build_seconds)
        self.say(worker, (job.ticket, job.task))

    # ── what they say ─────────────────────────────────────────────────────────────────────────────────────────────

    def heard(self, worker: _Thinker, data: JsonObject) -> None:
        """Take what an agent says to the question that it was asked, and to no other."""
        job = worker.job
        if job is None or data.get("ticket") != job.ticket:
            worker.stray = True
            raise Unreadable("answered what it was not asked")
        message = from_data(data)
        if isinstance(message, AgentReady) and not job.built:
            worker.built.add(job.kind)
            job.began, job.built = monotonic(), True
            worker.allow(self.settings.decision_seconds * (FIRST if message.first else 1))
        elif isinstance(message, Needs) and job.task.saw is None:
            job.task = job.task._replace(saw=tuple(job.saw))
            self._hand(worker, job)
        elif isinstance(message, AgentReady | Needs):
            raise Unreadable("answered what it was not asked")
        else:
            if isinstance(message, AgentAnswer) and job.task.view is not None:
                lately = monotonic() - job.began
                self.seconds[job.kind] = 0.7 * self.seconds.get(job.kind, lately) + 0.3 * lately
                worker.seats[job.task.sitting] = None
                while len(worker.seats) > REMEMBERED:
                    worker.seats.popitem(last=False)
            elif isinstance(message, AgentAnswer):
                worker.built.add(job.kind)
            self._done(worker, message)

    def _done(self, worker: _Thinker, answer: AgentAnswer | AgentFailure) -> None:
        job, worker.job = worker.job, None
        worker.allow(None)
        if job is not None and not job.answer.done():
            job.answer.set_result(answer)

    # ── those that fail ───────────────────────────────────────────────────────────────────────────────────────────

    def lost(self, worker: _Thinker, loss: Loss) -> None:
        """The agent has failed; unless it may be nobody's fault, or somebody else's: then it is asked once more."""
        self.warming = deque(job for job in self.warming if job.pinned is not worker)
        job = worker.job
        if job is not None and not job.retried and (loss.from_outside or worker.stray):
            job.retried, worker.job, job.pinned = True, None, None
            self.people.appendleft(job)
        if loss.late:
            self._done(
                worker, AgentFailure(f"still thinking after {worker.limit:g} s, so its process was ended", "late")
            )
        else:
            self._done(worker, AgentFailure(loss.wrong or f"brought its process down ({loss.how})", "crashed"))
        self._dispatch()

    def _forget(self, job: _Job) -> None:
        for waiting in (self.people, self.bots):
            with suppress(ValueError):
                waiting.remove(job)


def _plays_as_it_is(game: str, options: JsonObject, agent: str) -> bool:
    """Whether an agent of the house is asked for without settings, and plays this game: it need not be tried."""
    return agent in AGENTS.house and can_play(AGENTS.factory(agent), GAMES.make(game, **options))
