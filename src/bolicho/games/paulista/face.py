"""The face of Truco Paulista: its vira and manilhas, its calls, what stays face down for those who look on."""

import re
from typing import Any, ClassVar

from bolicho.core.json_text import JsonObject
from bolicho.games.face import Face
from bolicho.games.paulista.cards import CARDS, DECK, RANKS, SUITS, manilha
from bolicho.games.paulista.options import NUMBERS
from bolicho.games.paulista.state import BLIND, CALLS, RUN
from bolicho.games.paulista.view import HIDDEN, WORTH, View
from bolicho.games.scene import Round, Scene, TableCard, bare

CARD = re.compile(rf"(?<![\w-])[{RANKS}][{SUITS}](?![\w-])")
"""A card in a sentence of an agent."""


class PaulistaFace(Face[View]):
    """Shows and speaks of Truco Paulista."""

    deck = "french"
    mano: ClassVar[bool] = True
    stand_in: ClassVar[str] = "zap"
    opponent: ClassVar[str] = "zap"
    package: ClassVar[str] = "bolicho.games.paulista"

    def limits(self, option: str) -> tuple[int, int] | None:
        """One point is no match: both would be one point short from the start."""
        return NUMBERS[option][:2] if option in NUMBERS else super().limits(option)

    def pictures(self) -> JsonObject:
        """The cards by strength as long as there is no manilha; those of one rank tie."""
        size = len(SUITS)
        return {"ladder": [list(DECK[start : start + size]) for start in range(0, len(DECK), size)]}

    def is_card(self, move: str) -> bool:
        """One of the forty, open or face down."""
        return move == HIDDEN or bare(move) in CARDS

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────────────

    def scene(self, view: View) -> Scene:
        """Lay out the rounds with who won them, the vira, and who is mão; cards that nobody has looked at are backs."""
        mine = (HIDDEN,) * view.counts[view.seat] if view.blind and view.seat >= 0 else view.hand
        marks = tuple(self.text("mano" if seat == view.mano else "pe") for seat in (0, 1))
        return Scene(mine, view.counts, self._rounds(view), (view.vira,), marks)

    def _rounds(self, view: View) -> tuple[Round, ...]:
        rounds, lead = [], view.mano
        for number in range(max(map(len, view.played))):
            laid = [
                TableCard(seat, view.played[seat][number])
                for seat in (lead, 1 - lead)
                if number < len(view.played[seat])
            ]
            winner = view.won[number] if number < len(view.won) else None
            rounds.append(Round(tuple(laid), len(laid) == 2, winner))
            lead = lead if winner is None else winner
        return tuple(rounds)

    def history(self, view: View) -> list[tuple[int, str]]:
        """Return who did what; a card of a mão de ferro as what it turned out to be."""
        turned = [iter(cards) for cards in view.played]
        return [(seat, next(turned[seat]) if move == BLIND else move) for seat, move in view.history]

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat whose turn it is."""
        rival = self.names[view.rival]
        if view.deciding:
            return self.text("ask-onze", rival=rival, accepted=WORTH[1], refused=WORTH[0])
        if view.caller is not None:
            call = self.text(f"move-{CALLS[view.level]}")
            accepted, refused = WORTH[view.level + 1], view.worth
            return self.text("ask-answer", rival=rival, call=call, accepted=accepted, refused=refused)
        if view.blind:
            return self.text("ask-ferro")
        if view.on_table == HIDDEN:
            return self.text("ask-follow-down", rival=rival)
        if view.on_table is not None:
            return self.text("ask-follow", rival=rival, card=self.card(view.on_table))
        return super().prompt(view)

    def opening(self, view: View) -> list[str]:
        """Tell the own cards, the vira and the manilhas, who is mão, and whether a match hangs on this hand."""
        key = "spoken-mano" if view.is_mano else "spoken-pe"
        vira = self._vira(view, self.card(view.vira))
        return [*super().opening(view), vira, self.text(key, mano=self.names[view.mano]), *self._special(view)]

    def round_result(self, view: View, cards: int) -> list[str]:
        """Tell who won a round, when both have played."""
        number, half = divmod(cards, 2)
        if half or number > len(view.won):
            return []
        winner = view.won[number - 1]
        told = self.text("spoken-tied") if winner is None else self.names[winner]
        return [self.text("spoken-round", number=number, who=told)]

    def standing(self, view: View) -> list[str]:
        """Tell the vira, the manilhas, and what the hand is worth."""
        worth = self.text("worth", points=view.worth)
        if view.word is not None and view.caller is None and view.level < len(CALLS) and not view.over:
            worth += f"; {self.text('word', who=self.names[view.word])}"
        return [self._vira(view, self.sign(view.vira)), *self._special(view), worth]

    def _vira(self, view: View, card: str) -> str:
        return self.text("vira", card=card, rank=self._rank(manilha(view.vira)))

    def _special(self, view: View) -> list[str]:
        special = "ferro" if min(view.score) == view.rules.target - 1 else "onze"
        return [self.text(f"standing-{special}")] if max(view.score) == view.rules.target - 1 else []

    def own(self, view: View) -> str:
        """Name the manilhas among the seat's cards."""
        trump = manilha(view.vira)
        return ", ".join(self.text(f"manilha-{card[1]}") for card in view.hand if card[0] == trump)

    def _rank(self, rank: str) -> str:
        known = f"rank-{rank}"
        return self.house(known) if known in self.house else rank

    def summary(self, view: View) -> list[str]:
        """Tell who was paid how much, and why."""
        if not max(view.points):
            return [self.text("pay-nobody")]
        winner = view.points.index(max(view.points))
        how = "ran" if view.history[-1][1] == RUN else "won"
        reason = self.text(f"pay-{how}", loser=self.names[1 - winner])
        return [f"{reason}: {self.names[winner]} +{view.points[winner]}"]

    def public(self, state: Any) -> View:
        """Return what everybody knows: no hands, and face-down cards stay so."""
        view: View = state.view(0)
        first, second = (tuple(map(self.public_move, cards)) for cards in view.played)
        history = tuple((seat, self.public_move(move)) for seat, move in view.history)
        return view._replace(seat=-1, dealt=(), hand=(), moves=(), history=history, played=(first, second))

    def plainly(self, sentence: str) -> str:
        """Name the cards that an agent tells of by their codes."""
        return CARD.sub(lambda found: self.card(found[0]), sentence)
