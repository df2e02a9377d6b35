"""A screen that does not wait for ever: lines are read until somebody says that there is nothing to wait for."""

import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from time import sleep

from rich.console import Console

from bolicho.cli.table.screen import Leave, Screen
from bolicho.core.words import printable

SLICE = 0.1
"""Seconds after which it looks whether there is still something to wait for."""

GRACE = 0.5
"""Seconds within which somebody who was too slow comes to the end of the line."""


class PatientScreen(Screen):
    """Reads lines as any screen, and meanwhile calls ``look``, which may raise."""

    def __init__(self, language: str, *, on_stderr: bool = False) -> None:
        super().__init__(language)
        if on_stderr:
            self.console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=False)
            self.live = sys.stdin.isatty() and self.console.is_terminal
        self.look: Callable[[], None] = lambda: None
        self._read = b""
        self._ended = False

    def ask(self, prompt: str) -> str:
        """Read a line; the end of the input is Leave."""
        if self.live:
            self.console.print(f"{prompt} ▸ ", end="")
        line = self._line()
        if not line:
            self.console.print()
            raise Leave
        if not self.live:
            self.show(f"{prompt} ▸ {printable(line.strip())}")
        return line

    def forget(self) -> None:
        """Leave aside what somebody is typing just now: it was meant for what is over."""
        if not self.live:
            return
        sleep(GRACE)
        self._read = b""
        with suppress(ImportError, OSError):  # not a Unix terminal, or none any more
            import termios

            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)

    def _line(self) -> str:
        try:
            place = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):  # not a file of the system: it never keeps us waiting
            self.look()
            return sys.stdin.readline()
        while b"\n" not in self._read and not self._ended:
            self.look()
            if select.select([place], [], [], SLICE)[0]:
                more = os.read(place, 4096)
                self._read, self._ended = self._read + more, not more
        self.look()
        line, sign, self._read = self._read.partition(b"\n")
        return (line + sign).decode(errors="replace")
