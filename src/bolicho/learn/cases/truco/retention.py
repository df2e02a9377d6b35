"""What a finished hand is compared by when a base decides whether to keep it: one query a base (Moral et al., IV.A).

Envido points, mão and who called what for envido; the same of flor; cards, mão, rounds and truco calls for truco. What
stayed blank in the hand is not in the query. The score of a case in a base is what that mode's actions paid.
"""

from collections.abc import Mapping

from bolicho.learn.cases.retrieval.similarity import Local, equal, interval
from bolicho.learn.cases.truco.codes import SPAN

CARD = interval(SPAN)
ROUNDS = (1, 2, 3)


def _callers(*calls: str) -> dict[str, Local]:
    return {f"{call}_by": equal for call in calls}


ATTRIBUTES: dict[str, Mapping[str, Local]] = {
    "envido": {
        "envido_points": interval(33),
        "mano": equal,
        **_callers("envido", "envido_envido", "real_envido", "falta_envido"),
    },
    "flor": {
        "flor_points": interval(38),
        "mano": equal,
        **_callers("flor", "flor_flor", "contra_flor", "contra_flor_resto"),
    },
    "truco": {
        **dict.fromkeys(("high", "medium", "low"), CARD),
        "mano": equal,
        **{f"{who}_{number}": CARD for number in ROUNDS for who in ("mine", "theirs")},
        **{f"won_{number}": equal for number in ROUNDS},
        **_callers("truco", "retruco", "vale_quatro"),
    },
}
"""The attributes of each mode's query."""


def score_column(mode: str) -> str:
    """Return the column that holds the score of a case in the base of a mode.

    >>> score_column("envido")
    'envido_gain'
    """
    return f"{mode}_gain"
