"""The terminal: a console to write on, and lines that are read from whoever sits before it, or from a pipe."""

import sys
from contextlib import suppress
from typing import NamedTuple

from rich.console import Console, RenderableType

from bolicho.cli.table.fold import forgiving
from bolicho.core.words import Words, printable

WIDE = 76
"""Columns from which there is room for things side by side and for explanations."""


class Size(NamedTuple):
    """Columns and lines there are."""

    width: int
    height: int


class Leave(Exception):
    """Whoever sits here has gone: the input ended, or they said so."""


class Screen:
    """Writes and reads; a live one (a person at a terminal) is cleared before each picture."""

    def __init__(self, language: str) -> None:
        forgiving()
        self.language = language
        self.words = Words("bolicho.cli", language)
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.live = sys.stdin.isatty() and self.console.is_terminal
        if self.live:
            with suppress(ImportError):  # some systems have none
                import readline  # noqa: F401  (lets the line be edited)

    @property
    def size(self) -> Size:
        """How large it is now."""
        return Size(*self.console.size)

    def fresh(self) -> None:
        """Begin a new picture."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def show(self, *things: RenderableType) -> None:
        """Write."""
        for thing in things:
            self.console.print(thing)

    def ask(self, prompt: str) -> str:
        """Read a line; the end of the input is Leave."""
        try:
            if self.live:
                return input(f"{prompt} ▸ ".encode(self.console.encoding, "bolicho.fold").decode(self.console.encoding))
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            self.console.print()
            raise
        except EOFError:
            line = ""
        if not line:
            self.console.print()
            raise Leave
        self.show(f"{prompt} ▸ {printable(line.strip())}")
        return line

    def page(self, *things: RenderableType) -> None:
        """Show something apart from the table, a screen at a time, and wait until it was read."""
        self.fresh()
        if not self.live:
            self.show(*things)
            return
        with self.console.capture() as captured:
            self.show(*things)
        lines = captured.get().splitlines()
        step = max(5, self.size.height - 1)
        for begin in range(0, len(lines), step):
            print("\n".join(lines[begin : begin + step]), file=self.console.file)
            last = begin + step >= len(lines)
            if self.ask(self.words("back" if last else "more")).strip():
                return
