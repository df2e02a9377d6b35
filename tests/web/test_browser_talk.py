"""Talk, voice and sharing at a table: sayings, one tap to be quiet, spoken calls, a QR code, a hand as text."""

import re
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import act, asked, opened
from tests.web.qr_reader import read
from tests.web.visitor import DESKTOP, PHONE, Visitor, until, violations

from bolicho.core.words import LANGUAGES

LISTEN = """window.spoken = [];
const speak = (said) => window.spoken.push([said.lang, said.text]);
Object.defineProperty(window, "speechSynthesis", { value: { speak, cancel() {}, getVoices: () => [] } });"""
SHEET = """window.shared = []; navigator.canShare = () => true;
navigator.share = async (what) => { window.shared.push(what.text); };"""
TOO_LONG = """async () => { const { matrix } = await import("/static/js/pictures/qr.js");
try { matrix("x".repeat(214)); } catch (error) { return error.message; } }"""


def in_two_browsers(visitor: Visitor, server: Lab) -> tuple[Any, Any]:
    table = opened(server, "truco", "open")
    first = visitor.seat(table)
    second = visitor.open(
        f"/table/{table['table']}#invite=1.{table['invites'][0]['code']}", language="pt-BR", size=PHONE
    )
    second.get_by_role("button", name="Sentar à mesa").click()
    first.locator("#sayings").wait_for()
    second.locator("#sayings").wait_for()
    return first, second


def test_a_saying_is_heard_at_the_other_end_in_its_language_and_stays_in_the_log(visitor: Visitor, server: Lab) -> None:
    first, second = in_two_browsers(visitor, server)
    first.get_by_text("Say…").click()
    first.get_by_role("button", name="Who still fights is not dead.").click()
    second.locator("#spoken").filter(has_text="Não está morto quem peleia.").wait_for()
    second.locator("#log .talk").filter(has_text="Não está morto quem peleia.").wait_for(state="attached")
    second.locator("#say").filter(has_text="Ana: Não está morto quem peleia.").wait_for(state="attached")
    first.locator("#log .talk").filter(has_text="You: Who still fights is not dead.").wait_for(state="attached")
    assert violations(second) == []


def test_who_wants_no_talk_hears_none_and_that_is_remembered(visitor: Visitor, server: Lab) -> None:
    first, second = in_two_browsers(visitor, server)
    second.get_by_role("button", name="Sem prosa").click()
    first.get_by_text("Say…").click()
    first.get_by_role("button", name="Pass me the mate.").click()
    first.locator("#log .talk").wait_for(state="attached")
    second.reload()
    second.get_by_role("button", name="Ouvir a prosa").wait_for()
    assert second.locator("#log .talk").count() == 0
    assert second.locator("#spoken").is_hidden()
    second.get_by_role("button", name="Ouvir a prosa").click()
    second.reload()
    second.locator("#log .talk").wait_for(state="attached")


def test_a_rival_greets_with_its_face(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "bold"))
    page.locator("#spoken p").wait_for()
    assert page.locator("#spoken").inner_text().startswith("Bold ")
    page.locator(".seat.rival .portrait svg").wait_for()
    assert not page.locator("#spoken svg.face").is_visible()  # one face for who speaks: that of the seat


def test_one_tap_turns_all_sound_on_or_off_and_is_remembered(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "sound"), script=LISTEN, size=PHONE)
    hush = page.get_by_role("button", name="Sound on")
    assert hush.get_attribute("aria-pressed") == "false"
    hush.click()
    assert hush.get_attribute("aria-pressed") == "true"
    page.reload()
    assert page.get_by_role("button", name="Sound on").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Sound on").click()
    page.reload()
    assert page.get_by_role("button", name="Sound on").get_attribute("aria-pressed") == "false"
    assert page.evaluate("window.spoken") == []


def test_what_others_call_is_spoken_in_the_language_of_the_page_and_cards_are_not(
    visitor: Visitor, server: Lab
) -> None:
    table = opened(server, "truco", "open", options={"flor": "off"})
    page = visitor.page_in(visitor.browser_of("pt-BR"), {"bolicho.settings": '{"speed": "instant", "voice": true}'})
    page.add_init_script(LISTEN)
    page.goto(f"{visitor.url}/table/{table['table']}#invite=1.{table['invites'][0]['code']}")
    page.get_by_role("button", name="Sentar à mesa").click()
    page.locator("#sayings").wait_for()
    rival = visitor.seat(table)
    rival.locator("#sayings").wait_for()
    if page.locator("#turn.mine").count():  # mão is drawn by lot
        page.locator(".seat.own button.legal").first.click()
    rival.locator("#turn.mine").wait_for()
    rival.locator('#calls [data-move="truco"]').click()
    until(page, "window.spoken.length > 0")
    assert page.evaluate("window.spoken") == [["pt-BR", "Truco!"]]
    page.locator('#calls [data-move="quero"]').click()
    rival.locator("#turn.mine").wait_for()
    said = page.locator("#log li").count()
    rival.locator(".seat.own button.legal").first.click()
    until(page, "said => document.querySelectorAll('#log li').length > said", said)
    assert page.evaluate("window.spoken.length") == 1


BOXES = """() => ["#spoken p", ".rival .portrait svg", ".rival .who strong"].map((one) => {
  const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
  return [left, top, right, bottom];
})"""


@pytest.mark.parametrize("size", [(1280, 800), PHONE, (320, 568)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_speaks_has_one_face_and_nothing_covers_face_or_name(
    visitor: Visitor, server: Lab, size: tuple[int, int], language: str
) -> None:
    page = visitor.seat(opened(server, "truco", "cbr:PVCNPS", language=language), size=size, language=language)
    page.locator("#spoken:not([hidden])").wait_for()
    assert page.locator("#spoken .face:visible").count() == 0
    spoken, face, name = page.evaluate(BOXES)
    for one, other in ((spoken, face), (spoken, name), (face, name)):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] + 1 or other[3] <= one[1] + 1
        assert apart, (one, other)


def test_who_sits_down_to_rikken_meets_three_that_differ(visitor: Visitor) -> None:
    page = visitor.open("/#rikken")
    page.locator("#seat-2").wait_for()
    rivals = [page.locator(f"#seat-{seat}").input_value() for seat in range(3)]
    assert len(set(rivals)) == 3
    assert "random" not in rivals


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_an_invitation_does_stands_beside_its_button(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor.open("/", size=size)
    told, invite = page.locator("#invite-told"), page.get_by_role("button", name="Invite a person")
    page.locator(".watch").scroll_into_view_if_needed()  # where the row of buttons stands at its own place
    assert invite.get_attribute("aria-describedby") == "invite-told"
    above, below = told.bounding_box(), invite.bounding_box()
    assert 0 <= below["y"] - (above["y"] + above["height"]) < 120


def test_an_invitation_is_a_qr_code_that_reads_as_its_link(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "open"), size=PHONE)
    page.get_by_text("Show as a QR code").click()
    page.locator("svg.qr").wait_for()
    link = page.get_by_label("Invitation link").input_value()
    rows = page.evaluate("async text => (await import('/static/js/pictures/qr.js')).matrix(text)", link)
    assert read(rows) == link
    size = len(rows) + 8
    assert page.locator("svg.qr").get_attribute("viewBox") == f"0 0 {size} {size}"
    drawn = page.locator("svg.qr path").get_attribute("d") or ""
    assert len(re.findall("M", drawn)) == sum(map(sum, rows))
    assert violations(page) == []


@pytest.mark.parametrize("length", [1, 14, 15, 62, 84, 85, 122, 152, 180, 213])
def test_texts_of_every_size_are_read_back(visitor: Visitor, length: int) -> None:
    page = visitor.open("/offline")
    text = ("São Gabriel, tchê! " * 20)[: length - 1].encode()[: length - 1].decode(errors="ignore") + "x"
    rows = page.evaluate("async text => (await import('/static/js/pictures/qr.js')).matrix(text)", text)
    assert read(rows) == text


def test_the_correction_of_a_known_code_is_right_and_too_long_a_text_is_refused(visitor: Visitor) -> None:
    page = visitor.open("/offline")
    data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    checks = page.evaluate("async data => (await import('/static/js/pictures/qr.js')).correction(data, 10)", data)
    assert checks == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]
    assert "too long" in page.evaluate(TOO_LONG)


def test_a_hand_is_shared_as_text_where_the_device_shares_and_copied_where_not(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "novice"), script=SHEET)
    while asked(page) == "move":
        act(page)
    page.get_by_role("button", name="Copy the hand as text").click()
    until(page, "window.shared.length === 1")
    text = page.evaluate("window.shared[0]")
    assert text.startswith("Truco Gaudério · hand 1 · Bolicho\nYou × Novice\n")
    assert "Novice: " in text
    assert re.search(r"Score: You \d+ × Novice \d+$", text)
