"""``bolicho bench peers``: the table of works, each of which really works, and what is printed of them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock

from bolicho.bench import peers as bench_peers
from bolicho.bench import peers_players as bench_peers_players
from bolicho.bench.hands import Player
from bolicho.bench.peers import BY_MOVES, PACKAGES, PeersReport, Row, Side, Work
from bolicho.cli.commands.bench import peer_rows as table
from bolicho.cli.commands.bench.peer_rows import WORKS
from bolicho.field.rl import steps

SIDES = {(work.kind, player.name): player for work in WORKS for player in (work.ours, work.peer)}
SLOW = {"numba", "pgx"}
"""Whoever needs it may wait for a compiler, or is not installed; the benchmarks of their own have their tests."""


def test_the_table_puts_five_kinds_of_work_beside_seven_libraries() -> None:
    assert {work.kind for work in WORKS} == {"playouts", "steps", "Q-learning", "alpha-beta", "neighbours"}
    libraries = {PACKAGES[work.peer.needs.split()[0]][0] for work in WORKS}
    assert libraries == {"OpenSpiel", "RLCard", "PettingZoo", "Pgx", "SciPy", "scikit-learn", "cbrkit"}
    assert len({(work.ours.name, work.peer.name, work.unit) for work in WORKS}) == len(WORKS)


@pytest.mark.parametrize("work", WORKS, ids=lambda work: f"{work.ours.name} - {work.peer.name}")
def test_a_row_says_what_differs_unless_nothing_does(work: Work) -> None:
    assert bool(work.remark) is not work.same
    assert all(module in PACKAGES for player in (work.ours, work.peer) for module in player.needs.split())


def test_a_name_stands_for_one_player_of_a_kind_of_work() -> None:
    for work in WORKS:
        for player in (work.ours, work.peer):
            assert SIDES[work.kind, player.name] is player


@pytest.mark.parametrize(
    "player", [one for one in SIDES.values() if not SLOW & set(one.needs.split())], ids=lambda player: player.name
)
def test_everybody_in_the_table_works(player: Player) -> None:
    moves = player.ready(5)(2)
    counted = {work.unit for work in WORKS if player in (work.ours, work.peer)} & set(BY_MOVES)
    assert moves >= 2 if counted else moves >= 0


@pytest.mark.parametrize("way", range(3))
def test_peers_of_the_search_answer_the_questions_one_after_the_other(
    way: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    at_once = (1, 10, 200)[way]
    monkeypatch.setattr(bench_peers_players, "base_and_queries", lambda seed: ("cells", "questions"))
    monkeypatch.setattr(
        bench_peers_players,
        "sklearn_askers",
        lambda cells, questions: [("", asked.append, size) for size in (1, 10, 200)],
    )
    bench_peers_players.sklearn(0, way)(400)
    assert asked == [turn % 200 for turn in range(0, 400, at_once)]


def test_steps_that_end_an_episode_begin_another() -> None:
    told = []

    class Counting:
        def __init__(self, table: Any) -> None:
            self.table = table

        def __getattr__(self, name: str) -> Any:
            told.append(name)
            return getattr(self.table, name)

    from bolicho.field.rl import env

    play = steps.aec(Counting(env("jogo-da-velha")), seed=1)
    play(40)
    assert told.count("step") == 40
    assert told.count("reset") > 4  # no game of nine points lasts longer than nine moves


# ── what is printed ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(works: Sequence[Work], seed: int, seconds: float, progress: Any) -> PeersReport:
        progress(0, 1, "measuring")
        ours = Side("Truco, the kernel", "Bolicho", "0.1.0", 500_000.0, (1.0,), 600_000.0, 3.6)
        leduc = Side("OpenSpiel leduc", "OpenSpiel", "2.0.2", 25_000.0, (1.0,), 40_000.0)
        gone = Side("RLCard limit hold'em", "RLCard", None, None)
        rows = (
            Row("playouts", "hands", "games", ours, leduc, False, "another game"),
            Row("steps", "steps", "steps", ours, gone, True, ""),
        )
        missing = {"RLCard": "pip install 'bolicho[bench]'"}
        return PeersReport(seed, seconds, "2026-11-15", "a machine, 2 cores", (0.5,), rows, missing)

    monkeypatch.setattr(bench_peers, "run", run)


def said(*words: str) -> str:
    return " ".join(knock("bench", "peers", *words).out.split())


@pytest.mark.usefixtures("measured")
def test_people_see_ratios_what_differs_and_who_is_missing() -> None:
    out = said("--seed", "4")
    assert "Peers, 2026-11-15, best of three, seed 4" in out
    assert "500,000 25,000 20 × 15 ×" in out
    assert "500,000 – – –" in out
    assert "OpenSpiel leduc: another game." in out
    assert "On a machine, 2 cores; Bolicho 0.1.0, OpenSpiel 2.0.2." in out
    assert "RLCard is not installed: pip install 'bolicho[bench]'" in out


@pytest.mark.usefixtures("measured")
def test_programs_get_the_same_and_a_file_keeps_it(tmp_path: Path) -> None:
    kept = tmp_path / "peers.json"
    told = json.loads(said("--json", "--seconds", "0.5", "--out", str(kept)))
    assert (told["what"], told["seconds"], told["date"]) == ("peers", 0.5, "2026-11-15")
    first, second = told["rows"]
    assert (first["ratio"], first["ratio_of_the_processor"], first["peer"]["version"]) == (20.0, 15.0, "2.0.2")
    assert (second["ratio"], second["peer"]["rate"]) == (None, None)
    assert json.loads(kept.read_text(encoding="utf-8")) == told


@pytest.mark.usefixtures("measured")
def test_a_file_that_cannot_be_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    found = knock("bench", "peers", "--out", str(tmp_path / "nowhere" / "peers.json"))
    assert (found.code, "there is no folder" in found.err, found.out) == (2, True, "")
    found = knock("bench", "peers", "--out", str(tmp_path))
    assert (found.code, "that is a folder" in found.err, found.out) == (2, True, "")


def test_no_greeting_of_a_library_gets_between_the_json(capfd: pytest.CaptureFixture[str]) -> None:
    table.TICTACTOE_STEPS.ready(0)(3)
    assert capfd.readouterr().out == ""
