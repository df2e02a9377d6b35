"""Agents nobody would invite, brought in as another package would bring them: by entry points."""

import os
import pickle
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bolicho.agents import AGENTS
from bolicho.core.contract import Decision, Game
from bolicho.core.record import Record


class Plain:
    """Plays its first legal move; the others here are this one until something happens."""

    name = "plain"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision(view.moves[0])


class Hanger(Plain):
    """Hangs in one decision out of many, always the same ones."""

    name = "hanger"

    def choose(self, view: Any, rng: Random) -> Decision:
        if rng.random() < 0.02:
            time.sleep(1000)
        return super().choose(view, rng)


class Sleeper(Plain):
    """Hangs from its first decision, and leaves the processor to others."""

    name = "sleeper"

    def choose(self, view: Any, rng: Random) -> Decision:
        time.sleep(1000)
        return super().choose(view, rng)


class Stubborn(Plain):
    """Hangs in compiled code, holding the interpreter, from its first decision; a file says that it does."""

    name = "stubborn"

    def choose(self, view: Any, rng: Random) -> Decision:
        if folder := os.environ.get("BOLICHO_TEST_HUNG"):
            Path(folder, str(os.getpid())).touch()
        return Decision(str(pow(3, 10**10)))


class Raiser(Plain):
    name = "raiser"

    def choose(self, view: Any, rng: Random) -> Decision:
        raise KeyError("no such memory")


class Cheat(Plain):
    name = "cheat"

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision("royal-flush")


class Dier(Plain):
    """Takes its process along in one decision out of many, always the same ones."""

    name = "dier"

    def choose(self, view: Any, rng: Random) -> Decision:
        if rng.random() < 0.02:
            os._exit(7)
        return super().choose(view, rng)


class Vandal(Plain):
    """Cuts every line out of its process, and answers as if nothing were."""

    name = "vandal"

    def choose(self, view: Any, rng: Random) -> Decision:
        os.closerange(0, 256)
        return super().choose(view, rng)


class Recluse(Plain):
    """Cuts every line out of its process, and stays."""

    name = "recluse"

    def choose(self, view: Any, rng: Random) -> Decision:
        os.closerange(0, 256)
        time.sleep(1000)
        return super().choose(view, rng)


class Bomb(str):
    """A move that runs code where it is unpickled."""

    __slots__ = ()

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path(os.environ.get("BOLICHO_TEST_TRACE", os.devnull)),)


class Bomber(Plain):
    """Answers with what runs code where it is unpickled."""

    name = "bomber"

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision(Bomb(view.moves[0]))


class Forger(Plain):
    """Writes such a thing itself into every line out of its process, as a `Connection` of Python would send it."""

    name = "forger"

    def choose(self, view: Any, rng: Random) -> Decision:
        bomb = pickle.dumps(Bomb("boo"))
        into_every_line(len(bomb).to_bytes(4, "big") + bomb)
        return super().choose(view, rng)


class Scribbler(Plain):
    """Writes what nobody can read into every line out of its process."""

    name = "scribbler"

    def choose(self, view: Any, rng: Random) -> Decision:
        into_every_line(b"\x00\x00\x01\x00what nobody can read")
        return super().choose(view, rng)


class Alarmist(Plain):
    """Speaks for its worker: something has failed."""

    name = "alarmist"

    def choose(self, view: Any, rng: Random) -> Decision:
        into_every_line(b'{"say":"Failure","why":"boo"}\n')
        return super().choose(view, rng)


class Doctor(Plain):
    """Speaks for its worker: somebody is unfit."""

    name = "doctor"

    def choose(self, view: Any, rng: Random) -> Decision:
        into_every_line(b'{"say":"Unfit","why":"boo"}\n')
        return super().choose(view, rng)


class Untimely(Plain):
    """Pretends that somebody pressed Ctrl-C when it is told its time."""

    name = "untimely"

    def timed(self, seconds: float | None) -> None:
        raise KeyboardInterrupt


class Twins(Plain):
    """Copies its process, and answers in both."""

    name = "twins"

    def choose(self, view: Any, rng: Random) -> Decision:
        os.fork()
        return super().choose(view, rng)


class Family(Plain):
    """Copies its process as one may: the copy works something out and ends."""

    name = "family"

    def choose(self, view: Any, rng: Random) -> Decision:
        child = os.fork()
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
        subprocess.run(["true"], check=True, preexec_fn=os.getpid)
        return super().choose(view, rng)


def into_every_line(data: bytes) -> None:
    for line in range(3, 256):
        with suppress(OSError):
            os.write(line, data)


class Quitter(Plain):
    name = "quitter"

    def choose(self, view: Any, rng: Random) -> Decision:
        sys.exit("enough")


class Alarm(Plain):
    """Pretends that somebody pressed Ctrl-C."""

    name = "alarm"

    def choose(self, view: Any, rng: Random) -> Decision:
        raise KeyboardInterrupt


class Loud(Plain):
    name = "loud"

    def choose(self, view: Any, rng: Random) -> Decision:
        print("thinking aloud")
        return super().choose(view, rng)


class Slow(Plain):
    """Answers, but late."""

    name = "slow"

    def choose(self, view: Any, rng: Random) -> Decision:
        time.sleep(1.1)
        return super().choose(view, rng)


class Unseated(Plain):
    name = "unseated"

    def sit(self) -> "Unseated":
        raise ValueError("the chair is broken")


class Upset(Plain):
    """Cannot bear what it saw."""

    name = "upset"

    def saw(self, view: Any) -> None:
        raise ValueError("unbearable")


class Pupil(Plain):
    """Counts its lessons: it plays its first move before an even number of them, its last before an odd one."""

    name = "pupil"
    lessons = 0

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision(view.moves[-(self.lessons % 2)])

    def learn(self, record: Record) -> None:
        assert record.agents.count(self.name) == 1
        self.lessons += 1


class Dunce(Pupil):
    """Cannot bear its third lesson."""

    name = "dunce"

    def learn(self, record: Record) -> None:
        if self.lessons == 2:
            self.lessons += 1
            raise ValueError("too much")
        super().learn(record)


class Dropout(Pupil):
    """Takes its process along in the match of board 2."""

    name = "dropout"

    def choose(self, view: Any, rng: Random) -> Decision:
        if self.lessons == 2:
            os._exit(7)
        return super().choose(view, rng)


class Unborn(Plain):
    def __init__(self, game: Game) -> None:
        raise RuntimeError("the case base is missing")


class Stillborn(Plain):
    def __init__(self, game: Game) -> None:
        if "bolicho.arena.run.worker" in sys.modules and os.getpid() != PARENT:
            os._exit(3)


PARENT = int(os.environ.get("BOLICHO_TEST_PARENT", "0"))

GUESTS = (
    *(Plain, Hanger, Stubborn, Raiser, Cheat, Dier, Quitter, Alarm, Loud, Slow, Unseated, Upset, Unborn, Stillborn),
    *(Pupil, Dunce, Dropout, Sleeper, Vandal, Recluse, Bomber, Forger, Scribbler, Twins, Family),
    *(Alarmist, Doctor, Untimely),
)


def invite(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the guests for this test, its workers and its child processes."""
    info = folder / "bad_guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bad-guests\nVersion: 1.0\n")
    lines = (f"{guest.__name__.lower()} = {__name__}:{guest.__name__}\n" for guest in GUESTS)
    (info / "entry_points.txt").write_text("[bolicho.agents]\n" + "".join(lines))
    root = Path(__file__).parents[2]
    for path in (root, folder):
        monkeypatch.syspath_prepend(str(path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (folder, root, root / "src"))))
    monkeypatch.setenv("BOLICHO_TEST_PARENT", str(os.getpid()))
    AGENTS.__dict__.pop("guests", None)
    monkeypatch.setattr(AGENTS, "_loaded", {})


def uninvite() -> None:
    """Let the registry look again for who is really there."""
    AGENTS.__dict__.pop("guests", None)
