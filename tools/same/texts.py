"""What a file or an answer is as text that can be compared line by line."""

import json
from hashlib import blake2b
from io import BytesIO
from pathlib import PurePath

UNTOLD = {".db", ".db-wal", ".db-shm", ".db-journal", ".lock", ".pyc", ".png"}
"""Not looked into: what stands in a store is told by commands, and pictures have their data beside them."""


def text_of(name: str, content: bytes) -> str | None:
    """Return the text of a file by the end of its name; None if it is not to be compared.

    >>> text_of("a.json", b'{"a": [1, 2]}')
    '{\\n "a": [\\n  1,\\n  2\\n ]\\n}\\n'
    >>> text_of("rows.jsonl", b"2\\n1\\n")
    '1\\n2\\n'
    """
    end = PurePath(name).suffix
    if end in UNTOLD:
        return None
    if end == ".npz":
        return _arrays(content)
    if end == ".parquet":
        return _columns(content)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return f"{len(content)} bytes, {blake2b(content, digest_size=16).hexdigest()}\n"
    if end == ".json":
        return _pretty(text)
    if end == ".jsonl":  # two workers write rows in the order in which they end
        return "".join(sorted(text.splitlines(keepends=True)))
    if end in (".html", ".svg"):  # a page is a few lines of a megabyte: one element a line
        return text.replace("><", ">\n<")
    return text


def _pretty(text: str) -> str:
    try:
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
    except ValueError:
        return text  # several lines of JSON, or an error: as it stands


def _arrays(content: bytes) -> str:
    import numpy as np

    with np.load(BytesIO(content), allow_pickle=False) as arrays:
        told = ((name, arrays[name]) for name in sorted(arrays.files))
        return "".join(
            f"{name} {one.dtype} {one.shape} {blake2b(one.tobytes(), digest_size=8).hexdigest()}"
            + (f" {one!s}" if one.ndim == 0 else "")
            + "\n"
            for name, one in told
        )


def _columns(content: bytes) -> str:
    from pyarrow import parquet

    table = parquet.read_table(BytesIO(content))
    rows = sorted(json.dumps(row, default=str, ensure_ascii=False) for row in table.to_pylist())
    return "\n".join([str(table.schema.remove_metadata()), *rows]) + "\n"
