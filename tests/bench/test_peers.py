"""The peers' table: what is a row, what a ratio, and who is only missing. Nothing here asks how fast."""

import os
import platform
from collections.abc import Callable
from dataclasses import replace
from importlib import util
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import pytest

from bolicho.bench import hands as bench
from bolicho.bench import peers as bench_peers
from bolicho.bench.hands import Play, Player, Rate
from bolicho.bench.peers import Row, Side, Work, run

CALLS: list[str] = []


def worker(name: str, moves: int = 0, needs: str = "", extra: str = "bench") -> Player:
    def ready(seed: int) -> Play:
        def play(count: int) -> int:
            CALLS.append(name)
            return moves * count

        return play

    return Player(name, ready, 1, needs, extra)


@pytest.fixture(autouse=True)
def nobody_called_yet() -> None:
    CALLS.clear()


def known(monkeypatch: pytest.MonkeyPatch, **rates: Rate) -> None:
    """Say how fast everybody is, without measuring."""

    def measure(players: list[Player], seed: int, seconds: float, watch: Callable[[str], None]) -> tuple[Rate, ...]:
        return tuple(rates[player.name] for player in players)

    monkeypatch.setattr(bench_peers, "measure", measure)


def test_a_ratio_is_ours_over_theirs_in_the_unit_of_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    known(
        monkeypatch,
        ours=Rate("ours", 100.0, 6.0, (80.0, 100.0, 90.0), 110.0),
        theirs=Rate("theirs", 50.0, 3.0, (50.0, 40.0, 45.0), 55.0),
    )
    ours, theirs = worker("ours"), worker("theirs", needs="pytest")
    monkeypatch.setitem(bench_peers.PACKAGES, "pytest", ("pytest", "pytest"))
    report = run([Work("playouts", "hands", unit, ours, theirs, True) for unit in ("games", "moves")], 3, 0.1)
    games, moves = report.rows
    assert (games.ours.rate, games.peer.rate, games.ratio) == (100.0, 50.0, 2.0)
    assert (moves.ours.rate, moves.peer.rate, moves.ratio) == (600.0, 150.0, 4.0)
    assert (games.ratio_of_the_processor, moves.ratio_of_the_processor) == (2.0, 4.0)
    assert moves.ours.rounds == (480.0, 600.0, 540.0)
    assert (games.ours.moves_per_game, games.peer.moves_per_game) == (6.0, 3.0)
    assert report.versions == {"Bolicho": version("bolicho"), "pytest": pytest.__version__}
    told = report.to_dict()
    assert (told["what"], told["seed"], told["rows"][1]["ratio"]) == ("peers", 3, 4.0)


def test_everybody_works_three_times_in_turn_and_once_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bench_peers.PACKAGES, "pytest", ("pytest", "pytest"))
    ours, first, second = worker("ours", 2), worker("first", 2, "pytest"), worker("second", 2, "pytest")
    works = [Work("playouts", "hands", "moves", ours, peer, False, "another game") for peer in (first, second)]
    seen: list[tuple[int, int, str]] = []
    report = run(works, 0, 0.0, lambda *now: seen.append(now))
    assert CALLS == ["ours", "first", "second"] * 4  # once to get ready, then three rounds
    assert [(done, total) for done, total, _ in seen] == [(0, 9), *((done, 9) for done in range(9)), (9, 9)]
    assert all(len(row.ours.rounds) == 3 and row.ratio for row in report.rows)
    assert all((row.ours.moves_per_game, row.remark) == (2, "another game") for row in report.rows)


def test_a_peer_that_is_not_installed_is_missing_and_no_error() -> None:
    ours, peer = worker("ours"), worker("theirs", needs="rlcard a_module_that_nobody_has", extra="bench")
    monkey = {**bench_peers.PACKAGES, "a_module_that_nobody_has": ("Nobody's", "nobody")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench_peers, "PACKAGES", monkey)
        patch.setattr(bench, "find_spec", lambda module: None if "nobody" in module else util.find_spec("json"))
        report = run([Work("steps", "steps", "steps", ours, peer, True)], 0, 0.0)
    row = report.rows[0]
    assert row.ours.rate
    assert (row.peer.rate, row.peer.version, row.ratio, row.ratio_of_the_processor) == (None, None, None, None)
    assert report.missing == {"Nobody's": "pip install 'bolicho[bench]'"}
    assert set(report.versions) == {"Bolicho"}


def test_what_is_missing_of_ours_is_said_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_spec", lambda module: None if module == "numba" else util.find_spec("json"))
    ours, peer = worker("the kernel", needs="numba", extra="fast"), worker("theirs", needs="rlcard")
    report = run([Work("playouts", "hands", "games", ours, peer, True)], 0, 0.0)
    assert (report.rows[0].ratio, report.rows[0].peer.library) == (None, "RLCard")
    assert report.missing == {"Numba": "pip install 'bolicho[fast]'"}


def test_a_side_that_did_nothing_has_no_ratio() -> None:
    ours, peer = Side("ours", "Bolicho", "1", 5.0), Side("theirs", "Theirs", "1", 0.0)
    assert Row("steps", "steps", "steps", ours, peer, True, "").ratio is None
    assert Row("steps", "steps", "steps", ours, replace(peer, rate=2.0), True, "").ratio == 2.5


def test_the_machine_is_named_also_where_the_system_has_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"{os.cpu_count()} cores" in bench_peers.machine()

    def unreadable(**_: Any) -> str:
        raise OSError

    monkeypatch.setattr(bench_peers, "Path", lambda _: SimpleNamespace(read_text=unreadable))
    monkeypatch.setattr(platform, "processor", lambda: "a processor")
    assert bench_peers.machine().startswith("a processor, ")
    monkeypatch.delattr(os, "getloadavg")
    assert bench_peers.loads() == ()
