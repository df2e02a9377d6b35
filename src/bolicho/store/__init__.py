"""What must outlive a process: records of matches, runs with their rows, case bases; in SQLite or on a server.

The room stands on core alone and knows nothing of rules; SQLAlchemy is imported here and nowhere else.

>>> with Store.open(":memory:") as store:
...     run = store.begin_run("demo", {"matches": 2}, seed=7, versions={"bolicho": "0.1.0"})
...     store.add_rows(run, [{"key": 0, "winner": "random"}])
...     list(store.rows(run))
1
[{'key': 0, 'winner': 'random'}]
"""

from bolicho.store.bases import Base
from bolicho.store.changes import BaseChange
from bolicho.store.records import Summary
from bolicho.store.runs import Run
from bolicho.store.store import Store

__all__ = ["Base", "BaseChange", "Run", "Store", "Summary"]
