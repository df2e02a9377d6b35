"""Triples that go round: one that was planted is found, luck is not taken for one."""

from random import Random

from tests.arena.coins import by_strength, thrown

from bolicho.arena.results.triples import triples

BEATS = {(0, 1), (1, 2), (2, 0)}
"""Rock, paper, scissors."""


def planted(a: int, b: int) -> float:
    if {a, b} <= {0, 1, 2}:
        return 0.68 if (a, b) in BEATS else 0.32
    return by_strength((0, 0, 0, 0.6, -0.6, -1.2))(a, b)


def test_a_planted_triple_is_found_and_surely() -> None:
    found = triples(thrown(planted, 6, 150, Random(1)), 6)
    assert found[0].agents == (0, 1, 2)
    assert found[0].sure
    assert found[0].probability > 0.99
    assert all(abs(rate - 0.68) < 0.08 for rate in found[0].rates)
    assert [three.agents for three in found if three.sure] == [(0, 1, 2)]


def test_the_other_way_round_is_another_triple() -> None:
    found = triples(thrown(lambda a, b: 1 - planted(a, b), 3, 150, Random(2)), 3)
    assert [(three.agents, three.sure) for three in found] == [((0, 2, 1), True)]


def test_few_boards_show_it_but_not_surely() -> None:
    found = triples(thrown(planted, 3, 12, Random(3)), 3)
    assert not any(three.sure for three in found)


def test_noisy_fields_in_which_nothing_goes_round_have_no_sure_triple() -> None:
    """Equal agents, where most luck goes round; and a ladder of small steps."""
    seen = 0
    for number in range(30):
        rng = Random(number)
        steps = 0.0 if number % 2 else 0.08
        found = triples(thrown(by_strength([-steps * n for n in range(7)]), 7, 30, rng, luck=-0.3), 7, number)
        seen += len(found)
        assert not any(three.sure for three in found), number
    assert seen > 50  # luck did go round, and nobody was fooled


def test_one_even_pair_among_uneven_ones_is_not_called_sure_more_than_once_in_twenty() -> None:
    """The worst case: two links are true, the third is a fair coin."""

    def chance(a: int, b: int) -> float:
        return 0.5 if {a, b} == {0, 2} else 0.75 if a < b else 0.25

    tries = 200
    wrong = sum(
        any(three.sure for three in triples(thrown(chance, 3, 60, Random(100 + n)), 3, n)) for n in range(tries)
    )
    assert wrong / tries <= 0.05


def test_many_chances_to_be_fooled_do_not_fool_more_often() -> None:
    """Three tribes: the first beats the second, the second the third, and first against third are all fair coins."""

    def chance(a: int, b: int) -> float:
        tribes = {a % 3, b % 3}
        if len(tribes) == 1 or tribes == {0, 2}:
            return 0.5
        return 0.9 if a % 3 < b % 3 else 0.1

    tries = 20
    wrong = [any(three.sure for three in triples(thrown(chance, 15, 30, Random(500 + n)), 15, n)) for n in range(tries)]
    assert not any(wrong)


def test_three_that_did_not_all_meet_make_no_triple() -> None:
    assert triples(thrown(planted, 3, 50, Random(4), pairs=[(0, 1), (1, 2)]), 3) == []
