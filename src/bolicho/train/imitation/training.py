"""Learning by imitation: case-based players play each other, and a base remembers their hands (Paulus, section 4.1.3).

A match is one step: its hands are added to the base in the store together with the row that tells of it, in one
transaction, so a training that was killed goes on after its last whole match and ends with the same base as one that
was not. All chance is keyed by the number of the match. Players find what was learned from the next match on.
"""

from dataclasses import replace
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from bolicho.agents.cbr import CaseBased
from bolicho.core.chance import stream
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.learn.cases.truco.grouping import recluster
from bolicho.learn.cases.truco.revise import broken_rules
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.play.case_watcher import BOTH
from bolicho.play.table import play_match
from bolicho.train.imitation.design import ImitationDesign
from bolicho.train.imitation.observer import Observer
from bolicho.train.imitation.run import CLEAN, START, Step, clustered, matches, opened, spent, state
from bolicho.train.stored_training import StoredTraining

if TYPE_CHECKING:
    from bolicho.store import Store


class Imitation(StoredTraining):
    """A training in a store: the base as it is now, and a row for every step that led there."""

    def __init__(self, store: "Store", design: ImitationDesign) -> None:
        """Begin a training, or go on with the one of this design where it is; a name that is taken is refused."""
        self.store, self.design = store, design
        self.run = opened(store, design)
        self.steps: list[Step] = list(store.rows(self.run.id))
        self.seconds = spent(self.run, self.steps)
        self.base = state(store, self.run, self.steps)
        self._seats = cache(self._seated)
        self._game = GAMES.make("truco", preset=design.preset)
        if not self.steps:
            self._begin()
        elif self.run.finished is None:
            self._publish(self.steps[-1])  # a kill may have come just before

    @property
    def done(self) -> int:
        """How many matches have been played."""
        return len(matches(self.steps))

    @property
    def total(self) -> int:
        """How many matches there will be."""
        return self.design.matches

    def close(self) -> None:
        """Clean, once."""
        if self.design.clean:
            self._clean()

    def _begin(self) -> None:
        """Where the start base has no clusters, make them, so that policies in two steps have something to choose."""
        began = monotonic()
        missing = [name for name in ALL if name not in self.base.clusterings]
        made = self._recluster(missing) if missing and self.design.growth is not None else {}
        k = {name: clustering.k for name, clustering in self.base.clusterings.items()}
        step = {"key": START, "cases": len(self.base), "k": k, "clusterings": made}
        self.seconds += monotonic() - began
        self.store.add_rows(self.run.id, [step], self.seconds)
        self._done(step)

    def play(self, match: int) -> None:
        """Play a match; its hands are added to the base together with its row."""
        began = monotonic()
        rng = stream(self.design.seed, "imitation", match)
        policies = [rng.choice(self.design.policies) for _ in BOTH]
        observed = (rng.randrange(len(BOTH)),) if self.design.observer == "drawn" else BOTH
        observer = Observer(observed, self.design.enough)
        agents = [self._seats(policy) for policy in policies]
        record = play_match(self._game, agents, self.design.seed, match=match, watchers=[observer])
        if record.forfeit is not None:
            raise RuntimeError(f"match {match}: {policies[record.forfeit.seat]} {record.forfeit.why}")
        self.base.append(observer.rows)
        due = self._due()
        made = self._recluster() if due else {}
        step = {
            "key": match,
            "policies": policies,
            "observed": list(observed),
            "hands": observer.hands,
            "kept": len(observer.rows),
            "cases": len(self.base),
            "reclustered": due,
            "k": {name: data["k"] for name, data in made.items()},
            "clusterings": made,
        }
        self.seconds += monotonic() - began
        self.store.add_cases(self.base.name, observer.rows, f"match {match}", self.run.id, step, self.seconds)
        self._done(step)

    def _clean(self) -> None:
        """Remove the cases that break a revision rule, and look at the clusters of what is left."""
        began = monotonic()
        known = next((step for step in self.steps if step["key"] == CLEAN), None)
        if known is None:
            mine = np.arange(len(self.base)) >= (0 if self.design.clean_start else self.steps[0]["cases"])
            broken = {rule: mask & mine for rule, mask in broken_rules(self.base).items()}
            bad = np.logical_or.reduce(list(broken.values()))
            self.base = self.base.subset(~bad)
            made = self._recluster() if bad.any() and self.design.growth is not None else {}
            known = {
                "key": CLEAN,
                "broken": {rule: int(mask.sum()) for rule, mask in broken.items()},
                "removed": np.flatnonzero(bad).tolist(),
                "cases": len(self.base),
                "k": {name: data["k"] for name, data in made.items()},
                "clusterings": made,
            }
            self.seconds += monotonic() - began
            # said before it is done: after a kill it is done again
            self.store.add_rows(self.run.id, [known], self.seconds)
            self.steps.append(known)
        there = set(self.store.case_positions(self.base.name))
        self.store.remove_cases(self.base.name, there.intersection(known["removed"]))
        self._publish(known)

    def _due(self) -> bool:
        """Tell whether the base has grown so much since its clusters were last looked at that they are due again."""
        last, growth = clustered(self.steps), self.design.growth
        return growth is not None and len(self.base) > last and len(self.base) >= last * (1 + growth)

    def _recluster(self, scenarios: list[str] | None = None) -> JsonObject:
        """Ask the elbow again; return the clusterings that are new, as JSON data."""
        found = recluster(self.base, scenarios, seed=self.design.seed)
        if found.changed:
            self.base.clusterings = found.clusterings
        return {name: found.clusterings[name].to_json() for name in found.changed}

    def _done(self, step: Step) -> None:
        self.steps.append(step)
        self._publish(step)

    def _publish(self, step: Step) -> None:
        """Let everybody see the clusterings of a step with the base; what they see already is not written again."""
        made = step["clusterings"]
        there = self.store.clusterings(self.base.name) if made else {}
        new = {name: data for name, data in made.items() if there.get(name) != data}
        self.store.set_clusterings(self.base.name, new, step["cases"])

    def _seated(self, policy: str) -> CaseBased:
        agent = CaseBased(self._game, policy, base=self.base, **self.design.players)
        agent.how = replace(agent.how, close=self.design.threshold)
        return agent
