"""In a real browser: the page says what the table waits for, goes on by itself, and notices a server that is silent."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.web.labs import Lab
from tests.web.player import opened
from tests.web.visitor import Visitor

NO_SOCKETS = "window.WebSocket = class { constructor() { setTimeout(() => this.onclose({ code: 1006 })) } close() {} }"
"""A proxy on the way lets no WebSocket through."""


@contextmanager
def no_room(server: Lab) -> Iterator[None]:
    """Let the server write no further than its diary goes now, as on a full disk."""
    if sys.platform != "linux":
        pytest.skip("looks for processes in /proc")
    import resource

    assert server.process is not None
    diary = Path(f"{server.folder / 'store.db'}-moves")
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (diary.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def seated(visitor: Visitor, server: Lab, script: str = "") -> tuple[Any, str]:
    """A person at a board whose turn it is."""
    mine = opened(server, "jogo-da-velha", "open")
    code = mine["invites"][0]["code"]
    server.client.post(f"/api/tables/{mine['table']}/join", json={"invite": code, "name": "Bia"})
    page = visitor.seat(mine, script=script)
    page.locator("#turn.mine").wait_for()
    return page, mine["table"]


def test_a_move_on_a_full_disk_is_made_by_itself_when_there_is_room(visitor: Visitor, server: Lab) -> None:
    page, table = seated(visitor, server)
    with no_room(server):
        page.locator("#drawing .point.legal").first.dispatch_event("click")
        page.locator("#notices").get_by_text("disk is full and the table waits").wait_for()
        assert server.client.get(f"/api/tables/{table}").json()["ply"] == 0
    page.locator("#notices").get_by_text("disk is full").wait_for(state="detached")
    page.locator("#turn:not(.mine)").wait_for()
    assert server.client.get(f"/api/tables/{table}").json()["ply"] == 1


def moved_without_a_line(page: Any, server: Lab) -> None:
    """The server is killed, the person moves, and the server comes back."""
    port = server.client.base_url.port
    assert port is not None
    server.kill()
    page.locator("#notices").get_by_text("No connection to the table").wait_for()
    page.locator("#drawing .point.legal").first.dispatch_event("click")
    server.start(port)
    page.locator("#turn:not(.mine)").wait_for()


def test_a_move_made_while_the_line_is_down_is_made_once_when_it_is_back(visitor: Visitor, server: Lab) -> None:
    page, table = seated(visitor, server)
    moved_without_a_line(page, server)
    page.locator("#notices").get_by_text("No connection to the table").wait_for(state="detached")
    assert page.locator("#log li").count() == 1
    assert server.client.get(f"/api/tables/{table}").json()["ply"] == 1
    assert not page.locator("#notices .notice").count(), page.locator("#notices").inner_text()
    visitor.complaints[:] = [one for one in visitor.complaints if "WebSocket connection" not in one]


def test_the_same_where_only_http_gets_through(visitor: Visitor, server: Lab) -> None:
    page, table = seated(visitor, server, script=NO_SOCKETS)
    moved_without_a_line(page, server)
    assert server.client.get(f"/api/tables/{table}").json()["ply"] == 1
    visitor.complaints[:] = [one for one in visitor.complaints if "Failed to load resource" not in one]


def test_a_server_that_says_nothing_any_more_is_noticed_and_found_again(visitor: Visitor, server: Lab) -> None:
    page, _ = seated(visitor, server)
    assert server.process is not None
    page.clock.install()
    page.reload()
    page.locator("#turn.mine").wait_for()
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        page.clock.fast_forward(20_000)
        page.clock.fast_forward(11_000)
        page.locator("#notices").get_by_text("No connection to the table").wait_for()
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    page.clock.fast_forward(5_000)
    page.locator("#notices").get_by_text("No connection to the table").wait_for(state="detached")


def test_a_page_waits_for_the_store_and_says_so(visitor: Visitor) -> None:
    """The answers are the server's (``server/test_trouble.py``); here the page hears two of them, then the list."""
    page = visitor.page_in(visitor.browser_of())
    asked = []

    def away(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            route.continue_()
        else:
            body = '{"error": {"code": "store-away", "message": "away", "where": "/api/matches"}}'
            route.fulfill(status=503, content_type="application/json", body=body)

    page.route("**/api/matches?**", away)
    page.goto(f"{visitor.url}/matches")
    page.get_by_role("status").get_by_text("cannot reach its store of matches").wait_for()
    page.get_by_text("cannot reach its store of matches").wait_for(state="detached")
    assert len(asked) == 3
    visitor.complaints[:] = [one for one in visitor.complaints if "503" not in one]
