"""Trainings in processes of their own, which tests break off."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.store import Store

LONGEST = 120
"""Seconds after which something that should come is given up; it comes within a few."""


def start(kind: str, *words: object, **pipes: Any) -> "subprocess.Popen[str]":
    """Begin ``bolicho train KIND``."""
    code = "from bolicho.cli import main; import sys; main(['train', *sys.argv[1:]])"
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    command = [sys.executable, "-c", code, kind, *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=quiet, **pipes
    )


def wait_until(there: Callable[[], bool], what: str) -> None:
    """Wait for something that a training does."""
    until = time.monotonic() + LONGEST
    while not there():
        assert time.monotonic() < until, f"{what} never came"
        time.sleep(0.01)


@contextmanager
def nothing_begun() -> Iterator[None]:
    """Whatever is asked for: no training begins, and the store is as it was, with an empty base."""
    with Store.open("bolicho.db") as store:
        store.add_base("empty", "truco", FORM, "recorded", NAMES)
    yield
    with Store.open("bolicho.db") as store:
        assert [base.name for base in store.bases()] == ["empty"]
        assert store.runs() == []


def break_off(run: "subprocess.Popen[str]") -> None:
    """Press Ctrl-C: it ends, and says in one line how to go on."""
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert out == ""
    assert "The same command goes on." in err
    assert "Traceback" not in err
