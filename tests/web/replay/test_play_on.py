"""Play on from here: a new table with the same past, whose match survives a restart and never becomes a case."""

import dataclasses
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import house, played

from bolicho import Record
from bolicho.games.face import face_of
from bolicho.play import steps
from bolicho.play.replay import game_of
from bolicho.store import Store
from bolicho.web.people.collecting import hands_of

WHICH = ("truco", "rikken", "tapatan")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("onward"), [*map(played, WHICH)]) as client:
        yield client


def place(record: Record, after: int = 0) -> tuple[int, int, Any]:
    """A ply in the middle of a match, and the state there."""
    wanted = len(record.units) // 2
    found = [step for step in steps(record) if step.unit == wanted and not step.state.over]
    step = found[min(len(found) // 2 + after, len(found) - 1)]
    return step.unit, step.ply, step.state


def look(client: TestClient, opened: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {opened['token']}", "Accept-Language": "pt-BR"}
    view: dict[str, Any] = client.get(f"/api/tables/{opened['table']}", headers=headers).json()
    return view


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_table_begins_as_the_match_stood_for_who_sits_there(client: TestClient, number: int) -> None:
    record = played(WHICH[number - 1])
    unit, ply, state = place(record)
    asked = {"unit": unit, "ply": ply, "seat": state.seat, "language": "pt-BR"}
    answer = client.post(f"/api/matches/{number}/play-on", json=asked)
    assert answer.status_code == 201, answer.text
    view = look(client, answer.json())
    assert view["state"] == face_of(game_of(record), "pt-BR").plain(state.view(state.seat))
    assert (view["seat"], view["turn"], view["unit"]) == (state.seat, state.seat, unit)
    assert view["ply"] == sum(len(one.moves) for one in record.units[:unit]) + ply
    assert [move["move"] for move in view["moves"]] == list(state.moves())


def test_a_match_played_on_can_be_played_to_its_end_and_is_marked(tmp_path: Path) -> None:
    with house(tmp_path, [played("truco")]) as client:
        record = played("truco")
        unit, ply, state = place(record)
        asked = {"unit": unit, "ply": ply, "seat": state.seat, "agents": [None, None], "language": "en"}
        opened = client.post("/api/matches/1/play-on", json=asked).json()
        headers = {"Authorization": f"Bearer {opened['token']}"}
        view = look(client, opened)
        move = view["moves"][0]["move"]
        url = f"/api/tables/{opened['table']}"
        assert client.post(f"{url}/moves", json={"ply": view["ply"], "move": move}, headers=headers).status_code == 200
        assert client.post(f"{url}/resign", headers=headers).status_code == 200
        for _ in range(50):
            view = client.get(url, params={"after": view["version"], "wait": 5}, headers=headers).json()
            if view["record"]:
                break
        told = client.get(f"/api/matches/{view['record']}").json()
        assert told["played_on"] == {"record": 1, "unit": unit, "ply": ply}
        assert told["seats"][state.seat]["kind"] == "person"
        kept = Record.from_json(client.get(f"/api/matches/{view['record']}/record").text)
        assert kept.units[unit].moves[: ply + 1] == (*record.units[unit].moves[:ply], move)
        assert list(steps(kept))
    with Store.open(str(tmp_path / "store.db")) as store:
        sittings = store.finished_sittings(record_id=view["record"])
        assert [sitting.consented for sitting in sittings] == [None]
        agreed = [dataclasses.replace(sitting, consented=datetime.now(UTC)) for sitting in sittings]
        unmarked = dataclasses.replace(kept, notes={key: kept.notes[key] for key in kept.notes if key != "begun"})
        assert list(hands_of(unmarked, agreed))
        assert list(hands_of(kept, agreed)) == []


def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    record = played("truco")
    unit, ply, state = place(record, after=1)
    asked = {"unit": unit, "ply": ply, "seat": state.seat, "agents": ["random", "random"]}
    with house(tmp_path, [record]) as client:
        opened = client.post("/api/matches/1/play-on", json=asked).json()
        before = look(client, opened)
    with house(tmp_path, []) as client:
        after = look(client, opened)
        assert {**after, "version": 0} == {**before, "version": 0}
        headers = {"Authorization": f"Bearer {opened['token']}"}
        wanted = {"ply": after["ply"], "move": after["moves"][0]["move"]}
        answer = client.post(f"/api/tables/{opened['table']}/moves", json=wanted, headers=headers)
        assert answer.status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "complaint"),
    [
        ({"unit": 999}, 422, "has units 0 to"),
        ({"ply": 999}, 422, "has plies 0 to"),
        ({"seat": 3}, 422, "has seats 0 to 1"),
        ({"agents": ["sound"]}, 422, "has 2 seats"),
        ({"agents": ["sound", "nobody"]}, 422, "unknown agent"),
        ({"agents": ["sound", "minimax"]}, 422, "minimax"),
        ({"seed": 7}, 422, "seed"),
    ],
)
def test_what_cannot_be_played_on_is_refused(
    client: TestClient, change: dict[str, Any], status: int, complaint: str
) -> None:
    asked = {"unit": 0, "ply": 0, "seat": 0} | change
    answer = client.post("/api/matches/1/play-on", json=asked)
    assert answer.status_code == status
    assert complaint in answer.json()["error"]["message"]


def test_nothing_goes_on_where_a_hand_is_over_or_a_match_is_not_there(client: TestClient) -> None:
    end = len(played("truco").units[0].moves)
    answer = client.post("/api/matches/1/play-on", json={"unit": 0, "ply": end, "seat": 0})
    assert answer.status_code == 422
    assert "is over at ply" in answer.json()["error"]["message"]
    assert client.post("/api/matches/99/play-on", json={"unit": 0, "ply": 0, "seat": 0}).status_code == 404


def test_files_are_not_opened_for_a_visitor_from_elsewhere(client: TestClient) -> None:
    asked = {"unit": 0, "ply": 0, "seat": 0, "agents": [None, "markov:/etc/passwd.npz"]}
    answer = client.post("/api/matches/1/play-on", json=asked, headers={"X-Forwarded-For": "203.0.113.9"})
    assert answer.status_code == 422
    assert "files" in answer.json()["error"]["message"]
