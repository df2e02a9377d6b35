"""Truco Paulista for OpenSpiel: one hand, at a score; what it brings is the difference of points."""

from typing import ClassVar

from bolicho.field.openspiel.kind import Kind, Outcomes, Parameters, numbers_of
from bolicho.games.paulista import Deal, Paulista, View
from bolicho.games.paulista.cards import DECK, HELD
from bolicho.games.paulista.encoding import LONGEST
from bolicho.games.paulista.view import HIDDEN, WORTH


class InOrder:
    """The vira, then three cards to each seat, one by one: their order counts in a mão de ferro."""

    nodes, widest = 1 + 2 * HELD, len(DECK)

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Every card that is left is as likely."""
        left = [place for place in range(len(DECK)) if place not in drawn]
        return [(place, 1 / len(left)) for place in left]

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say ``7d turned up`` or ``3c to 0``."""
        return f"{DECK[outcome]} to {(len(drawn) - 1) // HELD}" if drawn else f"{DECK[outcome]} turned up"

    def deal(self, drawn: Outcomes) -> Deal:
        """Put the hands together."""
        vira, *cards = (DECK[place] for place in drawn)
        return Deal(vira, (tuple(cards[:HELD]), tuple(cards[HELD:])))

    def drawn(self, deal: Deal) -> Outcomes:
        """Read the places of the cards."""
        return tuple(map(DECK.index, (deal.vira, *deal.hands[0], *deal.hands[1])))


class PaulistaKind(Kind):
    """Truco Paulista, as OpenSpiel asks about it."""

    spec: ClassVar[Parameters] = {"score": "", "mano": 0}
    recall: ClassVar[frozenset[str]] = frozenset({"history"})
    dealing = InOrder()
    longest = LONGEST

    def __init__(self, game: Paulista, score: str = "", mano: int = 0) -> None:
        mine, his = numbers_of("score", score, 2)
        super().__init__(game, score=(mine, his), mano=mano)
        game.start(self.dealing.deal(tuple(range(self.dealing.nodes))), **self.context)  # a wrong score is told at once

    @property
    def utilities(self) -> tuple[float, float]:
        """What doze pays, or a mão de onze, never past the target."""
        score, target = self.context["score"], self.game.rules.target
        most = min(WORTH[1] if max(score) == target - 1 else WORTH[-1], target - min(score))
        return -float(most), float(most)

    def where(self, view: View) -> Parameters:
        """The score and who is mão."""
        told: Parameters = {"score": f"{view.score[0]} {view.score[1]}"} if any(view.score) else {}
        return {**told, "mano": 1} if view.mano else told

    def private(self, view: View) -> str:
        """Own cards, and in what order some were laid face down."""
        return " ".join((*view.dealt, *(card for card in view.played[view.seat] if card.startswith("("))))

    def public(self, view: View, recall: bool) -> str:
        """Score, vira, words, cards and points."""
        table = "/".join(" ".join(_open(card) for card in cards) for cards in view.played)
        if recall:
            past = " ".join(f"{who}:{_open(move)}" for who, move in view.history)
        else:
            past = f"level {view.level} by {view.caller} word {view.word} turn {view.to_move}"
        where = f"{view.score[0]}-{view.score[1]} mano {view.mano}"
        return f"{where}|{view.vira}|{table}|{past}|{view.points[0]}-{view.points[1]}"


def _open(move: str) -> str:
    return HIDDEN if move.startswith("(") else move
