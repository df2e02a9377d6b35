"""Tournaments: killed at any time they go on and end alike; nobody who misbehaves can stop one."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bolicho import BadInput
from bolicho.arena import Plan, Row, standings
from bolicho.arena.plan.design import LOOK, Design
from bolicho.arena.run.tournament import Local, Tournament
from bolicho.core.journal import DESIGN, ROWS

PLAN = Plan("truco", ("sound", "random", "novice"), {"target": 6}, seed=4)


def played(design: Design, folder: Path | None = None, workers: int = 1) -> list[Row]:
    with Tournament(folder, design) as tournament:
        assert tournament.play(workers)
        return tournament.rows


@pytest.mark.parametrize(
    "design",
    [
        Design(PLAN, "round-robin", 5),
        Design(PLAN, "gauntlet", 4),
        Design(PLAN, "swiss", 4, rounds=3),
        Design(PLAN, "league", 2, rounds=2),
        Design(PLAN, "round-robin", 4 * LOOK, decide=0.05),
        Design(Plan("rikken", ("random", "rules", "random", "rules", "random"), seed=1), "swiss", 4, rounds=2),
    ],
    ids=lambda design: f"{design.plan.game}-{design.format}-{design.decide}",
)
def test_the_same_rows_with_one_worker_and_two(design: Design, tmp_path: Path) -> None:
    rows = played(design)
    assert played(design, tmp_path / "two", workers=2) == rows
    lines = (tmp_path / "two" / ROWS).read_text(encoding="utf-8").splitlines()
    assert sorted(map(Row.from_json, lines), key=lambda row: row.match) == rows


def test_play_stops_when_it_is_decided_and_not_before() -> None:
    plan = Plan("truco", ("sound", "random", "sound"), {"target": 6}, seed=1)
    rows = played(Design(plan, "round-robin", 80, decide=0.05), workers=2)
    counts = {pair: sum(set(row.seats) == set(pair) for row in rows) for pair in ((0, 1), (1, 2), (0, 2))}
    assert counts[0, 2] == 80  # two who are alike are played to the end
    assert max(counts[0, 1], counts[1, 2]) < 80
    assert all(count % (2 * LOOK) == 0 for count in counts.values())
    everything = played(Design(plan, "round-robin", 80), workers=2)
    assert set(map(Row.to_json, rows)) <= set(map(Row.to_json, everything))


KILLED = """
import sys
from pathlib import Path
from bolicho.arena import Plan
from bolicho.arena.plan.design import Design
from bolicho.arena.run.tournament import Tournament
if __name__ == "__main__":
    plan = Plan("truco", ("sound", "random", "novice"), {"target": 6}, seed=4)
    with Tournament(Path(sys.argv[1]), Design(plan, sys.argv[2], 20, rounds=int(sys.argv[3]) or None)) as tournament:
        tournament.play(2)
"""


@pytest.mark.parametrize(("name", "rounds"), [("round-robin", 0), ("swiss", 3)])
def test_a_run_killed_outright_goes_on_and_ends_with_the_same_table(name: str, rounds: int, tmp_path: Path) -> None:
    design = Design(PLAN, name, 20, rounds=rounds or None)
    whole = played(design, workers=2)
    script, folder = tmp_path / "killed.py", tmp_path / "run"
    script.write_text(KILLED)
    kept = []
    for wanted in (5, 35):
        child = subprocess.Popen([sys.executable, str(script), str(folder), name, str(rounds)])
        end = time.monotonic() + 300
        while child.poll() is None and lines(folder) < wanted and time.monotonic() < end:
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
        kept.append(lines(folder))
    with (folder / ROWS).open("ab") as out:
        out.write(b'{"match":59,"board":9,"sea')  # as if the kill had come in the middle of a line
    with Tournament(folder, design) as tournament:
        assert 5 <= kept[0] <= kept[1] <= tournament.taken_over + 1 <= len(whole) + 1
        assert tournament.play(2)
        assert tournament.rows == whole
        assert standings(tournament.rows, 3) == standings(whole, 3)
    assert lines(folder) == len(whole)  # nothing was played twice


def test_an_entry_that_is_there_too_many_is_named(tmp_path: Path) -> None:
    design = Design(PLAN, "gauntlet", 2)
    played(design, tmp_path)
    there = json.loads((tmp_path / DESIGN).read_text())
    there["options"]["tally"] = None
    (tmp_path / DESIGN).write_text(json.dumps(there))
    with pytest.raises(BadInput, match="with tally None, not 'missing'"):
        Tournament(tmp_path, design)


def lines(folder: Path) -> int:
    path = folder / ROWS
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_somebody_may_say_stop_and_go_on_later(tmp_path: Path) -> None:
    design, seen = Design(PLAN, "round-robin", 20), []
    with Tournament(tmp_path / "run", design) as tournament:
        assert not tournament.play(progress=lambda done, total: seen.append((done, total)), stop=lambda: len(seen) > 7)
        assert 0 < len(tournament.rows) < 60
    with Tournament(tmp_path / "run", design) as tournament:
        assert tournament.play()
        assert tournament.rows == played(design)
    assert seen[0] == (0, 60)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@pytest.mark.usefixtures("guests")
def test_who_cheats_crashes_or_hangs_forfeits_and_the_tournament_goes_on_and_says_so() -> None:
    names = ("random", "cheat", "raiser", "dier", "sleeper", "novice")
    plan = Plan("truco", names, seed=1, time_limit=2)
    rows = played(Design(plan, "gauntlet", 4), workers=2)
    assert len(rows) == 20
    found = {names[row.forfeit.agent]: row.forfeit.why for row in rows if row.forfeit is not None}
    assert set(found) == {"cheat", "raiser", "dier", "sleeper"}
    assert "illegal move 'royal-flush'" in found["cheat"]
    assert "raised KeyError" in found["raiser"]
    assert "brought its process down" in found["dier"]
    assert "still thinking after 2 s" in found["sleeper"]
    table = standings(rows, len(names))
    assert [entry.matches for entry in table] == [20, 4, 4, 4, 4, 4]
    assert [entry.forfeits for entry in (table[0], table[5])] == [0, 0]
    fair = [row for row in rows if set(row.seats) == {0, 5}]
    assert [row.forfeit for row in fair] == [None] * 4


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (Design(replace(PLAN, seed=5), "round-robin", 4), "holds a tournament with seed 4, not 5"),
        (Design(PLAN, "gauntlet", 4), "format 'round-robin', not 'gauntlet'"),
        (Design(PLAN, "round-robin", 6), "matches 4, not 6"),
        (Design(replace(PLAN, options={"target": 12}), "round-robin", 4), "target 6, not 12"),
        (Design(replace(PLAN, agents=("sound", "random")), "round-robin", 4), "agents sound random novice, not sound"),
    ],
)
def test_a_folder_of_another_tournament_is_refused_and_left_alone(other: Design, why: str, tmp_path: Path) -> None:
    played(Design(PLAN, "round-robin", 4), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(BadInput, match=why):
        Tournament(tmp_path, other)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_of_another_kind_of_run_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "design.json").write_text('{"experiment": "moral", "seed": 4}')
    with pytest.raises(BadInput, match="holds a run of another kind, not a tournament; remove it"):
        Tournament(tmp_path, Design(PLAN, "round-robin", 4))


def test_an_agent_made_of_another_file_is_another_tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bolicho.learn.markov import file
    from bolicho.learn.markov.matrices import Matrices

    monkeypatch.chdir(tmp_path)
    matrices = Matrices.initial()
    file.save(matrices, Path("mine.npz"))
    design = Design(replace(PLAN, agents=("markov:mine.npz", "random")), "round-robin", 2)
    played(design, tmp_path / "run")
    matrices.matches += 1
    file.save(matrices, Path("mine.npz"))
    with pytest.raises(BadInput, match="another version of files"):
        Tournament(tmp_path / "run", design)


def test_agents_join_a_league_and_rounds_are_added(tmp_path: Path) -> None:
    young = Design(replace(PLAN, agents=("sound", "random")), "league", 4, rounds=1)
    before = played(young, tmp_path)
    old = Design(PLAN, "league", 4, rounds=2)
    with Tournament(tmp_path, old) as tournament:
        assert tournament.taken_over == len(before) == 4
        assert tournament.play()
        assert [row for row in tournament.rows if row in before] == before
        assert tournament.rows == played(old)
    with pytest.raises(BadInput, match="agents sound random novice, not sound random"):
        Tournament(tmp_path, young)
    more = replace(PLAN, agents=(*PLAN.agents, "bold"))
    with pytest.raises(BadInput, match="matches 4, not 6"):  # who joins is welcome, what stands in the way is named
        Tournament(tmp_path, Design(more, "league", 6, rounds=2))


def test_rows_that_do_not_belong_are_named_with_their_line(tmp_path: Path) -> None:
    design = Design(PLAN, "round-robin", 2)
    played(design, tmp_path)
    path = tmp_path / ROWS
    good = path.read_text()
    first = json.loads(good.splitlines()[0])
    for entry, why in (
        ({}, "not a row of a match: 'match' is missing"),
        (first | {"match": 99}, "match 99 is not one of this tournament"),
        (first | {"board": 5}, "is not one of this tournament"),
        (first | {"hands": 99}, "is there already, and ended otherwise"),
        (first | {"winner": 99}, "its 'winner' cannot be"),
    ):
        path.write_text(good + json.dumps(entry) + "\n")
        with pytest.raises(BadInput, match=rf"rows\.jsonl line 7: .*{why}"):
            Tournament(tmp_path, design)


def test_one_at_a_time_and_nothing_is_left_of_one_that_did_not_begin(tmp_path: Path) -> None:
    design = Design(PLAN, "round-robin", 2)
    with (
        Tournament(tmp_path / "run", design),
        pytest.raises(BadInput, match="another run is writing there"),
    ):
        Tournament(tmp_path / "run", design)
    assert list(tmp_path.iterdir()) == []
    broken = Design(replace(PLAN, agents=("random", "cbr:NOPE")), "round-robin", 2)
    with pytest.raises(BadInput), Tournament(tmp_path / "run", broken) as tournament:
        tournament.play()
    assert list(tmp_path.iterdir()) == []


def test_the_time_of_all_runs_is_added_up_and_decides_nothing(tmp_path: Path) -> None:
    design = Design(PLAN, "round-robin", 4)
    with Tournament(tmp_path / "run", design) as tournament:
        assert not tournament.play(stop=lambda: bool(tournament.rows))
        first = tournament.watch.seconds
        assert first > 0
    with Tournament(tmp_path / "run", design) as tournament:
        assert tournament.watch.seconds == pytest.approx(first, abs=0.01)
        assert tournament.play()
        assert tournament.watch.seconds > first
        both, rows = tournament.watch.seconds, tournament.rows
    (tmp_path / "run" / "seconds.json").write_text("torn")
    with Tournament(tmp_path / "run", design) as tournament:
        assert tournament.play()
        assert (tournament.watch.seconds, tournament.rows) == (0, rows)
        assert both > 0


def test_a_finished_tournament_calls_nobody_again(tmp_path: Path) -> None:
    design = Design(PLAN, "round-robin", 2)
    rows = played(design, tmp_path)
    with Tournament(tmp_path, design) as tournament:
        crew = Local(2).crew(PLAN)
        assert tournament.play(engine=Local(2))
        assert (tournament.rows, crew.workers) == (rows, [])
    assert set(json.loads((tmp_path / DESIGN).read_text())) >= {"game", "agents", "seed", "versions"}


def test_a_plan_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(BadInput, match="decide 2"):
        Design(PLAN, "round-robin", 4, decide=2)
    with pytest.raises(BadInput, match="not a swiss"):
        Design(PLAN, "swiss", 4, decide=0.05)
    with pytest.raises(BadInput, match="expected at least 4"):
        Design(Plan("rikken", ("random", "rules")))
