"""Results of a room as CSV: a line a match, and a line a name; a spreadsheet never takes a name for a formula."""

from typing import Any

from bolicho.arena.results.frame import csv_text
from bolicho.web.rooms.contests import table_of
from bolicho.web.rooms.picture import names_of
from bolicho.web.rooms.room import FREE, Room

FORMULA = ("=", "+", "-", "@", "\t")


def matches_csv(room: Room, language: str) -> str:
    """Return every match that is over: contest, round, deals, who sat where, and how it ended."""
    rows: list[list[Any]] = []
    seats = max((len(match.seats) for _, match in room.matches() if match.row is not None), default=2)
    for contest in room.contests:
        names = [plain(name) for name in names_of(room, contest, language)]
        for match, row in ((one, one.row) for one in contest.matches if one.row is not None):
            who = [names[one] for one in match.seats] + [None] * (seats - len(match.seats))
            scores = [*row["scores"], *[None] * (seats - len(match.seats))]
            winner = None if row["winner"] is None else names[row["winner"]]
            lost = None if row["forfeit"] is None else names[row["forfeit"]["agent"]]
            facts = [contest.id, contest.kind, contest.game or None, match.round + 1, match.board + 1]
            rows.append([*facts, *who, *scores, winner, row["hands"], lost])
    columns = ["contest", "kind", "game", "round", "deals"]
    columns += [f"player_{seat + 1}" for seat in range(seats)] + [f"score_{seat + 1}" for seat in range(seats)]
    return _csv([*columns, "winner", "hands", "given_up_by"], rows)


def standings_csv(room: Room, language: str) -> str:
    """Return how everybody stood in each contest."""
    rows: list[list[Any]] = []
    for contest in room.contests:
        if contest.kind == FREE:
            continue
        names = names_of(room, contest, language)
        for line in table_of(contest):
            told = [line.rank, plain(names[line.entrant]), line.played, line.won, line.drawn]
            rows.append([contest.id, contest.kind, contest.game, *told, line.points, line.net])
    head = ["contest", "kind", "game", "rank", "name", "played", "won", "drawn", "points", "net"]
    return _csv(head, rows)


def plain(name: str) -> str:
    """Return a name that a spreadsheet takes for a text.

    >>> plain("=1+1"), plain("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{name}" if name.startswith(FORMULA) else name


def _csv(head: list[str], rows: list[list[Any]]) -> str:
    return csv_text({name: [row[at] for row in rows] for at, name in enumerate(head)})
