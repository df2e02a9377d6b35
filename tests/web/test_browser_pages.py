"""Every page, in both languages, on a desktop and on phones: quiet, of one width, and without a violation for axe."""

import re
from collections.abc import Iterator

import pytest
from tests.web.labs import Lab
from tests.web.sights import PAGES, House, furnished
from tests.web.visitor import DESKTOP, PHONE, SMALL, ZOOMED, Visitor, sideways, violations

from bolicho.core.words import LANGUAGES

SIZES = (DESKTOP, PHONE, SMALL, ZOOMED)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = furnished(tmp_path_factory.mktemp("pages"))
    yield house
    house.server.close()


@pytest.fixture(scope="module")
def server(house: House) -> Lab:
    return house.server


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("which", PAGES)
def test_a_page_is_quiet_fits_every_screen_and_can_be_read_by_all(
    house: House, visitor: Visitor, which: str, language: str
) -> None:
    page = PAGES[which](house, visitor, {"language": language})
    assert page.locator("html").get_attribute("lang") == language
    assert list(sideways(page, SIZES)) == []
    page.set_viewport_size(dict(zip(("width", "height"), SMALL if language == "en" else DESKTOP, strict=True)))
    assert violations(page) == []


def test_the_documentation_of_the_api_comes_from_this_machine(visitor: Visitor) -> None:
    page = visitor.open("/api/docs")
    page.locator(".opblock").first.wait_for()
    assert page.locator(".opblock").count() > 30
    assert page.locator(".errors-wrapper").count() == 0


def test_the_language_is_remembered(visitor: Visitor) -> None:
    page = visitor.open("/", language="en")
    page.get_by_role("link", name="Português").click()
    page.get_by_role("button", name="Jogar Truco agora").wait_for()
    page.goto(f"{visitor.url}/matches")
    assert page.locator("html").get_attribute("lang") == "pt-BR"


def test_on_a_phone_choosing_a_game_brings_its_form_and_the_button_into_view(visitor: Visitor) -> None:
    page = visitor.open("/", size=PHONE)
    page.locator("#set-up .sit-down").wait_for()
    page.get_by_role("button", name="Picaria").click()
    page.locator('#set-up a[href="/rules/picaria"]').wait_for()
    top = "document.getElementById('set-up').getBoundingClientRect().top"
    while page.evaluate(top) > PHONE[1] / 3:
        page.wait_for_timeout(20)
    box = page.get_by_role("button", name="Sit down and play").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE[1]


def test_the_policies_of_memory_are_one_opponent_with_a_choice_and_one_may_sit_second(visitor: Visitor) -> None:
    page = visitor.open("/")
    rivals = page.get_by_role("group", name="Against whom?")
    rivals.wait_for()
    page.get_by_text("More opponents").click()
    assert rivals.get_by_role("radio", name=re.compile("^Memory ")).count() == 1
    rivals.get_by_label("Memory: how it decides").select_option("cbr:PVS")
    page.get_by_label("Where you sit").select_option("1")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/*")
    page.locator("#turn").get_by_text("Coming to the table").wait_for(state="detached")
    assert page.locator("#title").text_content() == "Truco Gaudério: Memory (PVS) × You"


def test_the_first_button_works_before_any_script_has_come(visitor: Visitor) -> None:
    page = visitor.page_in(visitor.browser_of())
    page.route(re.compile(r"/js/lobby\.js"), lambda route: route.abort())
    page.goto(visitor.url)
    page.get_by_role("button", name="Play Truco now").click()
    page.wait_for_url("**/table/*")
    page.locator(".truco .seat.own button").first.wait_for()
    assert "seat=" not in page.url
    page.reload()
    page.locator(".truco .seat.own button").first.wait_for()
    visitor.complaints[:] = [one for one in visitor.complaints if "lobby.js" not in one and "ERR_FAILED" not in one]
