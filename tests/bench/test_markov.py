"""The benchmark of the Markov player measures what it says and tells what it only reckoned."""

import pytest

from bolicho.bench.markov import MarkovReport, Player, apart, decisions, memory, run


def report(matches: int, seconds: float) -> MarkovReport:
    return MarkovReport(
        0, matches, 20 * matches, seconds, seconds / 2, (Player("markov", 4000, (55.0, 50.0, 52.0), 49.0, 4.1, 9.0),)
    )


def test_a_whole_training_is_measured_not_reckoned() -> None:
    told = report(5000, 100.0).to_dict()
    assert (told["extrapolated"], told["seconds_of_5000"]) == (False, 100.0)
    assert told["times_paper"] == 5400
    assert [measure["value"] for measure in told["summary"]] == [100.0, 50.0, 9.0]


def test_what_was_broken_off_is_reckoned_and_says_so() -> None:
    slow = report(1000, 70.0)
    assert slow.extrapolated
    assert slow.summary[0].name.endswith("extrapolated")
    assert slow.summary[0].value == 350.0


def test_a_run_plays_until_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.bench.markov.apart", lambda measured, seed, name: measured(seed, name, 1))
    monkeypatch.setattr("bolicho.bench.markov.decisions", lambda seed, name: decisions(seed, name, 5))
    told = run(seed=1, budget=0.0, matches=50)
    assert (told.matches, told.extrapolated) == (1, True)
    assert told.hands > 1
    assert told.seconds > 0
    assert told.players[0].name == "markov"
    assert all(player.decisions > 100 and len(player.microseconds) == 10 for player in told.players)


def test_memory_counts_at_least_the_matrices() -> None:
    arrays, grown = memory(seed=1, matches=1)
    assert arrays == pytest.approx(2 * 8 * (502**2 + 29**2 + 64**2 + 6**2) / 1e6 + 14 * 3 * 8 / 1e6)
    assert grown >= arrays * 0.99, "a player that learns has matrices of its own"


def test_a_new_process_knows_nothing_yet() -> None:
    assert apart(known_here, 1, "markov") == (0, 1)


def known_here(seed: int, name: str) -> tuple[float, float]:
    """How many slices are known in this process before, and after one was asked for."""
    from bolicho.learn.markov.slices import truco_slice

    before = truco_slice.cache_info().currsize
    truco_slice((1,), ())
    return before, truco_slice.cache_info().currsize


def test_the_best_round_and_the_larger_memory_count() -> None:
    assert [measure.value for measure in Player("markov", 10, (101.0, 120.0), 99.0, 4.1, 20.5).summary] == [101.0, 20.5]


def test_every_decision_of_a_match_is_asked_for() -> None:
    count, microseconds, processor = decisions(seed=1, matches=1)
    assert count > 20
    assert all(time > 0 for time in (*microseconds, processor))
