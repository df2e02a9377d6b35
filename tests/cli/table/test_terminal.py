"""The table and the replay at a (pseudo) terminal: pictures in place, prompts, arrow keys, Ctrl-C."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.front_door import knock

import bolicho

CLEAR = "\x1b[2J"
PATIENCE = 240.0


class Terminal:
    """What somebody at a terminal sees and types."""

    def __init__(self, end: int, run: subprocess.Popen[bytes]) -> None:
        self.end, self.run, self.seen = end, run, b""

    def until(self, text: str) -> str:
        """Wait for a text and return all that came before and with it."""
        late = time.monotonic() + PATIENCE
        while text.encode() not in self.seen:
            assert time.monotonic() < late, self.seen.decode()
            if select.select([self.end], [], [], 0.1)[0]:
                self.seen += os.read(self.end, 65536)
        before, _, self.seen = self.seen.partition(text.encode())
        return before.decode() + text

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def interrupted(self, text: str) -> str:
        """Press Ctrl-C, and again if nothing comes of it: a line editor loses one that comes between two breaths."""
        for _ in range(6):
            os.killpg(self.run.pid, signal.SIGINT)
            late = time.monotonic() + 3
            while text.encode() not in self.seen and time.monotonic() < late:
                if select.select([self.end], [], [], 0.1)[0]:
                    self.seen += os.read(self.end, 65536)
            if text.encode() in self.seen:
                break
        return self.until(text)

    def ends(self) -> int:
        return self.run.wait(PATIENCE)


def _hears_ctrl_c() -> None:
    """A child inherits what this process ignores, which a test before may have left so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


@contextmanager
def terminal(*args: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "", "COLUMNS": "100", "LINES": "35"}
    command = [sys.executable, "-c", "from bolicho.cli import main; main()", *args]
    run = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
        close_fds=True,
        preexec_fn=_hears_ctrl_c,
    )
    os.close(theirs)
    try:
        yield Terminal(ours, run)
    finally:
        run.kill()
        run.wait()
        os.close(ours)


def test_play(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    with terminal("play", "--against", "random", "--seed", "3", "--no-store", "--record", str(file)) as at:
        first = at.until("your move ▸")
        assert CLEAR in first
        assert "╰─[1]─╯ ╰─[2]─╯ ╰─[3]─╯" in first
        at.type("nonsense\n")
        assert "I do not understand" in at.until("your move ▸")
        at.type("?\n")
        assert "the rules at this table" in at.until("Enter: back ▸")
        at.type("\n")
        at.until("your move ▸")
        at.type("b\n")
        assert "you folded: random +1" in at.until("Enter: next hand")
        at.type("w\n")
        assert "random held" in at.until("Enter: back ▸")
        at.type("\n")
        at.until("Enter: next hand")
        at.type("\n")
        at.until("your move ▸")
        at.type("q\n")
        at.until("Leave the table?")
        at.type("y\n")
        assert "left unfinished" in at.until("See you next time!")
        assert at.ends() == 0
    (record,) = bolicho.read_records(file)
    assert not record.finished


def test_replay_by_arrows(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    knock("play", "--watch", "random", "random", "--seed", "1", "--target", "6", "--record", str(file))
    with terminal("replay", str(file)) as at:
        assert "hand 1/" in at.until("q quit")
        at.type("\x1b[C")
        assert "ply 1/" in at.until("q quit")
        at.type("\x1b[B")
        assert "hand 2/" in at.until("q quit")
        at.type("1\n")
        assert "hand 1/" in at.until("q quit")
        at.type("q")
        assert at.ends() == 0


def test_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    with terminal("play", "--against", "random", "--seed", "3", "--no-store", "--record", str(file)) as at:
        at.until("your move ▸")
        at.type("1\n")
        at.until("your move ▸")
        assert "See you next time!" in at.interrupted("bolicho: interrupted")
        assert at.ends() == 130
    (record,) = bolicho.read_records(file)
    assert record.units[0].moves[0] == "1b"
