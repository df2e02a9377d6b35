"""The face of Truco: its talk, its Spanish cards, what stays face down for those who look on."""

import re
from typing import Any, ClassVar

from bolicho.core.contract import Game
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.games.face import Face
from bolicho.games.scene import Scene, TableCard, rounds_of
from bolicho.games.truco import talk
from bolicho.games.truco.cards import LADDER
from bolicho.games.truco.view import HIDDEN, View

HELD = 3
CARD = re.compile(r"(?<![\w-])\(?(?:1[0-2]|[1-7])[oceb]\)?(?![\w-])")
"""A card in a sentence of an agent."""


class TrucoFace(Face[View]):
    """Shows and speaks of Truco."""

    drawing = "truco"
    deck = "spanish"
    mano: ClassVar[bool] = True
    stand_in: ClassVar[str] = "sound"
    opponent: ClassVar[str] = "cbr:PVCNPS"
    analyst: ClassVar[str] = "equilibrium:resolve"
    package: ClassVar[str] = "bolicho.games.truco"

    def __init__(self, game: Game, language: str = "en", names: Any = ()) -> None:
        super().__init__(game, language, names)
        self.words = Words(self.package, language)

    @property
    def adviser(self) -> str:
        """Counts on a rival as good as the person, so that its chance to win the match is calibrated."""
        return f"{self.stand_in}:edge=0.5"

    @property
    def target(self) -> int | None:
        """The points that win a match."""
        target: int = self.game.rules.target
        return target

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table."""
        return talk.rules_told(self.game.rules, self.words)

    def pictures(self) -> JsonObject:
        """The cards by strength; those of one level tie."""
        return {"ladder": [list(cards) for cards in reversed(LADDER)]}

    def is_card(self, move: str) -> bool:
        """Cards, also face down, begin with a digit or a bracket."""
        return move[0].isdigit() or move[0] == "("

    def card(self, card: str) -> str:
        """Name a card in words."""
        return talk.card(card, self.words)

    def say(self, seat: int, move: str) -> str:  # noqa: ARG002
        """Tell a call or a card."""
        return talk.move_in_words(move, self.words)

    def label(self, move: str) -> str:
        """Name a move that may be chosen as it sounds."""
        return self.say(0, move)

    def name_of(self, token: str) -> str:
        """Name a call or a card within a sentence; a row of a matrix (7c-12-2) begins like a card and is none."""
        return self.card(token) if CARD.fullmatch(token) else self.text(f"move-{token}", token)

    def meaning(self, view: View, move: str) -> str:
        """Tell what a call is worth here, else what it means."""
        return talk.meaning(view, move, self.words)

    def log(self, view: View) -> list[tuple[int, str, str]]:
        """Tell calls and cards, what was refused, and the numbers that were said."""
        return talk.log(view, self.words)

    def opening(self, view: View) -> list[str]:
        """Tell the three cards, and who is mão."""
        if not view.dealt:
            return []
        cards = ", ".join(map(self.card, view.dealt))
        return [self.words("spoken-mano" if view.is_mano else "spoken-pe", cards=cards, mano=self.names[view.mano])]

    def round_result(self, view: View, cards: int) -> list[str]:
        """Tell who won a round, when both have played."""
        number, half = divmod(cards, 2)
        if half or number > len(view.won):
            return []
        winner = view.won[number - 1]
        told = self.words("tied") if winner is None else self.names[winner]
        return [self.words("spoken-round", number=number, who=told)]

    def scene(self, view: View) -> Scene:
        """Lay out the rounds with who won them."""
        laid = [TableCard(seat, move) for seat, move in view.history if self.is_card(move)]
        won = (*view.won, None)
        rounds = tuple(one._replace(winner=who) for one, who in zip(rounds_of(laid, 2), won, strict=False))
        return Scene(view.hand, tuple(HELD - len(cards) for cards in view.played), rounds)

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat whose turn it is."""
        return talk.prompt(view, self.words, self.names)

    def standing(self, view: View) -> list[str]:
        """Tell mão and pé, what the hand is worth, and numbers said aloud."""
        return talk.standing(view, self.words, self.names)

    def own(self, view: View) -> str:
        """Tell what the seat's own three cards are worth."""
        return talk.own_points(view, self.words) if view.dealt else ""

    def summary(self, view: View) -> list[str]:
        """Tell what was paid, to whom and why."""
        return talk.summary(view, self.words, self.names)

    def showdown(self, view: View) -> list[Any] | None:
        """Return the cards shown in proof."""
        return [list(cards) for cards in view.shown]

    def public(self, state: Any) -> View:
        """Return what everybody knows: no hands, and face-down cards stay so."""
        view: View = state.view(0)
        return view._replace(
            dealt=(),
            hand=(),
            moves=(),
            history=tuple((seat, self.public_move(move)) for seat, move in view.history),
            played=(tuple(map(self.public_move, view.played[0])), tuple(map(self.public_move, view.played[1]))),
        )

    def plain(self, view: View) -> JsonObject:
        """Say besides what the hand is worth, and how many cards each holds."""
        return super().plain(view) | {"worth": view.worth, "counts": [HELD - len(cards) for cards in view.played]}

    def public_move(self, move: str) -> str:
        """A card that was played face down stays so."""
        return HIDDEN if move.startswith("(") else move

    def plainly(self, sentence: str) -> str:
        """Name the cards that an agent tells of by their codes."""
        return CARD.sub(self._named, sentence)

    def _named(self, found: re.Match[str]) -> str:
        inner = found[0].strip("()")
        return found[0].replace(inner, self.card(inner))
