"""The drawings of Rikken and the boards say what the rules say, in both languages, and play by tap and by keyboard."""

import json
import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsers import Browser, is_complaint

import bolicho
from bolicho.core.words import LANGUAGES, Words
from bolicho.games import GAMES
from bolicho.games.boards.talk import points_of
from bolicho.games.face import Face, face_of
from bolicho.games.rikken import talk
from bolicho.games.rikken.cards import CARDS
from bolicho.games.rikken.contracts import CONTRACTS
from bolicho.web.server.texts import load_texts
from bolicho.web.tables.picture import offers

STATIC = Path(bolicho.__file__).parent / "web" / "static"
TABLES = STATIC / "js" / "tables"
NAMES = ("Ana", "Bento", "Caio", "Duda")
FIGURE_11 = "AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543"
SHELL = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>drawing</title>
<link rel="stylesheet" href="/static/css/base.css"><main><h1>drawing</h1><div id="root"></div></main>"""
DRAW = """async ([view, texts]) => {
  const { load } = await import("/static/js/tables/choose.js");
  const fill = (text, facts) => text.replace(/\\{(\\w+)\\}/g, (hole, name) => String(facts[name] ?? hole));
  const t = (key, facts = {}) => (key in texts ? fill(texts[key], facts) : console.error(`no text ${key}`));
  const drawing = await load(view.drawing);
  window.acted = [];
  const ctx = { t, act: (move) => window.acted.push(move), settings: {}, announce() {}, language: view.language };
  window.table = drawing.create(document.getElementById("root"), ctx);
  window.table.update(view);
  document.addEventListener("keydown", (event) => window.table.key(event) && event.preventDefault());
}"""

WALK = """() => {
  const here = () => document.activeElement.dataset.key;
  const found = [here()];
  for (const from of found) {
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      document.querySelector(`.point[data-key="${from}"]`).focus();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      if (!found.includes(here())) found.push(here());
    }
  }
  return found;
}"""


# ── words and numbers ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_a_drawing_asks_for_is_there(language: str) -> None:
    texts = load_texts("words/tables.toml", language)
    asked = set()
    for room, files in {"rikken": "rikken*.js", "board": "board.js", "cards": "cards.js"}.items():
        for file in TABLES.glob(files):
            source = file.read_text(encoding="utf-8")
            asked |= {f"{room}.{key}" for key in re.findall(r'\b(?:t|say)\("([a-z0-9-]+)"', source)}
    assert len(asked) > 50
    assert not asked - set(texts)


def test_both_languages_have_the_same_texts() -> None:
    first, second = (load_texts("words/tables.toml", language) for language in LANGUAGES)
    assert first.keys() == second.keys()
    holes = {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in first.items()}
    assert holes == {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in second.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_contracts_are_called_as_the_game_calls_them(language: str) -> None:
    texts, words = load_texts("words/tables.toml", language), Words("bolicho.games.rikken", language)
    for contract in CONTRACTS:
        assert texts[f"rikken.named.{contract.name}"] == talk.contract_name(contract.name, words)


def test_the_contracts_on_the_buttons_have_the_numbers_of_the_rules() -> None:
    source = (TABLES / "rikken_auction.js").read_text(encoding="utf-8")
    found = re.findall(r'"([\w-]+)": \["(\w+)", (\d+), (\d+), (\d+)\]', source)
    told = {name: (group, int(low), int(high), int(value)) for name, group, low, high, value in found}
    groups = {name: group for name, (group, *_) in told.items()}
    assert {name: rest for name, (_, *rest) in told.items()} == {c.name: [c.low, c.high, c.value] for c in CONTRACTS}
    assert all((groups[c.name] == "partner") == (not c.alone) for c in CONTRACTS)
    assert all((groups[c.name] == "misere") == (c.high == 0) for c in CONTRACTS)
    assert all((groups[c.name] == "piek") == (c.high == 1) for c in CONTRACTS)


# ── in the browser ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def draw(chromium: Browser) -> Iterator[Any]:
    """Draws a view on a page of its own under the strict policy of the server; no page may complain."""
    complaints: list[str] = []

    def drawn(view: dict[str, Any], width: int = 360) -> Any:
        page = chromium.page(width, 740, reduced_motion="reduce")
        page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))

        def serve(route: Any) -> None:
            path = "/" + route.request.url.split("/", 3)[3]
            headers = {"Content-Security-Policy": "default-src 'self'"}
            if path == "/":
                route.fulfill(
                    body=SHELL.format(language=view["language"]),
                    content_type="text/html; charset=utf-8",
                    headers=headers,
                )
            elif (file := STATIC.parent / path[1:]).is_file():
                route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(path)[0], headers=headers)
            else:
                route.fulfill(status=204)

        page.route("**/*", serve)
        page.goto("http://drawing.test/")
        page.evaluate(DRAW, [view, load_texts("words/tables.toml", view["language"])])
        return page

    yield drawn
    chromium.all_back()
    assert complaints == []


def view_of(game: Any, state: Any, seat: int, language: str = "en", **more: Any) -> dict[str, Any]:
    """Make the part of a view message that a drawing reads."""
    seen, speaker = state.view(seat), face_of(game, language, NAMES)
    return {
        "game": game.name,
        "drawing": speaker.drawing,
        "title": speaker.title,
        "language": language,
        "unit": 0,
        "ply": len(seen.history),
        "seat": seat,
        "seats": [{"seat": i, "name": name, "kind": "person", "present": True} for i, name in enumerate(NAMES)],
        "turn": state.seat,
        "state": json.loads(json.dumps(speaker.plain(seen))),
        "moves": [{"move": move, "text": speaker.label(move), "kind": speaker.kind(move)} for move in seen.moves],
        "told": {"history": [{"seat": who, "move": move} for who, move in speaker.history(seen)]},
        **more,
    }


def rikken(*moves: str) -> tuple[Any, Any]:
    game = GAMES.make("rikken")
    state = game.start(FIGURE_11, dealer=3)
    for move in moves:
        state = state.play(move)
    return game, state


RIK = ("rik", "pas", "pas", "pas", "trump:s", "ask:Ah")


def test_every_card_is_named_as_the_game_names_it(draw: Any) -> None:
    page = draw(view_of(*rikken(), 0))
    for language in LANGUAGES:
        words = Words("bolicho.games.rikken", language)
        named = page.evaluate(
            """async ([cards, language]) => {
              const { card } = await import("/static/js/decks/french.js");
              return cards.map((code) => card(code, { language }).getAttribute("aria-label"));
            }""",
            [list(CARDS), language],
        )
        assert named == [talk.card_name(card, words) for card in CARDS]


def test_every_move_of_the_auction_is_a_button_and_nothing_else(draw: Any) -> None:
    game, state = rikken("rik", "pas", "solo-9", "pas")
    page = draw(view_of(game, state, 0))
    offered = page.eval_on_selector_all(".rikken-calls button", "all => all.map((one) => one.dataset.key)")
    assert sorted(offered) == sorted(state.moves())
    page.get_by_role("button", name="misère, worth 5").click()
    page.keyboard.press("p")
    assert page.evaluate("acted") == ["misere", "pas"]


@pytest.mark.parametrize(
    ("hand", "trump", "label", "note"),
    [
        ("AKQJT98.AKQJT9..", "h", "ace of diamonds, blind: you have no card of this suit", "Which card"),
        ("AKQJT9876.A.A.AK", "s", "king of diamonds", "ask for a king"),
        ("A.AKQ.AKQJT.AKQJ", "s", "jack of hearts", "a lower card"),
    ],
)
def test_the_ask_tells_when_it_is_blind_or_below_an_ace(
    draw: Any, hand: str, trump: str, label: str, note: str
) -> None:
    suits = dict(zip("shdc", hand.split("."), strict=True))
    rest = [card for card in CARDS if card[0] not in suits[card[1]]]
    own = [card for card in CARDS if card[0] in suits[card[1]]]
    deal = " / ".join(" ".join(cards) for cards in (own, rest[:13], rest[13:26], rest[26:]))
    game = GAMES.make("rikken")
    state = game.start(deal, dealer=3, contract="rik", declarer=0).play(f"trump:{trump}")
    page = draw(view_of(game, state, 0))
    offered = page.eval_on_selector_all(".rikken-calls button", "all => all.map((one) => one.dataset.key)")
    assert offered == list(state.moves())
    assert note in page.locator(".rikken-calls p").inner_text()
    assert page.locator(".rikken-calls").get_by_role("button", name=label, exact=True).count() == 1


def test_only_legal_cards_are_played(draw: Any) -> None:
    game, state = rikken(*RIK, "As", "9s")
    page = draw(view_of(game, state, 2))
    assert page.eval_on_selector_all(".hand-card.legal", "all => all.map((one) => one.dataset.key)") == [
        "8s",
        "7s",
        "6s",
    ]
    page.get_by_role("button", name="ace of clubs").click(force=True)
    assert page.evaluate("acted") == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("acted") == ["8s"]


def test_the_partner_is_told_only_to_who_knows(draw: Any) -> None:
    game, state = rikken(*RIK)
    assert draw(view_of(game, state, 0)).locator(".mark-partner").count() == 0
    assert draw(view_of(game, state, 1)).locator(".at-south .mark-partner").count() == 1


def test_a_finished_trick_stays_with_who_took_it_and_can_be_looked_at_again(draw: Any) -> None:
    game, state = rikken(*RIK, "As", "9s", "8s", "3s")
    page = draw(view_of(game, state, 0))
    assert page.locator(".rikken-trick.finished .laid").count() == 4
    assert page.locator(".rikken-trick .taker .name").inner_text() == "Ana"
    page.keyboard.press("l")
    assert page.locator(".rikken-past").is_visible()


def test_open_hands_are_shown_to_whom_they_lie_open(draw: Any) -> None:
    game = GAMES.make("rikken")
    state = game.start(FIGURE_11, dealer=3, contract="open-misere", declarer=3)
    while not state.tricks or not state.current.cards:
        state = state.play(state.moves()[0])
    assert draw(view_of(game, state, 0)).locator(".open-hand").count() == 1
    assert draw(view_of(game, state, 3)).locator(".open-hand").count() == 0


def test_a_replay_shows_all_hands_and_nothing_can_be_pressed(draw: Any) -> None:
    game, state = rikken(*RIK, "As")
    hands = [list(state.view(seat).hand) for seat in range(4)]
    page = draw(view_of(game, state, 0) | {"seat": None, "moves": [], "hands": hands})
    assert page.locator(".open-hand").count() == 3
    assert page.locator(".legal").count() == 0


@pytest.mark.parametrize("moves", [(), RIK[:4], RIK[:5], (*RIK, "As", "9s")])
def test_rikken_never_scrolls_sideways(draw: Any, moves: tuple[str, ...]) -> None:
    game, state = rikken(*moves)
    page = draw(view_of(game, state, state.seat, "pt-BR"), 1200)
    for width in (1200, 720, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


# a browser takes seconds for each: one board of every shape and mechanism
SHAPES = (
    *("tapatan", "mu-torere", "picaria", "tsoro-yematatu", "jogo-da-velha", "pong-hau-ki"),
    *("jogo-da-onca", "damas", "fanorona-5x5", "moinho", "amazonas", "kalah", "rastro", "pretwa", "xadrez-chines"),
)


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_of_board_is_played_by_tap_and_by_keyboard(draw: Any, name: str) -> None:
    game = GAMES.make(name)
    state = game.start()
    while len(state.history) < 2:
        state = state.play(state.moves()[0])
    page = draw(view_of(game, state, state.seat))
    assert page.locator(".point").count() == len(game.board.points)
    if not game.board.sow:
        assert page.locator(".layer-pieces .piece").count() == sum(cell != "0" for cell in state.position.cells)
    legal = {points_of(game.board, move)[0] for move in state.moves()}
    assert set(page.eval_on_selector_all(".point.legal", "all => all.map((one) => one.dataset.key)")) == legal
    move = state.moves()[-1]
    for point in points_of(game.board, move):
        page.locator(f'.point[data-key="{point}"]').click()
    for point in points_of(game.board, move):
        page.locator(f'.point[data-key="{point}"]').focus()
        page.keyboard.press("Enter")
    assert page.evaluate("acted") == [move, move]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def taps(page: Any, *points: str) -> list[str]:
    for point in points:
        page.locator(f'.point[data-key="{point}"]').click()
    done: list[str] = page.evaluate("acted")
    return done


def test_a_chain_is_entered_stop_by_stop_and_ends_where_its_last_point_is_pressed_again(draw: Any) -> None:
    game = GAMES.make("jogo-da-onca")
    board = game.board
    dogs = {"c4", "b3", "a1", "e1", "e2", "d1", "te", "td", "tf", "ta"}
    cells = "".join("1" if p == "c5" else "2" if p in dogs else "0" for p in board.points)
    state = game.start(f"{cells} 1")
    assert {"c5xc3", "c5xc3xa3"} <= set(state.moves())
    page = draw(view_of(game, state, 0))
    assert taps(page, "c5", "c3", "c3") == ["c5xc3"]
    assert taps(page, "c5", "c3", "a3") == ["c5xc3", "c5xc3xa3"]


def test_of_two_moves_over_the_same_points_buttons_ask_which(draw: Any) -> None:
    game = GAMES.make("fanorona-5x5")
    board = game.board
    cells = "".join("1" if p in ("b3", "e1") else "2" if p in ("a3", "d3", "e5") else "0" for p in board.points)
    state = game.start(f"{cells} 1")
    assert {"b3>c3", "b3<c3"} <= set(state.moves())
    page = draw(view_of(game, state, 0))
    assert taps(page, "b3", "c3", "c3") == []
    assert page.locator(".board-which button").all_text_contents() == ["b3>c3", "b3<c3"]
    page.locator(".board-which button").last.click()
    assert page.evaluate("acted") == ["b3<c3"]


@pytest.mark.parametrize("name", SHAPES)
def test_arrow_keys_reach_every_point_of_a_board(draw: Any, name: str) -> None:
    game = GAMES.make(name)
    state = game.start()
    page = draw(view_of(game, state, 0))
    page.keyboard.press("ArrowDown")
    found = set(page.evaluate(WALK))
    assert found == set(game.board.points)


def test_values_of_moves_are_written_on_the_board(draw: Any) -> None:
    game = GAMES.make("tapatan")
    state = game.start()
    page = draw(view_of(game, state, 0))
    values = {move: -1 if place else 1 for place, move in enumerate(state.moves())}
    page.evaluate("values => table.showValues(values)", values)
    assert page.locator(".layer-values .value text").count() == len(values)
    assert page.locator(".layer-values .value.best text").all_text_contents() == ["+1"]


# ── any card game ────────────────────────────────────────────────────────────────────────────────────────────────────


class AnyFace(Face):
    """Rikken as a game of which nothing is known but its deck."""

    deck = "french"


def as_any(seat: int | None, language: str, *moves: str) -> dict[str, Any]:
    game, state = rikken(*moves)
    face = AnyFace(game, language, NAMES)
    seen = face_of(game).public(state) if seat is None else state.view(seat)
    history = [{"seat": who, "move": move, "text": face.say(who, move)} for who, move in face.history(seen)]
    return view_of(game, state, seat or 0, language) | {
        "drawing": face.drawing,
        "deck": face.deck,
        "seat": seat,
        "state": json.loads(json.dumps(face.state(seen))),
        "told": {"history": history, "standing": ["trump"], "own": ""},
        "moves": offers(face, seen),
        "target": None,
        "scores": [0, 3, -1, 2],
    }


@pytest.mark.parametrize("width", [320, 390, 1000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_card_game_of_four_fits_and_is_played_by_tap_and_by_key(draw: Any, width: int, language: str) -> None:
    page = draw(as_any(1, language, *RIK, "As", "Qs", "8s", "5s", "Js"), width)
    page.locator("#root .hand button").first.wait_for()
    assert page.locator("#root .hand button").count() == 12
    assert page.locator("#root .others .seat").count() == 3
    assert page.locator("#root .backs i").count() == 12 + 12 + 11
    assert [page.locator(f"#root {one}").count() for one in (".now .spot", ".past li", ".pile span.card")] == [1, 1, 4]
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    boxes = [one.bounding_box() for one in page.locator("#root .hand button").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] >= 44 for box in boxes)
    legal = page.locator("#root .hand button.legal")
    assert [one.get_attribute("data-card") for one in legal.all()] == ["Ts", "9s"]
    assert legal.first.get_attribute("aria-label") == {"en": "10 of spades", "pt-BR": "10 de espadas"}[language]
    legal.first.click()
    page.keyboard.press("2")
    assert page.evaluate("window.acted") == ["Ts", "9s"]


def test_who_looks_on_sees_no_hands(draw: Any) -> None:
    page = draw(as_any(None, "en", *RIK, "As"))
    page.locator("#root .now .spot").wait_for()
    assert page.locator("#root .hand svg.back").count() == 12
    assert page.locator("#root .hand button").count() == 0
    assert page.locator("#root svg.card:not(.back)").count() == 1
