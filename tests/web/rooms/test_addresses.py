"""Phones come in by an address that they can open, also where the teacher opened the room as 127.0.0.1."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.web.browsers import Browser
from tests.web.qr_reader import read
from tests.web.rooms.classroom import Classroom
from tests.web.served import Served, serving

from bolicho.cli.commands.serve import _welcome
from bolicho.web.server import network
from bolicho.web.server.network import lan_addresses

ADDRESSES = ("http://192.168.1.7:8000", "http://10.0.0.7:8000")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, addresses=ADDRESSES) as found:
        yield found


def test_a_house_for_other_machines_has_addresses_that_they_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("127.0.0.1", "0.0.0.0"):
        with socket.create_server((host, 0)) as listening:
            told = [urlsplit(one) for one in lan_addresses(listening)]
            assert all(one.port == listening.getsockname()[1] for one in told)
        assert not any(ip_address(one.hostname or "").is_loopback for one in told)
        assert not told or host == "0.0.0.0"
    monkeypatch.setattr(network, "_own", lambda: ["192.168.1.7"])
    with socket.create_server(("0.0.0.0", 0)) as listening:
        assert lan_addresses(listening) == (f"http://192.168.1.7:{listening.getsockname()[1]}",)


def test_the_addresses_are_printed_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    _welcome("http://127.0.0.1:8000/", ADDRESSES, "secret", open_browser=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Bolicho: http://127.0.0.1:8000/",
        *(f"phones and other machines: {one}/" for one in ADDRESSES),
    ]


def test_only_who_lets_people_in_is_told_the_addresses(served: Served) -> None:
    room = Classroom.opened(served)
    pupil = room.enter("Ana")
    assert [room.view(token)["addresses"] for token in (room.key, room.screen)] == [list(ADDRESSES)] * 2
    assert room.view(pupil.token)["addresses"] == []


def test_link_code_and_projector_show_an_address_for_phones(served: Served, chromium: Browser) -> None:
    room = Classroom.opened(served)
    page = chromium.page(1280, 800, locale="en")
    page.goto(f"{room.address}/room/{room.code}#key={room.key}~{room.screen}")
    assert shown(page, room) == ADDRESSES[0]
    page.get_by_label("Address for the phones").select_option(ADDRESSES[1])
    assert shown(page, room) == ADDRESSES[1]
    page.goto(f"{room.address}/room/{room.code}/screen#screen={room.screen}")
    page.locator(".join-at", has_text="10.0.0.7:8000/room").wait_for()
    assert page.locator("svg.qr").get_attribute("aria-label") == f"{ADDRESSES[1]}/room/{room.code}"


def shown(page: Any, room: Classroom) -> str:
    """Return the address that the teacher's page shows; text, link and code say the same."""
    link = str(page.get_by_label("Copy").first.input_value())
    address = link.removesuffix(f"/room/{room.code}")
    page.get_by_text(f"Come in at {urlsplit(address).netloc}/room").wait_for()
    assert page.locator("svg.qr").get_attribute("aria-label") == link
    assert read(page.evaluate("async text => (await import('/static/js/pictures/qr.js')).matrix(text)", link)) == link
    return address


def test_a_house_that_lets_nobody_else_in_says_so_to_the_teacher(tmp_path: Path, chromium: Browser) -> None:
    with serving(tmp_path) as served:
        room = Classroom.opened(served)
        page = chromium.page(1280, 800, locale="en")
        page.goto(f"{room.address}/room/{room.code}#key={room.key}~{room.screen}")
        page.locator("#only-here", has_text="--host 0.0.0.0").wait_for()
