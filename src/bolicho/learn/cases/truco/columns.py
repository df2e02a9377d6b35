"""The columns of a Truco case: one played hand, seen from one seat (player 1 = that seat, 2 = the other).

A blank (``UNKNOWN``) is what that seat never came to know, or what did not happen in a round that was not played.
"""

from typing import NamedTuple

FORM = "truco-1"
"""The format of these cases; a base says which it has, and another one is refused."""


class Column(NamedTuple):
    """A column: what it is called, which numbers it holds (blanks apart), what they mean."""

    name: str
    lowest: int
    highest: int
    about: str


def _who(name: str, what: str) -> Column:
    return Column(name, 0, 2, f"who {what}: 1 observed player, 2 the other, 0 nobody")


def _round(name: str, what: str) -> Column:
    return Column(name, 0, 3, f"in which round {what}; 0 never")


COLUMNS = (
    Column("high", 1, 52, "CBR code of the strongest card received"),
    Column("medium", 1, 52, "CBR code of the second card received"),
    Column("low", 1, 52, "CBR code of the weakest card received"),
    Column("high_suit", 1, 4, "suit of the strongest card: 1 espadas, 2 ouros, 3 bastos, 4 copas"),
    Column("medium_suit", 1, 4, "suit of the second card"),
    Column("low_suit", 1, 4, "suit of the weakest card"),
    Column("mano", 1, 2, "who was mão"),
    *(Column(f"mine_{r}", 1, 52, f"CBR code of the observed player's card of round {r}") for r in (1, 2, 3)),
    *(Column(f"theirs_{r}", 1, 52, f"CBR code of the rival's card of round {r}, if shown") for r in (1, 2, 3)),
    *(
        Column(
            f"played_{r}",
            -130,
            46,
            f"which card the observed player played in round {r}: 46 high, 16 medium, 4 low; -1 face down, "
            "-10 folded, -15 refused a bet, -46 the rival folded or refused, -130 the hand was over",
        )
        for r in (1, 2, 3)
    ),
    *(Column(f"won_{r}", 0, 2, f"who won round {r}; 0 tie, blank not played") for r in (1, 2, 3)),
    _who("envido_by", "called envido"),
    _who("envido_envido_by", "raised it with a second envido"),
    _who("real_envido_by", "called real envido"),
    _who("falta_envido_by", "called falta envido"),
    _who("envido_refused_by", "refused the envido"),
    _who("envido_won_by", "was paid for the envido"),
    Column("envido_points", 0, 33, "own envido points"),
    Column("rival_envido_points", 0, 33, "the rival's envido points, if announced"),
    Column("envido_gain", -60, 60, "points won (or lost, negative) by envido"),
    _who("flor_by", "declared flor first"),
    _who("flor_flor_by", "answered flor with flor"),
    _who("contra_flor_by", "called contra-flor"),
    _who("contra_flor_resto_by", "called contra-flor e o resto"),
    _who("flor_refused_by", "gave way in flor (achico, não quero, baralho)"),
    _who("flor_won_by", "was paid for the flor"),
    Column("flor_points", 0, 38, "own flor points; 0 no flor"),
    Column("rival_flor_points", 0, 38, "the rival's flor points, if announced"),
    Column("flor_gain", -60, 60, "points won (or lost, negative) by flor"),
    _who("truco_by", "called truco"),
    _round("truco_round", "truco was called"),
    _who("retruco_by", "called retruco"),
    _round("retruco_round", "retruco was called"),
    _who("vale_quatro_by", "called vale quatro"),
    _round("vale_quatro_round", "vale quatro was called"),
    _who("truco_refused_by", "refused a truco call (folding with one pending is refusing)"),
    _who("truco_won_by", "won the truco part; 0 when the match ended before it"),
    Column("truco_gain", -5, 5, "points won (or lost, negative) by the truco part"),
    _who("folded_by", "went to the baralho"),
    _round("folded_round", "someone folded"),
    Column("score", 0, 60, "own score before the hand"),
    Column("rival_score", 0, 60, "the rival's score before the hand"),
    Column("score_after", 0, 60, "own score after the hand"),
    Column("rival_score_after", 0, 60, "the rival's score after the hand"),
)
"""Every column of a Truco case, in the order of rows and files."""

NAMES = tuple(column.name for column in COLUMNS)
