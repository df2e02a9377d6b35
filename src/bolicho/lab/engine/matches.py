"""Cells that are stretches of matches between two agents, played on the arena by one crew of workers."""

from collections.abc import Sequence

from bolicho.arena import Pairing, Plan, Row, duplicate, run
from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.experiment import Cell, Rows, WhenDone


def match_cells(pair: Sequence[int], name: str, matches: int, first_match: int, size: int) -> list[Cell]:
    """Cut matches between two agents, on boards from 0, into cells of a size that is a whole number of boards."""
    turns = len(pair)
    assert size % turns == 0
    return [
        Cell(f"{name}/{n}", _facts(pair, first_match + n, n // turns, min(size, matches - n)))
        for n in range(0, matches, size)
    ]


def play_cells(plan: Plan, cells: Sequence[Cell], workers: int, done: WhenDone) -> None:
    """Play the matches of all cells together, and hand each over when its last match is finished."""
    schedule: list[Pairing] = []
    home: dict[int, Cell] = {}
    for cell in cells:
        for pairing in pairings(cell):
            schedule.append(pairing)
            home[pairing.match] = cell
    played: dict[str, list[Row]] = {cell.key: [] for cell in cells}

    def take(row: Row, _record: str | None) -> None:
        cell = home[row.match]
        rows = played[cell.key]
        rows.append(row)
        if len(rows) == cell.facts["matches"]:
            done(cell, [entry.to_dict() for entry in sorted(rows, key=lambda entry: entry.match)])
            del played[cell.key]

    run(plan, schedule, workers=workers, done=take)


def pairings(cell: Cell) -> list[Pairing]:
    """Return the matches of a cell."""
    facts = cell.facts
    return duplicate(facts["agents"], facts["matches"], first_match=facts["match"], first_board=facts["board"])


def read_rows(rows: Sequence[Rows]) -> list[Row]:
    """Return the rows of several cells as rows of matches."""
    return [Row.from_dict(data) for cell in rows for data in cell]


def _facts(agents: Sequence[int], match: int, board: int, matches: int) -> JsonObject:
    return {"agents": list(agents), "match": match, "board": board, "matches": matches}
