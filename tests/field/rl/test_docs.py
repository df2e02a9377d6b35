"""The page about the environments says what the code does."""

from pathlib import Path

import pytest

from bolicho.field.encode import encoder
from bolicho.games import BOARDS, GAMES

PAGE = (Path(__file__).parents[3] / "docs" / "field" / "pettingzoo.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["truco", "rikken", "tapatan"])
def test_the_tables_of_the_page_are_those_of_the_code(name: str) -> None:
    assert encoder(name).table() in PAGE


def test_the_page_tells_every_game_and_its_sizes() -> None:
    assert "<!-- bolicho: arrays-of-boards -->" in PAGE  # docs/hooks writes those of the boards
    for name in set(GAMES.house) - set(BOARDS):
        coder = encoder(name)
        assert f"| `{name}` | {coder.game.seats} | {coder.size:,} | {len(coder.vocabulary)} |" in PAGE
