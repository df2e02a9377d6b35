"""The reason that `rules` gives for a card is a fact about that card, and people can see it at the table."""

from collections import Counter
from random import Random

from bolicho.agents import make
from bolicho.agents.rikken.sets import masters
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.table import Table, friends
from bolicho.games import GAMES
from bolicho.games.rikken.bits import ALL, RANKS, SUIT
from bolicho.games.rikken.cards import INDEX
from bolicho.play.table import Table as Match

DEALS = 300


def fact(table: Table, card: int, reason: str) -> bool:
    """Whether what a reason claims is so."""
    me, declarer, suit = table.seat, table.declarer, card // RANKS
    out = ALL & ~table.gone & ~table.hands[me]
    held = table.hands[me]
    follows, above, best = suit == table.led, card > table.best, max(table.best, 0)
    trumps = SUIT << table.trump * RANKS if table.trump >= 0 else 0
    ours = table.placed > 0 and friends(table, me) >> table.winner & 1
    in_suit = held & SUIT << table.led * RANKS if table.placed else 0
    lowest = bool(in_suit) and card == (in_suit & -in_suit).bit_length() - 1
    high = bool(masters(1 << card, out))
    return {
        "draw-trump": suit == table.trump and bool(out & SUIT << suit * RANKS),
        "call-partner": me == declarer and suit == table.asked // RANKS,
        "high": high,
        "only-trumps": held & ~trumps == 0,
        "long-suit": not high and suit != table.trump,
        "spare-partner": bool(ours) and follows and lowest,
        "cannot-beat": follows and lowest and not (table.best // RANKS == table.led and in_suit >> best > 1),
        "last-cheapest": follows and above and table.placed == 3 and not in_suit & (1 << card) - (2 << best),
        "sure": follows and above and high,
        "third-high": follows and above and table.placed == 2 and in_suit >> card == 1,
        "stay-low": follows and lowest and table.placed == 1,
        "ruff": not follows and suit == table.trump and (table.best // RANKS != table.trump or above),
        "throw-partner": bool(ours) and not follows,
        "throw": not follows and (suit != table.trump or not above),
        "take-one": me == declarer and table.tricks[me] == 0 and table.low == 1,
        "safe-lead": me == declarer and table.placed == 0,
        "duck": follows and not above and not in_suit & (1 << best) - (2 << card),
        "taken-anyway": follows and above and in_suit >> card == 1,
        "forced-above": follows and above and lowest,
        "danger": not follows,
        "push": me != declarer and table.placed == 0,
        "spend-high": follows and table.on[declarer] >= 0 and table.winner != declarer != me,
    }[reason]  # fmt: skip


def test_every_reason_for_a_card_is_so_at_the_table() -> None:
    heard: Counter[str] = Counter()
    for game in (GAMES.make("rikken", deals=1), GAMES.make("rikken", deals=1, preset="rosa")):
        for seed in range(DEALS):
            players = [make("rules", game) for _ in range(4)]
            table, rng = Match(game, players, seed), Random(seed)
            while not table.over:
                view = table.state.view(table.seat)
                decision = players[table.seat].choose(view, rng)
                rule = decision.why["rule"]
                if rule.startswith("card-"):
                    reason = rule.removeprefix("card-")
                    assert fact(table_of(view), INDEX[decision.move], reason), (view, decision)
                    heard[reason] += 1
                table.play(decision)
    assert len(heard) >= 18, heard
