"""The clock on the wall: who works on what, and since when, written where a watchdog can read it.

A clock is three numbers in shared memory (or a plain list, where nobody watches). Writing them costs well under a
microsecond.
"""

from collections.abc import Callable, MutableSequence
from math import isfinite
from multiprocessing.sharedctypes import RawArray
from time import monotonic
from typing import Any, NamedTuple

from bolicho.parallel import copies

Clock = MutableSequence[float]
Mark = Callable[[int], None]
"""Told who is about to be asked."""
BEGAN, TASK, WHO = range(3)
SIZE = 3
NO_TASK = -1
"""What stands for the task while who is to work on it is being built."""
NOBODY = -2


class Thinking(NamedTuple):
    """What a clock says while somebody is at work."""

    began: float
    task: int
    who: int


def read(clock: Clock) -> Thinking | None:
    """Return who is at work, None when nobody is."""
    began, task, who = clock[BEGAN], clock[TASK], clock[WHO]
    # what ended or began between the readings shows by its beginning
    return Thinking(began, whole_number(task), whole_number(who)) if began and clock[BEGAN] == began else None


def whole_number(number: float) -> int:
    """Return a task or a person on a clock; one that somebody has written over is nobody's."""
    return int(number) if isfinite(number) else NOBODY


def timed(call: Callable[..., Any], who: int, clock: Clock, mark: Mark | None, *args: object) -> Any:
    """Call somebody else's code, with the clock running."""
    if mark is not None:
        mark(who)
    clock[WHO] = who
    clock[BEGAN] = monotonic()
    try:
        return call(*args)
    except KeyboardInterrupt:  # which workers never hear: that code pretends that somebody pressed Ctrl-C
        raise RuntimeError("called for an interrupt") from None
    finally:
        try:
            copies.settle()
        finally:
            clock[BEGAN] = 0.0
            if mark is not None:
                mark(NOBODY)


class Dial:
    """A clock in shared memory, as the watchdog sees it."""

    def __init__(self) -> None:
        self.clock = RawArray("d", SIZE)
        self.hung = monotonic()
        self._odd: float | None = None
        """Since when it shows a time that cannot be: somebody, not always who is at work, wrote over it."""

    def thinking(self) -> Thinking | None:
        """Who is at work."""
        return read(self.clock)

    def seconds(self) -> float:
        """How long who is at work has been at it; a time that cannot be counts from when it was first seen."""
        thinking, now = self.thinking(), monotonic()
        if thinking is None:
            self._odd = None
            return 0.0
        known = self.hung <= thinking.began <= now
        self._odd = None if known else self._odd or now
        return now - (self._odd or thinking.began)
