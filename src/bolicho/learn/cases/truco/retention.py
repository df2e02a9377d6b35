"""What a finished hand is compared by when a base decides whether to keep it: one query a base (Moral et al., IV.A).

Envido points, mão and who called what for envido; the same of flor; cards, mão, rounds and truco calls for truco. What
stayed blank in the hand is not in the query. The score of a case in a base is what that mode's actions paid; or, if a
learner is set so, what the whole hand did.
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
"""The attributes of each mode's query, points by interval."""
EXACT: dict[str, Mapping[str, Local]] = {
    mode: {name: equal if name.endswith("_points") else local for name, local in attributes.items()}
    for mode, attributes in ATTRIBUTES.items()
}
"""The same, points by equality."""
NEWNESS = {"equal": EXACT, "interval": ATTRIBUTES}
"""How points are compared when a hand asks whether it is new."""

SCORES = ("stage", "hand")
"""What the score of a case is in a base: what its mode paid, or the whole hand."""


def score_columns(mode: str, score: str) -> tuple[str, ...]:
    """Return the columns that make up the score of a case in the base of a mode.

    >>> score_columns("envido", "stage"), score_columns("envido", "hand")
    (('envido_gain',), ('envido_gain', 'flor_gain', 'truco_gain'))
    """
    return tuple(f"{one}_gain" for one in (ATTRIBUTES if score == "hand" else (mode,)))
