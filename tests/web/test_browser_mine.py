"""My table: filled by matches, the same after a reload and in both languages, moved by file and code; the line down."""

import json
import re
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import opened
from tests.web.visitor import PHONE, Visitor, sideways, until, violations

from bolicho.core.intervals import wilson

KEPT = "JSON.parse(localStorage.getItem('bolicho.matches'))"


def match(number: int, **facts: Any) -> dict[str, Any]:
    told = {"id": f"table{number:05d}", "when": 1_790_000_000_000 + number * 86_400_000, "game": "truco"}
    told |= {"rivals": ["novice"], "result": 1, "points": 9, "hands": 10, "rated": True, "record": None}
    return told | facts


def file_of(*matches: dict[str, Any]) -> str:
    return json.dumps({"format": "bolicho.my-table", "version": 1, "matches": matches})


def with_matches(visitor: Visitor, text: str, **options: Any) -> Any:
    context = visitor.browser_of(**options)
    page = visitor.page_in(context, {"bolicho.settings": '{"speed": "instant"}', "bolicho.matches": text})
    page.goto(f"{visitor.url}/mine")
    page.locator("#ladder li.you").wait_for()
    return page


def give_up(server: Lab, table: dict[str, Any]) -> None:
    bearer = {"Authorization": f"Bearer {table['token']}"}
    assert server.client.post(f"/api/tables/{table['table']}/resign", headers=bearer).status_code == 200


def test_the_browser_reckons_intervals_as_the_house_does(visitor: Visitor) -> None:
    page = visitor.page_in(visitor.browser_of(), {})
    page.goto(f"{visitor.url}/mine")
    tries = [(1, 2), (0, 5), (30, 30), (55, 100)]
    told = page.evaluate(
        """async (tries) => {
          const { wilson, ends, deviation } = await import("/static/js/mine/intervals.js");
          const around = ends(1500, 50);
          return { shares: tries.map(([wins, n]) => wilson(wins, n)), around, back: deviation(around) };
        }""",
        tries,
    )
    for (wins, n), share in zip(tries, told["shares"], strict=True):
        assert (share["low"], share["high"]) == pytest.approx(wilson(wins / n, n), abs=1e-12)
    assert (told["around"]["low"], told["around"]["high"], told["back"]) == pytest.approx((1402.0018, 1597.9982, 50))


def test_a_finished_match_is_counted_once_and_survives_reloads_and_the_other_language(
    visitor: Visitor, server: Lab
) -> None:
    table = opened(server, "truco", "novice")
    page = visitor.seat(table)
    page.locator("#turn.mine").wait_for()
    give_up(server, table)
    page.get_by_role("link", name="My table").first.wait_for()
    page.reload()
    page.locator("#between").get_by_role("link", name="My table").click()
    page.locator("#ladder li.you").wait_for()
    figures = page.locator("#figures").inner_text()
    assert "Matches\n1" in figures
    assert page.locator('#ladder [data-spec="novice"] .record').inner_text() == "0 to 1"
    rating = page.locator("#rating-value").inner_text()
    page.get_by_role("link", name="Português").click()
    page.locator("#ladder li.you").wait_for()
    assert "Partidas\n1" in page.locator("#figures").inner_text()
    assert page.locator("#rating-value").inner_text().replace(".", "") == rating.replace(",", "")


def test_a_match_that_ended_while_one_was_away_is_found_again(visitor: Visitor, server: Lab) -> None:
    table = opened(server, "truco", "novice")
    page = visitor.seat(table)
    page.locator("#turn.mine").wait_for()
    page.goto(f"{visitor.url}/rules/truco")
    give_up(server, table)
    page.goto(f"{visitor.url}/mine")
    page.locator('#ladder [data-spec="novice"] .record').wait_for()
    assert [one["id"] for one in page.evaluate(KEPT)["matches"]] == [table["table"]]


def test_the_rating_is_that_of_glickmans_own_example(visitor: Visitor) -> None:
    page = visitor.open("/mine")
    rated = page.evaluate(
        """async () => { const { period } = await import("/static/js/mine/glicko.js");
        const met = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
        const games = met.map(([rating, rd, score]) => ({ rating, rd, score }));
        return period({ rating: 1500, rd: 200, vol: 0.06 }, games); }"""
    )
    assert (round(rated["rating"], 1), round(rated["rd"], 2), round(rated["vol"], 5)) == (1464.1, 151.52, 0.06)


def test_weeks_without_matches_only_widen_the_deviation(visitor: Visitor) -> None:
    page = visitor.open("/mine")
    first, later = page.evaluate(
        """async () => { const { rate } = await import("/static/js/mine/glicko.js");
        const when = Date.UTC(2026, 5, 3), games = [{ when, rating: 1500, rd: 50, score: 1 }];
        return [rate(games, when), rate(games, when + 200 * 24 * 3600e3)]; }"""
    )
    assert later["rating"] == first["rating"]
    assert first["rd"] < later["rd"] <= 350


def test_who_beats_strong_rivals_stands_higher_than_who_loses_to_weak_ones(visitor: Visitor) -> None:
    strong = [match(number, rivals=["sound"]) for number in range(12)]
    page = with_matches(visitor, file_of(*strong))
    above = page.locator("#ladder li").evaluate_all("all => all.findIndex((one) => one.classList.contains('you'))")
    weak = [match(number, rivals=["novice"], result=0, points=-9) for number in range(12)]
    other = with_matches(visitor, file_of(*weak))
    below = other.locator("#ladder li").evaluate_all("all => all.findIndex((one) => one.classList.contains('you'))")
    assert above == 0
    assert below >= other.locator("#ladder li").count() - 3


def test_what_does_not_count_for_the_rating_counts_as_a_match(visitor: Visitor) -> None:
    page = with_matches(visitor, file_of(match(1, rated=False), match(2, rivals=[None], rated=False)))
    assert "Matches\n2" in page.locator("#figures").inner_text()
    assert page.locator("#rating").is_hidden()


def test_damaged_matches_are_put_aside_and_the_others_are_shown(visitor: Visitor) -> None:
    page = with_matches(visitor, file_of(match(1), match(2, result=7), {"no": "match"}, match(3)))
    page.locator("#trouble").filter(has_text="put aside").wait_for()
    assert "Matches\n2" in page.locator("#figures").inner_text()
    for rubbish in ("{", "null", '"text"', "[]", '{"matches": 3}'):
        page.evaluate("text => localStorage.setItem('bolicho.matches', text)", rubbish)
        page.reload()
        page.locator("#ladder li.you").wait_for()
        assert page.locator("#figures").inner_text() == ""


def test_a_table_is_exported_deleted_and_imported_again(visitor: Visitor) -> None:
    page = with_matches(visitor, file_of(match(1), match(2, result=0)), accept_downloads=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export a file").click()
    path = download.value.path()
    page.get_by_role("button", name="Delete everything here").click()
    page.locator("#sure").get_by_role("button", name="Delete everything here").click()
    page.get_by_text("Deleted.").wait_for()
    assert page.locator("#figures").inner_text() == ""
    page.locator("#import").set_input_files(path)
    page.get_by_text("2 new matches came in.").wait_for()
    assert "Matches\n2" in page.locator("#figures").inner_text()
    page.locator("#import").set_input_files(path)
    page.get_by_text("Everything that came was here already.").wait_for()


def test_a_file_that_is_none_changes_nothing_and_says_what_is_wrong(visitor: Visitor) -> None:
    page = with_matches(visitor, file_of(match(1)))
    wrong = {
        "not JSON": "is not of a table",
        '{"format": "else"}': "is not of a table",
        file_of(match(1)).replace('"version": 1', '"version": 9'): r"another version \(9\)",
        file_of(match(2), match(3, hands=-1)): "Match 2 of the file cannot be read: its field hands",
        file_of(match(2, rivals="novice")): "its field rivals is wrong",
    }
    for text, said in wrong.items():
        page.locator("#import").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        )
        page.locator("#kept").filter(has_text=re.compile(said)).wait_for()
        assert len(page.evaluate(KEPT)["matches"]) == 1


def test_a_table_moves_to_another_device_by_a_code_that_works_once(visitor: Visitor) -> None:
    page = with_matches(visitor, file_of(match(1), match(2)))
    page.get_by_role("button", name="Ask for a code").click()
    page.locator("#code").wait_for()
    code = page.locator("#code").inner_text()
    other = visitor.open("/mine", language="pt-BR", size=PHONE)
    other.locator("#ladder li.you").wait_for()
    other.get_by_label("Código").fill(code.lower())
    other.get_by_role("button", name="Trazer", exact=True).click()
    other.get_by_text("Chegaram 2 partidas novas.").wait_for()
    other.get_by_label("Código").fill(code)
    other.get_by_role("button", name="Trazer", exact=True).click()
    other.get_by_text("Nada espera por este código").wait_for()
    visitor.complaints[:] = [said for said in visitor.complaints if "404" not in said]


def test_the_page_with_matches_fits_a_phone_and_can_be_read_by_all(visitor: Visitor) -> None:
    matches = [match(number, result=number % 2, rivals=[("novice", "sound")[number % 2]]) for number in range(30)]
    page = with_matches(visitor, file_of(*matches), size=PHONE)
    assert page.locator("#rating-plot svg").count() == 1
    assert list(sideways(page, ((390, 844), (320, 568), (844, 390), (1200, 800)))) == []
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    few = page.locator("#ladder li:visible").count()
    page.get_by_role("button", name="See all").click()
    assert page.locator("#ladder li:visible").count() > few


def test_when_the_line_is_down_a_page_says_so_and_goes_back_when_it_is_up(visitor: Visitor, server: Lab) -> None:
    page = visitor.open("/mine", language="pt-BR", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    until(page, "Boolean(navigator.serviceWorker.controller)")
    port = int(visitor.url.rsplit(":", 1)[1])
    seen = page.evaluate(
        """async () => { const names = await caches.keys(), cache = await caches.open(names[0]);
        return [names.length, (await cache.keys()).map(({ url }) => new URL(url).pathname)]; }"""
    )
    assert seen[0] == 1
    assert not [path for path in seen[1] if not path.startswith("/static/") and path != "/offline"]
    server.kill()
    page.goto(f"{visitor.url}/rules/truco")
    page.get_by_role("heading", name="A linha caiu.").wait_for()
    page.locator("#own").filter(has_text="ainda não há partidas").wait_for()
    assert violations(page) == []
    server.start(port)
    page.get_by_role("button", name="Tentar de novo").click()
    page.get_by_role("heading", name=re.compile("Truco")).first.wait_for()
    visitor.complaints.clear()  # what was asked for while nobody answered
