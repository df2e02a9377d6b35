"""What the rows of a training say: wins by seat, as mão and as pé, hundred by hundred."""

from typing import Any

from bolicho.lab.charts.markov_wins import first, learner, per_hundred, rate, updates


def row(match: int, winner: int, mano: int) -> dict[str, Any]:
    return {"match": match, "learner": match % 2, "winner": winner, "mano": mano, "updates": {"truco": match}}


ROWS = [row(0, 0, 0), row(1, 1, 0), row(2, 1, 0), row(3, 1, 1), row(4, 0, 1)]
"""The learner wins matches 0, 1, 3 and 4: two as mão (0, 3), two as pé (1, 4)."""


def test_the_learner_is_counted_wherever_it_sits() -> None:
    told = learner(ROWS)
    assert (told["wins"], told["matches"], told["rate"]) == (4, 5, 0.8)
    assert [(seat["wins"], seat["matches"]) for seat in told["seats"]] == [(2, 3), (2, 2)]
    assert (told["mao"]["wins"], told["mao"]["matches"]) == (2, 3)
    assert (told["pe"]["wins"], told["pe"]["matches"]) == (2, 2)
    assert told["split"] == {"mao": 0.5, "pe": 0.5}


def test_who_began_is_counted_whoever_it_was() -> None:
    assert (first(ROWS)["wins"], first(ROWS)["matches"]) == (2, 5)


def test_only_whole_hundreds_are_told() -> None:
    rows = [row(match, match % 2 if match < 130 else 1 - match % 2, 0) for match in range(250)]
    assert per_hundred(rows) == [100, 30]
    assert per_hundred(rows, size=125) == [125, 5]
    assert per_hundred(rows[:99]) == []


def test_nothing_won_has_no_split() -> None:
    told = learner([row(0, 1, 0)])
    assert told["split"] == {"mao": None, "pe": None}
    assert told["pe"] == rate([]) == {"wins": 0, "matches": 0, "rate": None, "low": None, "high": None}


def test_updates_are_added_up() -> None:
    assert updates(ROWS) == {"truco": 10}
