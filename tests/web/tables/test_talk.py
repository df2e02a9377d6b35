"""Talk at a table: a closed list, heard by all, never a move, not too often; agents speak of what everybody saw."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.web.served import Served, hear, say, serving

from bolicho.web.server.texts import load_texts
from bolicho.web.tables import talk


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("talk")) as served:
        yield served


def looked(served: Served, table: str, token: str | None, language: str = "en") -> dict[str, Any]:
    with served.client(token, **{"Accept-Language": language}) as client:
        told: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        return told


def test_a_saying_is_heard_by_everybody_in_their_language_and_is_no_move(served: Served) -> None:
    table, tokens = served.two()
    first, second = served.sit(table, tokens[0]), served.sit(table, tokens[1], "pt-BR")
    before = hear(first)
    hear(second)
    say(first, type="say", saying="cavalo")
    while not (view := hear(second))["talk"]:
        pass
    (heard,) = view["talk"]
    assert (heard["seat"], heard["text"]) == (0, "Cavalo encilhado não passa duas vezes.")
    assert view["ply"] == before["ply"]
    assert not view["told"]["history"]
    assert looked(served, table, None)["talk"][0]["text"] == "A saddled horse does not pass twice."
    first.close()
    second.close()


def test_one_seat_says_one_thing_every_two_seconds(served: Served) -> None:
    table, tokens = served.two()
    with served.client(tokens[0]) as client:
        answers = [client.post(f"/api/tables/{table}/say", json={"saying": "bah"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert answers[1].json()["error"]["code"] == "talks-much"
    with served.client(tokens[1]) as client:
        assert client.post(f"/api/tables/{table}/say", json={"saying": "bah"}).status_code == 200


def test_only_what_is_on_the_list_can_be_said_and_only_from_a_seat(served: Served) -> None:
    table, tokens = served.two()
    with served.client(tokens[0]) as client:
        assert client.post(f"/api/tables/{table}/say", json={"saying": "your-mother"}).status_code == 422
        assert client.post(f"/api/tables/{table}/say", json={"saying": "bah", "text": "x"}).status_code == 422
    with served.client() as client:
        assert client.post(f"/api/tables/{table}/say", json={"saying": "bah"}).status_code == 403
    assert looked(served, table, tokens[0])["talk"] == []


def test_no_more_than_the_last_sayings_are_kept(served: Served) -> None:
    opened = served.open("me", "open")
    table = served.table(opened["table"])
    for _ in range(talk.KEPT + 9):
        served.call(talk.say, table, 0, "bah")
    assert [one["n"] for one in table.sayings] == list(range(10, talk.KEPT + 10))


def test_both_languages_know_the_same_sayings_and_each_fits_a_bubble() -> None:
    lists = [load_texts(talk.WORDS, language) for language in ("pt-BR", "en")]
    assert lists[0].keys() == lists[1].keys()
    assert len(lists[0]) >= 12
    assert all(len(text) <= 60 for texts in lists for text in texts.values())


def test_an_agent_greets_and_has_the_last_word_the_same_for_all_who_look(served: Served) -> None:
    opened = served.open("me", "sound")
    id, token = opened["table"], opened["token"]
    (greeting,) = looked(served, id, token)["talk"]
    assert (greeting["seat"], greeting["unit"], greeting["after"]) == (1, 0, 0)
    with served.client(token) as client:
        client.post(f"/api/tables/{id}/resign")
    seen = [looked(served, id, who) for who in (token, None)]
    assert seen[0]["talk"] == seen[1]["talk"]
    last = seen[0]["talk"][-1]
    assert last["id"].endswith(".won")
    assert last["seat"] == 1
    record = served.table(id).record()
    assert greeting["text"] not in record.to_json()


def test_a_seat_of_an_agent_has_a_face_and_one_of_a_person_none(served: Served) -> None:
    opened = served.open("me", "bold")
    mine, theirs = looked(served, opened["table"], opened["token"])["seats"]
    assert mine["face"] is None
    assert theirs["face"]["whiskers"] == "moustache"


@pytest.mark.parametrize(
    ("asked", "rated"),
    [({}, True), ({"options": {"target": 12}}, False), ({"preset": "ufsm-web"}, False)],
)
def test_a_match_counts_for_a_rating_by_the_usual_rules_only(
    served: Served, asked: dict[str, Any], rated: bool
) -> None:
    opened = served.open("me", "novice", **asked)
    with served.client(opened["token"]) as client:
        client.post(f"/api/tables/{opened['table']}/resign")
    told = looked(served, opened["table"], opened["token"])["result"]
    assert (told["rated"], told["hands"]) == (rated, 0)
    assert looked(served, opened["table"], None)["result"]["rated"] is False


def test_a_match_with_a_hint_does_not_count(served: Served) -> None:
    opened = served.open("me", "novice")
    id, token = opened["table"], opened["token"]
    served.table(id).seats[0].hinted = True
    with served.client(token) as client:
        client.post(f"/api/tables/{id}/resign")
    assert looked(served, id, token)["result"]["rated"] is False
