"""A card game from ``bolicho new game --kind cards``, installed by its entry points alone, is played in a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.web.labs import Lab
from tests.web.player import changes, opened, standing
from tests.web.visitor import DESKTOP, Visitor

PHONE = (390, 844)
INSTALL = ("pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """``bolicho serve`` where the guest's package is installed, and nothing else is told of it."""
    folder = tmp_path_factory.mktemp("guest")
    said = knock("new", "game", "altas", "--kind", "cards", "--out", str(folder / "altas"))
    assert said.code == 0, said.err
    installed = folder / "installed"
    subprocess.run([sys.executable, "-m", *INSTALL, str(installed), str(folder / "altas")], check=True)
    paths = filter(None, (str(installed), str(Path(__file__).parents[2] / "src"), os.environ.get("PYTHONPATH")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        server = Lab(tmp_path_factory.mktemp("house"))
    yield server
    server.close()


def legal(page: Any) -> Any:
    return page.locator("#drawing .hand button.legal")


def test_the_lobby_and_the_rules_speak_of_it(visitor: Visitor) -> None:
    page = visitor.open("/#altas")
    page.get_by_role("button", name="Altas").wait_for()
    page.goto(f"{visitor.url}/rules/altas")
    page.get_by_text("Each plays a card. The higher takes", exact=False).wait_for()
    page = visitor.open("/rules/altas", language="pt-BR")
    page.get_by_text("Cada um joga uma carta. A maior leva", exact=False).wait_for()


SEATS = [(DESKTOP, "en", "You"), (PHONE, "pt-BR", "Você")]


@pytest.mark.parametrize(("size", "language", "you"), SEATS)
def test_a_match_is_played_to_its_end(
    visitor: Visitor, server: Lab, size: tuple[int, int], language: str, you: str
) -> None:
    table = opened(server, "altas", "random", options={"target": 4}, language=language)
    page = visitor.seat(table, size=size, language=language)
    hands = 0
    while (what := told(page)) != "over":
        before = standing(page)
        if what == "next":
            hands += 1
            assert page.locator("#drawing .now .spot").count() == 2
            assert page.locator("#drawing .past li").count() == 2  # two rounds before the last
            assert page.locator("#log li:not(.talk)").count() == 6
            assert page.locator("#between .told li").count() == 2
            page.locator("#between button.primary").click()
        else:
            held, faces = page.locator("#drawing .hand button").count(), legal(page).locator("svg.card").count()
            assert held == faces > 0
            assert page.locator("#drawing .seat .backs i").count() in (held - 1, held)
            inside = page.locator("#drawing .hand").bounding_box()
            assert inside["x"] >= 0
            assert inside["x"] + inside["width"] <= size[0]
            card = legal(page).first.locator("svg text").first.text_content()
            legal(page).first.click()
            changes(page, before)
            heard = page.locator("#log li").all_text_contents()
            assert any(line == f"{you}: {card}" for line in heard)
            continue
        changes(page, before)
    scores = [int(one.split()[0]) for one in page.locator("#score .points").all_text_contents()]
    assert max(scores) >= 4
    assert hands >= 1
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    replay = page.locator("#between a[href^='/replay/']").get_attribute("href")
    page.goto(f"{visitor.url}{replay}")
    page.locator("#on").click()
    page.locator("#drawing .now .spot").first.wait_for()
    assert page.locator("#drawing .card svg").count() >= 6


def told(page: Any) -> str:
    """Wait until the person is asked for something, in either language."""
    page.locator("#turn.mine, #between:not([hidden]) button").first.wait_for()
    if page.locator("#between:not([hidden]) a[href='/']").count():
        return "over"
    return "next" if page.locator("#between:not([hidden]) button.primary").count() else "move"


def test_agents_are_watched_with_open_cards_and_people_keep_theirs(visitor: Visitor, server: Lab) -> None:
    agents = [{"kind": "agent", "agent": "random"}] * 2
    answer = server.client.post("/api/tables", json={"game": "altas", "seats": agents, "language": "en"})
    page = visitor.open(f"/table/{answer.json()['table']}")
    page.locator("#drawing .now .spot").first.wait_for()
    table = opened(server, "altas", "random")
    page = visitor.open(f"/table/{table['table']}")
    page.locator("#drawing .hand .back").first.wait_for()
    assert page.locator("#drawing .hand .card svg:not(.back)").count() == 0
