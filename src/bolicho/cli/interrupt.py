"""Ctrl-C while something is learned: what was learned so far is saved, and the exit code tells."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 130


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Ctrl-C and a polite kill set an event instead of breaking off, so that what was learned can be saved."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {sign: signal.signal(sign, lambda *_: stop.set()) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
