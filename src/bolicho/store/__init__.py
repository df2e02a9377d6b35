"""What must outlive a process: records of matches and their people, runs, case bases, web tables, jobs.

The package stands on core alone and knows nothing of rules; SQLAlchemy is imported here and nowhere else.

>>> with Store.open(":memory:") as store:
...     run = store.begin_run("demo", {"matches": 2}, seed=7, versions={"bolicho": "0.1.0"})
...     store.add_rows(run, [{"key": 0, "winner": "random"}])
...     list(store.rows(run))
1
[{'key': 0, 'winner': 'random'}]
"""

from bolicho.store.away import StoreAway
from bolicho.store.bases import Base
from bolicho.store.changes import BaseChange
from bolicho.store.jobs import Job
from bolicho.store.people import Answers, PersonMatch, Sitting, Withdrawal
from bolicho.store.records import Summary
from bolicho.store.runs import Run
from bolicho.store.store import Store
from bolicho.store.web_tables import KeptTable

__all__ = [
    "Answers",
    "Base",
    "BaseChange",
    "Job",
    "KeptTable",
    "PersonMatch",
    "Run",
    "Sitting",
    "Store",
    "StoreAway",
    "Summary",
    "Withdrawal",
]
