"""How much more play an open verdict asks for: it is what the interval says, whatever way the claim is put."""

import pytest

from bolicho.arena.results.intervals import Estimate
from bolicho.core.numbers import Figure
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Undecided
from bolicho.lab.engine.verdicts import above, all_of, at_least, between, exactly, larger, near, opposite


def open_(word: str) -> Undecided:
    assert word == OPEN
    assert isinstance(word, Undecided)
    return word


def told(word: str) -> tuple[float, str]:
    found = open_(word)
    return round(found.times, 6), found.leans


def test_an_interval_twice_as_wide_as_its_distance_needs_four_times_as_much() -> None:
    assert told(above(Estimate(0.55, 0.45, 0.65), 0.5)) == (4.0, HOLDS)
    assert told(above(Estimate(0.45, 0.35, 0.55), 0.5)) == (4.0, FAILS)
    assert told(opposite(above(Estimate(0.45, 0.35, 0.55), 0.5))) == (4.0, HOLDS)
    assert told(larger(Estimate(0.6, 0.5, 0.7), Estimate(0.5, 0.4, 0.6))) == (4.0, HOLDS)
    assert told(between(Estimate(4.5, 3.5, 5.5), 4, 6)) == (4.0, HOLDS)
    assert told(between(Estimate(3.5, 2.5, 4.5), 4, 6)) == (4.0, FAILS)


def test_a_printed_number_is_met_by_a_narrow_interval_or_ruled_out_by_one() -> None:
    assert told(near(Estimate(0.5, 0.4, 0.6), 0.5, 0.05)) == (4.0, HOLDS)
    assert told(near(Estimate(0.58, 0.48, 0.68), 0.5, 0.05)) == (11.111111, FAILS)


def test_at_the_edge_no_n_is_enough() -> None:
    assert open_(above(Estimate(0.5, 0.4, 0.6), 0.5)).times == float("inf")


def test_without_an_interval_nobody_knows() -> None:
    for word in (above(Estimate(0.5, None, None), 0.4), near(Estimate(None, None, None), 0.4, 0.1)):
        assert not isinstance(word, Undecided)
        assert word == OPEN
    assert not isinstance(larger(Estimate(0.5, None, None), Estimate(0.4, 0.3, 0.5)), Undecided)
    assert not isinstance(between(Estimate(0.5, None, None), 0.4, 0.6), Undecided)


def test_what_was_played_is_taken_from_a_figure() -> None:
    assert open_(above(Figure(0.55, 0.45, 0.65, n=100), 0.5)).n == 100
    assert open_(above(Estimate(0.55, 0.45, 0.65), 0.5)).n is None


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([Undecided(4.0, HOLDS), Undecided(9.0, HOLDS), HOLDS], (9.0, HOLDS)),
        ([Undecided(4.0, HOLDS), Undecided(9.0, FAILS), Undecided(2.0, FAILS)], (2.0, FAILS)),
    ],
)
def test_a_claim_of_several_parts_is_decided_by_the_slowest_that_holds_or_the_first_that_fails(
    words: list[str], expected: tuple[float, str]
) -> None:
    assert told(all_of(words)) == expected


def test_a_number_of_parts_is_decided_when_enough_of_them_are() -> None:
    words = [HOLDS, Undecided(3.0, HOLDS), Undecided(5.0, FAILS), FAILS]
    assert told(at_least(words, 2)) == (3.0, HOLDS)
    assert told(at_least(words, 3)) == (5.0, FAILS)
    assert told(exactly(words, 2)) == (5.0, HOLDS)
    assert (exactly(words, 0), exactly(words, 4)) == (FAILS, FAILS)
    assert not isinstance(at_least([OPEN, HOLDS], 2), Undecided)
