"""Exact chances of Truco: who wins the rounds if both play their cards well, against every hand a rival may hold.

"Well" means with both hands open, so a chance is the share of the rival's possible hands against which our cards win
by force. Hidden cards make real chances a little milder; the order of the choices is what the players need. Strengths
are 1..14, 0 is a face-down card, and vectors run over the rival's possible holdings.
"""

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import DECKS, LADDER, STRENGTH, envido_points
from bolicho.games.truco.hands import ELSEWHERE, all_hands, consistent, evidence
from bolicho.games.truco.view import View

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Wins = npt.NDArray[np.bool_]

WON, LOST, TIED_MANO, TIED_PE = range(4)
"""How round 1 went for us; after a tie it matters who is mão."""
MIRROR = (LOST, WON, TIED_PE, TIED_MANO)
LEVELS = len(LADDER) + 1

# who wins the hand, by round 1, the sign of round 2 and the sign of round 3 (each +1: lost, tied, won)
FINAL = np.array(
    [
        [[0, 1, 1], [1, 1, 1], [1, 1, 1]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 1, 1], [1, 1, 1]],
        [[0, 0, 0], [0, 0, 1], [1, 1, 1]],
    ],
    np.bool_,
)

SIGN = np.sign(np.arange(LEVELS)[:, None] - np.arange(LEVELS)[None, :]) + 1
"""[mine, his]: 0 his card is higher, 1 they tie, 2 mine is."""
FIRST = np.array([[LOST, TIED_PE, WON], [LOST, TIED_MANO, WON]])[:, SIGN]
"""[am I mão, mine, his]: how round 1 goes for me."""
OTHERS = tuple(tuple(tuple(i for i in range(k) if i != b) for b in range(k)) for k in range(4))
"""[how many columns, which]: the columns left when one is taken."""


class Rest(NamedTuple):
    """The cards a rival may still hold: one row a holding, strongest first, with how likely each is."""

    strengths: Ints
    weight: Floats


def rest(view: View, weight: Floats | None = None) -> Rest:
    """Gather the rival's possible remaining cards; ``weight`` says how likely each of the 9,880 hands is."""
    table = all_hands()
    flags = consistent(evidence(view))
    known = [STRENGTH[card] for card in view.played[view.rival] if card in STRENGTH]
    left = 3 - len(view.played[view.rival])
    if left == 3:
        kinds = np.bincount(table.kind[flags], None if weight is None else weight[flags], len(table.kinds))
        return Rest(kind_strengths(), _normal(kinds.astype(np.float64)))
    strengths = kind_strengths()[table.kind[flags]]
    for strength in known:
        strengths = _without(strengths, np.full(len(strengths), strength))
    likely = np.ones(len(strengths)) if weight is None else weight[flags]
    # any of the unseen cards may be the one that lies face down
    kept = list(combinations(range(strengths.shape[1]), left))
    return Rest(np.concatenate([strengths[:, columns] for columns in kept]), _normal(np.tile(likely, len(kept))))


def _normal(weight: Floats) -> Floats:
    total = weight.sum()
    return weight / total if total > 0 else np.full(len(weight), 1 / max(len(weight), 1))


def _without(strengths: Ints, card: Ints) -> Ints:
    """Take one card of each row out."""
    where = (strengths == card[:, None]).argmax(1)
    keep = np.arange(strengths.shape[1]) != where[:, None]
    left: Ints = strengths[keep].reshape(len(strengths), -1)
    return left


# ── rounds 2 and 3 with both hands open ───────────────────────────────────────────────────────────────────────────


@cache
def kind_strengths() -> Ints:
    """Return the strengths of the 502 classes, one row each."""
    return np.array(all_hands().kinds, np.int64)


def points_chance(view: View) -> float:
    """Return the share of the rival's possible hands against which our points win an envido; a tie is the mão's."""
    his = all_hands().envido[consistent(evidence(view))]
    return float(np.mean(his < envido_points(view.dealt) + view.is_mano)) if len(his) else 1.0


def _code(pair: Any) -> Any:
    return pair[..., 0] * LEVELS + pair[..., 1]


@cache
def _pairs() -> Ints:
    return np.array([(high, low) for high in range(LEVELS) for low in range(high + 1)], np.int64)


@cache
def two_rounds() -> Wins:
    """Return who wins with two cards each: [round 1, code of my pair, code of his]."""
    pairs = _pairs()
    mine, his = pairs[:, None, :], pairs[None, :, :]
    table = np.zeros((4, LEVELS**2, LEVELS**2), np.bool_)
    codes = _code(pairs)
    for first in range(4):
        signs = [[SIGN[mine[..., a], his[..., b]] for b in (0, 1)] for a in (0, 1)]
        ends = [[FINAL[first, signs[a][b], signs[1 - a][1 - b]] for b in (0, 1)] for a in (0, 1)]
        if first in (WON, TIED_MANO):  # I lead: my best card against his best answer
            value = (ends[0][0] & ends[0][1]) | (ends[1][0] & ends[1][1])
        else:
            value = (ends[0][0] | ends[1][0]) & (ends[0][1] | ends[1][1])
        table[first][np.ix_(codes, codes)] = value
    return table


class Prospects:
    """What each of our choices wins, against every holding the rival may have."""

    def __init__(self, view: View, rest: Rest) -> None:
        self.deck = view.rules.deck
        self.mano = int(view.is_mano)
        self.mine = tuple(STRENGTH[card] for card in view.hand)
        self.rest = rest
        self.round = len(view.won)
        self.first = _round_one(view) if self.round else -1
        self.second = _sign(view, 1) + 1 if self.round > 1 else -1
        mine, his = view.played[view.seat], view.played[view.rival]
        self.laid = STRENGTH.get(mine[-1], 0) if len(mine) > len(his) else None
        self.faced = STRENGTH.get(his[-1], 0) if len(his) > len(mine) else None
        self._cards: dict[int, Wins] = {}

    def chance(self, wins: Wins) -> float:
        """Return the share of the rival's holdings that are won."""
        return float(self.rest.weight @ wins)

    def card(self, strength: int) -> Wins:
        """Play a card of this strength now."""
        if strength not in self._cards:
            where = self.mine.index(strength)
            left = self.mine[:where] + self.mine[where + 1 :]
            if self.faced is not None:
                self._cards[strength] = self._settle(strength, self.faced, left, self.rest.strengths)
            else:
                self._cards[strength] = self._answered(strength, left)
        return self._cards[strength]

    def now(self) -> Wins:
        """What is won if the cards go on from here, whoever is to play."""
        if self.laid is not None:
            return self._answered(self.laid, self.mine)
        if self.faced is not None or self._i_lead():
            return self.card(self.best_card())
        return self._he_leads()

    def best_card(self) -> int:
        """Return the strength of the card that wins most often; of equal ones the weakest."""
        chances = {strength: self.chance(self.card(strength)) for strength in self.mine}
        return max(chances, key=lambda strength: (round(chances[strength], 9), -strength))

    def _i_lead(self) -> bool:
        if self.round == 2:
            return self.second == 2 or (self.second == 1 and bool(self.mano))
        return self.first in (WON, TIED_MANO) if self.round == 1 else bool(self.mano)

    def _answered(self, mine: int, left: tuple[int, ...]) -> Wins:
        """My card lies there and he answers as hurts most."""
        return np.asarray(np.logical_and.reduce([self._settle(mine, b, left, rest) for b, rest in _leads(self.rest)]))

    def _he_leads(self) -> Wins:
        mine = [(a, self.mine[:i] + self.mine[i + 1 :]) for i, a in enumerate(self.mine)]
        ends = [[self._settle(a, b, left, rest) for a, left in mine] for b, rest in _leads(self.rest)]
        return np.asarray(np.logical_and.reduce([np.logical_or.reduce(answers) for answers in ends]))

    def _settle(self, mine: int, his: Any, left: tuple[int, ...], his_left: Ints) -> Wins:
        """Both cards of this round are known: what follows."""
        if self.round == 0:
            first = FIRST[self.mano, mine, his]
            return np.asarray(two_rounds()[first, left[0] * LEVELS + left[1], _code(his_left)])
        if self.round == 1:
            return np.asarray(FINAL[self.first, SIGN[mine, his], SIGN[left[0], his_left[:, 0]]])
        return np.broadcast_to(FINAL[self.first, self.second, SIGN[mine, his]], len(his_left))


def _leads(rest: Rest) -> list[tuple[Ints, Ints]]:
    """Each card a rival may play, with what he then has left."""
    his = rest.strengths
    return [(his[:, b], his[:, left]) for b, left in enumerate(OTHERS[his.shape[1]])]


def _sign(view: View, round: int) -> int:
    winner = view.won[round]
    return 0 if winner is None else 1 if winner == view.seat else -1


def _round_one(view: View) -> int:
    sign = _sign(view, 0)
    return WON if sign > 0 else LOST if sign < 0 else TIED_MANO if view.is_mano else TIED_PE


# ── what the rival must think of his own cards, not knowing ours ──────────────────────────────────────────────────


class Strangers(NamedTuple):
    """Chances against a hand nobody has seen: by three, two and one cards left."""

    three: Floats
    """[is mão, strength class]"""
    two: Floats
    """[round 1, code of the pair]"""
    one: Floats
    """[round 1, sign of round 2 + 1, strength]"""
    level: Floats
    """How likely a card of each strength is."""


READY = Path(__file__).with_name("strangers.json")
"""The tables of every deck, which ``bolicho site`` makes for browsers: without numpy they take too long to make."""


@cache
def strangers(deck: str = "full") -> Strangers:
    """Return the tables of a deck, made once; cards already seen are not taken out."""
    if READY.exists():
        return Strangers(*(np.array(table, np.float64) for table in json.loads(READY.read_text())[deck]))
    level = np.bincount([STRENGTH[card] for card in DECKS[deck]], minlength=LEVELS).astype(np.float64)
    pair_ways = np.zeros(LEVELS**2)
    for high, low in _pairs():
        pair_ways[high * LEVELS + low] = level[high] * (level[low] - (high == low)) / (1 + (high == low))
    level /= level.sum()
    kinds = kind_strengths()
    dealt = (all_hands().mask & np.uint64(ELSEWHERE[deck])) == 0
    ways = np.bincount(all_hands().kind, dealt)
    return Strangers(
        three=np.stack([_three_cards(kinds, mano=False), _three_cards(kinds, mano=True)]) @ (ways / ways.sum()),
        two=two_rounds() @ (pair_ways / pair_ways.sum()),
        one=FINAL[:, :, SIGN] @ level,
        level=level,
    )


def _three_cards(kinds: Ints, *, mano: bool) -> Floats:
    """Whether each class beats each other one with open cards, as mão or as pé."""
    mine, his = kinds[:, None, :], kinds[None, :, :]
    codes = [_code(kinds[:, left]) for left in OTHERS[3]]
    ends = [
        [two_rounds()[FIRST[int(mano), mine[..., a], his[..., b]], codes[a][:, None], codes[b]] for b in range(3)]
        for a in range(3)
    ]
    if mano:
        wins = np.logical_or.reduce([np.logical_and.reduce(row) for row in ends])
    else:
        wins = np.logical_and.reduce([np.logical_or.reduce([ends[a][b] for a in range(3)]) for b in range(3)])
    return np.asarray(wins, np.float64)


def rival_power(game: Prospects) -> Floats:
    """Return, for each holding of the rival, the chance he would give himself."""
    tables, his = strangers(game.deck), game.rest.strengths
    first = MIRROR[game.first] if game.round else -1
    second = 2 - game.second

    def after(his_card: Any, my_card: Any, left: Ints) -> Floats:
        sign = SIGN[his_card, my_card]
        if game.round == 0:
            return np.asarray(tables.two[FIRST[1 - game.mano, his_card, my_card], _code(left)])
        if game.round == 1:
            return np.asarray(tables.one[first, sign, left[:, 0]])
        return np.broadcast_to(np.asarray(FINAL[first, second, sign], np.float64), len(left))

    if game.laid is not None:
        return np.asarray(np.maximum.reduce([after(b, game.laid, left) for b, left in _leads(game.rest)]))
    if game.faced is not None:
        replies = [tables.level[m] * after(game.faced, m, his) for m in range(1, LEVELS)]
        return np.asarray(np.sum(replies, 0))
    if game.round == 0:
        return np.asarray(tables.three[1 - game.mano])
    if game.round == 1:
        return np.asarray(tables.two[first, _code(his)])
    return np.asarray(tables.one[first, second, his[:, 0]])
