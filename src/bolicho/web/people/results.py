"""The human test: how agents did against people who agreed, and what those thought of them (as in Paulus, Table 17).

Wins and differences are the agent's. Matches in which the person asked for hints, or left so that an agent played on,
do not count as matches; one that was given up counts as a win of the agent, without a difference of points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from bolicho.agents import AGENTS
from bolicho.core.intervals import student, wilson
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.play.onward import NOTE as BEGUN_ELSEWHERE
from bolicho.report.web import Chart, Column, bars
from bolicho.store.people import SIMULATED, Answers, Sitting
from bolicho.store.tables import QUESTIONS
from bolicho.web.jobs.charts import agents_in, called
from bolicho.web.server.texts import load_texts

YEARS = ((0, 0), (1, 2), (3, 5), (6, 10), (11, None))
"""Years of truco, from and to."""
PAPER = (("PVCNPS", 7, 6.75, -4.10), ("NPS", 6, 6.71, -8.11), ("PVCS", 1, 11.0, -8.26), ("PVS", 5, 5.28, -12.0))
"""Table 17 of Paulus: agent, wins of 13 matches, mean difference in wins, in defeats."""
PAPER_MATCHES = 13
SCALE = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class MatchOutcome:
    """What a finished match of a person against agents says of the agents."""

    game: str
    agent: str
    won: bool | None
    """Whether the agent won; None where nobody did."""
    difference: int | None
    """Its points minus the person's; None where the match was given up."""
    resigned: bool
    left: bool
    """Whether an agent played on for the person."""
    hands: int


@dataclass(frozen=True)
class Row:
    """A person's match, with the person's answers."""

    sitting: Sitting
    played: MatchOutcome

    @property
    def hinted(self) -> bool:
        """Whether the person asked for a hint."""
        return self.sitting.hinted

    @property
    def answers(self) -> Answers | None:
        """What the person answered."""
        return self.sitting.answers

    @property
    def counts(self) -> bool:
        """Whether the match counts: the person played it alone."""
        return not self.hinted and not self.played.left


def played_of(record: Record, seat: int) -> MatchOutcome | None:
    """Return what a match says of the agents at it; None where there is none, or no person, or no whole match."""
    others = [AGENTS.current(name) for number, name in enumerate(record.agents) if number != seat]
    people = set(record.notes.get("people", ())) - {seat}
    if people or not others or not record.finished or {BEGUN_ELSEWHERE, SIMULATED} & record.notes.keys():
        return None
    best = max(score for number, score in enumerate(record.scores) if number != seat)
    resigned = record.forfeit is not None and record.forfeit.seat == seat
    return MatchOutcome(
        game=record.game,
        agent=" + ".join(dict.fromkeys(sorted(others))),
        won=None if record.winner is None else record.winner != seat,
        difference=None if record.forfeit is not None else best - record.scores[seat],
        resigned=resigned,
        left=taken_over(record, seat),
        hands=len(record.units),
    )


def taken_over(record: Record, seat: int, unit: int | None = None) -> bool:
    """Whether an agent played for whoever sat at a seat, in one unit or at all; told by plies of the whole match."""
    ends = [0]
    for played in record.units:
        ends.append(ends[-1] + len(played.moves))
    first, last = (0, ends[-1]) if unit is None else (ends[unit], ends[unit + 1])
    for taken in record.notes.get("takeovers", ()):
        until = last if taken["until"] is None else taken["until"]
        if taken["seat"] == seat and max(first, taken["ply"]) < min(last, until):
            return True
    return False


def results(rows: Iterable[Row]) -> list[JsonObject]:
    """Return what is known of each agent of each game, those with most matches first."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.played.game, row.played.agent), []).append(row)
    told = [_agent(game, agent, some) for (game, agent), some in sorted(groups.items())]
    return sorted(told, key=lambda one: (-one["matches"], one["game"], one["agent"]))


def _agent(game: str, agent: str, rows: Sequence[Row]) -> JsonObject:
    counted = [row.played for row in rows if row.counts]
    wins, decided = sum(one.won is True for one in counted), len(counted)
    low, high = wilson(wins / decided, decided) if decided else (None, None)
    answered = [row.answers for row in rows if row.answers is not None]
    return {
        "game": game,
        "agent": agent,
        "matches": decided,
        "wins": wins,
        "draws": sum(one.won is None for one in counted),
        "win_rate": wins / decided if decided else None,
        "win_rate_low": low,
        "win_rate_high": high,
        "margin_won": _mean([one.difference for one in counted if one.won is True]),
        "margin_lost": _mean([one.difference for one in counted if one.won is False]),
        "given_up": sum(one.resigned for one in counted),
        "hinted": sum(row.hinted for row in rows),
        "left": sum(row.played.left for row in rows),
        "answered": len(answered),
        "questions": {name: question([getattr(one, name) for one in answered]) for name in QUESTIONS},
    }


def question(given: Sequence[int]) -> JsonObject:
    """Return the mean of some answers from 1 to 5 with its 95 % interval (Student's t), and how often each came."""
    mean, margin = _mean(given), None
    if len(given) > 1 and (spread := stdev(given)):
        margin = student(len(given) - 1) * spread / len(given) ** 0.5
    ends = (None, None) if mean is None or margin is None else (max(1.0, mean - margin), min(5.0, mean + margin))
    return {"n": len(given), "mean": mean, "low": ends[0], "high": ends[1], "counts": [given.count(n) for n in SCALE]}


def years(rows: Iterable[Row]) -> list[JsonObject]:
    """Return how many answered with how many years of truco."""
    said = [row.answers.years for row in rows if row.answers is not None and row.answers.years is not None]
    return [
        {"from": low, "to": high, "people": sum(low <= n and (high is None or n <= high) for n in said)}
        for low, high in YEARS
    ]


# ── as tables with charts ─────────────────────────────────────────────────────────────────────────────────────────

WINS = (
    ("matches", "whole"), ("wins", "whole"), ("win_rate", "percent"), ("win_rate_low", "percent"),
    ("win_rate_high", "percent"), ("margin_won", "number"), ("margin_lost", "number"), ("answered", "whole"),
    ("game", "text"), ("draws", "whole"), ("given_up", "whole"), ("hinted", "whole"), ("left", "whole"),
)  # fmt: skip
OF_PAPER = WINS[:7]


def charts(rows: Sequence[Row], language: str) -> dict[str, Chart]:
    """Return everything that is shown, by name: the numbers of a chart, its table and its CSV are the same."""
    texts = load_texts("words/people.toml", language)

    def column(key: str, kind: str = "text") -> Column:
        return Column(key, texts.get(f"people.col-{key}", key), kind)

    def shown(name: str, columns: Sequence[Column], lines: list[list[Any]], chart: JsonObject | None) -> Chart:
        title, note = texts.get(f"people.ex-{name}", name), texts.get(f"people.note-{name}", "")
        names = agents_in(columns, lines, language)
        return Chart(name, title, columns, lines, chart if lines else None, note, names=names)

    found = results(rows)
    wins = [[one["agent"], *(one[key] for key, _ in WINS)] for one in found]
    scale = [column(f"said_{n}", "whole") for n in SCALE]
    means = [column("mean", "number"), column("mean_low", "number"), column("mean_high", "number")]
    asked = [
        [f"{called(one['agent'], language)} {texts.get(f'people.q-{name}', name)} n={told['n']}",
         one["agent"], one["game"], name, told["n"], told["mean"], told["low"], told["high"], *told["counts"]]
        for one in found if one["answered"]
        for name, told in one["questions"].items()
    ]  # fmt: skip
    ends = [texts.get("people.years-more" if high is None else "people.years", "{low}–{high}") for _, high in YEARS]
    spans = [
        [f"{one['from']}" if one["from"] == one["to"] else end.format(low=one["from"], high=one["to"]), one["people"]]
        for end, one in zip(ends, years(rows), strict=True)
    ]
    agent = column("agent", "agent")
    answers = [column("what"), agent, column("game"), column("question"), column("n", "whole"), *means, *scale]
    paper = [
        [agent, PAPER_MATCHES, won, won / PAPER_MATCHES, *wilson(won / PAPER_MATCHES, PAPER_MATCHES), up, down]
        for agent, won, up, down in PAPER
    ]
    made = (
        shown("wins", [agent, *(column(*one) for one in WINS)], wins,
                bars("agent", "win_rate", percent=True, middle=0.5)),
        shown("answers", answers, asked, bars("what", "mean")),
        shown("years", [column("years"), column("people", "whole")], spans if any(n for _, n in spans) else [],
                bars("years", "people", interval=False)),
        shown("paper", [column("agent"), *(column(*one) for one in OF_PAPER)], paper,
                bars("agent", "win_rate", percent=True, middle=0.5)),
    )  # fmt: skip
    return {one.name: one for one in made}


PUBLIC = ("game", "agent", "agent_won", "difference", "hands", "given_up", "left", "hinted", *QUESTIONS, "years")
FULL = (*PUBLIC, "record", "seat", "name", "language", "when", "comment")


def row_values(row: Row, columns: Sequence[str]) -> list[Any]:
    """Return a match as a line of the export."""
    played, sitting, answers = row.played, row.sitting, row.answers
    facts: JsonObject = {
        "game": played.game, "agent": played.agent, "agent_won": played.won, "difference": played.difference,
        "hands": played.hands, "given_up": played.resigned, "left": played.left, "hinted": row.hinted,
        **{name: getattr(answers, name, None) for name in (*QUESTIONS, "years", "comment")},
        "record": sitting.record_id, "seat": sitting.seat, "name": _calm(sitting.name), "language": sitting.language,
        "when": sitting.created.isoformat(timespec="seconds"),
    }  # fmt: skip
    facts["comment"] = None if facts["comment"] is None else _calm(facts["comment"])
    return [facts[name] for name in columns]


def _calm(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def public_rows(rows: Iterable[Row]) -> list[list[Any]]:
    """Return the matches without who and when, in an order that tells neither."""
    return sorted((row_values(row, PUBLIC) for row in rows), key=lambda values: [repr(value) for value in values])


def _mean(values: Sequence[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
