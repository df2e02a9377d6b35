"""The upkeep of bases: what one is worth to those who play by it, and what can go.

A base is kept by itself, or as the three of a case learner (NAME-envido, NAME-flor, NAME-truco), each of which is only
asked about its own mode. What is retrieved is counted over matches of whoever plays by it against itself and scripted
players.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bolicho.agents import make
from bolicho.agents.bots.player import CaseLearner
from bolicho.agents.cbr import CaseBased
from bolicho.core.contract import Agent
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import is_file
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.truco.hindsight import ground
from bolicho.learn.cases.truco.learned_case import FORMS, MODES, widen
from bolicho.learn.cases.truco.trio import Trio, name_of
from bolicho.learn.cases.upkeep.competence import (
    Look,
    Share,
    Situation,
    by_nearest,
    by_threshold,
    contradictions,
    coverage,
    idle,
    known,
    replaceable,
    times_retrieved,
)
from bolicho.learn.cases.upkeep.prune import NothingLeft, PruneResult, Settings, prune, strategies
from bolicho.play import play_match
from bolicho.play.case_questions import RIVALS, questions_when_playing
from bolicho.play.replay import steps

if TYPE_CHECKING:
    from bolicho.store import Store

Watch = Callable[[str, str, int, int], None]
"""Told which base is looked at, what for, how much is done, and of how much."""


def silent(base: str, what: str, done: int, total: int) -> None:
    """Watch nothing."""


class BaseSet(NamedTuple):
    """Bases that are kept together, and who plays by them."""

    name: str
    bases: dict[str | None, CaseBase]
    """By mode; one that answers everything has none."""
    player: str
    """The player without its base: ``cbr:POLICY`` or a bot."""
    agent: Agent
    look: Look

    @property
    def trio(self) -> bool:
        """Whether these are the three of a case learner."""
        return None not in self.bases

    def spec(self, name: str) -> str:
        """Return the name of the same player on bases of a name."""
        return f"{self.player}:{name}" if self.trio else f"{self.player}@{name}"


def find_bases(name: str, store: "Store | None", policy: str = "PVCNPS", bot: str = "bot0") -> BaseSet:
    """Find a base by name or file, or the three of a learner by the name of its training."""
    game = GAMES.make("truco")
    if not is_trio(name, store):
        base = shelf.base(name, store=store)
        shelf.usable(base, *FORMS)
        agent = CaseBased(game, policy, base=base)
        return BaseSet(name, {None: base}, f"cbr:{policy}", agent, by_threshold(agent.how))
    learner = CaseLearner(game, name, bot=bot, trio=Trio.load(name, store))
    bases: dict[str | None, CaseBase] = {mode: shelf.base(name_of(name, mode), store=store) for mode in MODES}
    for base in bases.values():
        shelf.usable(base, *FORMS)
    return BaseSet(name, bases, bot, learner, by_nearest(learner.settings.k))


def is_trio(name: str, store: "Store | None") -> bool:
    """Tell whether a name is that of the three bases of a learner, and of no base by itself."""
    if name in shelf.BUNDLED or is_file(name) or store is None:
        return False
    known_names = {row.name for row in store.bases()}
    return name not in known_names and all(name_of(name, mode) in known_names for mode in MODES)


def questions_of_play(these: BaseSet, matches: int, seed: int, watch: Watch = silent) -> list[Situation]:
    """Return what is asked in matches of whoever plays by these bases."""
    game = GAMES.make("truco")
    rivals = [make(rival, game) for rival in RIVALS]
    return questions_when_playing(game, these.agent, rivals, matches, seed, _watched(watch, these.name, "play"))


# ── what a base is worth ──────────────────────────────────────────────────────────────────────────────────────────
def competence(
    these: BaseSet,
    threshold: float = 0.9,
    enough: int = 10,
    near: float = 1.0,
    matches: int = 60,
    seed: int = 0,
    watch: Watch = silent,
) -> JsonObject:
    """Tell what bases cover, which of their cases contradict, and which are never retrieved (plain JSON data)."""
    began = monotonic()
    Settings(threshold=threshold, enough=enough, near=near)  # checks them
    if matches < 0:
        raise BadInput(f"matches {matches}: expected 0 or more")
    situations = questions_of_play(these, matches, seed, watch) if matches else []
    return {
        "name": these.name,
        "threshold": threshold,
        "enough": enough,
        "near": near,
        "player": these.spec(these.name),
        "matches": matches,
        "questions": len(situations),
        "seed": seed,
        "bases": [_competence(these, mode, threshold, enough, near, situations, watch) for mode in these.bases],
        "seconds": round(monotonic() - began, 2),
    }


def _competence(
    these: BaseSet,
    mode: str | None,
    threshold: float,
    enough: int,
    near: float,
    situations: Iterable[Situation],
    watch: Watch,
) -> JsonObject:
    base, asked = these.bases[mode], ground(mode)
    here = [(question, values) for question, values in situations if question in asked.questions]
    covered = coverage(base, asked, threshold, enough, _watched(watch, base.name, "coverage"))
    others = replaceable(base, asked, threshold, enough, _watched(watch, base.name, "replaceable"))
    against = contradictions(base, asked, near, _watched(watch, base.name, "contradictions"))
    told: JsonObject = {
        "base": base.name,
        "mode": mode,
        "cases": len(base),
        "coverage": _shares(covered),
        "replaceable": int(others.sum()),
        "idle": int(idle(base, asked).sum()),
        "contradicting": _shares(against.kinds),
        "cases_contradicting": int((against.contradicting > 0).sum()),
        "cases_worse": int((against.worse > 0).sum()),
    }
    if here:
        times = times_retrieved(base, asked, here, these.look, _watched(watch, base.name, "retrieved"))
        told |= {"known": _shares(known(base, asked, here, threshold, enough)), "never": int((times == 0).sum())}
    return told


def _shares(found: dict[str, Share]) -> dict[str, dict[str, float | int | None]]:
    return {kind: {"part": share.part, "of": share.of, "share": share.share} for kind, share in found.items()}


# ── what can go ───────────────────────────────────────────────────────────────────────────────────────────────────
class PrunedBase(NamedTuple):
    """A new base, and what went of the one it was made of."""

    base: CaseBase
    of: CaseBase
    mode: str | None
    found: PruneResult

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        gone = {strategy: len(cases) for strategy, cases in self.found.gone.items()}
        return {
            "base": self.base.name,
            "of": self.of.name,
            "mode": self.mode,
            "cases": len(self.of),
            "left": len(self.base),
            "gone": gone,
        }


def pruned(
    these: BaseSet, new: str, what: Iterable[str], settings: Settings, matches: int = 60, watch: Watch = silent
) -> list[PrunedBase]:
    """Prune bases into new ones; what is never retrieved is found by playing so many matches first.

    One of three bases of which nothing would be left (nobody ever answered a flor, say) stays whole.
    """
    chosen = strategies(what)
    if "never" in chosen:
        if matches < 1:
            raise BadInput("what is never retrieved is found by playing: expected at least 1 match")
        settings = replace(
            settings, situations=questions_of_play(these, matches, settings.seed, watch), look=these.look
        )
    made = []
    for mode, base in these.bases.items():
        asked = ground(mode)
        moved = {name: _watched(watch, base.name, name) for name in chosen}
        try:
            found = prune(base, asked, chosen, settings, moved)
        except NothingLeft:
            if mode is None:
                raise
            found = PruneResult(np.ones(len(base), dtype=bool), {name: np.zeros(0, dtype=np.int64) for name in chosen})
        left = base.subset(found.keep, new if mode is None else name_of(new, mode))
        left.note = f"{base.name} pruned by {', '.join(chosen)}. {base.note}".strip()
        made.append(PrunedBase(left, base, mode, found))
    return made


def names(new: str, these: BaseSet) -> list[str]:
    """Return what pruned bases will be called."""
    return [new if mode is None else name_of(new, mode) for mode in these.bases]


def changed_decisions(
    these: BaseSet, made: Sequence[PrunedBase], matches: int, seed: int, watch: Watch = silent
) -> Share:
    """Tell at how many turns of played matches the player would do something else on the pruned bases.

    It meets the scripted players; a turn where it would is one whose likeliest move is another.
    """
    game = GAMES.make("truco")
    told = _watched(watch, these.name, "decisions")
    views = []
    for match in range(matches):
        record = play_match(game, [these.agent, make(RIVALS[match % len(RIVALS)], game)], seed, match=match)
        states = (step.state for step in steps(record, game))
        views += [state.view(0) for state in states if state.seat == 0 and len(state.moves()) > 1]
        told(match + 1, matches)
    agents: list[Any] = [these.agent, _again(these, made)]
    before, after = ([chances.index(max(chances)) for chances in one.policies(views)] for one in agents)
    return Share(sum(x != y for x, y in zip(before, after, strict=True)), len(views))


def _again(these: BaseSet, made: Sequence[PrunedBase]) -> Agent:
    """Return the same player on pruned bases."""
    game = GAMES.make("truco")
    if not these.trio:
        return CaseBased(game, these.player.removeprefix("cbr:"), base=made[0].base)
    trio = Trio(*(Memory(widen(one.base)) for one in made))
    return CaseLearner(game, made[0].base.name, bot=these.player, trio=trio)


def _watched(watch: Watch, base: str, what: str) -> Callable[[int, int], None]:
    return lambda done, total: watch(base, what, done, total)
