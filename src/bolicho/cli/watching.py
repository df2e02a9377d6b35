"""A command run for somebody else: ``python -m bolicho.cli.watching arena truco ...``, as the jobs of a server are.

It does what ``bolicho`` does, and besides

- steps back behind everything else that runs here (``nice``);
- tells how far it is on stderr, a line of JSON behind the sign of RFC 7464 (``RS``), at most ten times a second;
- ends, with every process it began, as soon as its standard input ends: when who started it has gone, nobody is left
  that writes to its folder. (What commands write is safe from a kill at any time.)
"""

import json
import os
import signal
import sys
from threading import Thread
from time import monotonic

from bolicho.cli import main
from bolicho.cli.progress import LISTENERS

SIGN = "\x1e"
"""Stands before a line that is meant for who watches."""
NICE = 10
PAUSE = 0.1
"""Seconds between two such lines, unless the second tells that all is done."""


class Teller:
    """Writes how far a command is."""

    def __init__(self) -> None:
        self._last = -PAUSE

    def __call__(self, what: str, done: int, total: int, left: float | None = None) -> None:
        """Tell it, unless that was done just now."""
        now = monotonic()
        if now - self._last >= PAUSE or done >= total:
            self._last = now
            told = {"what": what, "done": done, "total": total} | ({} if left is None else {"left": round(left, 1)})
            print(SIGN + json.dumps(told), file=sys.stderr, flush=True)


def end_with_starter() -> None:
    """Wait until standard input ends, then end everything in this group of processes at once."""
    while os.read(0, 4096):
        pass
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    os.nice(NICE)
    LISTENERS.append(Teller())
    Thread(target=end_with_starter, daemon=True).start()
    main()
