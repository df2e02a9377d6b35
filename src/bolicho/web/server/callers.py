"""How the house hears those at its door: uvicorn's protocols, with a time for a request to come in whole, and no noise.

Until a request is whole, and between two, a connection waits in the porch and can be shown out; one not whole in
its time is closed. So is one that asked, and takes nothing of its answer.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bolicho.web.server.door import Porch
from bolicho.web.server.limits import network_of


class Line:
    """A transport that breaks off when the other side has taken nothing of what it is sent for so many seconds.

    What the system keeps on its way does not count: only who does not read lets it grow until we must hold the rest.
    """

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self.transport, self.loop, self.seconds = transport, loop, seconds
        self.written = self.taken = 0
        self.watched = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Send it, and if it does not go at once, see to it that it moves."""
        self.transport.write(data)
        self.written += len(data)
        if not self.watched and self.transport.get_write_buffer_size():
            self._watch()

    def _watch(self) -> None:
        self.watched, self.taken = True, self._gone()
        self.loop.call_later(self.seconds, self._look)

    def _look(self) -> None:
        self.watched = False
        if self.transport.get_write_buffer_size():
            if self._gone() == self.taken:
                self.transport.abort()
            else:
                self._watch()

    def _gone(self) -> int:
        return self.written - int(self.transport.get_write_buffer_size())


def caller(porch: Porch, seconds: float, patience: float) -> type[H11Protocol]:
    """Make the protocol of a house: a request must be whole within so many seconds, and its answer be taken.

    ``patience``: seconds in which nothing of an answer moves.
    """

    class Caller(H11Protocol):
        source = ""
        deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(cast(asyncio.Transport, Line(transport, self.loop, patience)))
            peer = transport.get_extra_info("peername")
            self.source = network_of(peer[0] if peer else "")
            porch.arriving.discard(transport.get_extra_info("socket").fileno())
            self._listen()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._listen()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._listen()

        def connection_lost(self, exc: Exception | None) -> None:
            self._heard()
            porch.leaving.discard(self)
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._heard()
            super().handle_websocket_upgrade(event)

        def _listen(self) -> None:
            """Begin to wait for a request, or see that it is whole."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body:
                self._heard()
            elif self.deadline is None:
                self.deadline = self.loop.call_later(seconds, self.transport.abort)
                porch.waits(self.source, self, self.transport.abort)

        def _heard(self) -> None:
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None
            porch.speaks(self.source, self)

    return Caller


class Speaker(WebSocketsSansIOProtocol):
    """A WebSocket; text that is no UTF-8 ends it (1007) without a word in the log."""

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, if it can be read."""
        try:
            if self.curr_msg_data_type == "text" and not self.close_sent:
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()
