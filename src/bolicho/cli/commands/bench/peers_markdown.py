"""The peers' table for a page, of what ``--out FILE`` kept.

``python -m bolicho.cli.commands.bench.peers_markdown FILE`` prints it.
"""

import json
import sys
from pathlib import Path

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import brief, number
from bolicho.report.document import Table
from bolicho.report.markdown import table_text

COLUMNS = ("work", "ours", "peer", "a second", "ours", "theirs", "ratio")


def markdown(told: JsonObject) -> str:
    r"""Return the table and the line below it: by the time of the processor, which a busy machine does not stretch.

    >>> side = {"name": "the index", "processor": 74778.2, "rate": 1.0}
    >>> row = {"kind": "neighbours", "unit": "questions", "ours": side, "same": False, "ratio_of_the_processor": 56.88}
    >>> about = {"date": "2026-11-15", "machine": "a machine", "versions": {"Bolicho": "0.1.0"}, "load": [8.1]}
    >>> print(markdown({"rows": [row | {"peer": side | {"name": "theirs", "processor": 1314.5}}]} | about))
    | work | ours | peer | a second | ours | theirs | ratio |
    | :-- | --: | --: | --: | --: | --: | --: |
    | neighbours | the index | theirs \* | questions | 74,800 | 1,310 | 56.9 |
    <BLANKLINE>
    2026-11-15, a machine, load 8.1 before; best of three, by the time of the processor; Bolicho 0.1.0.
    """
    rows = [
        [
            row["kind"],
            row["ours"]["name"],
            f"{row['peer']['name']}{'' if row['same'] else ' *'}",
            row["unit"],
            *map(rounded, (row["ours"]["processor"], row["peer"]["processor"], row["ratio_of_the_processor"])),
        ]
        for row in told["rows"]
    ]
    load = f", load {number(told['load'][0], 1, 'en')} before" if told["load"] else ""
    versions = ", ".join(f"{library} {version}" for library, version in told["versions"].items())
    below = f"{told['date']}, {told['machine']}{load}; best of three, by the time of the processor; {versions}."
    return f"{table_text(Table('peers', '', COLUMNS, rows), 'en')}\n\n{below}"


def rounded(measured: float | None) -> str:
    """Write a number to three figures; "missing" for who was not there.

    >>> [rounded(number) for number in (3725226.0, 56.887, 0.0545, None)]
    ['3,730,000', '56.9', '0.0545', 'missing']
    """
    return "missing" if measured is None else brief(float(f"{measured:.3g}"), 3, "en")


if __name__ == "__main__":
    print(markdown(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
