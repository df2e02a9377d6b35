"""The goal solver tells the truth about endings: as brute force does, and as a double-dummy library does."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.learn.search import goal
from bolicho.learn.search.goal import Ending, Solver, brute, keeping, reaches

SIDES = {"one against three": (1, 2, 4, 8, 7, 14), "neighbours": (3, 6, 12, 9), "opposites": (5, 10)}


def ending(rng: Random, tricks: int, trump: int | None = None, placed: int | None = None) -> Ending:
    """Deal so many cards to each, and play up to three of them."""
    cards = rng.sample(range(52), 4 * tricks)
    first, second, third, fourth = (sum(1 << card for card in cards[i::4]) for i in range(4))
    suit = rng.randrange(-1, 4) if trump is None else trump
    left = Ending((first, second, third, fourth), rng.randrange(4), (), suit)
    for _ in range(rng.randrange(4) if placed is None else placed):
        left, _ = left.after(rng.choice([card for card in range(52) if left.legal >> card & 1]))
    return left


def questions(seed: str, count: int, most: int) -> Iterator[tuple[Ending, int, int, int]]:
    """Endings with a random split of sides and a random goal."""
    rng = stream(1, seed)
    sides = [side for family in SIDES.values() for side in family]
    for _ in range(count):
        low = rng.randrange(0, 4)
        yield ending(rng, rng.randint(1, most)), rng.choice(sides), low, rng.choice((13, low, low + 1))


def test_plain_search_agrees_with_brute_force_on_a_thousand_endings() -> None:
    plain, answers = Solver(compiled=False), []
    for left, side, low, high in questions("plain", 1000, 3):
        answers.append(plain(left, side, low, high))
        assert answers[-1] == brute(left, side, low, high), (left, side, low, high)
    assert 200 < sum(answers) < 800


@pytest.mark.parametrize(("endings", "longer"), [(600, 10), pytest.param(3000, 40, marks=pytest.mark.endurance)])
def test_the_kernel_agrees_with_brute_force_on_hundreds_of_endings(endings: int, longer: int) -> None:
    assert goal.prepare()
    kernel = Solver(compiled=True)
    for left, side, low, high in questions("kernel", endings, 3):
        assert kernel(left, side, low, high) == brute(left, side, low, high), (left, side, low, high)
    for left, side, low, high in questions("longer", longer, 4):
        assert kernel(left, side, low, high) == brute(left, side, low, high), (left, side, low, high)


@pytest.mark.parametrize("family", SIDES)
def test_the_kernel_agrees_with_plain_search_on_five_and_six_tricks(family: str) -> None:
    assert goal.prepare()
    rng, plain, kernel = stream(2, family), Solver(compiled=False), Solver(compiled=True)
    for number in range(30):
        left, side = ending(rng, 5 + number % 2), rng.choice(SIDES[family])
        low = rng.randrange(0, 6)
        for high in (13, low):
            assert kernel(left, side, low, high) == plain(left, side, low, high), (left, side, low, high)


def test_a_table_of_positions_that_is_full_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bolicho.learn.search.goal_search.MOST_KNOWN", 3)
    plain = Solver(compiled=False)
    for left, side, low, high in questions("full", 200, 3):
        assert plain(left, side, low, high) == brute(left, side, low, high)
    assert len(plain.plain) <= 3


def test_a_goal_fails_exactly_when_the_other_side_can_make_it_fail() -> None:
    for left, side, low, _ in questions("both sides", 300, 4):
        tricks = max(hand.bit_count() for hand in left.hands)
        assert reaches(left, side, low, 13) != reaches(left, 15 & ~side, tricks - low + 1, 13)


def test_the_cards_that_keep_a_goal_are_those_after_which_it_can_be_reached() -> None:
    for left, side, low, high in questions("keeping", 300, 3):
        kept = keeping(left, side, low, high)
        assert kept & ~left.legal == 0
        mine = side >> left.seat & 1
        assert reaches(left, side, low, high) == (kept != 0 if mine else kept == left.legal)


@pytest.mark.parametrize("trump", [-1, 0, 1, 2, 3])
def test_opposite_sides_make_as_many_tricks_as_the_double_dummy_library_says(trump: int) -> None:
    pytest.importorskip("endplay", reason="endplay is not installed")
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    rng = stream(3, "endplay", trump)
    suits = (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
    for _ in range(60):
        left = ending(rng, rng.randint(2, 6), trump, 0)
        deal = Deal("N:" + " ".join(pbn(hand) for hand in left.hands))
        deal.trump = Denom.nt if trump < 0 else suits[trump]
        deal.first = (Player.north, Player.east, Player.south, Player.west)[left.leader]
        most = max(tricks for _, tricks in solve_board(deal))
        side = 0b0101 << (left.leader & 1)
        assert reaches(left, side, most, 13)
        assert not reaches(left, side, most + 1, 13)


def pbn(hand: int) -> str:
    """Write a hand as bridge players do."""
    return ".".join(
        "".join("23456789TJQKA"[rank] for rank in range(12, -1, -1) if hand >> 13 * suit + rank & 1)
        for suit in range(4)
    )


@pytest.mark.parametrize(
    "wrong",
    [
        Ending((1, 2, 4, 8 | 16), 0),
        Ending((1, 2, 4, 4), 0),
        Ending((1, 2, 4, 0), 0, (8,)),
        Ending((1 << 52, 2, 4, 8), 0),
    ],
)
def test_hands_that_no_deal_can_leave_are_refused(wrong: Ending) -> None:
    with pytest.raises(BadInput, match="expected hands of different cards and the same size"):
        reaches(wrong, 1, 1, 1)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"leader": 4}, "a leader from 0 to 3"),
        ({"leader": -1}, "a leader from 0 to 3"),
        ({"trump": 4}, "trump from -1"),
        ({"trump": -2}, "trump from -1"),
        ({"table": (-1,)}, "none below 0"),
    ],
)
def test_a_leader_or_trump_that_there_is_not_is_refused(changes: dict[str, Any], told: str) -> None:
    wrong = Ending((1, 2, 4, 8), 0)._replace(**changes)
    for ask in (reaches, keeping):
        with pytest.raises(BadInput, match=told):
            ask(wrong, 1, 1, 1)


@pytest.mark.parametrize("side", [-1, 0, 15, 16])
def test_a_side_is_one_to_three_of_four_seats(side: int) -> None:
    for ask in (reaches, keeping):
        with pytest.raises(BadInput, match=f"side {side}: expected"):
            ask(Ending((1, 2, 4, 8), 0), side, 1, 1)
