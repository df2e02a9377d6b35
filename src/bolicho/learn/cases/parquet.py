"""A base as a Parquet file: nullable 16-bit columns, the about data in the schema. Needs the extra ``data``."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.files import read_bounded, write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.files import LARGEST, NUMBER, checked, columns_in, kind_of
from bolicho.learn.cases.forms import Form

KEY = b"bolicho"
"""Where the metadata of the schema has the about data."""


def write_parquet(base: CaseBase, path: Path, about: JsonObject) -> None:
    """Write a base."""
    pa, pq = _arrow()
    arrays = [pa.array(np.arange(len(base), dtype=np.int32))]
    arrays += [pa.array(base[column], pa.int16(), mask=base[column] == UNKNOWN) for column in base.columns]
    names = [NUMBER, *base.columns]
    fields = [pa.field(name, array.type) for name, array in zip(names, arrays, strict=True)]
    told = {KEY: json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()}
    out = BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=told)), out, compression="zstd")
    write_whole(path, out.getvalue())


def read_parquet(path: Path) -> tuple[Cells, JsonObject, Form]:
    """Read the cases of a file, its about data ({} if it has none), and the form."""
    pa, pq = _arrow()
    try:
        table = pq.read_table(BytesIO(read_bounded(path, LARGEST)))
    except (pa.ArrowException, ValueError) as error:
        raise BadInput(f"{path}: not a Parquet file, or damaged: {str(error).splitlines()[0]}") from None
    told = _told(table.schema.metadata or {}, path)
    kind = kind_of(told, path, table.column_names)
    columns_in(table.column_names, kind, str(path))
    cells = np.empty((table.num_rows, len(kind.columns)), dtype=np.int16)
    for place, column in enumerate(kind.columns):
        cells[:, place] = _column(table.column(column), pa, f"{path}, column {column}")
    checked(cells, kind, str(path), lambda row: f"row {row}")
    return cells, told, kind


def _column(column: Any, pa: Any, where: str) -> Cells:
    """The numbers of a column; what pandas made floats of is read if they are whole."""
    try:
        whole = column.cast(pa.int16())
    except (pa.ArrowException, ValueError) as error:
        raise BadInput(f"{where}: {str(error).splitlines()[0]}") from None
    cells: Cells = whole.fill_null(UNKNOWN).to_numpy()
    return cells


def _told(metadata: dict[bytes, bytes], path: Path) -> JsonObject:
    if KEY not in metadata:
        return {}
    try:
        told = read_json(metadata[KEY])
    except BadInput:
        raise BadInput(f"{path}: its metadata is damaged") from None
    if not isinstance(told, dict):
        raise BadInput(f"{path}: its metadata is damaged")
    return told


def _arrow() -> Any:
    need("pyarrow")
    import pyarrow
    import pyarrow.parquet

    return pyarrow, pyarrow.parquet
