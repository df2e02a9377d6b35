"""A match of a tournament opened from its row: the seed gives the same cards, and agents decide as they did.

Rows keep outcomes only, so that millions fit. Whoever wants to look at one match has it played again, in a worker like
the first time, with every agent's reasons; if it ends otherwise, nothing is shown.
"""

from collections.abc import Iterator
from pathlib import Path

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.workers import run
from bolicho.core.chance import OPEN
from bolicho.core.errors import BadInput
from bolicho.core.journal import DESIGN, ROWS
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.record import Record

LEARNING = "learning"
"""The format in which agents take what they learned from one match into the next."""


def is_tournament(folder: Path) -> bool:
    """Whether a directory holds a tournament that has begun."""
    return (folder / DESIGN).is_file() and (folder / ROWS).is_file()


def rows_in(folder: Path) -> Iterator[Row]:
    """Give the rows of a tournament, in the order in which they were played."""
    try:
        with (folder / ROWS).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    yield Row.from_json(line)
                except BadInput as error:
                    raise BadInput(f"{folder / ROWS} line {number}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{folder}: cannot be read as a tournament: {error}") from None


def play_again(folder: Path, match: int) -> Record:
    """Play one match of a tournament again and return its record, with the reasons of the agents."""
    plan, row = _plan(folder), next((row for row in rows_in(folder) if row.match == match), None)
    if row is None:
        raise BadInput(f"{folder}: no match {match} was played here")
    if row.forfeit is not None:
        raise BadInput(f"{folder} match {match}: it was forfeited, so there is nothing to look at: {row.forfeit.why}")
    records: list[str | None] = []
    (again,) = run(plan, [Pairing(row.match, row.board, row.seats)], done=lambda _, record: records.append(record))
    if again != row or records[0] is None:
        raise BadInput(f"{folder} match {match}: played again it ends otherwise; its agents are not what they were")
    return Record.from_json(records[0])


def _plan(folder: Path) -> Plan:
    try:
        design: JsonObject = read_json((folder / DESIGN).read_text(encoding="utf-8"))
        if design["format"] == LEARNING:
            raise BadInput(f"{folder}: agents learn from match to match here, so that none can be played by itself")
        return Plan(
            design["game"],
            tuple(design["agents"]),
            design["options"],
            design["seed"],
            design["time_limit"],
            design["tally"],
            records=True,
            why=True,
            salt=design["salt"] or OPEN,
        )
    except (OSError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise BadInput(f"{folder / DESIGN}: not the design of a tournament: {type(error).__name__} {error}") from None
