"""The atlas over HTTP: a menu, charts that are made once and kept, the worth of moves, and boards."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import house


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("atlas")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with house(folder, []) as client:
        yield client


def made(client: TestClient, path: str, **asked: str) -> dict[str, Any]:
    end = time.monotonic() + 240
    while (told := client.get(path, params=asked)).status_code == 202:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert told.status_code == 200, told.text
    found: dict[str, Any] = told.json()["found"]
    return found


def test_the_menu_names_everything_in_the_language_of_who_asks(client: TestClient) -> None:
    menu, dito = (client.get("/api/atlas", params={"lang": language}).json() for language in ("en", "pt-BR"))
    assert {"equilibrium", "sound", "random"} <= {one["spec"] for one in menu["players"]}
    assert [one["name"] for one in menu["situations"]] == [one["name"] for one in dito["situations"]]
    assert menu["situations"][0]["title"] != dito["situations"][0]["title"]
    assert [row["strength"] for row in menu["rows"]] == [*range(14, 0, -1)]
    assert all(0 <= one["low"] <= one["share"] <= one["high"] for at in menu["situations"] for one in at["people"])
    assert {"tapatan", "achi"} <= {one["game"] for one in menu["boards"]}


def test_a_chart_is_made_once_and_kept(client: TestClient, folder: Path) -> None:
    found = made(client, "/api/atlas/truco", player="random", situation="pe-envido")
    (chart,) = found["charts"]
    assert (chart["agent"], chart["situation"], chart["mano"]) == ("random", "pe-envido", False)
    assert all(abs(sum(cell["shares"].values()) - 1) < 0.001 for cell in chart["cells"])
    kept = [*(folder / "data" / "atlas").glob("*.json")]
    assert len(kept) == 1
    assert made(client, "/api/atlas/truco", player="random", situation="pe-envido") == found
    assert [*(folder / "data" / "atlas").iterdir()] == kept


def test_a_hand_says_what_its_moves_are_worth(client: TestClient) -> None:
    found = made(client, "/api/atlas/truco/hand", cards="1e 7e 2b", situation="pe-truco")
    loss = {one["move"]: one["loss"] for one in found["moves"]}
    assert loss["nao-quero"] > 0.05 > loss["quero"]
    refused = client.get("/api/atlas/truco/hand", params={"cards": "1e 1e 2e"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "no-chart")


def test_what_is_not_offered_is_refused(client: TestClient) -> None:
    wrong: tuple[dict[str, str], ...] = (
        {"player": "nobody"},
        {"player": "ismcts:1000"},
        {"situation": "x"},
        {"score": "1-1"},
    )
    for asked in wrong:
        assert client.get("/api/atlas/truco", params=asked).status_code == 422
    assert client.get("/api/atlas/boards/chess").status_code == 404
    assert client.get("/api/atlas/boards/tapatan", params={"moves": "a1-a1"}).status_code == 422


def test_a_board_shows_its_moves_from_the_beginning_and_later(client: TestClient) -> None:
    start = client.get("/api/atlas/boards/tapatan").json()
    assert start["view"]["moves"]
    best = start["neighbours"][0]
    later = client.get("/api/atlas/boards/tapatan", params={"moves": best["move"]}).json()
    assert later["moves"] == [best["move"]]
    values = {"won": 1, "drawn": 0, "lost": -1}
    assert values[later["neighbours"][0]["value"]] == -values[best["value"]]
