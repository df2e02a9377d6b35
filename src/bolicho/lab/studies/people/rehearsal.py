"""A rehearsal: agents play the part of people through the same protocol into a store, and answers are drawn by lot.

Everything is marked as simulated, follows from the seed, and cannot stand in one study with people.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.core.record import Record
from bolicho.lab.studies.people.protocol import Protocol
from bolicho.lab.studies.people.rows import QUESTIONS, called
from bolicho.play.table import play_match

if TYPE_CHECKING:
    from bolicho.store.participants import Participant
    from bolicho.store.store import Store

CAST = ("novice", "sound", "bold", "cautious")
"""Who plays the people where nobody is named: the first, then the second, and so on."""
ANSWERED = 0.9
"""So often somebody answers."""
SEATS = 2
Progress = Callable[[int, int], None]


def rehearse(
    plan: Protocol,
    store: "Store",
    people: int,
    cast: Sequence[str] = CAST,
    seed: int = 0,
    progress: Progress | None = None,
) -> int:
    """Let agents take part until there are so many; return how many matches were played.

    A rehearsal that was interrupted goes on: whoever has a place keeps it, and what was played is not played again.
    """
    if people < 1:
        raise BadInput(f"people {people}: expected at least 1")
    game = plan.check().make_game()
    for name in cast:
        make(name, game)
    played = 0
    for place in range(people):
        somebody = _enrolled(plan, store, place, seed)
        done = {one.step for one in store.study_matches(plan.name, place=somebody.place)}
        for step, rival in enumerate(plan.rivals_of(somebody.place), 1):
            if progress is not None:
                progress(place * plan.steps + step - 1, people * plan.steps)
            if step not in done:
                _play(plan, store, somebody, step, rival, cast[somebody.place % len(cast)], seed)
                played += 1
    if progress is not None:
        progress(people * plan.steps, people * plan.steps)
    return played


def _enrolled(plan: Protocol, store: "Store", place: int, seed: int) -> "Participant":
    code = _code(plan, place, seed)
    known = store.participant(plan.name, code)
    if known is not None:
        return known
    if any(one.place == place and one.simulated for one in store.participants(plan.name)):
        raise BadInput(f"study {plan.name!r} in {store.url} was rehearsed with another seed; use another store")
    return store.enrol(plan.name, code, plan.design, "en", simulated=True)


def _code(plan: Protocol, place: int, seed: int) -> str:
    """Return the hash that somebody of a rehearsal is known by: there is nobody who could withdraw."""
    return sha256(f"rehearsal {plan.name} {seed} {place}".encode()).hexdigest()


def _play(
    plan: Protocol, store: "Store", somebody: "Participant", step: int, rival: str, actor: str, seed: int
) -> None:
    from bolicho.store.people import SIMULATED

    place, game = somebody.place, plan.make_game()
    agents = [make(actor, game), make(rival, game)]
    record = play_match(game, agents, seed=stream(seed, "people", plan.name, place, step).getrandbits(62))
    note = {"name": plan.name, "place": place, "step": step, "agent": rival}
    record = replace(record, notes={**record.notes, "people": [0], "study": note, SIMULATED: actor})
    with store.together():
        (number,) = store.save([record])
        code = _code(plan, place, seed)
        sitting = store.seat_person(number, 0, name=called(place), code_hash=code, language="en", consented=True)
        _answer(store, sitting, record, stream(seed, "people", plan.name, place, step, "answers"), _years(seed, place))


def _answer(store: "Store", sitting: int, record: Record, rng: Random, years: int) -> None:
    """Answer by lot; who lost finds the rival stronger, so that there is something to see."""
    from bolicho.store.people import Answers

    if rng.random() >= ANSWERED:
        return
    lost = record.winner == 1
    marks = [rng.randint(2 if lost and name == QUESTIONS[0] else 1, 5) for name in QUESTIONS]
    competence, coherence, predictability, fun = marks
    store.answer(sitting, Answers(competence, coherence, predictability, fun, years))


def _years(seed: int, place: int) -> int:
    return stream(seed, "people", "years", place).randint(0, 30)
