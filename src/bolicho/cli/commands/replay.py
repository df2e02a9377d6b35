"""``bolicho replay``: step through recorded matches, each state put back under the rules."""

import json
from collections import Counter
from pathlib import Path

import typer
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.data import plain_data
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.table.frames import Frame, frames, frames_of
from bolicho.cli.table.screen import Screen
from bolicho.cli.table.stepper import Stepper
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import say
from bolicho.core.record import Record, read_records
from bolicho.core.words import printable

MOST_PLIES = 1000
"""Of a unit that is written out whole."""


def replay(
    file: Path = typer.Argument(..., help="Records, one line of JSON each; or the folder of a tournament."),
    match: int | None = typer.Option(
        None, help="Number of the record, from 0, as --list shows it; of a tournament, the match in its rows."
    ),
    unit: int | None = typer.Option(None, help="Number of the hand, from 0, as in --json: 0 is hand 1."),
    ply: int | None = typer.Option(None, help="Number of the move in it; 0 is before the first."),
    seat: str = typer.Option(
        "both", metavar="N|both", help="Show what seat N sees, counted from 0; both: what all seats see."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print the steps as JSON."),
    as_list: bool = typer.Option(False, "--list", help="List the records of the file."),
    language: str | None = LANGUAGE,
) -> None:
    """Step through a recorded match. A record that breaks the rules is refused, with the place of the fault.

    A match of a tournament (bolicho arena --out DIR) is played again from its row: same seed, same match.

    At a terminal: right or Enter goes on, left goes back, up and down change the hand, a number goes to that hand,
    q leaves. On a pipe every step is printed, or those of --unit and --ply.
    """
    screen = Screen(speak(language))
    if file.is_dir():
        match, records = 0, [_of_tournament(file, match)]
    else:
        records = list(read_records(file))
    if as_list or (match is None and len(records) > 1 and not as_json):
        _list(screen, records, as_json)
        if not as_list:
            screen.show(Text(screen.words("list-choose", count=len(records))))
        return
    number = match or 0
    if not 0 <= number < len(records):
        raise BadInput(f"{file}: --match {number}, but the file has records 0 to {len(records) - 1}")
    record = records[number]
    try:
        row = frames(record)
        eyes = _eyes(seat, len(record.agents))
        only = frames_of(row, unit, ply)
        if as_json or not screen.live:
            _refuse_long(only)
    except BolichoError as error:
        raise BadInput(f"{file}: {error}" if len(records) == 1 else f"{file} record {number}: {error}") from None
    if as_json:
        typer.echo(json.dumps(_steps(record, number, only, eyes), ensure_ascii=False))
    elif screen.live and row:
        Stepper(screen, record, row, eyes).walk(row.index(only[0]))
    else:
        Stepper(screen, record, row, eyes).tell(only)


def _of_tournament(folder: Path, match: int | None) -> Record:
    from bolicho.arena.run.again import is_tournament, play_again, rows_in

    if not is_tournament(folder):
        raise BadInput(f"{folder}: a directory, but not that of a tournament (bolicho arena --out DIR)")
    if match is None:
        count = sum(1 for _ in rows_in(folder))
        raise BadInput(f"{folder}: say which of its {count} matches with --match N")
    return play_again(folder, match)


def _refuse_long(only: list[Frame]) -> None:
    """Every view tells all that was played: to write those of a very long unit out would never end."""
    for unit, plies in Counter(frame.unit for frame in only).items():
        if plies > MOST_PLIES:
            raise BadInput(f"record.units[{unit}]: {plies - 1} moves, too many to write all out; name one with --ply")


def _eyes(seat: str, seats: int) -> int | None:
    if seat == "both":
        return None
    if seat not in map(str, range(seats)):
        raise BadInput(f"--seat {seat!r}: expected both or a seat from 0 to {seats - 1}")
    return int(seat)


def _list(screen: Screen, records: list[Record], as_json: bool) -> None:
    rows = [_summary(number, record) for number, record in enumerate(records)]
    if as_json:
        typer.echo(json.dumps({"records": rows}, ensure_ascii=False))
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for column in screen.words("list-columns").split("|"):
        grid.add_column(column)
    for row, record in zip(rows, records, strict=True):
        names = [printable(name) for name in record.agents]
        result = "list-won" if record.winner is not None else "list-drawn" if record.finished else "list-unfinished"
        who = "" if record.winner is None else names[record.winner]
        facts = (
            row["match"],
            row["game"],
            " × ".join(names),
            " – ".join(say(score, screen.words.language) for score in record.scores),
            row["units"],
        )
        grid.add_row(*(Text(printable(fact)) for fact in facts), Text(screen.words(result, who=who)))
    screen.show(grid)


def _summary(number: int, record: Record) -> JsonObject:
    return {
        "match": number,
        "game": record.game,
        "agents": list(record.agents),
        "scores": list(record.scores),
        "units": len(record.units),
        "winner": record.winner,
        "finished": record.finished,
    }


def _seen(frame: Frame, eyes: int) -> str | None:
    """The last move as another seat saw it: a card may have been laid face down."""
    history = getattr(frame.state.view(eyes), "history", ())
    last = history[-1] if frame.move is not None and history else None
    return last if last is None or isinstance(last, str) else last[1]


def _steps(record: Record, number: int, only: list[Frame], eyes: int | None) -> JsonObject:
    seats = range(len(record.agents)) if eyes is None else (eyes,)
    told = [
        {
            "unit": frame.unit,
            "ply": frame.ply,
            "seat": frame.mover,
            "move": frame.move if eyes is None or eyes == frame.mover else _seen(frame, eyes),
            "to_move": frame.state.seat,
            "scores": list(frame.state.scores),
            "over": frame.state.over,
            "views": [plain_data(frame.state.view(seat)) for seat in seats],
        }
        for frame in only
    ]
    return {**_summary(number, record), "steps": told}
