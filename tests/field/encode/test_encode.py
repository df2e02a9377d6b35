"""Views as arrays and moves as numbers: one length, from 0 to 1, nothing lost that a seat knows, nothing more told."""

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.games.boards.some_boards import row_of_three

import bolicho
from bolicho.core.errors import BadInput
from bolicho.field.encode import encoder, vocabulary
from bolicho.field.encode.fields import Field
from bolicho.field.encode.truco import LONGEST
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import game_from
from bolicho.learn.boards.shipped_tables import SHIPPED

QUICK = (*SHIPPED, "jogo-da-onca", "damas", "kalah", "reversi", "rastro", "fanorona-5x5")
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in GAMES.house if name not in BOARDS or name in QUICK),
    *(("truco", {"preset": preset}) for preset in ("ufsm-web", "cbtg", "argentino")),
    ("truco", {"deck": "mini", "envido": "off", "flor": "off", "face_down": "rounds-2-3"}),
    ("rikken", {"preset": "rosa", "revoke": "penalty"}),
    ("rikken", {"preset": "brabant"}),
]
CARDS = [(name, options) for name, options in TABLES if name in ("truco", "paulista", "rikken")]


def states(game: Any, seed: int, units: int) -> Iterator[Any]:
    """Every state of some random units."""
    for number in range(units):
        rng = bolicho.stream(seed, number)
        state = game.start(game.deal(rng), **game.opening(rng))
        yield state
        while not state.over:
            state = state.play(rng.choice(state.moves()))
            yield state


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_every_view_fits_its_array_and_every_move_has_a_number(name: str, options: dict[str, Any]) -> None:
    game = bolicho.game(name, **options)
    coder = encoder(game)
    assert len(set(coder.vocabulary)) == len(coder.vocabulary)
    for state in states(game, 3, 3 if name == "rikken" else 6):
        for seat in range(game.seats):
            view = state.view(seat)
            told, mask = coder.array(view), coder.mask(view)
            assert told.dtype == np.float32
            assert told.shape == (coder.size,)
            assert told.min() >= 0
            assert told.max() <= 1
            assert {coder.meant(view, int(i)) for i in mask.nonzero()[0]} == set(view.moves)
            assert [coder.meant(view, action) for action in coder.legal(view)] == list(view.moves)


@pytest.mark.parametrize(("name", "options"), CARDS)
def test_a_card_game_is_remembered_whole(name: str, options: dict[str, Any]) -> None:
    """Two views of a seat with the same array are the same view: perfect recall."""
    game = bolicho.game(name, **options)
    coder = encoder(game)
    known: dict[tuple[int, bytes], Any] = {}
    for state in states(game, 5, 6 if name == "rikken" else 20):
        for seat in (0, game.seats - 1):
            view = state.view(seat)
            assert known.setdefault((seat, coder.array(view).tobytes()), view) == view
    assert len(known) > 50


def test_the_rivals_cards_make_no_difference() -> None:
    game = bolicho.game("truco", preset="ufsm-web")
    told = []
    for deal in ("1e 7o 4c / 3b 2c 12o", "1e 7o 4c / 5b 2c 4o"):
        state = game.start(deal)
        for move in ("(7o)", "2c"):
            state = state.play(move)
        told.append(encoder(game).array(state.view(0)))
    assert (told[0] == told[1]).all()


def test_a_seat_sees_itself_first() -> None:
    """The same hand seen by either mão gives the same array, whatever seat he has."""
    game = bolicho.game("truco")
    coder = encoder(game)
    first = game.start("1e 7o 4c / 3b 2c 12o", score=(3, 5), mano=0)
    second = game.start("3b 2c 12o / 1e 7o 4c", score=(5, 3), mano=1)
    for move in ("envido", "quero", "7o", "truco", "quero"):
        assert (coder.array(first.view(0)) == coder.array(second.view(1))).all()
        assert (coder.array(first.view(1)) == coder.array(second.view(0))).all()
        first, second = first.play(move), second.play(move)


def test_the_fields_of_truco_say_what_they_are_called() -> None:
    game = bolicho.game("truco")
    coder = encoder(game)
    state = game.start("1e 7o 4c / 3b 2c 12o", score=(6, 12), mano=0)
    for move in ("envido", "quero", "4c", "3b", "truco"):
        state = state.play(move)
    told = coder.array(state.view(0))

    def cards(name: str) -> list[str]:
        return [coder.vocabulary[i] for i in coder.part(told, name).nonzero()[0]]

    assert cards("dealt") == ["1e", "7o", "4c"]
    assert cards("hand") == ["1e", "7o"]
    assert cards("table") == []
    assert coder.part(told, "turn").tolist() == [1, 0]
    assert coder.part(told, "called").tolist() == [0, 1]
    assert coder.part(told, "score").tolist() == [0.25, 0.5]
    assert coder.part(told, "mao").tolist() == [1]
    assert coder.part(told, "rounds").tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    steps = coder.part(told, "history")
    assert [coder.vocabulary[step[2:].argmax()] for step in steps if step.any()] == [m for _, m in state.history]
    assert [int(step[1]) for step in steps if step.any()] == [seat for seat, _ in state.history]


def test_the_longest_hand_of_truco_fits() -> None:
    """Every word that can be said is said: a truco that envido cancels, all of envido, flor over it, truco again."""
    game = bolicho.game("truco", preset="ufsm-web", target=99)
    state = game.start("1e 7e 4e / 1b 7b 4b")
    said = "truco envido envido real-envido falta-envido flor contra-flor contra-flor-e-o-resto nao-quero"
    for move in f"{said} 4e 7b truco quero 4b 7e retruco quero 1e vale-quatro quero 1b".split():
        state = state.play(move)
    assert state.over
    assert len(state.history) == LONGEST
    told = encoder(game).array(state.view(0))
    assert encoder(game).part(told, "history").any(axis=1).all()


def test_what_the_options_silence_is_no_action() -> None:
    plain = vocabulary("truco")
    assert "flor" in plain
    assert "pontos" not in plain
    assert "(1e)" not in plain
    assert "flor" not in vocabulary(bolicho.game("truco", flor="off"))
    assert {"pontos", "(1e)"} <= set(vocabulary(bolicho.game("truco", preset="ufsm-web")))
    assert vocabulary("jogo-da-velha") == bolicho.game("jogo-da-velha").board.points
    assert len(vocabulary("tapatan")) == 2 * 16
    assert len(vocabulary("rikken")) == 16 + 4 + 20 + 52


def test_a_board_of_ones_own_has_arrays_too() -> None:
    game = game_from(row_of_three("three", '["slide", "jump", "fly"]'), "three.toml")()
    assert vocabulary(game) == ("a-b", "a-c", "b-a", "b-c", "c-a", "c-b")
    coder = encoder(game)
    assert coder.part(coder.array(game.start().view(1)), "mine").tolist() == [0, 0, 1]


def test_a_position_with_pieces_in_hand_where_the_game_has_none_is_refused() -> None:
    game = bolicho.game("tapatan")
    state = game.start("000000000 1 3 3")
    with pytest.raises(BadInput, match=r"move 'a3' is not among the 32 moves of tapatan"):
        encoder(game).mask(state.view(0))


class Coin(bolicho.Game):
    """A stranger's game: heads or tails, nothing more."""

    name, version, seats = "coin", "1", 1
    options: ClassVar[Any] = {}

    def deal(self, rng: Random) -> str:
        return rng.choice("ht")

    def start(self, *deal: Any, **context: Any) -> Any:
        raise NotImplementedError

    worlds = parse_deal = start


class KnownCoin(Coin):
    """The same, with arrays of its own."""

    def encoding(self) -> tuple[tuple[str, ...], tuple[Field, ...]]:
        return ("h", "t"), (Field("heads", (1,), "it fell on heads", lambda view: (0,) if view == "h" else ()),)


def test_a_strangers_game_brings_its_own_arrays() -> None:
    with pytest.raises(BadInput, match=r"game 'coin' has no arrays: give it encoding\(\)"):
        encoder(Coin())
    coder = encoder(KnownCoin())
    assert coder.array("h").tolist() == [1.0]
    assert coder.array("t").tolist() == [0.0]


def test_wrong_names_and_numbers_get_one_line() -> None:
    coder = encoder("tapatan")
    with pytest.raises(BadInput, match=r"action 32: tapatan has actions 0 to 31"):
        coder.move(32)
    with pytest.raises(BadInput, match=r"no field 'hands'; tapatan has seat, turn, mine"):
        coder.part(np.zeros(coder.size, np.float32), "hands")
