"""The rules of judging: more play can settle what was open, and never turns a verdict round."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bolicho.arena.results.intervals import Estimate
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, WORDS
from bolicho.lab.engine.grounds import ground_of
from bolicho.lab.engine.verdicts import (
    above,
    again,
    agreed,
    all_of,
    at_least,
    better,
    between,
    called,
    exactly,
    larger,
    little_of,
    most_of,
    near,
    opposite,
    worse,
)

RULES: dict[str, Callable[[Estimate], str]] = {
    "above": lambda found: above(found, 0.1),
    "better": lambda found: better(found, 0.03),
    "better than half": lambda found: better(found, 0.03, 0.5),
    "worse": lambda found: worse(found, 0.03),
    "no better": lambda found: opposite(better(found, 0.03)),
    "no worse": lambda found: opposite(worse(found, 0.03)),
    "between": lambda found: between(found, -0.2, 0.2),
    "near": lambda found: near(found, 0.1, 0.05),
    "larger": lambda found: larger(found, Estimate(0.0, -0.1, 0.1)),
    "all of": lambda found: all_of([better(found, 0.03), worse(found, 0.03, 0.5)]),
    "one of": lambda found: at_least([better(found, 0.03), worse(found, 0.03, 0.5)], 1),
    "just one": lambda found: exactly([better(found, 0.03), worse(found, 0.03, 0.5)], 1),
    "most": lambda found: most_of([above(found, value) for value in (0.0, 0.1, 0.2, 0.3)], 0.75),
    "agreed": lambda found: agreed([above(found, 0.0), better(found, 0.03)]),
    "finer": lambda found: called(FAILS, word) if (word := better(found, 0.03)) == FAILS else word,
}
ends = st.floats(-1, 1, allow_nan=False).map(lambda number: round(number, 4))


@pytest.mark.parametrize("rule", RULES)
@given(numbers=st.lists(ends, min_size=5, max_size=5))
def test_a_narrower_interval_within_one_that_has_decided_decides_the_same(rule: str, numbers: list[float]) -> None:
    low, inner, mean, outer, high = sorted(numbers)
    wide, narrow = RULES[rule](Estimate(mean, low, high)), RULES[rule](Estimate(mean, inner, outer))
    assert wide in (OPEN, narrow)


@pytest.mark.parametrize("rule", RULES)
@given(numbers=st.lists(ends, min_size=3, max_size=3))
def test_what_a_verdict_rests_on_gives_the_verdict_again(rule: str, numbers: list[float]) -> None:
    low, mean, high = sorted(numbers)
    word = RULES[rule](Estimate(mean, low, high))
    found = again(ground_of(word))
    assert (found, ground_of(found)) == (word, ground_of(word))
    assert word in WORDS


def test_a_difference_that_is_surely_less_than_a_little_is_none_whatever_side_it_is_on() -> None:
    small, smaller, some = (Estimate(None, *ends) for ends in ((-0.01, 0.029), (0.005, 0.02), (0.005, 0.05)))
    assert [better(found, 0.03) for found in (small, smaller, some)] == [FAILS, FAILS, OPEN]
    assert better(Estimate(None, 0.031, 0.05), 0.03) == HOLDS


def test_a_claim_and_its_contrary_are_never_both_met() -> None:
    for found in (Estimate(None, *ends) for ends in ((-0.1, 0.0), (0.0, 0.02), (0.0, 0.1), (0.04, 0.1))):
        assert {better(found, 0.03), opposite(better(found, 0.03))} in ({HOLDS, FAILS}, {OPEN})


@given(printed=st.floats(0.001, 1), digits=st.floats(0, 0.01))
def test_who_finds_the_printed_difference_again_is_not_told_that_it_is_none(printed: float, digits: float) -> None:
    found = Estimate(printed, printed * (1 - digits), printed * (1 + digits))
    assert better(found, little_of({"printed": printed}, 0.03)) == HOLDS


def test_what_was_counted_is_kept_as_its_word() -> None:
    assert [again(ground_of(word)) for word in WORDS] == list(WORDS)
