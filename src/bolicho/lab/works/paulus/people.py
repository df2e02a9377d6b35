"""The fourth stage of Paulus: people against case-based players, as the web table recorded them, with their answers.

People's matches are an input of a report, like a base: they are read from a store whenever the page is written, and it
says how many there were and up to which record. Of matches of one person the person is the unit of every interval.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from bolicho.arena.results.intervals import Board, ratio, share
from bolicho.core.numbers import Figure
from bolicho.lab.engine.bases import has_store

if TYPE_CHECKING:
    from bolicho.store.people import Answers, PersonMatch

POLICY = re.compile(r"cbr:([A-Z]+)(?:@|,|$)")
TARGET = 24
"""Points of a match in the paper: differences of others cannot be laid beside its own."""
LEFT_OUT = ("hinted", "other", "rules", "forfeited")
"""Why a match does not count: the person took hints; no case-based player sat opposite; other rules; given up."""
QUESTIONS = ("competence", "coherence", "predictability", "fun")
GOOD, LITTLE = 4, 2
"""An answer from 4 up is good, as the paper counts them; of predictability (5: one always knows) up to 2 is."""


class MatchWithPerson(NamedTuple):
    """A match of a person against a case-based player."""

    person: str
    policy: str
    won: bool
    difference: int
    """Points of the player less those of the person."""
    answers: "Answers | None"


Measure = Callable[[MatchWithPerson], tuple[float, float]]


def _of(question: str, good: bool) -> Measure:
    def measure(met: MatchWithPerson) -> tuple[float, float]:
        if met.answers is None:
            return 0, 0
        given = getattr(met.answers, question)
        fine = given <= LITTLE if question == "predictability" else given >= GOOD
        return 1, fine if good else given

    return measure


MEASURES: dict[str, Measure] = {
    "wins": lambda met: (1, met.won),
    "ahead": lambda met: (1, met.difference) if met.won else (0, 0),
    "behind": lambda met: (0, 0) if met.won else (1, met.difference),
    **{question: _of(question, good=False) for question in QUESTIONS},
    **{f"{question}-good": _of(question, good=True) for question in QUESTIONS},
}
"""What is measured in a match: of how much, and how much in all."""


@dataclass(frozen=True)
class People:
    """The matches that count, and what was left out."""

    met: tuple[MatchWithPerson, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    upto: int | None = None
    """The number of the last record that was looked at."""
    store: str = ""

    @property
    def policies(self) -> list[str]:
        """Who was met."""
        return sorted({met.policy for met in self.met})

    @property
    def persons(self) -> int:
        """How many different people there were, by their names."""
        return len({met.person for met in self.met})

    @property
    def years(self) -> list[int]:
        """How long they have played Truco, each person who said it once."""
        told = {met.person: met.answers.years for met in self.met if met.answers is not None}
        return [years for years in told.values() if years is not None]

    def boards(self, measure: str, policy: str) -> dict[int, Board]:
        """Return what each person says of a measure."""
        sums: dict[str, list[float]] = {met.person: [0, 0] for met in self.met}
        for met in self.met:
            if met.policy == policy:
                for n, amount in enumerate(MEASURES[measure](met)):
                    sums[met.person][n] += amount
        return {n: Board(*sums[person]) for n, person in enumerate(sums) if sums[person][0]}

    def figure(self, measure: str, policy: str) -> Figure:
        """Return a measure with its interval."""
        boards = list(self.boards(measure, policy).values())
        rate = measure == "wins" or measure.endswith("-good")
        size = int(sum(board.size for board in boards))
        signed = measure in ("ahead", "behind")
        return Figure.of((share if rate else ratio)(boards), size, percent=rate, signed=signed, digits=2)


def gather(matches: "Iterable[PersonMatch]", store: str = "") -> People:
    """Take what counts out of the matches of people."""
    met, left_out, upto = [], Counter[str](), None
    for match in matches:
        upto = max(upto or 0, match.record_id)
        reason = _reason(match)
        if reason is not None:
            left_out[reason] += 1
            continue
        record, seat = match.record, 1 - match.seat
        policy = POLICY.match(record.agents[seat])
        assert policy is not None
        difference = record.scores[seat] - record.scores[match.seat]
        who = match.name.strip().casefold() or f"#{match.sitting}"
        met.append(MatchWithPerson(who, policy[1], record.winner == seat, difference, match.answers))
    return People(tuple(met), left_out, upto, store)


def met_in(url: str | None) -> People:
    """Read the matches of people in a store, the house's where none is named; nobody where there is none yet."""
    from bolicho.store import Store
    from bolicho.store.where import hidden, locate

    where = locate(url)
    if not has_store(url):
        return People(store=hidden(where))
    with Store.open(url) as store:
        return gather(store.people_matches(game="truco"), hidden(where))


def _reason(match: "PersonMatch") -> str | None:
    record = match.record
    if len(record.agents) != 2 or POLICY.match(record.agents[1 - match.seat]) is None:
        return "other"
    if record.options.get("target", TARGET) != TARGET:
        return "rules"
    if record.forfeit is not None or record.winner is None:
        return "forfeited"
    return "hinted" if match.hinted else None
