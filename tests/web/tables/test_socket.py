"""The WebSocket of a table: what is refused and how, tabs that take over, sockets that race, storm or do not read."""

import asyncio
import json
import socket as sockets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from tests.web.served import Served, at_ply, hear, say, serving, turn
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import bolicho


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("sockets"), hello_seconds=30.0) as found:
        yield found


@pytest.fixture
def board(served: Served) -> tuple[str, list[str]]:
    """A table of two people before the first move, seat 0 to move."""
    return served.two(game="tapatan")


def closed(line: ClientConnection) -> int:
    """Read until the other side closes, and return why."""
    with suppress(ConnectionClosed):
        while True:
            line.recv(timeout=120)
    assert line.close_code is not None
    return line.close_code


def refused(line: ClientConnection) -> str:
    return str(hear(line, "error")["code"])


# ── hello ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_says_no_hello_is_let_go(served: Served, board: tuple[str, list[str]]) -> None:
    patient = served.house.settings
    served.house.settings = replace(patient, hello_seconds=0.1)
    try:
        assert closed(served.socket(board[0])) == 4000
    finally:
        served.house.settings = patient


@pytest.mark.parametrize(
    "first",
    [
        '{"type":"move","ply":0,"move":"a3-a2"}',
        '{"type":"hello","token":7}',
        '{"type":"hello","token":null,"language":"klingon"}',
        '{"type":"hello","token":null,"admin":true}',
        "hello",
        "[]",
        "",
    ],
)
def test_anything_but_a_hello_comes_too_early(served: Served, board: tuple[str, list[str]], first: str) -> None:
    with served.socket(board[0]) as line:
        line.send(first)
        assert closed(line) == 4000
    assert served.table(board[0]).ply == 0


def test_wrong_tokens_and_tables_are_told_apart(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    other, _ = served.two(game="tapatan")
    assert closed(served.sit(table, "wrong")) == 4003
    assert closed(served.sit(other, tokens[0])) == 4003
    assert closed(served.sit("nosuchtabl", tokens[0])) == 4004
    assert closed(served.sit("x", None)) == 4004


def test_a_page_of_another_site_is_refused_at_the_door(served: Served, board: tuple[str, list[str]]) -> None:
    with pytest.raises(InvalidStatus) as found:
        served.socket(board[0], additional_headers={"Origin": "https://evil.example"})
    assert found.value.response.status_code == 403
    own = {"Origin": f"http://127.0.0.1:{served.port}"}
    served.socket(board[0], additional_headers=own).close()


# ── messages ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "null",
        "[1]",
        '"move"',
        '{"type":"dance"}',
        '{"type":"move"}',
        '{"type":"move","ply":"0","move":"a3-a2"}',
        '{"type":"move","ply":-1,"move":"a3-a2"}',
        '{"type":"move","ply":0,"move":""}',
        '{"type":"move","ply":0,"move":["a3-a2"]}',
        '{"type":"move","ply":0,"move":"a3-a2","seat":1}',
        '{"type":"move","ply":1e400,"move":"a3-a2"}',
        '{"type":"ping","n":"x"}',
        "\u0000",
    ],
)
def test_a_malformed_message_is_answered_and_changes_nothing(
    served: Served, board: tuple[str, list[str]], text: str
) -> None:
    table, tokens = board
    with served.sit(table, tokens[0]) as line:
        turn(line)
        line.send(text)
        assert refused(line) == "bad-message"
        say(line, type="ping", n=5)
        assert hear(line, "pong")["n"] == 5
    assert served.table(table).ply == 0


def test_binary_and_oversize_messages_end_the_visit(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    with served.sit(table, tokens[0]) as line:
        line.send(b"\x00\x01")
        assert closed(line) == 1003
    with served.sit(table, tokens[0]) as line:
        line.send("x" * 5000)
        assert closed(line) == 1009


def test_a_flood_ends_the_visit_but_not_the_table(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    with served.sit(table, tokens[0]) as line:
        for n in range(200):
            try:
                say(line, type="ping", n=n)
            except ConnectionClosed:
                break
        assert closed(line) == 4008
    with served.sit(table, tokens[0]) as line:
        assert turn(line)["ply"] == 0


def test_moves_that_cannot_be_made_are_refused_by_name(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    with served.sit(table, tokens[0]) as first, served.sit(table, tokens[1]) as second, served.sit(table) as watcher:
        legal = turn(first)["moves"][0]["move"]
        say(first, type="move", ply=5, move=legal)
        assert refused(first) == "stale-ply"
        say(second, type="move", ply=0, move=legal)
        assert refused(second) == "not-your-turn"
        say(watcher, type="move", ply=0, move=legal)
        assert refused(watcher) == "no-seat"
        say(first, type="rematch")
        assert refused(first) == "not-over"
        assert served.table(table).ply == 0


TRUCO = [*bolicho.game("truco").deal(bolicho.stream(1)).hands[0], "envido", "real-envido", "falta-envido", "flor"]
TRUCO += ["contra-flor", "contra-flor-e-o-resto", "achico", "truco", "retruco", "vale-quatro", "quero", "nao-quero"]
TRUCO += ["e-bom", "pontos", "(7e)", "99z", "BARALHO", " quero"]


def test_every_illegal_call_is_refused_with_the_legal_list(served: Served) -> None:
    table, tokens = served.two()
    seat = served.table(table).turn or 0
    with served.sit(table, tokens[seat]) as line:
        legal = {one["move"] for one in turn(line)["moves"]}
        for word in [word for word in TRUCO if word not in legal][:18]:
            say(line, type="move", ply=0, move=word)
            told = hear(line, "error")
            assert told["code"] == "illegal"
            assert set(told["message"].split("legal: ")[-1].split()) == legal
    assert served.table(table).ply == 0


# ── tabs, races and storms ────────────────────────────────────────────────────────────────────────────────────────


def test_a_second_tab_takes_over_and_the_first_is_told(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    old = served.sit(table, tokens[0])
    turn(old)
    with served.sit(table, tokens[0]) as new:
        assert hear(old, "taken-over")["type"] == "taken-over"
        assert closed(old) == 4001
        view = turn(new)
        say(new, type="move", ply=view["ply"], move=view["moves"][0]["move"])
        assert at_ply(new, 1)["ply"] == 1


def test_two_sockets_that_race_make_one_move(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    web = served.table(table)
    moves = web.play.state.moves()  # type: ignore[union-attr]
    found: list[dict[str, Any]] = []

    def shoot(move: str) -> None:
        with served.client(tokens[0]) as client:
            found.append(client.post(f"/api/tables/{table}/moves", json={"ply": 0, "move": move}).json())

    racers = [Thread(target=shoot, args=(move,)) for move in moves]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert web.ply == 1
    assert sum("error" not in answer for answer in found) == 1
    assert {answer["error"]["code"] for answer in found if "error" in answer} == {"stale-ply"}


def test_a_line_that_drops_before_the_answer_may_say_it_again(served: Served, board: tuple[str, list[str]]) -> None:
    table, tokens = board
    with served.sit(table, tokens[0]) as line:
        move = turn(line)["moves"][0]["move"]
        say(line, type="move", ply=0, move=move)  # and gone, without reading the answer
    with served.sit(table, tokens[0]) as line:
        hear(line)
        say(line, type="move", ply=0, move=move)
        assert at_ply(line, 1)["ply"] == 1
    assert served.table(table).ply == 1


def test_a_storm_of_reconnections_ends_with_the_same_table(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    address = f"ws://127.0.0.1:{served.port}/ws/tables/{table}"

    async def one(number: int) -> int:
        async with connect_async(address) as line:
            token = tokens[number % 2] if number < 40 else None
            await line.send(json.dumps({"type": "hello", "token": token, "language": "en"}))
            return int(json.loads(await line.recv())["ply"])

    async def storm() -> list[Any]:
        return await asyncio.gather(*(one(number) for number in range(100)), return_exceptions=True)

    seen = [answer for answer in asyncio.run(storm()) if isinstance(answer, int)]
    assert len(seen) >= 60
    assert set(seen) == {0}
    with served.sit(table, tokens[0]) as line:
        view = turn(line)
        say(line, type="move", ply=0, move=view["moves"][0]["move"])
        assert at_ply(line, 1)["ply"] == 1
    served.call(lambda: None)
    assert len(served.table(table).guests) <= 1


def test_a_reader_that_does_not_read_holds_up_nobody_and_gets_the_newest_view(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    web, changes = served.table(table), 4000

    async def change() -> None:
        for _ in range(changes):
            web.changed()
            await asyncio.sleep(0)

    with sockets.create_connection(("127.0.0.1", served.port)) as slow, served.sit(table, tokens[0]) as line:
        slow.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b"101" in slow.recv(4096)
        hello = b'{"type":"hello","token":null}'
        slow.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        view = turn(line)
        served.run(change())
        say(line, type="move", ply=0, move=view["moves"][0]["move"])
        at_ply(line, 1)
        read = b""
        while b'"ply":1' not in read:
            read += slow.recv(1 << 20)
        assert 0 < read.count(b'"ply":0') < changes


def test_a_match_against_an_agent_is_played_to_its_end(served: Served) -> None:
    opened = served.open("me", "novice", options={"target": 2})
    with served.sit(opened["table"], opened["token"]) as line:
        while not (view := turn(line))["over"]:
            say(line, type="move", ply=view["ply"], move=view["moves"][0]["move"])
        assert max(view["scores"]) >= 2
        say(line, type="rematch")
        while not (view := hear(line))["next"]:
            pass
    with served.sit(view["next"]["table"], view["next"]["token"]) as line:
        assert hear(line)["seat"] == 1
