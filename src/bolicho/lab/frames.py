"""Everything that is a table opens as a frame of pandas or Polars in one line: records, rows, results, cases.

>>> import bolicho
>>> g = bolicho.game("truco", target=6)
>>> record = bolicho.play_match(g, [bolicho.agent("sound", g), bolicho.agent("novice", g)], seed=1)
>>> list(bolicho.frame(record).columns[:4]), len(bolicho.frame(record)) == len(record.units)
(['match', 'hand', 'agent_1', 'agent_2'], True)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, overload, runtime_checkable

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.frame import columns as row_columns
from bolicho.arena.results.summary import Results, flat
from bolicho.arena.run.again import is_tournament, rows_in
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.extras import need
from bolicho.core.journal import DESIGN, ROWS
from bolicho.core.json_text import JsonMapping, JsonObject, read_json
from bolicho.core.record import Record, read_records
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.play.replay import steps

if TYPE_CHECKING:
    import pandas
    import polars

Kind = Literal["pandas", "polars"]
Columns = Mapping[str, Sequence[object]]
KINDS = ("pandas", "polars")
LINES = ("match", "hand", "move")
"""What a line of a frame of records is."""


@runtime_checkable
class Tabular(Protocol):
    """What can write itself out by columns."""

    def as_columns(self) -> Columns:
        """Return columns by name, all of one length."""


@overload
def frame(what: object, kind: Literal["pandas"] = "pandas", *, by: str = "hand") -> "pandas.DataFrame": ...
@overload
def frame(what: object, kind: Literal["polars"], *, by: str = "hand") -> "polars.DataFrame": ...
def frame(what: object, kind: Kind = "pandas", *, by: str = "hand") -> Any:
    """Return a table as a frame of pandas or Polars.

    ``what`` is a record or several, a file of records (JSON lines), a tournament (the object, its folder, its rows),
    the results of one, or a base of cases (the object, its name, its file). A line of records is a ``hand``, or ``by``
    says match or move.
    """
    if kind not in KINDS:
        raise UnknownName("kind of frame", str(kind), KINDS)
    if by not in LINES:
        raise UnknownName("line of a frame", by, LINES)
    need(kind)
    return make_frame(_columns(what, by), kind)


def make_frame(columns: Columns, kind: Kind) -> Any:
    """Make a frame of columns; whole numbers stay whole where one is missing."""
    need(kind)
    if kind == "polars":
        import polars

        return polars.DataFrame(dict(columns), strict=False)
    import pandas

    return pandas.DataFrame(dict(columns)).convert_dtypes()


def _columns(what: object, by: str) -> Columns:
    if isinstance(what, Tabular):
        return what.as_columns()
    if isinstance(what, Results):
        return standing_columns(what)
    if isinstance(what, Record):
        return record_columns([what], by)
    if isinstance(what, CaseBase):
        return case_columns(what)
    if isinstance(what, str | Path):
        return _opened(what, by)
    if isinstance(what, Iterable):
        return _several([*what], by)
    raise BadInput(f"frame: {type(what).__name__} is no record, tournament or base of cases")


def _opened(name: str | Path, by: str) -> Columns:
    path = Path(name)
    folder = path.parent if path.name in (ROWS, "rows.csv", "rows.parquet") else path
    if is_tournament(folder):
        design = read_json((folder / DESIGN).read_text(encoding="utf-8"))
        return row_columns([*rows_in(folder)], names_apart(design.get("agents", ())))
    if path.is_dir():
        raise BadInput(f"{path}: no tournament in it")
    return case_columns(shelf.base(name)) if path.suffix != ".jsonl" else record_columns(read_records(path), by)


def _several(things: list[object], by: str) -> Columns:
    rows = [one for one in things if isinstance(one, Row)]
    records = [one for one in things if isinstance(one, Record)]
    if len(records) == len(things):
        return record_columns(records, by)
    if len(rows) == len(things):
        agents = 1 + max(index for row in rows for index in row.seats)
        return row_columns(rows, [str(index) for index in range(agents)])
    raise BadInput("frame: a list must hold records, or rows of a tournament")


def names_apart(agents: Sequence[str]) -> list[str]:
    """Tell apart agents of the same name.

    >>> names_apart(["sound", "bold", "sound"])
    ['sound (1)', 'bold', 'sound (2)']
    """
    return [
        f"{name} ({agents[: place + 1].count(name)})" if agents.count(name) > 1 else name
        for place, name in enumerate(agents)
    ]


def standing_columns(results: Results) -> Columns:
    """Return the standings, a line an agent, the best first."""
    return by_column([dict(flat(entry)) for entry in results.to_dict()["standings"]])


def pair_columns(results: Results) -> Columns:
    """Return every two agents compared."""
    return by_column([dict(flat(entry)) for entry in results.to_dict()["pairs"]])


def case_columns(base: CaseBase) -> Columns:
    """Return the cases of a base, blanks as None."""
    cells = {name: [None if cell == UNKNOWN else cell for cell in base[name].tolist()] for name in base.columns}
    return {"case": range(len(base)), **cells}


def record_columns(records: Iterable[Record], by: str) -> Columns:
    """Return records by match, hand or move."""
    tell = {"match": _matches, "hand": _hands, "move": _moves}[by]
    return by_column([*chain.from_iterable(map(tell, records))])


def by_column(lines: Sequence[JsonMapping]) -> dict[str, list[object]]:
    """Turn lines into columns; what a line does not have is None."""
    names = dict.fromkeys(name for line in lines for name in line)
    return {name: [line.get(name) for line in lines] for name in names}


def _matches(record: Record) -> Iterator[JsonObject]:
    won = record.winner
    yield {
        "match": record.match,
        "game": record.game,
        **_seats("agent", record.agents),
        **_seats("score", record.scores),
        "winner": None if won is None else record.agents[won],
        "hands": len(record.units),
        "finished": record.finished,
        "forfeit": None if record.forfeit is None else record.forfeit.why,
        "seed": record.seed,
    }


def _hands(record: Record) -> Iterator[JsonObject]:
    for number, unit in enumerate(record.units):
        yield {
            "match": record.match,
            "hand": number,
            **_seats("agent", record.agents),
            **_seats("points", unit.scores),
            "plies": len(unit.moves),
            "over": unit.over,
            "deal": unit.deal,
            "moves": " ".join(unit.moves),
        }


def _moves(record: Record) -> Iterator[JsonObject]:
    """Who moved only the rules can tell: the record is replayed."""
    mover: int | None = None
    for step in steps(record):
        if step.move is not None and mover is not None:
            kept = record.units[step.unit].decisions
            why = (kept[step.ply - 1] if kept else None) or {}
            yield {
                "match": record.match,
                "hand": step.unit,
                "ply": step.ply,
                "seat": mover,
                "agent": record.agents[mover],
                "move": step.move,
                "value": why.get("value"),
            }
        mover = step.state.seat


def _seats(name: str, values: Sequence[object]) -> JsonObject:
    return {f"{name}_{seat}": value for seat, value in enumerate(values, 1)}
