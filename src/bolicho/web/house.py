"""What every page and endpoint of a running server shares."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bolicho.store import Store
from bolicho.web.limits import Guesses
from bolicho.web.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class House:
    """A running server: its settings, its store, and who works in it.

    ``hall`` holds the tables, ``thinkers`` the agents; these, ``jobs``, ``tutors`` and ``people`` are made by
    ``app.SERVICES``.
    """

    settings: Settings
    store: Store
    folder: Path
    hall: Any = None
    thinkers: Any = None
    jobs: Any = None
    tutors: Any = None
    people: Any = None
    guesses: Guesses = field(default_factory=Guesses)
    """Wrong admin keys, by address."""
    closing: bool = False
    """Whether somebody has said stop: nobody should wait for news any more."""
    scribe: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "scribe"))
    """The one thread that writes to the store, so that writers take turns and the event loop never waits."""
    readers: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(2, "reader"))
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    """Taken for what anybody may ask and takes long, so that a reader is left for everybody else."""

    async def write(self, call: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run a call that writes to the store in the writing thread, and wait until it is durable."""
        return await asyncio.get_running_loop().run_in_executor(self.scribe, lambda: call(*args, **facts))

    async def read(self, call: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run a call that reads from the store (or computes a while) off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, lambda: call(*args, **facts))

    def close(self) -> None:
        """Finish what is being written and let go of the store."""
        self.scribe.shutdown(wait=True)
        self.readers.shutdown(wait=True, cancel_futures=True)
        self.store.close()
