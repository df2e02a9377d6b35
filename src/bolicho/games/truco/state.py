"""A hand of Truco Gaudério for two (de mano), as a frozen value.

Source: docs/games/truco.md (CBTG annex 05, the UFSM engines, Argentine engines). The file reads in the order of a
decision: what may be said (`moves`), what each word does (`after` and the handlers), what is paid (`_pay`).
"""

from collections.abc import Callable
from typing import NamedTuple

from bolicho.core.errors import BadInput, IllegalMove
from bolicho.games.truco.cards import STRENGTH, Deal, Hand, envido_points, flor_points
from bolicho.games.truco.ladders import (
    DECLARED,
    ENVIDO,
    ENVIDO_CALLS,
    FLOR,
    FLOR_ALONE,
    FLOR_CALLS,
    TRUCO_CALLS,
    TRUCO_WORTH,
    envido_raises,
    flor_raises,
    points_of,
)
from bolicho.games.truco.options import Rules
from bolicho.games.truco.view import Announcement, Payment, View, see

Pair = tuple[int, int]
Hands = tuple[Hand, Hand]


class State(NamedTuple):
    """Everything about one hand; the first eight fields are public or fixed, `deal` and `hands` are secret.

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
    """Cards on the table by seat, in order; ``(7e)`` lies face down."""
    won: tuple[int | None, ...] = ()
    """Winner of each finished round; None for a tie."""
    truco: int = 0
    """How many truco calls were accepted."""
    truco_by: int | None = None
    """Who made the truco call that waits for an answer."""
    word: int | None = None
    """Who may raise the truco next; None while nobody has called."""
    envido: tuple[str, ...] = ()
    flor: tuple[str, ...] = ()
    bet: str = ""
    """What must be answered before anything else: ``envido``, ``announce``, ``flor`` or nothing."""
    announced: tuple[Announcement, ...] = ()
    paid: tuple[Payment, ...] = ()

    # ── what may be said ──────────────────────────────────────────────────────────────────────────────────────────

    def moves(self) -> tuple[str, ...]:
        """Legal moves: cards, strongest first; the same face down; then words, in the order of ``ORDER``."""
        me = self.seat
        if me is None:
            return ()
        if self.bet == "announce":
            return ("e-bom", "pontos") if self._points(me) > self._points(1 - me) else ("e-bom",)
        if self.bet == "flor":
            answers = ("flor", "achico") if self.flor == (DECLARED,) else ("quero", "nao-quero")
            return (*answers, *flor_raises(self.flor), "baralho")
        flor = (DECLARED,) if self._may_declare(me) else ()
        if flor and self.rules.flor == "mandatory":
            # so it is the only word at its holder's first decision, and later silence proves that there is none
            return flor
        if self.bet == "envido":
            return ("quero", "nao-quero", *envido_raises(self.envido, self._twice), *flor, "baralho")
        envido = envido_raises((), True) if self._may_envido(me) else ()
        if self.truco_by is not None:
            return ("quero", "nao-quero", *envido, *flor, *TRUCO_CALLS[self.truco + 1 : self.truco + 2], "baralho")
        truco = TRUCO_CALLS[self.truco : self.truco + 1] if self.word in (None, me) else ()
        return (*self.hands[me], *self._face_down(me), *envido, *flor, *truco, "baralho")

    @property
    def _twice(self) -> bool:
        return self.rules.envido_envido == "on"

    def _face_down(self, me: int) -> Hand:
        allowed = self.rules.face_down
        if allowed == "never" or (allowed == "rounds-2-3" and not self.won):
            return ()
        return tuple(f"({card})" for card in self.hands[me])

    def side_bets_open(self, me: int) -> bool:
        """Envido and flor are for round 1, before one's own first card, before a truco is accepted, once a hand."""
        return not self.played[me] and not self.truco and not self.flor and (not self.envido or self.bet == "envido")

    def _may_envido(self, me: int) -> bool:
        return self.rules.envido == "on" and not self.envido and self.side_bets_open(me)

    def _may_declare(self, me: int) -> bool:
        return self.side_bets_open(me) and self.rules.flor != "off" and flor_points(self.deal.hands[me]) > 0

    # ── what each word does ───────────────────────────────────────────────────────────────────────────────────────

    def play(self, move: str) -> "State":
        """Return the state after a legal move; anything else raises IllegalMove."""
        if move not in self.moves():
            raise IllegalMove(move, str(self), self.moves())
        return self.after(move)

    def after(self, move: str) -> "State":
        """Play without asking whether it is legal; for searchers that iterate ``moves()``."""
        me = self.seat
        assert me is not None
        after = self._replace(history=(*self.history, (me, move)))
        return HANDLERS.get(move, State._card)(after, me, move)

    def _card(self, me: int, move: str) -> "State":
        card = move.strip("()")
        left = tuple(c for c in self.hands[me] if c != card)
        after = self._replace(hands=_put(self.hands, me, left), played=_put(self.played, me, (*self.played[me], move)))
        if len(after.played[0]) != len(after.played[1]):
            return after._replace(turn=1 - me, seat=1 - me)
        return after._end_round()

    def _end_round(self) -> "State":
        first, second = (STRENGTH.get(cards[-1], 0) for cards in self.played)  # face down is worth nothing
        winner = None if first == second else int(second > first)
        won = (*self.won, winner)
        # after a tie the one who led leads again; both have played, so that is the rival of who played last
        leads = 1 - self.turn if winner is None else winner
        after = self._replace(won=won, turn=leads, seat=leads)
        champion = hand_winner(won, self.mano)
        return after if champion is None else after._end_hand(champion, "won")

    def _call_truco(self, me: int, _: str) -> "State":
        # a raise given as an answer accepts the call before it
        return self._replace(truco=self.truco + (self.truco_by is not None), truco_by=me, word=1 - me, seat=1 - me)

    def _call_envido(self, me: int, call: str) -> "State":
        return self._envido_first()._replace(envido=(*self.envido, call), bet="envido", seat=1 - me)

    def _call_flor(self, me: int, call: str) -> "State":
        if self.flor and call == DECLARED:
            return self._flor_flor()
        after = self._envido_first()._replace(flor=(*self.flor, call), bet="flor", seat=1 - me)
        if not self.flor and not self._must_answer_flor(1 - me):
            return after._pay("flor", me, FLOR_ALONE, "alone")._resume()
        return after

    def _must_answer_flor(self, seat: int) -> bool:
        """Who has a flor too is asked, also when he kept it silent and has played his first card, or has lost it then.

        An optional flor only. UFSM's web server asks whoever was dealt one (``replyFlor`` looks at his three cards,
        played or not), and CBTG's regulation says that once a card is played envido and flor count only "como resposta
        à outra proposta dos contrários". Any answer shows the flor, so being asked tells no more than that. Where it is
        ``lost`` he is not asked, and nothing tells that he has one.
        """
        silent = self.rules.silent_flor == "lost" and self.played[seat]
        return not silent and flor_points(self.deal.hands[seat]) > 0

    def _envido_first(self) -> "State":
        """Envido está primeiro: a truco waiting for its answer goes on waiting, or is as if never called."""
        if self.truco_by is None or self.rules.truco_after_envido_first == "pending":
            return self
        return self._replace(truco_by=None, word=None)

    def _flor_flor(self) -> "State":
        if self.rules.flor_flor == "6":
            return self._compare("flor", FLOR[self.flor].accepted)
        after = self._pay("flor", self.mano, FLOR_ALONE, "alone")
        return after._pay("flor", 1 - self.mano, FLOR_ALONE, "alone")._resume()

    def _quero(self, _me: int, _: str) -> "State":
        if self.bet == "envido":
            stake = ENVIDO[self.envido].accepted
            if self.rules.pe_may_concede == "off":
                return self._compare("envido", stake)
            mano = Announcement(self.mano, "envido", self._points(self.mano))
            return self._replace(bet="announce", seat=1 - self.mano, announced=(*self.announced, mano))
        if self.bet == "flor":
            return self._compare("flor", FLOR[self.flor].accepted)
        return self._replace(truco=self.truco + 1, truco_by=None, seat=self.turn)

    def _nao_quero(self, me: int, _: str) -> "State":
        if self.bet:
            return self._refuse(1 - me, "refused")._resume()
        return self._end_hand(1 - me, "refused")

    def _announce(self, me: int, move: str) -> "State":
        """The pé, where he may choose, says his points or that the mão's are good."""
        points = self._points(me) if move == "pontos" else None
        winner = me if move == "pontos" else self.mano
        after = self._replace(announced=(*self.announced, Announcement(me, "envido", points)))
        return after._pay("envido", winner, self.worth(ENVIDO[self.envido].accepted), "accepted")._resume()

    def _baralho(self, me: int, _: str) -> "State":
        after = self._refuse(1 - me, "folded") if self.bet else self
        bonus = (
            self.rules.fold_bonus == "cbtg"
            and not (self.envido or self.flor or self.truco or self.played[me])
            and self.truco_by is None
        )
        return after._end_hand(1 - me, "folded", bonus=int(bonus))

    # ── what is paid ──────────────────────────────────────────────────────────────────────────────────────────────

    def _compare(self, mode: str, stake: int) -> "State":
        """The mão says his number; the pé says his only if it is higher, else "é bom"; a tie is the mão's."""
        count = envido_points if mode == "envido" else flor_points
        first, second = (count(self.deal.hands[seat]) for seat in (self.mano, 1 - self.mano))
        higher = second > first
        said = (Announcement(self.mano, mode, first), Announcement(1 - self.mano, mode, second if higher else None))
        after = self._replace(announced=self.announced + said)
        winner = 1 - self.mano if higher else self.mano
        return after._pay(mode, winner, self.worth(stake), "accepted")._resume()

    def _refuse(self, caller: int, how: str) -> "State":
        stake = ENVIDO[self.envido] if self.bet == "envido" else FLOR[self.flor]
        return self._pay(self.bet, caller, stake.refused, how)

    def worth(self, stake: int) -> int:
        """Points that a stake pays now; a falta depends on the score."""
        return points_of(stake, self.rules, max(self.standing()))

    def _pay(self, mode: str, seat: int, points: int, how: str) -> "State":
        """Give points, never past the target; who reaches it wins at once, whatever is still pending."""
        if self.seat is None:
            return self
        points = min(points, self.rules.target - self.standing()[seat])
        after = self._replace(paid=(*self.paid, Payment(mode, seat, points, how)), bet="")
        if after.standing()[seat] == self.rules.target:
            return after._replace(seat=None, truco_by=None)
        return after

    def _end_hand(self, winner: int, how: str, bonus: int = 0) -> "State":
        return self._pay("truco", winner, TRUCO_WORTH[self.truco] + bonus, how)._replace(seat=None, truco_by=None)

    def _resume(self) -> "State":
        """Go back to the truco that waits for an answer, else to who was to play a card."""
        if self.seat is None:
            return self
        return self._replace(bet="", seat=self.turn if self.truco_by is None else 1 - self.truco_by)

    def standing(self) -> Pair:
        """Points of the match by seat, with what this hand has paid so far."""
        mine, theirs = self.score
        for payment in self.paid:
            if payment.seat == 0:
                mine += payment.points
            else:
                theirs += payment.points
        return mine, theirs

    def _points(self, seat: int) -> int:
        return envido_points(self.deal.hands[seat])

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.seat is None

    @property
    def scores(self) -> Pair:
        """Points of this hand by seat, capped at the target; readable at any time."""
        first, second = self.standing()
        return first - self.score[0], second - self.score[1]

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

        return look(GAMES.make("truco", **self.rules.to_dict()), self)


def hand_winner(won: tuple[int | None, ...], mano: int) -> int | None:
    """Return who has won the hand by rounds, or None while it is open.

    >>> hand_winner((0, None), 1), hand_winner((None, 1), 0), hand_winner((None, None, None), 1), hand_winner((0, 1), 0)
    (0, 1, 1, None)
    """
    decided = [winner for winner in won if winner is not None]
    if None in won:
        return decided[0] if decided else mano if len(won) == 3 else None
    return next((seat for seat in (0, 1) if decided.count(seat) == 2), None)


def _put(pair: Hands, seat: int, hand: Hand) -> Hands:
    return (hand, pair[1]) if seat == 0 else (pair[0], hand)


HANDLERS: dict[str, Callable[[State, int, str], State]] = {
    **dict.fromkeys(TRUCO_CALLS, State._call_truco),
    **dict.fromkeys(ENVIDO_CALLS, State._call_envido),
    **dict.fromkeys(FLOR_CALLS, State._call_flor),
    "achico": State._nao_quero,
    "quero": State._quero,
    "nao-quero": State._nao_quero,
    "e-bom": State._announce,
    "pontos": State._announce,
    "baralho": State._baralho,
}
"""What each word does; anything else is a card."""

ORDER = (
    *("quero", "nao-quero", "envido", "real-envido", "falta-envido", "flor", "achico", "contra-flor"),
    *("contra-flor-e-o-resto", "truco", "retruco", "vale-quatro", "e-bom", "pontos", "baralho"),
)
"""The words, in the order in which ``moves()`` lists them, after the cards."""
