"""Who is caught bluffing, and when that is remembered."""

from tests.learn.markov.hands import play

from bolicho.learn.markov.bluffs import Bluffs
from bolicho.learn.markov.matrices import Matrices

KNOWN = Matrices.initial()


def remembered(deal: str, moves: str, seat: int) -> Bluffs:
    bluffs = Bluffs()
    bluffs.saw(KNOWN, play(deal, moves).view(seat))
    return bluffs


def test_a_truco_with_nothing_that_was_accepted_and_lost_is_a_bluff() -> None:
    bluffs = remembered("6e 5o 4c / 3b 2c 12o", "truco quero 4c 12o 3b 6e", seat=1)
    assert dict(bluffs.caught) == {("truco", 1): 1}
    assert bluffs.remembered("truco", 1) == 1
    assert bluffs.remembered("truco", 2) == bluffs.remembered("retruco", 1) == 0


def test_who_had_something_did_not_bluff_even_if_it_lost() -> None:
    assert not remembered("3e 3o 2c / 1e 7e 4b", "truco quero 3o 7e 1e 3e", seat=1).caught


def test_who_won_or_was_refused_is_not_caught() -> None:
    assert not remembered("6e 5o 4c / 4b 4e 5c", "truco quero 6e 4b 5o 4e", seat=1).caught
    assert not remembered("6e 5o 4c / 3b 2c 12o", "truco nao-quero", seat=1).caught
    assert not remembered("6e 5o 4c / 3b 2c 12o", "truco quero 4c 12o 3b 6e", seat=0).caught


def test_an_envido_without_points_comes_out() -> None:
    bluffs = remembered("6e 5o 4c / 3b 2b 12o", "envido quero 6e 3b 2b 5o", seat=1)
    assert bluffs.remembered("envido", 1) == 1


def test_asking_leaves_no_trace() -> None:
    bluffs = Bluffs()
    bluffs.remembered("truco", 1)
    assert not bluffs.caught
