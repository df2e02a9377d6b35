"""The face of Rikken: its talk, its French cards, and what everybody knows of partners and open hands."""

from typing import Any, ClassVar

from bolicho.core.contract import Game
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.games.face import Face
from bolicho.games.plain import as_json
from bolicho.games.rikken import talk
from bolicho.games.rikken.ask import ASK, TRUMP
from bolicho.games.rikken.cards import CARDS
from bolicho.games.rikken.contracts import CONTRACTS, NAMES, PAS
from bolicho.games.rikken.tricks import winner
from bolicho.games.rikken.view import Trick, View
from bolicho.games.scene import Round, Scene, TableCard


class RikkenFace(Face[View]):
    """Shows and speaks of Rikken."""

    drawing = "rikken"
    deck = "french"
    stand_in: ClassVar[str] = "rules"
    opponent: ClassVar[str] = "rules"
    package: ClassVar[str] = "bolicho.games.rikken"

    def __init__(self, game: Game, language: str = "en", names: Any = ()) -> None:
        super().__init__(game, language, names)
        self.words = Words(self.package, language)

    def starting(self, seat: int) -> JsonObject:
        """Who begins sits at the left of who deals first."""
        return {"first_dealer": str((seat - 1) % self.game.seats)}

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table."""
        return talk.rules_told(self.game.rules, self.words)

    def pictures(self) -> JsonObject:
        """The contracts, low to high."""
        told = [
            {
                "name": line.name,
                "title": talk.contract_name(line.name, self.words),
                "low": line.low,
                "high": line.high,
                "value": line.value,
                "alone": line.alone,
                "trump": line.trump != "none",
                "open": line.open,
                "plus": line.plus,
            }
            for line in CONTRACTS
        ]
        return {"contracts": told}

    def is_card(self, move: str) -> bool:
        """Bids, trumps and asks have their own notation; the rest are cards."""
        return self.kind(move) == "card"

    def card(self, card: str) -> str:
        """Name a card in words."""
        return talk.card_name(card, self.words)

    def kind(self, move: str) -> str:
        """Tell bids, trumps, asks and cards apart."""
        if move == PAS or move in NAMES:
            return "bid"
        return "trump" if move.startswith(TRUMP) else "ask" if move.startswith(ASK) else "card"

    def say(self, seat: int, move: str) -> str:  # noqa: ARG002
        """Tell a bid, a trump, an ask or a card."""
        return talk.move_in_words(move, self.words)

    def label(self, move: str) -> str:
        """Name a move that may be chosen; cards in words."""
        return self.card(move) if self.is_card(move) else self.say(0, move)

    def name_of(self, token: str) -> str:
        """Name a bid, a trump, an ask or a card within a sentence; what is neither stays as it is."""
        if token == PAS:
            return self.words("say-pas").rstrip(".").lower()
        if token in NAMES:
            return talk.contract_name(token, self.words)
        suit, card = token.removeprefix(TRUMP), token.removeprefix(ASK)
        if token.startswith(TRUMP) and f"suit-{suit}" in self.words:
            return self.words(f"suit-{suit}")
        return self.card(card) if card in CARDS else token

    def turning_point(self, view: View, moves: int) -> list[str]:
        """Tell who plays which contract, as the auction ends; one's own is known."""
        if moves != len(view.auction) or view.declarer in (None, view.seat):
            return []
        return [talk.contract_told(view, self.words, self.names)]

    def round_result(self, view: View, cards: int) -> list[str]:
        """Tell who took a trick, when all four have played."""
        number, left = divmod(cards, self.game.seats)
        if left or number > len(view.tricks):
            return []
        leaders = [trick.leader for trick in view.tricks[1:]] + ([view.current.leader] if view.current else [])
        counted = [leaders.count(seat) for seat in range(self.game.seats)]
        # who takes a trick leads the next one; after the last it is who has one more than that
        last = next((seat for seat, won in enumerate(view.won) if won > counted[seat]), None)
        winner = leaders[number - 1] if number <= len(leaders) else last
        return [] if winner is None else [self.words("spoken-trick", number=number, who=self.names[winner])]

    def scene(self, view: View) -> Scene:
        """Lay out the tricks with who took them; beside a name the dealer, declarer, the known partner and tricks."""
        begun = (view.current,) if view.current is not None and view.current.cards else ()
        signs = (("D", view.dealer), ("★", view.declarer), ("☆", view.partner))
        marks = [
            " ".join([*(sign for sign, who in signs if who == seat), *([f"▣ {won}"] if view.tricks else [])])
            for seat, won in enumerate(view.won)
        ]
        rounds = tuple(self._round(trick, view) for trick in (*view.tricks, *begun))
        return Scene(view.hand, view.counts, rounds, marks=tuple(marks))

    def _round(self, trick: Trick, view: View) -> Round:
        laid = tuple(TableCard(*pair) for pair in zip(trick.seats, trick.cards, strict=True))
        done = len(laid) == self.game.seats
        return Round(laid, done, winner(trick.cards, trick.leader, view.trump) if done else None)

    def keys(self, view: View) -> dict[str, str]:
        """None: its drawings have their own."""
        return dict.fromkeys(view.moves, "")

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat whose turn it is."""
        return talk.prompt(view, self.words, self.names)

    def standing(self, view: View) -> list[str]:
        """Tell dealer, contract, trump, asked card and known partner."""
        return talk.standing(view, self.words, self.names)

    def summary(self, view: View) -> list[str]:
        """Tell how the deal ended and what was paid."""
        return talk.summary(view, self.words, self.names)

    def showdown(self, view: View) -> list[Any] | None:
        """Return the hands that lie open."""
        return [None if hand is None else list(hand) for hand in view.open_hands]

    def public(self, state: Any) -> View:
        """Return what everybody knows: no hands but those open to all, no partner before all know him."""
        views: list[View] = [state.view(seat) for seat in range(4)]
        partners = {view.partner for view in views}
        hands: list[Any] = []
        for seat in range(4):
            seen = [view.open_hands[seat] for view in views if view.seat != seat]
            hands.append(seen[0] if all(hand == seen[0] for hand in seen) else None)
        partner = partners.pop() if len(partners) == 1 else None
        return views[0]._replace(seat=-1, dealt=(), hand=(), moves=(), partner=partner, open_hands=tuple(hands))

    def plain(self, view: View) -> JsonObject:
        """Say besides how many cards each holds, and the bid that stands."""
        return super().plain(view) | {"counts": list(view.counts), "standing": as_json(view.standing)}

    def public_move(self, move: str) -> str:
        """Everything is said and played openly."""
        return move
