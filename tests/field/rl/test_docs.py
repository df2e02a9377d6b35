"""The page about the environments says what the code does."""

from pathlib import Path

import pytest

from bolicho.field.encode import encoder

PAGE = (Path(__file__).parents[3] / "docs" / "field" / "pettingzoo.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["truco", "rikken", "tapatan"])
def test_the_tables_of_the_page_are_those_of_the_code(name: str) -> None:
    assert encoder(name).table() in PAGE


def test_sizes_of_every_game_are_written_by_the_site() -> None:
    assert "<!-- bolicho: arrays -->" in PAGE  # docs/hooks/facts/games.py
