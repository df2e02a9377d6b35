"""What explanations are drawn with: sentences, cards of cases, rows of matrices, perfect play."""

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from tests.web.replayed import MATCHES, house, played

import bolicho
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.codes import CODE
from bolicho.play import steps
from bolicho.web.tables.matrix_picture import CELLS, matrix_picture
from bolicho.web.tables.reasons_api import perfect_values


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("whys"), [*map(played, MATCHES)]) as client:
        yield client


@pytest.mark.parametrize("number", range(1, len(MATCHES) + 1))
def test_every_decision_that_a_record_keeps_is_told_with_a_sentence(client: TestClient, number: int) -> None:
    record = played(list(MATCHES)[number - 1])
    for language in ("pt-BR", "en"):
        unit = client.get(f"/api/matches/{number}/units/0", params={"language": language}).json()
        assert [one["ply"] for one in unit["decisions"]] == list(range(1, len(record.units[0].moves) + 1))
        for decision, kept in zip(unit["decisions"], record.units[0].decisions, strict=True):
            frame = unit["frames"][decision["ply"]]
            assert (decision["seat"], decision["move"], decision["text"]) == (
                frame["seat"],
                frame["move"],
                frame["text"],
            )
            assert kept is not None
            assert decision["why"] == kept["why"]
            assert decision["sentence"]


def test_the_row_that_is_drawn_adds_up_to_what_the_player_said() -> None:
    record, drawn, before = played("truco"), 0, None
    for unit, ply, _, state in steps(record):
        kept = record.units[unit].decisions[ply - 1] if ply else None
        if kept is not None and before is not None and before.seat == 1:
            facts = kept["why"].get("facts", {})
            picture = matrix_picture(facts, before.view(1), record.agents[1])
            if "row" in facts:
                assert picture is not None
                assert len(picture["cells"]) <= CELLS
                assert sum(cell["columns"] for cell in picture["cells"]) == facts["columns"]
                assert sum(cell["wins"] for cell in picture["cells"]) == pytest.approx(facts["wins"], abs=0.2)
                assert sum(cell["losses"] for cell in picture["cells"]) == pytest.approx(facts["losses"], abs=0.2)
                drawn += 1
            elif facts.get("module") == "cards":
                assert picture is not None
                sums = [sum(row) for row in picture["wins"]]
                assert sums == pytest.approx(list(facts["wins"].values()), abs=0.1)
                drawn += 1
        before = state
    assert drawn > 5


@pytest.mark.parametrize(
    "agent", ["markov:../secret.npz", "markov:mine.npz", "sound", "markov:best,area=no", "markov:,"]
)
def test_the_name_in_a_record_opens_no_file(agent: str) -> None:
    record = played("truco")
    first = next(steps(record)).state
    facts = {"module": "truco", "row": "4-5-12"}
    assert matrix_picture(facts, first.view(first.seat), agent) is None or agent == "markov:,"


def test_the_cards_of_the_cases_that_were_retrieved_are_told(client: TestClient) -> None:
    for number, base in ((1, "baseline"), (2, "starter")):
        told = [
            one["why"]["facts"]["cases"]
            for one in client.get(f"/api/matches/{number}/units/0").json()["decisions"]
            if one["why"].get("facts", {}).get("cases")
        ]
        numbers = [case["case"] for case in told[0]]
        answer = client.get(f"/api/cases/{base}", params={"case": numbers, "language": "pt-BR"}).json()
        assert [one["case"] for one in answer["cases"]] == numbers
        for one in answer["cases"]:
            known = shelf.base(base).case(one["case"])
            assert [CODE[card["card"]] for card in one["cards"]] == [known["high"], known["medium"], known["low"]]
            assert one["story"][0].startswith("O jogador recebeu")


def test_a_bot_names_cases_by_their_place_in_the_base_it_was_given(client: TestClient) -> None:
    codes = {"high", "medium", "low", "envido_points"}
    seen = 0
    for unit in client.get("/api/matches/2").json()["units"]:
        for decision in client.get(f"/api/matches/2/units/{unit['unit']}").json()["decisions"]:
            for case in decision["why"].get("facts", {}).get("cases", []):
                known = shelf.base("starter").case(case["case"])
                shared = codes & set(case["attributes"])
                assert {name: known[name] for name in shared} == {name: case["attributes"][name] for name in shared}
                seen += 1
    assert seen


def test_cases_that_are_not_there_are_said_plainly(client: TestClient) -> None:
    assert client.get("/api/cases/nobody", params={"case": 1}).status_code == 404
    assert client.get("/api/cases/..%2Fstore.db", params={"case": 1}).status_code in (404, 422)
    assert client.get("/api/cases/starter", params={"case": 513}).status_code == 404
    assert client.get("/api/cases/starter").status_code == 422
    assert client.get("/api/cases/starter", params={"case": list(range(30))}).status_code == 422


def test_perfect_values_are_those_that_the_perfect_player_tells(client: TestClient) -> None:
    record = played("tapatan")
    states = [step.state for step in steps(record)]
    for before, kept in list(zip(states, record.units[0].decisions, strict=False))[:40:2]:
        answer = client.post("/api/boards/values", json={"game": "tapatan", "position": str(before.position)}).json()
        assert kept is not None
        facts = kept["why"]["facts"]
        assert {one["move"]: one["value"] for one in answer["moves"]} == facts["values"]
        assert {one["move"]: one["distance"] for one in answer["moves"]} == facts["distances"]
        assert answer["value"] == facts["value"]


@pytest.mark.parametrize("game", ["jogo-da-velha", "pong-hau-ki", "shisima", "three-mens-morris"])
def test_what_a_position_is_worth_is_what_its_best_move_is_worth(game: str) -> None:
    start = bolicho.game(game).start()
    told = perfect_values(game, str(start.position))
    assert told.value == max(one.value for one in told.moves)
    assert [one.move for one in told.moves] == list(start.moves())
    assert any(one.best for one in told.moves)


@pytest.mark.parametrize(
    ("game", "position", "complaint"),
    [
        ("tapatan", "121000212", "expected 9 digits"),
        ("tapatan", "111000222 1", "no game of tapatan reaches it"),
        ("truco", "121000212 1", "board games only"),
        ("chess", "x", "unknown game"),
    ],
)
def test_a_position_that_cannot_be_looked_up_is_refused(
    client: TestClient, game: str, position: str, complaint: str
) -> None:
    answer = client.post("/api/boards/values", json={"game": game, "position": position})
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]["message"]


def test_a_finished_position_has_no_moves() -> None:
    states = list(bolicho.replay(played("picaria"), bolicho.game("picaria")))
    assert perfect_values("picaria", str(states[-1].position)).moves == []
