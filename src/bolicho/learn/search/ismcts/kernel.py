"""The search of ``search.py`` and ``truco.py`` compiled by Numba, on the hands of ``games/truco/kernel.py``.

The functions here are plain; `compiled` compiles them together with ``habits.py`` and ``tree.py``, under a name that
carries a digest of all those files. ``tests/learn/search/ismcts/test_kernel.py`` grows both trees in lockstep, to the
last draw. An iteration plays the history again with a rival's hand, so that the record of a hand is all the state there
is.
"""

import sys
from functools import cache

import numpy as np
import numpy.typing as npt

from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.bits import draw
from bolicho.games.rikken.kernel import compile_together
from bolicho.games.truco import kernel as rules
from bolicho.games.truco.kernel import ANSWER, NOBODY, SAID, BookRow, HandRow, Records, apply, legal, start
from bolicho.learn.search.ismcts import habits, moves, tree
from bolicho.learn.search.ismcts.habits import (
    ASKED,
    BET,
    CALL,
    CALLS,
    CARD,
    DOUBT,
    EVEN_OWN,
    EVEN_RIVAL,
    FACED,
    FINE,
    FIRST,
    FLOR_POINTS,
    HELD,
    KINDS,
    KNOWN,
    LAID,
    LAST,
    LEVEL,
    MANO,
    NONE,
    NOTHING,
    POINTS,
    RANDOM,
    ROUNDS,
    SECOND,
    anything,
    draw_move,
    hope,
    insight,
    sober,
    weigh_moves,
)
from bolicho.learn.search.ismcts.moves import FACE_DOWN, HIS_CARD, HIS_FACE_DOWN, MOVES, SEEN, WORDS
from bolicho.learn.search.ismcts.tree import choose

OPEN_CARD = 100
"""Plus its place in the deck: a rival's card in the history; -1 is one that he laid face down."""
DEEPEST = rules.MOST_PLIES + 1
Bytes = npt.NDArray[np.int8]

Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Chance = npt.NDArray[np.uint64]


def grow(
    book: BookRow, table: Records, hands: Bytes, mine: Bytes, context: Bytes, seat: int, who: Bytes, what: Longs,
    iterations: int, curiosity: float, playout: int, observers: int, reading: int, guided: int, chance: Chance,
    worth: Floats, whole: float, calls: Bytes, last: Bytes, three: Floats, two: Floats, one: Floats, final: Floats,
    below: Longs, rows: Longs, visits: Longs, available: Longs, total: Floats,
) -> int:  # fmt: skip
    """Grow a tree in the arrays given; the first row is the root. Return how many nodes it has."""
    state = table[0]
    cards: Bytes = np.zeros((2, 3), np.int8)
    known: Longs = np.zeros(KNOWN, np.int64)
    odds: Floats = np.zeros(MOVES)
    prior: Floats = np.zeros(MOVES)
    choices: Longs = np.zeros(MOVES, np.int64)
    first: Longs = np.zeros(MOVES, np.int64)
    path, movers = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    pool, sums = np.zeros(iterations, np.int64), np.zeros(iterations)
    cards[seat] = mine
    if reading:
        weighed = 0.0
        for i in range(iterations):
            pool[i] = draw(chance, len(hands))
            cards[1 - seat] = hands[pool[i]]
            weighed += replay(
                book, state, cards, context, seat, who, what, chance, 1, known, odds, calls, last,
                three, two, one, final,
            )  # fmt: skip
            sums[i] = weighed
    nodes, used = 1, 0
    for _ in range(iterations):
        hand = pick(pool, sums, chance) if reading else draw(chance, len(hands))
        cards[1 - seat] = hands[hand]
        replay(
            book, state, cards, context, seat, who, what, chance, 0, known, odds, calls, last, three, two, one, final
        )
        node, depth, new = 0, 0, False
        while state.seat != NOBODY and not new:
            me, mask = state.seat, sober(legal(book, state))
            kind, hoped = 0, 0.0
            if guided or (me != seat and observers > 1):
                know(book, state, calls, last, known)
                hoped = hope(known, three, two, one, final)
            if me != seat and observers > 1:
                kind = 1 + insight(known, mask, hoped)
            at = node * KINDS + kind
            if rows[at] == 0:
                used += 1
                rows[at] = used
            row = (rows[at] - 1) * SEEN
            size = distinct_moves(book, state, mask, me == seat, choices, first)
            if guided:
                weigh_moves(known, mask, hoped, odds)
                priors(book, state, mask, me == seat, choices, size, odds, prior)
            chosen = choose(
                row, choices, prior, size, guided, visits, available, total, curiosity, chance
            )  # fmt: skip
            code = choices[chosen]
            new = visits[row + code] == 0
            path[depth], movers[depth] = row + code, me
            depth += 1
            if below[node * SEEN + code] == 0:
                below[node * SEEN + code] = nodes
                nodes += 1
            node = below[node * SEEN + code]
            apply(book, state, one_of(book, state, mask, me == seat, code, first[chosen], chance))
        while state.seat != NOBODY:
            mask = legal(book, state)
            if playout == RANDOM:
                apply(book, state, anything(mask, chance))
            else:
                know(book, state, calls, last, known)
                summed = weigh_moves(known, mask, hope(known, three, two, one, final), odds)
                apply(book, state, draw_move(odds, summed, chance))
        side = book.target + 1
        end = worth[
            (state.score[seat] + state.points[seat]) * side + state.score[1 - seat] + state.points[1 - seat]
        ]  # fmt: skip
        for step in range(depth):
            visits[path[step]] += 1
            total[path[step]] += end if movers[step] == seat else whole - end
    return nodes


def replay(
    book: BookRow, state: HandRow, cards: Bytes, context: Bytes, seat: int, who: Bytes, what: Longs, chance: Chance,
    reading: int, known: Longs, odds: Floats, calls: Bytes, last: Bytes,
    three: Floats, two: Floats, one: Floats, final: Floats,
) -> float:  # fmt: skip
    """Play the history with these cards; return how likely the rival's moves are with his, by habit."""
    start(book, state, cards, context)
    opened = 0
    for ply in range(len(who)):
        if who[ply] != seat and what[ply] >= OPEN_CARD:
            opened |= 1 << place_of(cards[1 - seat], what[ply] - OPEN_CARD)
    likely = 1.0
    for ply in range(len(who)):
        move = what[ply]
        if who[ply] != seat and move >= OPEN_CARD:
            move = place_of(cards[1 - seat], move - OPEN_CARD)
        elif move < 0:
            move = FACE_DOWN + some_bit(state.held[1 - seat] & ~opened, chance)
        if reading and who[ply] != seat:
            mask = legal(book, state)
            know(book, state, calls, last, known)
            summed = weigh_moves(known, mask, hope(known, three, two, one, final), odds)
            likely *= (1 - DOUBT) * odds[move] / summed + DOUBT
        apply(book, state, move)
    return likely


def place_of(cards: Bytes, card: int) -> int:
    """Return which of three cards it is."""
    return 0 if cards[0] == card else 1 if cards[1] == card else 2


def some_bit(bits: int, chance: Chance) -> int:
    """Draw one of at most three bits; the only one is not drawn."""
    size = (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1)
    n = draw(chance, size) if size > 1 else 0
    for place in range(3):
        if bits >> place & 1:
            if n == 0:
                return place
            n -= 1
    return 0


def pick(pool: Longs, sums: Floats, chance: Chance) -> int:
    """Draw a hand of the pool by its weight."""
    at = sums[len(sums) - 1] * draw(chance, FINE) / FINE
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > at:
            high = middle
        else:
            low = middle + 1
    return int(pool[low])


def distinct_moves(book: BookRow, state: HandRow, mask: int, own: bool, choices: Longs, first: Longs) -> int:
    """Write the moves that the searching seat can tell apart, and the first legal move of each; return how many."""
    size = 0
    for move in range(MOVES):
        if mask >> move & 1:
            code = move if own else code_of(book, state, move)
            known_already = False
            for i in range(size):
                known_already = known_already or choices[i] == code
            if not known_already:
                choices[size], first[size] = code, move
                size += 1
    return size


def priors(
    book: BookRow, state: HandRow, mask: int, own: bool, choices: Longs, size: int, odds: Floats, prior: Floats
) -> None:  # fmt: skip
    """Write how often each choice is taken by habit, somewhat evened."""
    summed = 0.0
    for i in range(size):
        prior[i] = 0.0
    for move in range(MOVES):
        if mask >> move & 1:
            code = move if own else code_of(book, state, move)
            for i in range(size):
                if choices[i] == code:
                    prior[i] += odds[move]
            summed += odds[move]
    even = EVEN_OWN if own else EVEN_RIVAL
    for i in range(size):
        prior[i] = (1 - even) * prior[i] / summed + even / size


def code_of(book: BookRow, state: HandRow, move: int) -> int:
    """Return what the searching seat sees of a rival's move."""
    if move >= WORDS:
        return move
    return HIS_FACE_DOWN if move >= FACE_DOWN else HIS_CARD + int(book.strength[state.cards[state.seat, move]])


def one_of(book: BookRow, state: HandRow, mask: int, own: bool, code: int, first: int, chance: Chance) -> int:
    """Return the move that looks so; one of them by lot, where there are more."""
    if own or first >= WORDS:
        return first
    begin, bits = (FACE_DOWN, 0) if first >= FACE_DOWN else (0, 0)
    for place in range(3):
        if mask >> (begin + place) & 1 and code_of(book, state, begin + place) == code:
            bits |= 1 << place
    return begin + some_bit(bits, chance)


def know(book: BookRow, state: HandRow, calls: Bytes, last: Bytes, known: Longs) -> None:
    """Write what the player to move knows."""
    me = state.seat
    mano = int(state.mano == me)
    known[ROUNDS], known[MANO], known[HELD], known[LEVEL] = state.rounds, mano, state.held[me], state.truco
    sign = 1 if me else -1
    known[FIRST] = known[SECOND] = 0
    if state.rounds > 0:
        lead = sign * state.won[0]
        known[FIRST] = 0 if lead > 0 else 1 if lead < 0 else 3 - mano
    if state.rounds > 1:
        lead = sign * state.won[1]
        known[SECOND] = 2 if lead > 0 else 0 if lead < 0 else 1
    known[FACED] = state.on_table[1 - me] if state.played[1 - me] > state.played[me] else NONE
    known[LAID] = state.on_table[me] if state.played[me] > state.played[1 - me] else NONE
    for place in range(3):
        known[CARD + place] = book.strength[state.cards[me, place]]
    known[POINTS], known[FLOR_POINTS] = state.envido[me], state.flor[me]
    asked = state.bet == ANSWER
    known[CALLS], known[LAST] = (calls[state.said], last[state.said]) if asked else (0, 0)
    known[ASKED] = BET if asked else CALL if state.truco_by != NOBODY else NOTHING


# ── what Python calls ─────────────────────────────────────────────────────────────────────────────────────────────
@cache
def compiled() -> JsonObject:
    """Return all functions by name; each is compiled, or loaded from the cache, when it is first called."""
    return compile_together((rules, moves, habits, tree, sys.modules[__name__]))


@cache
def call_tables() -> tuple[Bytes, Bytes]:
    """Return of every sequence of calls how many they are, and the last as a move."""
    calls, last = np.zeros(len(SAID), np.int8), np.zeros(len(SAID), np.int8)
    for sequence, number in SAID.items():
        if sequence:
            calls[number], last[number] = len(sequence), moves.NUMBER[sequence[-1]]
    return calls, last
