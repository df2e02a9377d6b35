"""The bundled bases: hands of scripted players of different temper and skill, every case called synthetic.

Five players, some with more chairs than others, meet in all seatings, themselves included, in an order drawn anew each
time round, in matches to 24 under the rules of `gaucho`. They have lapses, as people do (``lapses.py``), so that who
reuses their hands does not learn that nobody ever folds and that calling always pays. Observing both seats, each deal
gives two cases, as in the recorded base of Paulus (2020); observing one seat drawn a match is how the 513 hands of the
2019 paper came about.
"""

from collections.abc import Callable, Iterator
from itertools import count, product

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.lab.studies.bases.lapses import Lapses, PlayerWithLapses
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.play import play_match
from bolicho.play.case_watcher import BOTH, CaseWatcher

CHAIRS = {"novice": 1, "cautious": 1, "bold": 4, "bluffer": 2, "sound": 2}
"""How often each player sits down: chosen so that calls and refusals come nearer to those of people."""
LAPSES = Lapses(stays=0.4, raises=0.3, bluffs=0.25, poor=0.12, folds=0.55, ties=0.25)
"""Chosen so that refusals, raises, folds, ties and bluffs come within ten points of those of recorded people."""
OBSERVED = ("both", "one")
SOURCE = "synthetic"

BUNDLED = {"baseline": (3195, 2018, "both"), "starter": (513, 2017, "one")}
"""How many cases each bundled base has, from which seed, and whether both seats were observed."""


def synthetic(
    name: str,
    cases: int,
    seed: int = 0,
    observe: str = "both",
    done: Callable[[int, int], None] | None = None,
    lapses: Lapses = LAPSES,
) -> CaseBase:
    """Play until there are so many cases; the same arguments give the same base."""
    if observe not in OBSERVED:
        raise BadInput(f"observe {observe!r}: expected {' or '.join(OBSERVED)}")
    if cases < 1:
        raise BadInput(f"{cases} cases: expected at least 1")
    who = f"{', '.join(CHAIRS)}{', with lapses,' if any(lapses) else ''} against each other and themselves"
    note = f"hands of {who}; {observe} observed, seed {seed}"
    base = CaseBase(name, NAMES, game="truco", form=FORM, source=SOURCE, note=note, capacity=cases)
    game = GAMES.make("truco")
    agents = {player: PlayerWithLapses(make(player, game), lapses) for player in CHAIRS}
    for match, pair in seatings(seed):
        seats = BOTH if observe == "both" else (stream(seed, "observed", match).randrange(2),)
        watcher = CaseWatcher(seats)
        play_match(game, [agents[player] for player in pair], seed, match=match, watchers=[watcher])
        base.append(watcher.rows[: cases - len(base)])
        if done is not None:
            done(len(base), cases)
        if len(base) == cases:
            break
    return base


def seatings(seed: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """Give matches without end: their numbers and who sits where."""
    chairs = [player for player, number in CHAIRS.items() for _ in range(number)]
    pairs = list(product(chairs, chairs))
    for time in count():
        stream(seed, "seatings", time).shuffle(pairs)
        for place, pair in enumerate(pairs):
            yield time * len(pairs) + place, pair
