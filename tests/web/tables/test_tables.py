"""Tables over HTTP: seats and their secrets, moves that are made once, leaving, coming back, playing again."""

import asyncio
import gc
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.served import Served, serving

import bolicho
from bolicho.play.review import analyst_of
from bolicho.store import Store
from bolicho.web.tables.table import WebTable


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("tables")) as found:
        yield found


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def look(served: Served, table: str, token: str | None = None, **query: Any) -> dict[str, Any]:
    with served.client(token) as client:
        view: dict[str, Any] = client.get(f"/api/tables/{table}", params=query).json()
    return view


def act(served: Served, table: str, token: str | None, what: str, **body: Any) -> httpx.Response:
    with served.client(token) as client:
        return client.post(f"/api/tables/{table}/{what}", json=body or None)


def move(served: Served, table: str, tokens: list[str], choice: int = 0) -> dict[str, Any]:
    """Make a move for whoever's turn it is."""
    turn = look(served, table)["turn"]
    view = look(served, table, tokens[turn])
    answer = act(served, table, tokens[turn], "moves", ply=view["ply"], move=view["moves"][choice]["move"])
    assert answer.status_code == 200, answer.text
    seen: dict[str, Any] = answer.json()
    return seen


# ── seats and secrets ─────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_opens_a_table_sits_at_it_and_may_play_at_once(served: Served) -> None:
    opened = served.open("me", "sound")
    view = look(served, opened["table"], opened["token"])
    assert (view["seat"], view["seats"][0]["name"], view["seats"][1]["agent"]) == (0, "You", "sound")
    assert len(view["state"]["hand"]) == 3
    assert view["ply"] in (0, 1)


def test_secrets_are_kept_as_hashes_only(served: Served) -> None:
    opened = served.open("me", "open")
    joined = served.join(opened)
    secrets = [opened["token"], opened["withdrawal"], opened["invites"][0]["code"], joined["token"]]
    with sqlite3.connect(str(served.house.settings.store)) as store:
        kept = "\n".join(line for line in store.iterdump())
    assert opened["table"] in kept
    assert not [secret for secret in secrets if secret in kept]


def test_only_the_token_of_the_seat_moves_its_pieces(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    _other, strangers = served.two(game="tapatan")
    first = {"ply": 0, "move": look(served, table, tokens[0])["moves"][0]["move"]}
    assert code(act(served, table, None, "moves", **first)) == (403, "no-seat")
    assert code(act(served, table, "wrong", "moves", **first)) == (403, "wrong-token")
    assert code(act(served, table, strangers[0], "moves", **first)) == (403, "wrong-token")
    assert code(act(served, table, tokens[1], "moves", **first)) == (403, "not-your-turn")
    assert look(served, table)["ply"] == 0
    assert act(served, table, tokens[0], "moves", **first).status_code == 200


def test_an_invitation_works_once_and_only_at_its_table(served: Served) -> None:
    opened, other = served.open("me", "open"), served.open("me", "open")
    invite = opened["invites"][0]["code"]
    assert look(served, opened["table"], opened["token"])["state"] is None
    assert code(act(served, other["table"], None, "join", invite=invite)) == (403, "wrong-invite")
    assert act(served, opened["table"], None, "join", invite=invite, name="Bia").status_code == 200
    assert code(act(served, opened["table"], None, "join", invite=invite)) == (409, "invite-used")
    assert look(served, opened["table"], opened["token"])["state"] is not None


def test_an_agent_fills_a_seat_that_stays_open(served: Served) -> None:
    opened = served.open("me", "open", "rules", "rules", game="rikken")
    table = opened["table"]
    assert code(act(served, table, None, "fill", seat=1, agent="rules")) == (403, "no-seat")
    assert code(act(served, table, opened["token"], "fill", seat=2, agent="rules")) == (409, "not-open")
    assert code(act(served, table, opened["token"], "fill", seat=1, agent="sound")) == (422, "bad-input")
    view = act(served, table, opened["token"], "fill", seat=1, agent="rules").json()
    assert [seat["kind"] for seat in view["seats"]] == ["person", "agent", "agent", "agent"]
    assert view["state"] is not None


@pytest.mark.parametrize(
    "spec", ["markov:mine.npz", "markov:/etc/passwd", "cbr:NPS@../x.csv", "qlearning:a/b.npz", "cbr:@sqlite:///x"]
)
def test_nobody_elsewhere_makes_the_server_open_files(served: Served, spec: str) -> None:
    seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
    with served.client() as client:
        answer = client.post("/api/tables", json={"game": "truco", "seats": seats})
    assert answer.status_code == 422
    assert "files" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "/tmp/x.toml"}, "unknown game"),
        ({"game": "poker"}, "unknown game 'poker'"),
        ({"options": {"target": "many"}}, "target"),
        ({"options": {"preset": "cbtg"}}, "preset"),
        ({"seats": [{"kind": "me"}]}, "truco has 2"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}]}, "at most one"),
        ({"seats": [{"kind": "open"}, {"kind": "agent", "agent": "sound"}]}, "must be yours"),
        ({"seats": [{"kind": "me"}, {"kind": "agent", "agent": "nobody"}]}, "unknown agent"),
        ({"seats": [{"kind": "me"}, {"kind": "agent", "agent": "minimax"}]}, "does not play truco"),
        ({"seed": 7}, "seed"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_one_clear_line(
    served: Served, change: dict[str, Any], said: str
) -> None:
    asked = {"game": "truco", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "sound"}]}
    before = len(served.hall.tables)
    with served.client() as client:
        answer = client.post("/api/tables", json=asked | change)
    assert answer.status_code == 422
    assert said in answer.json()["error"]["message"]
    assert len(served.hall.tables) == before


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_move_sent_twice_is_made_once(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    said = {"ply": 0, "move": look(served, table, tokens[0])["moves"][0]["move"]}
    first = act(served, table, tokens[0], "moves", **said)
    again = act(served, table, tokens[0], "moves", **said)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["ply"] == again.json()["ply"] == 1


def test_a_move_for_another_ply_changes_nothing(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    moves = [one["move"] for one in look(served, table, tokens[0])["moves"]]
    assert code(act(served, table, tokens[0], "moves", ply=1, move=moves[0])) == (409, "stale-ply")
    act(served, table, tokens[0], "moves", ply=0, move=moves[0])
    assert code(act(served, table, tokens[0], "moves", ply=0, move=moves[1])) == (409, "stale-ply")
    assert look(served, table)["ply"] == 1


def test_an_illegal_move_is_answered_with_the_legal_ones_and_no_card_of_others(served: Served) -> None:
    table, tokens = served.two()
    turn = look(served, table)["turn"]
    answer = act(served, table, tokens[turn], "moves", ply=0, move="quero")
    assert code(answer) == (422, "illegal")
    view = look(served, table, tokens[turn])
    assert all(one["move"] in answer.text for one in view["moves"])
    hidden = served.table(table).play.state.hands[1 - turn]  # type: ignore[union-attr]
    assert not [card for card in hidden if f" {card} " in f" {answer.json()['error']['message']} "]


def test_two_people_play_a_whole_match_and_its_record_replays(served: Served) -> None:
    table, tokens = served.two(options={"target": 3})
    view = look(served, table, tokens[0])
    while not view["over"]:
        view = move(served, table, tokens)
    view = look(served, table, tokens[0], after=view["version"], wait=10) if view["record"] is None else view
    with Store.open(str(served.house.settings.store)) as store:
        record = store.load(view["record"])
    assert record.finished
    assert record.agents == ("person", "person")
    assert list(record.scores) == view["scores"] == view["result"]["scores"]
    assert len(list(bolicho.replay(record))) == view["ply"] + len(record.units)
    assert code(act(served, table, tokens[0], "moves", ply=view["ply"], move="truco")) == (409, "match-over")


def test_long_polling_returns_when_something_happened_and_empty_when_not(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    version = look(served, table, tokens[1])["version"]
    with served.client(tokens[1]) as client:
        assert client.get(f"/api/tables/{table}", params={"after": version, "wait": 0.1}).status_code == 204
    move(served, table, tokens)
    assert look(served, table, tokens[1], after=version, wait=20)["ply"] == 1


# ── around the match ──────────────────────────────────────────────────────────────────────────────────────────────


def test_who_resigns_has_lost(served: Served) -> None:
    table, tokens = served.two()
    assert act(served, table, tokens[1], "resign").json()["over"]
    view = look(served, table, tokens[0])
    assert view["result"]["winner"] == 0
    assert view["result"]["forfeit"] == {"seat": 1, "why": "resigned"}
    assert "resigned" in view["result"]["text"]
    assert code(act(served, table, tokens[0], "resign")) == (409, "match-over")


def test_who_reviews_a_match_is_looked_for_where_no_table_waits_for_it(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def look_for(game: Any) -> str:
        looked.append(threading.get_ident())
        return analyst_of(game)

    monkeypatch.setattr("bolicho.web.tables.keeping.analyst_of", look_for)
    table, tokens = served.two()
    assert not look(served, table, tokens[0])["reviewed"]
    act(served, table, tokens[1], "resign")
    while look(served, table, tokens[0])["record"] is None:
        time.sleep(0.02)
    assert look(served, table, tokens[0])["reviewed"]
    assert looked
    assert served.call(threading.get_ident) not in looked


def test_an_agent_finishes_for_a_leaver(served: Served) -> None:
    opened = served.open("me", "sound", options={"target": 12})
    table = opened["table"]
    assert act(served, table, opened["token"], "leave").status_code == 200
    version = 0
    while not (view := look(served, table, after=version, wait=20))["over"]:
        version = view["version"]
    seat = view["seats"][0]
    assert (seat["kind"], seat["taken_over"], seat["stand_in"]) == ("person", "left", "sound")
    assert view["notices"][0]["code"] == "taken-over-left"
    assert "Ana" in view["notices"][0]["text"]


@pytest.fixture
def impatient(served: Served) -> Iterator[None]:
    served.limited(absence_seconds=0.0)
    yield
    served.limited(absence_seconds=60.0)


def test_a_person_alone_against_agents_is_waited_for(served: Served, impatient: None) -> None:
    opened = served.open("me", "sound")
    web = served.table(opened["table"])
    served.call(web.polled.clear)
    served.run(served.hall.look_after())
    assert web.seats[0].taken_over is None
    assert look(served, opened["table"], opened["token"])["clock"] is None


def test_who_waits_for_a_person_may_let_an_agent_play_until_they_come_back(served: Served, impatient: None) -> None:
    table, tokens = served.two(game="tapatan")
    move(served, table, tokens)
    web = served.table(table)
    served.call(web.polled.clear)
    served.run(served.hall.look_after())
    assert web.seats[1].taken_over is None, "nobody decides that but who waits"
    clock = look(served, table, tokens[0])["clock"]
    assert (clock["away"] >= 0, clock["patience"], clock["claim"]) == (True, 0.0, True)
    assert act(served, table, tokens[0], "stand-in").json()["seats"][1]["taken_over"] == "absent"
    view = look(served, table, tokens[1])  # here again
    assert view["seats"][1]["taken_over"] is None
    assert view["notices"][-1]["code"] == "came-back"
    assert web.takeovers[0]["until"] is not None


def test_who_waits_for_a_person_may_claim_the_match(served: Served, impatient: None) -> None:
    table, tokens = served.two(game="tapatan")
    move(served, table, tokens)
    served.call(served.table(table).polled.clear)
    result = act(served, table, tokens[0], "claim").json()["result"]
    assert (result["winner"], result["forfeit"]) == (0, {"seat": 1, "why": "absent"})
    assert result["text"].startswith("Bia did not come back to the table.")


def test_nobody_may_act_for_one_who_is_there_or_has_just_left(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    move(served, table, tokens)
    look(served, table, tokens[1])
    for wish in ("stand-in", "claim"):
        answer = act(served, table, tokens[0], wish)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-away")
    served.call(served.table(table).polled.clear)  # gone, a moment ago
    answer = act(served, table, tokens[0], "claim")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-away")
    assert "wait" in answer.json()["error"]["message"]


def test_who_is_to_move_cannot_claim_nor_can_who_looks_on(served: Served, impatient: None) -> None:
    table, tokens = served.two(game="tapatan")
    served.call(served.table(table).polled.clear)
    assert act(served, table, tokens[0], "claim").json()["error"]["code"] == "not-away"
    with served.client() as client:
        assert client.post(f"/api/tables/{table}/claim").json()["error"]["code"] == "no-seat"


def test_a_match_of_four_is_not_claimed_but_goes_on(served: Served, impatient: None) -> None:
    opened = served.open("me", "open", "rules", "rules", game="rikken")
    other = served.join(opened)
    web = served.table(opened["table"])
    while web.turn not in (0, 1):
        served.run(asyncio.sleep(0.05))
    tokens = [opened["token"], other["token"]]
    served.call(web.polled.clear)
    waiting = tokens[1 - web.turn]
    assert act(served, opened["table"], waiting, "claim").json()["error"]["code"] == "no-claim"
    assert act(served, opened["table"], waiting, "stand-in").status_code == 200


def test_a_rematch_swaps_the_sides_and_each_person_gets_a_token_of_their_own(served: Served) -> None:
    table, tokens = served.two()
    act(served, table, tokens[0], "resign")
    first = act(served, table, tokens[0], "rematch").json()
    assert (first["next_table"], first["rematch"]) == (None, [0])
    second = act(served, table, tokens[1], "rematch").json()
    mine, theirs = look(served, table, tokens[0])["next"], second["next"]
    assert mine["table"] == theirs["table"] == second["next_table"] != table
    assert (mine["seat"], theirs["seat"]) == (1, 0)
    assert mine["token"] != theirs["token"]
    assert look(served, table)["next"] is None
    assert look(served, mine["table"], theirs["token"])["seats"][1]["name"] == "Ana"


def test_hints_are_for_learning_and_are_remembered(served: Served) -> None:
    opened = served.open("me", "random", game="tapatan", mode="learning")
    told = act(served, opened["table"], opened["token"], "hint").json()
    moves = [one["move"] for one in look(served, opened["table"], opened["token"])["moves"]]
    assert told["move"] in moves
    assert told["sentence"]
    assert served.table(opened["table"]).seats[0].hinted
    graded = served.open("me", "random", game="tapatan", mode="recorded")
    assert code(act(served, graded["table"], graded["token"], "hint")) == (403, "no-hints")


@pytest.mark.parametrize("mode", ["learning", "recorded"])
def test_explanations_wait_until_they_show_nothing_that_is_hidden(served: Served, mode: str) -> None:
    opened = served.open("me", "sound", mode=mode)
    table, token = opened["table"], opened["token"]
    with served.client(token) as client, served.client() as stranger:
        where = f"/api/tables/{table}/why"
        assert code(client.get(where)) == (403, "not-yet")
        view = look(served, table, token)
        while view["unit"] == 0:
            if view["moves"]:
                offered = [one["move"] for one in view["moves"]]
                move = "nao-quero" if "nao-quero" in offered else offered[0]  # a falta accepted may end the match
                view = act(served, table, token, "moves", ply=view["ply"], move=move).json()
            else:
                assert not view["over"]
                view = look(served, table, token, after=view["version"], wait=20)
        if mode == "recorded":
            assert code(client.get(where)) == (403, "not-yet")
            act(served, table, token, "resign")
        told = client.get(where).json()
        assert code(stranger.get(where)) == (403, "no-seat")
        assert code(client.get(where, params={"unit": 77})) == (404, "no-such-unit")
    assert len(told["hands"][1]) == 3
    assert {decision["seat"] for decision in told["decisions"]} == {1}
    assert all(decision["sentence"] for decision in told["decisions"])


def test_a_table_of_agents_plays_while_somebody_looks_and_shows_everything(served: Served) -> None:
    opened = served.open("sound", "bold", options={"target": 2})
    assert opened["token"] is None
    web = served.table(opened["table"])
    assert web.ply == 0
    version, seen = 0, []
    while not (view := look(served, opened["table"], after=version, wait=20))["over"]:
        version = view["version"]
        seen.append(view)
    seen.append(view)
    assert all(len(view["hands"]) == 2 for view in seen)
    assert any(why["sentence"] for view in seen for why in view["whys"])


def test_a_table_that_was_put_away_is_found_again_as_it_was(served: Served) -> None:
    table, tokens = served.two(game="tapatan")
    before = move(served, table, tokens)
    served.run(served.hall.put_away(served.table(table)))
    assert table not in served.hall.tables
    after = look(served, table, tokens[0])
    assert [after[key] for key in ("ply", "state", "seat")] == [before[key] for key in ("ply", "state", "seat")]


def test_a_full_house_closes_idle_tables_first_and_then_refuses(served: Served) -> None:
    one, tokens = served.two()
    act(served, one, tokens[0], "resign")
    look(served, one, tokens[0], after=served.table(one).version, wait=1)
    served.call(served.table(one).polled.clear)
    served.limited(tables=len(served.hall.tables))
    try:
        served.open("me", "random")
        assert len(served.hall.tables) == served.hall.settings.tables
        for web in list(served.hall.tables.values()):
            served.call(web.seen_by, None)
        with served.client() as client:
            asked = {"game": "truco", "seats": [{"kind": "me"}, {"kind": "agent", "agent": "random"}]}
            answer = client.post("/api/tables", json=asked)
        assert code(answer) == (429, "house-full")
    finally:
        served.limited(tables=2000)


def test_whoever_opens_tables_too_fast_from_elsewhere_waits(served: Served) -> None:
    asked = {"game": "tapatan", "seats": [{"kind": "me"}, {"kind": "open"}]}
    rate = served.hall.gate.rate
    served.hall.gate.rate = 1.0
    served.hall.gate.buckets.clear()
    try:
        with served.client() as client:
            answers = [client.post("/api/tables", json=asked).status_code for _ in range(8)]
    finally:
        served.hall.gate.rate = rate
        served.hall.gate.buckets.clear()
    assert answers[0] == 201
    assert 429 in answers


def test_tables_that_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    with serving(tmp_path, workers=1) as served, served.client() as client:
        asked = {"game": "tapatan", "seats": [{"kind": "me"}, {"kind": "open"}]}
        served.hall.gate.rate = 10_000.0
        before = sum(type(thing) is WebTable for thing in gc.get_objects())
        for _ in range(60):
            opened = client.post("/api/tables", json=asked).json()
            bearer = {"Authorization": f"Bearer {opened['token']}"}
            assert client.post(f"/api/tables/{opened['table']}/leave", headers=bearer).status_code == 200
        assert not served.hall.tables
        served.call(gc.collect)
        assert sum(type(thing) is WebTable for thing in gc.get_objects()) <= before
        with Store.open(str(served.house.settings.store)) as store:
            assert not store.tables(over=None)


def test_the_schema_of_messages_is_published(served: Served) -> None:
    with served.client() as client:
        schema = client.get("/schemas/messages.json").json()
    assert {"client", "server"} <= set(schema["properties"])
    assert "4001" in schema["close_codes"]
    assert "TableView" in json.dumps(schema) or "ViewMessage" in json.dumps(schema)
