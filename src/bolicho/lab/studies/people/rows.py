"""What was played in a study, a row a match: what is exported, and all that the analysis is made of."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from io import StringIO
from typing import TYPE_CHECKING

from bolicho.core.json_text import JsonObject
from bolicho.store.participants import STUDY

if TYPE_CHECKING:
    from bolicho.store.participants import StudyMatch
    from bolicho.store.store import Store

QUESTIONS = ("competence", "coherence", "predictability", "fun")


@dataclass(frozen=True)
class StudyRow:
    """A finished match of a participant; wins and differences are the agent's."""

    study: str
    participant: str
    """``P01`` and so on: the place in the design, no name."""
    simulated: bool
    """Whether an agent played the person's part."""
    step: int
    """Which match of the person it was, from 1."""
    agent: str
    """As the protocol has it."""
    agent_won: bool | None
    difference: int | None
    """Its points less the person's; None where the person gave up."""
    hands: int
    given_up: bool
    left: bool
    """Whether an agent played on for the person."""
    hinted: bool
    competence: int | None
    coherence: int | None
    predictability: int | None
    fun: int | None
    years: int | None

    @property
    def counts(self) -> bool:
        """Whether the match counts: the person played it alone."""
        return not self.left and not self.hinted

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return asdict(self)


COLUMNS = tuple(field.name for field in fields(StudyRow))


def row_of(played: "StudyMatch") -> StudyRow:
    """Return a finished match as a row."""
    record, seat, answers = played.match.record, played.match.seat, played.match.answers
    forfeit, rival = record.forfeit, 1 - seat
    marks = {name: getattr(answers, name, None) for name in (*QUESTIONS, "years")}
    return StudyRow(
        study=played.participant.study,
        participant=called(played.participant.place),
        simulated=played.participant.simulated,
        step=played.step,
        agent=str(record.notes[STUDY]["agent"]),
        agent_won=None if record.winner is None else record.winner == rival,
        difference=None if forfeit is not None else record.scores[rival] - record.scores[seat],
        hands=len(record.units),
        given_up=forfeit is not None and forfeit.seat == seat,
        left=any(one["seat"] == seat for one in record.notes.get("takeovers", ())),
        hinted=played.match.hinted,
        **marks,
    )


def called(place: int) -> str:
    """Return what a participant is called.

    >>> called(0), called(99)
    ('P01', 'P100')
    """
    return f"P{place + 1:02}"


def rows_in(store: "Store", study: str) -> list[StudyRow]:
    """Read the finished matches of a study, by participant and step."""
    return [row_of(played) for played in store.study_matches(study) if played.finished]


def as_csv(rows: Iterable[StudyRow]) -> str:
    """Return rows as CSV; blank where nothing was said."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(value) for value in row.to_dict().values()] for row in rows)
    return out.getvalue()


def _cell(value: object) -> object:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else value


def agents_in(rows: Sequence[StudyRow], planned: Sequence[str]) -> list[str]:
    """Return who was met, in the order of the protocol."""
    met = {row.agent for row in rows}
    return [*(agent for agent in planned if agent in met), *sorted(met - set(planned))]
