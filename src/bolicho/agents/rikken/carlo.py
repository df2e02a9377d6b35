"""The Monte-Carlo players: ``mc-paper`` to the letter of Rosa (2008, 3.5), ``mc`` that plays for its side's goal, and
``pimc``, which solves the last tricks exactly.
"""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from bolicho.agents.boards import whole_number
from bolicho.agents.rikken.auctioneer import ask_chances, bid_chances, trump_chances, worth
from bolicho.agents.rikken.engine import Simulations, warm_up
from bolicho.agents.rikken.player import Player, because, bid_or_pass, interval, must_bid
from bolicho.agents.rikken.reason import peril
from bolicho.agents.rikken.sight import begin, leader_of, table_of
from bolicho.agents.rikken.table import Table, legal, side_tricks
from bolicho.agents.rikken.tactics import PAPER, RANDOM
from bolicho.agents.rikken.valuation import card_to_ask, losers, points, strongest_trump, wish
from bolicho.core.contract import Decision, Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.why import CLEARLY, worst
from bolicho.games.rikken.bits import NOBODY, RANKS, count, nth
from bolicho.games.rikken.cards import CARDS, INDEX, SUITS, mask_of
from bolicho.games.rikken.contracts import CONTRACT, PAS
from bolicho.games.rikken.view import View
from bolicho.learn.search.goal import Ending, keeping

SIMULATIONS = 100
MOST = 100_000
EXACT = 5
"""Tricks left from which `pimc` solves."""
PLAYOUTS = {"random": RANDOM, "rules": PAPER}


class Carlo(Player):
    """Simulates before it answers."""

    plays: ClassVar[tuple[str, ...]] = ("rikken",)

    def __init__(self, game: Game, called: str, simulations: str | int) -> None:
        self.game = game
        self.simulations = whole_number(called, "simulations", simulations, 1, MOST)
        warm_up()


class MonteCarloPaper(Carlo):
    """The paper's player: n simulations a decision in all, mean tricks by first card, partner by LTC."""

    character: ClassVar[dict[str, str]] = {
        "en": "deals unseen cards at random and averages tricks, as in 2008 (mc-paper:n=100,playout=random|rules)",
        "pt-BR": "reparte ao acaso o que não vê, média das vazas como em 2008 (mc-paper:n=100,playout=random|rules)",
    }

    def __init__(self, game: Game, n: str | int = SIMULATIONS, playout: str = "random") -> None:
        """``n`` simulations a decision; ``playout`` by ``random`` cards or by the paper's ``rules``."""
        super().__init__(game, "mc-paper", n)
        if playout not in PLAYOUTS:
            raise BadInput(f"agent mc-paper: playout {playout!r}: expected one of {', '.join(PLAYOUTS)}")
        self.playout = PLAYOUTS[playout]
        self.name = f"mc-paper:{self.simulations}" + ("" if playout == "random" else f",playout={playout}")

    def bid(self, view: View, rng: Random) -> Decision:
        """Wish by the mean tricks of n playouts for tricks, without trump, and the margins of the paper."""
        terms = CONTRACT["solo-8"]
        table = begin(view, terms, view.seat, leader_of(view, terms, view.seat), NOBODY)
        made = Simulations(rng.getrandbits(64)).sample(table, view.seat, self.simulations, self.playout)
        mean = sum(n * times for n, times in enumerate(made)) / self.simulations
        wanted = wish(mean, forced=must_bid(view))
        said = bid_or_pass(view, wanted)
        rule = "bid-mean" if said == wanted else "bid-mean-low"
        return because(said, rule, mean, mean=round(mean, 3), wish=wanted, simulations=self.simulations)

    def trump(self, view: View, rng: Random) -> Decision:
        """Name the suit of most points; the paper's player knows no trump."""
        hand = mask_of(view.dealt)
        strength = {suit: points(hand, number) for number, suit in enumerate(SUITS)}
        return because(f"trump:{SUITS[strongest_trump(hand, rng)]}", "trump-points", points=strength)

    def ask(self, view: View, rng: Random) -> Decision:
        """Ask in the suit that may lose most."""
        hand = mask_of(view.dealt)
        cards = tuple(move.removeprefix("ask:") for move in view.moves)
        lost = {suit: losers(hand, number) for number, suit in enumerate(SUITS)}
        return because(f"ask:{card_to_ask(hand, cards, 'losers', rng)}", "ask-losers", losers=lost)

    def card(self, view: View, rng: Random) -> Decision:
        """Play the card with the highest mean of own tricks, in piek and misere the lowest."""
        table = table_of(view)
        simulations = Simulations(rng.getrandbits(64))
        times, tricks, best = simulations.weigh_paper(table, self.simulations, self.playout)
        cards = _cards(table)
        means = {card: round(t / n, 3) for card, n, t in zip(cards, times, tricks, strict=False) if n}
        chosen = cards[best]
        drawn = dict(zip(cards, times, strict=False))
        rule = "card-mean-few" if table.high < RANKS else "card-mean"
        facts = {"card": chosen, "mean": means[chosen], "means": means, "drawn": drawn}
        return because(chosen, rule, means[chosen], **facts, simulations=self.simulations)


class MonteCarlo(Carlo):
    """Plays for the chance that its side makes or breaks the contract."""

    character: ClassVar[dict[str, str]] = {
        "en": "imagines N deals that fit what it saw, and plays for the contract (mc:N, else 100)",
        "pt-BR": "imagina N distribuições que cabem no que viu, e joga pelo contrato (mc:N, senão 100)",
    }
    called: ClassVar[str] = "mc"

    def __init__(self, game: Game, simulations: str | int = SIMULATIONS) -> None:
        """``simulations``: guessed deals in which each card is tried."""
        super().__init__(game, self.called, simulations)
        self.name = f"{self.called}:{self.simulations}"

    def bid(self, view: View, rng: Random) -> Decision:
        """Say what is worth most: the simulated chance of each contract against what it pays."""
        chances = bid_chances(view, self.simulations, Simulations(rng.getrandbits(64)))
        worths = {name: round(worth(name, chance), 3) for name, chance in chances.items()}
        best = max(worths, key=lambda name: worths[name])
        said = best if worths[best] > 0 or must_bid(view) else PAS
        rounded = {name: round(chance, 3) for name, chance in chances.items()}
        facts = {"best": best, "chance": rounded[best], "worth": worths[best], "chances": rounded, "worths": worths}
        if said != best:
            nearest = max(rounded, key=lambda name: (rounded[name], -list(CONTRACT).index(name)))
            telling = "near" if rounded[nearest] >= CLEARLY else "none"
            facts |= {"nearest": nearest, "chance": rounded[nearest], "telling": telling}
        return because(said, "bid-mc" if said == best else "bid-mc-pas", worths[best], **facts, worlds=self.simulations)

    def trump(self, view: View, rng: Random) -> Decision:
        """Name the suit with which the contract is made most often."""
        return self._most(view, trump_chances(view, self.simulations, Simulations(rng.getrandbits(64))), "trump-mc")

    def ask(self, view: View, rng: Random) -> Decision:
        """Ask for the card with which the contract is made most often."""
        return self._most(view, ask_chances(view, self.simulations, Simulations(rng.getrandbits(64))), "ask-mc")

    def _most(self, view: View, wins: dict[str, int], rule: str) -> Decision:
        del view
        best = max(wins, key=lambda move: wins[move])
        n = self.simulations
        facts = {"chances": {move: won / n for move, won in wins.items()}, "interval": interval(wins[best], n)}
        return because(best, rule, wins[best] / n, chance=wins[best] / n, **facts, worlds=n)

    def card(self, view: View, rng: Random) -> Decision:
        """Play the card that gives its side the best chance; equal chances by tricks, then by lot."""
        table = table_of(view)
        wins, _, best = Simulations(rng.getrandbits(64)).weigh(table, self.simulations)
        return self._explained(table, wins, best, "card-mc")

    def _explained(self, table: Table, wins: list[int], best: int, rule: str) -> Decision:
        cards, n = _cards(table), self.simulations
        declaring = table.seat in (table.declarer, table.partner)
        good = [won if declaring else n - won for won in wins[: len(cards)]]
        chances = {card: won / n for card, won in zip(cards, good, strict=True)}
        facts = {
            "card": cards[best],
            "chance": chances[cards[best]],
            "low": interval(good[best], n)[0],
            "high": interval(good[best], n)[1],
            "chances": chances,
            **worst(chances, cards[best]),
            **_alike(chances),
            **peril(table, INDEX[cards[best]]),
            "intervals": {card: interval(won, n) for card, won in zip(cards, good, strict=True)},
            "worlds": n,
        }
        return because(cards[best], f"{rule}-{'make' if declaring else 'break'}", good[best] / n, **facts)


def _alike(chances: Mapping[str, float]) -> JsonObject:
    """Tell which sentence fits where all cards are as good."""
    if len(set(chances.values())) > 1:
        return {}
    chance = next(iter(chances.values()))
    return {"telling": "never" if chance == 0 else "always" if chance == 1 else "even"}


class PerfectEnd(MonteCarlo):
    """As ``mc``; from so many tricks before the end on it solves every guessed deal exactly."""

    called: ClassVar[str] = "pimc"
    character: ClassVar[dict[str, str]] = {
        "en": "like mc, and counts out the last tricks to the end in every deal it imagines (pimc:N,tricks=5)",
        "pt-BR": "como o mc, e conta até o fim as últimas vazas de cada distribuição que imagina (pimc:N,tricks=5)",
    }

    def __init__(self, game: Game, simulations: str | int = SIMULATIONS, tricks: str | int = EXACT) -> None:
        """``tricks`` left from which it solves."""
        super().__init__(game, simulations)
        self.exact = whole_number("pimc", "tricks", tricks, 1, 7)
        self.name += "" if self.exact == EXACT else f",tricks={self.exact}"

    def card(self, view: View, rng: Random) -> Decision:
        """Solve near the end; among cards that keep the goal equally often, the one that `mc` likes best."""
        table = table_of(view)
        if table.counts[table.seat] > self.exact:
            return super().card(view, rng)
        simulations = Simulations(rng.getrandbits(64))
        liked, tricks, _ = simulations.weigh(table, self.simulations)
        cards = legal(table)
        wins = [0] * count(cards)
        for hands, partner in simulations.worlds(table, self.simulations):
            kept = _solved(table, hands, partner)
            for number in range(len(wins)):
                wins[number] += kept >> nth(cards, number) & 1
        sign = 1 if table.seat in (table.declarer, table.partner) else -1
        fewer = 1 if table.high == RANKS else -1
        best = max(range(len(wins)), key=lambda i: (sign * wins[i], sign * liked[i], sign * fewer * tricks[i]))
        return self._explained(table, wins, best, "card-pimc")


def _solved(table: Table, hands: tuple[int, int, int, int], partner: int) -> int:
    """Return the cards after which declarer's side can still make it, all cards lying open."""
    leader = (table.seat - table.placed) % 4
    on = tuple(table.on[(leader + turn) % 4] for turn in range(table.placed))
    side = 1 << table.declarer | (1 << partner if partner >= 0 else 0)
    won = side_tricks(table) if partner == table.partner else sum(table.tricks[s] for s in range(4) if side >> s & 1)
    return keeping(Ending(hands, leader, on, table.trump), side, table.low - won, table.high - won)


def _cards(table: Table) -> list[str]:
    """Return the legal cards, from the lowest number on."""
    return [CARDS[card] for card in range(len(CARDS)) if legal(table) >> card & 1]
