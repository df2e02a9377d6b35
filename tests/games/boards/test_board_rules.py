"""Literal facts of the rules, game by game, and the draw rules."""

import pytest
from tests.games.boards.some_boards import CROSSING, FLYING

import bolicho
from bolicho.core.errors import BadInput, IllegalMove, UnknownName
from bolicho.games import GAMES
from bolicho.games.boards import State, game_from
from bolicho.games.boards.rules import DRAWN


def edges(name: str) -> set[frozenset[str]]:
    board = GAMES.make(name).board
    return {frozenset((board.points[a], board.points[b])) for a, around in enumerate(board.near) for b in around}


def played(game: bolicho.Game, *moves: str, deal: str | None = None) -> State:
    state: State = game.start(deal) if deal else game.start()
    for move in moves:
        state = state.play(move)
    return state


def test_tapatan_board() -> None:
    game = GAMES.make("tapatan")
    assert len(game.board.points) == 9
    assert len(edges("tapatan")) == 16
    assert len(game.board.lines) == 8
    assert str(game.deal(bolicho.stream(0))) == "121000212 1"
    assert game.start().moves() == ("a3-a2", "a3-b2", "c3-b2", "c3-c2", "b1-b2")


def test_tapatan_line_wins() -> None:
    won = played(GAMES.make("tapatan"), "c2-c3", deal="110201220 1")
    assert (won.result, won.scores, won.seat) == (0, (1, 0), None)
    assert not played(GAMES.make("tapatan"), "c2-b2", deal="110201220 1").over


def test_pong_hau_ki_board() -> None:
    assert len(edges("pong-hau-ki")) == 7
    assert frozenset(("a3", "c3")) not in edges("pong-hau-ki")
    assert frozenset(("a1", "c1")) in edges("pong-hau-ki")
    state = GAMES.make("pong-hau-ki").start()
    assert str(state.position) == "11022 1"
    assert state.moves() == ("a3-b2", "c3-b2")


def test_who_cannot_move_has_lost() -> None:
    shut_in = played(GAMES.make("pong-hau-ki"), "a3-b2", deal="21021 2")
    assert str(shut_in.position) == "01221 1"
    assert (shut_in.result, shut_in.scores) == (1, (0, 1))
    assert not played(GAMES.make("pong-hau-ki"), "a1-b2", deal="21021 2").over


@pytest.mark.parametrize("inner", ["b", "c"])
def test_mu_torere_opens_beside_a_rival(inner: str) -> None:
    game = GAMES.make("mu-torere")
    assert game.start().moves() == ("a-p", "d-p")
    assert game.start().play("a-p").moves() == ("h-a",)
    with pytest.raises(IllegalMove):
        game.start().play(f"{inner}-p")


def test_tsoro_yematatu_jumps() -> None:
    game = GAMES.make("tsoro-yematatu")
    # points c3 b2 c2 d2 a1 c1 e1; only c2 is empty
    state = game.start("1201212 1")
    moves = state.moves()
    assert "c3-c2" in moves
    assert "b2-d2" not in moves
    jump = game.start("1121220 1")
    assert "b2-d2" not in jump.moves()
    assert "c3-e1" in jump.moves()
    assert jump.play("c3-e1").position.cells == "0121221"


def test_picaria_centre_is_not_placed_on() -> None:
    state = GAMES.make("picaria").start()
    assert "c3" not in state.moves()
    assert len(state.moves()) == 12
    for move in ("a5", "c5", "e5", "a3", "a1", "e1"):
        assert "c3" not in state.moves()
        state = state.play(move)
    assert "a5-b4" in state.moves()
    assert "e5-d4" in state.moves()
    assert "b4-c3" in state.play("a5-b4").play("c5-d4").moves()


def test_full_board_is_a_draw() -> None:
    state = played(GAMES.make("jogo-da-velha"), "a3", "b3", "c3", "b2", "a2", "a1", "b1", "c2", "c1")
    assert state.over
    assert state.result == DRAWN
    assert state.scores == (0, 0)
    won = played(GAMES.make("jogo-da-velha"), "a3", "a2", "b3", "b2", "c3")
    assert (won.result, won.scores) == (0, (1, 0))
    assert won.moves() == ()


BACK_AND_FORTH = ("a3-a2", "a1-b2", "a2-a3", "b2-a1")


def test_start_a_third_time_is_a_draw() -> None:
    game = GAMES.make("tapatan")
    once = played(game, *BACK_AND_FORTH)
    assert once.position == once.begun
    assert not once.over
    twice = played(game, *BACK_AND_FORTH * 2)
    assert twice.result == DRAWN, "the start counts as the first time"
    assert len(twice.history) == 8


def test_the_start_with_the_other_to_move_does_not_count() -> None:
    # one side goes round a triangle while the other goes to and fro: the same pieces, the other's turn
    game = GAMES.make("tapatan")
    there = ("a3-b2", "c1-c2", "b2-a2", "c2-c1", "a2-a3")
    and_back = ("a1-b2", "c3-c2", "b2-a2", "c2-c3", "a2-a1")
    turned = played(game, *there)
    assert str(turned.position) == "121000212 2"
    fourth_placement = played(game, *there, *and_back, *there)
    assert str(fourth_placement.position) == "121000212 2"
    assert not fourth_placement.over
    assert played(game, *there, *and_back, *there, *and_back).result == DRAWN


def test_any_position_a_third_time_is_a_draw_where_that_is_the_rule() -> None:
    game = GAMES.make("tapatan", draw="position-three-times")
    usual = GAMES.make("tapatan")
    loop = ("a1-b2", "c3-c2", "b2-a1", "c2-c3")
    assert not played(usual, "a3-a2", *loop * 3).over
    assert not played(game, "a3-a2", *loop, *loop[:3]).over
    assert played(game, "a3-a2", *loop * 2).result == DRAWN


def test_plies_are_counted() -> None:
    game = GAMES.make("tapatan", plies=5)
    state = played(game, *BACK_AND_FORTH, "a3-a2")
    assert (state.result, len(state.history)) == (DRAWN, 5)
    usual = GAMES.make("tapatan")
    loop = ("c3-c2", "b2-a1", "c2-c3", "a1-b2")
    state = played(usual, "a3-a2", "a1-b2", *loop * 49)
    assert len(state.history) == 198
    assert not state.over
    assert state.play("c3-c2").play("b2-a1").result == DRAWN


def test_options() -> None:
    assert GAMES.make("tapatan").options == {"draw": "start-three-times", "plies": 200}
    assert GAMES.make("tapatan", plies="30").options["plies"] == 30
    for bad in ({"draw": "never"}, {"plies": 0}, {"plies": "many"}):
        with pytest.raises(BadInput):
            GAMES.make("tapatan", **bad)
    with pytest.raises(UnknownName):
        GAMES.make("tapatan", target=3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("121000212", "expected 9 digits"),
        ("12100021 1", "expected 9 digits"),
        ("121000213 1", "expected 9 digits"),
        ("121000212 3", "who moves"),
        ("121000211 1", "player 1 has 4 pieces of 3"),
        ("121000212 1 x y", "two numbers"),
    ],
)
def test_bad_positions(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAMES.make("tapatan").parse_deal(text)


def test_illegal_moves_tell_the_legal_ones() -> None:
    state = GAMES.make("tapatan").start()
    for move in ("a3-b3", "b3-b2", "a3", "b2", "a3-c1", "", "a3-", "-a3", "z9-a1"):
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert caught.value.legal == state.moves()
        assert "121000212 1" in str(caught.value)


def test_reaching_wins() -> None:
    game = game_from(CROSSING)()
    assert game.start().moves() == ("a2-b2", "a1-b1")
    assert played(game, "b1-c1", deal="021210 1").result == 0
    assert not played(game, "c2-c1", deal="021210 1").over
    assert played(game, "b2-a2", deal="021210 2").result == 1


def test_flying_goes_anywhere() -> None:
    game = game_from(FLYING)()
    state = game.start()
    assert state.moves() == ("a-c", "b-c", "f-c")
    assert state.play("f-c").result == 0
