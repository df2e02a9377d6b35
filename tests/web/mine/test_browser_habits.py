"""Habits on the page: nothing is sent before one asks; then prices, on a phone too, and in both languages."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.test_browser_mine import file_of, match, with_matches
from tests.web.visitor import DESKTOP, PHONE, SMALL, Visitor, sideways, violations

import bolicho
from bolicho.store import Store

MATCHES = 3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("habits")
    game = bolicho.game("truco", target=6)
    agents = [bolicho.agent(name, game) for name in ("random", "sound")]
    records = [bolicho.play_match(game, agents, seed=seed) for seed in range(MATCHES)]
    with Store.open(str(folder / "store.db")) as store:
        store.save([replace(one, agents=("person", "sound"), notes={"people": [0]}) for one in records])
    lab = Lab(folder)
    yield lab
    lab.close()


def table_of(visitor: Visitor, **options: Any) -> Any:
    page = with_matches(visitor, file_of(*(match(n, record=n) for n in range(1, MATCHES + 1))), **options)
    page.locator("#habits:not([hidden])").wait_for()
    return page


@pytest.mark.parametrize(("language", "size"), [("en", DESKTOP), ("pt-BR", PHONE)])
def test_habits_are_priced_when_one_asks_and_not_before(visitor: Visitor, language: str, size: tuple[int, int]) -> None:
    page = table_of(visitor, language=language, size=size)
    assert not any("/api/habits" in answer.url for answer in visitor.bodies)
    page.locator("#habits-go").click()
    page.locator("#habits-found h3").wait_for()
    for summary in page.locator("#habits-found summary").all():
        summary.click()
    assert page.locator("#habits-found table").count() == 2
    assert "{" not in page.locator("#habits").inner_text()
    assert list(sideways(page, (size, SMALL))) == []
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    assert violations(page) == []


def test_another_game_and_an_empty_table_have_no_habits(visitor: Visitor) -> None:
    page = table_of(visitor)
    page.locator("#game").select_option("achi")
    page.locator("#habits").wait_for(state="hidden")
