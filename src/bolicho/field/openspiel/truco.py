"""Truco for OpenSpiel: one hand, at a score; what it brings is the difference of points.

``hand0`` and ``hand1`` give a seat its cards, and ``cards=strength`` takes cards of equal strength for one, which is
the same game where suits mean nothing (no envido, no flor, nothing face down) and several times smaller.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from bolicho.core.errors import BadInput
from bolicho.field.openspiel.dealing import (
    GIVEN,
    CardByCard,
    HandByHand,
    Strengths,
    apart,
    given_hand,
)
from bolicho.field.openspiel.kind import Dealing, Kind, Parameters, numbers_of
from bolicho.games.truco import Deal, Rules, State, Truco, View
from bolicho.games.truco.cards import DECKS, STRENGTH
from bolicho.games.truco.ladders import ENVIDO, FLOR, FLOR_ALONE, TRUCO_WORTH, points_of
from bolicho.games.truco.view import HIDDEN

FEW = 100
"""With at most this many different hands, a whole hand is one chance outcome."""
EACH, STRENGTHS = "each", "strength"


class TrucoKind(Kind):
    """Truco, as OpenSpiel asks about it."""

    hidden: ClassVar[bool] = True
    spec: ClassVar[Parameters] = {"score": "", "mano": 0, "hand0": "", "hand1": "", "cards": EACH}
    recall: ClassVar[frozenset[str]] = frozenset({"history"})

    def __init__(
        self, game: Truco, score: str = "", mano: int = 0, hand0: str = "", hand1: str = "", cards: str = EACH
    ) -> None:
        mine, his = numbers_of("score", score, 2)
        super().__init__(game, score=(mine, his), mano=mano)
        self.rules = game.rules
        deck = DECKS[game.rules.deck]
        given = (given_hand(0, hand0, deck), given_hand(1, hand1, deck))
        if cards not in (EACH, STRENGTHS):
            raise BadInput(f"parameter cards={cards!r}: expected {EACH} or {STRENGTHS}")
        self.alike = cards == STRENGTHS
        if self.alike and not suits_mean_nothing(game.rules):
            raise BadInput("parameter cards=strength: suits count; say envido=off,flor=off,face_down=never too")
        self.dealing: Dealing = self._dealing(given)
        game.start(self._any_deal(), **self.context)  # a wrong score or mão is told at once

    def _dealing(self, given: GIVEN) -> Dealing:
        first, second = given
        if first and second and not apart(first, second):
            raise BadInput(f"parameters hand0 and hand1 share a card: {' '.join(first)} / {' '.join(second)}")
        deck = DECKS[self.rules.deck]
        if self.alike:
            return Strengths(deck, given)
        hands = [first, second] if first and second else list(combinations(deck, 3))
        if len(hands) <= FEW:
            return HandByHand([hand for hand in hands if hand], apart, given)
        return CardByCard(deck, given)

    def _any_deal(self) -> Any:
        drawn: tuple[int, ...] = ()
        while len(drawn) < self.dealing.nodes:
            drawn = (*drawn, self.dealing.chances(drawn)[0][0])
        return self.dealing.deal(drawn)

    @property
    def longest(self) -> int:
        """Six cards; three truco calls and answers, one more that envido cancelled; the calls of envido and flor."""
        rules = self.rules
        envido = 4 if rules.envido == "on" else 0
        ends = {"flor": 4 if rules.flor != "off" else 0, "envido": 2 if rules.pe_may_concede == "on" else 1}
        again = int(rules.truco_after_envido_first == "cancelled" and (envido > 0 or ends["flor"] > 0))
        return 6 + 6 + again + envido + max(ends["flor"], ends["envido"] if envido else 0)

    @property
    def utilities(self) -> tuple[float, float]:
        """What truco and the dearer of envido and flor pay, never past the target."""
        rules, score = self.rules, self.context["score"]
        stakes = [0]
        if rules.envido == "on":
            stakes += [points_of(stake.accepted, rules, max(score)) for stake in ENVIDO.values()]
        if rules.flor != "off":
            stakes += [FLOR_ALONE, *(points_of(stake.accepted, rules, max(score)) for stake in FLOR.values())]
        most = min(TRUCO_WORTH[-1] + max(stakes), rules.target - min(score))
        return -float(most), float(most)

    # ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def turned(self, state: State) -> tuple[Deal, int]:
        """Seat the mão where the mão of this kind sits."""
        turn = (state.mano - self.context["mano"]) % 2
        return (Deal(state.deal.hands[::-1]) if turn else state.deal), turn

    def legal(self, state: State) -> list[int]:
        """Numbers of the moves; of cards of equal strength one stands for all, where suits mean nothing."""
        moves = state.moves()
        return sorted(self.numbers[move] for move in (self._unlike(moves, state.seat) if self.alike else moves))

    def number(self, state: State, move: str) -> int:
        """Return the number of a move, or of the card that stands for it."""
        if self.alike and move in STRENGTH:
            move = next(m for m in self._unlike(state.moves(), state.seat) if STRENGTH.get(m) == STRENGTH[move])
        return self.numbers[move]

    def meant(self, view: View, move: str) -> str:
        """Return the card of this strength that a real hand has."""
        if not self.alike or move not in STRENGTH:
            return move
        return next(card for card in view.moves if STRENGTH.get(card) == STRENGTH[move])

    def shares(self, view: View, chances: Sequence[float]) -> dict[int, float]:
        """Add up the probabilities of cards that are alike."""
        if not self.alike:
            return super().shares(view, chances)
        stands = {STRENGTH.get(move, move): move for move in self._unlike(view.moves, view.seat)}
        told = dict.fromkeys((self.numbers[move] for move in stands.values()), 0.0)
        for move, chance in zip(view.moves, chances, strict=True):
            told[self.numbers[stands[STRENGTH.get(move, move)]]] += float(chance)
        return told

    @staticmethod
    def _unlike(moves: Iterable[str], seat: int | None) -> Iterable[str]:
        """One card of each strength: seat 0 plays the first of them, seat 1 the last, so that suits tell nothing."""
        ordered = list(moves)
        if seat == 1:
            return {STRENGTH.get(move, move): move for move in ordered}.values()
        return {STRENGTH.get(move, move): move for move in reversed(ordered)}.values()

    # ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────

    def where(self, view: View) -> Parameters:
        """The score and who is mão."""
        told: Parameters = {"score": f"{view.score[0]} {view.score[1]}"} if any(view.score) else {}
        return {**told, "mano": 1} if view.mano else told

    def private(self, view: View) -> str:
        """Own cards, and in what order some were laid face down."""
        down = [move for who, move in view.history if who == view.seat and move.startswith("(")]
        return " ".join((*view.dealt, *down))

    def public(self, view: View, recall: bool) -> str:
        """Score, words, cards, points said and paid."""
        said = ",".join(f"{a.seat}{a.mode[0]}{'' if a.points is None else a.points}" for a in view.announced)
        paid = ",".join(f"{p.mode[0]}{p.seat}+{p.points}{p.how[0]}" for p in view.paid)
        shown = "/".join(" ".join(cards) for cards in view.shown) if view.over else ""
        if recall:
            past = " ".join(f"{who}:{HIDDEN if move[0] == '(' else move}" for who, move in view.history)
        else:
            table = "/".join(" ".join(HIDDEN if c[0] == "(" else c for c in cards) for cards in view.played)
            calls = " ".join((*view.envido, *view.flor, view.bet))
            past = f"{table} truco {view.truco} by {view.truco_by} word {view.word} {calls} turn {view.to_move}"
        return f"{view.score[0]}-{view.score[1]} mano {view.mano}|{past}|{said}|{paid}|{shown}"


def suits_mean_nothing(rules: Rules) -> bool:
    """Whether only the strength of a card counts: the ladder game."""
    return (rules.envido, rules.flor, rules.face_down) == ("off", "off", "never")
