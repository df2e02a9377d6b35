"""Who stands at the door: idle and half-open connections, frames nobody can read, guesses of the key, large bodies."""

import asyncio
import http.client
import json
import logging
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from tests.web.replayed import played
from tests.web.served import Served, hear, say, serving
from websockets.exceptions import ConnectionClosed

from bolicho.web.server.callers import Line
from bolicho.web.server.door import Door, Porch
from bolicho.web.server.limits import Guesses
from bolicho.web.server.settings import Settings
from bolicho.web.serving import fair

FEW = 256
"""Open files that the server may have."""
BEGUN = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n{",
)
"""How a connection says nothing: not a word, half a head, half a body."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house")) as house:
        yield house


def soon(true: Callable[[], object], otherwise: str) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until, otherwise
        time.sleep(0.01)


def unhurried(porch: Porch) -> bool:
    """Whether somebody is here, and no clock runs against anybody: it does as long as they wait in the porch."""
    return porch.here.total() > 0 and porch.silent == {}


def asked(port: int, source: str) -> int:
    """Ask for something from an address of this machine."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    try:
        line.request("GET", "/api/tables")
        return line.getresponse().status
    finally:
        line.close()


def test_a_crowd_that_says_nothing_shuts_nobody_out(tmp_path: Path) -> None:
    """Three times as many connections as the server may have files, and everybody is served, the crowd's own too."""
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FEW}, {FEW}))"
    run = f"{few}; from bolicho.cli import main; main()"
    words = [sys.executable, "-c", run, "serve", "--port=0", "--workers=1", f"--store={tmp_path / 'house.db'}"]
    log = tmp_path / "log"
    with log.open("wb") as errors:
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=tmp_path)
    crowd: list[socket.socket] = []
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, files[1]), files[1]))
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        for number in range(3 * FEW):
            crowd.append(socket.create_connection(("127.0.0.1", port), 60, ("127.0.0.9", 0)))
            crowd[-1].sendall(BEGUN[number % len(BEGUN)])
            if number % FEW == 0:
                assert asked(port, "127.0.0.2") == 200
        assert [asked(port, source) for source in ("127.0.0.1", "127.0.0.2", "127.0.0.9")] == [200, 200, 200]
        assert len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < FEW
    finally:
        for line in crowd:
            line.close()
        server.terminate()
        server.wait(60)
        resource.setrlimit(resource.RLIMIT_NOFILE, files)
    said = log.read_text()
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 3, said  # one line an address and minute


@pytest.mark.parametrize("begun", BEGUN, ids=["nothing", "half a head", "half a body"])
def test_a_request_comes_whole_in_its_time_or_its_connection_is_closed(tmp_path: Path, begun: bytes) -> None:
    with serving(tmp_path, request_seconds=0.3) as house:
        with socket.create_connection(("127.0.0.1", house.port), 60) as line:
            line.sendall(begun)
            with suppress(ConnectionResetError):
                assert line.recv(1000) == b""
        soon(lambda: house.call(lambda: not house.server.porch.here.total()), "a connection that is gone still counts")
        assert house.server.porch.silent == {}


@pytest.mark.parametrize("path", ["/api/tables", "/api/matches/look"])
def test_who_goes_away_in_the_middle_of_a_body_leaves_nothing_in_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], path: str
) -> None:
    with serving(tmp_path) as house:
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", house.port), 60) as line:
                line.sendall(f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n".encode() + b"{")
        assert asked(house.port, "127.0.0.1") == 200
        soon(lambda: house.call(lambda: not house.server.porch.here.total()), "a connection that is gone still counts")
    assert capfd.readouterr().err == ""


def test_whoever_has_asked_may_wait_for_news_as_long_as_they_like(tmp_path: Path) -> None:
    with serving(tmp_path) as house, ThreadPoolExecutor(1) as threads:
        table = house.open("me", "open", game="tapatan")["table"]
        news = {"after": house.table(table).version, "wait": 20}
        with house.client() as client:
            waits = threads.submit(client.get, f"/api/tables/{table}", params=news)
            soon(lambda: house.call(lambda: unhurried(house.server.porch)), "its connection would be closed")
            house.call(house.hall.nobody_waits)
            assert waits.result().status_code == 204


def test_a_socket_that_says_hello_is_not_closed_for_its_silence(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        table = house.open("me", "open", game="tapatan")
        with house.sit(table["table"], table["token"]) as line:
            hear(line)
            soon(lambda: house.call(lambda: unhurried(house.server.porch)), "it would be closed")
            say(line, type="ping", n=7)
            assert hear(line, "pong")["n"] == 7


def test_who_asks_and_never_reads_the_answer_is_closed(tmp_path: Path) -> None:
    """Far more answers than the system keeps on their way."""
    with serving(tmp_path, answer_seconds=1.0, request_seconds=600.0) as house, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.settimeout(60)
        deaf.connect(("127.0.0.1", house.port))
        deaf.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 400)
        with suppress(ConnectionResetError):
            deaf.recv(1, socket.MSG_PEEK)  # it is answered, and takes nothing
        soon(lambda: house.call(lambda: not house.server.porch.here.total()), "it is still here")


class Wire:
    """A transport of which somebody takes as much as the test says."""

    def __init__(self) -> None:
        self.left, self.gone = 0, False

    def write(self, data: bytes) -> None:
        self.left += len(data)

    def get_write_buffer_size(self) -> int:
        return self.left

    def abort(self) -> None:
        self.gone = True


class Later:
    """A loop whose time passes when the test says so."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []

    def call_later(self, seconds: float, work: Callable[[], None]) -> None:
        assert seconds == 60
        self.due.append(work)

    def passes(self) -> None:
        due, self.due = self.due, []
        for work in due:
            work()


def test_who_takes_an_answer_slowly_is_served_and_who_stops_is_not() -> None:
    wire, time = Wire(), Later()
    line = Line(wire, cast(asyncio.AbstractEventLoop, time), 60)
    line.write(b"x" * 1000)
    for _ in range(5):
        wire.left -= 100
        line.write(b"y" * 100)  # what is left looks the same, and yet it moves
        time.passes()
        assert (wire.gone, wire.left) == (False, 1000)
    wire.left = 0
    time.passes()
    assert time.due == []  # nobody waits for it
    line.write(b"x" * 10)
    wire.left = 0  # all was taken, and then something is left again
    line.write(b"x" * 10)
    time.passes()
    assert not wire.gone
    line.write(b"x" * 10)
    time.passes()
    assert wire.gone


def test_one_address_has_so_many_requests_that_wait_for_news(tmp_path: Path) -> None:
    other = {"X-Forwarded-For": "203.0.113.9"}
    with serving(tmp_path, waiting_an_address=2) as house:
        id = house.open("me", "open", game="tapatan")["table"]
        news = {"after": house.table(id).version, "wait": 25}
        with house.client() as client, house.client(**other) as stranger, ThreadPoolExecutor(2) as threads:
            waiting = [threads.submit(client.get, f"/api/tables/{id}", params=news) for _ in range(2)]
            until = time.monotonic() + 60
            while house.house.waiting.here.total() < 2:
                assert time.monotonic() < until
            refused = client.get(f"/api/tables/{id}", params=news)
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-waiting")
            assert client.get(f"/api/tables/{id}").status_code == 200  # who does not wait is answered
            assert stranger.get(f"/api/tables/{id}", params=news | {"wait": 0.01}).status_code == 204
            house.call(house.hall.nobody_waits)
            assert {one.result(240).status_code for one in waiting} <= {200, 204}
        assert house.house.waiting.here == {}


def test_what_two_addresses_hold_open_leaves_room_for_others() -> None:
    for room in (2, 50, 190, 960, 5000):
        limits = fair(Settings(), room)
        held = 2 * (limits.sockets_an_address + limits.waiting_an_address)
        assert held < room or room == 2
    assert (limits.sockets_an_address, limits.waiting_an_address) == (200, 200)


def test_no_address_takes_the_room_of_all_others() -> None:
    porch = Porch(most=100, each=30)
    assert sum(porch.enter("192.0.2.1") for _ in range(200)) == 30
    assert sum(porch.enter("127.0.0.1") for _ in range(200)) == 70  # the rest of the room: a proxy may stand there
    assert not porch.enter("192.0.2.2")
    for _ in range(30):
        porch.leave("192.0.2.1")
    assert sum(porch.enter("127.0.0.1") for _ in range(200)) == 5  # three quarters, never all
    assert porch.enter("192.0.2.2")


def test_whoever_asks_takes_the_place_of_one_who_says_nothing() -> None:
    porch, shown_out = Porch(most=10, each=2), []

    def leave(who: int) -> None:
        shown_out.append(who)
        porch.leave("192.0.2.1")

    for who in (1, 2):
        assert porch.enter("192.0.2.1")
        porch.waits("192.0.2.1", who, partial(leave, who))
    porch.speaks("192.0.2.1", 1)  # has asked, and stays
    assert porch.enter("192.0.2.1")
    assert shown_out == [2]
    assert not porch.enter("192.0.2.1")
    assert (porch.here["192.0.2.1"], porch.silent) == (2, {})


def test_those_turned_away_make_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    porch = Porch(most=10, each=2)
    with caplog.at_level(logging.WARNING, "bolicho.web"):
        for _ in range(50):
            porch.enter("192.0.2.1")
            porch.enter("192.0.2.2")
    assert [record.getMessage() for record in caplog.records] == [
        f"connections: 192.0.2.{who} has 2 open, the house {all} of 10; 1 closed for want of room"
        for who, all in ((1, 4), (2, 4))
    ]


def test_a_door_lets_in_as_many_as_there_is_room_for_and_counts_who_goes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, Door.on(listening, Porch(most=4, each=4)) as door:
        here = [socket.create_connection(listening.getsockname(), 60) for _ in range(4)]
        inside = [door.accept()[0] for _ in range(3)]
        door.setblocking(False)
        with pytest.raises(BlockingIOError):  # the fourth is turned away, and nobody else is there
            door.accept()
        assert here[3].recv(1) == b""
        assert door.porch.here.total() == 3
        for line in inside:
            line.close()
            line.close()
        assert door.porch.here == {}
        for line in here:
            line.close()


@pytest.mark.parametrize("first", [True, False], ids=["instead of hello", "after hello"])
@pytest.mark.parametrize(("frame", "code"), [(b"\xff\xfe", 1003), ("", 1007)], ids=["binary", "no UTF-8"])
def test_frames_that_nobody_can_read_are_refused_quietly(
    house: Served, caplog: pytest.LogCaptureFixture, frame: bytes | str, code: int, first: bool
) -> None:
    table, _ = house.two(game="tapatan")
    with house.socket(table) as line:
        if not first:
            say(line, type="hello", language="en")
            hear(line)
        if code == 1003:
            line.send(frame)
        else:
            line.send(b"\xc3\x28", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            hear(line, "nothing of this kind", timeout=60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    assert caplog.records == []


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[", "http://]", "\xff", "http://[v1.x]:y"])
def test_an_origin_that_is_no_address_is_foreign(house: Served, origin: str) -> None:
    with house.client() as client:
        answer = client.post("/api/tables", json={}, headers={b"Origin": origin.encode("latin-1")})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign-origin")
    with pytest.raises(Exception, match="403"), house.socket("x", origin=origin):
        pass


def test_guesses_of_the_key_are_slowed_and_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    job = {"kind": "none", "options": {}}
    now = [0.0]
    with serving(tmp_path) as house, caplog.at_level(logging.WARNING, "bolicho.web"):
        house.house.guesses = Guesses(lambda: now[0])
        key = house.house.settings.key
        with house.client() as client:

            def guess(key: str, who: str = "203.0.113.9") -> tuple[int, str]:
                headers = {"X-Bolicho-Key": key, "X-Forwarded-For": who}
                answer = client.post("/api/jobs", json=job, headers=headers)
                return answer.status_code, answer.json()["error"]["code"]

            answers = [guess(f"wrong-{number}") for number in range(300)]
            assert answers[:3] == [(403, "admin-only")] * 3
            assert set(answers[4:]) == {(429, "too-many-guesses")}
            assert guess(key)[0] == 429  # not even looked at
            assert guess(key, "203.0.113.10")[0] == 422  # others are not kept waiting
            now[0] += 1
            assert guess("wrong")[0] == 429  # looked at: now it is two seconds
            now[0] += 1
            assert guess(key)[0] == 429
            now[0] += 1
            assert guess(key)[0] == 422
            assert guess("wrong") == (403, "admin-only")  # all is forgotten once the key was right
            # who brings a wrong key is served what everybody is
            assert client.get("/api/jobs", headers={"X-Bolicho-Key": "wrong"}).json()["may_start"] is False
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "admin key: 4 wrong from 203.0.113.9; the next is looked at in 1 s",
        "admin key: 5 wrong from 203.0.113.9; the next is looked at in 2 s",
    ]


def _ready(answer: "Future[tuple[int, str]]") -> bool:
    time.sleep(0.01)
    return answer.done()


def test_records_to_be_looked_at_are_bounded_together(tmp_path: Path) -> None:
    record = json.loads(played("tapatan").to_json())
    large = json.dumps(record | {"notes": {"x": "y" * 400_000}}).encode()
    with serving(tmp_path, bodies_bytes=4_000_000) as house, house.client() as client:

        def look(_: int) -> tuple[int, str]:
            answer = client.post("/api/matches/look", content=large, headers={"Content-Type": "application/json"})
            return answer.status_code, answer.text

        house.run(house.house.turn.acquire())  # somebody's record is being read, for as long as we like
        with ThreadPoolExecutor(12) as threads:
            answers = [threads.submit(look, number) for number in range(12)]
            refused = [one.result(240) for one in answers if _ready(one)]
            while len(refused) < 10:
                refused = [one.result(240) for one in answers if _ready(one)]
            assert {status for status, _ in refused} == {503}
            assert "try again in a moment" in refused[0][1]
            assert client.post("/api/tables", json={"game": "tapatan", "seats": []}).status_code == 422  # small: read
            house.call(house.house.turn.release)
            assert sorted(one.result(240)[0] for one in answers) == [200, 200, *[503] * 10]
        assert look(0)[0] == 200
