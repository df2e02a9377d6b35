"""Numbers as CSV: one way to write a table for other programs, without words of any language."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO


def csv_text(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV.

    >>> csv_text(("agent", "mean"), [("a,b", short(0.123456789)), ("c", short(None))])
    'agent,mean\\n"a,b",0.123457\\nc,\\n'
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def short(number: float | None) -> str:
    """Return a number in six digits, as all who measure write it; nothing where there is none."""
    return "" if number is None else f"{number:.6g}"
