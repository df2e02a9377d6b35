"""Links that are made on the machine of the house open on phones: they name an address of the network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.browsers import Browser
from tests.web.qr_reader import read
from tests.web.served import ELSEWHERE, Served, serving
from tests.web.visitor import until

ADDRESSES = ("http://192.168.1.7:8000", "http://10.0.0.7:8000")
HERE = {"Host": "127.0.0.1"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), addresses=ADDRESSES, workers=1) as found:
        yield found


def test_only_this_machine_is_told_the_addresses(served: Served) -> None:
    with served.client(**HERE) as here, served.client(**ELSEWHERE) as elsewhere:
        assert here.get("/api/addresses").json() == {"addresses": list(ADDRESSES)}
        assert elsewhere.get("/api/addresses").json() == {"addresses": []}


def test_an_invitation_and_its_code_show_an_address_for_phones(served: Served, chromium: Browser) -> None:
    page = chromium.page(1280, 800, locale="en")
    page.goto(f"http://127.0.0.1:{served.port}/")
    page.get_by_role("button", name="Invite a person").click()
    link = page.get_by_label("Invitation link")
    assert link.input_value().startswith(f"{ADDRESSES[0]}/table/")
    page.get_by_label("Address for the phones").select_option(ADDRESSES[1])
    until(page, "start => document.querySelector('#waiting input').value.startsWith(start)", ADDRESSES[1])
    assert page.evaluate("document.activeElement.id") == "address"
    page.get_by_text("Show as a QR code").click()
    page.locator("svg.qr").wait_for()
    text = link.input_value()
    assert read(page.evaluate("async text => (await import('/static/js/pictures/qr.js')).matrix(text)", text)) == text


def test_a_house_that_lets_nobody_else_in_says_so_beside_the_invitation(tmp_path: Path, chromium: Browser) -> None:
    with serving(tmp_path, workers=1) as alone:
        page = chromium.page(1280, 800, locale="en")
        page.goto(f"http://127.0.0.1:{alone.port}/")
        page.get_by_role("button", name="Invite a person").click()
        page.locator("#waiting #only-here", has_text="--host 0.0.0.0").wait_for()
        assert page.get_by_label("Invitation link").input_value().startswith(f"http://127.0.0.1:{alone.port}/table/")


def test_the_link_of_a_tutor_names_an_address_for_phones(served: Served, chromium: Browser) -> None:
    page = chromium.page(1280, 800, locale="en")
    page.goto(f"http://127.0.0.1:{served.port}/tutor")
    page.get_by_role("button", name="Start").click()
    page.locator(".link-box input").wait_for()
    assert page.locator(".link-box input").input_value().startswith(f"{ADDRESSES[0]}/tutor#session=")
