"""How many contra-flor cases a number of hands gives, dealt fairly or by a guide (the paper: 6 in some 6,000 hands)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bolicho.core.contract import Agent, Game
from bolicho.learn.cases.truco.codes import NOBODY
from bolicho.learn.cases.truco.columns import NAMES
from bolicho.play.case_watcher import CaseWatcher
from bolicho.play.guided_deals import Guide, guided
from bolicho.play.table import play_match

CALLS = tuple(NAMES.index(name) for name in ("contra_flor_by", "contra_flor_resto_by"))
MET = tuple(NAMES.index(name) for name in ("flor_flor_by", "flor_refused_by", *(NAMES[place] for place in CALLS)))


class FlorCount(NamedTuple):
    """What some hands gave, as cases of one observed seat."""

    hands: int
    matches: int
    flor_flor: int
    """Hands in which flor met flor."""
    contra_flor: int
    """Hands in which somebody called contra-flor or contra-flor e o resto."""
    mean_weight: float
    """Of all hands; near 1 where the dealer's rates leave something to chance."""
    true_share: float
    """What share of fair hands would have a contra-flor, by the weights."""
    by_match: tuple[tuple[float, float], ...]
    """Of each match the weight of its hands, and of those with a contra-flor: what an interval needs."""


def contra_flor_cases(
    game: Game,
    agents: Sequence[Agent],
    guide: Guide,
    hands: int = 6_000,
    seed: int = 0,
    done: Callable[[int, int], None] | None = None,
) -> FlorCount:
    """Play matches between two agents until there are so many hands, and count what flor gave in them."""
    seen = matches = met = called = 0
    by_match: list[tuple[float, float]] = []
    while seen < hands:
        watcher = CaseWatcher((matches % 2,))
        record = play_match(
            game, agents, seed, match=matches, dealer=guided(game, seed, matches, guide), watchers=[watcher]
        )
        weights = contra = 0.0
        for unit, row in zip(record.units[: hands - seen], watcher.rows, strict=False):
            weight = guide.weight(unit.deal)
            raised = any((row[place] or NOBODY) > NOBODY for place in CALLS)
            met += any((row[place] or NOBODY) > NOBODY for place in MET)
            called += raised
            weights += weight
            contra += weight * raised
        by_match.append((weights, contra))
        seen = min(hands, seen + len(record.units))
        matches += 1
        if done is not None:
            done(seen, hands)
    whole, part = (sum(sums) for sums in zip(*by_match, strict=True)) if by_match else (0.0, 0.0)
    shares = whole / seen if seen else 1.0, part / whole if whole else 0.0
    return FlorCount(seen, matches, met, called, *shares, tuple(by_match))
