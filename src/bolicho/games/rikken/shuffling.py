"""Two ways to shuffle: uniformly, or hardly at all.

In Brabant the cards of the last deal are gathered trick by trick, cut and dealt in packets of four, five and four
(pagat.com, boston/rik.html), so that suits stay together and hands are wild. ``clumped`` does that with tricks of a
random deal played at random: chance needs no memory of what was really played before.
"""

from random import Random

from bolicho.games.rikken.cards import BIT, CARDS, SUIT, Card, Deal

PACKETS = (4, 5, 4)


def uniform(rng: Random) -> Deal:
    """Deal thirteen cards to each from a shuffled pack."""
    pack = list(CARDS)
    rng.shuffle(pack)
    return Deal.of(*(pack[13 * seat : 13 * seat + 13] for seat in range(4)))


def clumped(rng: Random) -> Deal:
    """Gather the tricks of a random play, cut, and deal in packets."""
    gathered = _played_pack(rng)
    cut = rng.randrange(52)
    pack = iter(gathered[cut:] + gathered[:cut])
    hands = [0, 0, 0, 0]
    for packet in PACKETS:
        for seat in range(4):
            for _ in range(packet):
                hands[seat] |= BIT[next(pack)]
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _played_pack(rng: Random) -> list[Card]:
    """Return a pack in the order in which thirteen tricks were laid on each other, suits followed, cards at random."""
    pack = list(CARDS)
    rng.shuffle(pack)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    gathered: list[Card] = []
    for trick in range(13):
        led = -1
        for turn in range(4):
            hand = hands[(trick + turn) % 4]
            card = next((card for card in hand if SUIT[card] == led), hand[0])
            hand.remove(card)
            led = SUIT[card] if turn == 0 else led
            gathered.append(card)
    return gathered


SHUFFLES = {"uniform": uniform, "clumped": clumped}
