"""How often a hand would make each contract, by simulation: what `mc` bids, names and asks by."""

from bolicho.agents.rikken.bidding import best_trump
from bolicho.agents.rikken.engine import Simulations
from bolicho.agents.rikken.sets import suit_points
from bolicho.agents.rikken.sight import ask, begin, leader_of, table_of_start
from bolicho.agents.rikken.table import Table
from bolicho.games.rikken.ask import asks
from bolicho.games.rikken.bits import NOBODY
from bolicho.games.rikken.cards import ACES, INDEX, SUITS, mask_of
from bolicho.games.rikken.contracts import CONTRACT, NAMES, Contract
from bolicho.games.rikken.view import View

HEARTS = 1
SEEN = {(False, False): 1, (True, False): 2, (True, True): 3}
"""Simulated defenders do not look into an open hand: the chance of an open game is taken to this power."""


def worth(contract: str, chance: float) -> float:
    """Return what declarer expects to win: three times the value alone, once with a partner."""
    terms = CONTRACT[contract]
    return (3 if terms.alone else 1) * terms.value * (2 * chance - 1)


def bid_chances(view: View, worlds: int, simulations: Simulations) -> dict[str, float]:
    """Return the chance to make each contract that may be said now."""
    legal = [name for name in NAMES if name in view.moves]
    counted: dict[tuple[object, ...], list[int]] = {}
    chances = {}
    for name in legal:
        terms = CONTRACT[name]
        kind = _kind(terms, leader_of(view, terms, view.seat))
        if kind not in counted:
            table, partner_names = _imagined(view, terms)
            counted[kind] = simulations.sample(table, view.seat, worlds, partner_names=partner_names)
        made = sum(times for tricks, times in enumerate(counted[kind]) if terms.made(tricks))
        chances[name] = ((made + 0.5) / (worlds + 1)) ** SEEN[terms.open, terms.plus]
    return chances


def trump_chances(view: View, worlds: int, simulations: Simulations) -> dict[str, int]:
    """Return how often the contract is made with each suit as trump."""
    wins = {}
    for move in view.moves:
        suit = SUITS.index(move.removeprefix("trump:"))
        table = table_of_start(view, suit)
        if CONTRACT[view.contract or ""].partner == "asked":
            ask(table, _likely_ask(mask_of(view.dealt), suit))
        wins[move] = _made(table, view, worlds, simulations)
    return wins


def ask_chances(view: View, worlds: int, simulations: Simulations) -> dict[str, int]:
    """Return how often the contract is made with each card that may be asked for."""
    wins = {}
    for move in view.moves:
        table = table_of_start(view, NOBODY if view.trump is None else SUITS.index(view.trump))
        ask(table, INDEX[move.removeprefix("ask:")])
        wins[move] = _made(table, view, worlds, simulations)
    return wins


def _made(table: Table, view: View, worlds: int, simulations: Simulations) -> int:
    counted = simulations.sample(table, view.seat, worlds)
    return sum(times for tricks, times in enumerate(counted) if table.low <= tricks <= table.high)


def _kind(terms: Contract, leader: int) -> tuple[object, ...]:
    """Contracts of one kind are played alike: the solos differ in their goal alone, the open games in who sees."""
    return (terms.partner, terms.trump, terms.few and terms.low, leader)


def _imagined(view: View, terms: Contract) -> tuple[Table, bool]:
    """Return the deal if this contract were played, and whether a partner would name trump."""
    hand = mask_of(view.dealt)
    trump = {"hearts": HEARTS, "declarer": best_trump(hand)}.get(terms.trump, NOBODY)
    trump = trump if view.rules.trump == "on" else NOBODY
    table = begin(view, terms, view.seat, leader_of(view, terms, view.seat), trump)
    if terms.partner == "asked":
        ask(table, _likely_ask(hand, trump))
    elif terms.partner == "ace":  # for who holds the three the fourth is as good as asked for
        table.asked = (ACES & ~hand).bit_length() - 1
    return table, terms.trump == "partner" and view.rules.trump == "on"


def _likely_ask(hand: int, trump: int) -> int:
    cards = asks(hand, SUITS[trump] if trump >= 0 else None)
    return max((INDEX[card] for card in cards), key=lambda card: suit_points(hand, card // 13))
