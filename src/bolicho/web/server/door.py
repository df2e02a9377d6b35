"""The door of the house: how many connections there is room for, by whom, and how long one may come in and say nothing.

Nobody is let in for whom there is no file left, and no address takes the room of all others. Where an address has as
many connections as it may, the newcomer takes the place of its oldest one that has asked for nothing: whoever asks is
served, however many stand there in silence. A class behind one router, or everybody behind one proxy, is one address.
"""

import logging
import socket
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Any

from bolicho.web.server.limits import SOURCES, Crowd, is_loopback, network_of

LOG = logging.getLogger("bolicho.web")
SLACK = 16
"""At most this many may have come in unheard, or been shown out and not be gone; the next ones wait for them."""
AT_ONCE = 64
"""At most this many are turned away before the house looks after its guests again."""
SELDOM = 60.0
"""Seconds between two lines in the log about one address."""

Leave = Callable[[], None]


class Porch:
    """Who has come in, by address, and who of them has asked for nothing yet.

    >>> porch = Porch(most=8, each=2)
    >>> [porch.enter("a"), porch.enter("a"), porch.enter("a"), porch.enter("b")]
    [True, True, False, True]
    >>> porch.leave("a")
    >>> porch.enter("a")
    True
    """

    def __init__(self, most: int, each: int) -> None:
        """``most``: connections in all; ``each``: of one address, and never more than half of them."""
        self.most, self.each = most, min(each, most // 2)
        self._crowd = Crowd()
        self.here = self._crowd.here
        self.silent: dict[str, OrderedDict[object, Leave]] = {}
        """By address, the oldest first: who waits without having asked, and how to show them out."""
        self.arriving: set[int] = set()
        """Those let in whom nobody listens to yet, by the number of their file."""
        self.leaving: set[object] = set()
        """Those shown out who are not gone yet."""
        self._said: OrderedDict[str, tuple[float, int]] = OrderedDict()

    @property
    def crowded(self) -> bool:
        """Whether those on their way in or out come first: then the next one is not turned away for their sake."""
        return len(self.arriving) + len(self.leaving) >= SLACK

    def share(self, source: str) -> int:
        """Return how many connections an address may have; a proxy on this machine stands for many people."""
        return self.most * 3 // 4 if is_loopback(source) else self.each

    def enter(self, source: str) -> bool:
        """Let one more in, if need be in the place of one that says nothing; False when there is none."""
        if self.here[source] >= self.share(source) and not self._show_out(source):
            self._noted(source)
            return False
        if self.here.total() >= self.most and not any(map(self._show_out, [source, *self._largest()])):
            self._noted(source)
            return False
        self.here[source] += 1
        return True

    def leave(self, source: str) -> None:
        """One is gone."""
        self._crowd.leave(source)

    def waits(self, source: str, who: object, leave: Leave) -> None:
        """Somebody is here and has asked for nothing, or not to the end."""
        self.silent.setdefault(source, OrderedDict())[who] = leave

    def speaks(self, source: str, who: object) -> None:
        """Somebody has asked, or is gone."""
        waiting = self.silent.get(source)
        if waiting is not None and waiting.pop(who, None) is not None and not waiting:
            del self.silent[source]

    def _largest(self) -> list[str]:
        return [source for source, _ in self.here.most_common(1)]

    def _show_out(self, source: str) -> bool:
        waiting = self.silent.get(source)
        if not waiting:
            return False
        who, leave = next(iter(waiting.items()))
        self.speaks(source, who)
        self.leaving.add(who)
        leave()
        self._noted(source)
        return True

    def _noted(self, source: str) -> None:
        """Say in the log that one was closed for want of room: a line an address and minute, with how many it were."""
        now = monotonic()
        when, count = self._said.pop(source, (now - SELDOM, 0))
        if now - when >= SELDOM:
            LOG.warning(
                "connections: %s has %d open, the house %d of %d; %d closed for want of room",
                source, self.here[source], self.here.total(), self.most, count + 1,
            )  # fmt: skip
            when, count = now, -1
        self._said[source] = (when, count + 1)
        while len(self._said) > SOURCES:
            self._said.popitem(last=False)


class Door(socket.socket):
    """A listening socket that takes in only those for whom there is room."""

    porch: Porch

    @classmethod
    def on(cls, listening: socket.socket, porch: Porch) -> "Door":
        """Stand where a socket listens."""
        door = cls(fileno=listening.dup().detach())
        door.porch = porch
        return door

    def accept(self) -> tuple[socket.socket, Any]:
        """Take the next one in; whoever there is no room for is turned away at once."""
        for _ in range(AT_ONCE):
            if self.porch.crowded:
                break
            connection, address = super().accept()
            source = network_of(address[0])
            if self.porch.enter(source):
                self.porch.arriving.add(connection.fileno())
                return Guest(connection, self.porch, source), address
            connection.close()
        raise BlockingIOError("the others first")


class Guest(socket.socket):
    """A connection of somebody who was let in; closed, it makes room."""

    def __init__(self, connection: socket.socket, porch: Porch, source: str) -> None:
        super().__init__(fileno=connection.detach())
        self.porch = porch
        self.leave: Leave | None = lambda: porch.leave(source)

    def close(self) -> None:
        """Close it, and make room once."""
        self.porch.arriving.discard(self.fileno())
        super().close()
        if self.leave is not None:
            leave, self.leave = self.leave, None
            leave()
