"""A deal of Rikken for four, as a frozen value.

Source: docs/games/rikken.md (Rosa 2008, sections 2.3.1 to 2.3.3, after Vorsteveld 2007). The file reads in the order
of a deal: what may be done (`moves`), the auction, trump and ask, the play, the end.
"""

from typing import NamedTuple

from bolicho.core.errors import BadInput, IllegalMove
from bolicho.games.rikken.ask import ASK, TRUMP, TRUMPS, asks
from bolicho.games.rikken.auction import Auction, bidder, bids, standing
from bolicho.games.rikken.cards import ACES, BIT, Card, Deal, hand_of
from bolicho.games.rikken.contracts import CONTRACT, SOLO, Contract
from bolicho.games.rikken.options import Rules
from bolicho.games.rikken.settlement import NOTHING, Four, penalty, settle
from bolicho.games.rikken.tricks import follow, is_forced, lead_with, winner
from bolicho.games.rikken.view import Trick, View, history, see


class State(NamedTuple):
    """Everything about one deal; secret are ``deal``, ``hands`` and, until the asked card falls, ``partner``.

    Equality of what was said and played, the deal and the context implies equality of all the rest.
    """

    rules: Rules
    deal: Deal
    dealer: int
    score: Four
    """The running score by seat when the deal began."""
    number: int
    """Which deal of the match this is, from 1."""
    seat: int | None
    """Who decides now; None when the deal is over."""
    phase: str
    """``auction``, ``trump``, ``ask``, ``play`` or ``over``."""
    hands: Four
    """Cards still held, as sets."""
    auction: Auction = ()
    contract: str | None = None
    declarer: int | None = None
    trump: str | None = None
    asked: Card | None = None
    partner: int | None = None
    tricks: tuple[Trick, ...] = ()
    current: Trick | None = None
    won: Four = NOTHING
    """Tricks by seat."""
    revoked: int | None = None
    scores: Four = NOTHING
    """What the deal pays by seat; zeros until it is over."""

    # ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────

    def moves(self) -> tuple[str, ...]:
        """Legal moves: ``pas`` and contracts, low to high; trumps and asks by suit s h d c; cards, highest first."""
        me = self.seat
        if me is None:
            return ()
        if self.phase == "auction":
            return bids(self.auction, me, self.hands[me], self.dealer, self.rules)
        if self.phase == "trump":
            return TRUMPS
        if self.phase == "ask":
            return tuple(ASK + card for card in asks(self.hands[me], self.trump))
        return hand_of(self.hands[me] if self.rules.revoke == "penalty" else self._in_order(me))

    def _in_order(self, me: int) -> int:
        """Return the cards that are no revoke: they follow suit, and do not keep back an asked card that is forced."""
        assert self.current is not None
        led = self.current.cards[0] if self.current.cards else None
        cards = follow(self.hands[me], led)
        how = self.rules.asked_card_forced
        if how == "never" or self.asked is None or self.declarer is None or not cards & BIT[self.asked]:
            return cards
        if led is None:
            return lead_with(cards, how, self.asked)
        forced = is_forced(how, me, self.current.leader, led, self.asked, self.declarer)
        return BIT[self.asked] if forced else cards

    def play(self, move: str) -> "State":
        """Return the state after a move; raise IllegalMove for anything that ``moves()`` does not list."""
        if move not in self.moves():
            raise IllegalMove(move, str(self), self.moves())
        return self._next(move)

    def _next(self, move: str) -> "State":
        """Play without asking whether it is legal; for searchers that iterate ``moves()``."""
        me = self.seat
        assert me is not None
        if self.phase == "auction":
            return self._bid(me, move)
        if self.phase == "trump":
            return self._replace(trump=move.removeprefix(TRUMP))._ask()
        if self.phase == "ask":
            return self._asked(move.removeprefix(ASK))
        return self._card(me, move)

    # ── auction, trump, ask ───────────────────────────────────────────────────────────────────────────────────────

    def _bid(self, me: int, token: str) -> "State":
        said = (*self.auction, (me, token))
        after = self._replace(auction=said, seat=bidder(said, self.dealer, self.rules))
        if after.seat is not None:
            return after
        best = standing(said)
        return after._end(NOTHING) if best is None else after.with_contract(best[1], best[0])

    def with_contract(self, contract: str, declarer: int) -> "State":
        """Go on from a contract, however it came about: name trump, where somebody does, else ask, else play."""
        terms = CONTRACT[contract]
        fourth = holder(self.hands, ACES & ~self.hands[declarer]) if terms.partner == "ace" else None
        after = self._replace(contract=contract, declarer=declarer, partner=fourth)
        if terms.trump == "none" or self.rules.trump == "off":
            return after._ask()
        if terms.trump == "hearts":
            return after._replace(trump="h")._ask()
        return after._replace(phase="trump", seat=declarer if terms.trump == "declarer" else fourth)

    def _ask(self) -> "State":
        if self.terms.partner == "asked":
            return self._replace(phase="ask", seat=self.declarer)
        return self._lead()

    def _asked(self, card: Card) -> "State":
        return self._replace(asked=card, partner=holder(self.hands, BIT[card]))._lead()

    def _lead(self) -> "State":
        """Forehand leads; in the open games and in solo, whom the option names."""
        leader = (self.dealer + 1) % 4
        if self.terms.open or self.contract == SOLO:
            leader = {"dealer": self.dealer, "declarer": self.declarer}.get(self.rules.open_leader, leader) or 0
        return self._replace(phase="play", seat=leader, current=Trick(leader))

    # ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _card(self, me: int, card: Card) -> "State":
        assert self.current is not None
        trick = Trick(self.current.leader, (*self.current.cards, card))
        hands = _put(self.hands, me, self.hands[me] & ~BIT[card])
        if self.rules.revoke == "penalty" and not self._in_order(me) & BIT[card]:
            return self._replace(hands=hands, current=trick, revoked=me)._end(penalty(me))
        if len(trick.cards) < 4:
            return self._replace(hands=hands, current=trick, seat=(me + 1) % 4)
        return self._replace(hands=hands)._end_trick(trick)

    def _end_trick(self, trick: Trick) -> "State":
        taker = winner(trick.cards, trick.leader, self.trump)
        won = _put(self.won, taker, self.won[taker] + 1)
        after = self._replace(tricks=(*self.tricks, trick), won=won, seat=taker, current=Trick(taker))
        assert self.declarer is not None
        lost = self.terms.few and self.rules.early_end == "on" and won[self.declarer] > self.terms.high
        return after._replace(current=None)._settle() if lost or len(after.tricks) == 13 else after

    def _settle(self) -> "State":
        assert self.declarer is not None
        tricks = self.won[self.declarer] + (0 if self.partner is None else self.won[self.partner])
        return self._end(settle(self.terms, self.declarer, self.partner, tricks, self.rules))

    def _end(self, scores: Four) -> "State":
        return self._replace(seat=None, phase="over", scores=scores)

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.seat is None

    @property
    def terms(self) -> Contract:
        """The line of the contract in the table."""
        assert self.contract is not None
        return CONTRACT[self.contract]

    @property
    def asked_fell(self) -> bool:
        """Whether the card that was asked for has been played, so that everybody knows who is partner."""
        return self.asked is not None and not any(hand & BIT[self.asked] for hand in self.hands)

    @property
    def fifth_card(self) -> bool:
        """Whether the fifth card has been played, from which open hands lie open."""
        begun = self.current is not None and bool(self.current.cards)
        return len(self.tricks) > 1 or (len(self.tricks) == 1 and begun)

    def view(self, seat: int) -> View:
        """Return what this seat may know."""
        if type(seat) is not int or not 0 <= seat < 4:
            raise BadInput(f"seat {seat!r}: expected 0 to 3")
        return see(self, seat)

    def __str__(self) -> str:
        given = "" if self.auction or self.contract is None else f" | {self.contract} by {self.declarer}"
        said = " ".join(f"{seat}:{token}" for seat, token in history(self))
        score = " ".join(map(str, self.score))
        return f"{self.deal} | deal {self.number} by {self.dealer} | score {score}{given} | {said or 'start'}"

    def _repr_html_(self) -> str:
        from bolicho.games import GAMES
        from bolicho.games.picture import look

        return look(GAMES.make("rikken", **self.rules._asdict()), self)


def holder(hands: Four, cards: int) -> int:
    """Return who holds any of some cards."""
    return next(seat for seat, hand in enumerate(hands) if hand & cards)


def _put(four: Four, seat: int, value: int) -> Four:
    values = [*four[:seat], value, *four[seat + 1 :]]
    return values[0], values[1], values[2], values[3]
