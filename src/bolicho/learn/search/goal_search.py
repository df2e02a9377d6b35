"""The goal solver: a yes-or-no search that remembers positions and tries equal cards once.

One source: plain Python runs it as it stands, ``goal_kernel.py`` compiles it. Cards of a hand between which nobody
holds another are worth the same, so one of them stands for all. What was found about the start of a trick is kept; it
is a fact about that position, so the memory serves one search after the other.
"""

from bolicho.games.rikken.bits import RANKS, SUIT, count, highest, lowest

SolvedPositions = dict[tuple[int, ...], int]
"""What was found about starts of tricks."""
SEAT, PLACED, LED, BEST, WINNER, LOW, HIGH, HAND, REST, WINNING, TODO = range(11)
"""What the search puts aside of a position on its way down."""
FRAME, DEEPEST = 11, 52
MOST_KNOWN = 1 << 18
"""Positions that plain Python remembers before it begins anew."""


def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card takes the lead from the best so far."""
    suit, best_suit = card // RANKS, best // RANKS
    return card > best if suit == best_suit else suit == trump


def search(
    hands: list[int], seat: int, placed: int, led: int, best: int, winner: int,
    trump: int, side: int, low: int, high: int, known: SolvedPositions, stack: list[list[int]],
) -> bool:  # fmt: skip
    """Whether the side can make sure of ``low`` to ``high`` of the tricks to come, the one on the table among them.

    A recursion with a stack of its own: Numba does not cache recursion safely.
    """
    depth = 0
    while True:
        found = verdict(hands, seat, placed, trump, side, low, high, known)
        if found < 0:
            hand = hands[seat]
            legal = hand & SUIT << led * RANKS if placed else hand
            legal = legal if legal else hand
            rest = hands[0] | hands[1] | hands[2] | hands[3] | (1 << best if placed else 0)
            frame = stack[depth]
            frame[SEAT], frame[PLACED], frame[LED], frame[BEST], frame[WINNER] = seat, placed, led, best, winner
            frame[LOW], frame[HIGH], frame[HAND], frame[REST] = low, high, hand, rest
            frame[WINNING] = winning_cards(legal, best, trump) if placed else 0
            frame[TODO] = thinned(legal, rest)
            depth += 1
        while found >= 0:
            if depth == 0:
                return found == 1
            frame = stack[depth - 1]
            seat = frame[SEAT]
            hands[seat] = frame[HAND]
            if found != side >> seat & 1 and frame[TODO]:
                break  # whose turn it was there may still find a better card
            if frame[PLACED] == 0:
                remember(known, hands, seat, trump, side, frame[LOW], frame[HIGH], found)
            depth -= 1
        frame = stack[depth - 1]
        seat, placed, led, best, winner = frame[SEAT], frame[PLACED], frame[LED], frame[BEST], frame[WINNER]
        low, high = frame[LOW], frame[HIGH]
        # who wants tricks tries to win first; where the goal only has a ceiling everybody tries to duck
        eager = (side >> seat & 1 != 0) == (low > 0)
        card = try_next(frame[TODO], frame[TODO] & frame[WINNING], placed, winner, eager, side, seat, frame[REST])
        frame[TODO] &= ~(1 << card)
        hands[seat] = frame[HAND] & ~(1 << card)
        if placed == 0:
            led, best, winner = card // RANKS, card, seat
        elif beats(card, best, trump):
            best, winner = card, seat
        seat, placed = (seat + 1) & 3, placed + 1
        if placed == 4:
            seat, placed = winner, 0
            low -= side >> winner & 1
            high -= side >> winner & 1


def verdict(
    hands: list[int], seat: int, placed: int, trump: int, side: int, low: int, high: int, known: SolvedPositions
) -> int:  # fmt: skip
    """Return 1 or 0 where the answer needs no search, else -1."""
    left = count(hands[(seat + 3) & 3]) + (1 if placed else 0)  # who played last, or will, counts the tricks to come
    if high < 0 or low > left:
        return 0
    if low <= 0 and high >= left:
        return 1
    if placed:
        return -1
    if left == 1:
        return 1 if last_trick(hands, seat, trump, side, low, high) else 0
    return recall(known, hands, seat, trump, side, low, high)


def last_trick(hands: list[int], seat: int, trump: int, side: int, low: int, high: int) -> bool:
    """Play the last trick, in which nobody has a choice."""
    best, winner = lowest(hands[seat]), seat
    for turn in range(1, 4):
        other = (seat + turn) & 3
        card = lowest(hands[other])
        if beats(card, best, trump):
            best, winner = card, other
    return low <= (side >> winner & 1) <= high


def winning_cards(legal: int, best: int, trump: int) -> int:
    """The cards that take the lead."""
    suit = best // RANKS
    higher = legal & SUIT << suit * RANKS & -(2 << best)
    return higher if trump < 0 or suit == trump else higher | legal & SUIT << trump * RANKS


def thinned(legal: int, rest: int) -> int:
    """Keep of each run of equal cards the lowest: no card of another lies between them."""
    others = rest & ~legal
    kept = 0
    for suit in range(4):
        mine = legal & SUIT << suit * RANKS
        below = -1
        while mine:
            card = lowest(mine)
            mine &= mine - 1
            if below < 0 or others & (1 << card) - (2 << below):
                kept |= 1 << card
            below = card
    return kept


def try_next(todo: int, winning: int, placed: int, winner: int, eager: bool, side: int, seat: int, rest: int) -> int:
    """Which card to try now; only the time depends on it."""
    if placed == 0:
        return lead_first(todo, rest, eager)
    if not eager:
        losing = todo & ~winning
        return highest(losing) if losing else highest(winning)
    friend = (side >> winner & 1) == (side >> seat & 1)
    if winning and not (friend and todo & ~winning):
        return lowest(winning) if placed == 3 else highest(winning)
    return smallest(todo & ~winning)


def lead_first(todo: int, rest: int, eager: bool) -> int:
    """Which lead to try now: one that wins, else a small one."""
    if not eager:
        return smallest(todo)
    for suit in range(4):
        mine = todo & SUIT << suit * RANKS
        if mine and highest(mine) == highest(rest & SUIT << suit * RANKS):
            return highest(mine)
    return smallest(todo)


def smallest(cards: int) -> int:
    """The lowest rank of any suit."""
    chosen, least = lowest(cards), RANKS
    for suit in range(4):
        mine = cards & SUIT << suit * RANKS
        if mine and lowest(mine) % RANKS < least:
            chosen, least = lowest(mine), lowest(mine) % RANKS
    return chosen


def recall(known: SolvedPositions, hands: list[int], seat: int, trump: int, side: int, low: int, high: int) -> int:
    """Return 1 or 0 if this start of a trick is known to keep the goal or not, else -1."""
    return known.get((*hands, seat, trump, side, low, high), -1)


def remember(
    known: SolvedPositions, hands: list[int], seat: int, trump: int, side: int, low: int, high: int, answer: int
) -> None:
    """Keep what was found about the start of a trick."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[(*hands, seat, trump, side, low, high)] = answer
