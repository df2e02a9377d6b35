"""Recorded matches over HTTP: replay equals the engine at every ply, and nothing of a running match is shown."""

import csv
import dataclasses
import io
import json
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import MATCHES, house, played

import bolicho
from bolicho import Record
from bolicho.games.face import face_of
from bolicho.play import Table, steps
from bolicho.play.replay import game_of

NUMBER = {which: number for number, which in enumerate(MATCHES, 1)}
RUNNING, BOTS, CLI = len(MATCHES) + 1, len(MATCHES) + 2, len(MATCHES) + 3


def unfinished(notes: dict[str, object], agents: tuple[str, str]) -> Record:
    rules = bolicho.game("truco")
    table = Table(rules, [bolicho.agent("sound", rules), bolicho.agent("bold", rules)], seed=1)
    table.advance()
    return dataclasses.replace(table.record(), notes=notes, agents=agents)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    records = [
        *map(played, MATCHES),
        unfinished({"web": "x", "people": [0]}, ("person", "bold")),
        unfinished({"web": "y", "people": []}, ("sound", "bold")),
        unfinished({}, ("sound", "bold")),
    ]
    with house(tmp_path_factory.mktemp("replay"), records) as client:
        yield client


@pytest.mark.parametrize("which", MATCHES)
def test_replay_equals_the_engine_at_every_ply(client: TestClient, which: str) -> None:
    record = played(which)
    told = client.get(f"/api/matches/{NUMBER[which]}").json()
    frames = []
    for unit in told["units"]:
        answer = client.get(f"/api/matches/{NUMBER[which]}/units/{unit['unit']}", params={"language": "pt-BR"}).json()
        assert len(answer["frames"]) == unit["plies"] + 1
        frames += [(unit["unit"], answer["board"], frame) for frame in answer["frames"]]
    there, face = list(steps(record)), face_of(game_of(record), "pt-BR")
    assert len(frames) == len(there)
    total = [0] * len(record.agents)
    for (number, board, frame), (unit, ply, move, state) in zip(frames, there, strict=True):
        if ply == 0 and unit:
            total = [a + b for a, b in zip(total, record.units[unit - 1].scores, strict=True)]
        assert (number, frame["ply"], frame["move"]) == (unit, ply, move)
        assert (frame["to_move"], frame["over"]) == (state.seat, state.over)
        assert frame["scores"] == [a + b for a, b in zip(total, state.scores, strict=True)]
        seats = range(len(record.agents)) if board is None else (state.seat or 0,)
        engine = [face.plain(state.view(seat)) for seat in seats]
        shown = [view | ({"board": board} if board else {}) for view in frame["views"]]
        assert shown == json.loads(json.dumps(engine))
        assert frame["hands"] == (None if board else [list(state.view(seat).hand) for seat in seats])
    assert frames[-1][2]["scores"] == list(record.scores) == told["scores"]


def test_who_moved_and_what_it_sounded_like_is_told_in_both_languages(client: TestClient) -> None:
    for language, call in (("pt-BR", "Mão"), ("en", "leads")):
        unit = client.get(f"/api/matches/{NUMBER['bots']}/units/0", params={"language": language}).json()
        before = None
        for frame in unit["frames"]:
            assert frame["seat"] == before
            assert (frame["text"] == "") == (frame["seat"] is None)
            before = frame["to_move"]
        assert call.lower() in unit["frames"][0]["standing"][0][0].lower()
        assert unit["frames"][-1]["summary"]


def test_the_list_is_newest_first_paged_and_filtered(client: TestClient) -> None:
    first = client.get("/api/matches", params={"limit": 3}).json()
    assert [one["id"] for one in first["matches"]] == [CLI, BOTS, RUNNING]
    rest = client.get("/api/matches", params={"limit": 3, "before": first["before"]}).json()
    assert [one["id"] for one in rest["matches"]] == [5, 4, 3]
    last = client.get("/api/matches", params={"limit": 3, "before": rest["before"]}).json()
    assert [one["id"] for one in last["matches"]] == [2, 1]
    assert last["before"] is None
    boards = client.get("/api/matches", params={"game": "tapatan"}).json()["matches"]
    assert [one["id"] for one in boards] == [NUMBER["tapatan"]]
    agents = client.get("/api/matches", params={"agent": "bot0"}).json()["matches"]
    assert [one["id"] for one in agents] == [NUMBER["bots"]]
    assert client.get("/api/matches", params={"limit": 0}).status_code == 422


def test_matches_of_an_open_class_leave_no_gap_in_the_list(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.app.state.house.rooms, "records", lambda: {CLI, BOTS, 4})  # type: ignore[attr-defined]
    first = client.get("/api/matches", params={"limit": 3}).json()
    assert [one["id"] for one in first["matches"]] == [RUNNING, 5, 3]
    rest = client.get("/api/matches", params={"limit": 3, "before": first["before"]}).json()
    assert ([one["id"] for one in rest["matches"]], rest["before"]) == ([2, 1], None)


def test_a_table_of_matches_has_the_score_that_the_list_has(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_now = SimpleNamespace(record_id=RUNNING, play=SimpleNamespace(scores=(22, 16)))
    monkeypatch.setattr(client.app.state.house.hall, "tables", {"x": played_now})  # type: ignore[attr-defined]
    listed = {one["id"]: one["scores"] for one in client.get("/api/matches").json()["matches"]}
    lines = list(csv.DictReader(io.StringIO(client.get("/api/export/matches", params={"form": "csv"}).text)))
    seats = {int(line["match"]): [int(line[f"score_{seat}"]) for seat in (1, 2)] for line in lines}
    assert seats[RUNNING] == listed[RUNNING] == [22, 16]
    assert all(seats[id] == listed[id][:2] for id in seats)


def test_who_sits_in_a_replay_has_the_face_that_the_lobby_shows(client: TestClient) -> None:
    agents = client.get("/api/games/truco/agents").json()["agents"]
    faces = {agent["spec"]: agent["face"] for agent in agents}
    seats = client.get(f"/api/matches/{NUMBER['truco']}").json()["seats"]
    assert [seat["face"] for seat in seats] == [faces[seat["agent"].removesuffix("@baseline")] for seat in seats]
    assert all(seat["face"] for seat in seats)


def test_matches_are_found_by_the_names_that_are_shown(client: TestClient) -> None:
    listed = client.get("/api/matches", params={"language": "pt-BR"}).json()["matches"]
    for line in listed:
        for name in line["names"]:
            found = client.get("/api/matches", params={"agent": name.upper()}).json()["matches"]
            assert line["id"] in [one["id"] for one in found], name
    assert client.get("/api/matches", params={"agent": "nobody of that name"}).json()["matches"] == []


def test_all_that_may_be_seen_is_exported_as_json_lines(client: TestClient) -> None:
    answer = client.get("/api/export/matches", params={"form": "jsonl", "agent": "bot0"})
    assert answer.headers["content-disposition"] == 'attachment; filename="bolicho-matches.jsonl"'
    assert [Record.from_json(line) for line in answer.text.splitlines()] == [played("bots")]
    every = client.get("/api/export/matches").text.splitlines()
    open_to_all = [one for one in client.get("/api/matches").json()["matches"] if one["open"]]
    assert 0 < len(every) <= len(open_to_all)
    assert all(Record.from_json(line).finished or "person" not in Record.from_json(line).agents for line in every)


def test_matches_that_are_left_out_take_no_place_of_others(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = client.get("/api/export/matches").text.splitlines()
    store, rooms = client.app.state.house.store, client.app.state.house.rooms  # type: ignore[attr-defined]
    numbers = {record.to_json(): id for id, record in store.records()}
    monkeypatch.setattr(rooms, "records", lambda: {numbers[line] for line in whole[:2]})
    monkeypatch.setattr("bolicho.web.replay.export.MOST", 2)
    assert client.get("/api/export/matches").text.splitlines() == whole[2:4]


def test_a_table_of_matches_is_exported_as_csv_and_parquet(client: TestClient) -> None:
    lines = list(csv.DictReader(io.StringIO(client.get("/api/export/matches", params={"form": "csv"}).text)))
    listed = client.get("/api/matches").json()["matches"]
    assert [int(one["match"]) for one in lines] == [one["id"] for one in listed]
    assert lines[0]["agent_1"] == listed[0]["agents"][0]
    parquet = pytest.importorskip("pyarrow.parquet")
    body = client.get("/api/export/matches", params={"form": "parquet"}).content
    assert parquet.read_table(io.BytesIO(body)).column("match").to_pylist() == [one["id"] for one in listed]
    assert client.get("/api/export/matches", params={"form": "xlsx"}).status_code == 422
    answer = client.get("/api/export/matches", params={"format": "csv"})
    assert (answer.status_code, answer.json()["error"]["message"][:15]) == (422, "format: unknown")


@pytest.mark.parametrize("part", ["", "/units/0", "/record"])
def test_a_match_that_people_still_play_is_not_shown(client: TestClient, part: str) -> None:
    for number in (RUNNING, CLI):  # what is not known to be of agents alone is taken for a person's
        answer = client.get(f"/api/matches/{number}{part}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "still-played")
    assert client.get(f"/api/matches/{BOTS}{part}").status_code == 200


def test_what_is_not_there_is_said_plainly(client: TestClient) -> None:
    for path, status in (
        ("/api/matches/999", 404),
        ("/api/matches/999/record", 404),
        ("/api/matches/1/units/999", 404),
        ("/api/matches/x", 422),
        ("/api/matches/0", 422),
    ):
        answer = client.get(path)
        assert answer.status_code == status, path
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize("which", MATCHES)
def test_a_record_is_exported_whole(client: TestClient, which: str) -> None:
    answer = client.get(f"/api/matches/{NUMBER[which]}/record")
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert Record.from_json(answer.text) == played(which)


@pytest.mark.parametrize("which", MATCHES)
def test_a_record_from_a_file_is_shown_as_a_stored_one_and_not_kept(client: TestClient, which: str) -> None:
    before = client.get("/api/matches").json()
    record = json.loads(played(which).to_json())
    looked = client.post("/api/matches/look", params={"unit": 0}, json=record).json()
    assert looked["match"] | {"id": NUMBER[which]} == client.get(f"/api/matches/{NUMBER[which]}").json()
    assert looked["unit"] == client.get(f"/api/matches/{NUMBER[which]}/units/0").json()
    assert client.get("/api/matches").json() == before


def test_a_forged_record_is_refused_with_the_place(client: TestClient) -> None:
    record = json.loads(played("bots").to_json())
    record["units"][1]["moves"][0] = "vale-quatro"
    answer = client.post("/api/matches/look", json=record)
    assert answer.status_code == 422
    assert "record.units[1].moves[0]: illegal move 'vale-quatro'" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ({}, "record.bolicho: missing"),
        ({"bolicho": 99}, "format 99"),
        ([1], "record: expected an object"),
        ({"bolicho": 1, "agents": "x"}, "agents"),
    ],
)
def test_what_is_no_record_is_refused(client: TestClient, record: object, complaint: str) -> None:
    answer = client.post("/api/matches/look", json=record)
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]["message"]


def test_a_record_that_is_too_large_or_too_deep_is_refused(client: TestClient) -> None:
    record = json.loads(played("bots").to_json())
    assert client.post("/api/matches/look", json=record | {"notes": {"x": "y" * 600_000}}).status_code == 413
    for levels, status in ((50, 422), (900, 422), (50_000, 422)):
        deep = '{"bolicho":1,"notes":' + "[" * levels + "]" * levels + "}"
        answer = client.post("/api/matches/look", content=deep, headers={"Content-Type": "application/json"})
        assert answer.status_code == status
    assert client.post("/api/matches/look", params={"unit": 99}, json=record).status_code == 404


def test_the_pages_are_there_in_both_languages(client: TestClient) -> None:
    for language, title in (("pt-BR", "Partidas gravadas"), ("en", "Recorded matches")):
        page = client.get("/matches", params={"lang": language})
        assert page.status_code == 200
        assert title in page.text
        assert "{{" not in page.text
        assert "{{" not in client.get("/replay/1", params={"lang": language}).text
