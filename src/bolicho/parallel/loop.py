"""The pool on an event loop: nobody waits for a worker, and a lost one is replaced by itself."""

import asyncio
from abc import abstractmethod
from contextlib import suppress
from time import monotonic

from bolicho.parallel.pool import SOON, TICK, Pool, W
from bolicho.parallel.wire import to_wire

YOUNG = 1.0
"""Seconds: a worker that dies before it is so old is not replaced in a hurry, but after as long again."""


class LoopPool(Pool[W]):
    """As many workers as the pool may have, from `open` to `close`."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self._saying: dict[W, asyncio.Task[None]] = {}
        self._closing = False

    @abstractmethod
    def provide(self, worker: W) -> None:
        """Give work to whoever has none; also called when a fresh worker has come."""

    async def open(self) -> None:
        """Begin the workers, and look after them from now on."""
        self._loop = asyncio.get_running_loop()
        for _ in range(self.size):
            self._refill()
        self._timer = self._loop.call_later(TICK, self._tick)

    async def close(self) -> None:
        """End the workers, and wait until they are gone."""
        self._closing = True
        self._timer.cancel()
        for worker in self.workers:
            self._part(worker)
            worker.kill()
        for worker in self.workers:
            await asyncio.to_thread(worker.close)
        self.workers = []

    def attend(self, worker: W) -> None:
        """Look after a worker; one that has hung up is looked at again soon."""
        super().attend(worker)
        if worker in self.workers and worker.wire.ended:
            self._loop.remove_reader(worker.wire.line)
            self._loop.call_later(SOON, self.attend, worker)

    def say(self, worker: W, thing: object) -> None:
        """Say something to a worker, as fast as it listens."""
        self._saying[worker] = self._loop.create_task(self._say(worker, to_wire(thing)))

    def end(self, worker: W) -> None:
        """Kill a worker; it goes when it goes."""
        worker.kill()

    def put_away(self, worker: W) -> None:
        """Let go of a worker when it is gone, and have another."""
        self._part(worker)
        self._loop.run_in_executor(None, worker.close)
        self._loop.call_later(0.0 if monotonic() - worker.born > YOUNG else YOUNG, self._refill)

    async def _say(self, worker: W, words: bytes) -> None:
        with suppress(OSError):  # it has just died: that is heard of at once
            await self._loop.sock_sendall(worker.wire.line, words)

    def _tick(self) -> None:
        self._timer = self._loop.call_later(TICK, self._tick)
        for worker in list(self.workers):
            if not worker.wire.ended:
                self.attend(worker)

    def _refill(self) -> None:
        # from the loop's own thread, which lives as long as the loop: a child dies with the thread that began it
        if not self._closing:
            worker = self.hire()
            self.workers.append(worker)
            self._loop.add_reader(worker.wire.line, self.attend, worker)
            self.provide(worker)

    def _part(self, worker: W) -> None:
        self._loop.remove_reader(worker.wire.line)
        if (saying := self._saying.pop(worker, None)) is not None:
            saying.cancel()
