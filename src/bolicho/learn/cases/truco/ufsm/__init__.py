"""The recorded hands of the UFSM group, read as a person would download them: two kinds of CSV, or a MySQL dump.

``Robo`` is the observed player, ``Humano`` the other. The CSV of 141 columns and the dump have everything the group's
server wrote; the one of 30 columns is what was left for a case-based library, all numbers without their sign. This file
only reads; ``hand`` says what each cell means, ``check`` holds every hand against the rules.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.hand import row_of
from bolicho.learn.cases.truco.ufsm.check import checked
from bolicho.learn.cases.truco.ufsm.hand import SHORT, WHOLE, Hand, hand_of

Cells = Mapping[str, int | str | None]
"""A row of the file by its columns: numbers, suits and names as text, None where it is empty."""


@dataclass
class ImportReport:
    """What became of the rows of a file: every one is kept or dropped, and every kept one as it was or repaired."""

    file: str
    layout: str
    rows: int = 0
    as_they_were: int = 0
    repaired: int = 0
    repairs: Counter[str] = field(default_factory=Counter)
    """Rows by what was repaired in them; a row may have several."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Rows by the one reason why they were dropped."""
    facts: dict[str, int] = field(default_factory=dict)
    """What the file shows as a whole: matches, different deals, rows in which a card stands twice."""

    @property
    def cases(self) -> int:
        """How many cases came of it."""
        return self.as_they_were + self.repaired

    def to_dict(self) -> JsonObject:
        """Return JSON data."""
        return {
            "file": self.file,
            "layout": self.layout,
            "rows": self.rows,
            "kept": self.cases,
            "as_they_were": self.as_they_were,
            "repaired": self.repaired,
            "dropped": sum(self.dropped.values()),
            "repairs": dict(self.repairs.most_common()),
            "reasons": dict(self.dropped.most_common()),
            "facts": dict(self.facts),
        }


def recognised(path: Path) -> bool:
    """Tell whether a file is one of the group's, by its first lines."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            start = file.read(20_000)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    return path.suffix.lower() == ".sql" or "cartaAltaRobo" in start.partition("\n")[0]


def import_ufsm(
    path: Path, name: str, source: str = "recorded", done: Callable[[int, int], None] | None = None
) -> tuple[CaseBase, ImportReport]:
    """Read a file of the group into a base, and say what was kept, repaired and dropped."""
    rows, layout = _rows(path)
    report = ImportReport(str(path), layout)
    deals: set[object] = set()
    matches: set[object] = set()
    cases: list[list[int | None]] = []
    for where, cells in rows:
        hand = hand_of(cells, layout, f"{path} {where}")
        report.rows += 1
        _count(report, hand, deals, matches)
        found = checked(hand)
        if isinstance(found, str):
            report.dropped[found] += 1
            continue
        case, repairs = found
        cases.append(row_of(case))
        report.repairs.update(repairs)
        report.repaired += bool(repairs)
        report.as_they_were += not repairs
        if done is not None and not report.rows % 500:
            done(report.rows, 0)
    if layout == WHOLE:
        report.facts |= {"matches": len(matches), "deals": len(deals)}
    note = f"{path.name}: {report.rows} rows, {report.cases} kept, {report.repaired} of them repaired"
    base = CaseBase(name, NAMES, game="truco", form=FORM, source=source, note=note, capacity=max(1, len(cases)))
    base.append(cases)
    return base, report


def _count(report: ImportReport, hand: Hand, deals: set[object], matches: set[object]) -> None:
    cards = [*hand.cards, *hand.rival_cards]
    known = [card for card in cards if None not in card]
    report.facts["repeat_a_card"] = report.facts.get("repeat_a_card", 0) + (len(set(known)) < len(known))
    if len(known) == 6:
        deals.add((hand.match, frozenset((hand.cards, hand.rival_cards))))
    matches.add(hand.match)


# ── CSV and MySQL ─────────────────────────────────────────────────────────────────────────────────────────────────


def _rows(path: Path) -> tuple[Iterator[tuple[str, Cells]], str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text at byte {error.start}") from None
    if path.suffix.lower() == ".sql":
        return _from_dump(text, path), WHOLE
    lines = csv.reader(StringIO(text, newline=""))
    header = next(lines, [])
    layout = WHOLE if "naipePrimeiraCartaRobo" in header or "quemNegouTruco" in header else SHORT
    _complete(header, layout, path)
    return _from_csv(lines, header, path), layout


def _complete(header: Sequence[str], layout: str, path: Path) -> None:
    missing = [name for name in needed(layout) if name not in header]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise BadInput(f"{path}: no column {', '.join(missing[:5])}{more}, which the group's files have")
    for name in header:
        if list(header).count(name) > 1:
            raise BadInput(f"{path}: column {name!r} stands there twice")


def needed(layout: str) -> tuple[str, ...]:
    """Return the columns that are read of a layout."""
    from bolicho.learn.cases.truco.ufsm.hand import READ

    return READ[layout]


def _from_csv(lines: Any, header: Sequence[str], path: Path) -> Iterator[tuple[str, Cells]]:
    try:
        for line in lines:
            if not line:
                continue
            if len(line) != len(header):
                raise BadInput(f"{path} line {lines.line_num}: {len(line)} cells, but {len(header)} columns")
            yield f"line {lines.line_num}", dict(zip(header, map(_cell, line), strict=True))
    except csv.Error as error:
        raise BadInput(f"{path} line {lines.line_num}: {error}") from None


_INSERT = re.compile(r"INSERT\s+INTO\s+`?(\w+)`?\s*(\(([^)]*)\))?\s*VALUES\s*", re.IGNORECASE)
_CREATE = re.compile(r"CREATE\s+TABLE\s+(?:IF NOT EXISTS\s+)?`?(\w+)`?\s*\((.*?)\n\)", re.IGNORECASE | re.DOTALL)
_VALUE = re.compile(r"\s*(?:'((?:[^'\\]|\\.|'')*)'|([^,()']+?))\s*([,)])")


def _from_dump(text: str, path: Path) -> Iterator[tuple[str, Cells]]:
    """Give the rows of the table ``maos`` (or whichever has the cards) in a dump that ``mysqldump`` wrote."""
    tables = {table: re.findall(r"^\s*`(\w+)`", body, re.MULTILINE) for table, body in _CREATE.findall(text)}
    found = False
    for insert in _INSERT.finditer(text):
        listed = re.findall(r"\w+", insert[3] or "")
        columns = listed or tables.get(insert[1], [])
        if "cartaAltaRobo" not in columns:
            continue
        _complete(columns, WHOLE, path)
        found = True
        place = insert.end()
        while text[place : place + 1] == "(":
            values, place = _tuple(text, place + 1, path)
            if len(values) != len(columns):
                raise BadInput(f"{path} character {place}: {len(values)} values, but {len(columns)} columns")
            yield f"character {place}", dict(zip(columns, values, strict=True))
            ahead = re.compile(r"\s*,\s*").match(text, place)
            place = ahead.end() if ahead else place
    if not found:
        raise BadInput(f"{path}: no INSERT INTO a table with the columns of the group's hands")


def _tuple(text: str, place: int, path: Path) -> tuple[list[int | str | None], int]:
    values: list[int | str | None] = []
    while True:
        value = _VALUE.match(text, place)
        if value is None:
            raise BadInput(f"{path} character {place}: not the values of a row")
        bare = value[2]
        values.append(value[1] if bare is None else None if bare.upper() == "NULL" else _cell(bare))
        place = value.end()
        if value[3] == ")":
            return values, place


def _cell(text: str) -> int | str | None:
    text = text.strip()
    if not text or text in ("NULL", "\\N"):
        return None
    return int(float(text)) if re.fullmatch(r"-?\d{1,9}(\.0*)?", text) else text
