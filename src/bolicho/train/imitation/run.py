"""The run of a training in a store: begun once, found again by the name of its base, and put together from its rows."""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from bolicho import __version__
from bolicho.core.agreement import agree
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.options import growing
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import clusterings_data, clusterings_from, digest
from bolicho.learn.cases.truco.columns import FORM
from bolicho.train.imitation.design import UNSAID, ImitationDesign

if TYPE_CHECKING:
    from bolicho.store import Base, Run, Store

NAME = "imitation"
"""What its runs are called, and the source of what it learns."""
Step = JsonObject
START, CLEAN = "start", "clean"
"""The keys of the rows before the first match and after the last; those between are the numbers of matches."""


def opened(store: "Store", design: ImitationDesign) -> "Run":
    """Return the run of a design, begun now if it was not yet; its base is there then, with the start's cases at least.

    A base of that name which another training, or anybody else, has made is refused.
    """
    start = shelf.base(design.start, form=FORM, store=store)
    asked = {**design.to_dict(), "digest": _digest(start)}
    known = next((run for run in store.runs(NAME) if run.design["name"] == design.name), None)
    if known is not None:
        same = (known.design, known.seed) == (asked, design.seed)
        mine = any(base.name == design.name and is_of(base, known) for base in store.bases())
        if mine:
            steps = list(store.rows(known.id))
            designs = both(known, asked, design.seed, len(matches(steps)), UNSAID)
            agree(repr(design.name), *designs, "--name", growing(ImitationDesign))
            return known if same else _extended(store, known, asked, steps)
        if not same or known.rows:
            known = None
    shelf.free(design.name, store)
    if known is None:  # else it was killed before its base was made
        known = store.run(store.begin_run(NAME, asked, design.seed, {"bolicho": __version__}))
    _make(store, known, start)
    return known


def _extended(store: "Store", run: "Run", asked: JsonObject, steps: Sequence[Step]) -> "Run":
    """Give a run another end. One that ended without a case removed goes on as if it had not ended."""
    clean = next((step for step in steps if step["key"] == CLEAN), None)
    if clean is not None and clean["removed"]:
        gone = f"{len(clean['removed'])} of its cases were removed at its end, which a longer training would have had"
        raise BadInput(f"{run.design['name']!r}: {gone}; choose another --name, and --no-clean where it may grow")
    notes = {asked["name"]: note(replace(run, design=asked))}
    return store.extend_run(run.id, asked, notes, without=CLEAN if clean is not None else "")


def finished(store: "Store", design: ImitationDesign, start: CaseBase) -> bool:
    """Whether a store holds a training of a design that began with these cases and clusters, and is done."""
    asked = {**design.to_dict(), "digest": _digest(start)}
    return any(run.finished is not None and run.design == asked and run.seed == design.seed for run in store.runs(NAME))


def is_of(base: "Base", run: "Run") -> bool:
    """Whether a base is the one that a run made."""
    return base.source == NAME and base.note == note(run)


def note(run: "Run") -> str:
    """Return what a base that was learned says of itself."""
    told = run.design
    return f"learned by imitation from {told['start']!r}: {told['matches']} matches, seed {run.seed}, run {run.id}"


def both(run: "Run", asked: JsonObject, seed: int, done: int, unsaid: JsonMapping) -> tuple[JsonObject, JsonObject]:
    """Return the designs of a run that is there, with the matches that are done, and of what is asked.

    ``unsaid`` is what a design leaves out where it is so.
    """
    was = {**unsaid, **run.design, "seed": run.seed, "matches": done}
    now = {**asked, "seed": seed}
    return was, now | {key: unsaid.get(key) for key in was if key not in now}


def _digest(start: CaseBase) -> str:
    """Return what tells a start base from another: its cases and clusters."""
    clusters = json.dumps(clusterings_data(start), sort_keys=True).encode()
    return f"{digest(start.cells())}-{blake2b(clusters, digest_size=8).hexdigest()}"


def _make(store: "Store", run: "Run", start: CaseBase) -> None:
    """Make the base of a run: the cases and clusterings of its start."""
    name: str = run.design["name"]
    base = CaseBase(
        name, start.columns, game=start.game, form=start.form, source=NAME, note=note(run), capacity=len(start)
    )
    base.append(start.cells())
    base.clusterings = dict(start.clusterings)
    for half in [known.name for known in store.bases() if is_of(known, run)]:
        store.drop_base(half)  # what a kill left of it
    shelf.save(base, store, origins=run.design["start"])


def state(store: "Store", run: "Run", steps: Sequence[Step]) -> CaseBase:
    """Return the base as the rows of its run left it; one that somebody else has changed is refused.

    The clusterings of a step are in its row: a kill may have come before they were written to the base.
    """
    base = shelf.copy(run.design["name"], store=store)
    sizes = {step["cases"] for step in steps[-1:]}
    if steps and steps[-1]["key"] == CLEAN:  # what it removes may be there still
        sizes.add(len(steps[-1]["removed"]) + steps[-1]["cases"])
    if sizes and len(base) not in sizes:
        raise BadInput(f"base {base.name!r} has {len(base)} cases, not the {min(sizes)} that its training left there")
    for step in steps:
        base.clusterings = base.clusterings | clusterings_from(step["clusterings"], f"run {run.id}")
    return base


def spent(run: "Run", steps: Sequence[Step]) -> float:
    """Return how long a run took so far; rows of older versions tell it themselves."""
    return sum(step.get("seconds", 0.0) for step in steps) if run.seconds is None else run.seconds


def matches(steps: Sequence[Step]) -> list[Step]:
    """Return the rows of matches."""
    return [step for step in steps if step["key"] not in (START, CLEAN)]


def clustered(steps: Sequence[Step]) -> int:
    """Return how many cases there were when the clusters were last looked at."""
    sizes = [step["cases"] for step in steps if step["key"] == START or step.get("reclustered")]
    return int(sizes[-1])
