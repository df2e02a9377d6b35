"""Tables whose title, note and columns stand in the words of a package, by the name of the table and the keys."""

from collections.abc import Sequence

from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Value
from bolicho.core.words import Words
from bolicho.report.document import Table


def worded(
    name: str,
    keys: Sequence[str],
    rows: Sequence[Sequence[Value]],
    words: Words,
    *,
    title: str | None = None,
    note: str | None = None,
    chart: JsonMapping | None = None,
) -> Table:
    """Make a table; a key that has no words is its own title, as the names of bases are."""
    if note is None:
        note = words(f"{name}-note") if f"{name}-note" in words else ""
    return Table(
        name,
        words(f"{name}-table") if title is None else title,
        [words(column) if (column := f"column-{key.replace('_', '-')}") in words else key for key in keys],
        rows,
        note,
        keys=keys,
        chart=chart,
    )
