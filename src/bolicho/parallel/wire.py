"""The wire between us and a process in which agents think.

What we say is pickled: the process trusts us. What we hear are lines of JSON and never more than that, because an agent
can write whatever it likes into its end: nothing is unpickled, no line is longer than the limit, and nobody waits for
the rest of a line.
"""

import json
import pickle
import socket
from collections.abc import Iterator
from typing import Any

from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonObject

LONGEST = 64 * 2**20
"""Bytes of a line at most: a record with every explanation in it is far below."""
CHUNK = 2**16
PATIENCE = 5.0
"""Seconds for a process that waits for us to take what we say."""


class Unreadable(BolichoError):
    """Over a wire came what no process of ours says."""


def pair(longest: int = LONGEST) -> "tuple[Wire, socket.socket]":
    """Return our end of a new wire, and the other one, which can be given to a process that begins."""
    ours, theirs = socket.socketpair()
    return Wire(ours, longest), theirs


class Wire:
    """Our end."""

    def __init__(self, line: socket.socket, longest: int = LONGEST) -> None:
        self.line, self.longest = line, longest  # whoever waits for us waits for the line
        self.line.setblocking(False)
        self.ended = False
        """Whether nothing more can come."""
        self._kept = bytearray()
        """The beginning of a line."""

    def hear(self) -> Iterator[JsonObject]:
        """Give what has come whole; whatever else has come raises Unreadable."""
        for _ in range(self.longest // CHUNK + 1):  # whoever talks without end must not hold us up
            try:
                data = self.line.recv(CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self.ended = True
                return
            *lines, rest = data.split(b"\n")
            for line in lines:
                whole = bytes(self._kept + line)
                self._kept.clear()
                yield _read(whole)
            self._kept += rest
            if len(self._kept) > self.longest:
                raise Unreadable(f"answered with more than {self.longest} bytes")

    def say(self, thing: object) -> None:
        """Say something to a process that listens; raises OSError if it does not."""
        self.line.settimeout(PATIENCE)
        try:
            self.line.sendall(to_wire(thing))
        finally:
            self.line.setblocking(False)

    def close(self) -> None:
        """Say and hear no more."""
        self.line.close()


def to_wire(thing: object) -> bytes:
    """Return what goes over a wire to say something."""
    return pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)


class WireCut(Exception):
    """The wire home is cut: nothing that is done here can be told any more."""


class Home:
    """The other end, in the process."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._heard = line.makefile("rb")

    def hear(self) -> Any:
        """Wait for what is said next."""
        try:
            return pickle.load(self._heard)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            raise WireCut from error

    def say(self, message: JsonObject) -> None:
        """Tell something, as data."""
        line = json.dumps(message).encode() + b"\n"
        try:
            self._line.sendall(line)
        except OSError as error:
            raise WireCut from error


def _read(line: bytes) -> JsonObject:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Unreadable("answered what cannot be read")
    return data
