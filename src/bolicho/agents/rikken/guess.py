"""Guess a full deal that agrees with all that a seat knows, each such deal equally likely.

An unseen card is of one of seven kinds: which of the other three may hold it. Those that one alone may hold are his.
Of the others, the ways to share out each kind are counted exactly and one sharing is drawn by its number of ways, so no
guess is ever thrown away for a suit that a player cannot have. The auction shapes them too: those in which declarer's
thirteen cards would not carry his contract (by TPC, with a margin) are drawn again, a few times at most.
"""

from bolicho.agents.rikken.table import Table, copy
from bolicho.games.rikken.bits import ALL, CHOOSE, RANKS, SUIT, Chance, count, draw, highest, nth, wide

TRIES = 12
"""How often a hand that does not fit declarer's bid is drawn again."""
ACES = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51
UNIT = 360360
"""One trick in TPC: divisible by every number of cards from 1 to 13."""
MOST_WAYS = (1 << 63) - 1


def guess(table: Table, me: int, chance: Chance, world: Table) -> None:
    """Fill in the hands that a seat does not see, and the partner that follows from them."""
    declarer = table.declarer
    tries = TRIES if table.fits and me != declarer and table.hands[declarer] == 0 else 0
    deal_hidden(table, me, chance, world)
    while tries > 0 and not carries(table, world.hands[declarer] | table.shown[declarer]):
        deal_hidden(table, me, chance, world)
        tries -= 1
    if table.asked >= 0:
        for seat in range(4):
            if (world.hands[seat] | world.shown[seat]) >> table.asked & 1:
                world.partner = seat


def deal_hidden(table: Table, me: int, chance: Chance, world: Table) -> None:
    """Share out the unseen cards among those whose hands are hidden."""
    copy(table, world)
    unseen = ALL & ~table.gone & ~(table.hands[0] | table.hands[1] | table.hands[2] | table.hands[3])
    if table.partner >= 0 and table.asked < 0:
        place_fourth_ace(table, unseen & ACES, chance, world)
    first, second, third = (me + 1) & 3, (me + 2) & 3, (me + 3) & 3
    hide_a = table.hands[first] == 0 and table.counts[first] > 0
    hide_b = table.hands[second] == 0 and table.counts[second] > 0
    hide_c = table.hands[third] == 0 and table.counts[third] > 0
    a = unseen & world.may[first] if hide_a else 0
    b = unseen & world.may[second] if hide_b else 0
    c = unseen & world.may[third] if hide_c else 0
    if unseen & ~(a | b | c) or not share(world, first, second, third, a, b, c, chance):
        # what was played contradicts itself (a revoke at a table that lets it pass): then counts alone decide
        a = unseen if hide_a else 0
        b = unseen if hide_b else 0
        c = unseen if hide_c else 0
        share(world, first, second, third, a, b, c, chance)


def place_fourth_ace(table: Table, aces: int, chance: Chance, world: Table) -> None:
    """Troela: of the aces that nobody has shown, one is the partner's and the others are declarer's."""
    partner, declarer = table.partner, table.declarer
    if table.hands[partner] or table.shown[partner] & ACES:
        world.may[partner] &= ~aces
    elif aces:
        ace = nth(aces, draw(chance, count(aces)))
        world.may[partner] &= ~aces | 1 << ace
        world.may[declarer] &= ~(1 << ace)


def share(world: Table, first: int, second: int, third: int, a: int, b: int, c: int, chance: Chance) -> bool:
    """Give the unseen cards to three seats that may hold a, b, c; False if it cannot be done."""
    ab, ac, bc, abc = a & b & ~c, a & c & ~b, b & c & ~a, a & b & c
    only_a, only_b, only_c = a & ~b & ~c, b & ~a & ~c, c & ~a & ~b
    n_ab, n_ac, n_bc, n_abc = count(ab), count(ac), count(bc), count(abc)
    need_a = world.counts[first] - count(only_a) if a else 0
    need_b = world.counts[second] - count(only_b) if b else 0
    need_c = world.counts[third] - count(only_c) if c else 0
    if need_a < 0 or need_b < 0 or need_c < 0 or need_a + need_b + need_c != n_ab + n_ac + n_bc + n_abc:
        return False
    ways = 0
    for x in range(n_ab + 1):
        for y in range(n_ac + 1):
            for z in range(n_bc + 1):
                ways += sharings(n_ab, n_ac, n_bc, n_abc, x, y, z, need_a, need_b)
    if ways == 0:
        return False
    chosen = wide(chance)
    while chosen >= MOST_WAYS // ways * ways:
        chosen = wide(chance)
    chosen %= ways
    x = y = z = 0
    while True:
        ways = sharings(n_ab, n_ac, n_bc, n_abc, x, y, z, need_a, need_b)
        if chosen < ways:
            break
        chosen -= ways
        z += 1
        if z > n_bc:
            z = 0
            y += 1
            if y > n_ac:
                y = 0
                x += 1
    from_ab, from_ac, from_bc = some(ab, x, chance), some(ac, y, chance), some(bc, z, chance)
    from_abc = some(abc, need_a - x - y, chance)
    rest = some(abc & ~from_abc, need_b - (n_ab - x) - z, chance)
    if a:
        world.hands[first] = only_a | from_ab | from_ac | from_abc
    if b:
        world.hands[second] = only_b | ab & ~from_ab | from_bc | rest
    if c:
        world.hands[third] = only_c | ac & ~from_ac | bc & ~from_bc | abc & ~from_abc & ~rest
    return True


def sharings(
    n_ab: int, n_ac: int, n_bc: int, n_abc: int, x: int, y: int, z: int, need_a: int, need_b: int
) -> int:  # fmt: skip
    """Count the ways in which the first gets x of ab and y of ac, the second z of bc, and all get what they need."""
    a, b = need_a - x - y, need_b - (n_ab - x) - z
    if a < 0 or b < 0 or a + b > n_abc:
        return 0
    return (
        CHOOSE[n_ab][x] * CHOOSE[n_ac][y] * CHOOSE[n_bc][z] * CHOOSE[n_abc][a] * CHOOSE[n_abc - a][b]
    )  # fmt: skip


def some(cards: int, n: int, chance: Chance) -> int:
    """Draw n cards of a set."""
    size = count(cards)
    if n >= size:
        return cards
    taken = 0
    for _ in range(n):
        card = nth(cards, draw(chance, size))
        cards ^= 1 << card
        taken |= 1 << card
        size -= 1
    return taken


def carries(table: Table, hand: int) -> bool:
    """Whether a hand of thirteen could have bid the contract and asked for the card: Rosa's margins, a trick wider.

    A blind ask, without a card of that suit, is so rare that it counts as none.
    """
    tricks = hand_tpc(hand)
    if table.high < RANKS:
        return tricks <= (2 * table.low + 3) * UNIT // 2
    if table.asked >= 0 and hand & SUIT << table.asked // RANKS * RANKS == 0:
        return False
    if table.asked >= 0 or table.partner >= 0:
        return tricks >= 3 * UNIT
    return tricks >= 6 * UNIT


def hand_tpc(hand: int) -> int:
    """Return the trick per cent count of a hand in units of 1 / 360360 trick."""
    total = 0
    for suit in range(4):
        held = hand >> suit * RANKS & SUIT
        n = count(held)
        above = 0
        last = RANKS
        while held:
            rank = highest(held)
            held ^= 1 << rank
            above += last - rank - 1
            last = rank
            if above >= n:
                break
            total += (n - above) * UNIT // n
    return total
