"""The replay page in a real browser: keys, slider, deep links, explanations that can be read, playing on from a ply."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsers import Browser, is_complaint
from tests.web.replayed import MATCHES, played
from tests.web.served import Served, serving
from tests.web.visitor import until, violations

import bolicho
from bolicho.core.words import LANGUAGES
from bolicho.store import Store
from bolicho.web.server.texts import load_texts

NUMBER = {which: number for number, which in enumerate(MATCHES, 1)}
STATIC = Path(bolicho.__file__).parent / "web" / "static"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("page")
    with Store.open(str(folder / "house.db")) as store:
        store.save([*map(played, MATCHES)])
    with serving(folder) as served:
        yield served


class Reader:
    """Somebody who looks at pages; no page may complain, ask elsewhere or be wider than the screen."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.browser, self.url, self.complaints = browser, f"http://127.0.0.1:{served.port}", list[str]()

    def open(self, path: str, width: int = 1100, language: str = "en") -> Any:
        page = self.browser.page(width, 800, locale=language)
        page.on("console", lambda said: self._note(said) if is_complaint(said) else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda asked: self._asked(asked.url))
        page.goto(self.url + path)
        return page

    def replay(self, which: str, place: str, **options: Any) -> Any:
        page = self.open(f"/replay/{NUMBER[which]}#{place}", **options)
        page.locator("#replay").wait_for(state="visible")
        page.locator("#why-here > *").first.wait_for()
        return page

    def _note(self, said: Any) -> None:
        self.complaints.append(said.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((self.url, "data:")):
            self.complaints.append(f"asked {url}")


@pytest.fixture
def reader(chromium: Browser, served: Served) -> Iterator[Reader]:
    reader = Reader(chromium, served)
    yield reader
    chromium.all_back()
    assert reader.complaints == []


def place(page: Any) -> str:
    found: str = page.evaluate("() => location.hash")
    return found


def comes_to(page: Any, wanted: str) -> None:
    until(page, "wanted => location.hash === wanted", wanted)


def test_keys_walk_through_the_match_and_the_address_follows(reader: Reader) -> None:
    ends = [len(unit.moves) for unit in played("truco").units]
    page = reader.replay("truco", "1.2")
    walk = [
        ("ArrowRight", "#1.3"),
        ("ArrowLeft", "#1.2"),
        ("Home", "#1.0"),
        ("ArrowLeft", f"#0.{ends[0]}"),
        ("ArrowRight", "#1.0"),
        ("End", f"#1.{ends[1]}"),
        ("PageDown", "#2.0"),
        ("PageUp", "#1.0"),
    ]
    for key, wanted in walk:
        page.keyboard.press(key)
        comes_to(page, wanted)
    page.locator("#slider").fill("2")
    comes_to(page, "#1.2")
    page.locator("#unit").select_option("0")
    comes_to(page, "#0.0")
    page.locator("#moves button").nth(1).click()
    comes_to(page, "#0.2")
    page.keyboard.press("Escape")
    page.evaluate("() => { location.hash = '#2.1'; }")
    until(page, "() => document.getElementById('unit').value === '2'")
    assert page.locator("#slider").input_value() == "1"


def test_the_faces_are_those_of_who_plays(reader: Reader, served: Served) -> None:
    page = reader.replay("bots", "0.0")
    with served.client() as client:
        faces = [seat["face"] for seat in client.get(f"/api/matches/{NUMBER['bots']}").json()["seats"]]
    drawn = page.locator("#drawing .portrait svg").evaluate_all("all => all.map((one) => one.outerHTML)")
    script = "async face => (await import('/static/js/pictures/faces.js')).face({ face }).outerHTML"
    assert sorted(drawn) == sorted(page.evaluate(script, face) for face in faces)


def test_play_goes_on_by_itself_until_it_is_paused(reader: Reader) -> None:
    page = reader.replay("bots", "0.0")
    page.locator("#pace").select_option("500")
    page.get_by_role("button", name="Play", exact=True).click()
    comes_to(page, "#0.2")
    page.get_by_role("button", name="Pause").click()
    stopped = place(page)
    page.wait_for_timeout(700)
    assert place(page) == stopped


@pytest.mark.parametrize("which", MATCHES)
@pytest.mark.parametrize(("width", "language"), [(1100, "pt-BR"), (320, "en")])
def test_every_ply_of_a_unit_is_drawn_and_explained(reader: Reader, which: str, width: int, language: str) -> None:
    moves = len(played(which).units[0].moves)
    page = reader.replay(which, "0.0", width=width, language=language)
    for ply in range(1, min(moves, 8) + 1):
        page.keyboard.press("ArrowRight")
        comes_to(page, f"#0.{ply}")
        assert page.locator("#why-here .why-sentence").inner_text()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert "why." not in page.locator("#why-here").inner_text()
    assert page.locator("#drawing").inner_text() or page.locator("#drawing svg").count()


def why_at(which: str, wanted: str) -> str:
    """The first ply whose explanation stands on such a fact."""
    for number, unit in enumerate(played(which).units):
        for ply, kept in enumerate(unit.decisions, 1):
            if kept and kept["why"].get("facts", {}).get(wanted):
                return f"{number}.{ply}"
    raise AssertionError(f"nothing in {which} stands on {wanted}")


def test_cases_are_shown_with_their_cards_likeness_and_votes(reader: Reader) -> None:
    for which in ("truco", "bots"):
        page = reader.replay(which, why_at(which, "cases"))
        case = page.locator(".case").first
        case.locator("svg[role=img]").nth(2).wait_for()
        assert re.search(r"\d+ % alike", case.inner_text())
        case.locator("summary").click()
        assert "The player received" in case.inner_text()
        assert page.get_by_role("table", name="Votes by action").count() == 1


def test_a_matrix_is_a_picture_with_a_name_and_a_table(reader: Reader) -> None:
    page = reader.replay("truco", why_at("truco", "row"))
    assert page.get_by_role("img", name=re.compile("Share won by row")).count() == 1
    page.locator("summary", has_text="As a table").click()
    assert page.get_by_role("table", name="Wins and losses by the rival's hand").locator("tbody tr").count() > 5
    assert page.locator(".gauge").inner_text()


def test_perfect_play_stands_on_the_board_and_in_a_table(reader: Reader) -> None:
    page = reader.replay("tapatan", "0.0")
    page.get_by_role("button", name="Values of perfect play").click()
    table = page.get_by_role("table", name="With the best play of both")
    table.wait_for()
    assert table.locator("tbody tr").count() == 5
    page.locator("#values-drawn svg").wait_for()
    assert "draws" in table.inner_text()


def test_one_pair_of_eyes_sees_one_hand(reader: Reader) -> None:
    page = reader.replay("truco", "0.0")
    page.get_by_label("Show everybody's hands").uncheck()
    hands = played("truco").units[0].deal.split(" / ")
    for seat in (0, 1):
        page.get_by_label("Through the eyes of").select_option(str(seat))
        shown = page.locator("#drawing svg[role=img]").evaluate_all("all => all.map(one => one.ariaLabel)")
        assert sum("face down" in name for name in shown) == 3, hands
        assert len(shown) == 6


@pytest.mark.parametrize("path", ["/matches", "/replay/1#0.1", "/replay/2#0.2", "/replay/3#0.2", "/replay/4#0.1"])
def test_axe_finds_nothing(reader: Reader, path: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = reader.open(path)
    page.wait_for_load_state("networkidle")
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []


def test_a_file_is_looked_at_and_a_wrong_one_refused(reader: Reader, tmp_path: Path) -> None:
    good, bad = tmp_path / "match.json", tmp_path / "bad.json"
    good.write_text(played("picaria").to_json() + "\n", encoding="utf-8")
    forged = json.loads(played("picaria").to_json())
    forged["units"][0]["moves"][0] = "z9"
    bad.write_text(json.dumps(forged), encoding="utf-8")
    page = reader.open("/matches")
    page.locator("#file").set_input_files(bad)
    page.get_by_text("illegal move 'z9'").wait_for()
    reader.complaints.clear()  # the browser tells of the answer 422
    page.locator("#file").set_input_files(good)
    page.wait_for_url("**/replay/file**")
    page.locator("#replay").wait_for(state="visible")
    assert "Picaria" in page.locator("#heading").inner_text()


def test_playing_on_opens_a_table_at_that_ply(reader: Reader) -> None:
    page = reader.replay("truco", "1.1")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/**")
    page.get_by_text("goes on from match 1").first.wait_for()


def test_every_text_that_a_script_asks_for_is_there_in_both_languages() -> None:
    scripts = [*(STATIC / "js" / "why").glob("*.js"), *(STATIC / "js" / "replay").glob("*.js")]
    scripts += [STATIC / "js" / name for name in ("pages/replay.js", "pages/matches.js")]
    asked = {key for file in scripts for key in re.findall(r'"((?:why|replay|matches)\.[\w.-]+)"', file.read_text())}
    first, second = (load_texts("words/replay.toml", language) for language in LANGUAGES)
    assert len(asked) > 80
    assert {key for key in asked if not any(known.startswith(key) for known in first)} == set()
    assert first.keys() == second.keys()
    for key, text in first.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", second[key])), key


@pytest.mark.parametrize(("width", "language"), [(1100, "en"), (360, "pt-BR")])
def test_a_match_is_reviewed_and_the_worst_move_is_shown_and_tried_again(
    reader: Reader, width: int, language: str
) -> None:
    page = reader.open(f"/replay/{NUMBER['bots']}?review", width=width, language=language)
    page.locator("#review .worst li, #review h3").first.wait_for()
    assert violations(page) == []
    worst = page.locator("#review .worst li").first
    worst.get_by_role("button").first.click()
    until(page, "location.hash !== '#0.0'")
    worst.get_by_role("button").last.click()
    page.locator("#play-on-box[open]").wait_for()
