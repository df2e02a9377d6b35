"""The diary: nothing that was told is lost, whenever the server is killed; and nothing that was deleted stays in it."""

import asyncio
import json
import logging
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.store.server import new_database
from tests.web.served import Served, serving

from bolicho.core.errors import BadInput, UnknownName
from bolicho.games import GAMES
from bolicho.store import Store
from bolicho.web.app import create_app
from bolicho.web.server.settings import Settings
from bolicho.web.tables.diary import Diary
from bolicho.web.tables.table import WebTable


def noted(diary: Diary) -> dict[str, list[int]]:
    return {table: [entry["n"] for entry in entries] for table, entries in diary.entries().items()}


def test_what_was_written_after_a_length_stays(tmp_path: Path) -> None:
    diary = Diary(tmp_path / "moves", "mine")
    for number in range(3):
        diary.note({"t": "abc", "n": number})
    length = diary.size
    diary.note({"t": "abc", "n": 3})
    diary.note({"t": "xyz", "n": 0})
    diary.drop(length)
    assert noted(diary) == {"abc": [3], "xyz": [0]}
    diary.note({"t": "xyz", "n": 1})
    assert noted(diary) == {"abc": [3], "xyz": [0, 1]}
    assert diary.size == diary.path.stat().st_size
    diary.drop(diary.size)
    assert (noted(diary), diary.size) == ({}, 0)


def test_a_diary_that_was_shortened_is_still_ours_alone(tmp_path: Path) -> None:
    diary = Diary(tmp_path / "moves", "mine")
    diary.note({"t": "abc", "n": 0})
    diary.note({"t": "xyz", "n": 0})
    diary.keep_only({"xyz"})
    assert noted(diary) == {"xyz": [0]}
    with pytest.raises(BadInput, match="another server"):
        Diary(tmp_path / "moves", "mine")
    diary.close()
    again = Diary(tmp_path / "moves", "mine")
    assert noted(again) == {"xyz": [0]}
    again.close()


def test_a_diary_of_another_store_is_put_aside_and_never_emptied(tmp_path: Path) -> None:
    theirs = Diary(tmp_path / "moves", "theirs")
    theirs.note({"t": "abc", "n": 0})
    theirs.note({"t": "abc", "n": 1})
    theirs.close()
    mine = Diary(tmp_path / "moves", "mine")
    assert noted(mine) == {}
    mine.note({"t": "xyz", "n": 0})
    mine.close()
    (aside,) = tmp_path.glob("moves.*")
    assert noted(Diary(aside, "theirs")) == {"abc": [0, 1]}
    again = Diary(tmp_path / "moves", "mine")
    assert noted(again) == {"xyz": [0]}
    again.empty()
    again.close()


def test_lines_of_some_tables_stay_when_the_others_are_dropped(tmp_path: Path) -> None:
    diary = Diary(tmp_path / "moves", "mine")
    for table in ("abc", "xyz", "abc"):
        diary.note({"t": table, "n": 0})
    length = diary.size
    diary.note({"t": "new", "n": 0})
    diary.drop(length, {"xyz"})
    assert noted(diary) == {"xyz": [0], "new": [0]}
    diary.drop(diary.size, {"xyz"})
    assert noted(diary) == {"xyz": [0]}
    diary.close()
    assert noted(Diary(tmp_path / "moves", "mine")) == {"xyz": [0]}


def a_board(house: Served) -> tuple[WebTable, list[str]]:
    table, _ = house.two(game="jogo-da-velha")
    return house.table(table), ["a1", "b1", "c2", "a3"]


def killed(house: Served, folder: Path) -> Path:
    """What is on the disk at this moment, as a kill would leave it."""
    left = folder / "left"
    left.mkdir()
    for file in folder.glob("house.db*"):
        shutil.copy(file, left)
    assert house.hall.diary.path == folder / "house.db-moves"
    return left


def moves_made_while_saving(house: Served, table: WebTable, moves: list[str], ply: int) -> None:
    """Make a move just after the table was saved, before whoever saves it goes on."""
    keep = house.hall.keeper.keep

    async def kept(what: WebTable) -> None:
        await keep(what)
        if table.ply == ply:
            table.move(ply % 2, ply, moves[ply])
        await asyncio.sleep(0)

    house.hall.keeper.keep = kept  # type: ignore[assignment, method-assign]


def test_a_move_made_between_saving_and_emptying_outlives_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, moves = a_board(house)
        for ply in range(2):
            house.call(table.move, ply % 2, ply, moves[ply])
        moves_made_while_saving(house, table, moves, 2)
        house.run(house.hall._checkpoint())
        assert noted(house.hall.diary) == {table.id: [2]}
        left, before = killed(house, tmp_path), table.record()
    with serving(left) as house:
        assert house.table(table.id).record() == before
        assert house.table(table.id).ply == 3


def test_moves_that_the_record_has_already_are_not_made_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, moves = a_board(house)
        for ply in range(3):
            house.call(table.move, ply % 2, ply, moves[ply])
        house.run(house.hall.keeper.keep(table))  # killed before the diary was shortened
        house.call(table.move, 1, 3, moves[3])
        left = killed(house, tmp_path)
    with serving(left) as house:
        assert house.table(table.id).ply == 4
        assert house.table(table.id).record().units[0].moves == tuple(moves)


def test_a_resignation_outlives_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, moves = a_board(house)
        house.call(table.move, 0, 0, moves[0])
        house.call(table.resign, 1)  # and nobody has saved it yet
        left = killed(house, tmp_path)
    with serving(left) as house:
        record = house.house.store.load(table.record_id or 0)
        assert (record.finished, record.winner, record.forfeit and record.forfeit.seat) == (True, 0, 1)


def test_a_table_is_put_away_with_the_move_that_came_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, moves = a_board(house)
        house.call(table.move, 0, 0, moves[0])
        moves_made_while_saving(house, table, moves, 1)
        house.run(house.hall.put_away(table))
        assert table.id not in house.hall.tables
        found = house.run(house.hall.find(table.id))
        assert found is not None
        assert (found is not table, found.ply) == (True, 2)


def test_a_table_stays_when_it_cannot_be_saved(tmp_path: Path) -> None:
    async def fails(what: WebTable) -> None:
        raise BadInput(f"store: away ({what.id})")

    with serving(tmp_path) as house:
        table, moves = a_board(house)
        keep, house.hall.keeper.keep = house.hall.keeper.keep, fails  # type: ignore[assignment, method-assign]
        with pytest.raises(BadInput, match="away"):
            house.run(house.hall.put_away(table))
        house.hall.keeper.keep = keep  # type: ignore[method-assign]
        assert house.hall.tables[table.id] is table
        house.call(table.move, 0, 0, moves[0])
        assert not table.gone


def test_no_move_of_a_withdrawn_match_stays_in_the_diary(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        mine: dict[str, Any] = house.open("me", "open", game="jogo-da-velha")
        house.join(mine)
        other, moves = a_board(house)
        for table in (house.table(mine["table"]), other):
            house.call(table.move, 0, 0, moves[0])
        with house.client() as client:
            gone = client.post("/api/withdraw", json={"code": mine["withdrawal"]})
        assert gone.json()["records"] == 1
        assert noted(house.hall.diary) == {other.id: [0]}
        assert mine["table"] not in json.dumps(house.hall.diary.entries())


def test_a_record_that_somebody_deleted_closes_its_table_and_the_others_are_saved(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        (gone, moves), (other, _) = a_board(house), a_board(house)
        for table in (gone, other):
            house.call(table.move, 0, 0, moves[0])
        assert gone.record_id is not None
        house.house.store.delete(gone.record_id)
        house.run(house.hall._checkpoint())
        assert gone.id not in house.hall.tables
        assert other.record_id is not None
        assert house.house.store.load(other.record_id).units[0].moves == ("a1",)
        assert house.hall.diary.size == 0


def test_two_stores_in_one_folder_are_served_at_once_and_neither_takes_moves_of_the_other(tmp_path: Path) -> None:
    with serving(tmp_path) as house, serving(tmp_path, store=str(tmp_path / "second.db")) as second:
        (table, moves), (other, _) = a_board(house), a_board(second)
        house.call(table.move, 0, 0, moves[0])
        second.call(other.move, 0, 0, moves[0])
        left = killed(house, tmp_path)
        for file in tmp_path.glob("second.db*"):
            shutil.copy(file, left)
    with serving(left, store=str(left / "second.db")) as second:
        assert second.table(other.id).ply == 1
        assert table.id not in second.hall.tables
    with serving(left) as house:
        assert house.table(table.id).ply == 1


def test_a_second_server_of_a_store_is_refused_wherever_its_files_are(tmp_path: Path) -> None:
    with serving(tmp_path), pytest.raises(BadInput, match="another server of this store is running"):
        asyncio.run(refused(Settings(store=str(tmp_path / "house.db"), data=tmp_path / "elsewhere")))


async def refused(settings: Settings) -> None:
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        pass


def test_moves_of_a_game_that_is_not_installed_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as house:
        (table, moves), (gone, _) = a_board(house), a_board(house)
        for one in (table, gone):
            house.call(one.move, 0, 0, moves[0])
        left = killed(house, tmp_path)
    with monkeypatch.context() as without:
        make = GAMES.make

        def missing(name: str, **options: Any) -> Any:
            if name == "jogo-da-velha":
                raise UnknownName("game", name, ["truco"])
            return make(name, **options)

        without.setattr(GAMES, "make", missing)
        for _ in range(2):  # however often it is started without the game
            with serving(left) as house:
                assert not {table.id, gone.id} & house.hall.tables.keys()
                house.open("me", "open", game="tapatan")
                house.run(house.hall._checkpoint())
                house.call(house.hall.close_for_good, {gone.record_id})  # somebody withdraws meanwhile
                house.call(house.hall.forget_moves)
                assert noted(house.hall.diary) == {table.id: [0]}
    with serving(left) as house:
        assert house.table(table.id).ply == 1
        assert house.table(gone.id).ply == 0


def test_the_diary_that_stores_of_a_folder_once_shared_is_read_by_each_for_its_own(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, moves = a_board(house)
        house.call(table.move, 0, 0, moves[0])
        left = killed(house, tmp_path)
    (left / "bolicho-web").mkdir()
    lines = (left / "house.db-moves").read_text().splitlines()[1:]
    (left / "house.db-moves").unlink()
    older = left / "bolicho-web" / "moves.jsonl"
    theirs = '{"t":"othertable","n":0,"m":"a1"}'
    older.write_text("\n".join([theirs, *lines]) + "\n")
    with serving(left) as house:
        assert house.table(table.id).ply == 1
    assert older.read_text() == theirs + "\n"


def test_a_server_of_databases_gives_each_of_its_stores_its_own_diary(
    tmp_path: Path, postgres: str, postgres_server: str
) -> None:
    """Killed, then another store is served from the same folder, then the first from another folder."""
    here, there = tmp_path / "here", tmp_path / "there"
    with serving(tmp_path, store=postgres, data=here) as house:
        table, moves = a_board(house)
        house.call(table.move, 0, 0, moves[0])
        lost = house.hall.diary.path.read_bytes()
        path = house.hall.diary.path
        house.run(house.hall._checkpoint())
        record = house.house.store.load(table.record_id or 0)
    assert not path.exists()
    with Store.open(postgres) as store:  # as a kill would have left it
        assert store.diary(path) == path
        store.replace(table.record_id or 0, replace(record, units=(replace(record.units[0], moves=(), decisions=()),)))
    path.write_bytes(lost)
    with new_database(postgres_server) as other, serving(tmp_path, store=other, data=here) as house:
        assert house.hall.diary.path.parent == here
        assert house.hall.diary.path != path
    assert path.read_bytes() == lost
    with serving(tmp_path, store=postgres, data=there) as house:
        assert house.table(table.id).ply == 1
        assert house.hall.diary.path == path


DAMAGE = {
    "the record": "UPDATE records SET payload = substr(payload, 1, 40) WHERE id = {record}",
    "the table": "UPDATE web_tables SET data = '{{' WHERE id = '{id}'",
    "a table without seats": "UPDATE web_tables SET data = '{{}}' WHERE id = '{id}'",
    "seats of another kind": "UPDATE web_tables SET data = json_set(data, '$.seats[0]', 5) WHERE id = '{id}'",
    "its moment": "UPDATE web_tables SET touched = 'x' WHERE id = '{id}'",
    "its match": "UPDATE records SET seed = 'x' WHERE id = {record}",
}


@pytest.mark.parametrize("change", DAMAGE.values(), ids=DAMAGE)
def test_one_damaged_table_waits_as_it_is_and_the_others_are_served(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as house:
        (damaged, moves), (other, _) = a_board(house), a_board(house)
        for one in (damaged, other):
            house.call(one.move, 0, 0, moves[0])
        left = killed(house, tmp_path)

    def rows() -> list[Any]:
        with closing(sqlite3.connect(left / "house.db")) as raw:
            tables = raw.execute("SELECT * FROM web_tables WHERE id = ?", (damaged.id,)).fetchall()
            return tables + raw.execute("SELECT * FROM records WHERE id = ?", (damaged.record_id,)).fetchall()

    with closing(sqlite3.connect(left / "house.db")) as raw:
        raw.execute(change.format(id=damaged.id, record=damaged.record_id))
        raw.commit()
    before = rows()
    for _ in range(2):
        caplog.clear()
        with serving(left) as house:
            assert house.table(other.id).ply == 1
            assert damaged.id not in house.hall.tables
            assert noted(house.hall.diary)[damaged.id] == [0]
            with house.client() as client:
                assert client.get(f"/api/tables/{damaged.id}").status_code in (404, 422)
        (said,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        assert said.startswith(f"table {damaged.id} waits, and its moves in the diary: ")
        assert len(said.splitlines()) == 1
        assert rows() == before


def test_a_damaged_table_without_moves_in_the_diary_is_told_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as house:
        (damaged, _), (other, _) = a_board(house), a_board(house)
    with closing(sqlite3.connect(tmp_path / "house.db")) as raw:
        raw.execute(DAMAGE["the record"].format(record=damaged.record_id))
        raw.commit()
    with serving(tmp_path) as house:
        assert list(house.hall.tables) == [other.id]
    (said,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert said.startswith(f"table {damaged.id} waits: store ")
    assert f"record {damaged.record_id}: not a record" in said
