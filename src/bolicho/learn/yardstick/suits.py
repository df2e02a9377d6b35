"""Whether an agent looks at suits where only strengths matter: with other suits it must answer a view alike."""

from random import Random

from bolicho.games.truco.cards import DECKS, LADDER, STRENGTH, sorted_hand
from bolicho.games.truco.view import View
from bolicho.learn.yardstick.asking import Chances

SAME = 1e-9


def resuited(view: View, rng: Random) -> View:
    """The same view with the cards of every level exchanged among each other."""
    shown: dict[str, str] = {}
    for level in LADDER:
        cards = [card for card in level if card in DECKS[view.rules.deck]]
        shown |= zip(cards, rng.sample(cards, len(cards)), strict=True)
    hand = sorted_hand(shown[card] for card in view.hand)
    words = tuple(move for move in view.moves if move not in STRENGTH)
    return view._replace(
        dealt=sorted_hand(shown[card] for card in view.dealt),
        hand=hand,
        history=tuple((seat, shown.get(move, move)) for seat, move in view.history),
        played=(
            tuple(shown[card] for card in view.played[0]),
            tuple(shown[card] for card in view.played[1]),
        ),
        moves=(*hand, *words) if len(words) < len(view.moves) else words,
    )


def alike(first: View, one: Chances, second: View, other: Chances) -> bool:
    """Whether two answers are the same by level and by word."""
    sums = [_by_level(view, chances) for view, chances in ((first, one), (second, other))]
    return all(abs(sums[0].get(key, 0.0) - sums[1].get(key, 0.0)) < SAME for key in {*sums[0], *sums[1]})


def _by_level(view: View, chances: Chances) -> dict[object, float]:
    found: dict[object, float] = {}
    for move, chance in zip(view.moves, chances, strict=True):
        key: object = STRENGTH.get(move, move)
        found[key] = found.get(key, 0.0) + chance
    return found
