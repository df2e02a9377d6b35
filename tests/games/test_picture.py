"""What a notebook shows of a table: nothing that a seat may not know, everything of a state, and any game."""

import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from tests.games.test_face import Whist

import bolicho
from bolicho.core.chance import stream
from bolicho.core.words import LANGUAGES
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards.picture import board_svg
from bolicho.games.deck import deck_of
from bolicho.games.face import face_of
from bolicho.games.picture import look
from bolicho.games.plain import as_json
from bolicho.games.scene import HIDDEN, bare

ROOT = Path(__file__).parents[2]
CARDS = [("truco", {"preset": "ufsm-web"}), ("truco", {}), ("rikken", {}), ("paulista", {})]
AGENTS = {"truco": "sound", "rikken": "rules", "paulista": "zap"}
VOID = {"input", "br", "hr", "meta"}


class Reader(HTMLParser):
    """Sees to it that whatever is opened is closed, and keeps ids and what points at them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.points: set[str] = set()
        self.cards: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids))
        assert self.points <= set(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        self.cards += [given["data-card"]] if "data-card" in given else []
        self.points |= {given[name].removeprefix("#") for name in ("href", "for") if name in given}
        assert not [name for name in given if name.startswith("on")], "no scripts"
        assert tag not in ("script", "link", "img", "iframe")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def positions(game: Any, seed: int, most: int = 60) -> list[Any]:
    """The states of a unit in which everything that may be played may happen."""
    rng = stream(seed, "picture")
    state = game.start(game.deal(rng), **game.opening(rng))
    found = [state]
    while not state.over and len(found) < most:
        state = state.play(rng.choice(state.moves()))
        found.append(state)
    return found


def hidden_from(game: Any, state: Any, seat: int) -> set[str]:
    """The cards in the hands of others of which the view of a seat says nothing."""
    face, known = face_of(game), json.dumps(as_json(state.view(seat)))
    told = set(re.findall(r"[\w-]+", known))
    others = [hand or [] for who, hand in enumerate(face.hands(state) or []) if who != seat]
    return {card for hand in others for card in hand} - told


def tells(html: str, game: Any, card: str) -> bool:
    """Whether a page has a card in it: by its code or in words, in either language."""
    words = [face_of(game, language).card(card) for language in LANGUAGES]
    return any(name in html and re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", html) for name in (card, *words))


@pytest.mark.parametrize(("name", "options"), CARDS)
def test_a_view_shows_no_card_that_its_seat_may_not_see(name: str, options: dict[str, Any]) -> None:
    game, hidden = GAMES.make(name, **options), 0
    for seed in range(4):
        for state in positions(game, seed):
            for seat in range(game.seats):
                view, secret = state.view(seat), hidden_from(game, state, seat)
                html = view._repr_html_()
                body = html[html.index("</style>") :]
                hidden += len(secret)
                assert [card for card in secret if tells(body, game, card)] == []
                assert set(view.hand) <= set(Reader(html).cards)
    assert hidden > 40


@pytest.mark.parametrize(("name", "options"), CARDS)
def test_a_decision_shows_no_card_that_its_seat_may_not_see(name: str, options: dict[str, Any]) -> None:
    game = GAMES.make(name, **options)
    agent = bolicho.agent(AGENTS[name], game)
    for state in positions(game, 5):
        if not state.over:
            html = agent.choose(state.view(state.seat), stream(1))._repr_html_()
            Reader(html)
            body = html[html.index("</style>") :]
            assert [card for card in hidden_from(game, state, state.seat) if tells(body, game, card)] == []


@pytest.mark.parametrize(("name", "options"), CARDS)
def test_a_state_shows_every_card_that_somebody_holds(name: str, options: dict[str, Any]) -> None:
    game = GAMES.make(name, **options)
    for state in positions(game, 2):
        held = [card for hand in face_of(game).hands(state) or [] for card in hand or []]
        shown = Reader(state._repr_html_()).cards
        assert set(held) <= set(shown)


def test_a_card_face_down_is_a_back_to_the_rival_and_told_to_who_laid_it() -> None:
    game = GAMES.make("truco", preset="ufsm-web")
    state = game.start("1e 7o 4c / 3b 2c 12o").play("(1e)")
    mine, theirs = (state.view(seat)._repr_html_() for seat in (0, 1))
    assert "1 of espadas" in mine
    assert "1 of espadas" not in theirs
    assert "1e" not in Reader(mine).cards  # it lies there as a back
    assert HIDDEN in Reader(mine).cards


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_drawn_with_all_its_pieces(name: str) -> None:
    game = GAMES.make(name)
    Reader(game._repr_html_())
    for state in positions(game, 1, most=12)[::4]:
        Reader(state._repr_html_())
        Reader(state.view(1)._repr_html_())
        pieces = sum(cell != "0" for cell in state.position.cells)
        drawn = board_svg(game.board, "x", state.position)
        count = drawn.count("<g transform") + drawn.count('stroke-width="12"')
        assert count == (0 if game.board.sow else pieces)


def test_a_guests_game_gets_the_drawing_of_any_card_game() -> None:
    game = Whist()
    state = game.start(game.deal(stream(1)))
    names = ("<i>Ana</i>", "Bia", "Caio")
    html = bolicho.show(state, game, names=names).html
    reader = Reader(html)
    assert "<i>" not in html
    assert "&lt;i&gt;Ana" in html
    assert {bare(card) for card in state.view(0).hand} <= set(reader.cards)
    assert html == look(game, state, names)
    with pytest.raises(bolicho.BadInput, match=r"show\(state, game\)"):
        bolicho.show(state)


def test_two_things_in_a_page_have_no_id_in_common() -> None:
    game = GAMES.make("truco")
    state = game.start("1e 7o 4c / 3b 2c 12o")
    Reader(state._repr_html_() + state.view(0)._repr_html_() + state.view(1)._repr_html_())
    assert state._repr_html_() == state._repr_html_()


def test_a_card_without_a_picture_has_its_name_on_it_whatever_it_is() -> None:
    assert "&lt;x&gt;" in deck_of("").inside("<x>")


def test_a_table_speaks_portuguese_where_the_machine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    state = GAMES.make("truco").start("1e 7o 4c / 3b 2c 12o")
    assert "vez de lugar 0" in state._repr_html_()


@pytest.mark.skipif(which("node") is None, reason="no Node on this machine")
def test_the_decks_are_those_of_the_web_table(tmp_path: Path) -> None:
    made = tmp_path / "decks.json"
    subprocess.run(["node", "tools/decks.mjs", str(made)], cwd=ROOT, check=True)
    shipped = ROOT / "src" / "bolicho" / "games" / "decks.json"
    assert made.read_bytes() == shipped.read_bytes(), "node tools/decks.mjs writes them"
