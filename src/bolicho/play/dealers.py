"""Dealers: who gives the cards. A dealer is a function from the number of the unit to a deal."""

from collections.abc import Callable, Sequence
from typing import Any

from bolicho.core.chance import OPEN, stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput

Dealer = Callable[[int], Any]


def shuffled(game: Game, seed: int, board: int, salt: str = OPEN) -> Dealer:
    """Deal from a deck shuffled anew for each unit; matches of one board get the same deals (duplicate play)."""
    return lambda unit: game.deal(stream(seed, "deal", board, unit, salt=salt))


def fixed(game: Game, deals: Sequence[object]) -> Dealer:
    """Deal a given list, as deals or as their text; it must be long enough for the match."""
    ready = parse_all(game, deals)

    def deal(unit: int) -> Any:
        if unit >= len(ready):
            raise BadInput(f"the dealer has {len(ready)} deals and the match needs another")
        return ready[unit]

    return deal


def parse_all(game: Game, deals: Sequence[object]) -> list[Any]:
    """Read deals given as deals or as their text."""
    return [game.parse_deal(deal) if isinstance(deal, str) else deal for deal in deals]
