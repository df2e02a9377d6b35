"""Every page, in both languages, on a desktop and on phones: quiet, of one width, and without a violation for axe."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.sights import PAGES, House, furnished
from tests.web.visitor import DESKTOP, PHONE, SMALL, ZOOMED, Visitor, sideways, violations

from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES

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


READ = (
    "lobby",
    "puzzles",
    "matches",
    "rules",
    "rules of a board",
    "people",
    "study",
    "strength",
    "my table",
    "lab",
    "job",
)
"""Pages that are read rather than played at."""


@pytest.mark.parametrize("which", READ)
def test_a_page_that_is_read_turns_dark_with_the_device_and_stays_readable(
    house: House, visitor: Visitor, which: str
) -> None:
    page = PAGES[which](house, visitor, {"color_scheme": "dark", "size": PHONE})
    shade = "getComputedStyle(document.querySelector('.panel')).backgroundColor.match(/\\d+/g).map(Number)"
    assert max(page.evaluate(shade)) < 80
    assert violations(page) == []


def test_who_wants_light_paper_keeps_it_on_a_dark_device(visitor: Visitor) -> None:
    page = visitor.open("/strength", color_scheme="dark")
    theme = page.locator("html")
    page.locator('html[data-theme="dark"]').wait_for()
    page.locator("#settings-open").click()
    page.locator("#theme").select_option("light")
    assert theme.get_attribute("data-theme") == "light"
    page.reload()
    assert theme.get_attribute("data-theme") == "light"


def test_on_a_phone_the_strength_of_all_is_short_until_somebody_wants_everything(visitor: Visitor) -> None:
    page = visitor.open("/strength", size=PHONE)
    page.locator("#body tr").first.wait_for()
    height, rows = "document.documentElement.scrollHeight", page.locator("#body tr:visible")
    short, few = page.evaluate(height), rows.count()
    assert short < 4 * PHONE[1]
    page.locator("#all").click()
    assert rows.count() == page.locator("#body tr").count() > few
    page.locator("#all").click()
    assert (page.evaluate(height), rows.count()) == (short, few)


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
    rivals.get_by_text("More opponents").click()
    assert rivals.get_by_role("radio", name=re.compile("^Memory ")).count() == 1
    rivals.get_by_label("Memory: how it decides").select_option("cbr:PVS")
    page.get_by_label("Where you sit").select_option("1")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/*")
    page.locator("#turn").get_by_text("Coming to the table").wait_for(state="detached")
    assert page.locator("#title").text_content() == "Truco Gaudério: Memory (PVS) × You"


def test_the_first_button_works_before_any_script_has_come(visitor: Visitor) -> None:
    page = visitor.page_in(visitor.browser_of())
    page.route(re.compile(r"/js/pages/lobby\.js"), lambda route: route.abort())
    page.goto(visitor.url)
    page.get_by_role("button", name="Play Truco now").click()
    page.wait_for_url("**/table/*")
    page.locator(".truco .seat.own button").first.wait_for()
    assert "seat=" not in page.url
    page.reload()
    page.locator(".truco .seat.own button").first.wait_for()
    visitor.complaints[:] = [one for one in visitor.complaints if "lobby.js" not in one and "ERR_FAILED" not in one]


LABELS = """() => {
  const box = (one) => { const { x, y, width, height } = one.getBBox(); return [x, y, x + width, y + height]; };
  const trim = box(document.querySelector(".board-picture .trim"));
  const names = [...document.querySelectorAll(".board-picture .labels text")].map((one) => [one.textContent, box(one)]);
  const holes = [...document.querySelectorAll(".board-picture .hole")];
  const wrong = [];
  for (const [name, [left, top, right, low]] of names) {
    if (left < trim[0] || top < trim[1] || right > trim[2] || low > trim[3]) wrong.push(`${name} on the trim`);
    for (const [x, y] of holes.map(({ cx, cy }) => [cx.baseVal.value, cy.baseVal.value])) {
      const across = Math.max(left - x, 0, x - right), down = Math.max(top - y, 0, y - low);
      if (Math.hypot(across, down) < 24) wrong.push(`${name} on a point`);
    }
    for (const [other, [l, t, r, b]] of names)
      if (name < other && left < r && l < right && top < b && t < low) wrong.push(`${name} on ${other}`);
  }
  return wrong;
}"""


def test_the_names_of_the_points_of_a_board_lie_on_nothing(visitor: Visitor) -> None:
    page = visitor.page_in(visitor.browser_of(size=PHONE))
    for game in [name for name in GAMES.names() if hasattr(GAMES.make(name), "board")]:
        page.goto(f"{visitor.url}/rules/{game}")
        page.wait_for_selector(".board-picture .labels text")
        assert page.evaluate(LABELS) == [], game


def test_a_match_of_a_tournament_is_opened_from_the_page_of_its_job(house: House, visitor: Visitor) -> None:
    played: dict[str, Any] = {"game": "tapatan", "agents": ["random", "minimax:1"], "matches": 4}
    job = house.server.done(house.server.post("tournament", **played)["id"])
    page = visitor.open(f"/lab/jobs/{job['id']}", size=PHONE)
    page.locator("#of").select_option("minimax:1")
    page.locator("#played tr").nth(1).get_by_role("button").click()
    page.wait_for_url("**/replay/*")
    page.locator(".board-picture").first.wait_for()


def test_a_job_shows_its_options_in_the_language_of_who_reads(house: House, visitor: Visitor) -> None:
    for language, label, seat in (("pt-BR", "Jogos para aprender", "Lugar"), ("en", "Games to learn from", "Seat")):
        page = PAGES["job"](house, visitor, {"language": language})
        page.locator("#options dt").first.wait_for(state="attached")
        named = page.locator("#options dt").all_text_contents()
        assert {label, seat} <= set(named)
        assert "episodes" not in named


@pytest.mark.parametrize(
    ("language", "told"),
    [("pt-BR", "Tapatan: Sorteio, Perfeito · todos contra todos"), ("en", "Tapatan: Lots, Perfect · all against all")],
)
def test_a_tournament_is_named_in_the_language_of_who_reads(
    house: House, visitor: Visitor, language: str, told: str
) -> None:
    played: dict[str, Any] = {"game": "tapatan", "agents": ["random", "perfect"], "matches": 2}
    job = house.server.done(house.server.post("tournament", **played)["id"])
    page = visitor.open(f"/lab/jobs/{job['id']}", language=language)
    page.get_by_text(told, exact=True).wait_for()


OVERLAPS = """async (games) => {
    const { drawBoard, read } = await import(document.querySelector('[href*="board_picture"]').href);
    const found = [];
    for (const game of games) {
        const { board } = await (await fetch(`/api/games/${game}/rules`)).json();
        const at = read(board), picture = drawBoard(at);
        document.body.append(picture);
        const names = [...picture.querySelectorAll(".labels text")].map((text) => {
            const { x, y, width, height } = text.getBBox();
            return { name: text.textContent, x, right: x + width, y: y + 4, bottom: y + height - 4 };
        });
        names.forEach((one, number) => {
            for (const [point, [x, y]] of Object.entries(at.places)) {
                const dx = Math.max(one.x - x, 0, x - one.right), dy = Math.max(one.y - y, 0, y - one.bottom);
                if (Math.hypot(dx, dy) < 39) found.push(`${game}: ${one.name} lies under the ring of ${point}`);
            }
            for (const two of names.slice(number + 1))
                if (one.x < two.right && two.x < one.right && one.y < two.bottom && two.y < one.bottom)
                    found.push(`${game}: ${one.name} and ${two.name}`);
        });
        picture.remove();
    }
    return found;
}"""
"""A piece that may move has a ring of 39.5 around its point (`board.js`)."""


def test_names_of_points_lie_under_no_piece_and_no_other_name_on_any_board(visitor: Visitor) -> None:
    page = visitor.open("/rules/tapatan")
    page.locator(".rules-board .labels").wait_for(state="attached")
    boards = [name for name in GAMES.names() if hasattr(GAMES.make(name), "board")]
    assert len(boards) >= 10
    assert page.evaluate(OVERLAPS, boards) == []
