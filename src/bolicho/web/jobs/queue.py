"""The queue of the lab: jobs run one after the other as child processes, and can be followed, cancelled and resumed.

What a job has computed is in its folder (and in the store, where a command keeps it there), written so that a kill at
any time costs nothing: to resume is to give the same command again.
"""

import asyncio
import os
import shlex
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import monotonic
from weakref import WeakValueDictionary

from bolicho.core import paths, programs
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonMapping
from bolicho.store import StoreAway
from bolicho.store.jobs import Job
from bolicho.store.where import VARIABLE, absolute, in_memory, locate, unplaced
from bolicho.web.jobs.child import Child, checked
from bolicho.web.jobs.feed import ENDED, Feed
from bolicho.web.jobs.kinds import kind_of
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House

AT_ONCE = 1
"""Jobs that run side by side."""
MOST_WAITING = 50
MOST_CHECKED = 2
WORK, RESULT = "work", "result.json"
"""In the folder of a job: what its command writes, whose files may be looked at; and what it printed."""
NEEDS_STORE = ("train-cases", "train-imitation")
CLOSING = 1.5
"""Seconds a job has to end when the server closes; it can be resumed in any case."""
SAVED_EVERY = 2.0
"""Seconds after which the store is told of progress again."""


class Jobs:
    """All jobs of a server."""

    def __init__(self, house: House) -> None:
        self.house, self.root = house, house.folder / "jobs"
        self._waiting: deque[int] = deque()
        self._children: dict[int, Child | None] = {}
        """By job: what it is running; None between two commands."""
        self._ending: dict[int, str] = {}
        """Jobs that somebody ends, and what they are to be called then."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._feeds: WeakValueDictionary[int, Feed] = WeakValueDictionary()
        """One for all who listen and tell, for as long as anybody does."""
        self._checking = asyncio.Semaphore(MOST_CHECKED)

    async def open(self) -> None:
        """Say of jobs that ran when the server was killed that they were interrupted; go on with those that wait."""
        self.root.mkdir(parents=True, exist_ok=True)
        for job in reversed(await self.newest(10_000)):
            if job.state == "running":
                (await self.feed(job)).add("state", state="interrupted", message="")
            elif job.state == "queued":
                self._waiting.append(job.id)
        await self.house.write(self.house.store.interrupt_running)
        self._next()

    async def close(self) -> None:
        """End what runs; it can be resumed."""
        self._waiting.clear()
        for id in list(self._children):
            self._ending.setdefault(id, "interrupted")
        await asyncio.gather(*(child.stop(CLOSING) for child in self._children.values() if child is not None))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ── what can be asked ─────────────────────────────────────────────────────────────────────────────────────────

    async def add(self, kind: str, options: JsonMapping, language: str) -> Job:
        """Check and queue a job; whatever is wrong with it is said before anything starts."""
        sort = kind_of(kind)
        read = sort.read(options)
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(429, "too-many-jobs", f"{MOST_WAITING} jobs are waiting already")
        if kind in NEEDS_STORE and in_memory(locate(self.house.settings.store)):
            raise BadInput("a base that is learned is kept in a store: start the server with --store FILE")
        async with self._checking:
            if wrong := await checked(kind, read, self._environment(paths.CLOSED)):
                raise BadInput(wrong)
        name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{token_hex(3)}"
        (self.root / name / WORK).mkdir(parents=True)
        id = await self.house.write(
            self.house.store.new_job, kind, sort.title(read), {**read, "language": language}, folder=name
        )
        job = await self.get(id)
        (await self.feed(job)).add("state", state="queued", message="")
        self._waiting.append(id)
        self._next()
        return await self.get(id)

    async def newest(self, limit: int = 50) -> list[Job]:
        """Return the newest jobs."""
        return await self.house.read(self.house.store.jobs, limit)

    async def get(self, id: int) -> Job:
        """Return a job, or refuse with 404."""
        try:
            return await self.house.read(self.house.store.job, id)
        except BadInput:
            raise Refusal(404, "no-such-job", f"there is no job {id}") from None

    async def cancel(self, id: int) -> Job:
        """End a job that waits or runs; its folder stays, so that it can be resumed."""
        job = await self.get(id)
        if id in self._waiting:
            self._waiting.remove(id)
            await self._state(job, "cancelled")
        elif id in self._children:
            self._ending[id] = "cancelled"
            if (child := self._children[id]) is not None:
                await child.stop()
            await self._settled(id)
        else:
            raise Refusal(409, "not-active", f"job {id} is {job.state}: there is nothing to cancel")
        return await self.get(id)

    async def resume(self, id: int) -> Job:
        """Queue a job again that was broken off; it goes on where it was."""
        job = await self.get(id)
        if id in self._waiting or id in self._children or job.state not in ENDED or job.state == "done":
            raise Refusal(409, "not-resumable", f"job {id} is {job.state}: there is nothing to resume")
        await self._state(job, "queued")
        self._waiting.append(id)
        self._next()
        return await self.get(id)

    async def feed(self, job: Job) -> Feed:
        """Return the events of a job."""
        found = self._feeds.get(job.id)
        if found is None:
            folder = self.folder(job)
            folder.mkdir(parents=True, exist_ok=True)
            read = await asyncio.to_thread(Feed, folder)
            found = self._feeds.setdefault(job.id, read)  # somebody else may have read it meanwhile
        return found

    def folder(self, job: Job) -> Path:
        """Return the folder of a job."""
        return self.root / job.folder

    def commands(self, job: Job) -> list[list[str]]:
        """Return what is run for a job, each as the words after ``bolicho``; the first prints its result as JSON."""
        options = dict(job.options)
        spoken = f"--language={options.pop('language')}"
        first, *more = kind_of(job.kind).commands(options, self.folder(job) / WORK)
        return [[*first, "--json", spoken], *([*words, spoken] for words in more)]

    def typed(self, job: Job) -> list[str]:
        """Return the same as somebody would type it elsewhere."""
        found = []
        for words in self.commands(job):
            kept = [word.replace(f"{self.folder(job) / WORK}", "results") for word in words if word != "--json"]
            found.append(shlex.join(["bolicho", *kept]))
        return found

    # ── what happens meanwhile ────────────────────────────────────────────────────────────────────────────────────

    def _next(self) -> None:
        while self._waiting and len(self._children) < AT_ONCE:
            id = self._waiting.popleft()
            self._children[id] = None
            task = asyncio.create_task(self._run(id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, id: int) -> None:
        state, message = "failed", ""
        job = await self.house.insist(self.house.store.job, id)
        try:
            await self._state(job, "running")
            state, message = await self._work(job)
        except (OSError, BolichoError) as error:
            message = self._told(job, str(error))
        finally:
            state = self._ending.pop(id, state) if state != "done" else state
            with suppress(StoreAway):  # the house closes, and the next one says that it was interrupted
                await self._state(job, state, message if state == "failed" else "")
            self._children.pop(id, None)
            self._next()

    async def _work(self, job: Job) -> tuple[str, str]:
        feed, folder, last = await self.feed(job), self.folder(job), ""
        told = _Progress(self, job, feed)

        def log(line: str) -> None:
            nonlocal last
            last = line = self._told(job, line)
            feed.add("log", line=line)

        for number, words in enumerate(self.commands(job)):
            if job.id in self._ending:
                return "cancelled", ""
            log(f"$ {self.typed(job)[number]}")
            out = folder / (RESULT if number == 0 else f"printed-{number}.txt")
            self._children[job.id] = child = Child(words, folder, out, self._environment(paths.only(folder)))
            code = await child.run(told, log)
            self._children[job.id] = None
            await told.save()
            if code != 0:
                said = last.removeprefix("bolicho: ") if not last.startswith("$ ") else ""
                return "failed", said or f"ended with code {code}"
        await told.finish()
        return "done", ""

    def _told(self, job: Job, text: str) -> str:
        """Return what a job says without where anything is on this machine."""
        text = text.replace(f"{self.folder(job) / WORK}", "results").replace(f"{self.root}", "jobs")
        return unplaced(text, self.house.store.url)

    async def _settled(self, id: int) -> None:
        """Wait until a job that is being ended has ended."""
        while id in self._children:
            await asyncio.sleep(0.05)

    async def _state(self, job: Job, state: str, message: str = "") -> None:
        await self.house.insist(self.house.store.job_state, job.id, state, message)
        (await self.feed(job)).add("state", state=state, message=message)

    def _environment(self, files: Mapping[str, str]) -> dict[str, str]:
        """Ours, with the server's own store: bases are found and kept there; no agent starts a program.

        ``files`` says where names may lead: nowhere while options are checked, then into the folder of the job.
        """
        store = absolute(self.house.settings.store)
        stored = {} if in_memory(locate(store)) else {VARIABLE: store}
        return {**os.environ, **programs.FORBIDDEN, **files, **stored}


class _Progress:
    """Tells listeners often and the store now and then how far a job is, and when it may be done."""

    def __init__(self, jobs: Jobs, job: Job, feed: Feed) -> None:
        self.jobs, self.job, self.feed = jobs, job, feed
        self._began = self._told = monotonic()
        self._saved = 0.0
        self._first: tuple[int, int, float] | None = None
        """How far it was when this stretch began: done, of how much, when."""
        self._now = (job.done, job.total or 0)
        self._saving: asyncio.Task[None] | None = None

    def __call__(self, what: str, done: int, total: int, left: float | None = None) -> None:
        now = monotonic()
        if self._first is None or total != self._first[1] or done < self._first[0]:
            self._first = (done, total, now)
        elif done < total and now - self._told < max(0.25, (now - self._began) / 400):
            return  # the longer it takes, the more seldom it is told: some thousand events at most
        self._told, self._now = now, (done, total)
        since, gained = now - self._first[2], done - self._first[0]
        if left is None and gained > 0 and since > 0.5:
            left = round(since / gained * (total - done), 1)
        self.feed.add("progress", what=what, done=done, total=total, seconds=round(now - self._began, 1), left=left)
        if now - self._saved > SAVED_EVERY and (self._saving is None or self._saving.done()):
            self._saved = now
            self._saving = asyncio.create_task(self.save())

    async def finish(self) -> None:
        """Tell that all is done: not every command says so of its last step."""
        done, total = self._now
        if done < total:
            self("", total, total)
            await self.save()

    async def save(self) -> None:
        """Tell the store."""
        if self._now[1]:
            with suppress(StoreAway):  # the next one tells it
                await self.jobs.house.write(self.jobs.house.store.job_progress, self.job.id, *self._now)
