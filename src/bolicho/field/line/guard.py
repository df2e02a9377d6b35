"""Keeps watch over one program, so that it never outlives who asked for it, however that one died.

Run as a script, with nothing but the standard library: ``guard.py FD WORD...`` starts the words as a program in a
process group of its own, with this process's own standard streams, and waits. ``FD`` is a pipe from whoever asked: a
byte in it means "end it now", its end "we are done" (the program, whose input ends too, has a moment to go by itself).
Whatever the program started is ended with it: its group, and on Linux also who left the group (a daemon, say), since
there orphans become children of this process (prctl(2), PR_SET_CHILD_SUBREAPER).
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

GRACE = 1.0
"""Seconds for a program to go by itself when its input has ended."""
SWEEP = 3.0
"""Seconds after which whoever cannot be killed is left alone."""
NOT_STARTED = 126
SET_CHILD_SUBREAPER = 36
"""Of ``linux/prctl.h``."""


def main(life: int, command: list[str]) -> int:
    """Start the program, wait for its end or for that of its master; return its exit code, 128 + N after a signal."""
    _adopt_orphans()
    try:
        program = subprocess.Popen(command, process_group=0)
    except OSError as error:
        print(f"cannot be started: {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # or the streams would not end with the program
        os.dup2(nothing, stream)
    gone = Event()
    Thread(target=_follow, args=(life, program.pid, gone), daemon=True).start()
    code = program.returncode = _outlived(program.pid)
    gone.set()
    _end_group(program.pid)
    _sweep()
    return code if code >= 0 else 128 - code


def _adopt_orphans() -> None:
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):  # a Python or a C library that cannot: the group only
            import ctypes

            ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _outlived(program: int) -> int:
    """Wait for the program, and bury the orphans that end before it does."""
    while True:
        child, status = os.waitpid(-1, 0)
        if child == program:
            return os.waitstatus_to_exitcode(status)


def _follow(life: int, program: int, gone: Event) -> None:
    if not os.read(life, 1):
        gone.wait(GRACE)
    _end_group(program)
    if not gone.is_set():
        _kill(program)  # it may have gone over to another group


def _end_group(program: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program, signal.SIGKILL)


def _sweep() -> None:
    """Kill our children, and those who become our children by that, until nobody is left."""
    until = monotonic() + SWEEP
    while monotonic() < until:
        for child in _children():
            _kill(child)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.002)


def _children() -> list[int]:
    """Whose parent we are, by /proc; nobody where there is none."""
    try:
        return [
            int(one.name) for one in Path("/proc").iterdir() if one.name.isdecimal() and _parent(one) == os.getpid()
        ]
    except OSError:
        return []


def _parent(process: Path) -> int | None:
    try:
        told = (process / "stat").read_bytes()
    except OSError:  # it has ended meanwhile
        return None
    return int(told.rpartition(b")")[2].split()[1])  # before that its name, which may have blanks and brackets in it


def _kill(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a worker that ignores it would have its program do so too
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
