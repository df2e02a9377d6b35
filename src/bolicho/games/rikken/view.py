"""What one seat may know of a deal of Rikken: a whitelist, built from scratch.

Secret are the other hands, and who holds the card that was asked for. Every word and every card played is public, so
the last trick (and any before it) can be looked at again.
"""

from typing import TYPE_CHECKING, NamedTuple

from bolicho.games.rikken.ask import ASK, TRUMP
from bolicho.games.rikken.auction import Bid
from bolicho.games.rikken.cards import SUIT, Card, Hand, hand_of, mask_of
from bolicho.games.rikken.contracts import CONTRACT, PAS, Contract
from bolicho.games.rikken.options import Rules

if TYPE_CHECKING:
    from bolicho.games.rikken.state import State

"""Who, and what: a seat and a token."""
Four = tuple[int, int, int, int]


class Trick(NamedTuple):
    """Up to four cards, in the order in which they were played, clockwise from the leader."""

    leader: int
    cards: Hand = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played each of the cards."""
        return tuple((self.leader + turn) % 4 for turn in range(len(self.cards)))

    def by_seat(self) -> tuple[Card | None, ...]:
        """Return the card of each seat, None where it has not played."""
        cards = (*self.cards, None, None, None, None)[:4]
        return tuple(cards[(seat - self.leader) % 4] for seat in range(4))


class View(NamedTuple):
    """All that a seat may know, and its legal moves when it is its turn."""

    seat: int
    rules: Rules
    dealer: int
    score: Four
    """The running score by seat when the deal began."""
    number: int
    """Which deal of the match this is, from 1."""
    dealt: Hand
    hand: Hand
    """Own cards: all thirteen, and those still held; suits s h d c, the highest first."""
    phase: str
    """``auction``, ``trump``, ``ask``, ``play`` or ``over``."""
    to_move: int | None
    auction: tuple[Bid, ...]
    """Every bid so far, (seat, token); empty when the deal began with a given contract."""
    contract: str | None
    """None until the auction is over, and when nobody bid."""
    declarer: int | None
    trump: str | None
    """``s``, ``h``, ``d`` or ``c``; None while not named and where there is none."""
    asked: Card | None
    """The card that declarer asked for."""
    partner: int | None
    """Declarer's partner, as far as this seat may know: the holder of the asked card knows at once, the others when it
    has been played; in troela everybody at once. None when unknown and when there is none."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""
    current: Trick | None
    """The trick being played, perhaps still empty; None before the play and after it (a revoke ends it half played)."""
    won: Four
    """Tricks won so far by seat."""
    open_hands: tuple[Hand | None, ...]
    """By seat, the cards still held of every other hand that lies open to this seat; None where it does not."""
    revoked: int | None
    """Who revoked and so ended the deal (option ``revoke: penalty``); his hand is shown in proof."""
    points: Four
    """Scores of this deal by seat: zeros until it is over."""
    moves: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.to_move is None

    @property
    def scores(self) -> Four:
        """Scores of this deal by seat, as a state names them."""
        return self.points

    @property
    def forehand(self) -> int:
        """Who speaks first, and in most games leads."""
        return (self.dealer + 1) % 4

    @property
    def held(self) -> int:
        """Own cards still held, as a set."""
        return mask_of(self.hand)

    @property
    def played(self) -> int:
        """Every card played so far, as a set."""
        tricks = self.tricks if self.current is None else (*self.tricks, self.current)
        return mask_of(card for trick in tricks for card in trick.cards)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat still holds."""
        begun = self.current.seats if self.current is not None else ()
        return tuple(13 - len(self.tricks) - (seat in begun) for seat in range(4))

    @property
    def standing(self) -> Bid | None:
        """The highest bid so far, (seat, contract)."""
        return next((said for said in reversed(self.auction) if said[1] != PAS), None)

    @property
    def terms(self) -> Contract | None:
        """The line of the contract in the table."""
        return None if self.contract is None else CONTRACT[self.contract]

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """By seat, the suits (0..3) in which it has shown that it holds no card."""
        return shown_voids(self.tricks, self.current, self.revoked)

    @property
    def last_trick(self) -> Trick | None:
        """The trick that was finished last."""
        return self.tricks[-1] if self.tricks else None

    @property
    def history(self) -> tuple[Bid, ...]:
        """Every word and card so far, (seat, token), as they were said and played."""
        return history(self)

    def _repr_html_(self) -> str:
        from bolicho.games import GAMES
        from bolicho.games.picture import look

        return look(GAMES.make("rikken", **self.rules._asdict()), self)


def history(seen: "State | View") -> tuple[Bid, ...]:
    """Return every word and card so far, (seat, token), in order."""
    told = list(seen.auction)
    if seen.contract is not None and seen.declarer is not None:
        namer = {"declarer": seen.declarer, "partner": seen.partner}.get(CONTRACT[seen.contract].trump)
        if namer is not None and seen.trump is not None:
            told.append((namer, TRUMP + seen.trump))
        if seen.asked is not None:
            told.append((seen.declarer, ASK + seen.asked))
    for trick in seen.tricks if seen.current is None else (*seen.tricks, seen.current):
        told += zip(trick.seats, trick.cards, strict=True)
    return tuple(told)


def shown_voids(
    tricks: tuple[Trick, ...], current: Trick | None = None, revoked: int | None = None
) -> tuple[frozenset[int], ...]:
    """Return the suits that each seat failed to follow; a revoke, always the last card of all, proves no void."""
    voids: tuple[set[int], ...] = (set(), set(), set(), set())
    for trick in tricks if current is None or not current.cards else (*tricks, current):
        led = SUIT[trick.cards[0]]
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if SUIT[card] != led and not (seat == revoked and trick is current):
                voids[seat].add(led)
    return tuple(map(frozenset, voids))


def see(state: "State", seat: int) -> View:
    """Build a seat's view of a state."""
    knows = state.asked is None or state.asked_fell or state.partner == seat
    open_to = laid_open(state, seat)
    return View(
        seat=seat,
        rules=state.rules,
        dealer=state.dealer,
        score=state.score,
        number=state.number,
        dealt=hand_of(state.deal.hands[seat]),
        hand=hand_of(state.hands[seat]),
        phase=state.phase,
        to_move=state.seat,
        auction=state.auction,
        contract=state.contract,
        declarer=state.declarer,
        trump=state.trump,
        asked=state.asked,
        partner=state.partner if knows else None,
        tricks=state.tricks,
        current=state.current,
        won=state.won,
        open_hands=tuple(hand_of(state.hands[who]) if who in open_to else None for who in range(4)),
        revoked=state.revoked,
        points=state.scores,
        moves=state.moves() if state.seat == seat else (),
    )


def laid_open(state: "State", seat: int) -> frozenset[int]:
    """Return whose hands a seat sees: in the open games declarer's, in plus games its fellow defenders' too.

    They lie open from the fifth card played, the first of the second trick; declarer sees nobody's. Who has revoked
    shows his hand in proof.
    """
    proof = frozenset(() if state.revoked is None else (state.revoked,))
    if state.contract is None or not CONTRACT[state.contract].open or seat == state.declarer or not state.fifth_card:
        return proof - {seat}
    seen = range(4) if CONTRACT[state.contract].plus else (state.declarer or 0,)
    return (proof | set(seen)) - {seat}
