"""Deals in play to look at: every contract, every option that changes what may be played."""

from collections.abc import Iterator
from random import Random

from bolicho.core.chance import stream
from bolicho.games.rikken import Deal, Rikken, State
from bolicho.games.rikken.cards import ACES
from bolicho.games.rikken.contracts import NAMES

OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"trump": "off"},
    {"asked_card_forced": "first-lead"},
    {"asked_card_forced": "declarer-leads"},
    {"early_end": "off"},
    {"open_leader": "declarer"},
)


def in_play(rng: Random, contract: str, **options: str) -> State:
    """Deal, and go to the first card of a contract; trump and ask are drawn."""
    game, declarer = Rikken(**options), rng.randrange(4)
    deal = game.deal(rng)
    while contract == "troela" and (deal.hands[declarer] & ACES).bit_count() != 3:
        deal = game.deal(rng)
    state = game.start(Deal(deal.hands), dealer=rng.randrange(4), contract=contract, declarer=declarer)
    while state.phase != "play":
        state = state.play(rng.choice(state.moves()))
    return state


def deals(seed: str, rounds: int = 1) -> Iterator[tuple[State, Random]]:
    """Begin a deal of every contract under every option, so many times."""
    for number in range(rounds):
        for contract in NAMES:
            for options in OPTIONS:
                rng = stream(number, seed, contract, *sorted(options.items()).__str__().split())
                yield in_play(rng, contract, **options), rng
