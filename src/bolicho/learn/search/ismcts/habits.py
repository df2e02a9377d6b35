"""How a player of Truco is taken to play where the tree ends, from his own cards and what is public; in numbers alone.

Plain Python runs this file as it stands and ``kernel.py`` compiles it. `weigh_moves` writes how often each legal move
is played: a draw of them is a playout, and how often a rival's past moves are played with a hand says how likely that
hand is. The numbers are guesses of how people play; `DOUBT` and how often an envido call is a falta were changed after
matches against ``sound`` (docs/agents/ismcts.md).
"""

from bolicho.games.rikken.bits import Chance, Floats, Ints, draw
from bolicho.learn.search.ismcts.moves import (
    ACHICO,
    BARALHO,
    CONTRA,
    E_BOM,
    ENVIDO,
    FACE_DOWN,
    FALTA_ENVIDO,
    FLOR,
    MOVES,
    NAO_QUERO,
    PONTOS,
    QUERO,
    REAL_ENVIDO,
    RESTO,
    RETRUCO,
    TRUCO,
    VALE_QUATRO,
    WORDS,
)

ROUNDS, FIRST, SECOND, FACED, LAID, MANO, CARD, HELD, POINTS, FLOR_POINTS, CALLS, LAST, LEVEL, ASKED = (
    *range(7), 9, 10, 11, 12, 13, 14, 15,
)  # fmt: skip
"""What a player knows, by place: rounds over, how round 1 and 2 went for him (as in ``games/truco/odds.py``), the
strength of the rival's card that faces him and of his own that lies there (NONE: none), whether he is mão, the
strengths of his three cards as dealt, which he still holds (bits), his envido and flor points, how many calls of envido
or flor were made and the last of them (a move, 0 none), how many truco calls were accepted, and what he must answer
(NOTHING, BET, CALL)."""
KNOWN = 16
NONE = -1
NOTHING, BET, CALL = range(3)
LEVELS = 15
FINE = 1 << 30
"""Chances are drawn in steps of one part in so many."""
RANDOM, SENSIBLE = range(2)
"""The playouts: any legal move, giving way seldom; or by habit."""

ACCEPTS_ENVIDO = (24.0, 27.0, 29.0, 31.0)
"""Points with which one envido call, two, ... are accepted as often as not."""
BIGGER = (0.0, 1.0, 3.0)
"""So many more for envido, real envido, falta envido."""
CALLS_ENVIDO = 27.0
ACCEPTS_TRUCO = (0.40, 0.52, 0.62)
"""Own chance with which truco, retruco, vale quatro are accepted as often as not; then raised."""
RAISES_TRUCO = (0.76, 0.85, 2.0)
CALLS_TRUCO = (0.60, 0.74, 0.84)
ACCEPTS_FLOR = 29.0
BLUFF = 0.06
DOUBT = 0.002
"""How much a rival's move is taken to say nothing about his hand."""
KINDS = 17
"""As many situations of a rival are told apart, and one of the searching seat."""
EVEN_OWN, EVEN_RIVAL = 0.5, 0.1
"""How even the habits are made where they guide the search: at its own moves, and at the rival's."""
GIVES_WAY = 0.1
"""How often a random player gives way where he could: uniform play would give up every other hand."""


def yes(x: float, need: float, width: float) -> float:
    """How often a player says yes: half the time at what it needs, never surely."""
    share = 0.5 + (x - need) / width
    return 0.04 if share < 0.04 else 0.96 if share > 0.96 else share


def hope(known: Ints, three: Floats, two: Floats, one: Floats, final: Floats) -> float:
    """Return the chance that a player gives himself to win the rounds, against a hand he knows nothing of.

    The tables are those of ``odds.strangers``, by strengths, laid flat; `final` says who wins three rounds.
    """
    first, second = known[FIRST], known[SECOND]
    a = b = c = 0
    for place in range(3):  # what he holds, strongest first
        if known[HELD] >> place & 1:
            a, b, c = (known[CARD + place], 0, 0) if a == 0 else (a, known[CARD + place], c) if b == 0 else (
                a, b, known[CARD + place]
            )  # fmt: skip
    if known[LAID] != NONE:
        total = 0.0
        for his in range(1, LEVELS):
            total += LIKELY[his] * _after(known, known[LAID], his, a, b, two, one, final)
        return total
    if known[FACED] != NONE:
        best = _after(known, a, known[FACED], b, c, two, one, final)
        if b:
            best = max(best, _after(known, b, known[FACED], a, c, two, one, final))
        if c:
            best = max(best, _after(known, c, known[FACED], a, b, two, one, final))
        return best
    if known[ROUNDS] == 0:
        return three[((known[MANO] * LEVELS + a) * LEVELS + b) * LEVELS + c]
    if known[ROUNDS] == 1:
        return two[first * LEVELS * LEVELS + a * LEVELS + b]
    return one[(first * 3 + second) * LEVELS + a]


LIKELY = (0.0, 0.1, 0.1, 0.1, 0.05, 0.1, 0.1, 0.1, 0.05, 0.1, 0.1, 0.025, 0.025, 0.025, 0.025)
"""How likely a card of each strength is."""


def _after(
    known: Ints, mine: int, his: int, left: int, last: int, two: Floats, one: Floats, final: Floats
) -> float:  # fmt: skip
    sign = 0 if mine < his else 1 if mine == his else 2
    if known[ROUNDS] == 0:
        first = 1 if sign == 0 else 0 if sign == 2 else 3 - known[MANO]
        return two[first * LEVELS * LEVELS + left * LEVELS + last]
    if known[ROUNDS] == 1:
        return one[(known[FIRST] * 3 + sign) * LEVELS + left]
    return final[(known[FIRST] * 3 + known[SECOND]) * 3 + sign]


def sober(mask: int) -> int:
    """Leave `baralho` out where something else can be done: who plays on and gives way later loses no more."""
    return mask & ~(1 << BARALHO) if mask & (mask - 1) else mask


def insight(known: Ints, mask: int, hoped: float) -> int:
    """Return which of sixteen kinds of player one is: by chance in the rounds, and by points while they count."""
    kind = 3 if hoped > 0.72 else 2 if hoped > 0.5 else 1 if hoped > 0.28 else 0
    if known[ASKED] == BET and known[LAST] >= FLOR:
        return 4 * (3 if known[FLOR_POINTS] > 34 else 2 if known[FLOR_POINTS] > 30 else 1)
    if mask >> ENVIDO & 1 or known[ASKED] == BET:
        kind += 4 * (3 if known[POINTS] > 29 else 2 if known[POINTS] > 26 else 1 if known[POINTS] > 22 else 0)
    return kind


def weigh_moves(known: Ints, mask: int, hoped: float, odds: Floats) -> float:
    """Write how often each legal move is played; return the sum."""
    for move in range(MOVES):
        odds[move] = 0.0
    if known[ASKED] == BET and known[LAST] >= FLOR:
        _answer_flor(known, mask, odds)
    elif mask >> FLOR & 1:
        odds[FLOR] = 1.0
    elif mask >> E_BOM & 1:
        odds[PONTOS if mask >> PONTOS & 1 else E_BOM] = 1.0
    elif known[ASKED] == BET:
        _answer_envido(known, mask, odds)
    else:
        left = 1.0
        if mask >> ENVIDO & 1:
            left -= _call_envido(known, odds)
        if known[ASKED] == CALL:
            _answer_truco(known, mask, hoped, left, odds)
        else:
            left -= _call_truco(mask, hoped, left, odds)
            _cards(known, mask, left, odds)
    total = 0.0
    for move in range(MOVES):
        total += odds[move]
    return total


def _answer_flor(known: Ints, mask: int, odds: Floats) -> None:
    stays = yes(known[FLOR_POINTS], ACCEPTS_FLOR + 3 * (known[CALLS] - 1), 8.0)
    raises = 0.5 * yes(known[FLOR_POINTS], ACCEPTS_FLOR + 4 + 3 * (known[CALLS] - 1), 6.0) if mask >> RESTO & 1 else 0.0
    if mask >> CONTRA & 1:
        odds[CONTRA], odds[RESTO] = 0.8 * raises, 0.2 * raises
    elif mask >> RESTO & 1:
        odds[RESTO] = raises
    odds[FLOR if mask >> FLOR & 1 else QUERO] = stays * (1 - raises)
    odds[ACHICO if mask >> ACHICO & 1 else NAO_QUERO] = (1 - stays) * (1 - raises)


def _answer_envido(known: Ints, mask: int, odds: Floats) -> None:
    need = ACCEPTS_ENVIDO[known[CALLS] - 1] + BIGGER[known[LAST] - ENVIDO]
    stays = yes(known[POINTS], need, 8.0)
    raises = 0.5 * yes(known[POINTS], need + 5, 5.0) if mask >> FALTA_ENVIDO & 1 else 0.0
    small = 1.0
    if mask >> ENVIDO & 1:
        odds[ENVIDO] = 0.5 * raises
        small = 0.5
    if mask >> REAL_ENVIDO & 1:
        odds[REAL_ENVIDO] = 0.7 * small * raises
        small *= 0.3
    if mask >> FALTA_ENVIDO & 1:
        odds[FALTA_ENVIDO] = small * raises
    odds[QUERO], odds[NAO_QUERO] = stays * (1 - raises), (1 - stays) * (1 - raises)


def _call_envido(known: Ints, odds: Floats) -> float:
    called = 0.8 * yes(known[POINTS], CALLS_ENVIDO, 8.0) + BLUFF
    odds[ENVIDO], odds[REAL_ENVIDO], odds[FALTA_ENVIDO] = 0.7 * called, 0.2 * called, 0.1 * called
    return called


def _answer_truco(known: Ints, mask: int, hoped: float, left: float, odds: Floats) -> None:
    level = known[LEVEL]
    stays = yes(hoped, ACCEPTS_TRUCO[level], 0.4)
    if mask >> RETRUCO & 1 or mask >> VALE_QUATRO & 1:
        raises = 0.6 * yes(hoped, RAISES_TRUCO[level], 0.3)
        odds[RETRUCO if mask >> RETRUCO & 1 else VALE_QUATRO] = left * raises
        left *= 1 - raises
    odds[QUERO], odds[NAO_QUERO] = left * stays, left * (1 - stays)


def _call_truco(mask: int, hoped: float, left: float, odds: Floats) -> float:
    for level in range(3):
        if mask >> (TRUCO + level) & 1:
            called = left * (0.6 * yes(hoped, CALLS_TRUCO[level], 0.4) + BLUFF)
            odds[TRUCO + level] = called
            return called
    return 0.0


def _cards(known: Ints, mask: int, left: float, odds: Floats) -> None:
    """Beat what faces him with as little as he can, else throw the lowest; lead the highest more often than not."""
    low = high = beats = NONE
    held = 0
    for place in range(3):
        if mask >> place & 1:
            held += 1
            high = place if high == NONE else high
            low = place
            if known[FACED] != NONE and known[CARD + place] > known[FACED]:
                beats = place
    for place in range(3):
        if mask >> place & 1:
            odds[place] = 0.25 * left / held
            if mask >> (FACE_DOWN + place) & 1:
                odds[FACE_DOWN + place] = 0.02 * left
    best = high if known[FACED] == NONE else beats if beats != NONE else low
    if best != NONE:
        odds[best] += 0.75 * left
    odds[BARALHO] += 0.01 * left


def draw_move(odds: Floats, total: float, chance: Chance) -> int:
    """Draw a move by its odds."""
    left = total * draw(chance, FINE) / FINE
    last = 0
    for move in range(MOVES):
        if odds[move] > 0.0:
            left -= odds[move]
            last = move
            if left < 0.0:
                return move
    return last


def anything(mask: int, chance: Chance) -> int:
    """Draw a legal move, each as likely as another, but for giving way: `baralho`, and `nao-quero` or `achico`."""
    soft = mask & (1 << BARALHO | 1 << NAO_QUERO | 1 << ACHICO)
    hard = mask ^ soft
    bits = soft if hard == 0 or (soft and draw(chance, FINE) < GIVES_WAY * FINE) else hard
    size = 0
    for move in range(MOVES):
        size += bits >> move & 1
    n = draw(chance, size)
    for move in range(MOVES):
        if bits >> move & 1:
            if n == 0:
                return move
            n -= 1
    return WORDS
