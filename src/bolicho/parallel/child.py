"""What every worker process does first, so that it disturbs nobody and never outlives its parent."""

import os
import signal
import sys
from io import TextIOWrapper
from multiprocessing import parent_process
from threading import Thread

from bolicho.parallel import copies

CUT = 70
"""The exit code of a worker whose wire is cut."""


def begin() -> None:
    """Leave the terminal to the parent, never outlive it, lead a group of processes, and account for copies."""
    leave_the_terminal()
    leave_the_tracker()
    die_with_parent()
    if hasattr(os, "setsid"):
        os.setsid()  # whatever is started here can be ended with us
    copies.watch()


def leave_the_terminal() -> None:
    """Ctrl-C is the parent's business, and what a worker prints must not mix with the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what was said is out before the answer that follows it


def leave_the_tracker() -> None:
    """Python's list of what to clean up at the parent's end is not for us to write in: let that line lead nowhere."""
    if hasattr(os, "setsid"):  # elsewhere there is none
        from multiprocessing.resource_tracker import getfd

        line, nowhere = getfd(), os.open(os.devnull, os.O_WRONLY)
        assert line is not None
        os.dup2(nowhere, line)
        os.close(nowhere)


def die_with_parent() -> None:
    """Never outlive the parent, even one killed outright, even inside code that hangs."""
    parent = parent_process()
    if parent is None:
        return

    def follow() -> None:
        parent.join()  # it also ends when somebody here has closed the line by which we would hear of the parent's end
        os._exit(CUT if os.getppid() == parent.pid else 1)

    Thread(target=follow, daemon=True).start()
    copies.end_with_parent()  # compiled code may hold the interpreter for ever, then only the kernel can help
