"""What one match says of two agents, and which matches go together.

Where two play, a match tells which of them won it. Where more play it tells of every two of them who had the higher
score; who forfeited is behind everybody. A draw is half to each.
"""

from collections import defaultdict
from collections.abc import Sequence

from bolicho.arena.matches.rows import Row


def apart(row: Row) -> bool:
    """Whether everybody in a match is somebody else; an agent against itself tells nothing."""
    return len(set(row.seats)) == len(row.seats)


def beat(row: Row, first: int, second: int) -> float:
    """Return 1 when the first did better than the second in a match, 0 when worse, one half when neither."""
    if len(row.seats) == 2:
        return row.won(first)
    lost = None if row.forfeit is None else row.forfeit.agent
    mine, theirs = ((who != lost, row.scores[row.seats.index(who)]) for who in (first, second))
    return 0.5 if mine == theirs else float(mine > theirs)


def openers(rows: Sequence[Row]) -> dict[int, int]:
    """Return the seat that began on each board that tells it: the matches of a board begin alike."""
    found: dict[int, int] = {row.board: row.began for row in rows if row.began is not None}
    return found


def by_board(rows: Sequence[Row]) -> dict[int, list[Row]]:
    """Return the rows of each board, in the order of the boards."""
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.board].append(row)
    return {board: found[board] for board in sorted(found)}
