"""Puzzles over HTTP: the answer only after a try, never the rival's cards, and a table that goes on from there."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import house

from bolicho.play.puzzles.puzzle import Puzzle, shipped
from bolicho.web.puzzles.api import daily


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("puzzles"), []) as client:
        yield client


def one_of(game: str, *themes: str) -> Puzzle:
    return next(one for one in shipped().values() if one.game == game and one.theme in themes)


def test_the_list_says_what_is_asked_and_how_hard_it_is_but_not_what_is_right(client: TestClient) -> None:
    told = client.get("/api/puzzles?day=2026-11-18").json()
    assert len(told["puzzles"]) == len(shipped())
    assert told["daily"] in shipped()
    assert told["titles"]["tapatan"] == "Tapatan"
    assert set(told["puzzles"][0]) == {"id", "game", "unit", "asks", "rating"}
    assert {one["asks"] for one in told["puzzles"] if one["game"] == "truco"} == {"turn", "reply"}


def test_each_day_has_its_own_puzzle_the_same_for_all() -> None:
    days = [date(2026, 11, 18) + timedelta(days=number) for number in range(60)]
    assert [daily(day) for day in days] == [daily(day) for day in days]
    assert len({daily(day) for day in days}) > 50


@pytest.mark.parametrize("theme", ["card", "call", "answer", "fold"])
def test_a_truco_puzzle_shows_its_seat_only_what_that_seat_knows(client: TestClient, theme: str) -> None:
    known = [one for one in shipped().values() if one.game == "truco" and one.theme == theme]
    one = next(one for one in known if one.state.view(1 - one.seat).hand)
    told = client.get(f"/api/puzzles/{one.id}?lang=en").json()
    rival = set(one.state.view(1 - one.seat).hand)
    text = json.dumps(told)
    assert not any(f'"{card}"' in text for card in rival)
    assert told["view"]["turn"] == told["view"]["seat"] == one.seat
    assert [move["move"] for move in told["view"]["moves"]] == list(one.view.moves)
    assert told["view"]["scores"] == one.context["score"]
    assert not {"answer", "theme", "why", "analysis", "deal"} & set(told)
    after = json.dumps(client.post(f"/api/puzzles/{one.id}?lang=en", json={"move": one.answer}).json())
    assert not any(f'"{card}"' in after for card in rival)


@pytest.mark.parametrize("language", ["en", "pt-BR"])
@pytest.mark.parametrize("game", ["truco", "picaria"])
def test_a_try_is_answered_with_the_best_move_and_what_every_move_is_worth(
    client: TestClient, game: str, language: str
) -> None:
    one = one_of(game, "win-2", "call")
    wrong = next(move for move in one.view.moves if not one.right(move))
    path = f"/api/puzzles/{one.id}?lang={language}"
    good, bad = (client.post(path, json={"move": move}).json() for move in (one.answer, wrong))
    assert (good["right"], bad["right"]) == (True, False)
    assert {key: good[key] for key in good if key != "right"} == {key: bad[key] for key in bad if key != "right"}
    assert good["moves"][0]["move"] == good["answer"] == one.answer
    assert {row["move"] for row in good["moves"]} == set(one.view.moves)
    assert min(row["loss"] for row in good["moves"][1:]) > 0
    assert (good["sentence"] is None) == (game == "picaria")


def test_one_plays_on_from_a_puzzle_for_this_hand_only(client: TestClient) -> None:
    for one in (one_of("truco", "card"), one_of("tapatan", "save")):
        opened = client.post(f"/api/puzzles/{one.id}/play-on", json={"language": "en"})
        assert opened.status_code == 201, opened.text
        seat = opened.json()
        assert seat["seat"] == one.seat
        bearer = {"Authorization": f"Bearer {seat['token']}"}
        view = client.get(f"/api/tables/{seat['table']}", headers=bearer, params={"language": "en"}).json()
        assert [move["move"] for move in view["moves"]] == list(one.view.moves)
        assert view["notices"][0]["code"] == "played-on"
        assert "desafio" in view["notices"][0]["text"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/puzzles/00000000", None, 404, "no-such-puzzle"),
        ("/api/puzzles/..%2F..%2Fetc%2Fpasswd", None, 404, "not-found"),
        (f"/api/puzzles/{'x' * 50}", None, 422, "not-valid"),
        ("/api/puzzles?day=tomorrow", None, 422, "not-valid"),
        ("/api/puzzles/00000000", {"move": "1e"}, 404, "no-such-puzzle"),
        ("/api/puzzles/{id}", {"move": "z9"}, 422, "illegal"),
        ("/api/puzzles/{id}", {"move": "z9", "deal": "x"}, 422, "not-valid"),
        ("/api/puzzles/{id}", {}, 422, "not-valid"),
        ("/api/puzzles/00000000/play-on", {}, 404, "no-such-puzzle"),
        ("/api/puzzles/{id}/play-on", {"language": "xx"}, 422, "not-valid"),
    ],
)
def test_what_is_not_there_or_not_legal_is_refused(
    client: TestClient, path: str, body: dict[str, str] | None, status: int, code: str
) -> None:
    where = path.replace("{id}", one_of("tapatan", "win-1").id)
    told = client.get(where) if body is None else client.post(where, json=body)
    assert (told.status_code, told.json()["error"]["code"]) == (status, code)
