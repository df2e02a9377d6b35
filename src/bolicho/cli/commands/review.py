"""``bolicho review``: a recorded match, decision by decision: what was luck, and what was a mistake."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.progress import progress
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.numbers import Value, number
from bolicho.core.record import Record, read_records
from bolicho.core.words import Words
from bolicho.games.face import Face
from bolicho.play.review import Review, Verdict, reason
from bolicho.report.document import Table


def review(
    file: Annotated[Path, typer.Argument(help="Records, one line of JSON each.")],
    match: Annotated[int, typer.Option(help="Number of the record, from 0.")] = 0,
    by: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who analyses; by default the game's analyst.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, max=1000, help="How many mistakes of each seat are shown.")] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole review as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Review a match: the biggest mistakes of each seat, with the better move and why; luck and skill apart.

    Each decision is judged by what its seat knew. Boards are exact; Truco is solved from round 2 on and played on from
    the first, for the score at hand. What is not sure is not called a mistake.
    """
    from bolicho.play.review import review as reviewed

    record = _record(file, match)
    try:
        with progress("review") as show:
            found = reviewed(record, by, show)
    except BolichoError as error:
        raise BadInput(f"{file} record {match}: {error}") from None
    if as_json:
        typer.echo(json.dumps(found.to_dict(), ensure_ascii=False))
    else:
        _show(found, record, most, Words("bolicho.cli.commands", speak(language), "review.toml"))


def _record(file: Path, match: int) -> Record:
    records = list(read_records(file))
    if not 0 <= match < len(records):
        raise BadInput(f"{file}: --match {match}, but the file has records 0 to {len(records) - 1}")
    return records[match]


def _show(found: Review, record: Record, most: int, words: Words) -> None:
    from bolicho.games.face import face_of
    from bolicho.play.replay import game_of
    from bolicho.report.terminal import console, show_table

    face = face_of(game_of(record), words.language, record.agents)
    show_table(_players(found, words), words.language)
    for seat, name in enumerate(found.agents):
        worst = found.worst(seat, most)
        console().print(words("worst" if worst else "none", player=name))
        for one in worst:
            console().print(_line(one, face, words))
    if any(unit.outlook for unit in found.units):
        show_table(_hands(found, words), words.language)


def _players(found: Review, words: Words) -> Table:
    marks = ("blunder", "mistake", "inaccuracy", "only", "bluff", "fold")
    rows: list[list[Value]] = []
    for seat, name in enumerate(found.agents):
        lost = sum(unit.lost(seat) for unit in found.units)
        counts = found.counts(seat)
        made = [str(counts.get(mark, 0)) for mark in marks]
        rows.append([name, str(found.scores[seat]), _hundredths(lost, words), *made])
    heads = [words(f"head-{key}") for key in ("player", "points", "lost", *marks)]
    return Table("review", words("title", analyst=found.analyst), heads, rows)


def _hands(found: Review, words: Words) -> Table:
    rows: list[list[Value]] = []
    for unit in found.units:
        before = unit.outlook.before if unit.outlook else None
        told = (before, unit.luck, unit.lost(0), unit.lost(1), unit.after)
        rows.append([str(unit.number + 1), *(_hundredths(one, words) for one in told)])
    keys = ("number", "before", "luck", "lost", "other", "after")
    heads = [words(f"hand-{key}", one=found.agents[0], other=found.agents[1]) for key in keys]
    return Table("hands", words("hands", player=found.agents[0]), heads, rows)


def _line(one: Verdict, face: Face[Any], words: Words) -> str:
    """A mistake: where, what it cost, what would be better, and why."""
    assert one.analysis is not None
    assert one.best is not None
    unit = one.analysis.unit
    loss = number(one.loss * (100 if unit == "match" else 1), 1, words.language)
    named = {"move": face.name_of(one.move), "best": face.name_of(one.best), "mark": words(f"mark-{one.mark}")}
    place = {"unit": one.unit + 1, "ply": one.ply + 1}
    said = words("line-open" if face.open else "line", **place, **named, lost=words(f"loss-{unit}", loss=loss))
    why = reason(one.why, face)
    return said if why is None else f"{said}\n    {why}"


def _hundredths(value: float | None, words: Words) -> str:
    return "" if value is None else number(100 * value, 1, words.language)
