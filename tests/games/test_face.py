"""A game brings its face: what is shown and said comes from it, and nobody outside `games` asks which game it is."""

import re
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

import bolicho
from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.games import FACES, GAMES
from bolicho.games.face import Face, face_named, face_of, texts_in
from bolicho.games.scene import HIDDEN, TableCard, pack_of
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECKS

SOURCE = Path(bolicho.__file__).parent
ROOT = Path(__file__).parents[2]
HOUSE = "|".join(re.escape(name) for name in GAMES.house)
CLASSES = "|".join({GAMES.factory(name).__name__ for name in GAMES.house} | {"BoardGame"})
ASKS = re.compile(
    rf"""(?<!for )(?<!, )\b(?:game|name)\)?\s*(?:[!=]==?|in)\s*[(\[{{]?\s*["'](?:{HOUSE})["']|\b(?:{CLASSES})\.name\b"""
    rf"""|\bin\s+names\(["']|isinstance\(.*\b(?:{CLASSES})\b"""
    r"""|hasattr\((?:state|view|game)\w*,\s*["'](?:board|rules|position)["']|hasattr\(getattr\(game"""
)
"""Whatever asks which game it is, or looks at what only one game has."""
KINDS = {"learn/markov/bets.py", "lab/studies/profiles/cases.py", "lab/works/rossato/maps.py"}
"""Where `truco` is the call of truco, not the game."""


def test_nobody_outside_games_asks_which_game_it_is() -> None:
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js"), *(ROOT / "docs" / "hooks").rglob("*.py")]
    found = {}
    for file in files:
        place = file.relative_to(SOURCE).as_posix() if file.is_relative_to(SOURCE) else file.name
        asked = ASKS.findall(file.read_text(encoding="utf-8"))
        if asked and not place.startswith("games/") and place not in KINDS:
            found[place] = asked
    assert len(files) > 700
    assert found == {}


WAYS = (
    'if game == "truco":',
    "game.name != 'rikken'",
    'game.name == "paulista"',
    'name === "truco"',
    'if game in ("truco", "rikken"):',
    'elif name == "tapatan"',
    "isinstance(game, BoardGame)",
    "isinstance(GAMES.make(name), Paulista)",
    'if name in names("paulista"):',
    'hasattr(state, "board")',
    'hasattr(getattr(game, "rules", None), "first_dealer")',
)


@pytest.mark.parametrize("asks", WAYS)
def test_the_check_would_find_one(asks: str) -> None:
    assert ASKS.search(asks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES.house)
def test_every_game_of_the_house_has_a_name_a_sentence_and_rules(name: str, language: str) -> None:
    face = face_of(GAMES.make(name), language)
    assert face.about
    assert face.rules()
    assert face.title != name
    assert face.stand_in in bolicho.agents(name)
    for preset in face.game.presets:
        assert all(face.preset(preset))


def test_a_face_is_found_by_the_name_by_what_a_game_is_made_of_or_is_that_of_any_card_game() -> None:
    class Short(Truco):
        name: ClassVar[str] = "short"

    assert type(face_of(Short())) is FACES.factory("truco")
    assert type(face_of(Whist())) is Face
    assert face_named("truco").mano
    assert not face_named("whist").mano
    assert face_of(GAMES.make("tapatan")).open


def test_a_face_that_is_none_and_words_that_are_wrong_are_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FACES, "_loaded", {"whist": lambda game: game})
    with pytest.raises(BadInput, match=r"game 'whist': bolicho.faces names <function .*, expected a subclass of Face"):
        face_of(Whist())
    face = Face(Whist())
    face.texts = {"rules-all": "first to {goal}"}
    with pytest.raises(BadInput, match="words of whist: rules-all: cannot be filled in: 'goal'"):
        face.rules()


@pytest.mark.parametrize(("words", "told"), [('[en]\nname = "Whist"\n', "Whist"), ("[en\n", None), ("[fr]\n", "")])
def test_words_in_one_language_serve_and_wrong_ones_are_named(
    words: str, told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = f"whist_{len(words)}"
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").touch()
    (tmp_path / package / "words.toml").write_text(words)
    monkeypatch.syspath_prepend(tmp_path)
    if told is None:
        with pytest.raises(BadInput, match=f"words.toml of {package}: "):
            texts_in(package, "pt-BR")
    else:
        assert texts_in(package, "pt-BR").get("name", "") == told


# ── any card game ────────────────────────────────────────────────────────────────────────────────────────────────────


class View(NamedTuple):
    seat: int
    score: tuple[int, ...]
    hand: tuple[str, ...]
    history: tuple[tuple[int, str], ...]
    to_move: int | None
    moves: tuple[str, ...]


class State(NamedTuple):
    hands: tuple[tuple[str, ...], ...]
    history: tuple[tuple[int, str], ...] = ()

    @property
    def seat(self) -> int | None:
        return None if self.over else len(self.history) % 3

    @property
    def over(self) -> bool:
        return len(self.history) == 6

    @property
    def scores(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def moves(self) -> tuple[str, ...]:
        if self.seat is None:
            return ()
        gone = [move.strip("()") for who, move in self.history if who == self.seat]
        held = tuple(card for card in self.hands[self.seat] if card not in gone)
        return (*held, f"({held[0]})")

    def play(self, move: str) -> "State":
        return self._replace(history=(*self.history, (self.seat or 0, move)))

    def view(self, seat: int) -> View:
        gone = [move.strip("()") for who, move in self.history if who == seat]
        held = tuple(card for card in self.hands[seat] if card not in gone)
        heard = tuple((who, move if who == seat or not move.startswith("(") else HIDDEN) for who, move in self.history)
        return View(seat, (1, 2, 3), held, heard, self.seat, self.moves() if seat == self.seat else ())


class Whist(Game):
    """Three seats, two cards each; a card may be played face down."""

    name: ClassVar[str] = "whist"
    version: ClassVar[str] = "1"
    seats: ClassVar[int] = 3
    deck: ClassVar[tuple[str, ...]] = ("Ah", "Kh", "Qs", "Js", "Td", "9c")

    @property
    def options(self) -> dict[str, Any]:
        return {"target": 5}

    def deal(self, rng: Random) -> tuple[tuple[str, ...], ...]:
        cards = rng.sample(self.deck, 6)
        return tuple(tuple(cards[at : at + 2]) for at in (0, 2, 4))

    def start(self, *deal: Any, **_: Any) -> State:
        return State(deal[0])

    def worlds(self, view: Any, rng: Random) -> State:
        raise NotImplementedError

    def parse_deal(self, text: str) -> Any:
        raise NotImplementedError


HANDS = (("Ah", "Kh"), ("Qs", "Js"), ("Td", "9c"))


def test_the_cards_of_a_game_are_learned_from_its_deals() -> None:
    assert pack_of(Whist()) == (frozenset(Whist.deck), (2, 2, 2))
    assert pack_of(Truco()).cards == frozenset(DECKS["full"])
    assert not pack_of(GAMES.make("tapatan")).cards


def test_a_scene_is_worked_out_of_a_view() -> None:
    state = State(HANDS).play("Ah").play("(Qs)").play("9c").play("Kh")
    scene = Face(Whist()).scene(state.view(0))
    assert scene is not None
    assert scene.hand == ()
    assert scene.counts == (0, 1, 1)
    assert [one.done for one in scene.rounds] == [True, False]
    assert scene.rounds[0].cards == (TableCard(0, "Ah"), TableCard(1, HIDDEN), TableCard(2, "9c"))
    mine = Face(Whist()).scene(state.view(1))
    assert mine is not None
    assert mine.rounds[0].cards[1] == TableCard(1, "(Qs)")


def test_who_looks_on_sees_what_all_see() -> None:
    state = State(HANDS).play("Ah").play("(Qs)")
    seen = Face(Whist()).public(state)
    assert (seen.seat, seen.hand, seen.moves, seen.score) == (-1, (), (), (1, 2, 3))
    assert seen.history == ((0, "Ah"), (1, HIDDEN))
    told = str(Face(Whist()).state(seen))
    assert not [card for card in Whist.deck if card in told and card != "Ah"]


def test_a_view_in_which_something_else_is_private_is_not_guessed_at() -> None:
    class Secret(NamedTuple):
        seat: int
        number: int

    class Hidden(NamedTuple):
        def view(self, seat: int) -> Secret:
            return Secret(seat, seat * 7)

    assert Face(Whist()).public(Hidden()) is None


QUEEN = [("en", "queen of spades", "Your turn"), ("pt-BR", "dama de espadas", "Sua vez")]


@pytest.mark.parametrize(("language", "named", "asked"), QUEEN)
def test_its_cards_are_called_by_the_deck_and_typed_by_their_place(language: str, named: str, asked: str) -> None:
    class French(Face):
        deck = "french"

    face, view = French(Whist(), language), State(HANDS).play("Ah").view(1)
    assert face.label("Qs") == named
    assert named in face.label("(Qs)")
    assert face.label("(Qs)") != named
    assert face.sign("Td") == "10♦"
    assert face.keys(view) == {"Qs": "1", "Js": "2", "(Qs)": "v1"}
    assert face.prompt(view).startswith(asked)
    assert face.target == 5


def test_calls_get_letters_of_their_own_that_the_house_does_not_use() -> None:
    class Talk(NamedTuple):
        moves: tuple[str, ...]
        hand: tuple[str, ...] = ()

    keys = Face(Whist()).keys(Talk(("quit", "hold", "hoard", "x", "x2")))
    assert len(set(keys.values())) == 5
    assert not set("hqw?") & set(keys.values())


def test_truco_and_rikken_can_be_drawn_as_any_card_game() -> None:
    for name, held in (("truco", 3), ("rikken", 13)):
        game: Any = GAMES.make(name)
        rng = stream(3, name)
        state = game.start(game.deal(rng), **game.opening(rng))
        while not state.over:
            face = Face(game, "en", ("a",) * game.seats)
            for seat in range(game.seats):
                view = state.view(seat)
                scene = face.scene(view)
                assert scene is not None
                assert len(scene.hand) == scene.counts[seat]
                laid = [one.seat for part in scene.rounds for one in part.cards]
                assert laid.count(seat) + len(scene.hand) == held
            state = state.play(rng.choice(state.moves()))
