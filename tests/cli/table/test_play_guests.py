"""Guests at the terminal table: agents that fail, and a game that brought no drawing."""

import random
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.cli.front_door import knock, record_of

from bolicho.agents import AGENTS
from bolicho.core.contract import Decision, Game
from bolicho.games import GAMES


class Cheat:
    """Plays what it likes."""

    name = "cheat"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, rng: random.Random) -> Decision:
        return Decision("13x")


class Crash(Cheat):
    name = "crash"

    def choose(self, view: Any, rng: random.Random) -> Decision:
        raise RuntimeError("oh \x1b[2J no")


class Sleeper(Cheat):
    name = "sleeper"

    def choose(self, view: Any, rng: random.Random) -> Decision:
        time.sleep(20)
        raise AssertionError("nobody waits that long")


class Quitter(Cheat):
    name = "quitter"

    def choose(self, view: Any, rng: random.Random) -> Decision:
        sys.exit("enough")


class Alarm(Cheat):
    name = "alarm"

    def choose(self, view: Any, rng: random.Random) -> Decision:
        raise KeyboardInterrupt


FAULTS = [
    (Cheat, "illegal move '13x'"),
    (Crash, "raised RuntimeError: oh [2J no"),
    (Sleeper, "still thinking after 0.5 s"),
    (Quitter, "raised SystemExit: enough"),
    (Alarm, "called for an interrupt"),
]


@pytest.mark.parametrize(("factory", "why"), FAULTS)
def test_an_agent_that_fails_has_lost(tmp_path: Path, factory: Any, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS._loaded, factory.name, factory)
    monkeypatch.setattr("bolicho.cli.table.host.PATIENCE", 0.5)
    file = tmp_path / "m.jsonl"
    said = knock("play", "--against", factory.name, "--seed", "3", "--no-store", "--record", str(file), typed="1\nn\n")
    assert said.code == 0
    assert f"{factory.name} lost the match:" in said.out
    assert why in said.out
    record = record_of(file)
    assert record.forfeit is not None
    assert (record.forfeit.seat, record.winner) == (1, 0)


class Unborn:
    name = "unborn"

    def __init__(self, game: Game) -> None:
        raise LookupError("no case base")


def test_an_agent_that_cannot_be_built_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AGENTS._loaded, "unborn", Unborn)
    said = knock("play", "--against", "unborn", "--no-store")
    assert said.code == 2
    assert said.err == "bolicho: agent 'unborn' cannot be built: it raised LookupError: no case base\n"


class Pile(NamedTuple):
    """A pile of stones, as its only view and state: who takes the last one wins."""

    stones: int
    turn: int = 0

    @property
    def seat(self) -> int | None:
        return self.turn if self.stones else None

    @property
    def over(self) -> bool:
        return not self.stones

    @property
    def scores(self) -> tuple[int, int]:
        return (0, 0) if self.stones else (self.turn, 1 - self.turn)

    def moves(self) -> tuple[str, ...]:
        return tuple(f"take-{count}" for count in (1, 2, 3) if count <= self.stones)

    def play(self, move: str) -> "Pile":
        return Pile(self.stones - int(move[-1]), 1 - self.turn)

    def view(self, seat: int) -> "Glance":
        return Glance(seat, self.stones, self.seat, self.moves() if self.seat == seat else ())


class Glance(NamedTuple):
    seat: int
    stones: int
    to_move: int | None
    moves: tuple[str, ...]


class Nim(Game):
    """Take one, two or three stones; who takes the last wins."""

    name, version, seats = "nim", "1", 2

    @property
    def options(self) -> dict[str, Any]:
        return {}

    def deal(self, rng: random.Random) -> str:
        return "9"

    def parse_deal(self, text: str) -> str:
        return text

    def start(self, deal: str, **context: Any) -> Pile:
        return Pile(int(deal))

    def worlds(self, view: Any, rng: random.Random) -> Pile:
        return Pile(view.stones)


def test_a_guest_game_without_a_drawing_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._loaded, "nim", Nim)
    file = tmp_path / "m.jsonl"
    said = knock(
        "play", "nim", "--against", "random", "--no-store", "--record", str(file), typed="?\nx\ntake-1\n" + "1\n" * 9
    )
    assert said.code == 0
    assert "stones" in said.out
    assert "Take one, two or three stones" in said.out
    assert "I do not understand «x»" in said.out
    assert record_of(file).finished
    assert "nim" in knock("games").out
    assert "take-" in knock("replay", str(file)).out
