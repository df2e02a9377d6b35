"""Reviews over HTTP: made in a process of its own, kept, told in the language of who asks, nothing hidden told."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import house, played

import bolicho
from bolicho import Record

TRUCO, PEOPLE, RIKKEN, BOARD = range(1, 5)


def short() -> Record:
    game = bolicho.game("truco", target=4)
    return bolicho.play_match(game, [bolicho.agent(name, game) for name in ("random", "sound")], seed=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("review")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    people = replace(short(), agents=("person", "person"), notes={"web": "x", "people": [0, 1]})
    with house(folder, [short(), people, played("rikken"), played("tapatan")]) as client:
        yield client


def reviewed(client: TestClient, id: int, language: str = "en") -> dict[str, Any]:
    end = time.monotonic() + 600
    while (told := client.get(f"/api/matches/{id}/review", params={"language": language})).status_code == 202:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert told.status_code == 200, told.text
    found: dict[str, Any] = told.json()["review"]
    return found


def test_a_match_is_reviewed_in_the_language_of_who_asks_and_kept(client: TestClient, folder: Path) -> None:
    told, dito = reviewed(client, TRUCO), reviewed(client, TRUCO, "pt-BR")
    worst = [one for unit in told["units"] for one in unit["decisions"] if one["mark"] in ("mistake", "blunder")]
    assert worst
    assert all(one["best"] and one["sentence"] for one in worst)
    assert [one["loss"] for unit in told["units"] for one in unit["decisions"] if "loss" in one] == [
        one["loss"] for unit in dito["units"] for one in unit["decisions"] if "loss" in one
    ]
    assert len([*(folder / "data" / "reviews").glob("*.json")]) == 1
    assert [*(folder / "data" / "reviews").glob("*.record")] == []


def test_a_review_waits_only_while_another_is_made(client: TestClient, folder: Path) -> None:
    for kept in (folder / "data" / "reviews").glob("*.json"):
        kept.unlink()
    states = [client.get(f"/api/matches/{id}/review").json()["state"] for id in (TRUCO, BOARD)]
    assert states == ["working", "waiting"]
    assert reviewed(client, TRUCO)
    assert reviewed(client, BOARD)


@pytest.mark.parametrize("damage", [b"", b"[" * 3000, b"3", b"{}", b'{"units": [{"decisions": 3}]}'])
def test_a_review_whose_file_is_damaged_is_made_anew(client: TestClient, folder: Path, damage: bytes) -> None:
    sound = reviewed(client, BOARD)
    for kept in (folder / "data" / "reviews").glob("*.json"):
        kept.write_bytes(damage)
    assert client.get(f"/api/matches/{BOARD}/review").status_code == 202
    assert reviewed(client, BOARD) == sound


def test_between_people_only_the_own_decisions_are_told(client: TestClient) -> None:
    told = reviewed(client, PEOPLE)
    assert told["seats"] == [None, None]
    assert all(unit["decisions"] == [] for unit in told["units"])
    assert all("luck" not in unit and "dealt" not in unit for unit in told["units"])


def test_a_board_is_reviewed_exactly_and_what_nobody_analyses_is_refused(client: TestClient) -> None:
    assert {one["kind"] for one in reviewed(client, BOARD)["units"][0]["decisions"] if "kind" in one} == {"game"}
    refused = client.get(f"/api/matches/{RIKKEN}/review")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "not-reviewed")
    assert not client.get(f"/api/matches/{RIKKEN}").json()["reviewed"]
    assert client.get("/api/matches/999/review").status_code == 404
    assert client.get(f"/api/matches/{TRUCO}/review?language=nl").status_code == 422
