"""A worker process as its parent knows it."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from bolicho.parallel.wire import LONGEST, pair

GRACE = 0.5
"""Seconds past its limit before a worker is ended, or after it has hung up."""


class Worker:
    """A new process that runs ``target(line, *args)``; the other end of the line is our wire."""

    def __init__(
        self, target: Callable[..., None], *args: object, longest: int = LONGEST, name: str = "worker"
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self.wire, theirs = pair(longest)
        self.process = context.Process(target=target, args=(theirs, *args), daemon=True, name=name)
        self.born = monotonic()
        self.limit: float | None = None
        """Seconds that it may take for what it is at."""
        self._since = self.born
        self._hung_up: float | None = None
        with _no_interrupt():
            self.process.start()
        theirs.close()
        assert self.process.pid is not None, "it was begun"
        self.pid = self.process.pid

    def allow(self, seconds: float | None) -> None:
        """From now on it may take so long; None: as long as it likes."""
        self.limit, self._since = seconds, monotonic()

    def late(self) -> bool:
        """Whether it has taken longer than it may, and a moment more."""
        return self.limit is not None and monotonic() - self._since > self.limit + GRACE

    def lingers(self) -> bool:
        """Whether a worker that has hung up is still here after a moment in which it could have gone by itself."""
        if self._hung_up is None:
            self._hung_up = monotonic()
        return monotonic() - self._hung_up > GRACE

    def kill(self) -> None:
        """Kill it, and whatever it has started."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self.process.kill()

    def close(self) -> None:
        """Let go of a worker that was killed or has died, when it is gone."""
        self.process.join()
        self.wire.close()
        self.process.close()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A child is born deaf to Ctrl-C, or one pressed while it starts would have it print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # or it is begun with the first child, and lets Ctrl-C through again just then
    before: Any = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
