"""A view of Truco Paulista as numbers: own cards, the vira, the table, the calls, and all that was said, in order."""

from collections.abc import Iterable, Sequence

from bolicho.games.fields import Field
from bolicho.games.paulista.cards import DECK, HELD, RANKS, manilha
from bolicho.games.paulista.options import Rules
from bolicho.games.paulista.state import BLIND, ORDER
from bolicho.games.paulista.view import HIDDEN, WORTH, View

LONGEST = 14
"""Words and cards of the longest hand: six cards, four calls, each accepted."""
PLACE = {card: number for number, card in enumerate(DECK)}


def vocabulary(rules: Rules) -> tuple[str, ...]:
    """Return the cards, the same face down where that is played, and the words of ``ORDER``."""
    down = () if rules.face_down == "never" else tuple(f"({card})" for card in DECK)
    return (*DECK, *down, *(word for word in ORDER if word != BLIND or rules.mao_de_ferro == "blind"))


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return the fields of an array; "me" is the seat whose view it is."""
    symbols = {token: number for number, token in enumerate((*vocabulary(rules), HIDDEN))}
    width = 2 + len(symbols)
    target, deck = rules.target, (len(DECK),)

    def history(view: View) -> list[int]:
        told = []
        for step, (who, move) in enumerate(view.history):
            told += [step * width + (who != view.seat), step * width + 2 + symbols[move]]
        return told

    return (
        Field("turn", (2,), "who decides: me, the rival; neither when the hand is over", lambda v: _who(v, v.to_move)),
        Field("mao", (1,), "I am mão", lambda v: (0,) if v.is_mano else ()),
        Field("score", (2,), f"match score of me, the rival, / {target}", None, lambda v: _both(v, v.score, target)),
        Field("points", (2,), f"points of this hand, / {target}", None, lambda v: _both(v, v.points, target)),
        Field("vira", deck, "the card turned up, in the order of the vocabulary", lambda v: (PLACE[v.vira],)),
        Field(
            "manilha", (len(RANKS),), f"the rank of the manilhas: {RANKS}", lambda v: (RANKS.index(manilha(v.vira)),)
        ),
        Field("dealt", deck, "the cards I was dealt", lambda v: _cards(v.dealt)),
        Field("hand", deck, "the cards I still hold", lambda v: _cards(v.hand)),
        Field(
            "table", deck, "the rival's card, face up, that waits for mine", lambda v: _cards((v.on_table or HIDDEN,))
        ),
        Field("played", (2, HELD, *deck), "cards face up, mine, the rival's, by round", _played),
        Field("rounds", (3, 3), "each finished round: won by me, by the rival, tied", _rounds),
        Field("worth", (len(WORTH),), f"what the hand is worth: {', '.join(map(str, WORTH))}", lambda v: (v.level,)),
        Field("called", (2,), "whose call waits for an answer: mine, the rival's", lambda v: _who(v, v.caller)),
        Field("word", (2,), "who may raise next: me, the rival; neither before a call", lambda v: _who(v, v.word)),
        Field("special", (2,), "a mão de onze is to be decided; a mão de ferro is played blind", _special),
        Field(
            "history",
            (LONGEST, width),
            "each word and card in order: by me, by the rival, then which of the vocabulary, or (?), a hidden card",
            history,
        ),
    )


def _who(view: View, seat: int | None) -> Sequence[int]:
    return () if seat is None else (int(seat != view.seat),)


def _both(view: View, pair: tuple[int, int], whole: int) -> list[float]:
    return [pair[view.seat] / whole, pair[view.rival] / whole]


def _cards(cards: Iterable[str]) -> list[int]:
    return [PLACE[card] for card in cards if card in PLACE]


def _played(view: View) -> list[int]:
    sides = ((0, view.played[view.seat]), (1, view.played[view.rival]))
    laid = ((side * HELD + number, card) for side, cards in sides for number, card in enumerate(cards))
    return [row * len(DECK) + PLACE[card] for row, card in laid if card in PLACE]


def _rounds(view: View) -> list[int]:
    return [3 * n + (2 if winner is None else int(winner != view.seat)) for n, winner in enumerate(view.won)]


def _special(view: View) -> list[int]:
    return [place for place, holds in enumerate((view.deciding, view.blind)) if holds]
