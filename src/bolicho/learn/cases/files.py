"""A base as a file that pandas opens in one line: CSV with a JSON file beside it, or Parquet with the same inside.

The numbers are in the columns of the form, blanks empty, behind a first column ``case`` that counts them from 0. What
a base is besides its cases (name, game, form, source, note, clusterings) is the ``about`` data: ``NAME.json`` beside
``NAME.csv``, the key ``bolicho`` of a Parquet schema's metadata. A CSV without one is read all the same.
"""

import csv
import json
import re
from collections.abc import Sequence
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.files import read_bounded, write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.forms import Form, form, form_names

LAYOUT = "cases-1"
"""Version of the about data, apart from that of the form."""
NUMBER = "case"
"""The first column: which case it is; pandas writes one without a name, unless it is told not to."""
SUFFIXES = (".csv", ".parquet")
LARGEST = 500 * 10**6
"""Bytes of a base at most; a million cases have about 120 million."""
_WHOLE = re.compile(r"[+-]?\d{1,6}(\.0*)?")


def is_file(name: str) -> bool:
    """Tell whether the name of a base is a path of a file."""
    return name.lower().endswith(SUFFIXES)


def write(base: CaseBase, path: Path) -> None:
    """Write a base to a file of the kind that its name ends in."""
    if _kind(path) == ".parquet":
        from bolicho.learn.cases.parquet import write_parquet

        write_parquet(base, path, about(base))
        return
    beside = path.with_suffix(".json")
    if beside.exists() and not isinstance(_beside(path), dict):
        raise BadInput(f"{beside}: is there already and tells of no cases; choose another name than {path}")
    write_whole(path, as_csv(base))
    write_whole(beside, json.dumps(about(base), ensure_ascii=False, separators=(",", ":")) + "\n")


def read(path: Path, name: str | None = None, source: str | None = None) -> CaseBase:
    """Read a base; ``name`` and ``source`` are used in the place of what the file says of itself."""
    try:
        if _kind(path) == ".parquet":
            from bolicho.learn.cases.parquet import read_parquet

            cells, told, kind = read_parquet(path)
        else:
            told, text = _beside(path) or {}, read_bounded(path, LARGEST).decode("utf-8-sig")
            kind = kind_of(told, path, text.partition("\n")[0].strip().replace('"', "").split(","))
            cells = from_csv(text, kind, str(path))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not UTF-8 text at byte {error.start}") from None
    if told and told.get("digest") != digest(cells):
        raise BadInput(f"{path}: not the cases that {_where(path)} tells of; without that file it can be read")
    base = CaseBase(
        name or told.get("name") or path.stem,
        kind.columns,
        game=kind.game,
        form=kind.name,
        source=source or told.get("source") or "file",
        note=told.get("note") or "",
        capacity=max(1, len(cells)),
    )
    base.append(cells)
    base.clusterings = clusterings_from(told.get("clusterings") or {}, str(path))
    return base


# ── what a base is besides its cases ──────────────────────────────────────────────────────────────────────────────


def about(base: CaseBase) -> JsonObject:
    """Return the about data of a base (JSON)."""
    return {
        "bolicho": LAYOUT,
        "name": base.name,
        "game": base.game,
        "form": base.form,
        "source": base.source,
        "note": base.note,
        "cases": len(base),
        "digest": digest(base.cells()),
        "clusterings": clusterings_data(base),
    }


def digest(cells: Cells) -> str:
    """Return a fingerprint of cases, so that about data is not laid beside other ones."""
    return blake2b(np.ascontiguousarray(cells, dtype="<i2").tobytes(), digest_size=16).hexdigest()


def clusterings_data(base: CaseBase) -> JsonObject:
    """Return the clusterings of a base as JSON data."""
    return {scenario: clustering.to_json() for scenario, clustering in base.clusterings.items()}


def clusterings_from(data: JsonObject, where: str) -> JsonObject:
    """Read clusterings back."""
    if not data:
        return {}
    from bolicho.learn.cases.clustering.clusters import Clustering

    if not isinstance(data, dict):
        raise BadInput(f"{where}: its clusterings are no object")
    return {scenario: Clustering.from_json(told, f"{where}, {scenario}") for scenario, told in data.items()}


def kind_of(told: JsonObject, path: Path, header: Sequence[str]) -> Form:
    """Return the form that about data names, or the one that has these columns; another game or layout is refused."""
    if told and told.get("bolicho") != LAYOUT:
        raise BadInput(f"{path}: layout {told.get('bolicho')!r} is not {LAYOUT!r}, the one this version reads")
    name = told["form"] if "form" in told else _form_of(header)
    if name not in form_names():
        raise BadInput(f"{path}: cases of form {name!r}; this version reads {', '.join(form_names())}")
    kind = form(name)
    if told and told.get("game") != kind.game:
        raise BadInput(f"{path}: cases of {told.get('game')!r}, but form {name} is of {kind.game}")
    return kind


def _form_of(header: Sequence[str]) -> str:
    """The form with just these columns; where none has, the first, which then says what is missing."""
    columns = set(header) - {NUMBER, ""}
    return next((name for name in form_names() if set(form(name).columns) == columns), form_names()[0])


def _beside(path: Path) -> JsonObject | None:
    """The about data beside a CSV; None when there is no file, or one that is something else's."""
    beside = path.with_suffix(".json")
    try:
        told = read_json(read_bounded(beside, LARGEST))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInput(f"{beside}: {error.strerror}") from None
    except BadInput as error:
        raise BadInput(f"{beside}: not JSON, or damaged: {error}") from None
    return told if isinstance(told, dict) and "bolicho" in told else None


def _where(path: Path) -> str:
    return str(path.with_suffix(".json")) if _kind(path) == ".csv" else "its metadata"


def _kind(path: Path) -> str:
    if path.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path}: a base is a file ending in {' or '.join(SUFFIXES)}")
    return path.suffix.lower()


# ── CSV ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def as_csv(base: CaseBase) -> str:
    """Return a base as CSV text."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((NUMBER, *base.columns))
    for number, row in enumerate(base.cells().tolist()):
        writer.writerow((number, *("" if cell == UNKNOWN else cell for cell in row)))
    return out.getvalue()


def from_csv(text: str, kind: Form, where: str) -> Cells:
    """Read cases from CSV text, its columns in any order; a whole number may be written 24.0, as pandas does."""
    lines = csv.reader(StringIO(text, newline=""))
    try:
        header = next(lines, [])
        places = columns_in(header, kind, where)
        known = {"": UNKNOWN}
        rows: list[list[int]] = []
        numbers: list[int] = []
        for line in lines:
            if not line:
                continue
            if len(line) != len(header):
                raise BadInput(f"{where} line {lines.line_num}: {len(line)} cells, but {len(header)} columns")
            try:
                rows.append([known[line[place]] for place in places])
            except KeyError:
                rows.append([_number(line[p], known, where, lines.line_num, header[p]) for p in places])
            numbers.append(lines.line_num)
    except csv.Error as error:
        raise BadInput(f"{where} line {lines.line_num}: {error}") from None
    cells = np.array(rows, dtype=np.int16).reshape(len(rows), len(places))
    checked(cells, kind, where, lambda row: f"line {numbers[row]}")
    return cells


def columns_in(header: Sequence[str], kind: Form, where: str) -> list[int]:
    """Return where each column of a form stands in a header; one that is missing, doubled or unknown is named."""
    missing = [column for column in kind.columns if column not in header]
    if missing:
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise BadInput(f"{where}: no column {', '.join(missing[:5])}{more}, which cases of {kind.name} have")
    for place, column in enumerate(header):
        if column not in (*kind.columns, NUMBER) and (column or place):
            raise BadInput(f"{where}: column {column!r} is none of {kind.name}")
        if list(header).count(column) > 1:
            raise BadInput(f"{where}: column {column!r} stands there twice")
    return [list(header).index(column) for column in kind.columns]


def checked(cells: Cells, kind: Form, where: str, say: Any) -> None:
    """Refuse cases with a value that their column cannot hold, or that no hand can be; ``say`` names a row."""
    found = kind.wrong(cells)
    if found is not None:
        row, column, may = found
        value = cells[row, kind.columns.index(column)]
        raise BadInput(f"{where} {say(row)}, column {column}: {value} is not {may}")
    unsound = kind.unsound(cells)
    if unsound is not None:
        row, column, why = unsound
        raise BadInput(f"{where} {say(row)}, column {column}: {why}")


def _number(text: str, known: dict[str, int], where: str, line: int, column: str) -> int:
    if text not in known:
        bare = text.strip(" \t")
        if not _WHOLE.fullmatch(bare) or not -(2**15) < int(float(bare)) < 2**15:
            raise BadInput(f"{where} line {line}, column {column}: {text!r} is not a whole number of the cases")
        known[text] = int(float(bare))
    return known[text]
