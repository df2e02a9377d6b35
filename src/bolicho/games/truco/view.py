"""What one seat may know of a hand of Truco: a whitelist, built from scratch."""

from typing import TYPE_CHECKING, NamedTuple

from bolicho.games.truco.cards import Hand, envido_cards, sorted_hand
from bolicho.games.truco.ladders import TRUCO_WORTH
from bolicho.games.truco.options import Rules

if TYPE_CHECKING:
    from bolicho.games.truco.state import State

HIDDEN = "(?)"


class Announcement(NamedTuple):
    """A number said aloud; None is "é bom", which hides it."""

    seat: int
    mode: str
    points: int | None


class Payment(NamedTuple):
    """Points given during the hand: for what (flor, envido, truco), to whom, and how it came to that."""

    mode: str
    seat: int
    points: int
    how: str
    """``accepted``, ``refused``, ``folded``, ``alone`` (nobody disputed a flor) or ``won`` (by rounds)."""


class View(NamedTuple):
    """All that a seat may know, and its legal moves when it is its turn."""

    seat: int
    rules: Rules
    mano: int
    score: tuple[int, int]
    points: tuple[int, int]
    """Points of this hand so far, by seat."""
    dealt: Hand
    hand: Hand
    """Own cards: all three, and those still held."""
    history: tuple[tuple[int, str], ...]
    """Every word and card so far, (seat, move); the rival's face-down card is ``(?)``."""
    played: tuple[Hand, Hand]
    won: tuple[int | None, ...]
    turn: int
    to_move: int | None
    truco: int
    truco_by: int | None
    word: int | None
    envido: tuple[str, ...]
    flor: tuple[str, ...]
    bet: str
    announced: tuple[Announcement, ...]
    paid: tuple[Payment, ...]
    shown: tuple[Hand, Hand]
    """Cards shown in proof when the hand is over, by seat."""
    moves: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.to_move is None

    @property
    def rival(self) -> int:
        """The other seat."""
        return 1 - self.seat

    @property
    def is_mano(self) -> bool:
        """Whether this seat is mão."""
        return self.seat == self.mano

    @property
    def worth(self) -> int:
        """What the hand is worth now, by the truco calls accepted."""
        return TRUCO_WORTH[self.truco]

    @property
    def on_table(self) -> str | None:
        """The rival's card of the present round that waits for ours."""
        mine, theirs = self.played[self.seat], self.played[self.rival]
        return theirs[-1] if len(theirs) > len(mine) else None

    def _repr_html_(self) -> str:
        from bolicho.games import GAMES
        from bolicho.games.picture import look

        return look(GAMES.make("truco", **self.rules.to_dict()), self)


def see(state: "State", seat: int) -> View:
    """Build a seat's view of a state."""
    rival = 1 - seat
    masked = tuple(_mask(card) for card in state.played[rival])
    return View(
        seat=seat,
        rules=state.rules,
        mano=state.mano,
        score=state.score,
        points=state.scores,
        dealt=state.deal.hands[seat],
        hand=state.hands[seat],
        history=tuple((who, move if who == seat else _mask(move)) for who, move in state.history),
        played=(state.played[0], masked) if seat == 0 else (masked, state.played[1]),
        won=state.won,
        turn=state.turn,
        to_move=state.seat,
        truco=state.truco,
        truco_by=state.truco_by,
        word=state.word,
        envido=state.envido,
        flor=state.flor,
        bet=state.bet,
        announced=state.announced,
        paid=state.paid,
        shown=(proof(state, 0), proof(state, 1)) if state.over else ((), ()),
        moves=state.moves() if state.seat == seat else (),
    )


def proof(state: "State", seat: int) -> Hand:
    """Return what a seat shows when the hand is over: the cards of an accepted envido it won, of a flor paid to it."""
    hand = state.deal.hands[seat]
    shown: set[str] = set()
    for payment in state.paid:
        if payment.seat == seat and payment.mode == "flor":
            shown.update(hand)
        elif payment.seat == seat and payment.mode == "envido" and payment.how == "accepted":
            shown.update(envido_cards(hand))
    return sorted_hand(shown)


def _mask(move: str) -> str:
    return HIDDEN if move.startswith("(") else move
