"""The WebSocket of a table: hello, then moves; the whole view after every change.

A view is whole, so a reader that cannot keep up simply gets the newest one; one that does not read at all is let go.
"""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.store import StoreAway
from bolicho.web.server.guard import Refusal, error_text, house, own_origin, source_of
from bolicho.web.server.house import House
from bolicho.web.server.limits import Bucket
from bolicho.web.server.trouble import PLAINLY, code_of
from bolicho.web.tables.messages import SOCKET_MESSAGE, Hello, MoveMessage, Ping, Say
from bolicho.web.tables.picture import hint_of, view_of
from bolicho.web.tables.seats import hashed
from bolicho.web.tables.table import WebTable

log = logging.getLogger("bolicho.web")
router = APIRouter()

SLOW_SECONDS = 20.0
"""A socket that accepts no message for 20 seconds has no reader, and is closed."""
MOST_SLOW = 8
"""At most 8 slow requests (hints, reasons) of one socket may wait for each other."""
SPARE = 16
"""Replies that may queue for a slow reader beyond two seconds of messages; of views only the newest is kept."""


@router.websocket("/ws/tables/{table_id}")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    """Serve one tab of a browser, or one program."""
    here = house(socket)
    if not own_origin(socket.headers):
        await socket.close(1008)  # before it is accepted: refused with 403
        return
    await socket.accept()
    source = source_of(socket)
    full = here.hall.sockets >= here.settings.sockets
    if full or (source is not None and not here.hall.visitors.enter(source, here.settings.sockets_an_address)):
        await socket.close(1013)
        return
    here.hall.sockets += 1
    visit = _Visit(socket, here, source)
    try:
        await visit.serve(table_id)
    except (WebSocketDisconnect, RuntimeError):
        pass  # whoever it was has gone
    finally:
        here.hall.sockets -= 1
        if visit.source is not None:
            here.hall.visitors.leave(visit.source)


class SocketClosed(Exception):
    """The socket is to be closed, and why."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Visit:
    """One open socket at a table."""

    def __init__(self, socket: WebSocket, here: House, source: str | None) -> None:
        self.socket, self.house, self.settings = socket, here, here.settings
        self.source = source
        """Whom it is counted as: an address, or the room that one is in."""
        self.seat: int | None = None
        self.language = "pt-BR"
        self.answers: deque[JsonObject] = deque()
        self.stale = True
        self.code: int | None = None
        self.news = asyncio.Event()
        self.bucket = Bucket(self.settings.messages_a_second)
        self.turn = asyncio.Lock()
        self.slow: set[asyncio.Task[None]] = set()
        """What was asked for and takes a while."""

    # ── what a table tells its guests ─────────────────────────────────────────────────────────────────────────────

    def wake(self) -> None:
        """The table changed: the newest view is to be sent."""
        self.stale = True
        self.news.set()

    def replaced(self) -> None:
        """Another tab took over."""
        self.answers.append({"type": "taken-over"})
        self.leave(4001)

    def dismiss(self) -> None:
        """The table goes away."""
        self.leave(4010)

    def leave(self, code: int) -> None:
        """Close when what waits has been sent."""
        self.code = self.code or code
        self.news.set()

    def answer(self, message: JsonObject) -> None:
        """Send this as soon as the reader takes it."""
        if len(self.answers) >= 2 * self.settings.messages_a_second + SPARE:
            self.leave(4009)
            return
        self.answers.append(message)
        self.news.set()

    # ── the visit ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def serve(self, table_id: str) -> None:
        """Say hello, attach to the table, and go on until either side leaves."""
        try:
            hello = await self._hello()
            table = await self.house.hall.find(table_id)
            if table is None:
                raise SocketClosed(4004)
            self._sit(table, hello)
        except SocketClosed as closed:
            await self.socket.close(closed.code)
            return
        except Refusal:  # no room for one more table
            await self.socket.close(1013)
            return
        except StoreAway as away:
            await self._send({"type": "error", "code": code_of(away), "message": PLAINLY[code_of(away)], "ply": 0})
            await self.socket.close(1013)
            return
        table.guests.add(self)
        if self.seat is not None:
            self.house.hall.came_back(table, self.seat)
            table.changed()
        self.house.hall.driver.stir(table)
        reading = asyncio.create_task(self._read(table))
        try:
            await self._write(table)
        finally:
            reading.cancel()
            table.guests.discard(self)
            if self.seat is not None and not table.present(self.seat):
                table.left[self.seat] = monotonic()
                table.changed()  # the others see that this seat is empty
            with suppress(asyncio.CancelledError, Exception):
                await reading

    async def _hello(self) -> Hello:
        try:
            async with asyncio.timeout(self.settings.hello_seconds):
                text = await self._text()
            return Hello.model_validate_json(text)
        except (TimeoutError, ValidationError):
            raise SocketClosed(4000) from None

    def _sit(self, table: WebTable, hello: Hello) -> None:
        self.language = hello.language
        if table.room is not None:
            self._of_a_room(table, table.room, hello)
        if hello.token is None or (table.room is not None and table.seat_of(hashed(hello.token)) is None):
            if len(table.guests) >= self.settings.sockets_a_table:  # who sits here comes in through any crowd
                raise SocketClosed(1013)
            return
        self.seat = table.seat_of(hashed(hello.token))
        if self.seat is None:
            raise SocketClosed(4003)
        table.seats[self.seat].language = hello.language
        for guest in list(table.guests):
            if guest.seat == self.seat:
                table.guests.discard(guest)
                guest.replaced()

    def _of_a_room(self, table: WebTable, room: JsonObject, hello: Hello) -> None:
        """Let in whoever is of the room, and count them with it: a class of thirty has one address."""
        token = None if hello.token is None else hashed(hello.token)
        if token is None or (table.seat_of(token) is None and not self.house.rooms.looks_on(room, token)):
            raise SocketClosed(4003)
        if self.source is not None:
            name = f"room {room['room']}"
            if not self.house.hall.visitors.enter(name, self.settings.sockets_a_room):
                raise SocketClosed(1013)
            self.house.hall.visitors.leave(self.source)
            self.source = name

    async def _text(self) -> str:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1005)
        text = message.get("text")
        if text is None:
            raise SocketClosed(1003)
        if len(text.encode()) > self.settings.message_bytes:
            raise SocketClosed(1009)
        return str(text)

    async def _read(self, table: WebTable) -> None:
        """Take messages until the other side leaves."""
        try:
            while True:
                text = await self._text()
                if not self.bucket.take():
                    raise SocketClosed(4008)
                await self._answered(table, self._said(table, text))
        except SocketClosed as closed:
            self.leave(closed.code)
        except (WebSocketDisconnect, RuntimeError):
            self.leave(1000)

    async def _answered(self, table: WebTable, work: Coroutine[Any, Any, None]) -> None:
        """Do what was said; whatever goes wrong is answered, and no reason to listen no more."""
        try:
            await work
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            self._error(table, "bad-message", f"{where}: {first['msg']}" if where else first["msg"])
        except Refusal as refused:
            self._error(table, refused.code, refused.message)
        except StoreAway as away:
            self._error(table, code_of(away), PLAINLY[code_of(away)])
        except BolichoError as error:
            self._error(table, "bad-input", error_text(self.house, error))
        except Exception as error:
            log.exception("table %s: what was said could not be done", table.id)
            self._error(table, "our-mistake", f"the server made a mistake ({type(error).__name__})")

    def _meanwhile(self, table: WebTable, work: Coroutine[Any, Any, None]) -> None:
        """Do what may take a while (an agent thinks, the store is slow), and go on reading; one after the other."""

        async def in_turn() -> None:
            async with self.turn:
                await self._answered(table, work)

        if len(self.slow) >= MOST_SLOW:
            work.close()
            raise Refusal(429, "flood", "too many requests wait already; wait a little")
        task = asyncio.create_task(in_turn())
        self.slow.add(task)
        task.add_done_callback(self.slow.discard)

    async def _said(self, table: WebTable, text: str) -> None:
        said = SOCKET_MESSAGE.validate_json(text)
        if isinstance(said, Ping):
            self.answer({"type": "pong", "n": said.n})
            return
        if self.seat is None:
            raise Refusal(403, "no-seat", "whoever looks on cannot do that")
        hall = self.house.hall
        if isinstance(said, MoveMessage):
            version = table.version
            table.move(self.seat, said.ply, said.move)
            if version == table.version:
                self.wake()  # made already: the view again
            hall.driver.stir(table)
        elif isinstance(said, Say):
            hall.say(table, self.seat, said.saying)
        elif said.type == "resign":
            table.resign(self.seat)
            hall.driver.stir(table)
        elif said.type == "stand-in":
            hall.stand_in(table, self.seat)
        elif said.type == "claim":
            hall.claim(table, self.seat)
        elif said.type == "leave":
            self._meanwhile(table, hall.leave(table, self.seat))
        elif said.type == "rematch":
            self._meanwhile(table, hall.rematch(table, self.seat))
        else:
            self._meanwhile(table, self._hint(table, self.seat))

    @property
    def _patience(self) -> float:
        return float(self.house.hall.settings.absence_seconds)

    async def _hint(self, table: WebTable, seat: int) -> None:
        found = await self.house.hall.driver.hint(table, seat)
        self.answer({"type": "hint", **hint_of(table, seat, found.move, found.why, self.language)})

    def _error(self, table: WebTable, code: str, message: str) -> None:
        self.answer({"type": "error", "code": code, "message": message[:600], "ply": table.ply})

    async def _write(self, table: WebTable) -> None:
        """Send what there is, the newest view last, until the visit ends."""
        while True:
            self.news.clear()
            while self.answers:
                await self._send(self.answers.popleft())
            if self.stale and self.code is None:
                self.stale = False
                await self._send({"type": "view", **view_of(table, self.seat, self.language, self._patience)})
            if self.code is not None:
                if self.socket.client_state is WebSocketState.CONNECTED:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(1):
                            await self.socket.close(self.code)
                return
            if not self.answers and not self.stale:
                await self.news.wait()

    async def _send(self, message: JsonObject) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        try:
            async with asyncio.timeout(SLOW_SECONDS):
                await self.socket.send_text(text)
        except TimeoutError:
            self.leave(4009)
            self.answers.clear()
