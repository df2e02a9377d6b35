"""When the house cannot write: its disk is full, or its store is away. Said once, waited for with growing pauses.

The log gets one line when it begins and one when it ends. Meanwhile whatever needs the store is refused at once (no
thread waits in vain), tables say so to whoever sits at them, and what must be done is done when it is over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from bolicho.store import StoreAway

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds until it is tried again, the last for ever."""
CALM = 60.0
"""Trouble that comes back within this many seconds is the same one: the pauses go on growing."""
DISK_FULL, AWAY = "disk-full", "store-away"
PLAINLY = {
    DISK_FULL: "the disk of the server is full; nothing is lost, what was asked can be asked again when there is space",
    AWAY: "the store of the server does not answer; nothing is lost, what was asked can be asked again in a moment",
}
"""What people are told: no address, no name of a file."""

log = logging.getLogger("bolicho.web")


def code_of(error: StoreAway) -> str:
    """Return what programs are told, a key of ``PLAINLY``."""
    return DISK_FULL if error.full else AWAY


class Trouble:
    """Whether the house can write, and what to do until it can."""

    def __init__(self) -> None:
        self.error: StoreAway | None = None
        self.probe: Callable[[], Awaitable[None]] | None = None
        """Raises StoreAway while it lasts."""
        self.listeners: list[Callable[[], None]] = []
        """Called when it begins, changes or ends."""
        self._over = asyncio.Event()
        self._over.set()
        self.closed = False
        """Whether the house closes: nobody waits any more."""
        self._tries, self._ended = 0, -CALM
        self._task: asyncio.Task[None] | None = None

    @property
    def code(self) -> str | None:
        """What is the matter, if anything is."""
        return None if self.error is None else code_of(self.error)

    def refuse(self, *, reading: bool = False) -> None:
        """Raise StoreAway at once while it lasts; on a full disk one can still read."""
        error = self.error
        if error is not None and not (reading and error.full):
            raise StoreAway(str(error), full=error.full)

    def begin(self, error: StoreAway) -> None:
        """Say that something could not be written or read."""
        if self.error is not None or self.closed:
            if self.error is not None and error.full and not self.error.full:
                self._tell(error)  # now not even a move can be written
            return
        if monotonic() - self._ended > CALM:
            self._tries = 0
        log.warning("tables wait: %s", error)
        self._over.clear()
        self._tell(error)
        self._task = asyncio.get_running_loop().create_task(self._wait())

    async def over(self) -> None:
        """Wait until it is over; raises what it was when the house closes before."""
        while self.error is not None and not self.closed:
            await self._over.wait()
        self.refuse()

    def give_up(self) -> None:
        """The house closes: whoever waits need not wait any longer."""
        self.closed = True
        if self._task is not None:
            self._task.cancel()
        self._over.set()

    async def _wait(self) -> None:
        while self.error is not None:
            await asyncio.sleep(PAUSES[min(self._tries, len(PAUSES) - 1)])
            self._tries += 1
            try:
                if self.probe is not None:
                    await self.probe()
            except StoreAway as error:
                if code_of(error) != self.code:
                    self._tell(error)
            else:
                self._ended = monotonic()
                log.warning("tables go on")
                self._tell(None)
        self._over.set()

    def _tell(self, error: StoreAway | None) -> None:
        self.error = error
        for listener in self.listeners:
            listener()
