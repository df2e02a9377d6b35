"""The benchmark of tournaments: what it measures is what it says, and a projection is called one."""

import pytest

from bolicho.arena import Plan
from bolicho.arena.plan.design import Design
from bolicho.bench import arena as bench_arena
from bolicho.bench.arena import STAGE_MATCHES, ArenaReport, Stage, TimeSpent, bare, stage, tournament


def report(**other: object) -> ArenaReport:
    part = Stage(matches=1140, seconds=15, processor=25, projected=120, standings=1)
    told: dict[str, object] = {
        "seed": 1,
        "matches": 300,
        "bare": (10.0, 10.0, 20.0),
        "arena": (10.5, 10.8, 30.0),
        "one": (10.0, 12.0, 11.0),
        "two": (5.0, 6.0, 11.0),
        "stage": part,
        "cores": 2,
        "load": (0.1, 0.1, 0.1),
    }
    return ArenaReport(**(told | other))  # type: ignore[arg-type]


def test_the_round_in_the_middle_counts() -> None:
    found = report()
    assert found.overhead == pytest.approx(8)
    assert found.times == 2
    assert [measure.value for measure in found.summary] == [pytest.approx(8), 2, 120]
    assert report(cores=1).times is None
    assert report(cores=1).summary[1].value is None


def test_a_projection_is_called_one() -> None:
    assert "projected from 1,140" in report().summary[2].name
    assert report().to_dict()["stage_is_projected"]
    whole = Stage(STAGE_MATCHES, 100, 190, 100, 1)
    assert "projected" not in report(stage=whole).summary[2].name


def test_matches_are_played_by_themselves_and_in_a_tournament() -> None:
    assert bare(1, 2).processor >= 0
    spent, rows = tournament(Design(Plan("truco", ("random", "novice"), {"target": 2}), "round-robin", 2), 1)
    assert len(rows) == 2
    assert spent.wall > 0
    assert TimeSpent(5.0, 10.0).each(TimeSpent(1.0, 2.0), 4) == (1.0, 2.0)


def test_of_the_stage_a_part_is_played_and_the_rest_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("truco", ("random",) * 20, {"target": 2})
    monkeypatch.setattr(bench_arena, "_stage", lambda seed, matches: Design(plan, "gauntlet", matches))
    found = stage(1, seconds=0.1)
    assert (found.matches, found.complete) == (19 * 2, False)
    assert found.projected != found.seconds
