"""The rules of every game, under every preset, in both languages."""

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.rikken.contracts import NAMES
from bolicho.web.server.guard import stand_guard
from bolicho.web.tables import rules_page


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = FastAPI()
    stand_guard(app)
    app.include_router(rules_page.router)
    return TestClient(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES.names())
def test_every_game_tells_its_rules_under_every_preset(client: TestClient, name: str, language: str) -> None:
    usual = client.get(f"/api/games/{name}/rules", params={"lang": language}).json()
    assert len(usual["lines"]) >= 5
    assert not any(line["changed"] for line in usual["lines"])
    for preset in GAMES.make(name).presets[1:]:
        told = client.get(f"/api/games/{name}/rules", params={"lang": language, "preset": preset}).json()
        assert told["preset"] == preset
        assert any(line["changed"] for line in told["lines"])


def test_the_pictures_come_from_the_rules(client: TestClient) -> None:
    rikken, truco, tapatan = (client.get(f"/api/games/{name}/rules").json() for name in ("rikken", "truco", "tapatan"))
    assert [contract["name"] for contract in rikken["contracts"]] == list(NAMES)
    assert truco["ladder"][0] == ["1e"]
    assert sum(map(len, truco["ladder"])) == 40
    assert tapatan["board"]["position"]["pieces"] == {"a3": 0, "c3": 0, "b1": 0, "b3": 1, "a1": 1, "c1": 1}


def test_options_of_a_table_are_told_as_changes(client: TestClient) -> None:
    told = client.get("/api/games/truco/rules", params={"options": "flor=off,target=12", "lang": "en"}).json()
    assert [line["text"] for line in told["lines"] if line["changed"]] == [
        "First to 12 points wins, at once.",
        "No flor.",
    ]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/api/games/canasta/rules", 404, "no game 'canasta'"),
        ("/api/games/truco/rules?preset=nope", 422, "unknown truco preset 'nope'"),
        ("/api/games/truco/rules?options=flor", 422, "expected name=value"),
        ("/api/games/tapatan/rules?options=wings=2", 422, "unknown tapatan option 'wings'"),
        ("/api/games/tapatan/rules?preset=x", 422, "preset"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(client: TestClient, path: str, status: int, said: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert said in answer.json()["error"]["message"]
