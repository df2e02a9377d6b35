"""Keeps watch over one program, so that it never outlives who asked for it, however that one died.

Run as a script, with nothing but the standard library: ``guard.py FD WORD...`` starts the words as a program in a
process group of its own, with this process's own standard streams, and waits. ``FD`` is a pipe from whoever asked: a
byte in it means "end it now", its end "we are done" (the program, whose input ends too, has a moment to go by itself).
Whatever the program started is ended with it.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Thread

GRACE = 1.0
"""Seconds for a program to go by itself when its input has ended."""
NOT_STARTED = 126


def main(life: int, command: list[str]) -> int:
    """Start the program, wait for its end or for that of its master; return its exit code, 128 + N after a signal."""
    try:
        program = subprocess.Popen(command, process_group=0)
    except OSError as error:
        print(f"cannot be started: {error.strerror}", file=sys.stderr)
        return NOT_STARTED
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # or the streams would not end with the program
        os.dup2(nothing, stream)
    Thread(target=_follow, args=(life, program), daemon=True).start()
    code = program.wait()
    _end(program)
    return code if code >= 0 else 128 - code


def _follow(life: int, program: "subprocess.Popen[bytes]") -> None:
    if not os.read(life, 1):
        with suppress(subprocess.TimeoutExpired):
            program.wait(GRACE)
    _end(program)


def _end(program: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a worker that ignores it would have its program do so too
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
