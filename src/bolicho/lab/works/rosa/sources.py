"""Which numbers of the sources may stand beside an analysis, and what differs where they may not, or not quite.

The sources played without trump, with hands within the contract's margin, and with the literal players.

>>> differs(Play("rules-paper", "random", "rik", 10)), differs(Play("rules", "random", "rik", 10))
([], ['technique'])
>>> differs(Play("rules", "random", "rik", 10, trump=True)), play_beside(Play("rules", "random", "rik", 10, trump=True))
(['trump'], None)
"""

from bolicho.games.rikken.bits import RANKS
from bolicho.lab.works.rosa.bidding import LIMITS, Bidding
from bolicho.lab.works.rosa.hands import MARGINS
from bolicho.lab.works.rosa.numbers import PlaySources, Sources, bidding_numbers, play_numbers
from bolicho.lab.works.rosa.play import Play

LITERAL = ("random", "rules-paper", "mc-paper", "mc-paper:playout=rules")
ANOTHER_GAME = ("trump", "limits")
"""What leaves nothing to compare; the rest is said in a note."""


def differs(analysis: Bidding | Play) -> list[str]:
    """Return what differs from the conditions of the sources; if it is another game altogether, just that."""
    found = {
        "trump": analysis.trump,
        "limits": isinstance(analysis, Play) and analysis.bounds != MARGINS[analysis.contract],
        "span": isinstance(analysis, Bidding) and (analysis.low, analysis.high) != LIMITS[analysis.contract],
        "technique": not {analysis.technique, analysis.against} <= set(LITERAL),
    }
    other_game = [name for name in ANOTHER_GAME if found[name]]
    return other_game or [name for name, true in found.items() if true]


def bidding_beside(analysis: Bidding) -> dict[int, Sources]:
    """Return the numbers of Quadro 20 that may stand beside an analysis."""
    return {} if _another_game(analysis) else bidding_numbers(analysis.technique, analysis.contract)


def play_beside(analysis: Play) -> PlaySources | None:
    """Return the numbers of Quadro 21 that may stand beside an analysis."""
    if _another_game(analysis):
        return None
    return play_numbers(analysis.technique, analysis.contract, analysis.against)


def of_all_hands(analysis: Bidding) -> bool:
    """Whether no estimate is left out, so that sums are over hands as they come from the pack."""
    return (analysis.low, analysis.high) == (0, RANKS)


def _another_game(analysis: Bidding | Play) -> bool:
    return bool(set(differs(analysis)) & set(ANOTHER_GAME))
