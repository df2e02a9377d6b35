"""The growth of three bases: told in few points, drawn in both languages."""

from pathlib import Path
from typing import Any

import pytest

from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.charts.case_growth import growth
from bolicho.lab.charts.case_growth_plot import draw

MODES = ("envido", "flor", "truco")


def steps(matches: int) -> list[dict[str, Any]]:
    rows = [
        {"key": n, "hands": 10, "cases": {"envido": 513 + n, "flor": 513, "truco": 513 + 3 * n}} for n in range(matches)
    ]
    return [{"key": "start", "cases": dict.fromkeys(MODES, 513)}, *rows]


@pytest.mark.parametrize("matches", [0, 1, 99, 100, 101, 1000])
def test_few_points_tell_it_from_the_start_to_the_end(matches: int) -> None:
    told = growth(steps(matches), MODES)
    assert len(told) <= 102
    assert told[0] == {"match": 0, "hands": 0, "envido": 513, "flor": 513, "truco": 513}
    assert (told[-1]["match"], told[-1]["hands"]) == (matches, 10 * matches)
    assert [point["match"] for point in told] == sorted({point["match"] for point in told})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_names_each_base_and_where_it_ended(language: str, tmp_path: Path) -> None:
    told = {
        "agent": "bot1:mine",
        "against": "bot0",
        "bases": dict.fromkeys(MODES, ""),
        "growth": growth(steps(500), MODES),
    }
    words = Words("bolicho.cli.commands.train", language, "words.toml")
    for file in ("a.svg", "b.svg"):
        draw(told, tmp_path / file, words)
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert drawn == (tmp_path / "b.svg").read_text(encoding="utf-8")
    ends = ("1.012", "2.010") if language == "pt-BR" else ("1,012", "2,010")
    for text in (*MODES, *ends, "bot1:mine"):
        assert text in drawn
