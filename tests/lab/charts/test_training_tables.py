"""The tables of trainings: what terminal and web are told of the same JSON."""

from typing import Any

import pytest

from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES
from bolicho.lab.charts.training_tables import cases_sizes, imitation_growth, q_curve, words_of

POINTS = [
    {"match": match, "cases": 100 + kept, "hands": hands, "kept": kept, "clusters": 8}
    for match, hands, kept in ((0, 0, 0), (1, 10, 10), (2, 20, 15), (3, 30, 15), (4, 40, 20))
]


@pytest.mark.parametrize(
    ("most", "shares"), [(None, [None, 1.0, 0.5, 0.0, 0.5]), (2, [None, 0.75, 0.25])], ids=["all", "thinned"]
)
def test_hands_kept_are_a_share_of_those_since_the_line_above(most: int | None, shares: list[float | None]) -> None:
    table = imitation_growth({"growth": POINTS}, words_of("en"), most).only("share")
    assert [row[0] for row in table.rows] == [Figure(share) for share in shares]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_tutor_was_asked_is_told_where_it_was(language: str) -> None:
    sizes = {"start": 5, "kept": 2, "removed": 1, "now": 6}
    found: dict[str, Any] = {"bases": {"truco": "mine-truco"}, "cases": {"truco": sizes}}
    silent = found | {"help": {key: {"truco": 0} for key in ("asked", "answered", "timed_out")}}
    asked = found | {"help": {"asked": {"truco": 3}, "answered": {"truco": 2}, "timed_out": {"truco": 1}}}
    words = words_of(language)
    assert list(cases_sizes(silent, words).rows) == [["truco", 5, 2, 1, 6]]
    told = cases_sizes(asked, words)
    assert list(told.rows) == [["truco", 5, 2, 1, 6, 3, 2, 1]]
    assert len(told.columns) == 8
    assert told.title != cases_sizes(silent, words).title


def test_a_curve_has_nothing_where_nothing_was_played() -> None:
    won = {"rate": 0.5, "low": 0.4, "high": 0.6}
    table = q_curve([{"episodes": 10, "training": {}, "first": won, "second": won}], "random", words_of("en"))
    assert table.rows[0] == [10, Figure(None), Figure(0.5, 0.4, 0.6), Figure(0.5, 0.4, 0.6)]
    assert "random" in table.title
