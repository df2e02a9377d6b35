"""The three ladders of calls, as data: what each sequence pays when accepted and when refused.

Source: docs/games/truco.md, which compares the CBTG regulation (annex 05), the UFSM engines and Argentine ones.
"""

from functools import cache
from typing import NamedTuple

from bolicho.games.truco.options import Rules

FALTA, RESTO = -1, -2
"""Stakes that depend on the score; everything else is a number of points."""


class Stake(NamedTuple):
    """What a sequence of calls is worth."""

    accepted: int
    refused: int


TRUCO_CALLS = ("truco", "retruco", "vale-quatro")
TRUCO_WORTH = (1, 2, 3, 4)
"""Points of the hand after 0, 1, 2, 3 accepted calls; a refused call leaves the worth before it."""

ENVIDO_CALLS = ("envido", "real-envido", "falta-envido")
E, R, F = ENVIDO_CALLS
ENVIDO: dict[tuple[str, ...], Stake] = {
    (E,): Stake(2, 1),
    (R,): Stake(3, 1),
    (F,): Stake(FALTA, 1),
    (E, E): Stake(4, 2),
    (E, R): Stake(5, 2),
    (E, F): Stake(FALTA, 2),
    (R, F): Stake(FALTA, 3),
    (E, E, R): Stake(7, 4),
    (E, E, F): Stake(FALTA, 4),
    (E, R, F): Stake(FALTA, 5),
    (E, E, R, F): Stake(FALTA, 7),
}

FLOR_ALONE = 3
FLOR_FLOR = 6
FLOR_CALLS = ("flor", "contra-flor", "contra-flor-e-o-resto")
DECLARED, CONTRA, REST = FLOR_CALLS
FLOR: dict[tuple[str, ...], Stake] = {
    (DECLARED,): Stake(FLOR_FLOR, 4),  # answered by a second `flor`, or by `achico`
    (DECLARED, CONTRA): Stake(6, 4),
    (DECLARED, REST): Stake(RESTO, 4),
    (DECLARED, CONTRA, REST): Stake(RESTO, 6),
}


@cache
def envido_raises(sequence: tuple[str, ...], envido_twice: bool) -> tuple[str, ...]:
    """Return the envido calls that may follow a sequence.

    >>> envido_raises(("envido",), True), envido_raises(("envido",), False), envido_raises(("falta-envido",), True)
    (('envido', 'real-envido', 'falta-envido'), ('real-envido', 'falta-envido'), ())
    """
    calls = (call for call in ENVIDO_CALLS if (*sequence, call) in ENVIDO)
    return tuple(call for call in calls if envido_twice or (*sequence, call) != (E, E))


@cache
def flor_raises(sequence: tuple[str, ...]) -> tuple[str, ...]:
    """Return the flor calls that may follow a sequence.

    >>> flor_raises(("flor",))
    ('contra-flor', 'contra-flor-e-o-resto')
    """
    return tuple(call for call in FLOR_CALLS if (*sequence, call) in FLOR)


def points_of(stake: int, rules: Rules, leader: int) -> int:
    """Turn a stake into points; falta is what the leader lacks, to the half or to the end as the rules have it.

    >>> points_of(4, Rules(), 20), points_of(FALTA, Rules(), 20), points_of(RESTO, Rules(resto="6+falta"), 20)
    (4, 4, 10)
    >>> points_of(FALTA, Rules(target=30, falta="malas-buenas"), 9)
    6
    """
    if stake >= 0:
        return stake
    half = rules.target // 2
    falta = half - leader if rules.falta == "malas-buenas" and leader < half else rules.target - leader
    if stake == FALTA or rules.resto == "falta":
        return falta
    return rules.target if rules.resto == "target" else 6 + falta
