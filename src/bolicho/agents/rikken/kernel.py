"""The players' simulations compiled by Numba, from the very functions that plain Python runs.

``table``, ``sets``, ``house``, ``tactics``, ``guess``, ``simulate`` and ``bulkplay`` hold nothing that Numba cannot
compile; here a `Table` is a record with the same fields. ``tests/agents/rikken/test_kernel.py`` plays both in lockstep,
to the last draw.
"""

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from bolicho.agents.rikken import bulkplay, guess, house, sets, simulate, table, tactics
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.kernel import compile_together

TABLE = np.dtype(
    [
        (field.name, "i8", 4) if isinstance(getattr(table.Table(), field.name), list) else (field.name, "i8")
        for field in fields(table.Table)
    ]
)
"""As `Table`, field by field."""


@cache
def compiled() -> JsonObject:
    """Return all functions by name; each is compiled, or loaded from the cache, when it is first called."""
    return compile_together((table, sets, house, tactics, guess, simulate, bulkplay))


def new_tables(n: int) -> Any:
    """Return arrays for so many tables."""
    return np.zeros(n, TABLE)


def write(plain: table.Table, record: Any) -> None:
    """Write a table into a record."""
    for field in fields(table.Table):
        record[field.name] = getattr(plain, field.name)
