"""Which card to play: my orders against those the rival may be playing, grouped by the card they play now (5.2).

The rival's orders are guessed from the level that each of his cards most often had; of two cards guessed to be of one
level the stronger moves a level up, or else the weaker one down. The author's published script lets only those of my
orders count that have won more than they lost (``orders=winning``); the thesis does not say so.
"""

from functools import cache
from typing import NamedTuple

from bolicho.games.truco.cards import STRENGTH, Hand
from bolicho.games.truco.view import View
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.nstep import order_chances
from bolicho.learn.markov.slices import truco_columns
from bolicho.learn.markov.states import ORDERS

UNKNOWN = -1
HIGHEST = 2
ALL = tuple(range(len(ORDERS)))


class Orders(NamedTuple):
    """My orders that are still possible, the rival's, and the wins of each of mine against those that count."""

    mine: tuple[int, ...]
    his: tuple[int, ...]
    wins: tuple[float, ...]


def orders(matrices: Matrices, view: View) -> Orders:
    """Look the orders up."""
    mine = matching(tuple(level(card.strip("()"), view.dealt) for card in view.played[view.seat]))
    text = matrices.switches.guess == "text"
    his = matching(guessed(matrices, view.played[view.rival], text=text)) or ALL
    wins = _summed(matrices.cards.win.tolist(), mine, his)
    if matrices.switches.orders == "winning":
        losses = _summed(matrices.cards.loss.tolist(), mine, his)
        wins = [won if _worthy(won, lost) else 0.0 for won, lost in zip(wins, losses, strict=True)]
    return Orders(mine, his, tuple(wins))


def _summed(counts: list[list[float]], mine: tuple[int, ...], his: tuple[int, ...]) -> list[float]:
    return [sum([counts[a][b] for b in his]) for a in mine]


def _worthy(won: float, lost: float) -> bool:
    """Whether an order has won more than it lost, when both shares are rounded to one decimal as in the script.

    >>> _worthy(54.0, 46.0), _worthy(56.0, 44.0), _worthy(0.0, 0.0)
    (False, True, False)
    """
    total = won + lost
    return total > 0 and round(won / total, 1) > round(lost / total, 1)


def card_weights(matrices: Matrices, view: View) -> tuple[Orders, dict[str, float]]:
    """Return the weight of each card that may be played now, lowest first; with n-step on, times its chance ahead."""
    found = orders(matrices, view)
    wins = found.wins
    if matrices.switches.nstep == "on":
        ahead = order_chances(view, found.mine, truco_columns(view))
        wins = tuple(won * chance for won, chance in zip(wins, ahead, strict=True))
    now = len(view.played[view.seat])
    weights: dict[str, float] = dict.fromkeys(reversed(view.hand), 0.0)
    for order, won in zip(found.mine, wins, strict=True):
        weights[view.dealt[HIGHEST - ORDERS[order][now]]] += won
    return found, weights


def lottery(weights: dict[str, float], rounding: str, spins: float = 1.0) -> dict[str, float]:
    """Turn weights into chances: b / (b + m + a); the paper's way rounds them and draws from a list of slots.

    >>> lottery({"4c": 1.0, "7o": 2.0}, "exact")["7o"] == 2 / 3, lottery({"4c": 1.0, "7o": 2.0}, "paper")
    (True, {'4c': 0.3, '7o': 0.7})
    """
    if spins != 1.0:
        most = max(weights.values()) or 1.0
        weights = {card: (weight / most) ** spins for card, weight in weights.items()}
    total = sum(weights.values())
    shares = {card: weight / total if total > 0 else 1 / len(weights) for card, weight in weights.items()}
    if rounding == "exact":
        return shares
    slots = {card: int(round(share, 1) * 10) for card, share in shares.items()}
    return {card: count / sum(slots.values()) for card, count in slots.items()}


def level(card: str, hand: Hand) -> int:
    """Return whether a card is the low (0), medium or high (2) one of its hand, which is sorted strongest first."""
    return HIGHEST - hand.index(card)


def guessed(matrices: Matrices, played: Hand, *, text: bool = False) -> tuple[int, ...]:
    """Guess the levels of the rival's cards; one that lies face down stays unknown."""
    faces = [STRENGTH.get(card, 0) for card in played]
    if len(faces) == len(ORDERS[0]) and all(faces):
        return tuple(sorted(range(len(faces)), key=lambda place: faces[place]).index(i) for i in range(len(faces)))
    usual = _as_text if text else _as_number
    levels = [usual(matrices.levels[face - 1].tolist()) if face else UNKNOWN for face in faces]
    if len(levels) == 2 and levels[0] == levels[1] != UNKNOWN:
        strong, weak = (0, 1) if faces[0] > faces[1] else (1, 0)
        if levels[strong] < HIGHEST:
            levels[strong] += 1
        else:
            levels[weak] -= 1
    return tuple(levels)


def _as_number(counts: list[float]) -> int:
    """Return the level with the highest count; of equal ones the lower."""
    return counts.index(max(counts))


def _as_text(counts: list[float]) -> int:
    """Return the level whose count comes last in the dictionary, as the author's script compares what it read.

    >>> _as_text([2.0, 12.0, 104.0]), _as_text([9.0, 12.0, 104.0]), _as_number([9.0, 12.0, 104.0])
    (0, 0, 2)
    """
    texts = [str(round(count)) for count in counts]
    return texts.index(max(texts))


@cache
def matching(levels: tuple[int, ...]) -> tuple[int, ...]:
    """Return the orders that begin with these levels.

    >>> matching((0,)), matching((2, 1)), len(matching(())), matching((-1, 0))
    ((0, 1), (5,), 6, (2, 4))
    """
    return tuple(
        i for i, order in enumerate(ORDERS) if all(a in (b, UNKNOWN) for a, b in zip(levels, order, strict=False))
    )
