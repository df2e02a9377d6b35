"""Learning series: the agent changes between matches, and the rows are the same however they were played."""

from pathlib import Path

import pytest

import bolicho
from bolicho.agents import make
from bolicho.arena import Pairing, Plan, Row, run
from bolicho.arena.matches.series import Series, Unit, left
from bolicho.arena.plan.design import Design
from bolicho.arena.plan.formats import FORMATS, Shape
from bolicho.arena.run.tournament import Tournament
from bolicho.core.journal import ROWS


def series(matches: int, agents: int = 2, rounds: int = 1) -> list[Unit]:
    shape = Shape(agents, 2, matches, rounds, 0)
    return [unit for round in range(rounds) for unit in FORMATS["learning"].draw(shape, round, [])]


def by_hand(plan: Plan, matches: int) -> list[tuple[int, ...]]:
    """A series as one would write it: play, learn, play."""
    game = plan.build_game()
    agents = [make(name, game) for name in plan.agents]
    scores = []
    for match in range(matches):
        order = (0, 1) if match % 2 == 0 else (1, 0)
        record = bolicho.play_match(game, [agents[n] for n in order], plan.seed, match=match, keep_why=True)
        agents[0].learn(record)
        scores.append(record.scores)
    return scores


@pytest.mark.parametrize("learner", ["markov", "bot1"])
def test_a_series_is_play_and_learn_in_turn(learner: str) -> None:
    plan = Plan("truco", (learner, "sound"), {"target": 12}, seed=5)
    assert [row.scores for row in run(plan, series(6))] == by_hand(plan, 6)


def test_series_side_by_side_give_the_rows_of_one_after_the_other() -> None:
    plan = Plan("truco", ("markov", "random", "sound"), {"target": 6}, seed=2)
    units = series(8, agents=3, rounds=2)
    rows = run(plan, units, workers=1)
    assert [row.match for row in rows] == list(range(32))
    assert run(plan, units, workers=2) == rows


@pytest.mark.usefixtures("guests")
def test_learning_changes_the_agent_and_every_series_begins_anew() -> None:
    plan = Plan("truco", ("pupil", "plain"), {"target": 2}, seed=2)
    first, second = series(6, rounds=2)
    together, alone = run(plan, [first, second]), run(plan, [second])
    assert [row for row in together if row.match >= 6] == alone


@pytest.mark.usefixtures("guests")
def test_who_fails_at_learning_forfeits_that_match_and_goes_on() -> None:
    plan = Plan("truco", ("dunce", "random"), {"target": 2}, seed=1)
    rows = run(plan, series(6))
    assert [row.match for row in rows if row.forfeit is not None] == [2]
    assert rows[2].forfeit is not None
    assert rows[2].forfeit.why == "while it learned, raised ValueError: too much"
    assert rows[2].winner == 1


@pytest.mark.usefixtures("guests")
def test_a_match_that_takes_its_process_along_is_a_forfeit_and_the_series_goes_on_without_it() -> None:
    rows = run(Plan("truco", ("dropout", "random"), {"target": 12}, seed=1), series(5))
    # after two lessons nothing more can be learned: every further match ends the same way
    assert [row.forfeit is None for row in rows] == [True, True, False, False, False]
    pupil = run(Plan("truco", ("pupil", "random"), {"target": 12}, seed=1), series(5))
    assert rows[:2] == pupil[:2]


@pytest.mark.usefixtures("guests")
def test_a_series_that_was_broken_off_finds_the_same_rows(tmp_path: Path) -> None:
    design = Design(Plan("truco", ("markov", "random", "pupil"), {"target": 6}, seed=2), "learning", 5)
    with Tournament(tmp_path / "whole", design) as whole:
        assert whole.play(workers=2)
    lines = (tmp_path / "whole" / ROWS).read_bytes().splitlines(keepends=True)
    for kept in (0, 1, 4, 9):
        folder = tmp_path / f"part-{kept}"
        folder.mkdir()
        (folder / "design.json").write_bytes((tmp_path / "whole" / "design.json").read_bytes())
        (folder / ROWS).write_bytes(b"".join(lines[:kept]))
        with Tournament(folder, design) as part:
            assert part.taken_over == kept
            assert part.play()
            assert part.rows == whole.rows


def test_who_does_not_learn_is_refused() -> None:
    with pytest.raises(bolicho.BadInput, match="agent 'sound' does not learn"):
        run(Plan("truco", ("sound", "random")), series(2))


def test_what_is_left_of_a_unit() -> None:
    pairing = Pairing(3, 1, (0, 1))
    row = Row(3, 1, (0, 1), (0, 0), 0, 4, (0, 0))
    assert left(pairing, {}) == pairing
    assert left(pairing, {3: row}) is None
    unit = Series((pairing, Pairing(4, 2, (1, 0))), (0,))
    assert left(unit, {3: row}) == unit._replace(told=frozenset({3}))
    assert unit._replace(told=frozenset({3})).wanted == [Pairing(4, 2, (1, 0))]
