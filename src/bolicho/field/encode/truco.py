"""A view of Truco as numbers: own cards, the table, the calls, and all that was said and played, in order."""

from collections.abc import Iterable, Sequence

from bolicho.field.encode.fields import Field
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECKS, envido_points, flor_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS
from bolicho.games.truco.options import Rules
from bolicho.games.truco.state import ORDER
from bolicho.games.truco.view import HIDDEN, View

LONGEST = 21
"""Words and cards of the longest hand: six cards; three truco calls with their answers, and a first truco that envido
cancelled; four envido calls, then flor, two raises and an answer."""
ENVIDO_MOST, FLOR_MOST = 33, 38
BETS = ("envido", "announce", "flor")
MODES = ("envido", "flor")


def encoding(game: Truco) -> tuple[tuple[str, ...], tuple[Field, ...]]:
    """Return the moves of Truco under its options and the fields of its arrays."""
    return vocabulary(game.rules), fields(game.rules)


def vocabulary(rules: Rules) -> tuple[str, ...]:
    """Return the cards, strongest first, the same face down where that is played, and the words of ``ORDER``."""
    cards = DECKS[rules.deck]
    down = () if rules.face_down == "never" else tuple(f"({card})" for card in cards)
    silent: set[str] = set()
    if rules.envido == "off":
        silent.update(ENVIDO_CALLS)
    if rules.flor == "off":
        silent.update((*FLOR_CALLS, "achico"))
    if rules.pe_may_concede == "off" or rules.envido == "off":
        silent.update(("e-bom", "pontos"))
    return (*cards, *down, *(word for word in ORDER if word not in silent))


def fields(rules: Rules) -> tuple[Field, ...]:
    """Return the fields of an array; "me" is the seat whose view it is."""
    deck = DECKS[rules.deck]
    place = {card: number for number, card in enumerate(deck)}
    symbols = vocabulary(rules) if rules.face_down == "never" else (*vocabulary(rules), HIDDEN)
    symbol = {token: number for number, token in enumerate(symbols)}
    width = 2 + len(symbols)
    target = rules.target

    def cards(hand: Iterable[str]) -> list[int]:
        return [place[card] for card in hand]

    def on_table(view: View) -> list[int]:
        card = view.on_table
        return [] if card is None or card == HIDDEN else [place[card]]

    def history(view: View) -> list[int]:
        told = []
        for step, (who, move) in enumerate(view.history):
            told += [step * width + (who != view.seat), step * width + 2 + symbol[move]]
        return told

    return (
        Field("turn", (2,), "who decides: me, the rival; neither when the hand is over", lambda v: _who(v, v.to_move)),
        Field("mao", (1,), "I am mão", lambda v: (0,) if v.is_mano else ()),
        Field("score", (2,), f"match score of me, the rival, / {target}", None, lambda v: _both(v, v.score, target)),
        Field(
            "points",
            (2,),
            f"points of this hand so far, me, the rival, / {target}",
            None,
            lambda v: _both(v, v.points, target),
        ),
        Field("dealt", (len(deck),), "the cards I was dealt, in the order of the vocabulary", lambda v: cards(v.dealt)),
        Field("hand", (len(deck),), "the cards I still hold", lambda v: cards(v.hand)),
        Field(
            "envido", (1,), f"my envido points / {ENVIDO_MOST}", None, lambda v: [envido_points(v.dealt) / ENVIDO_MOST]
        ),
        Field(
            "flor",
            (1,),
            f"my flor points / {FLOR_MOST}; 0 without flor",
            None,
            lambda v: [flor_points(v.dealt) / FLOR_MOST],
        ),
        Field("table", (len(deck),), "the rival's card, face up, that waits for mine", on_table),
        Field("rounds", (3, 3), "each finished round: won by me, by the rival, tied", _rounds),
        Field("worth", (4,), "what the hand is worth by the accepted calls: 1, 2, 3, 4", lambda v: (v.truco,)),
        Field("called", (2,), "whose truco call waits for an answer: mine, the rival's", lambda v: _who(v, v.truco_by)),
        Field("word", (2,), "who may raise next: me, the rival; neither before a call", lambda v: _who(v, v.word)),
        Field(
            "bet",
            (3,),
            f"what must be answered first: {', '.join(BETS)}",
            lambda v: [BETS.index(v.bet)] if v.bet else (),
        ),
        Field(
            "said", (2, 2, 2), f"me, the rival; envido, flor: spoke, his number / {FLOR_MOST} (0: é bom)", None, _said
        ),
        Field(
            "shown",
            (len(deck),),
            "cards that the rival shows in proof, after the hand",
            lambda v: cards(v.shown[v.rival]),
        ),
        Field(
            "history",
            (LONGEST, width),
            "each word and card in order: by me, by the rival, then which of the vocabulary"
            + ("" if rules.face_down == "never" else " or (?), a face-down card of the rival"),
            history,
        ),
    )


def _who(view: View, seat: int | None) -> Sequence[int]:
    return () if seat is None else (int(seat != view.seat),)


def _both(view: View, pair: tuple[int, int], whole: int) -> list[float]:
    return [pair[view.seat] / whole, pair[view.rival] / whole]


def _rounds(view: View) -> list[int]:
    return [3 * n + (2 if winner is None else int(winner != view.seat)) for n, winner in enumerate(view.won)]


def _said(view: View) -> list[float]:
    told = [0.0] * 8
    for seat, mode, points in view.announced:
        at = 4 * (seat != view.seat) + 2 * MODES.index(mode)
        told[at : at + 2] = [1.0, (points or 0) / FLOR_MOST]
    return told
