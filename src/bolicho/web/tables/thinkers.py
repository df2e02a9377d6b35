"""The thinkers: processes in which agents decide, so that no slow, hanging or crashing agent holds up the house.

An idle process is asked first; one is always left for quick agents while slow ones think. An agent that thinks past its
limit is ended with its process, one that brings its process down likewise, and a fresh process takes its place. So is
one whose process says what cannot be read, or what nobody asked.
"""

import asyncio
import multiprocessing
import signal
from collections import OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any

from bolicho.agents import AGENTS, can_play
from bolicho.arena.run.workers import end_group, no_interrupt
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.parallel.wire import Unreadable, Wire, pair, said
from bolicho.store.where import absolute, in_memory, locate
from bolicho.web.server.house import House
from bolicho.web.tables.thinker import Task, think
from bolicho.web.tables.thoughts import LONGEST, Answered, Built, Failed, Message, Needs, from_data

GRACE = 0.5
"""Seconds past the limit before a process is ended, or after it has hung up."""
LOOKS = 25
FIRST = 3
"""An agent's first decision in a process may take so many times its limit: it may have to work things out."""
SLOW = 0.05
"""Seconds a decision takes from which on an agent is slow; one never met counts as slow."""
FROM_OUTSIDE = (-signal.SIGKILL, -signal.SIGTERM)
"""Deaths that need not be the agent's doing: its question is asked once more."""
REMEMBERED = 256
WARM = (("truco", "sound"), ("rikken", "rules"), ("tapatan", "minimax"), ("truco", "cbr"), ("truco", "markov:best"))
"""Who is built in the background after the start, so that nobody waits for them."""
Kind = tuple[str, str]
"""A game and an agent."""


@dataclass(eq=False)
class _Job:
    task: Task
    answer: "asyncio.Future[Answered | Failed]"
    saw: Iterable[Any]
    pinned: "_Process | None" = None
    retried: bool = False
    ticket: int = 0
    """Every answer to it carries this number."""
    built: bool = False
    began: float = 0.0

    @property
    def kind(self) -> Kind:
        return self.task.game, self.task.agent


@dataclass(eq=False)
class _Process:
    wire: Wire
    process: Any
    born: float
    job: _Job | None = None
    timer: asyncio.TimerHandle | None = None
    built: set[Kind] = field(default_factory=set)
    seats: OrderedDict[tuple[str, int], None] = field(default_factory=OrderedDict)
    saying: "asyncio.Task[None] | None" = None


class Thinkers:
    """The processes of a house."""

    def __init__(self, house: House) -> None:
        self.settings = house.settings
        store = absolute(house.settings.store)
        self._store = None if in_memory(locate(store)) else store
        self.people: deque[_Job] = deque()
        self.bots: deque[_Job] = deque()
        self.warming: deque[_Job] = deque()
        self.seconds: dict[Kind, float] = {}
        """How long a decision of each agent takes, lately."""
        self.processes: list[_Process] = []
        self.sound: OrderedDict[tuple[str, str], None] = OrderedDict()
        """Agents that could be built, by options of the game and name."""
        self._tickets = count(1)
        self._closing = False

    async def open(self) -> None:
        """Start the processes, and let them get warm in the background."""
        self._loop = asyncio.get_running_loop()
        self.processes = [self._spawn() for _ in range(self.settings.workers)]
        for game, agent in WARM:
            for process in self.processes:
                task = Task(game, {}, agent, ("", 0), 0, None, None, None)
                self.warming.append(_Job(task, self._loop.create_future(), (), process))
        self._dispatch()

    async def close(self) -> None:
        """End the processes and wait until they are gone."""
        self._closing = True
        for process in self.processes:
            self._part(process)
            end_group(process.process)
        for process in self.processes:
            await asyncio.to_thread(process.process.join)
            process.wire.close()
            process.process.close()
        self.processes = []
        for job in (*self.people, *self.bots, *self.warming):
            job.answer.cancel()

    async def decide(self, task: Task, saw: Iterable[Any] = (), *, person_waits: bool = True) -> Answered | Failed:
        """Ask an agent; ``saw`` gives the seat's last views of earlier units, and is looked at only when needed."""
        job = _Job(task, self._loop.create_future(), saw)
        (self.people if person_waits else self.bots).append(job)
        self._dispatch()
        try:
            return await job.answer
        finally:
            if job.answer.cancelled():
                self._forget(job)

    async def check(self, game: str, options: dict[str, Any], agent: str) -> None:
        """Build an agent, so that one that cannot be built is refused before anybody sits down."""
        known = (repr((game, sorted(options.items()))), agent)
        if known not in self.sound and not await asyncio.to_thread(_plays_as_it_is, game, options, agent):
            answer = await self.decide(Task(game, options, agent, ("", 0), 0, None, None, None))
            if isinstance(answer, Failed):
                raise BadInput(answer.why)
            self.sound[known] = None
            while len(self.sound) > REMEMBERED:
                self.sound.popitem(last=False)

    # ── who thinks about what ─────────────────────────────────────────────────────────────────────────────────────

    def _dispatch(self) -> None:
        for waiting in (self.people, self.bots):
            for job in list(waiting):
                if (process := self._free_for(job)) is not None:
                    waiting.remove(job)
                    self._hand(process, job)
        idle = [process for process in self.processes if process.job is None]
        if not self.people and not self.bots and (len(idle) > 1 or len(self.processes) == len(idle) == 1):
            for job in list(self.warming):
                if job.pinned in idle:
                    self.warming.remove(job)
                    self._hand(job.pinned, job)
                    return

    def _free_for(self, job: _Job) -> _Process | None:
        """Return the idle process that knows the seat, else the agent, else any; None if the job must wait."""
        idle = [process for process in self.processes if process.job is None]
        if not idle:
            return None
        thinking = [process.job for process in self.processes if process.job is not None]
        if self._slow(job) and sum(map(self._slow, thinking)) >= max(1, len(self.processes) - 1):
            return None
        return max(idle, key=lambda process: (job.task.sitting in process.seats, job.kind in process.built))

    def _slow(self, job: _Job) -> bool:
        return self.seconds.get(job.kind, 1.0) > SLOW

    def _hand(self, process: _Process, job: _Job) -> None:
        process.job, job.began = job, monotonic()
        job.ticket, job.built = next(self._tickets), False
        self._limit(process, self.settings.build_seconds)
        process.saying = self._loop.create_task(self._say(process, said((job.ticket, job.task))))

    async def _say(self, process: _Process, words: bytes) -> None:
        with suppress(OSError):  # it has just died: that is heard of at once
            await self._loop.sock_sendall(process.wire.line, words)

    def _limit(self, process: _Process, seconds: float) -> None:
        if process.timer is not None:
            process.timer.cancel()
        process.timer = self._loop.call_later(seconds + GRACE, self._late, process, seconds)

    # ── what they say ─────────────────────────────────────────────────────────────────────────────────────────────

    def _hear(self, process: _Process) -> None:
        try:
            for data in process.wire.hear():
                if process.job is None or data.get("ticket") != process.job.ticket:
                    self._stray(process)
                    return
                self._heard(process, process.job, from_data(data))
        except Unreadable as error:
            self._end(process, Failed(str(error), "crashed"))
            return
        if process.wire.ended:
            self._loop.remove_reader(process.wire.line)
            self._gone(process)

    def _heard(self, process: _Process, job: _Job, message: Message) -> None:
        if isinstance(message, Built) and not job.built:
            process.built.add(job.kind)
            job.began, job.built = monotonic(), True
            self._limit(process, self.settings.decision_seconds * (FIRST if message.first else 1))
        elif isinstance(message, Needs) and job.task.saw is None:
            job.task = job.task._replace(saw=tuple(job.saw))
            self._hand(process, job)
        elif isinstance(message, Built | Needs):
            raise Unreadable("answered what it was not asked")
        else:
            if isinstance(message, Answered) and job.task.view is not None:
                lately = monotonic() - job.began
                self.seconds[job.kind] = 0.7 * self.seconds.get(job.kind, lately) + 0.3 * lately
                process.seats[job.task.sitting] = None
                while len(process.seats) > REMEMBERED:
                    process.seats.popitem(last=False)
            elif isinstance(message, Answered):
                process.built.add(job.kind)
            self._done(process, message)

    def _done(self, process: _Process, answer: Answered | Failed) -> None:
        job, process.job = process.job, None
        if process.timer is not None:
            process.timer.cancel()
            process.timer = None
        if job is not None and not job.answer.done():
            job.answer.set_result(answer)
        self._dispatch()

    # ── those that fail ───────────────────────────────────────────────────────────────────────────────────────────

    def _late(self, process: _Process, seconds: float) -> None:
        self._end(process, Failed(f"still thinking after {seconds:g} s, so its process was ended", "late"))

    def _end(self, process: _Process, answer: Failed) -> None:
        end_group(process.process)
        self._replace(process, answer)

    def _gone(self, process: _Process, looks: int = LOOKS) -> None:
        """A process has hung up: how did it end? It is given a moment; nobody waits for it meanwhile."""
        job = process.job
        if process not in self.processes:
            return
        if job is not None and looks and process.process.is_alive():
            self._loop.call_later(GRACE / LOOKS, self._gone, process, looks - 1)
            return
        if process.process.is_alive():
            self._end(process, Failed("closed its process's line to the house", "crashed"))
            return
        code = process.process.exitcode
        if code in FROM_OUTSIDE:
            self._ask_again(process)
        self._end(process, Failed(f"brought its process down ({_how(code)})", "crashed"))

    def _stray(self, process: _Process) -> None:
        """Somebody speaks who was not asked, a copy of an earlier agent: who thinks there now is asked elsewhere."""
        self._ask_again(process)
        self._end(process, Failed("answered what it was not asked", "crashed"))

    def _ask_again(self, process: _Process) -> None:
        """Ask the question once more, once."""
        job = process.job
        if job is not None and not job.retried:
            job.retried, process.job = True, None
            job.pinned = None
            self.people.appendleft(job)

    def _replace(self, process: _Process, answer: Failed) -> None:
        if process not in self.processes:
            return
        self._part(process)
        place = self.processes.index(process)
        del self.processes[place]
        self.warming = deque(job for job in self.warming if job.pinned is not process)
        wait = 0.0 if monotonic() - process.born > 1 else 1.0  # one that dies young is not replaced in a hurry
        self._loop.call_later(wait, self._refill)
        self._loop.run_in_executor(None, _bury, process)
        self._done(process, answer)

    def _refill(self) -> None:
        if not self._closing:
            self.processes.append(self._spawn())
            self._dispatch()

    def _part(self, process: _Process) -> None:
        self._loop.remove_reader(process.wire.line)
        if process.saying is not None:
            process.saying.cancel()
        if process.timer is not None:
            process.timer.cancel()
            process.timer = None

    def _forget(self, job: _Job) -> None:
        for waiting in (self.people, self.bots):
            with suppress(ValueError):
                waiting.remove(job)

    def _spawn(self) -> _Process:
        # from the loop's own thread, which lives as long as the house: a child dies with the thread that began it
        context = multiprocessing.get_context("spawn")
        wire, theirs = pair(LONGEST)
        process = context.Process(target=think, args=(theirs, self._store), daemon=True, name="thinker")
        with no_interrupt():
            process.start()
        theirs.close()
        found = _Process(wire, process, monotonic())
        self._loop.add_reader(wire.line, self._hear, found)
        return found


def _plays_as_it_is(game: str, options: dict[str, Any], agent: str) -> bool:
    """Whether an agent of the house is asked for without settings, and plays this game: it need not be tried."""
    return agent in AGENTS.house and can_play(AGENTS.factory(agent), GAMES.make(game, **options))


def _bury(process: _Process) -> None:
    process.process.join()
    process.wire.close()
    process.process.close()


def _how(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"
