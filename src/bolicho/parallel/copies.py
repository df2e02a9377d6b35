"""Copies of a process that plays, made by an agent (``os.fork``): only the process itself comes back to the table.

A copy may work something out and end, or become another program. One that comes back from the agent's code would play
the same match a second time: it ends at once, and what the agent did is an error of its own.
"""

import os
import signal
import sys
from contextlib import suppress

from bolicho.core.errors import BolichoError

_opened: list[int] = []
_copies: list[int] = []
"""A line from each copy that was made here: it ends with the copy, or when that becomes another program."""
_homeward: list[int] = []
"""In a copy, the other ends of the lines to those it comes from."""


class AgentCopied(BolichoError):
    """An agent came back twice."""


def watch() -> None:
    """From now on keep account of the copies of this process."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_in_the_copy)


def settle() -> None:
    """When an agent has come back: end, if this is a copy; else wait for its copies, and raise if one came back too."""
    if _homeward:
        for line in _homeward:
            with suppress(OSError):
                os.write(line, b".")
        os._exit(0)
    came_back = False
    while _copies:
        line = _copies.pop()
        try:
            came_back |= os.read(line, 1) != b""
            os.close(line)
        except OSError:
            came_back = True  # the agent has cut it, so nobody can tell
    if came_back:
        raise AgentCopied("copied its process (os.fork) and came back in both")


def end_with_parent() -> None:
    """Have the kernel end this process with its parent, also inside code that never comes back."""
    if sys.platform == "linux":
        from ctypes import CDLL

        pr_set_pdeathsig = 1
        CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def _before() -> None:
    _opened[:] = os.pipe()


def _after() -> None:
    hear, speak = _opened
    os.close(speak)
    _copies.append(hear)


def _in_the_copy() -> None:
    hear, speak = _opened
    os.close(hear)
    _homeward.append(speak)
    end_with_parent()
