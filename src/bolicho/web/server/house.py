"""What every page and endpoint of a running server shares."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bolicho.store import Store, StoreAway
from bolicho.web.server.limits import Crowd, Guesses
from bolicho.web.server.settings import Settings
from bolicho.web.server.trouble import Trouble

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class House:
    """A running server: its settings, its store, and who works in it.

    ``hall`` holds the tables, ``thinkers`` the agents; these, ``jobs``, ``tutors``, ``people``, ``study``,
    ``parcels``, ``reviews``, ``charts``, ``rooms`` and their ``umpire`` are made by ``app.SERVICES``.
    """

    settings: Settings
    store: Store
    folder: Path
    hall: Any = None
    thinkers: Any = None
    jobs: Any = None
    tutors: Any = None
    people: Any = None
    study: Any = None
    parcels: Any = None
    rooms: Any = None
    umpire: Any = None
    reviews: Any = None
    charts: Any = None
    guesses: Guesses = field(default_factory=Guesses)
    """Wrong admin keys, by address."""
    waiting: Crowd = field(default_factory=Crowd)
    """Requests that wait for news, by address."""
    closing: bool = False
    """Whether somebody has said stop: nobody should wait for news any more."""
    scribe: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "scribe"))
    """The one thread that writes to the store, so that writers take turns and the event loop never waits."""
    readers: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2, "reader"))
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Taken for what anybody may ask and takes long, so that a reader is left for everybody else."""
    trouble: Trouble = field(default_factory=Trouble)
    """Whether the store and the disk can be written to."""

    async def write(self, call: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run a call that writes to the store in the writing thread, and wait until it is durable."""
        return await self._done(self.scribe, lambda: call(*args, **facts))

    async def insist(self, call: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Write as soon as the store can be written to, and wait until then; what is done twice must be done once."""
        while True:
            try:
                return await self.write(call, *args, **facts)
            except StoreAway:
                await self.trouble.over()

    async def read(self, call: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run a call that reads from the store (or computes a while) off the event loop."""
        return await self._done(self.readers, lambda: call(*args, **facts), reading=True)

    async def _done(self, crew: ThreadPoolExecutor, call: Callable[[], T], *, reading: bool = False) -> T:
        def done() -> T:
            self.trouble.refuse(reading=reading)  # it may have begun while this call waited for its turn
            return call()

        self.trouble.refuse(reading=reading)
        try:
            return await asyncio.get_running_loop().run_in_executor(crew, done)
        except StoreAway as error:
            self.trouble.begin(error)
            raise

    def close(self) -> None:
        """Finish what is being written and let go of the store."""
        self.scribe.shutdown(wait=True)
        self.readers.shutdown(wait=True, cancel_futures=True)
        self.store.close()
