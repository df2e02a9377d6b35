"""A store that is one file, copied whole as it is now, whoever has it open."""

import sqlite3
from contextlib import closing
from pathlib import Path


def copy_store(source: Path, target: Path) -> bool:
    """Copy a store file; tell whether there was one that can be read. What was at the target is written over."""
    target.unlink(missing_ok=True)
    if not source.is_file():
        return False
    try:
        there = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(there), closing(sqlite3.connect(target)) as here:
            there.backup(here)
    except sqlite3.Error:  # no database, a damaged one, or one in a directory in which nobody may write
        target.unlink(missing_ok=True)
        return False
    return True
