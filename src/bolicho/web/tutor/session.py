"""One training that asks people: its process, the queue of its questions, and their answers.

The process (``child.py``) and we speak in lines of JSON. An answer is told to be kept only when the store has it.
"""

import asyncio
import json
import os
import signal
import sys
from collections import OrderedDict, deque
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NoReturn

from pydantic import TypeAdapter

from bolicho.core import paths, programs
from bolicho.core.errors import BadInput
from bolicho.core.files import read_bounded, write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.options import design_of
from bolicho.learn.cases.truco.form import TRUCO
from bolicho.store.where import VARIABLE, absolute, unplaced
from bolicho.train.cases.design import CaseDesign
from bolicho.web.lobby.names import agent_name
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.server.read_back import read_kept
from bolicho.web.server.waiters import Waiters
from bolicho.web.tables.seats import secret

LONGEST_LINE = 4 * 2**20
LARGEST_FILE = 2**20
"""Bytes of the file of a session."""
REMEMBERED, SHOWN = 1000, 30
"""Requests whose fate is remembered; answers shown on the page."""
READY_SECONDS, REPLY_SECONDS, GRACE = 90.0, 30.0, 2.0
PRESENT_SECONDS = 30.0
"""Whoever asked within this many seconds is there."""
MOST_LINKS = 50
ASKING = "person"

Json = JsonObject


@dataclass
class WaitingRequest:
    """A request that waits."""

    number: int
    mode: str
    match: int
    deadline: float | None
    shown: dict[str, Json]
    """By language."""


@dataclass
class SessionFile:
    """What the file of a session says."""

    id: str
    design: Json
    timeout: float
    created: str
    state: str = "running"
    """running, stopped, done or failed."""
    message: str = ""
    tokens: list[str] = field(default_factory=list)
    """Hashes of the secrets of whoever may answer."""
    store: str = ""
    """Which store it learns in: several may share the folder."""
    progress: Json = field(default_factory=dict)
    """How far it was when this was written; the store knows better, and says so when it runs."""


def read_session(path: Path) -> SessionFile:
    """Read the file of a session; one that is damaged is a BadInput."""
    try:
        kept = read_kept(_FILE, read_json(read_bounded(path, LARGEST_FILE)))
        if kept.id != path.stem:
            raise BadInput("its id is not its name")
        return kept
    except (OSError, BadInput) as error:
        raise BadInput(f"{path}: not the file of a tutored training, or damaged: {error}") from None


_FILE = TypeAdapter(SessionFile)


class Session:
    """A training that asks people."""

    def __init__(self, house: House, kept: SessionFile) -> None:
        self.house, self.kept = house, kept
        self.path = house.folder / "tutoring" / f"{kept.id}.json"
        self.version = 1
        self.queue: dict[int, WaitingRequest] = {}
        self.fates: OrderedDict[int, Json] = OrderedDict()
        self.log: deque[Json] = deque(maxlen=SHOWN)
        start: Json = {"done": 0, "matches": kept.design.get("matches", 0), "sizes": {}, "start": {}, "counts": {}}
        self.progress: Json = start | kept.progress
        self._there: dict[str, float] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self._waiters = Waiters()
        self._replies: dict[int, asyncio.Future[Json]] = {}
        self._refs = count(1)

    @property
    def running(self) -> bool:
        """Whether its process is at work."""
        return self._task is not None and not self._task.done()

    async def settled(self) -> None:
        """Wait until a process that has just ended is put away."""
        if self._task is not None and self.kept.state != "running":
            await asyncio.gather(self._task, return_exceptions=True)

    # ── its process ───────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Begin, or go on where it was."""
        self.kept.state, self.kept.message = "running", ""
        self._ready = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())
        self._changed()

    async def ready(self) -> None:
        """Wait until it plays; what is wrong with it is raised as bad input."""
        assert self._ready is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(READY_SECONDS):
                await asyncio.shield(self._ready)
        if self.kept.state == "failed":
            raise BadInput(self.kept.message)

    async def stop(self, state: str = "stopped") -> None:
        """End its process; it can go on later. With state ``running`` it does so when the server is back."""
        if self._process is not None and self.running:
            self._say({"stop": True})
            with suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await asyncio.shield(self._task or asyncio.sleep(0))
            self._kill()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        if self.kept.state not in ("done", "failed"):
            self.kept.state = state
        await self.save()
        self._changed()

    async def _run(self) -> None:
        store = absolute(self.house.settings.store)
        environment = os.environ | programs.FORBIDDEN | paths.CLOSED | {VARIABLE: store}
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bolicho.web.tutor.child"),
            stdin=asyncio.subprocess.PIPE,  # its end tells the child that we are gone
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        assert process.stdout is not None
        self._say({"design": self.kept.design, "timeout": self.kept.timeout})
        ended = False
        try:
            async for line in process.stdout:
                told = json.loads(line)
                ended = ended or told["event"] == "end"
                self._heard(told)
        except (ValueError, TypeError, KeyError):  # a line that is none of ours, or far too long
            ended = False
        finally:
            self._kill()
            await process.wait()
            if not ended and self.kept.state == "running":
                self.kept.state, self.kept.message = "failed", f"its process ended with code {process.returncode}"
            self.queue.clear()
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_result({"code": "gone"})
            if self._ready is not None and not self._ready.done():
                self._ready.set_result(None)
            self._changed()
            await self.save()

    def _heard(self, told: Json) -> None:
        event = told.pop("event")
        if event == "said":
            reply = self._replies.get(told["ref"])
            if reply is not None and not reply.done():
                reply.set_result(told)
            return
        if "counts" in told:
            self.progress["counts"] = told["counts"]
        if event == "asked":
            seconds = told["seconds"]
            deadline = None if seconds is None else monotonic() + seconds
            self.queue[told["number"]] = WaitingRequest(
                told["number"], told["mode"], told["match"], deadline, told["shown"]
            )
        elif event == "over":
            self.queue.pop(told["number"], None)
            self.fates[told["number"]] = fate = {name: value for name, value in told.items() if name != "counts"}
            self.log.appendleft(fate)
            while len(self.fates) > REMEMBERED:
                self.fates.popitem(last=False)
        elif event == "step":
            self.progress |= told
        elif event == "end":
            self.kept.state, self.kept.message = told["state"], unplaced(told["message"], self.house.store.url)
        if self._ready is not None and not self._ready.done():
            self._ready.set_result(None)
        self._changed()

    def _say(self, said: Json) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(json.dumps(said).encode() + b"\n")

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    # ── people ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def answer(self, number: int, move: str, who: str, language: str) -> Json:
        """Answer a request; return what came of it once the store has it; one that is over is refused."""
        if number not in self.queue:
            self.refuse(number)
        ref = next(self._refs)
        reply = self._replies[ref] = asyncio.get_running_loop().create_future()
        self._say({"number": number, "move": move, "who": who or ASKING, "ref": ref})
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                told = await reply
        except TimeoutError:
            raise Refusal(503, "no-reply", "the training does not answer; try again") from None
        finally:
            del self._replies[ref]
        if told["code"] == "illegal":
            raise Refusal(422, "illegal", told["message"])
        if told["code"] != "ok":
            self.refuse(number, told["code"])
        return fate_in_words(self.fates[number], language)

    def refuse(self, number: int, code: str = "") -> NoReturn:
        """Refuse an answer to a request that does not wait: say what became of it."""
        fate = self.fates.get(number)
        if fate is not None:
            code = fate["fate"].replace(" ", "-")
        if code == "answered":
            by = f" by {fate['who']}: {fate['move']}" if fate else ""
            raise Refusal(409, "answered", f"request {number} was answered already{by}")
        if code == "timed-out":
            raise Refusal(409, "timed-out", f"request {number}: too late, the agent has chosen itself")
        if code in ("gone", "withdrawn") or not self.running or self.kept.state != "running":
            raise Refusal(409, "not-running", f"the training is {self.kept.state}: nobody is asked")
        raise Refusal(404, "no-such-request", f"there is no request {number}")

    def came(self, who: str) -> None:
        """Note that a tutor is there."""
        now = monotonic()
        self._there = {name: when for name, when in self._there.items() if now - when < PRESENT_SECONDS}
        if who and len(self._there) < REMEMBERED:
            self._there[who] = now

    async def wait(self, after: int, seconds: float) -> bool:
        """Wait until something is newer than what is known; False when nothing was."""
        if self.version == after and seconds > 0:
            await self._waiters.news(seconds)
        return self.version != after

    def view(self, language: str) -> Json:
        """Return everything but the questions themselves."""
        now, design = monotonic(), self.kept.design
        self.came("")
        return {
            "id": self.kept.id,
            "version": self.version,
            "name": design["name"],
            "bot": design["bot"],
            "opponent": {"game": TRUCO.game, "agent": design_of(CaseDesign, design).agent},
            "bot_name": agent_name(design["bot"].partition(":")[0], language),
            "against": design["against"],
            "against_name": agent_name(design["against"], language),
            "timeout": self.kept.timeout,
            "created": self.kept.created,
            "state": self.kept.state,
            "message": self.kept.message,
            "tutors": len(self._there),
            **self.progress,
            "queue": [
                {
                    "number": one.number,
                    "mode": one.mode,
                    "match": one.match,
                    "left": None if one.deadline is None else round(max(0.0, one.deadline - now), 2),
                }
                for one in self.queue.values()
            ],
            "log": [fate_in_words(one, language) for one in self.log],
        }

    def new_link(self) -> str:
        """Return a new secret with which people may answer; it is kept by `save`."""
        token, hash = secret()
        self.kept.tokens = [*self.kept.tokens, hash][-MOST_LINKS:]
        return token

    async def save(self) -> None:
        """Keep the session in its file."""
        self.kept.progress = self.progress
        text = json.dumps(asdict(self.kept), ensure_ascii=False, indent=1)
        await asyncio.to_thread(write_whole, self.path, text)

    def nobody_waits(self) -> None:
        """Answer whoever waits for news."""
        self._waiters.wake()

    def _changed(self) -> None:
        self.version += 1
        self.nobody_waits()


def fate_in_words(fate: Json, language: str) -> Json:
    """Return what became of a request with its moves in words of a language."""
    return {**fate, "text": fate["text"][language], "own_text": fate["own_text"][language]}
