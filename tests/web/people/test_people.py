"""People: their hands become cases only if they agree, they are asked once, and a code takes all of it back."""

import csv
import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from io import StringIO
from pathlib import Path
from string import Formatter
from time import monotonic, sleep
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.web.served import Served, serving

from bolicho.agents import make
from bolicho.core.intervals import wilson
from bolicho.core.record import Forfeit, Record
from bolicho.games import GAMES
from bolicho.play import play_match
from bolicho.play.case_watcher import cases_of
from bolicho.store import Store
from bolicho.store.people import Answers, Sitting
from bolicho.web.people.collecting import hands_of
from bolicho.web.people.results import Row, played_of, results, years
from bolicho.web.tables.seats import hashed

GOOD = {"competence": 4, "coherence": 5, "predictability": 2, "fun": 5, "years": 12, "comment": "gostei muito"}
NOW = datetime(2026, 1, 1, tzinfo=UTC)


# ── what becomes a case ───────────────────────────────────────────────────────────────────────────────────────────


def a_match(**notes: Any) -> Record:
    """A match of somebody (seat 0) against the sound player."""
    game = GAMES.make("truco", target=12)
    record = play_match(game, [make("bold", game), make("sound", game)], 5, keep_why=True)
    usual = {"people": [0], "takeovers": [], "hinted": []}
    return replace(record, agents=("person", "sound"), notes={**record.notes, **usual, **notes})


def sat(seat: int = 0, id: int = 7, *, agreed: bool = True, hinted: bool = False, **more: Any) -> Sitting:
    return Sitting(id, 1, seat, "Ana", "en", NOW if agreed else None, hinted, NOW, more.get("answers"))


def test_every_hand_is_a_case_of_the_person_and_one_of_the_agent() -> None:
    record = a_match()
    found = list(hands_of(record, [sat()]))
    hands = len(record.units)
    assert hands > 2
    assert [one.origin for one in found[:hands]] == [f"web:7/{unit}/person" for unit in range(hands)]
    assert [one.origin for one in found[hands:]] == [f"web:7/{unit}/bot" for unit in range(hands)]
    assert [one.row for one in found] == [*cases_of(record, (0,)), *cases_of(record, (1,))]


def test_who_asked_for_a_hint_is_told_apart() -> None:
    assert {one.source for one in hands_of(a_match(), [sat(hinted=True)])} == {"person-hinted", "bot"}


def test_hands_an_agent_played_for_a_person_are_told_apart() -> None:
    record = a_match()
    first, second, third = (len(unit.moves) for unit in record.units[:3])
    away = {"seat": 0, "agent": "sound", "why": "absent", "unit": 1, "ply": first, "until": first + second}
    found = list(hands_of(replace(record, notes={**record.notes, "takeovers": [away]}), [sat()]))
    assert [one.source for one in found[:3]] == ["person", "fallback", "person"]
    left = {**away, "why": "left", "ply": first + second + third - 1, "until": None}
    found = list(hands_of(replace(record, notes={**record.notes, "takeovers": [left]}), [sat()]))
    assert [one.source for one in found[: len(record.units)]] == ["person"] * 2 + ["fallback"] * (len(record.units) - 2)


@pytest.mark.parametrize(
    ("notes", "sittings"),
    [
        ({}, [sat(agreed=False)]),
        ({}, []),
        ({"people": [0, 1]}, [sat(), sat(1, 8, agreed=False)]),
        ({"people": [0, 1]}, [sat()]),
        ({"begun": {"context": {}, "deals": ["x"], "of": {}}}, [sat()]),
    ],
    ids=["did not agree", "nobody", "the other did not agree", "the other is unknown", "played on from another match"],
)
def test_nothing_is_collected_unless_everybody_agreed(notes: dict[str, Any], sittings: list[Sitting]) -> None:
    assert list(hands_of(a_match(**notes), sittings)) == []


def test_two_people_who_agreed_each_have_their_cases() -> None:
    found = list(hands_of(a_match(people=[0, 1]), [sat(), sat(1, 8)]))
    assert {(one.sitting, one.source) for one in found} == {(7, "person"), (8, "person")}


def test_only_whole_matches_of_truco_are_collected() -> None:
    record = a_match()
    assert not list(hands_of(replace(record, finished=False, winner=None), [sat()]))
    board = GAMES.make("tapatan")
    other = play_match(board, [make("random", board)] * 2, 1)
    assert not list(hands_of(replace(other, notes={"people": [0]}), [sat()]))


# ── the human test ────────────────────────────────────────────────────────────────────────────────────────────────


def a_row(scores: tuple[int, int], answers: Answers | None = None, **facts: Any) -> Row:
    hinted = facts.pop("hinted", False)
    record = replace(a_match(), scores=scores, winner=int(scores[1] > scores[0]), **facts)
    played = played_of(record, 0)
    assert played is not None
    return Row(sat(answers=answers, hinted=hinted), played)


def test_wins_and_differences_are_the_agents() -> None:
    rows = [a_row((5, 12)), a_row((11, 12)), a_row((12, 4)), a_row((12, 0), hinted=True)]
    left = {"seat": 0, "agent": "sound", "why": "left", "unit": 0, "ply": 0, "until": None}
    rows.append(a_row((0, 12), notes={**a_match().notes, "takeovers": [left]}))
    rows.append(a_row((8, 3), forfeit=Forfeit(0, "resigned")))
    rows[-1] = Row(rows[-1].sitting, replace(rows[-1].played, won=True))
    (told,) = results(rows)
    assert (told["agent"], told["matches"], told["wins"]) == ("sound", 4, 3)
    assert (told["margin_won"], told["margin_lost"]) == (4.0, -8.0)
    assert (told["hinted"], told["left"], told["given_up"]) == (1, 1, 1)
    assert (told["win_rate_low"], told["win_rate_high"]) == wilson(0.75, 4)


def test_answers_have_means_and_how_often_each_came() -> None:
    said = [Answers(5, 4, 1, 3, years=2), Answers(3, 4, 2, 3, years=30), Answers(4, 4, 3, 3)]
    rows = [a_row((5, 12), one) for one in said]
    (told,) = results([*rows, a_row((12, 5))])
    assert told["answered"] == 3
    competence = told["questions"]["competence"]
    assert (competence["n"], competence["mean"], competence["counts"]) == (3, 4.0, [0, 0, 1, 1, 1])
    assert (competence["low"], competence["high"]) == (pytest.approx(4 - 4.303 / 3**0.5), 5.0)
    assert told["questions"]["coherence"]["low"] is None  # all said the same: no spread to tell by
    assert [one["people"] for one in years(rows)] == [0, 1, 0, 0, 1]


def test_matches_among_people_and_those_played_on_say_nothing_of_an_agent() -> None:
    assert played_of(a_match(people=[0, 1]), 0) is None
    assert played_of(a_match(begun={"context": {}, "deals": ["x"], "of": {}}), 0) is None


# ── over HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("people")) as running:
        yield running


def played(served: Served, *, consent: bool = True, agent: str = "random", moves: int = 400) -> dict[str, Any]:
    """Sit down, play (or so many moves), and wait until the match is saved; return the secrets and the last view."""
    opened = served.open("me", agent, consent=consent, options={"target": 6})
    path = f"/api/tables/{opened['table']}"
    with served.client(opened["token"]) as client:
        view = client.get(path).json()
        while moves and not (view["over"] and view["record"]):
            if view["moves"]:
                moves -= 1
                asked = {"ply": view["ply"], "move": view["moves"][-1]["move"]}
                view = client.post(f"{path}/moves", json=asked).json()
            else:
                answer = client.get(path, params={"after": view["version"], "wait": 10})
                view = answer.json() if answer.status_code == 200 else view
    return {**opened, "view": view}


def soon(look: Callable[[], Any]) -> Any:
    """What is there within some seconds: collecting comes after the last view."""
    end = monotonic() + 120
    while not (found := look()) and monotonic() < end:
        sleep(0.02)
    return found


def origins(served: Served, base: str = "people") -> list[str]:
    if base not in {one.name for one in served.house.store.bases()}:
        return []
    return [origin or "" for origin in served.house.store.case_origins(base)]


def sitting_of(served: Served, opened: dict[str, Any]) -> int:
    return served.house.store.sittings_of(hashed(opened["withdrawal"]))[0].id


def test_a_match_becomes_cases_and_a_code_takes_all_of_it_back(served: Served) -> None:
    before = served.house.store.count()
    match = played(served)
    sitting = sitting_of(served, match)
    mine = soon(lambda: [one for one in origins(served) if one.startswith(f"web:{sitting}/")])
    assert mine == [f"web:{sitting}/{unit}/person" for unit in range(len(mine))]
    agents = soon(lambda: [one for one in origins(served, "people-agents") if one.startswith(f"web:{sitting}/")])
    assert len(agents) == len(mine)
    base = served.house.store.base("people")
    assert (base.form, base.source) == ("truco-1", "web")
    with served.client(match["token"]) as client:
        assert client.post(f"/api/tables/{match['table']}/questionnaire", json=GOOD).status_code == 201
        gone = client.post("/api/withdraw", json={"code": f" {match['withdrawal']}\n"})
        assert (gone.status_code, gone.json()) == (
            200,
            {"records": 1, "cases": 2 * len(mine), "answers": 1, "participants": 0},
        )
        assert client.get(f"/api/tables/{match['table']}").status_code == 404
        assert client.get(f"/api/matches/{match['view']['record']}").status_code == 404
        again = client.post("/api/withdraw", json={"code": match["withdrawal"]})
        assert (again.status_code, again.json()["error"]["code"]) == (404, "unknown-code")
    assert not [one for one in origins(served) if one.startswith(f"web:{sitting}/")]
    assert served.house.store.count() == before


def test_without_consent_nothing_is_collected_and_nobody_is_asked(served: Served) -> None:
    match = played(served, consent=False)
    with served.client(match["token"]) as client:
        asked = client.get(f"/api/tables/{match['table']}/questionnaire").json()
        assert (asked["open"], asked["why"]) == (False, "no-consent")
        refused = client.post(f"/api/tables/{match['table']}/questionnaire", json=GOOD)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-consent")
        sitting = sitting_of(served, match)
        assert not [one for one in origins(served) if one.startswith(f"web:{sitting}/")]
        assert client.post("/api/withdraw", json={"code": match["withdrawal"]}).json()["records"] == 1


def test_a_running_match_can_be_withdrawn(served: Served) -> None:
    match = played(served, agent="sound", moves=1)
    with served.client(match["token"]) as client:
        assert client.post("/api/withdraw", json={"code": match["withdrawal"]}).json()["records"] == 1
        assert client.get(f"/api/tables/{match['table']}").status_code == 404
        assert client.post(f"/api/tables/{match['table']}/moves", json={"ply": 1, "move": "7e"}).status_code == 404
    assert match["table"] not in served.hall.tables


MISTAKES: dict[str, dict[str, Any]] = {
    "body.fun": {"fun": 6},
    "body.competence": {"competence": 0},
    "body.coherence": {"coherence": "5"},
    "body.predictability": {"predictability": True},
    "body.years": {"years": -1},
    "body.comment": {"comment": "x" * 1001},
}


def test_a_person_is_asked_once_and_within_the_range(served: Served) -> None:
    match = played(served)
    path = f"/api/tables/{match['table']}/questionnaire"
    with served.client(match["token"]) as client:
        assert client.get(path).json() == {
            "open": True,
            "why": "",
            "questions": ["competence", "coherence", "predictability", "fun"],
            "agents": ["random"],
        }
        for where, wrong in MISTAKES.items():
            refused = client.post(path, json=GOOD | wrong)
            assert refused.status_code == 422
            assert refused.json()["error"]["message"].startswith(where)
        assert client.post(path, json=GOOD).json() == {"kept": True}
        again = client.post(path, json=GOOD | {"fun": 1})
        assert (again.status_code, again.json()["error"]["code"]) == (409, "answered")
        assert client.get(path).json()["why"] == "answered"
    with served.client() as client:
        assert client.post(path, json=GOOD).status_code == 403
    with served.client("wrong") as client:
        assert client.post(path, json=GOOD).status_code == 403
        assert client.post("/api/tables/aaaaaaaaaa/questionnaire", json=GOOD).status_code == 404


def test_nobody_is_asked_before_the_end(served: Served) -> None:
    match = played(served, agent="sound", moves=1)
    with served.client(match["token"]) as client:
        refused = client.post(f"/api/tables/{match['table']}/questionnaire", json=GOOD)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-over")


def test_results_chart_table_and_csv_say_the_same_and_nobodys_name(served: Served) -> None:
    match = played(served)
    with served.client(match["token"]) as client:
        client.post(f"/api/tables/{match['table']}/questionnaire", json=GOOD)
    with served.client() as client:
        told = client.get("/api/people/results", params={"language": "en"})
        (agent,) = [one for one in told.json()["agents"] if one["agent"] == "random"]
        wins = next(one for one in told.json()["exhibits"] if one["name"] == "wins")
        written = list(csv.DictReader(StringIO(client.get("/api/people/results.csv").text)))
        paper, old = (client.get("/api/people/results.csv", params={"table": name}) for name in ("paper", "seed"))
        rows = client.get("/api/people/rows")
        lines = list(csv.DictReader(StringIO(client.get("/api/people/rows.csv").text)))
    assert "PVCNPS" in paper.text == old.text, "the table's name of 0.1 goes on"
    keys = [column["key"] for column in wins["columns"]]
    drawn = dict(zip(keys, wins["rows"][0], strict=True))
    assert wins["chart"]["value"] == "win_rate"
    for key in ("matches", "wins", "win_rate", "win_rate_low", "margin_won", "margin_lost"):
        assert drawn[key] == agent[key]
        assert written[0][key] == ("" if agent[key] is None else str(agent[key]))
    assert len(lines) == len(rows.json()["rows"]) == told.json()["matches"]
    for text in (told.text, rows.text):
        assert "Ana" not in text
        assert "gostei" not in text
    with served.client(**{"X-Bolicho-Key": served.house.settings.key}) as client:
        full = client.get("/api/people/rows").json()
    assert "Ana" in full["rows"][0]
    assert any("gostei muito" in row for row in full["rows"])


def test_a_recorded_match_is_accepted_by_the_case_importer(served: Served, tmp_path: Path) -> None:
    match = played(served)
    with served.client() as client:
        exported = client.get(f"/api/matches/{match['view']['record']}/record")
    assert exported.status_code == 200
    file = tmp_path / "match.jsonl"
    file.write_text(json.dumps(exported.json()) + "\n", encoding="utf-8")
    out = tmp_path / "mine.csv"
    said = knock("cases", "build", "mine", "--records", str(file), "--no-clusters", "--out", str(out), "--json")
    assert said.code in (0, None), said.err
    assert json.loads(said.out)["cases"] == 2 * len(exported.json()["units"])


def test_matches_of_people_reach_no_base_in_another_way(tmp_path: Path) -> None:
    url = str(tmp_path / "house.db")
    with Store.open(url) as store:
        store.save([a_match(web="abcdefghij")])
    said = knock("cases", "build", "mine", "--stored", "--no-clusters", "--store", url)
    assert (said.code, "no finished hand of Truco" in said.err) == (2, True)


def test_codes_cannot_be_tried_fast(served: Served) -> None:
    with served.client() as client:
        tried = [client.post("/api/withdraw", json={"code": f"wrong {n}"}).status_code for n in range(30)]
    assert set(tried) == {404, 429}
    served.call(served.house.people.gate.buckets.clear)  # others here withdraw too


def test_what_a_killed_server_did_not_collect_is_collected_by_the_next(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "house.db")) as store:
        (record,) = store.save([a_match()])
        facts = {"name": "", "code_hash": hashed("x"), "language": "en", "consented": True}
        sitting = store.seat_person(record, 0, **facts)  # type: ignore[arg-type]
    for _ in range(2):  # and only once
        with serving(tmp_path, people_base="gente", workers=1) as served:
            assert soon(lambda: origins(served, "gente"))
            assert origins(served, "gente") == [f"web:{sitting}/{unit}/person" for unit in range(len(a_match().units))]


def test_both_languages_say_the_same_things() -> None:
    tables = tomllib.loads((files("bolicho.web") / "words/people.toml").read_text(encoding="utf-8"))
    ours, theirs = tables["pt-BR"], tables["en"]
    assert {part: set(texts) for part, texts in ours.items()} == {part: set(texts) for part, texts in theirs.items()}
    for part, texts in ours.items():
        for key, text in texts.items():
            names = [{name for _, name, _, _ in Formatter().parse(one) if name} for one in (text, theirs[part][key])]
            assert names[0] == names[1], key
