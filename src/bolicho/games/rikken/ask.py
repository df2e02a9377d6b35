"""The ask of rik and rik-beter: which card makes its holder the partner.

Source: Rosa (2008), section 2.3.3, as the house's rules put it: an ace that is not trump and that declarer lacks, in a
suit of which he has a card; if there is none, any such ace, blind; with all of them in hand a king by the same rule,
then a queen, a jack, a ten.

>>> from bolicho.games.rikken.cards import mask_of
>>> asks(mask_of("As Ks Js 2s Th 9h Td 9d 4d 8c 7c 6c 2c".split()), "s")
('Ah', 'Ad', 'Ac')
>>> asks(mask_of("As Ks Qs Js Ts 9s 8s 7s 6s Ah Ad Ac Kc".split()), "s")
('Kh', 'Kd')
>>> asks(mask_of("As Ks Qs Js Ts 9s 8s Ah Kh Qh Jh Th 9h".split()), "h"), "blind"
(('Ad', 'Ac'), 'blind')
"""

from bolicho.games.rikken.cards import CARDS, SUIT_MASK, SUITS, Card

ASK = "ask:"
TRUMP = "trump:"
TRUMPS = tuple(f"{TRUMP}{suit}" for suit in SUITS)


def asks(hand: int, trump: str | None) -> tuple[Card, ...]:
    """Return the cards that declarer may ask for, holding this hand of thirteen."""
    for rank in range(12, -1, -1):
        lacked = [s for s in range(4) if SUITS[s] != trump and not hand >> (13 * s + rank) & 1]
        if lacked:
            known = [s for s in lacked if hand & SUIT_MASK[s]]
            return tuple(CARDS[13 * s + rank] for s in known or lacked)
    raise AssertionError("thirteen cards cannot hold three suits whole")
