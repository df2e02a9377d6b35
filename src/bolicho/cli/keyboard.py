"""Single keys from a terminal: no Enter, no echo, none lost while the next picture is drawn."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

KEY = re.compile("\x1b[\\[O]([A-Z])|.", re.DOTALL)
"""An arrow, told by its letter, or any other key."""


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """Give a function that waits for a key: a sign, the capital letter of an arrow, nothing at the end."""
    try:
        import termios
        import tty
    except ImportError:  # not a Unix terminal
        yield typer.getchar
        return
    place = sys.stdin.fileno()
    before = termios.tcgetattr(place)
    tty.setcbreak(place, termios.TCSADRAIN)
    waiting: list[str] = []

    def key() -> str:
        if not waiting:
            waiting.extend(split(_read(place)))
        return waiting.pop(0) if waiting else ""

    try:
        yield key
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)


def split(text: str) -> list[str]:
    """Tell keys apart that came together.

    >>> split("\\x1b[C\\x1bOBn12\\rq")
    ['C', 'B', 'n', '1', '2', '\\r', 'q']
    """
    return [found[1] or found[0] for found in KEY.finditer(text)]


def _read(place: int) -> str:
    try:
        return os.read(place, 256).decode(errors="replace")
    except OSError:  # the terminal is gone
        return ""
