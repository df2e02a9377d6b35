"""Playing in a real browser: by names, by keyboard, through reloads and kills of the server; nothing hidden comes."""

import json
import re
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import CARD, act, asked, changes, choices, opened, standing
from tests.web.visitor import DESKTOP, PHONE, Visitor, sideways, until

from bolicho.games.rikken.cards import CARDS

CODE = re.compile(r"(?<![\w-])(?:1[0-2]|[1-7])[oceb](?![\w-])")
RIKKEN_CODE = re.compile(r"(?<![\w-])(?<!ask:)[2-9TJQKA][shdc](?![\w-])")


def test_a_whole_match_by_accessible_names_alone(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.get_by_role("button", name="Truco", exact=False).first.wait_for()
    page.get_by_text("Change rules").click()
    page.get_by_label("Points of the match").fill("6")
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/table/*")
    hinted = explained = False
    while (what := asked(page)) != "over":
        before = standing(page)
        if what == "next":
            if not explained:
                page.get_by_role("region", name="End of the hand").get_by_role("button", name="Why?").click()
                page.get_by_role("region", name="Why?").get_by_role("group").first.wait_for()
                explained = True
            page.get_by_role("button", name="Next hand").click()
            page.get_by_role("region", name="Why?").wait_for(state="hidden")  # it told of a hand that is gone
        else:
            if not hinted:
                page.get_by_role("button", name="Hint").click()
                page.get_by_role("status").filter(has_text="Hint: ").wait_for()
                hinted = True
            choices(page)[0].click()
        changes(page, before)
    assert hinted
    page.get_by_role("link", name="Replay").wait_for()  # the record is there
    before_address = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda address: address != before_address)
    assert asked(page) in ("move", "next")


def test_a_hand_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.locator("#set-up .rival").first.wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    while asked(page) == "move":
        before = standing(page)
        keys = [one.get_attribute("aria-keyshortcuts") for one in choices(page)]
        page.keyboard.press(keys[0])
        changes(page, before)
    assert page.evaluate("document.activeElement.textContent") == "Next hand"
    page.keyboard.press("Enter")
    page.locator("#between").wait_for(state="hidden")
    assert asked(page) in ("move", "next")


def test_a_board_game_by_keyboard_alone(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "tapatan", "random"))
    asked(page)
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('point')"):
            break
    for _ in range(60):
        if asked(page) == "over":
            break
        before, wanted = standing(page), "source" if page.locator(".point.source").count() else "target"
        if wanted == "source":
            walk(page, "source")
            while not page.locator(".point.target").count():  # a piece that is shut in is no source; another is
                page.keyboard.press("Enter")
        walk(page, "target")
        page.keyboard.press("Enter")
        changes(page, before)
    assert page.locator(".layer-pieces .piece").count() == 6


def walk(page: Any, kind: str) -> None:
    """Go from point to point until one of a kind has the focus."""
    for _ in range(12):
        if page.evaluate("kind => document.activeElement.classList.contains(kind)", kind):
            return
        page.keyboard.press("PageDown")
    raise AssertionError(f"no {kind} can be reached")


def test_a_deal_of_rikken_on_a_phone_whose_highest_bidder_names_trump_or_asks_for_an_ace(
    visitor: Visitor, server: Lab
) -> None:
    page = visitor.seat(opened(server, "rikken", "rules", "rules", "rules", options={"deals": 1}), size=PHONE)
    questions = set()
    for _ in range(40):
        if asked(page) != "move":
            break
        before = standing(page)
        questions.add(page.locator("#turn").inner_text())
        legal = page.locator(".rikken-calls .legal, .rikken-hand .legal")
        passing = legal.first.get_attribute("aria-label") == "Pass"
        legal = legal.nth(1) if passing and legal.count() > 1 else legal.first
        legal.scroll_into_view_if_needed()
        legal.press("Enter")
        changes(page, before)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert asked(page) == "over"
    assert questions & {"You name trump.", "Which card do you ask for? Who holds it is your partner."}, questions
    page.get_by_role("link", name="Replay").wait_for()
    views = [told for one in visitor.heard if (told := json.loads(one))["type"] == "view" and told["state"]]
    record = server.client.get(f"/api/matches/{views[-1]['record']}/record").json()
    moves = [move for unit in record["units"] for move in unit["moves"]]
    looked = 0
    for view in views:
        state = {key: value for key, value in view["state"].items() if key != "open_hands"}  # an open misère is open
        if view["over"] or state["phase"] == "over":
            continue
        played = {move.removeprefix("ask:") for move in moves[: view["ply"]]}
        hidden = set(CARDS) - set(state["dealt"]) - played
        now = json.dumps([state, *(view[key] for key in view.keys() - {"state", "moves", "last"})])
        assert not hidden & set(RIKKEN_CODE.findall(now)), view
        looked += len(hidden)
    assert looked > 200


def test_a_reload_changes_nothing(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "sound"))
    act(page)
    if asked(page) == "next":
        page.get_by_role("button", name="Next hand").click()
        asked(page)
    seen = facts(page)
    page.reload()
    asked(page)
    assert facts(page) == seen
    act(page)


SEVEN = """() => {
    const root = document.getElementById("calls");
    while (root.childElementCount < 7) root.append(root.lastElementChild.cloneNode(true));
    ["Real envido!", "Falta envido!"].forEach((text, at) => (root.children[at].firstElementChild.textContent = text));
}"""
"""As many calls as can ever be offered: to a truco in the first round one may say so much."""
LOWEST = """() => Math.max(...[...document.querySelectorAll(".truco .own .cards button, #calls button")]
    .map((one) => one.getBoundingClientRect().bottom))"""


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (320, 568), (360, 640), (360, 740), (390, 844)])
def test_own_cards_and_calls_are_on_a_phone_however_it_is_held(
    visitor: Visitor, server: Lab, size: tuple[int, int]
) -> None:
    page = visitor.seat(opened(server, "truco", "sound"), size=size, language="pt-BR", has_touch=True, is_mobile=True)
    page.locator("#turn.mine").wait_for()
    page.locator("#calls button").first.wait_for()
    assert page.evaluate(LOWEST) <= size[1]
    page.evaluate(SEVEN)
    assert page.evaluate(LOWEST) <= size[1], "with seven calls"
    small = [box for box in page.locator("#calls button").all() if (box.bounding_box() or {"height": 0})["height"] < 44]
    assert not small, "a finger needs 44 pixels"
    assert list(sideways(page, (size,))) == []


def test_on_a_phone_held_sideways_a_hint_and_the_end_of_a_hand_cover_nothing(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "sound"), size=(844, 390), has_touch=True, is_mobile=True)
    page.locator("#turn.mine").wait_for()
    page.get_by_role("button", name="Hint").click()
    page.locator("#hint:not([hidden])").wait_for()
    assert below(page, "#hint", "#talk-bar")
    while asked(page) == "move":
        act(page)
    assert below(page, "#between", "#talk-bar")


def below(page: Any, above: str, under: str) -> bool:
    """Whether one part of the table begins where another has ended."""
    top, low = (page.locator(one).bounding_box() for one in (above, under))
    return bool(top["y"] + top["height"] <= low["y"])


def test_a_hint_ends_its_first_sentence_once(visitor: Visitor) -> None:
    stopped = "async texts => texts.map((await import('/static/js/table_page/parts.js')).withFullStop)"
    page = visitor.open("/offline")
    assert page.evaluate(stopped, ["Truco!", "Não quero.", "12 de ouros"]) == ["Truco!", "Não quero.", "12 de ouros."]


BIDS = """async names => {
    const { calls } = await import("/static/js/tables/rikken_auction.js");
    const moves = names.map((move) => ({ kind: "bid", move })), t = (key) => key;
    const box = calls({ language: "en" }, t, { moves, state: {} }, () => {});
    return [...box.querySelectorAll("button")].map((one) => one.getAttribute("aria-label").split(": ")[1] ?? "");
}"""


def test_a_bid_of_rikken_says_whose_cards_are_seen(visitor: Visitor) -> None:
    page = visitor.open("/offline")
    told = page.evaluate(BIDS, ["solo-9", "piek", "open-piek", "open-piek-plus"])
    assert told == ["", "", "goal-open", "goal-plus"]


LEGAL = """() => Math.max(...[...document.querySelectorAll("#drawing .legal, #calls button")]
    .map((one) => one.getBoundingClientRect().bottom))"""
"""The lowest that may be played or said: a card, a bid, a point of a board, a call."""
SMALL_SCREENS = ((844, 390), (667, 375), (320, 568), (360, 640), (360, 740), (390, 844))


@pytest.mark.parametrize(("game", "rivals"), [("paulista", 1), ("tapatan", 1), ("picaria", 1), ("rikken", 3)])
def test_whatever_may_be_played_is_on_a_phone_however_it_is_held_and_every_rival_has_a_face(
    visitor: Visitor, server: Lab, game: str, rivals: int
) -> None:
    agent = {"paulista": "zap", "rikken": "rules"}.get(game, "minimax")
    page = visitor.seat(opened(server, game, *[agent] * rivals), language="pt-BR", has_touch=True, is_mobile=True)
    page.locator("#turn.mine").wait_for()
    page.locator("#drawing .legal, #calls button").first.wait_for()
    assert page.locator("#drawing .seat-face").count() == rivals
    for width, height in SMALL_SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"low => ({LEGAL})() <= low", height)  # a drawing follows the size by itself
        assert list(sideways(page, ((width, height),))) == []


def facts(page: Any) -> Any:
    cards = page.get_by_role("button", name=CARD).evaluate_all("all => all.map((one) => one.outerHTML)")
    return [
        cards,
        page.locator("#log").inner_text(),
        page.locator("#turn").inner_text(),
        page.locator("#score").inner_text(),
    ]


def test_a_server_that_is_killed_comes_back_to_the_same_ply(visitor: Visitor, server: Lab) -> None:
    page = visitor.seat(opened(server, "truco", "sound", mode="recorded"))
    act(page)
    asked(page)
    seen = facts(page)
    port = server.client.base_url.port
    server.kill()
    page.get_by_text("No connection to the table").wait_for()
    server.start(port or 0)
    page.get_by_text("No connection to the table").wait_for(state="detached")
    assert facts(page) == seen
    act(page)
    visitor.complaints[:] = [one for one in visitor.complaints if "ERR_CONNECTION" not in one]


def test_two_people_meet_by_a_link_and_the_second_tab_takes_over(visitor: Visitor) -> None:
    host = visitor.open("/", size=DESKTOP)
    host.get_by_role("button", name="Invite a person").click()
    link = host.get_by_label("Invitation link").input_value()
    guest = visitor.open(link.removeprefix(visitor.url), size=PHONE, language="pt-BR")
    guest.get_by_role("button", name="Sentar à mesa").click()
    host.get_by_role("group", name="What you may say").wait_for(state="attached")
    host.locator(".truco .seat.own button").first.wait_for()
    again = host.context.new_page()
    again.goto(host.url)
    host.get_by_role("button", name="Play here").wait_for()
    again.locator(".truco .seat.own button").first.wait_for()


def test_no_card_of_the_rival_comes_before_it_may_be_seen(visitor: Visitor, server: Lab) -> None:
    table = opened(server, "truco", "bold", options={"target": 6})
    page = visitor.seat(table)
    while asked(page) != "over":
        act(page)
    page.get_by_role("link", name="Replay").wait_for()
    frames = [json.loads(one) for one in visitor.heard]
    views = [one for one in frames if one["type"] == "view" and one["state"]]
    record = server.client.get(f"/api/matches/{views[-1]['record']}/record").json()
    deals = [[hand.split() for hand in unit["deal"].split(" / ")] for unit in record["units"]]
    looked = 0
    for view in views:
        if view["over"] or view["turn"] is None:
            continue
        theirs = 1 - view["seat"]
        played = {entry["move"].strip("()") for entry in view["told"]["history"] if entry["seat"] == theirs}
        hidden = set(deals[view["unit"]][theirs]) - played
        now = json.dumps({key: value for key, value in view.items() if key != "last"})
        assert not hidden & set(CODE.findall(now)), view
        looked += len(hidden)
    assert looked > 2  # a falta envido may end it with the first hand
    assert str(record["seed"]) not in "".join(visitor.heard)
    for answer in visitor.bodies:
        if "/api/" in answer.url:
            assert str(record["seed"]) not in answer.text()


LISTEN = """
window.aloud = [];
window.lost = [];
const born = new Map();
new MutationObserver((changes) => {
  for (const { target, addedNodes, removedNodes } of changes) {
    const live = target.closest?.("[aria-live], [role=status], [role=log], [role=alert]");
    const text = [...addedNodes].map((one) => one.textContent).join(" ").trim();
    if (live && text) window.aloud.push(text);
    const now = performance.now();
    for (const one of addedNodes) born.set(one, now);
    for (const one of removedNodes) if (live && now - born.get(one) < 900) window.lost.push(one.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Keeps whatever a screen reader reads out by itself, and what was gone again before it could."""


def test_own_cards_are_heard_though_the_rival_begins_and_nothing_is_heard_twice(visitor: Visitor, server: Lab) -> None:
    def begun() -> tuple[dict[str, Any], int]:
        table = opened(server, "truco", "novice")
        bearer = {"Authorization": f"Bearer {table['token']}"}
        view = server.client.get(f"/api/tables/{table['table']}", headers=bearer).json()
        return table, view["state"]["mano"]

    table = next(table for table, mano in iter(begun, None) if mano == 1)
    page = visitor.seat(table, LISTEN)
    assert asked(page) == "move"
    said = " ".join(page.evaluate("aloud"))
    assert said.index("Your cards: ") < said.index("Novice: ") < said.index("Your turn.")
    named = [one.get_attribute("aria-label") for one in page.locator(".truco .own .cards button").all()]
    assert f"Your cards: {', '.join(map(str, named))}." in said, "a card has one name"
    for _ in range(3):
        if asked(page) != "move":
            break
        act(page)
    assert page.evaluate("lost") == []
    lines = page.locator("#log li").all_inner_texts()
    whole = " ".join(page.evaluate("aloud"))
    for line in {line for line in lines if line.startswith("Novice: ")}:
        assert whole.count(line) == lines.count(line), (line, whole)


CLIPPED = """() => [...document.querySelectorAll(".rikken-seat .name")].filter((one) =>
    one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (320, 568)])
def test_on_a_phone_rikken_shows_whole_names_and_thirteen_cards_in_two_even_rows_named_in_words(
    visitor: Visitor, server: Lab, size: tuple[int, int]
) -> None:
    table = opened(server, "rikken", "rules-paper", "mc-paper", "pimc")
    page = visitor.seat(table, language="pt-BR", size=size)
    page.locator(".rikken-hand button").nth(12).wait_for()
    names = page.locator(".rikken-seat .name").all_inner_texts()
    assert {"Livro de 2008", "Acaso de 2008", "Contador"} <= set(names)
    assert page.evaluate(CLIPPED) == []
    tops = page.locator(".rikken-hand button").evaluate_all(
        "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    )
    lengths = sorted(tops.count(top) for top in set(tops))
    assert lengths == [6, 7], tops
    labels = page.locator(".rikken-hand button").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    card = re.compile(r"^(Ás|Rei|Dama|Valete|10|[2-9]) de (paus|ouros|copas|espadas)\b", re.IGNORECASE)
    assert [label for label in labels if not card.search(label)] == []
    spoken = page.locator("#say").text_content() or ""
    assert spoken
    assert RIKKEN_CODE.findall(spoken) == []
