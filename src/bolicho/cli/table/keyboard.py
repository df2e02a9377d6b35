"""Single keys from a terminal: no Enter, no echo, none lost while the next picture is drawn."""

import os
import re
import select
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

KEY = re.compile("\x1b[\\[O]([A-Z])|.", re.DOTALL)
"""An arrow, told by its letter, or any other key."""
ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
AT_ONCE = 0.05
"""Seconds within which the rest of an arrow's signs comes."""


@contextmanager
def keyboard() -> Iterator[Callable[[], str]]:
    """Give a function that waits for a key: a sign, the capital letter of an arrow, nothing at the end."""
    with _keys_of_a_terminal() as place:
        if place is None:
            yield typer.getchar
            return
        yield _all_waiting(place)


@contextmanager
def one_by_one() -> Iterator[Callable[[], str]]:
    """Give a function that waits for a key and leaves those after it to whoever reads next; arrows have names."""
    with _keys_of_a_terminal() as place:
        if place is None:
            yield typer.getchar
        else:
            yield lambda: _one(place)


@contextmanager
def _keys_of_a_terminal() -> Iterator[int | None]:
    try:
        import termios
        import tty
    except ImportError:  # not a Unix terminal
        yield None
        return
    place = sys.stdin.fileno()
    before = termios.tcgetattr(place)
    tty.setcbreak(place, termios.TCSADRAIN)
    try:
        yield place
    finally:
        termios.tcsetattr(place, termios.TCSADRAIN, before)


def _all_waiting(place: int) -> Callable[[], str]:
    waiting: list[str] = []

    def key() -> str:
        if not waiting:
            waiting.extend(split(_read(place)))
        return waiting.pop(0) if waiting else ""

    return key


def _one(place: int) -> str:
    decoder = getincrementaldecoder("utf-8")("replace")
    sign = ""
    while not sign:
        byte = _bytes(place, 1)
        sign = decoder.decode(byte, final=not byte)
        if not byte:
            return sign
    if sign != "\x1b" or not select.select([place], [], [], AT_ONCE)[0]:
        return sign
    rest = _bytes(place, 1).decode(errors="replace")
    while rest and rest[-1] in "[O;0123456789":
        rest += _bytes(place, 1).decode(errors="replace") or "~"
    return ARROWS.get(rest[-1:], sign) if rest[:1] in ("[", "O") else sign


def split(text: str) -> list[str]:
    """Tell keys apart that came together.

    >>> split("\\x1b[C\\x1bOBn12\\rq")
    ['C', 'B', 'n', '1', '2', '\\r', 'q']
    """
    return [found[1] or found[0] for found in KEY.finditer(text)]


def _read(place: int) -> str:
    return _bytes(place, 256).decode(errors="replace")


def _bytes(place: int, most: int) -> bytes:
    try:
        return os.read(place, most)
    except OSError:  # the terminal is gone
        return b""
