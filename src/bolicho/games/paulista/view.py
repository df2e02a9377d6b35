"""What one seat may know of a hand of Truco Paulista: a whitelist, built from scratch."""

from typing import TYPE_CHECKING, NamedTuple

from bolicho.games.paulista.cards import HELD, Card, Hand, sorted_hand
from bolicho.games.paulista.options import Rules

if TYPE_CHECKING:
    from bolicho.games.paulista.state import State

HIDDEN = "(?)"
WORTH = (1, 3, 6, 9, 12)
"""What a hand is worth, by how many calls were accepted."""


class View(NamedTuple):
    """All that a seat may know, and its legal moves when it is its turn."""

    seat: int
    rules: Rules
    mano: int
    score: tuple[int, int]
    points: tuple[int, int]
    """Points of this hand, by seat."""
    vira: Card
    dealt: Hand
    hand: Hand
    """Own cards: all three, and those still held, strongest first; none in a mão de ferro that is played blind."""
    history: tuple[tuple[int, str], ...]
    """Every word and card so far, (seat, move); the rival's face-down card is ``(?)``."""
    played: tuple[Hand, Hand]
    won: tuple[int | None, ...]
    turn: int
    to_move: int | None
    level: int
    caller: int | None
    word: int | None
    deciding: bool
    blind: bool
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
        """What the hand is worth now, by the calls accepted."""
        return WORTH[self.level]

    @property
    def counts(self) -> tuple[int, int]:
        """How many cards each seat still holds."""
        return HELD - len(self.played[0]), HELD - len(self.played[1])

    @property
    def on_table(self) -> str | None:
        """The rival's card of the present round that waits for ours."""
        mine, theirs = self.played[self.seat], self.played[self.rival]
        return theirs[-1] if len(theirs) > len(mine) else None

    def _repr_html_(self) -> str:
        from bolicho.games import GAMES
        from bolicho.games.picture import look

        return look(GAMES.make("paulista", **self.rules._asdict()), self)


def see(state: "State", seat: int) -> View:
    """Build a seat's view of a state."""
    masked = tuple(_mask(card) for card in state.played[1 - seat])
    vira = state.deal.vira
    return View(
        seat=seat,
        rules=state.rules,
        mano=state.mano,
        score=state.score,
        points=state.points,
        vira=vira,
        dealt=() if state.blind else sorted_hand(state.deal.hands[seat], vira),
        hand=() if state.blind else state.hands[seat],
        history=tuple((who, move if who == seat else _mask(move)) for who, move in state.history),
        played=(state.played[0], masked) if seat == 0 else (masked, state.played[1]),
        won=state.won,
        turn=state.turn,
        to_move=state.seat,
        level=state.level,
        caller=state.caller,
        word=state.word,
        deciding=state.deciding,
        blind=state.blind,
        moves=state.moves() if state.seat == seat else (),
    )


def _mask(move: str) -> str:
    return HIDDEN if move.startswith("(") else move
