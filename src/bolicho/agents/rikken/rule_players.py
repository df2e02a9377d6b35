"""Players of rules: ``rules-paper`` to the letter of Rosa (2008), ``rules`` with trump, partners, every contract."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from bolicho.agents.rikken.bidding import best_trump, estimate, wishes
from bolicho.agents.rikken.player import Player, because, bid_or_pass, must_bid
from bolicho.agents.rikken.reason import paper_reason, reason
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.tactics import PAPER, RULES, candidates, top_led
from bolicho.agents.rikken.valuation import (
    cards_to_ask,
    danger,
    points,
    strongest_trumps,
    tpc,
    tpc_by_card,
    wish,
)
from bolicho.core.contract import Decision, Game
from bolicho.games.rikken.cards import CARDS, INDEX, SUITS, hand_of, mask_of
from bolicho.games.rikken.contracts import CONTRACT, PAS
from bolicho.games.rikken.view import View


class RulePlayer(Player):
    """Bids by counts, plays cards by rules; what is left to chance is drawn."""

    plays: ClassVar[tuple[str, ...]] = ("rikken",)
    technique: ClassVar[int]

    def __init__(self, game: Game) -> None:
        self.game = game

    def trump(self, view: View, rng: Random) -> Decision:
        """Name the suit of most points."""
        return because(rng.choice(self.trumps(view)), "trump-points", points=_points(view))

    def ask(self, view: View, rng: Random) -> Decision:
        """Ask in the strongest suit in which that is allowed."""
        return because(rng.choice(self.asks(view)), "ask-points", points=_points(view))

    def card(self, view: View, rng: Random) -> Decision:
        """Draw one of the cards that the rules leave."""
        cards, table = self.cards(view), table_of(view)
        drawn = rng.choice(cards)
        told = {"telling": paper_reason(table, INDEX[drawn])} | (
            {"best": CARDS[top_led(table)]} if table.placed else {}
        )
        return because(drawn, f"card-{_situation(view)}", card=drawn, among=list(cards), **told)

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Give every move among which `choose` draws the same chance."""
        chances = []
        for view in views:
            left = self._left(view)
            chances.append(tuple((move in left) / len(left) for move in view.moves))
        return chances

    def _left(self, view: View) -> Sequence[str]:
        drawn = {"trump": self.trumps, "ask": self.asks, "play": self.cards}.get(view.phase)
        if drawn is None or len(view.moves) == 1:
            return [self.choose(view, Random(0)).move]  # a bid is not drawn
        return drawn(view)

    def trumps(self, view: View) -> list[str]:
        """Return the suits of most points, as moves."""
        return [f"trump:{SUITS[suit]}" for suit in strongest_trumps(mask_of(view.dealt))]

    def asks(self, view: View) -> list[str]:
        """Return the asks in the strongest suits in which that is allowed."""
        cards = tuple(move.removeprefix("ask:") for move in view.moves)
        return [f"ask:{card}" for card in cards_to_ask(mask_of(view.dealt), cards, "points")]

    def cards(self, view: View) -> tuple[str, ...]:
        """Return the cards that the rules leave."""
        return hand_of(candidates(table_of(view), self.technique))


class RulesPaper(RulePlayer):
    """The paper's player: TPC margins, Quadros 10 to 12, neither trump nor partner in mind."""

    name = "rules-paper"
    technique = PAPER
    character: ClassVar[dict[str, str]] = {
        "en": "counts tricks on its fingers and plays by the book of 2008",
        "pt-BR": "conta as vazas nos dedos e joga pelo livro de 2008",
    }

    def bid(self, view: View, rng: Random) -> Decision:  # noqa: ARG002
        """Wish by the margins; what is not above the standing bid is ``pas``."""
        hand = mask_of(view.dealt)
        tricks, forced = tpc(hand), must_bid(view)
        wanted = wish(tricks, forced=forced)
        said = bid_or_pass(view, wanted)
        cards = {card: round(float(chance), 3) for card, chance in tpc_by_card(hand).items()}
        rule = "bid-tpc" if said == wanted else "bid-tpc-low"
        return because(said, rule, float(tricks), tpc=round(float(tricks), 3), wish=wanted, cards=cards)


class Rules(RulePlayer):
    """Every contract, trump and partners."""

    name = "rules"
    technique = RULES
    character: ClassVar[dict[str, str]] = {
        "en": "draws trump, spares a partner's trick, and bids what its hand carries",
        "pt-BR": "puxa trunfo, poupa a vaza do parceiro e canta o que a mão sustenta",
    }

    def bid(self, view: View, rng: Random) -> Decision:  # noqa: ARG002
        """Say the highest contract that the hand carries and that may be said."""
        hand = mask_of(view.dealt)
        trump = best_trump(hand) if view.rules.trump == "on" else None
        carried = wishes(hand, trump=trump is not None)
        wanted = [name for name, yes in carried.items() if yes]
        allowed = [name for name in wanted if name in view.moves]
        said = allowed[-1] if allowed else bid_or_pass(view, PAS)
        tricks = estimate(hand, trump)
        facts = {
            "estimate": round(float(tricks), 3),
            "tpc": round(float(tpc(hand)), 3),
            "danger": danger(hand),
            "carried": wanted,
            "cards": {card: round(float(chance), 3) for card, chance in tpc_by_card(hand).items()},
        }
        return because(said, "bid-rules" if allowed else "bid-rules-pas", float(tricks), **facts)

    def trump(self, view: View, rng: Random) -> Decision:
        """Name the suit of most points, the first of equals."""
        del rng
        return because(self.trumps(view)[0], "trump-points", points=_points(view))

    def card(self, view: View, rng: Random) -> Decision:
        """Draw one of the cards that the rules leave, and tell which rule spoke for it."""
        cards, table = self.cards(view), table_of(view)
        drawn = rng.choice(cards)
        best = {} if table.best < 0 else {"best": CARDS[table.best]}
        return because(drawn, f"card-{reason(table, INDEX[drawn])}", card=drawn, **best, among=list(cards))

    def trumps(self, view: View) -> list[str]:
        """Return the first suit of most points, so that the bid and the trump agree."""
        return [f"trump:{SUITS[best_trump(mask_of(view.dealt))]}"]


def _points(view: View) -> dict[str, int]:
    return {suit: points(mask_of(view.dealt), number) for number, suit in enumerate(SUITS)}


def _situation(view: View) -> str:
    """Name what kind of rule speaks: for tricks, for few or against few; leading, following or throwing away."""
    assert view.contract is not None
    assert view.current is not None
    kind = "tricks"
    if CONTRACT[view.contract].few:
        kind = "few" if view.seat == view.declarer else "against-few"
    if not view.current.cards:
        return f"{kind}-lead"
    follows = any(card[1] == view.current.cards[0][1] for card in view.hand)
    return f"{kind}-follow" if follows else f"{kind}-void"
