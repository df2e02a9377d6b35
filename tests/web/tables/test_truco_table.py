"""The Truco table in a real browser: the deck, the score in matches, what may be pressed, and a hand by names alone."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.browsers import Browser, is_complaint
from tests.web.served import Served, serving
from tests.web.visitor import until

import bolicho
from bolicho.core.words import LANGUAGES
from bolicho.games.face import face_of
from bolicho.games.truco.cards import DECK
from bolicho.web.server.texts import load_texts

NAMES = ("Ana", "Sound")
DEAL = "7e 6e 4c / 1b 2c 5c"
BLANK = '<!doctype html><html lang="en"><title>blank</title><main id="main"></main>'
DRAW = """async ([view, texts]) => {
  const { load } = await import("/static/js/tables/choose.js");
  const fill = (text, facts) => text.replace(/\\{(\\w+)\\}/g, (hole, name) => String(facts[name] ?? hole));
  const t = (key, facts = {}) => (key in texts ? fill(texts[key], facts) : console.error(`no text ${key}`));
  const drawing = await load("truco"), root = document.createElement("div");
  document.getElementById("main").replaceChildren(root);
  window.acted = [];
  window.table = drawing.create(root, { t, act: (move) => window.acted.push(move), language: view.language });
  window.table.update(view);
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("truco")) as found:
        yield found


@pytest.fixture
def visit(chromium: Browser, served: Served) -> Iterator[Any]:
    """Opens pages of the server, each in a browser of its own; no page may complain."""
    complaints: list[str] = []

    def visited(path: str = "/", width: int = 1200, language: str = "en") -> Any:
        page = chromium.page(width, 800, locale=language, reduced_motion="reduce")
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script("""localStorage.getItem("bolicho.settings")
            ?? localStorage.setItem("bolicho.settings", '{"speed": "instant"}')""")
        page.route("**/blank", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
        page.goto(f"http://127.0.0.1:{served.port}{path}")
        return page

    yield visited
    chromium.all_back()
    assert [one for one in complaints if "status of 403" not in one] == []  # what the server refuses, the browser tells


def view_of(moves: str = "", seat: int | None = 0, language: str = "en", **options: Any) -> dict[str, Any]:
    """Return what the drawing needs of a view, out of the rules themselves."""
    game = bolicho.game("truco", **options)
    state = game.start(DEAL, mano=0)
    for move in moves.split():
        state = state.play(move)
    speaker = face_of(game, language, NAMES)
    seen = state.view(seat) if seat is not None else speaker.public(state)
    history = [{"seat": who, "move": move, "text": speaker.say(who, move)} for who, move in speaker.history(seen)]
    return {
        "game": "truco",
        "language": language,
        "unit": 0,
        "seat": seat,
        "turn": state.seat,
        "seats": [{"seat": number, "name": name, "kind": "person"} for number, name in enumerate(NAMES)],
        "state": speaker.state(seen),
        "told": {"standing": speaker.standing(seen), "own": speaker.own(seen), "history": history},
        "moves": [{"move": m, "text": speaker.label(m), "kind": speaker.kind(m)} for m in seen.moves],
    }


def drawn(page: Any, view: dict[str, Any]) -> None:
    page.evaluate(DRAW, [view, load_texts("words/table.toml", view["language"])])


def acted(page: Any) -> list[str]:
    found: list[str] = page.evaluate("window.acted")
    return found


# ── the deck and the score ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_forty_cards_each_with_its_own_name_and_the_breaks_of_its_suit(visit: Any, language: str) -> None:
    page = visit("/blank")
    cards = page.evaluate(
        """async ([codes, language]) => {
          const { card, name } = await import("/static/js/decks/spanish.js");
          return codes.map((code) => {
            const drawn = card(code, { language });
            const top = drawn.querySelector("path[stroke-width='1.3']").getAttribute("d").split("V")[0];
            const breaks = (top.match(/M[\\d.]+ 7\\.5/g) ?? []).length - 1;
            return [drawn.getAttribute("aria-label"), drawn.getAttribute("role"), breaks, name(code, language)];
          });
        }""",
        [list(DECK), language],
    )
    assert len({label for label, *_ in cards}) == 40
    assert all(label == name and role == "img" for label, role, _, name in cards)
    breaks = {code[-1]: count for code, (_, _, count, _) in zip(DECK, cards, strict=True)}
    assert breaks == {"o": 0, "c": 1, "e": 2, "b": 3}
    expected = {"pt-BR": "7 de espadas", "en": "7 of espadas"}
    assert cards[DECK.index("7e")][0] == expected[language]


def test_the_score_lays_one_match_a_point_and_parts_ruins_from_boas(visit: Any) -> None:
    counts = visit("/blank").evaluate(
        """async () => {
          const { tally } = await import("/static/js/tables/matches_tally.js");
          const left = (one) => Number(one.getAttribute("d").match(/M([\\d.]+)/)[1]);
          const at = (svg, kind) => [...svg.querySelectorAll(kind)].map(left);
          return [0, 1, 5, 12, 13, 24].map((points) => {
            const svg = tally(points, 24), [middle] = at(svg, ".half"), sticks = at(svg, ".stick");
            return [sticks.length, sticks.filter((x) => x < middle).length];
          });
        }"""
    )
    assert counts == [[0, 0], [1, 1], [5, 5], [12, 12], [13, 12], [24, 12]]


@pytest.mark.parametrize(
    ("language", "told"), [("pt-BR", ["ruins: 3", "boas: 2"]), ("en", ["first half: 3", "second half: 2"])]
)
def test_how_far_a_score_is_reads_as_it_is_said_in_each_language(visit: Any, language: str, told: list[str]) -> None:
    script = """async words => {
      const { half } = await import("/static/js/tables/matches_tally.js");
      const t = (key, { n }) => words[key].replace("{n}", n);
      return [half(3, 24, t), half(14, 24, t)];
    }"""
    assert visit("/blank").evaluate(script, load_texts("words/table.toml", language)) == told


# ── the drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_own_cards_are_buttons_and_only_the_legal_ones_answer(visit: Any) -> None:
    page = visit("/blank")
    drawn(page, view_of())
    page.get_by_role("button", name="7 of espadas").click()
    assert acted(page) == ["7e"]
    drawn(page, view_of("truco"))  # the rival is to answer: nothing may be played
    page.get_by_role("button", name="7 of espadas").click(force=True)
    page.evaluate("window.table.key(new KeyboardEvent('keydown', { key: '1' }))")
    assert acted(page) == []
    assert page.locator("button.legal").count() == 0
    assert page.locator("button[disabled]").count() == 0  # disabled ones would lose the focus


def test_cards_are_played_by_number_and_face_down_with_v_where_that_is_legal(visit: Any) -> None:
    page = visit("/blank")
    drawn(page, view_of(preset="ufsm-web"))
    for key in ("v", "2"):
        page.evaluate("(key) => window.table.key(new KeyboardEvent('keydown', { key }))", key)
    assert acted(page) == ["(6e)"]
    drawn(page, view_of())
    assert page.evaluate("window.table.key(new KeyboardEvent('keydown', { key: 'v' }))") is False


def test_the_drawing_shows_nothing_of_the_rival_but_backs(visit: Any) -> None:
    page = visit("/blank")
    drawn(page, view_of("7e 5c"))
    shown = page.evaluate(
        "[...document.querySelectorAll('.truco [role=img]')].map((one) => one.getAttribute('aria-label'))"
    )
    assert shown.count("card face down") == 2
    assert not {"1 of bastos", "2 of copas"} & set(shown)
    assert "5 of copas" in shown


def test_who_won_a_round_is_told_in_words_and_mao_pe_and_numbers_stand_at_the_names(visit: Any) -> None:
    page = visit("/blank")
    drawn(page, view_of("envido quero 7e 5c"))
    assert page.locator(".round").first.locator(".result").inner_text() == "▼ You"
    own = page.get_by_role("region", name="You")
    assert own.locator(".who").inner_text().split("\n")[:3] == ["You", "mão", "envido 33"]
    assert "pé" in page.get_by_role("region", name="Sound").inner_text()
    assert page.locator(".standing li:not(.unseen)").inner_text() == "the hand is worth 1"


def test_whoever_looks_on_sees_backs_and_a_replay_sees_all_hands(visit: Any) -> None:
    page = visit("/blank")
    names = "[...document.querySelectorAll('.truco .seat [role=img]')].map((one) => one.getAttribute('aria-label'))"
    drawn(page, view_of(seat=None))
    assert page.evaluate(names) == ["card face down"] * 6
    drawn(page, view_of(seat=None) | {"hands": [["7e", "6e", "4c"], ["1b", "2c", "5c"]]})
    assert sorted(page.evaluate(names))[0] == "1 of bastos"
    assert "card face down" not in page.evaluate(names)
    assert page.locator(".truco .seat button:visible").count() == 0


# ── lobby and table ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_click_from_the_lobby_to_a_hand_played_by_names_alone(visit: Any) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play Truco now").click()
    page.wait_for_url("**/table/*")
    answers = page.get_by_role("button", name=re.compile("^(Não quero|Com flor|É bom|I have more!|Flor!)"))
    cards = page.get_by_role("button", name=re.compile(r"^\d+ of "))
    following = page.get_by_role("button", name="Next hand")
    for _ in range(20):
        page.locator("#turn.mine, #between:not([hidden]) button").first.wait_for()
        if following.count():
            break
        lines = page.locator("#log li").count()
        enabled = [one for one in cards.all() if one.get_attribute("aria-disabled") == "false"]
        (enabled or answers.all())[0].click()
        # the rival may have answered before anybody looks, so that the turn reads as before: the log tells
        until(page, "(lines) => document.querySelectorAll('#log li').length !== lines", lines)
    following.click()
    until(page, "document.getElementById('between').hidden")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1200


def test_an_invitation_seats_a_person_and_a_second_tab_takes_over(visit: Any) -> None:
    host = visit("/", language="pt-BR")
    host.get_by_label("Seu nome na mesa").fill("Ana")
    host.get_by_role("button", name="Convidar uma pessoa").click()
    link = host.get_by_label("Link do convite").input_value()
    guest = visit(link[link.index("/table/") :], width=320)
    guest.get_by_label("Your name").fill("Bia")
    guest.get_by_role("button", name="Sit down").click()
    guest.get_by_text("Ana", exact=True).first.wait_for()
    host.get_by_text("Bia", exact=True).first.wait_for()
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
    other = host.context.new_page()
    other.goto(host.url)
    host.get_by_text("Esta mesa foi aberta em outra aba").wait_for()
    host.get_by_role("button", name="Jogar aqui").click()
    other.get_by_text("Esta mesa foi aberta em outra aba").wait_for()


def test_a_wrong_invitation_is_refused_in_words(visit: Any, served: Served) -> None:
    opened = served.open("me", "open")
    page = visit(f"/table/{opened['table']}#invite=1.nonsense")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("alert").get_by_text("not for this table").wait_for()


def test_a_table_of_agents_is_opened_and_watched_with_its_reasons(visit: Any) -> None:
    page = visit("/")
    page.get_by_text("Watch: agent against agent").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    page.locator("#why details").first.wait_for()
    assert page.locator("#calls button").count() == 0
    assert page.locator(".truco .seat .back").count() == 0
