"""What workers do in these tests: chores that end well, and badly."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bolicho.core.errors import BadInput, BolichoError
from bolicho.parallel.child import begin
from bolicho.parallel.wire import Home, WireCut

FOR_EVER = 3600
"""Seconds: longer than any test, so whoever waits for it hangs."""


# ── workers of a pool: asked for a thing to do, they do it ────────────────────────────────────────────────────────


def work(line: socket.socket) -> None:
    """Say each word back, unless it names something else to do."""
    begin()
    home = Home(line)
    home.say({"pid": os.getpid()})
    while True:
        try:
            word = home.hear()
        except WireCut:
            return
        match word:
            case "sleep":
                time.sleep(FOR_EVER)
            case "exit":
                os._exit(7)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "scribble":
                line.sendall(b"\x80\x04nothing that can be read\n")
            case "hang up":
                os.close(line.detach())
                os.closerange(3, 256)
                time.sleep(FOR_EVER)
            case "family":
                child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOR_EVER})"])
                home.say({"child": child.pid})
        home.say({"word": word})


# ── jobs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def count_to(last: int) -> Iterator[int]:
    """Give several answers."""
    yield from range(1, last + 1)


def count_and_fall(file: Path) -> Iterator[int]:
    """Give an answer, and be killed from outside after it, once."""
    yield 1
    if not file.exists():
        file.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield 2


def square(number: int) -> list[int]:
    return [number**2, os.getpid()]


def multiply(number: int, by: int) -> int:
    return number * by


def nine() -> int:
    return 9


def refuse() -> None:
    raise BadInput("no such thing")


def break_down() -> None:
    raise BolichoError("it broke")


def stumble() -> None:
    raise KeyError("nowhere")


def leave() -> None:
    sys.exit("enough")


def sleep() -> None:
    time.sleep(FOR_EVER)


def answer_an_object() -> object:
    return object()


def answer_at_length(signs: int) -> str:
    return "x" * signs


def die(how: int, times: int, trace: str) -> str:
    """End this process so many times, by a signal or with an exit code; then answer."""
    path = Path(trace)
    deaths = len(path.read_text()) if path.exists() else 0
    if deaths < times:
        path.write_text("x" * (deaths + 1))
        if how < 0:
            os.kill(os.getpid(), -how)
        os._exit(how)
    return f"after {deaths}"


def come_back_twice() -> str:
    os.fork()
    return "here"


def have_a_copy_that_ends() -> str:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    return "here"
