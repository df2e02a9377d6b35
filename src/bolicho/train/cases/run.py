"""The run of a case learner's training in a store: begun once, found again by its name, its three bases beside it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bolicho import __version__
from bolicho.core.agreement import agree
from bolicho.core.contract import Agent
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.options import growing
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import digest
from bolicho.learn.cases.truco.learned_case import FORMS, LEARNED, MODES, NAMES, widen
from bolicho.learn.cases.truco.trio import Trio
from bolicho.store.changes import BaseChange
from bolicho.train.cases.design import CaseDesign, of_today
from bolicho.train.cases.seal import Seal
from bolicho.train.imitation.run import both

if TYPE_CHECKING:
    from bolicho.store import Run, Store

NAME = "case-learning"
"""What its runs are called, and the source of its bases."""
Step = JsonObject
START, ANSWER = "start", "answer"
"""The key of the row before the first match, and the beginning of those of a person's answers."""


def opened(store: "Store", design: CaseDesign, others: JsonMapping) -> "Run":
    """Return the run of a design, begun now if it was not yet; its bases are there then, with the start's cases.

    ``others`` are the opponent and the tutor: where they play by cases, those are part of what is asked. Bases of those
    names which another training, or anybody else, has made are refused.
    """
    found = shelf.base(design.start, store=store)
    shelf.usable(found, *FORMS)
    start = widen(found)
    theirs = {f"cases of {who}": told for who, agent in others.items() if (told := _cases_of(agent))}
    asked = {**design.to_dict(), "digest": digest(start.cells()), **theirs}
    known = next((run for run in store.runs(NAME) if run.design["name"] == design.name), None)
    known = known and replace(known, design=of_today(known.design))
    mine = [] if known is None else _bases_of(store, known, design)
    same = known is not None and (known.design, known.seed) == (asked, design.seed)
    if known is not None and mine:
        done = max(0, len(parted(list(store.rows(known.id)))[0]) - 1)
        agree(repr(design.name), *both(known, asked, design.seed, done, {"preset": ""}), "--name", growing(CaseDesign))
        if not same:  # the same but for its end
            told = note(replace(known, design=asked))
            known, same = store.extend_run(known.id, asked, dict.fromkeys(mine, told)), True
    if known is not None and same and known.rows and len(mine) == len(design.bases):
        return known
    if not same or (known is not None and known.rows):  # else it was killed before its first step was done
        known, mine = None, []
    missing = [base for base in design.bases.values() if base not in mine]
    for base in missing:
        shelf.free(base, store)
    known = known or store.run(store.begin_run(NAME, asked, design.seed, {"bolicho": __version__}))
    for base in missing:
        store.add_base(base, start.game, LEARNED, NAME, NAMES, note(known))
    whole = BaseChange([start.row(case) for case in range(len(start))], design.start, first=0)
    sizes = dict.fromkeys(design.bases, len(start))
    store.change_cases(
        dict.fromkeys(design.bases.values(), whole),
        known.id,
        {"key": START, "cases": sizes, "next": sizes, "seal": _seal(whole)},
    )
    return known


def _seal(start: BaseChange) -> dict[str, str]:
    (same,) = Seal({"": dict(enumerate(start.rows))}).to_dict().values()
    return dict.fromkeys(MODES, same)


def note(run: "Run") -> str:
    """Return what a base that was learned says of itself."""
    told = run.design
    return (
        f"learned by {told['bot']} from {told['start']!r} against {told['against']}: "
        f"{told['matches']} matches, seed {run.seed}, run {run.id}"
    )


def _cases_of(agent: Agent) -> str:
    """Return a fingerprint of the cases that an agent plays by; nothing where it plays by none."""
    trio, base = getattr(agent, "trio", None), getattr(agent, "base", None)
    if isinstance(trio, Trio):
        return "-".join(told[:8] for told in trio.digests().values())
    return digest(base.cells()) if isinstance(base, CaseBase) else ""


def _bases_of(store: "Store", run: "Run", design: CaseDesign) -> list[str]:
    """Return those bases of a design that this run has made."""
    return [
        base.name
        for base in store.bases()
        if base.name in design.bases.values() and (base.source, base.note) == (NAME, note(run))
    ]


def state(store: "Store", design: CaseDesign, steps: Sequence[Step]) -> tuple[Trio, Seal]:
    """Return the bases as the last step left them, and their seal; bases that somebody else has changed are refused."""
    last = steps[-1]
    for mode, name in design.bases.items():
        base = store.base(name)
        if (base.cases, base.next) != (last["cases"][mode], last["next"][mode]):
            left = f"not the {last['cases'][mode]} that its training left there"
            raise BadInput(f"base {name!r} has {base.cases} cases, {left}; somebody has changed it")
    trio = Trio.load(design.name, store)
    seal = Seal.of(trio)
    for mode, found in seal.to_dict().items():
        if found != last.get("seal", {}).get(mode, found):  # trainings of older versions have none
            raise BadInput(f"base {design.bases[mode]!r} has other cases than its training left there")
    return trio, seal


def parted(rows: Sequence[Step]) -> tuple[list[Step], dict[int, list[Step]]]:
    """Part the rows of a run: its steps, and by match the answers that people gave."""
    steps: list[Step] = []
    answers: dict[int, list[Step]] = {}
    for row in rows:
        if isinstance(row["key"], list):
            answers.setdefault(row["key"][1], []).append(row)
        else:
            steps.append(row)
    return steps, answers
