"""A database server that is stopped, and not gone, keeps its connections open: no error ever comes from them."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread, get_ident
from time import monotonic
from typing import Any
from weakref import WeakSet

from sqlalchemy import Engine, event


class Watch:
    """Cuts the lines to a server that has not answered for so many seconds: whoever waits for it gets an error then."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        self.seconds = seconds
        self._lines: WeakSet[Any] = WeakSet()
        self._since: dict[int, float] = {}
        """By thread, when it last asked for something."""
        self._closed = Event()
        event.listen(engine, "connect", lambda line, _: self._lines.add(line))
        event.listen(engine, "before_cursor_execute", self._asked)
        Thread(target=self._look, name="store-watch", daemon=True).start()

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Say that this thread waits for the server, which must answer each question in time."""
        here = get_ident()
        outer = self._since.get(here)
        self._since[here] = monotonic()
        try:
            yield
        finally:
            if outer is None:
                self._since.pop(here, None)
            else:
                self._since[here] = monotonic()

    def close(self) -> None:
        """Watch no more."""
        self._closed.set()

    def _asked(self, *_: Any) -> None:
        if get_ident() in self._since:
            self._since[get_ident()] = monotonic()

    def _look(self) -> None:
        while not self._closed.wait(self.seconds / 4):
            now = monotonic()
            if any(now - since > self.seconds for since in list(self._since.values())):
                self._cut()

    def _cut(self) -> None:
        for line in list(self._lines):
            with suppress(Exception):  # closed meanwhile
                end = socket.socket(fileno=os.dup(line.fileno()))
                with end:
                    end.shutdown(socket.SHUT_RDWR)
