"""Matches in bulk: whole records as JSON lines, or a line each as a table (CSV, Parquet).

What one match would not show nobody gets here either: matches that people still play are left out, and of matches
between people only the owner, who brings the key, gets the records. A table has no cards, so it has all matches.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response, StreamingResponse

from bolicho.arena.results.frame import csv_text, parquet
from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.json_text import JsonObject
from bolicho.store.records import Summary
from bolicho.store.store import Store
from bolicho.web.replay.api import Before, GameName, PlayerName, may_be_seen, players_named, public_matches
from bolicho.web.server.guard import HouseHere, brings_key, problems
from bolicho.web.tables.hidden import people_in

router = APIRouter(prefix="/api", tags=["matches"])

MOST = 5_000
"""Matches in one answer; ``before`` goes on behind the last of them."""
TYPES = {"jsonl": "application/jsonl", "csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
ASKED = {"form", "game", "agent", "before"}


@router.get(
    "/export/matches",
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in TYPES.values()}, "description": "The matches"}, **problems(422)},
)
async def export(
    request: Request,
    house: HouseHere,
    form: Annotated[Literal["jsonl", "csv", "parquet"], Query(description="what kind of file")] = "jsonl",
    game: GameName = None,
    agent: PlayerName = None,
    before: Before = None,
) -> Response:
    """Return the newest 5,000 matches that fit, as a file: records (jsonl), or a line each (csv, parquet)."""
    unknown = sorted(set(request.query_params) - ASKED)
    if unknown:
        raise BadInput(f"{unknown[0]}: unknown here; known are {', '.join(sorted(ASKED))}")
    headers = {"Content-Disposition": f'attachment; filename="bolicho-matches.{form}"'}
    if form == "jsonl":
        named = await house.read(players_named, house.store, agent)
        asked: JsonObject = {"game": game, "agent": named, "after": before}
        lines = _records(house.store, asked, house.rooms.records(), whole=brings_key(request))
        return StreamingResponse(islice(lines, MOST), media_type=TYPES[form], headers=headers)
    if form == "parquet":
        need("pyarrow")  # said before anything is read
    table = _columns(await public_matches(house, game, agent, before, MOST))
    texts = {name for name in table if name in ("game", "when") or name.startswith("agent_")}
    written = csv_text(table) if form == "csv" else await house.read(parquet, table, texts)
    return Response(written, media_type=TYPES[form], headers=headers)


def _records(store: Store, asked: JsonObject, inside: set[int], *, whole: bool) -> Iterator[str]:
    for id, record in store.records(**asked):
        if id not in inside and may_be_seen(record) and (whole or len(people_in(record)) < 2):
            yield record.to_json() + "\n"


def _columns(rows: Sequence[Summary]) -> dict[str, list[Any]]:
    seats = range(max((len(row.agents) for row in rows), default=2))
    table: dict[str, list[Any]] = {
        "match": [row.id for row in rows],
        "game": [row.game for row in rows],
        "when": [row.when.isoformat() for row in rows],
        "finished": [row.finished for row in rows],
        "winner": [None if row.winner is None else row.winner + 1 for row in rows],
    }
    for seat in seats:
        table[f"agent_{seat + 1}"] = [row.agents[seat] if seat < len(row.agents) else None for row in rows]
    for seat in seats:
        table[f"score_{seat + 1}"] = [row.scores[seat] if seat < len(row.scores) else None for row in rows]
    return table
