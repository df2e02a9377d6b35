"""``bolicho bench markov``: what it prints of what was measured."""

import json

import pytest
from tests.cli.front_door import knock

from bolicho.bench import markov as bench_markov
from bolicho.bench.markov import MarkovReport, Player


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a match for every second, without playing any."""

    def run(seed: int, budget: float, watch: object) -> MarkovReport:
        matches = min(5000, round(budget))
        player = Player("markov", 4000, (55.0, 50.0, 52.0), 49.0, 4.1, 9.0)
        return MarkovReport(seed, matches, 20 * matches, budget, budget / 2, (player,))

    monkeypatch.setattr(bench_markov, "run", run)


def said(*words: str) -> str:
    return " ".join(knock("bench", "markov", *words).out.split())


def test_seconds_say_how_long_the_training_may_take() -> None:
    told = json.loads(said("--seconds", "0.5", "--seed", "3", "--json"))
    assert (told["what"], told["seed"], told["matches"], told["seconds"]) == ("markov", 3, 90, 90.0)
    assert told["extrapolated"]
    assert json.loads(said("--seconds", "50", "--json"))["extrapolated"] is False


def test_people_are_told_what_was_only_reckoned() -> None:
    out = said()
    assert "matches against itself, extrapolated 5,000.0" in out
    assert "180 matches (3,600 hands) were played" in out
    assert "5,000 at that pace take 5000 s" in out
    assert "The paper took 150 hours, 108 times as long." in out
    assert "microseconds a decision of markov 50.0" in out
    assert "megabytes of markov 9.0" in out


def test_people_are_told_what_was_measured() -> None:
    out = said("--seconds", "50")
    assert "5,000 matches (100,000 hands) were played" in out
    assert "extrapolated" not in out
    assert "pace" not in out


def test_an_unknown_benchmark_names_this_one() -> None:
    assert "markov" in knock("bench", "markow").err
