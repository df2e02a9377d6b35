"""How fast a bot learns cases: a training beside the paper's twelve hours, and the cost of a match by the base's size.

The training is the real one, with its store on the disk. The cost by size is that of playing a match and learning from
it in memory, of a bot whose three bases begin with so many cases. It keeps every hand, so that large bases, to which
little is new, change as much as small ones. A bot that scans its bases plays the same matches in the same run, and must
play them alike.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from bolicho.agents import make
from bolicho.agents.bots.player import CaseLearner
from bolicho.bench.learning_peer import ScanMemory
from bolicho.bench.rows import Measure
from bolicho.bench.varied_base import SOURCE, varied_base
from bolicho.core.contract import Game
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.upkeep.retain import Hand, Verdict
from bolicho.play.table import play_match
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining

BOT = "bot1"
SIZES = (513, 5_000, 20_000, 100_000)
MATCHES = 300
PAPER_SECONDS = 12 * 3600.0
"""What the paper took for 300 training matches, "around 12h" (Moral et al.)."""
PER_SECOND, LEAST, FIRST = 20, 2, 2
"""Matches of each size for a second of ``--seconds``; at least; and before the clock runs, to make the indexes."""
OURS, SCAN = "the living index", "a plain scan"

Watch = Callable[[str], None]
Outcome = tuple[int | None, tuple[float, ...], int, tuple[int, ...]]
"""Of a match: who won, the scores, its hands, and the cases in each base after it."""


@dataclass(frozen=True)
class Cost:
    """What a match costs one of the two at one size, in processor time, learning included."""

    name: str
    cases: int
    matches: int
    hands: int
    seconds: float
    """All of them."""
    first: float
    """The matches before, in which the indexes are made."""

    @property
    def each(self) -> float:
        """Milliseconds a match."""
        return 1000 * self.seconds / self.matches


@dataclass(frozen=True)
class Training:
    """A whole training."""

    bot: str
    matches: int
    hands: int
    cases: dict[str, int]
    seconds: float
    processor: float


@dataclass(frozen=True)
class LearningReport:
    """All that was measured."""

    seed: int
    training: Training
    costs: tuple[Cost, ...]

    def of(self, name: str) -> list[Cost]:
        """Return the costs of one of the two, by size."""
        return sorted((cost for cost in self.costs if cost.name == name), key=lambda cost: cost.cases)

    def exponents(self, name: str) -> list[float]:
        """Return by which power of the size the cost grows, from each size to the next."""
        found = self.of(name)
        return [exponent(one, two) for one, two in pairwise(found)]

    def overall(self, name: str) -> float | None:
        """Return the same from the smallest size to the largest."""
        found = self.of(name)
        return exponent(found[0], found[-1]) if len(found) > 1 else None

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The numbers to remember."""
        seconds = self.training.seconds * MATCHES / self.training.matches
        worst = max(self.exponents(OURS), default=None)
        return (
            Measure(f"seconds of {MATCHES} training matches", seconds),
            Measure("power of the size by which a match's cost grows, the worst step", worst),
        )

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "what": "cases",
            "seed": self.seed,
            "training": {**asdict(self.training), "times_paper": times_paper(self.training)},
            "source": SOURCE,
            "costs": [{**asdict(cost), "milliseconds": cost.each} for cost in self.costs],
            "exponents": {
                name: {"steps": self.exponents(name), "overall": self.overall(name)} for name in (OURS, SCAN)
            },
            "summary": [asdict(measure) for measure in self.summary],
            "python": sys.version.split()[0],
            "platform": sys.platform,
        }


def run(
    seed: int = 0,
    seconds: float = 1.0,
    sizes: Sequence[int] = SIZES,
    matches: int = MATCHES,
    watch: Watch = lambda _: None,
) -> LearningReport:
    """Measure a training, and matches at every size by both."""
    watch(f"{matches} training matches of {BOT}")
    training = train(seed, matches)
    played = max(LEAST, round(PER_SECOND * seconds))
    base = varied_base(max(sizes), seed)
    costs = []
    for size in sizes:
        start = base.subset(_first(len(base), size), f"{size} cases")
        watch(f"matches with {size:,} cases, {OURS}")
        ours, did = match_cost(OURS, start, played, seed)
        watch(f"matches with {size:,} cases, {SCAN}")
        scan, same = match_cost(SCAN, start, played, seed)
        if did != same:
            raise AssertionError(f"with {size} cases the two did not play alike: {did} and {same}")
        costs += [ours, scan]
    return LearningReport(seed, training, tuple(costs))


def train(seed: int, matches: int) -> Training:
    """Go through a training in a store that is thrown away."""
    with TemporaryDirectory() as folder, Store.open(str(Path(folder) / "bench.db")) as store:
        began, busy = time.perf_counter(), time.process_time()
        training = CaseTraining(store, CaseDesign("bench", BOT, matches=matches, seed=seed))
        training.train()
        taken, used = time.perf_counter() - began, time.process_time() - busy
        hands = sum(step["hands"] for step in training.played)
        return Training(BOT, matches, hands, dict(training.trio.sizes), taken, used)


def match_cost(name: str, start: CaseBase, matches: int, seed: int) -> tuple[Cost, list[Outcome]]:
    """Let a bot play and learn; return what the matches cost, and what became of each."""
    game = GAMES.make("truco")
    kind = Memory if name == OURS else cast("type[Memory]", ScanMemory)
    trio = Trio(*(kind(start) for _ in MODES))
    bot, rival = CaseLearner(game, "", bot=BOT, trio=trio), make("bot0", game)
    bot.retention = everything
    outcomes: list[Outcome] = []
    first = _timed(lambda: outcomes.extend(_play(game, bot, rival, n, seed) for n in range(FIRST)))
    after = range(FIRST, FIRST + matches)
    seconds = _timed(lambda: outcomes.extend(_play(game, bot, rival, n, seed) for n in after))
    hands = sum(hands for _, _, hands, _ in outcomes[FIRST:])
    return Cost(name, len(start), matches, hands, seconds, first), outcomes


def everything(hand: Hand) -> Verdict:  # noqa: ARG001
    """Keep every hand."""
    return Verdict(True)


def exponent(one: Cost, two: Cost) -> float:
    """Return by which power of the size the cost of a match grows between two sizes."""
    return log(two.each / one.each) / log(two.cases / one.cases)


def times_paper(training: Training) -> float:
    """Return how many times as many matches a second as the paper."""
    return PAPER_SECONDS / MATCHES / (training.seconds / training.matches)


def _play(game: Game, bot: CaseLearner, rival: Any, match: int, seed: int) -> Outcome:
    seat = match % 2
    agents = [bot, rival] if seat == 0 else [rival, bot]
    record = play_match(game, agents, seed, match=match, keep_why=True)
    bot.learn(record, seats=(seat,))
    sizes = tuple(bot.trio.sizes.values())
    return record.winner, tuple(record.scores), len(record.units), sizes


def _timed(work: Callable[[], object]) -> float:
    began = time.process_time()  # a busy machine does not stretch it
    work()
    return time.process_time() - began


def _first(size: int, count: int) -> Any:
    import numpy as np

    return np.arange(size) < count
