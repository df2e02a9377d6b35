"""What a reading of a paper changes: the same scale and seed run again with one reading that is another, side by side.

A work declares its readings once, as names with their values. The other run has a folder of its own inside that of the
first, and goes on there like any run. What differs between the two reports is a report again.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, Value
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Design, Experiment
from bolicho.lab.engine.signs import TABLE as SIGNS
from bolicho.report.about import About
from bolicho.report.document import JudgedClaim, Report, Section, Table
from bolicho.report.html import page
from bolicho.report.markdown import markdown

Readings = Mapping[str, tuple[str, ...]]
"""How a work may be read: the name of each question that the paper leaves open, and its answers."""
PAGE, MARKDOWN, DATA = "changes.html", "changes.md", "changes.json"
PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789."


@runtime_checkable
class WithReadings(Protocol):
    """An experiment that can be read in several ways."""

    readings: Readings

    def read(self, name: str, value: str) -> Experiment:
        """Return the same experiment with one reading that is another; both are known to be there."""


@dataclass(frozen=True)
class Variation:
    """One reading of a work that is another than usual."""

    name: str
    value: str
    experiment: Experiment

    @property
    def text(self) -> str:
        """As it is typed."""
        return f"{self.name}={self.value}"

    def folder(self, out: Path) -> Path:
        """Return the directory of the other run, in that of the first."""
        return out / f"vary-{_plain(self.name)}-{_plain(self.value)}"


def variation(experiment: Experiment, text: str, scale: str, seed: int) -> Variation:
    """Read ``NAME=VALUE`` for a work; what it has no reading for is told in one line with what there is."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not isinstance(experiment, WithReadings) or not experiment.readings:
        raise BadInput(f"--vary {text}: {experiment.name} has no readings to vary")
    known = experiment.readings
    if not equals or not name or not value:
        raise BadInput(f"--vary {text}: expected NAME=VALUE; {_listed(experiment.name, known)}")
    if name not in known:
        raise BadInput(f"--vary {text}: no reading {name!r}; {_listed(experiment.name, known)}")
    if value not in known[name]:
        raise BadInput(f"--vary {text}: {name} may be {', '.join(known[name])}")
    other = experiment.read(name, value)
    if _settings(other.design(scale, seed)) == _settings(experiment.design(scale, seed)):
        raise BadInput(f"--vary {text}: {experiment.name} is read like this already")
    return Variation(name, value, other)


def _listed(work: str, known: Readings) -> str:
    readings = "; ".join(f"{name} ({', '.join(values)})" for name, values in known.items())
    return f"{work} has {readings}"


def _settings(design: Design) -> JsonObject:
    told = design.to_dict()
    return {key: told[key] for key in ("settings", "cells")}


def _plain(text: str) -> str:
    return "".join(sign if sign in PLAIN else "-" for sign in text.lower())


def changes(first: Report, other: Report, text: str, language: str) -> Report:
    """Return what differs between the reports of two readings: vital signs and claims, both side by side."""
    words = Words("bolicho.lab.engine", language, "vary_words.toml")
    signs, claims = _signs(first, other, text, words), _claims(first, other, text, words)
    verdicts = sum(row[1] != row[2] for row in claims.rows)
    facts = {"signs": len(signs.rows), "claims": len(claims.rows), "verdicts": verdicts, "all": len(first.claims)}
    return Report(
        title=words("title", work=first.title, reading=text),
        lead=words("lead", reading=text),
        findings=[words("found", **facts)],
        sections=(Section(words("signs"), (), [signs]), Section(words("claims"), (), [claims])),
    )


def brief(report: Report) -> Report:
    """Return the same for a narrow screen: claims by their names, without their words."""
    signs, claims = report.tables
    shown = claims.only("id", "verdict", "verdict-varied", "usual", "varied")
    return replace(report, sections=(Section("", (), [signs]), Section("", (), [shown])))


def write_changes(report: Report, about: About, folder: Path, language: str) -> Path:
    """Write what differs as a page, as Markdown and as data; return where the page is."""
    write_whole(folder / MARKDOWN, markdown(report, about, language))
    told = {table.name: table.to_dict() for table in report.tables}
    write_whole(folder / DATA, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    write_whole(folder / PAGE, page(report, about, language))
    return folder / PAGE


def _signs(first: Report, other: Report, text: str, words: Words) -> Table:
    """The signs whose number or verdict is another."""
    before, after = (_sign_rows(report) for report in (first, other))
    rows: list[list[Value]] = []
    for key, (seen, verdict) in before.items():
        if key in after and (seen, verdict) != after[key]:
            now, judged = after[key]
            rows.append([*key, seen, now, verdict if verdict == judged else f"{verdict} → {judged}"])
    columns = [words(f"column-{name}") for name in ("sign", "where", "usual")] + [text, words("column-verdict")]
    return Table("signs", words("signs-table"), columns, rows, keys=("sign", "where", "usual", "varied", "verdict"))


def _sign_rows(report: Report) -> dict[tuple[str, str], tuple[Value, str]]:
    table = next((table for table in report.tables if table.name == SIGNS), None)
    if table is None:
        return {}
    picked = table.only("sign", "where", "here", "verdict").rows
    return {(str(sign), str(where)): (_rounded(here), str(verdict)) for sign, where, here, verdict in picked}


def _rounded(value: Value) -> Value:
    """Two numbers that are the same to six digits did not change."""
    if not isinstance(value, Figure):
        return value
    mean, low, high = (None if end is None else round(end, 6) for end in (value.mean, value.low, value.high))
    return replace(value, mean=mean, low=low, high=high)


def _claims(first: Report, other: Report, text: str, words: Words) -> Table:
    """The claims whose verdict or figures are others, changed verdicts first."""
    after = {claim.id: claim for claim in other.claims}
    pairs = [(claim, after[claim.id]) for claim in first.claims if claim.id in after]
    rows = [_row(one, two, words) for one, two in _turned_first(pairs) if (one.word, one.seen) != (two.word, two.seen)]
    head = [words("column-claim"), words("column-verdict"), words("column-verdict-varied", reading=text)]
    head += [words("column-usual"), text, words("column-id")]
    keys = ("claim", "verdict", "verdict-varied", "usual", "varied", "id")
    return Table("claims", words("claims-table"), head, rows, keys=keys)


def _turned_first(pairs: Iterable[tuple[JudgedClaim, JudgedClaim]]) -> list[tuple[JudgedClaim, JudgedClaim]]:
    return sorted(pairs, key=lambda pair: pair[0].word == pair[1].word)


def _row(one: JudgedClaim, two: JudgedClaim, words: Words) -> list[Value]:
    return [one.text, words(one.word), words(two.word), one.seen, two.seen, one.id]
