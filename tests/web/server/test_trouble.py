"""The disk is full, or the store is away: tables wait, say so, and go on; nothing is lost, and nobody goes deaf."""

import logging
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from sqlalchemy import create_engine
from tests.store.test_store_holding import stopped
from tests.web.served import Served, at_ply, hear, say, serving

from bolicho.store import StoreAway, database
from bolicho.store.where import locate
from bolicho.web.server import trouble
from bolicho.web.tables.mind import Task
from bolicho.web.tables.thoughts import AgentFailure

BOARD = ["a1", "b1", "c2", "a3"]


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "PAUSES", (0.01, 0.02, 0.04, 0.08))
    monkeypatch.setitem(database.CONNECTED, "connect_timeout", 2)  # psycopg waits for no less


@contextmanager
def full(house: Served) -> Iterator[None]:
    """Let the diary lie on a disk without room."""
    out = house.hall.diary._out
    kept, none = os.dup(out), os.open("/dev/full", os.O_WRONLY)
    os.dup2(none, out)
    os.close(none)
    try:
        yield
    finally:
        os.dup2(kept, out)
        os.close(kept)


@contextmanager
def away(url: str) -> Iterator[None]:
    """Let a server of databases send everybody away, as one that is being started again does."""
    name = locate(url).database
    admin = create_engine(locate(url).set(database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        try:
            yield
        finally:
            connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    admin.dispose()


def until(good: Callable[[], Any]) -> None:
    for _ in range(3000):
        if good():
            return
        sleep(0.01)
    raise AssertionError("it did not come")


def calm(house: Served) -> None:
    until(lambda: house.house.trouble.code is None)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def notices(view: dict[str, Any]) -> list[str]:
    return [notice["code"] for notice in view["notices"]]


# ── a full disk ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_agents_move_waits_for_room_and_the_log_has_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as house:
        asked: list[Task] = []
        decide = house.house.thinkers.decide

        async def counted(task: Task, *args: Any, **facts: Any) -> Any:
            asked.extend([task] if task.sitting[0] else [])  # not whether there is such an agent
            return await decide(task, *args, **facts)

        monkeypatch.setattr(house.house.thinkers, "decide", counted)
        with full(house):
            opened = house.open("minimax:2", "me", game="tapatan")
            with house.sit(opened["table"], opened["token"]) as line:
                while "disk-full" not in notices(view := hear(line)):
                    pass
                assert view["ply"] == 0
                assert "goes on by itself when there is room" in view["notices"][0]["text"]
                until(lambda: house.house.trouble._tries >= 6)
                say(line, type="ping", n=7)
                assert hear(line, "pong")["n"] == 7
            assert len(lines(caplog)) == 1
            assert len(asked) == 1
        with house.sit(opened["table"], opened["token"]) as line:
            assert notices(at_ply(line, 1)) == []
        assert len(asked) == 2
        assert [text.partition(":")[0] for text in lines(caplog)] == ["tables wait", "tables go on"]
        assert "Traceback" not in caplog.text


def test_a_persons_move_is_refused_whole_and_made_once_when_there_is_room(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, tokens = house.two(game="jogo-da-velha")
        before = house.hall.diary.path.read_bytes() if house.hall.diary.path.exists() else b""
        with house.client(tokens[0]) as client, house.sit(table, tokens[0]) as line, full(house):
            said = {"ply": 0, "move": "a1"}
            refused = client.post(f"/api/tables/{table}/moves", json=said)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "disk-full")
            assert refused.headers["Retry-After"]
            say(line, type="move", **said)
            assert hear(line, "error")["code"] == "disk-full"
            assert house.table(table).ply == 0
            assert house.hall.diary.path.read_bytes() == before
        calm(house)
        with house.client(tokens[0]) as client:
            for _ in range(2):
                assert client.post(f"/api/tables/{table}/moves", json=said).json()["ply"] == 1
        assert [entry["n"] for entry in house.hall.diary.entries()[table]] == [0]


def test_a_resignation_waits_too(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table, tokens = house.two(game="jogo-da-velha")
        with house.client(tokens[0]) as client:
            with full(house):
                assert client.post(f"/api/tables/{table}/resign").status_code == 503
                assert not house.table(table).over
            calm(house)
            assert client.post(f"/api/tables/{table}/resign").json()["over"]


def test_no_hint_is_told_while_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when one was told before, and when the agent that gives hints fails because of it."""
    with serving(tmp_path) as house, full(house):
        opened = house.open("me", "random", game="tapatan")
        house.table(opened["table"]).seats[0].hinted = True
        asked = []

        async def fails(*_: Any, **__: Any) -> AgentFailure:
            asked.append(1)
            house.house.trouble.begin(StoreAway("gone", full=True))
            return AgentFailure("no store")

        monkeypatch.setattr(house.house.thinkers, "decide", fails)
        with house.client(opened["token"]) as client:
            for _ in range(2):
                answer = client.post(f"/api/tables/{opened['table']}/hint")
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "disk-full")
                assert answer.headers["Retry-After"]
        assert len(asked) == 1


# ── a store that is away ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def house(tmp_path: Path, postgres: str) -> Iterator[Served]:
    with serving(tmp_path, store=postgres, data=tmp_path / "data", store_seconds=2.0) as found:
        yield found


def test_a_socket_hears_and_answers_while_the_store_is_away(
    house: Served, postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    opened = house.open("me", "random", game="tapatan")
    over, tokens = house.two(game="jogo-da-velha")
    with house.client(tokens[0]) as client:
        assert client.post(f"/api/tables/{over}/resign").json()["over"]
    until(lambda: house.table(over).saved)
    with house.sit(opened["table"], opened["token"]) as line, house.sit(over, tokens[0]) as done:
        other = house.sit(over, tokens[1])
        move = hear(line)["moves"][0]["move"]
        with away(postgres):
            for _ in range(2):
                say(line, type="hint")
                assert hear(line, "error")["code"] == "store-away"
            say(other, type="rematch")
            say(done, type="rematch")
            error = hear(done, "error")
            assert error["code"] == "store-away"
            assert "postgres" not in error["message"]
            for one in (line, done, other):
                say(one, type="ping", n=3)
                assert hear(one, "pong")["n"] == 3
            say(line, type="move", ply=0, move=move)  # a move counts: it is in the diary
            assert "store-away" in notices(at_ply(line, 1))
        calm(house)
        say(done, type="rematch")
        while (view := hear(done))["next"] is None:
            pass
        assert view["next"]["table"] in house.hall.tables
        other.close()
    assert [text.partition(":")[0] for text in lines(caplog)] == ["tables wait", "tables go on"]
    assert house.hall.tables[opened["table"]].seats[0].hinted is False


def test_whatever_needs_the_store_is_told_so_and_can_be_asked_again(house: Served, postgres: str) -> None:
    waiting = house.open("me", "open", game="tapatan")
    table = waiting["table"]
    code = waiting["invites"][0]["code"]
    asks: list[tuple[str, str, Any]] = [
        ("GET", "/api/matches/1", None),
        ("GET", "/api/matches", None),
        ("GET", "/api/tables/abcdefghij", None),
        ("GET", "/api/jobs/1", None),
        ("GET", "/api/people/results", None),
        ("POST", "/api/withdraw", {"code": "x" * 32}),
        ("POST", "/api/tables", {"game": "tapatan", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "random"}]}),
        ("POST", f"/api/tables/{table}/join", {"invite": code, "name": "Bia"}),
    ]
    with house.client() as client, house.client(waiting["token"]) as mine:
        with away(postgres):
            for method, path, body in asks:
                answer = client.request(method, path, json=body)
                assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store-away"), path
                assert answer.headers["Retry-After"]
                assert "nothing is lost" in answer.json()["error"]["message"]
                assert "postgres" not in answer.text, path
            filled = mine.post(f"/api/tables/{table}/fill", json={"seat": 1, "agent": "random"})
            assert filled.status_code == 503
            with house.socket("abcdefghij") as line:
                say(line, type="hello", token=None, language="en")
                assert hear(line, "error")["code"] == "store-away"
            assert [seat.kind for seat in house.table(table).seats] == ["person", "open"]
            assert list(house.hall.tables) == [table]
        calm(house)
        assert client.post(f"/api/tables/{table}/join", json={"invite": code, "name": "Bia"}).status_code == 200
        assert house.table(table).play is not None
        assert len(list(house.house.store.summaries())) == 1
        assert client.get("/api/tables/abcdefghij").status_code == 404
        assert client.get("/api/jobs/1").status_code == 404


def test_a_match_that_ends_while_the_store_is_away_is_saved_when_it_is_back(house: Served, postgres: str) -> None:
    table, tokens = house.two(game="jogo-da-velha")
    with house.client(tokens[0]) as client:
        with away(postgres):
            assert client.post(f"/api/tables/{table}/resign").json()["over"]
            until(lambda: house.house.trouble.code == "store-away")
        until(lambda: house.table(table).saved)
        assert house.house.store.load(house.table(table).record_id or 0).finished


def test_who_leaves_while_the_store_is_away_has_left(house: Served, postgres: str) -> None:
    table, tokens = house.two(game="jogo-da-velha")
    with house.client(tokens[1]) as client, away(postgres):
        client.get("/api/matches")
        assert client.post(f"/api/tables/{table}/leave").status_code == 200
    until(lambda: house.house.trouble.code is None)
    until(lambda: house.house.store.table(table).data["seats"][1]["taken_over"] == "left")


def test_a_house_that_closes_while_its_store_is_away_keeps_the_moves(tmp_path: Path, postgres: str) -> None:
    where = {"store": postgres, "data": tmp_path / "data", "store_seconds": 2.0}
    with serving(tmp_path, **where) as house:
        table, _ = house.two(game="jogo-da-velha")
        for ply in range(3):
            house.call(house.table(table).move, ply % 2, ply, BOARD[ply])
        ending = away(postgres)
        ending.__enter__()
    ending.__exit__(None, None, None)
    with serving(tmp_path, **where) as house:
        assert house.table(table).ply == 3


def test_nobody_waits_for_a_store_that_is_deaf(house: Served, postgres_server: str) -> None:
    opened = house.open("me", "random", game="tapatan")
    with house.sit(opened["table"], opened["token"]) as line, house.client() as client:
        move = hear(line)["moves"][0]["move"]
        pids = stopped(postgres_server)
        try:
            say(line, type="hint")
            say(line, type="ping", n=1)
            said = [hear(line, kind)["type"] for kind in ("pong", "error")]  # in this order: the loop goes on
            assert said == ["pong", "error"]
            assert client.get("/api/matches").status_code == 503
            say(line, type="move", ply=0, move=move)
            at_ply(line, 1)
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):  # one may go as soon as the first wakes up
                    os.kill(pid, signal.SIGCONT)
        calm(house)
        assert client.get("/api/matches").status_code == 200


def test_nobody_waits_for_a_file_that_another_program_has_locked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The wait is bounded by the setting, and whoever asks after the first is not kept waiting at all."""
    asked = {"game": "tapatan", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "random"}]}
    with serving(tmp_path, store_seconds=0.2) as house, house.client() as client:
        opened = house.open("me", "random", game="tapatan")
        file = house.house.store.file
        assert file is not None
        with house.sit(opened["table"], opened["token"]) as line, closing(sqlite3.connect(file)) as other:
            move = hear(line)["moves"][0]["move"]
            other.execute("BEGIN EXCLUSIVE")
            refused = client.post("/api/tables", json=asked)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store-away")
            assert refused.headers["Retry-After"]
            assert "nothing is lost" in refused.json()["error"]["message"]
            assert str(file) not in refused.text
            say(line, type="move", ply=0, move=move)
            assert "store-away" in notices(at_ply(line, 1))
            other.rollback()
            calm(house)
            assert client.post("/api/tables", json=asked).status_code == 201
    assert [text.partition(":")[0] for text in lines(caplog)] == ["tables wait", "tables go on"]


# ── mistakes of ours ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_mistake_of_the_server_is_answered_and_the_socket_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as house:
        table, tokens = house.two(game="jogo-da-velha")

        async def broken(*_: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(house.hall, "leave", broken)
        with house.sit(table, tokens[0]) as line:
            say(line, type="leave")
            assert hear(line, "error")["code"] == "our-mistake"
            say(line, type="ping", n=1)
            assert hear(line, "pong")["n"] == 1


def test_a_table_that_fails_for_a_reason_nobody_foresaw_is_tried_again_after_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as house:
        asked = []

        async def broken(*_: Any, **__: Any) -> None:
            asked.append(1)
            raise ZeroDivisionError

        decide = house.house.thinkers.decide
        monkeypatch.setattr(house.house.thinkers, "decide", broken)
        opened = house.open("random", "me", game="tapatan")
        until(lambda: len(asked) >= 2)
        assert len(asked) == len(lines(caplog)) == 2
        monkeypatch.setattr(house.house.thinkers, "decide", decide)
        with house.sit(opened["table"], opened["token"]) as line:
            at_ply(line, 1)
