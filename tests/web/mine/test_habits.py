"""Habits over HTTP: one's own matches reviewed one after the other, priced for one's own seat, beside others."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import house, played

import bolicho
from bolicho import Record

OWN, OTHER, PEOPLE, BOARD = range(1, 5)


def match(seed: int) -> Record:
    game = bolicho.game("truco", target=4)
    found = bolicho.play_match(game, [bolicho.agent(name, game) for name in ("random", "sound")], seed=seed)
    return replace(found, agents=("person", "sound"), notes={"people": [0]})


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    people = replace(match(2), agents=("person", "person"), notes={"people": [0, 1]})
    with house(tmp_path_factory.mktemp("habits"), [match(2), match(3), people, played("tapatan")]) as client:
        yield client


def priced(client: TestClient, *records: int, language: str = "en") -> dict[str, Any]:
    asked = {"matches": [{"record": one} for one in records], "language": language}
    end = time.monotonic() + 240
    while (told := client.post("/api/habits", json=asked)).status_code == 202:
        assert told.json()["done"] < told.json()["total"]
        assert time.monotonic() < end
        time.sleep(0.2)
    assert told.status_code == 200, told.text
    found: dict[str, Any] = told.json()["habits"]
    return found


def test_own_matches_are_priced_for_the_own_seat_and_stand_beside_equilibrium_and_people(client: TestClient) -> None:
    found = priced(client, OWN, OTHER)
    hands = sum(len(match(seed).units) for seed in (2, 3))
    assert (found["matches"], found["hands"], found["left_out"]) == (2, hands, 0)
    assert found["chance"]["low"] < found["chance"]["mean"] < found["chance"]["high"]
    assert found["chance"]["mean"] > 0  # who draws lots gives something away
    folds = next(one for one in found["measures"] if one["name"] == "folds")
    assert folds["own"]["of"] == hands
    assert folds["equilibrium"]["of"] > folds["people"]["of"] > 1000
    assert all(one["chance"]["low"] > 0 and one["costs"] for one in found["dearest"])
    assert all(one["done"] <= one["of"] for one in found["habits"])


def test_what_cannot_be_priced_is_left_out_and_counted(client: TestClient) -> None:
    found = priced(client, OWN, PEOPLE, BOARD, 999, language="pt-BR")
    assert (found["matches"], found["left_out"]) == (1, 3)
    nothing = priced(client, BOARD)
    assert (nothing["matches"], nothing["left_out"], nothing["dearest"], nothing["chance"]) == (0, 1, [], None)


def test_too_many_matches_and_none_are_refused(client: TestClient) -> None:
    for matches in ([], [{"record": 1}] * 21, [{"record": 0}]):
        assert client.post("/api/habits", json={"matches": matches}).status_code == 422
