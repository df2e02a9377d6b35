"""Running the server: uvicorn around the application, told when it stands, and closed in order."""

import gc
import logging
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from bolicho.web.app import create_app
from bolicho.web.server.callers import Speaker, caller
from bolicho.web.server.door import Door, Porch
from bolicho.web.server.settings import Settings

GRACE = 1
"""Seconds that open connections have when the server closes."""
SWITCH = 0.001
"""Seconds after which a busy thread (the one that writes) must let the event loop have its turn."""
SPARE, A_PROCESS, MANY = 64, 4, 1_000_000
"""Open files of a house with nobody in it, and of each process that thinks; as many as nobody counts."""
COLLECT = (5_000, 10, 10)
"""When Python looks for garbage that refers to itself: seldom, since everybody at every table waits meanwhile."""


async def run(settings: Settings, listening: socket.socket, welcome: Callable[[str, str], None]) -> None:
    """Serve on a socket until somebody stops us; ``welcome(address, key)`` is called when pages are served."""
    sys.setswitchinterval(SWITCH)
    raise_files(settings.connections + spare_files(settings))
    await server(settings, listening, welcome).serve(sockets=[listening])


def server(settings: Settings, listening: socket.socket, welcome: Callable[[str, str], None]) -> "Server":
    """Make a server that has not been started; its ``should_exit`` stops it."""
    # whoever is let in inherits it: without, a small answer waits 40 ms for the other side to say that it has the last
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    room = max(2, min(settings.connections, most_files() - spare_files(settings)))
    app = create_app(fair(settings, room))
    porch = Porch(room, settings.connections_an_address)
    config = uvicorn.Config(
        app,
        http=caller(porch, settings.request_seconds, settings.answer_seconds),
        log_level="warning",
        access_log=False,  # a log of addresses is a log of people
        ws=Speaker,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="off",  # seen to below, so that what goes wrong at the start is one line and no traceback
    )
    return Server(config, app, porch, lambda: welcome(_address(listening), settings.key))


def fair(settings: Settings, room: int) -> Settings:
    """Return the settings for a house of so much room: what two addresses hold open leaves room for others.

    >>> fair(Settings(), 100).sockets_an_address, fair(Settings(), 5000).sockets_an_address
    (20, 200)
    """
    fifth = max(1, room // 5)
    sockets, waiting = (min(one, fifth) for one in (settings.sockets_an_address, settings.waiting_an_address))
    return replace(settings, sockets_an_address=sockets, waiting_an_address=waiting)


class Server(uvicorn.Server):
    """Opens the house before it serves, says so when it does, and closes it in order however it was stopped."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, porch: Porch, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.app, self.porch, self.announce = app, porch, announce
        self.listening: list[socket.socket] = []

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until somebody says stop."""
        self.listening = sockets or []
        async with self.app.router.lifespan_context(self.app):
            await super().serve([Door.on(one, self.porch) for one in self.listening])

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals stop the server, once."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()  # they would be raised again, and cut the closing short

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening; whoever waits for news is answered, and what still runs then is broken off without a word."""
        house = self.app.state.house
        house.closing = True
        for one in self.listening:  # the doors are closed by uvicorn
            one.close()
        house.hall.nobody_waits()
        house.rooms.nobody_waits()
        for session in house.tutors.sessions.values():
            session.nobody_waits()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # set anew where a server is made
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        await super().startup(sockets)
        if self.started:
            gc.freeze()  # what stands now stands as long as the house: no need to look through it for garbage
            gc.set_threshold(*COLLECT)
            self.announce()


def raise_files(wanted: int) -> None:
    """Raise our limit on open files as far as it is wanted and the system lets us."""
    with suppress(ImportError, OSError, ValueError):  # no such limit here, or none that we may change
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def most_files() -> int:
    """Return how many files this process may have open."""
    try:
        import resource
    except ImportError:
        return MANY
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MANY if soft == resource.RLIM_INFINITY else soft


def spare_files(settings: Settings) -> int:
    """Return how many files the house itself may need beside connections: its store, its processes, its jobs."""
    return SPARE + A_PROCESS * settings.workers


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
