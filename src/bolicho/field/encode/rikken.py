"""A view of Rikken as numbers: own cards, the auction in order, the contract, every card by player and by trick.

Seats are counted from the seat whose view it is: me, left, opposite, right, clockwise.
"""

from collections.abc import Iterable, Sequence

from bolicho.field.encode.fields import Field
from bolicho.games.rikken import Rikken
from bolicho.games.rikken.ask import ASK, TRUMPS
from bolicho.games.rikken.cards import CARDS, INDEX, SUITS
from bolicho.games.rikken.contracts import NAMES, PAS, RANKING
from bolicho.games.rikken.options import Rules
from bolicho.games.rikken.view import View

BIDS = (PAS, *NAMES)
ASKED = tuple(ASK + rank + suit for suit in SUITS for rank in "AKQJT")
"""Thirteen cards cannot hold the five highest of three suits, so nobody asks for less than a ten."""
VOCABULARY = (*BIDS, *TRUMPS, *ASKED, *CARDS)
BID = {bid: place for place, bid in enumerate(BIDS)}
LONGEST_AUCTION = 22
"""All four pass (option ``all_pass: force``), then fifteen bids and three passes."""
PHASES = ("auction", "trump", "ask", "play")
FOUR = "me, left, opposite, right"
SCORE_SPAN, POINTS_SPAN = 1000, 240
"""Half of it stands for the most: 0.5 is nothing won. A deal pays at most 105 (solo and thirteen tricks over)."""
STEP = 4 + len(BIDS)


def encoding(game: Rikken) -> tuple[tuple[str, ...], tuple[Field, ...]]:
    """Return the moves of Rikken and the fields of its arrays."""
    return VOCABULARY, fields(game.rules)


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return the fields of an array."""
    return (
        Field("turn", (4,), f"who decides: {FOUR}; nobody when the deal is over", lambda v: _who(v, v.to_move)),
        Field("phase", (4,), ", ".join(PHASES), lambda v: [PHASES.index(v.phase)] if v.phase in PHASES else ()),
        Field("dealer", (4,), FOUR, lambda v: _who(v, v.dealer)),
        Field("number", (1,), f"which deal of the match, / {rules.deals}", None, lambda v: [v.number / rules.deals]),
        Field(
            "score",
            (4,),
            f"running score of {FOUR}: 0.5 + score / {SCORE_SPAN}, cut at 0 and 1",
            None,
            lambda v: _balance(v, v.score, SCORE_SPAN),
        ),
        Field("dealt", (52,), "the cards I was dealt: s h d c, from 2 to ace", lambda v: _cards(v.dealt)),
        Field("hand", (52,), "the cards I still hold", lambda v: _cards(v.hand)),
        Field("auction", (LONGEST_AUCTION, STEP), f"each bid in order: by {FOUR}, then pas or contract", _auction),
        Field("contract", (15,), ", ".join(NAMES), lambda v: () if v.contract is None else (RANKING[v.contract],)),
        Field("declarer", (4,), FOUR, lambda v: _who(v, v.declarer)),
        Field("partner", (4,), f"declarer's partner, as far as I know: {FOUR}", lambda v: _who(v, v.partner)),
        Field("trump", (4,), "s, h, d, c", lambda v: () if v.trump is None else (SUITS.index(v.trump),)),
        Field(
            "asked", (52,), "the card that declarer asked for", lambda v: () if v.asked is None else (INDEX[v.asked],)
        ),
        Field("played", (4, 52), f"cards played by {FOUR}", _played),
        Field("tricks", (13, 52), "cards played in each trick, the present one included", _tricks),
        Field("current", (4, 52), f"the trick on the table: the card of {FOUR}", _current),
        Field("won", (4,), f"tricks of {FOUR}, / 13", None, lambda v: [v.won[(v.seat + n) % 4] / 13 for n in range(4)]),
        Field("open", (4, 52), f"cards still held that lie open to me, of {FOUR}", _open),
        Field("voids", (4, 4), f"suits s h d c of which {FOUR} has shown to have none", _voids),
        Field("revoked", (4,), f"who revoked and ended the deal: {FOUR}", lambda v: _who(v, v.revoked)),
        Field(
            "points",
            (4,),
            f"what the deal paid {FOUR}: 0.5 + points / {POINTS_SPAN}",
            None,
            lambda v: _balance(v, v.points, POINTS_SPAN),
        ),
    )


def _who(view: View, seat: int | None) -> Sequence[int]:
    return () if seat is None else ((seat - view.seat) % 4,)


def _balance(view: View, four: Sequence[int], span: int) -> list[float]:
    return [min(1.0, max(0.0, 0.5 + four[(view.seat + n) % 4] / span)) for n in range(4)]


def _cards(cards: Iterable[str]) -> list[int]:
    return [INDEX[card] for card in cards]


def _auction(view: View) -> list[int]:
    told = []
    for step, (who, token) in enumerate(view.auction):
        told += [step * STEP + (who - view.seat) % 4, step * STEP + 4 + BID[token]]
    return told


def _played(view: View) -> list[int]:
    tricks = view.tricks if view.current is None else (*view.tricks, view.current)
    me = view.seat
    return [
        (trick.leader + turn - me) % 4 * 52 + INDEX[card] for trick in tricks for turn, card in enumerate(trick.cards)
    ]


def _tricks(view: View) -> list[int]:
    tricks = view.tricks if view.current is None else (*view.tricks, view.current)
    return [number * 52 + INDEX[card] for number, trick in enumerate(tricks) for card in trick.cards]


def _current(view: View) -> list[int]:
    if view.current is None:
        return []
    first = view.current.leader - view.seat
    return [(first + turn) % 4 * 52 + INDEX[card] for turn, card in enumerate(view.current.cards)]


def _open(view: View) -> list[int]:
    shown = ((seat, hand) for seat, hand in enumerate(view.open_hands) if hand is not None)
    return [(seat - view.seat) % 4 * 52 + INDEX[card] for seat, hand in shown for card in hand]


def _voids(view: View) -> list[int]:
    return [(seat - view.seat) % 4 * 4 + suit for seat, suits in enumerate(view.voids) for suit in suits]
