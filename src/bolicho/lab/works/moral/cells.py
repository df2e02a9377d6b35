"""The small cells of Moral: a decision with its ten cases, contra-flor dealt fairly and guided, the upkeep of bases."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bolicho.agents import make
from bolicho.arena.results.intervals import Board, Estimate, ratio
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games import GAMES
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.works.moral.contra_flor import FlorCount, contra_flor_cases
from bolicho.lab.works.moral.lineup import PRUNED, printed_numbers, training_name
from bolicho.lab.works.moral.training import at_home
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import Question
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.hindsight import ground
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio, name_of
from bolicho.learn.cases.upkeep.competence import Share, contradictions, coverage
from bolicho.learn.cases.upkeep.prune import Settings, prune
from bolicho.play.guided_deals import Guide

if TYPE_CHECKING:
    from bolicho.store import Store

K, THRESHOLD = 10, 0.9
FIRST_CARD = Question("card", "first-card-first", "index-cards", round=1)
"""Which card to play first, when nobody has played."""
SHOWN = ("high", "medium", "low", "mano")
STRATEGY = "redundant"
DONE = "-pruned"


def table3(base: CaseBase) -> Rows:
    """Return the ten cases of the first base that are nearest to the query of Table III."""
    memory = Trio.start(base)["truco"]
    found = memory.nearest(FIRST_CARD, printed_numbers()["table3"]["query"], TRUCO, K)
    rows: Rows = []
    voters = zip(found.positions.tolist(), found.similarities, found.actions, found.won, found.points, strict=True)
    for position, alike, action, won, points in voters:
        case = memory.case(position)
        shown = {name: case[name] for name in (*SHOWN, "mine_1")}
        rows.append({"case": position, **shown, "action": action, "won": won, "points": points, "alike": float(alike)})
    return rows


def contra_flor(facts: JsonMapping, store: str) -> Rows:
    """Count contra-flor in some hands of two players."""
    game = GAMES.make("truco", preset=facts["rules"])
    with at_home(Path(store).parent):
        agents = [make(spec, game) for spec in facts["players"]]
    met = contra_flor_cases(game, agents, Guide.parse(facts["guided"]), facts["hands"], facts["seed"])
    told = met._asdict()
    del told["by_match"]
    _, low, high = fair_share(met)
    return [{**told, "true_low": low, "true_high": high}]


def fair_share(met: FlorCount) -> Estimate:
    """Return the share of fair hands with a contra-flor, by the weights, with its 95 % interval; matches are the units.

    >>> fair_share(FlorCount(4, 2, 2, 2, 1.0, 0.5, ((1.0, 0.2), (3.0, 1.8))))
    Estimate(mean=0.5, low=0.0, high=2.4059)
    """
    mean, low, high = ratio([Board(*sums) for sums in met.by_match])
    return Estimate(mean, None if low is None else max(0.0, low), high)


def upkeep(trio: Trio) -> Rows:
    """Tell of each base of a training what it covers, and how many cases contradict another."""
    return [{"mode": mode, **_upkeep(trio[mode].base(), mode)} for mode in MODES]


def _upkeep(base: CaseBase, mode: str) -> JsonObject:
    covered, against = (
        _sum(found) for found in (coverage(base, ground(mode), THRESHOLD, K), contradictions(base, ground(mode)).kinds)
    )
    return {"cases": len(base), "covered": list(covered), "contradicting": list(against)}


def pruned(store: "Store", seed: int) -> Rows:
    """Take the redundant cases out of the bases of one training, and keep what is left for a player."""
    name = training_name(PRUNED, 0)
    trio, rows = Trio.load(name, store), []
    there = {base.name for base in store.bases()}
    for mode in MODES:
        base, left = trio[mode].base(), name_of(f"{name}{DONE}", mode)
        found = prune(base, ground(mode), (STRATEGY,), Settings(seed=seed))
        kept = base.subset(found.keep, left)
        if left in there:  # of a run that was killed just then
            shelf.drop(left, store)
        shelf.save(kept, store)
        rows.append({"mode": mode, "before": len(base), "after": len(kept), **_upkeep(kept, mode)})
    return rows


def _sum(found: Mapping[str, Share]) -> Share:
    total = Share()
    for one in found.values():
        total = total.plus(one)
    return total
