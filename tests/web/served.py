"""A server in a thread of the test: real sockets, real processes for agents, and the house at hand to look into."""

import asyncio
import json
import socket
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from bolicho.web.server.house import House
from bolicho.web.server.settings import Settings
from bolicho.web.serving import Server, server
from bolicho.web.tables.hall import Hall
from bolicho.web.tables.table import WebTable

T = TypeVar("T")
ELSEWHERE = {"Host": "bolicho.example", "Accept-Language": "en"}
"""Who comes by another name than this machine's is no admin."""


@dataclass
class Served:
    """A running server."""

    port: int
    server: Server
    loop: asyncio.AbstractEventLoop

    @property
    def house(self) -> House:
        house: House = self.server.app.state.house
        return house

    @property
    def hall(self) -> Hall:
        hall: Hall = self.house.hall
        return hall

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=ELSEWHERE | bearer | headers, timeout=60)

    def table(self, id: str) -> WebTable:
        return self.hall.tables[id]

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(240)

    def call(self, work: Any, *args: Any) -> Any:
        """Call something plain on the server's own loop."""

        async def called() -> Any:
            return work(*args)

        return self.run(called())

    def limited(self, **limits: Any) -> None:
        """Change limits of the hall from now on."""
        self.hall.settings = replace(self.hall.settings, **limits)
        self.hall.driver.settings = self.hall.settings

    def open(self, *seats: Any, game: str = "truco", **asked: Any) -> dict[str, Any]:
        """Open a table; ``me`` and ``open`` are seats, anything else is an agent's name."""
        listed = [
            {"kind": "me", "name": "Ana"} if s == "me" else {"kind": "open"} if s == "open" else _agent(s)
            for s in seats
        ]
        with self.client() as client:
            answer = client.post("/api/tables", json={"game": game, "seats": listed, "language": "en", **asked})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
        return opened

    def join(self, opened: dict[str, Any], name: str = "Bia") -> dict[str, Any]:
        with self.client() as client:
            code = opened["invites"][0]["code"]
            answer = client.post(f"/api/tables/{opened['table']}/join", json={"invite": code, "name": name})
        assert answer.status_code == 200, answer.text
        joined: dict[str, Any] = answer.json()
        return joined

    def two(self, **asked: Any) -> tuple[str, list[str]]:
        """Seat two people; return the table and their tokens by seat."""
        opened = self.open("me", "open", **asked)
        return opened["table"], [opened["token"], self.join(opened)["token"]]

    def socket(self, table: str, **options: Any) -> ClientConnection:
        return connect(f"ws://127.0.0.1:{self.port}/ws/tables/{table}", legacy=True, **options)

    def sit(self, table: str, token: str | None = None, language: str = "en") -> ClientConnection:
        """Open a socket and say hello."""
        line = self.socket(table)
        say(line, type="hello", token=token, language=language)
        return line


def say(line: ClientConnection, **message: Any) -> None:
    line.send(json.dumps(message))


def hear(line: ClientConnection, kind: str = "view", timeout: float = 120) -> dict[str, Any]:
    """Return the next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=timeout))
        if message["type"] == kind:
            return message


def at_ply(line: ClientConnection, ply: int) -> dict[str, Any]:
    """Return the first view from a ply on."""
    while (view := hear(line))["ply"] < ply:
        pass
    return view


def turn(line: ClientConnection, timeout: float = 120) -> dict[str, Any]:
    """Return the next view in which this seat may move, or the match is over and saved."""
    while True:
        view = hear(line, timeout=timeout)
        if view["moves"] or (view["over"] and view["record"]):
            return view


def _agent(name: str) -> dict[str, str]:
    return {"kind": "agent", "agent": name}


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[Served]:
    """Serve on a free port while the block runs."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=256)
    given: dict[str, Any] = {
        "store": str(folder / "house.db"),
        "workers": 2,
        "watch_seconds": 0.0,
        "requests_a_second": 1000,
        "tables_an_address": 1000,
    } | settings
    ready = Event()
    made = server(Settings(**given), listening, lambda *_: ready.set())
    loops: list[asyncio.AbstractEventLoop] = []

    async def main() -> None:
        loops.append(asyncio.get_running_loop())
        await made.serve(sockets=[listening])

    thread = Thread(target=lambda: asyncio.run(main()))
    thread.start()
    try:
        assert ready.wait(60), "the server did not start"
        yield Served(listening.getsockname()[1], made, loops[0])
    finally:
        made.should_exit = True
        thread.join(240)
        listening.close()
        assert not thread.is_alive(), "the server did not stop"
