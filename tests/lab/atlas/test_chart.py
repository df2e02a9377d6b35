"""The atlas: every hand is asked about once, by what its holder would see; boards by their solution."""

from collections.abc import Sequence
from typing import Any

import pytest

import bolicho
from bolicho.core.errors import BolichoError
from bolicho.games.truco.cards import STRENGTH, envido_points, flor_points
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.view import View
from bolicho.lab.atlas.around import around
from bolicho.lab.atlas.chart import chart, example_of
from bolicho.lab.atlas.kinds import SHOWN, offered, share
from bolicho.lab.atlas.situations import NAMED, score_of, situation

GAME = bolicho.game("truco")


class Player:
    """Calls envido with a pair where it may, plays its lowest card half of the time, else says the first word."""

    name = "player"

    def __init__(self) -> None:
        self.seen: list[View] = []

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        self.seen += views
        return [self.policy(view) for view in views]

    def policy(self, view: View) -> tuple[float, ...]:
        if "envido" in view.moves and envido_points(view.dealt) >= 20:
            return tuple(float(move == "envido") for move in view.moves)
        if view.hand and view.hand[-1] in view.moves:
            return tuple(0.5 * (move in (view.hand[-1], "baralho")) for move in view.moves)
        return tuple(float(move == view.moves[0]) for move in view.moves)


def test_every_hand_without_a_flor_is_asked_about_once() -> None:
    player = Player()
    found = chart(player, GAME, situation("mao"), (20, 17))
    hands = {hand for hand in all_hands().cards if not flor_points(hand)}
    assert {view.dealt for view in player.seen} == hands
    assert len(player.seen) == len(hands) == found.hands == sum(cell.hands for cell in found.cells.values())
    assert {(view.seat, view.mano, view.score, view.history) for view in player.seen} == {(0, 0, (20, 17), ())}


def test_a_cell_says_what_its_hands_do() -> None:
    found = chart(Player(), GAME, situation("mao"), (0, 0))
    for (strength, column), cell in found.cells.items():
        assert STRENGTH[cell.example[0]] == strength
        assert sum(cell.shares.values()) == pytest.approx(1)
        told = {"envido": 1.0} if column != "0-19" else {"baralho": 0.5}
        assert told.items() <= cell.shares.items()
    pairs = sum(envido_points(hand) >= 20 for hand in all_hands().cards if not flor_points(hand))
    assert found.shares["envido"] == pytest.approx(pairs / found.hands)


def test_a_hand_counts_as_often_as_its_holder_comes_there() -> None:
    found = chart(Player(), GAME, situation("? envido"), (0, 0))
    assert {cell.weight / cell.hands for (_, column), cell in found.cells.items()} == {0.5}
    assert {column for _, column in found.cells} == {"0-19"}  # with a pair it would have called itself
    assert found.mano


def test_the_cards_that_are_shown_are_gone_and_the_rivals_others_are_not_seen() -> None:
    player = Player()
    found = chart(player, GAME, situation("pe-top"), (0, 0))
    assert not found.mano
    assert not any("7e" in view.dealt for view in player.seen)
    assert {view.played[0] for view in player.seen} == {("7e",)}
    assert {view.seat for view in player.seen} == {1}


@pytest.mark.parametrize("name", NAMED)
def test_every_situation_of_the_menu_can_be_looked_at(name: str) -> None:
    where = situation(name)
    view = example_of(GAME, where, ("12e", "6b", "5o"), (0, 0))
    assert view.is_mano == name.startswith("mao")
    assert view.to_move == view.seat
    assert offered(tuple(kind for kinds in SHOWN.values() for kind in kinds if kind in view.moves))


def test_what_no_hand_can_come_to_is_refused() -> None:
    for text in ("quero", "truco truco", "vale-quatro", "7e 7e"):
        with pytest.raises(BolichoError):
            chart(Player(), GAME, situation(text), (0, 0))
    for text in ("rubbish", " ".join(["envido"] * 20)):
        with pytest.raises(BolichoError, match="expected"):
            situation(text)
    for text in ("24-0", "0", "a-b", "-", "1-2-3", "0-99999999"):
        with pytest.raises(BolichoError, match="expected"):
            score_of(text, 24)
    with pytest.raises(BolichoError, match="does not tell its chances"):
        chart(object(), GAME, situation("mao"), (0, 0))
    for hand in (("7e", "1e"), ("7e", "7e", "1e"), ("7e", "1e", "9z")):
        with pytest.raises(BolichoError, match="expected three cards"):
            example_of(GAME, situation("mao"), hand, (0, 0))
    with pytest.raises(BolichoError, match="lies on the table"):
        example_of(GAME, situation("pe-top"), ("7e", "1e", "4c"), (0, 0))


def test_equilibrium_calls_with_many_points_and_folds_without_cards() -> None:
    found = chart(bolicho.agent("equilibrium", GAME), GAME, situation("mao"), (0, 0))
    assert share(found.cells[14, "29"].shares, "envido") > 0.8
    assert share(found.cells[2, "0-19"].shares, "baralho") > 0.8
    assert share(found.cells[14, "29"].shares, "baralho") < 0.01


# ── boards ────────────────────────────────────────────────────────────────────────────────────────────────────────


def look(name: str, *moves: str) -> Any:
    game = bolicho.game(name)
    return around(game, bolicho.agent("perfect", game), moves)


def test_the_neighbours_of_a_position_are_its_moves_with_their_values() -> None:
    found = look("tapatan")
    assert {one.move.move for one in found.neighbours} == set(found.state.moves())
    values = [one.move.value for one in found.neighbours]
    assert values == sorted(values, reverse=True)
    for one in found.neighbours:
        there = look("tapatan", one.move.move)
        best = there.neighbours[0].move.value if there.neighbours else None
        assert best is None or one.move.value == -best
        assert sum(one.replies.values()) == len(there.neighbours)


def test_where_a_game_is_over_nothing_is_around() -> None:
    moves: tuple[str, ...] = ()
    while (found := look("jogo-da-velha", *moves)).neighbours:
        moves = (*moves, found.neighbours[-1].move.move)
    assert found.state.over
    assert found.to_dict()["moves"] == []


def test_an_illegal_move_and_a_game_without_a_solution_are_refused() -> None:
    with pytest.raises(BolichoError):
        look("tapatan", "a1-a1")
    with pytest.raises(BolichoError, match="at most"):
        look("tapatan", *["a1"] * 300)
