"""Full deals that agree with a view, each exactly as likely as every other.

What a seat knows: its hand, what lies open, everything played, how many cards each holds, the suits each has shown not
to hold; that declarer lacks the asked card and could ask for it (docs/games/rikken.md), who cannot hold it any more
where it is forced out; what the auction tells of three aces. Most of that forbids single cards to single hands, which
``sharing`` counts and draws exactly. The rest (that an ask was legal, that aces are three or not three) is true of most
draws and false ones are drawn again; where they are too many, the draw is among disjoint cases that cover it exactly.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.games.rikken.ask import asks
from bolicho.games.rikken.auction import tells_of_aces
from bolicho.games.rikken.cards import ACES, ALL, BIT, RANK, RANK_MASK, SUIT, SUIT_MASK, SUITS, Deal, mask_of
from bolicho.games.rikken.contracts import TROELA
from bolicho.games.rikken.settlement import Four
from bolicho.games.rikken.sharing import Sharing, bits, share
from bolicho.games.rikken.state import State, holder
from bolicho.games.rikken.tricks import is_forced
from bolicho.games.rikken.view import View

TRIES = 16
"""Draws that may fail before the cases are counted."""
PATIENCE = 64
"""Worlds that may be found unlikely before the likeliest of them is taken."""

Likely = Callable[[State], float]
May = tuple[int, int, int, int]
"""By seat, the unseen cards it may hold."""


def sample(view: View, rng: Random, likely: Likely | None = None) -> State:
    """Draw a world; with ``likely``, until one is taken, or the likeliest of ``PATIENCE`` of them."""
    know = knowledge(view)
    if likely is None:
        return know.state(know.draw(rng))
    best: tuple[float, State] | None = None
    for _ in range(PATIENCE):
        world = know.state(know.draw(rng))
        chance = likely(world)
        if rng.random() < chance:
            return world
        if best is None or chance > best[0]:
            best = chance, world
    assert best is not None
    return best[1]


def by_bidding(bid: Callable[[View], str], surprise: float = 0.1) -> Likely:
    """Return how likely a world is by its auction: each bid of another seat that is not what ``bid`` would say costs.

    ``bid`` is asked with the view that each bidder had; a surprise multiplies the chance by ``surprise``.
    """

    def likely(world: State) -> float:
        state = world._replace(hands=world.deal.hands, tricks=(), current=None, won=(0, 0, 0, 0), revoked=None)
        state = state._replace(contract=None, declarer=None, trump=None, asked=None, partner=None, scores=(0, 0, 0, 0))
        chance = 1.0
        for place, (seat, token) in enumerate(world.auction):
            state = state._replace(seat=seat, phase="auction", auction=world.auction[:place])
            chance *= 1.0 if bid(state.view(seat)) == token else surprise
        return chance

    return likely


@lru_cache(maxsize=64)
def knowledge(view: View) -> "Knowledge":
    """Work out what a view tells, once for many draws."""
    return Knowledge(view)


class Evidence(NamedTuple):
    """What must be true of the hands that were dealt."""

    aces: tuple[tuple[int, frozenset[int]], ...]
    """(seat, how many aces it may have been dealt)."""
    asker: int | None
    """Who asked for a card, if his hand is hidden."""


class Knowledge:
    """What a view tells of the hidden hands, ready to draw from."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.played = _played(view)
        known = {seat: mask_of(hand) for seat, hand in enumerate(view.open_hands) if hand is not None}
        known[view.seat] = mask_of(view.hand)
        self.known = known
        self.hidden = tuple(seat for seat in range(4) if seat not in known)
        self.pool = ALL & ~sum(self.played) & ~sum(known.values())
        self.free = tuple(13 - self.played[seat].bit_count() for seat in range(4))
        asker = view.declarer if view.asked is not None and view.declarer in self.hidden else None
        self.evidence = Evidence(tuple(told for told in _aces(view) if told[0] in self.hidden), asker)
        self.may = self._may()
        self.plain = self._share(self.may)
        self._cases: tuple[list[Sharing], list[int]] | None = None

    def draw(self, rng: Random) -> Four:
        """Return the cards that each seat holds now."""
        rare = any(0 not in counts for _, counts in self.evidence.aces)
        if self.plain is not None and not rare:
            for _ in range(TRIES):
                hands = self._hands(self.plain.draw(rng))
                if self.lawful(hands):
                    return hands
        sharings, counts = self.cases
        if not sharings:
            raise BadInput(f"no world agrees with this view: {self.view!r}")
        return self._hands(rng.choices(sharings, counts)[0].draw(rng))

    def state(self, hands: Four) -> State:
        """Return the state in which the seats hold these hands: all else is in the view."""
        view = self.view
        dealt = tuple(hand | played for hand, played in zip(hands, self.played, strict=True))
        deal = Deal((dealt[0], dealt[1], dealt[2], dealt[3]))
        partner = view.partner
        if view.asked is not None and partner is None:
            partner = holder(deal.hands, BIT[view.asked])
        return State(
            rules=view.rules,
            deal=deal,
            dealer=view.dealer,
            score=view.score,
            number=view.number,
            seat=view.to_move,
            phase=view.phase,
            hands=hands,
            auction=view.auction,
            contract=view.contract,
            declarer=view.declarer,
            trump=view.trump,
            asked=view.asked,
            partner=partner,
            tricks=view.tricks,
            current=view.current,
            won=view.won,
            revoked=view.revoked,
            scores=view.points,
        )

    def lawful(self, hands: Four) -> bool:
        """Whether the auction and the ask were legal with these hands, the cards played put back."""
        for seat, counts in self.evidence.aces:
            if ((hands[seat] | self.played[seat]) & ACES).bit_count() not in counts:
                return False
        asker = self.evidence.asker
        return asker is None or self.view.asked in asks(hands[asker] | self.played[asker], self.view.trump)

    # ── what forbids a card to a hand ─────────────────────────────────────────────────────────────────────────────

    def _may(self) -> May:
        may = [self.pool if seat in self.hidden else 0 for seat in range(4)]
        for seat, suits in enumerate(self.view.voids):
            for suit in suits:
                may[seat] &= ~SUIT_MASK[suit]
        if self.view.asked is not None:
            for seat in self._not_partner():
                may[seat] &= ~BIT[self.view.asked]
            higher = self._passed_over()
            for seat in set(self.hidden) - {self.view.declarer}:
                may[seat] &= ~higher
        return may[0], may[1], may[2], may[3]

    def _not_partner(self) -> Iterator[int]:
        """Give the seats that cannot hold the asked card: declarer, and who kept to its suit where it was forced."""
        view = self.view
        assert view.asked is not None
        assert view.declarer is not None
        yield view.declarer
        trick = view.current
        if trick is None or not trick.cards or SUIT[trick.cards[0]] != SUIT[view.asked]:
            return
        led = trick.cards[0]
        for seat in trick.seats:
            leads = seat == trick.leader and view.rules.asked_card_forced == "first-lead"
            if leads or is_forced(view.rules.asked_card_forced, seat, trick.leader, led, view.asked, view.declarer):
                yield seat

    def _passed_over(self) -> int:
        """Return the cards that declarer must have been dealt, to ask for a king or less."""
        assert self.view.asked is not None
        suits = sum(SUIT_MASK[s] for s in range(4) if SUITS[s] != self.view.trump)
        return suits & sum(RANK_MASK[RANK[self.view.asked] + 1 :])

    # ── the cases ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def cases(self) -> tuple[list[Sharing], list[int]]:
        """Every case with the number of its worlds; the cases are disjoint and each world of them is lawful."""
        if self._cases is None:
            found = []
            for aces, ask in product(self._ace_cases(), self._ask_cases()):
                sharing = self._share(_both(aces, ask))
                if sharing is not None and sharing.ways:
                    found.append(sharing)
            self._cases = found, [sharing.ways for sharing in found]
        return self._cases

    def _ace_cases(self) -> Iterator[May]:
        """Give who may hold what for every lawful place of the unseen aces."""
        if not self.evidence.aces:
            yield self.may
            return
        unseen = bits(self.pool & ACES)
        for seats in product(self.hidden, repeat=len(unseen)):
            held = list(self.played)
            for ace, seat in zip(unseen, seats, strict=True):
                held[seat] |= ace
            if all((held[seat] & ACES).bit_count() in counts for seat, counts in self.evidence.aces):
                yield _place(self.may, dict(zip(unseen, seats, strict=True)))

    def _ask_cases(self) -> Iterator[May]:
        """Give who may hold what for every way in which the ask was legal: by declarer's first card of the suit, or
        blind, when in each suit that is not trump he was dealt the card of that rank or nothing."""
        asker, asked = self.evidence.asker, self.view.asked
        if asker is None or asked is None or self.played[asker] & SUIT_MASK[SUIT[asked]]:
            yield self.may
            return
        suit = self.may[asker] & SUIT_MASK[SUIT[asked]]
        for card in bits(suit):
            yield _place(_forbid(self.may, asker, suit & (card - 1)), {card: asker})
        others = [s for s in range(4) if SUITS[s] != self.view.trump and s != SUIT[asked]]
        for holds in product((True, False), repeat=len(others)):
            may: May | None = _forbid(self.may, asker, suit)
            for other, has in zip(others, holds, strict=True):
                may = None if may is None else self._blind(may, asker, other, RANK[asked], has)
            if may is not None:
                yield may

    def _blind(self, may: May, asker: int, suit: int, rank: int, has: bool) -> May | None:
        """Return what is left when the asker was dealt the card of this rank in a suit, or nothing of that suit."""
        card = RANK_MASK[rank] & SUIT_MASK[suit]
        if not has:
            return None if self.played[asker] & SUIT_MASK[suit] else _forbid(may, asker, SUIT_MASK[suit])
        if self.played[asker] & card:
            return may
        return _place(may, {card: asker}) if may[asker] & card else None

    def _share(self, may: May) -> Sharing | None:
        hidden = (*self.hidden, None, None, None)[:3]
        first, second, third = (0 if seat is None else may[seat] for seat in hidden)
        a, b, c = (0 if seat is None else self.free[seat] for seat in hidden)
        sharing = share(self.pool, (first, second, third), (a, b, c))
        return sharing if sharing is not None and sharing.ways else None

    def _hands(self, drawn: tuple[int, int, int]) -> Four:
        hands = [self.known.get(seat, 0) for seat in range(4)]
        for seat, cards in zip(self.hidden, drawn, strict=False):
            hands[seat] = cards
        return hands[0], hands[1], hands[2], hands[3]


def _aces(view: View) -> Iterator[tuple[int, frozenset[int]]]:
    """Give what the auction and the contract tell of aces: a troela is three of them and a partner with the fourth."""
    for seat, three in tells_of_aces(view.auction, view.rules):
        yield seat, frozenset({3} if three else {0, 1, 2, 4})
    if view.contract == TROELA and view.declarer is not None and view.partner is not None:
        yield view.declarer, frozenset({3})
        yield view.partner, frozenset({1})


def _played(view: View) -> Four:
    by = [0, 0, 0, 0]
    for trick in view.tricks if view.current is None else (*view.tricks, view.current):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            by[seat] |= BIT[card]
    return by[0], by[1], by[2], by[3]


def _place(may: May, cards: dict[int, int]) -> May:
    """Let each card go to one seat only."""
    placed = sum(cards)
    own = [sum(card for card, seat in cards.items() if seat == who) for who in range(4)]
    left = [may[who] & (~placed | own[who]) for who in range(4)]
    return left[0], left[1], left[2], left[3]


def _forbid(may: May, seat: int, cards: int) -> May:
    left = [mask & ~cards if who == seat else mask for who, mask in enumerate(may)]
    return left[0], left[1], left[2], left[3]


def _both(first: May, second: May) -> May:
    left = [one & other for one, other in zip(first, second, strict=True)]
    return left[0], left[1], left[2], left[3]
