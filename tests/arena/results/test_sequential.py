"""Sequential testing: it may be looked at after every board, and is still wrong at most as often as it says."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.arena.coins import by_strength, thrown

from bolicho.arena.results.intervals import Board, share
from bolicho.arena.results.sequential import FRACTIONS, decided, evidence_for, sequence
from bolicho.core.errors import BadInput


def throws(rng: Random, rate: float, boards: int, luck: float) -> list[float]:
    """Shares of boards of two matches."""
    bound = max(luck, -(1 - rate) / rate)
    both = rate * rate + bound * rate * (1 - rate)
    draws = [rng.random() for _ in range(boards)]
    return [1.0 if draw < both else 0.5 if draw < 2 * rate - both else 0.0 for draw in draws]


def ruled(shares: list[float], error: float) -> int | None:
    """Look after every board; return the board at which it was decided, below nothing for the second."""
    seen = np.array(shares)[:, None]
    found = []
    for side, mine in ((1, seen), (-1, 1 - seen)):
        bets = np.log(1 - np.array(FRACTIONS) + np.array(FRACTIONS) * mine / 0.5)
        purse = np.exp(np.cumsum(bets, axis=0)).mean(axis=1)
        assert np.log(purse[-1]) == pytest.approx(evidence_for(Counter(mine[:, 0].tolist())), abs=1e-6)
        over = np.flatnonzero(purse >= 2 / error)
        found += [side * (int(over[0]) + 1)] if len(over) else []
    return min(found, key=abs, default=None)


@pytest.mark.parametrize("luck", [-0.6, 0.0, 0.7])
def test_equal_agents_are_ruled_upon_at_most_once_in_twenty_however_often_one_looks(luck: float) -> None:
    rng = Random(f"fair {luck}")
    tries = 1000
    wrong = sum(ruled(throws(rng, 0.5, 500, luck), 0.05) is not None for _ in range(tries))
    assert wrong / tries <= 0.05


def test_an_ordinary_interval_looked_at_so_often_is_wrong_far_more_often() -> None:
    """Why all this is needed."""
    rng = Random("naive")
    tries, wrong = 100, 0
    for _ in range(tries):
        boards: list[Board] = []
        for seen in throws(rng, 0.5, 200, 0.0):
            boards.append(Board(2, 2 * seen))
            _, low, high = share(boards)
            if len(boards) >= 10 and not (low or 0) <= 0.5 <= (high or 1):
                wrong += 1
                break
    assert wrong / tries > 0.15


@pytest.mark.parametrize(("rate", "most"), [(0.6, 400), (0.75, 60), (0.95, 20)])
def test_the_better_one_is_found_in_time_and_never_the_worse(rate: float, most: int) -> None:
    rng = Random(f"uneven {rate}")
    rulings = [ruled(throws(rng, rate, 800, 0.0), 0.05) for _ in range(60)]
    assert all(ruling is not None and ruling > 0 for ruling in rulings)
    assert sorted(ruling or 0 for ruling in rulings)[30] < most


def test_the_interval_holds_at_all_looks_together() -> None:
    tries, held = 60, 0
    for number in range(tries):
        rows = thrown(lambda a, b: 0.7, 2, 100, Random(number), luck=-0.3)
        looks = [sequence(rows[: 2 * boards], 0, 1) for boards in range(4, 101, 8)]
        held += all((low or 0) <= 0.7 <= (high or 1) for _, low, high in looks)
    assert held / tries >= 0.95


def test_a_ruling_is_the_same_from_both_sides_and_says_what_it_saw() -> None:
    rows = thrown(lambda a, b: 0.2, 2, 80, Random(1))
    ruling, other = decided(rows, 0, 1), decided(rows, 1, 0)
    assert ruling is not None
    assert other is not None
    assert (ruling.better, ruling.worse, ruling.boards, ruling.matches) == (1, 0, 80, 160)
    assert ruling == other
    assert 0.5 < (ruling.rate.low or 0) < (ruling.rate.mean or 0) < (ruling.rate.high or 0)
    assert decided(rows[:4], 0, 1) is None
    assert decided([], 0, 1) is None


def test_it_rules_at_the_very_board_at_which_a_purse_has_grown_enough() -> None:
    for number in range(6):
        rows = thrown(by_strength((0.85, 0) if number % 2 else (0, 0.85)), 2, 120, Random(50 + number))
        won = [sum(row.winner == 0 for row in rows[n : n + 2]) / 2 for n in range(0, len(rows), 2)]
        when = ruled(won, 0.05)
        assert when is not None
        boards = abs(when)
        assert decided(rows[: 2 * boards - 2], 0, 1) is None
        ruling = decided(rows[: 2 * boards], 0, 1)
        assert ruling is not None
        assert ruling.better == (0 if when > 0 else 1)


def test_the_order_of_the_rows_does_not_matter_and_half_boards_do_not_count() -> None:
    rows = thrown(lambda a, b: 0.6, 2, 40, Random(2))
    mixed = list(rows)
    Random(3).shuffle(mixed)
    assert sequence(mixed, 0, 1) == sequence(rows, 0, 1)
    assert sequence(rows[:-1], 0, 1) == sequence(rows[:-2], 0, 1)


def test_a_smaller_error_asks_for_more() -> None:
    rows = thrown(lambda a, b: 0.65, 2, 60, Random(4))
    strict, loose = sequence(rows, 0, 1, 0.001), sequence(rows, 0, 1, 0.2)
    assert (strict.low or 0) < (loose.low or 0) < (loose.high or 0) < (strict.high or 0)
    with pytest.raises(BadInput, match="error 5"):
        sequence(rows, 0, 1, 5)
