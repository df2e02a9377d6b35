"""A hand of Truco Paulista for two, as a frozen value.

Source: docs/games/paulista.md (CTruco for two, miniTruco, the rules of clubs). The file reads in the order of a
decision: what may be said (`moves`), what each word does (`_next` and the handlers), what is paid (`_pay`).
"""

from collections.abc import Callable
from typing import NamedTuple

from bolicho.core.errors import BadInput, IllegalMove
from bolicho.games.paulista.cards import Deal, Hand, strengths
from bolicho.games.paulista.options import Rules
from bolicho.games.paulista.view import WORTH, View, see

Pair = tuple[int, int]
Hands = tuple[Hand, Hand]

CALLS = ("truco", "seis", "nove", "doze")
"""Each raises the hand to the next of ``WORTH``."""
ACCEPT, RUN = "aceito", "corro"
BLIND = "escuro"
"""The next card of a mão de ferro, which nobody has looked at; it is turned up when it is played."""


class State(NamedTuple):
    """Everything about one hand; `deal` and `hands` are secret but for the vira.

    Equality of ``history``, ``deal`` and context implies equality of all the rest.
    """

    rules: Rules
    deal: Deal
    mano: int
    score: Pair
    """The match score by seat when the hand began."""
    seat: int | None
    """Who decides now; None when the hand is over."""
    turn: int
    """Who is to play a card, whatever is being discussed meanwhile."""
    hands: Hands
    """Cards still held."""
    history: tuple[tuple[int, str], ...] = ()
    played: Hands = ((), ())
    """Cards on the table by seat, in order; ``(7d)`` lies face down."""
    won: tuple[int | None, ...] = ()
    """Winner of each finished round; None for a tie."""
    level: int = 0
    """How many calls were accepted; a mão de onze that is played has one."""
    caller: int | None = None
    """Who made the call that waits for an answer."""
    word: int | None = None
    """Who may raise next; None while nobody has called."""
    points: Pair = (0, 0)
    """What the hand has paid, by seat."""

    # ── what may be said ──────────────────────────────────────────────────────────────────────────────────────────

    def moves(self) -> tuple[str, ...]:
        """Legal moves: cards, strongest first; the same face down; then words, in the order of ``ORDER``."""
        me = self.seat
        if me is None:
            return ()
        if self.deciding:
            return (ACCEPT, RUN)
        if self.caller is not None:
            return (ACCEPT, RUN, *self._call(me))
        if self.blind:
            return (BLIND,)
        return (*self.hands[me], *self._face_down(me), *self._call(me))

    @property
    def deciding(self) -> bool:
        """Mão de onze: who alone lacks one point looks at his cards and says whether he plays."""
        return not self.history and len(self._at_the_brink) == 1

    @property
    def blind(self) -> bool:
        """Mão de ferro: both lack one point, and nobody looks at his cards."""
        return len(self._at_the_brink) == 2 and self.rules.mao_de_ferro == "blind"

    @property
    def _at_the_brink(self) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if self.score[seat] == self.rules.target - 1)

    def _call(self, me: int) -> Hand:
        """Return the next call if it is this seat's; when somebody lacks one point, nobody calls."""
        proposed = self.level + (self.caller is not None)
        enough = self.rules.raises == "needed" and WORTH[proposed] >= self.rules.target - min(self.score)
        if self._at_the_brink or enough or self.word not in (None, me):
            return ()
        return CALLS[proposed : proposed + 1]

    def _face_down(self, me: int) -> Hand:
        if not self.won or self.rules.face_down == "never":
            return ()
        return tuple(f"({card})" for card in self.hands[me])

    # ── what each word does ───────────────────────────────────────────────────────────────────────────────────────

    def play(self, move: str) -> "State":
        """Return the state after a legal move; anything else raises IllegalMove."""
        if move not in self.moves():
            raise IllegalMove(move, str(self), self.moves())
        me = self.seat
        assert me is not None
        after = self._replace(history=(*self.history, (me, move)))
        return HANDLERS.get(move, State._card)(after, me, move)

    def _blind(self, me: int, _: str) -> "State":
        return self._card(me, self.hands[me][0])

    def _card(self, me: int, move: str) -> "State":
        left = tuple(card for card in self.hands[me] if card != move.strip("()"))
        after = self._replace(hands=_put(self.hands, me, left), played=_put(self.played, me, (*self.played[me], move)))
        if len(after.played[0]) != len(after.played[1]):
            return after._replace(turn=1 - me, seat=1 - me)
        return after._end_round()

    def _end_round(self) -> "State":
        table = strengths(self.deal.vira)
        first, second = (table.get(cards[-1], 0) for cards in self.played)  # face down is worth nothing
        winner = None if first == second else int(second > first)
        won = (*self.won, winner)
        # after a tie the one who led leads again; both have played, so that is the rival of who played last
        leads = 1 - self.turn if winner is None else winner
        after = self._replace(won=won, turn=leads, seat=leads)
        champion = hand_winner(won)
        if champion is not None:
            return after._pay(champion, WORTH[self.level])
        return after._replace(seat=None) if len(won) == 3 else after

    def _raise(self, me: int, _: str) -> "State":
        # a raise given as an answer accepts the call before it
        return self._replace(level=self.level + (self.caller is not None), caller=me, word=1 - me, seat=1 - me)

    def _accept(self, _me: int, _: str) -> "State":
        return self._replace(level=self.level + 1, caller=None, seat=self.turn)

    def _run(self, me: int, _: str) -> "State":
        return self._pay(1 - me, WORTH[self.level])

    # ── what is paid ──────────────────────────────────────────────────────────────────────────────────────────────

    def _pay(self, seat: int, points: int) -> "State":
        """Give points, never past the target, and end the hand."""
        paid = min(points, self.rules.target - self.score[seat])
        return self._replace(points=(paid, 0) if seat == 0 else (0, paid), seat=None, caller=None)

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.seat is None

    @property
    def scores(self) -> Pair:
        """Points of this hand by seat, capped at the target."""
        return self.points

    def view(self, seat: int) -> View:
        """Return what this seat may know."""
        if seat not in (0, 1):
            raise BadInput(f"seat {seat!r}: expected 0 or 1")
        return see(self, seat)

    def __str__(self) -> str:
        said = " ".join(f"{seat}:{move}" for seat, move in self.history)
        return f"{self.deal} | mano {self.mano} | score {self.score[0]}-{self.score[1]} | {said or 'start'}"

    def _repr_html_(self) -> str:
        from bolicho.games import GAMES
        from bolicho.games.picture import look

        return look(GAMES.make("paulista", **self.rules._asdict()), self)


def hand_winner(won: tuple[int | None, ...]) -> int | None:
    """Return who has won the hand by rounds; None while it is open, and when all three tied: then nobody has.

    >>> hand_winner((0, None)), hand_winner((None, 1)), hand_winner((1, 0, None)), hand_winner((0, 1))
    (0, 1, 1, None)
    """
    decided = [winner for winner in won if winner is not None]
    if None in won:
        return decided[0] if decided else None
    return next((seat for seat in (0, 1) if decided.count(seat) == 2), None)


def _put(pair: Hands, seat: int, hand: Hand) -> Hands:
    return (hand, pair[1]) if seat == 0 else (pair[0], hand)


HANDLERS: dict[str, Callable[[State, int, str], State]] = {
    **dict.fromkeys(CALLS, State._raise),
    ACCEPT: State._accept,
    RUN: State._run,
    BLIND: State._blind,
}
"""What each word does; anything else is a card."""

ORDER = (ACCEPT, RUN, *CALLS, BLIND)
"""The words, in the order in which ``moves()`` lists them, after the cards."""
