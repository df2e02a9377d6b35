"""Every reader of the house, by name.

A reader that only takes apart what it is given is not enough: what it gives is used a little, too.
"""

from tests.readers import boards, cases, house, line, puzzles, records, runs, store, strategies, trainings
from tests.readers.reader import Reader

READERS: dict[str, Reader] = {
    **records.READERS,
    **puzzles.READERS,
    **boards.READERS,
    **strategies.READERS,
    **trainings.READERS,
    **cases.READERS,
    **line.READERS,
    **runs.READERS,
    **store.READERS,
    **house.READERS,
}
