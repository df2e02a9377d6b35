"""Plain Python until the compiler is done: nobody waits for a kernel that says the same as the code that is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock, Thread
from typing import Generic, TypeVar

R = TypeVar("R")


class UntilCompiled(Generic[R]):
    """Who answers now: plain Python, and the kernel as soon as a thread has got it ready; without Numba, never."""

    def __init__(self, plain: R, warm: Callable[[], R], name: str) -> None:
        """``warm`` returns the kernel when it has been compiled, or what was compiled before is loaded."""
        self.plain = plain
        self._warm, self._name = warm, name
        self._ready: R | None = None
        self._begin = Lock()
        self._thread: Thread | None = None

    def now(self) -> R:
        """Return the kernel if it is warm, else plain Python."""
        return self.plain if self._ready is None else self._ready

    def warm_up(self, *, wait: bool = False) -> None:
        """Begin to get the kernel ready, once a process; with ``wait``, come back when it is."""
        if find_spec("numba") is None or self._ready is not None:
            return
        with self._begin:
            if self._thread is None:
                self._thread = Thread(target=self._get_ready, name=self._name, daemon=True)
                self._thread.start()
        if wait:
            self._thread.join()

    @contextmanager
    def cold(self) -> Iterator[None]:
        """Have plain Python answer for a while, to compare."""
        ready, self._ready = self._ready, None
        try:
            yield
        finally:
            self._ready = ready

    def _get_ready(self) -> None:
        self._ready = self._warm()
