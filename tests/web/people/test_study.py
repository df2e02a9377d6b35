"""A study on the web table: agreement first, one match after the other, one code that takes all of it back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.lab.studies.people.plan import SMALL
from tests.web.browsers import Browser
from tests.web.served import Served, serving

from bolicho.lab.studies.people.protocol import read
from bolicho.lab.studies.people.rows import as_csv, rows_in
from bolicho.web.tables.seats import hashed

PLAN = read(SMALL, "small")
GOOD = {"competence": 4, "coherence": 3, "predictability": 2, "fun": 5, "years": 7, "comment": ""}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("study")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    with serving(folder, study=str(folder / "small.toml")) as running:
        yield running


def joined(client: httpx.Client) -> str:
    answer = client.post("/api/study/join", json={"consent": True, "language": "en"})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code


def played(served: Served, code: str) -> dict[str, Any]:
    """Play the next match of a participant to its end, and answer."""
    with served.client() as client:
        answer = client.post("/api/study/next", json={"code": code})
        assert answer.status_code == 201, answer.text
        opened: dict[str, Any] = answer.json()
    path = f"/api/tables/{opened['table']}"
    with served.client(opened["token"]) as client:
        view = client.get(path).json()
        while not (view["over"] and view["record"]):
            if view["moves"]:
                asked = {"ply": view["ply"], "move": view["moves"][-1]["move"]}
                view = client.post(f"{path}/moves", json=asked).json()
            else:
                news = client.get(path, params={"after": view["version"], "wait": 10})
                view = news.json() if news.status_code == 200 else view
        assert client.post(f"{path}/questionnaire", json=GOOD).status_code == 201
    return {**opened, "view": view}


def test_nobody_plays_without_having_agreed(served: Served) -> None:
    with served.client() as client:
        told = client.get("/api/study").json()
        assert (told["name"], told["matches"]) == ("small", 3)
        assert told["consent"] == "I agree to take part."
        refused = client.post("/api/study/join", json={"consent": False})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-consent")
        for path in ("next", "progress"):
            answer = client.post(f"/api/study/{path}", json={"code": "made up"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown-code")
    assert served.house.store.participants("small") == []


def test_a_person_meets_the_rivals_of_the_design_and_the_export_has_them(served: Served) -> None:
    with served.client() as client:
        code = joined(client)
        place = served.house.store.participant("small", hashed(code))
        assert place is not None
        for step in (1, 2, 3):
            match = played(served, code)
            assert (match["match"], match["withdrawal"]) == (step, code)
            rival = match["view"]["seats"][1]
            assert (rival["name"], rival["agent"]) == (f"Opponent {step}", None), "who it is, is told at the end"
            with served.client(match["token"]) as own:
                again = own.post(f"/api/tables/{match['table']}/rematch")
                assert (again.status_code, again.json()["error"]["code"]) == (409, "of-a-study")
                assert own.get(f"/api/tables/{match['table']}/why").status_code == 403
        over = client.post("/api/study/next", json={"code": code})
        assert (over.status_code, over.json()["error"]["code"]) == (409, "study-over")
        far = client.post("/api/study/progress", json={"code": code}).json()
        assert far == {"done": 3, "matches": 3, "running": False, "agents": list(PLAN.rivals_of(place.place))}
        assert client.get("/api/study/rows.csv").status_code == 403, "for whoever runs the study"
    rows = rows_in(served.house.store, "small")
    mine = [row for row in rows if row.participant == f"P{place.place + 1:02}"]
    assert [(row.step, row.agent) for row in mine] == list(enumerate(PLAN.rivals_of(place.place), 1))
    assert all((row.competence, row.years, row.simulated) == (4, 7, False) for row in mine)
    here = httpx.get(f"http://127.0.0.1:{served.port}/api/study/rows.csv")
    assert here.text == as_csv(rows)


def test_a_match_that_is_not_over_is_gone_back_to_and_a_code_takes_everything(served: Served) -> None:
    with served.client() as client:
        code = joined(client)
        first = client.post("/api/study/next", json={"code": code}).json()
        again = client.post("/api/study/next", json={"code": code}).json()
        assert again["table"] == first["table"]
        assert client.post("/api/study/progress", json={"code": code}).json()["running"]
        with served.client(again["token"]) as own:
            assert own.get(f"/api/tables/{first['table']}").json()["seat"] == 0
        gone = client.post("/api/withdraw", json={"code": code}).json()
        assert (gone["records"], gone["participants"]) == (1, 1)
        assert client.post("/api/study/progress", json={"code": code}).status_code == 404
        assert client.get(f"/api/tables/{first['table']}").status_code == 404


def test_a_house_without_a_study_says_so(tmp_path: Path) -> None:
    with serving(tmp_path) as plain, plain.client() as client:
        for answer in (client.get("/api/study"), client.post("/api/study/join", json={"consent": True})):
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no-study")


@pytest.mark.parametrize(("width", "language"), [(1200, "en"), (390, "pt-BR")])
def test_taking_part_in_a_browser(chromium: Browser, served: Served, width: int, language: str) -> None:
    page = chromium.page(width, 900)
    page.goto(f"http://127.0.0.1:{served.port}/study?lang={language}")
    page.locator("#consent").wait_for()
    assert page.locator("#join").is_disabled(), "agreement comes first"
    page.locator("#agree").check()
    page.locator("#join").click()
    page.locator("#next").wait_for()
    code = page.locator("#own-code").inner_text()
    assert served.house.store.participant("small", hashed(code)) is not None
    page.locator("#next").click()
    page.wait_for_url("**/table/*")
    page.locator("#turn").wait_for()
    table = page.url.rpartition("/")[2]
    seat = page.evaluate(f"JSON.parse(localStorage.getItem('bolicho.table.{table}'))")
    with served.client(seat["token"]) as client:
        assert client.post(f"/api/tables/{table}/resign").status_code == 200
    page.locator("#study-on").click()
    page.locator("#far").wait_for()
    assert "1" in page.locator("#far").inner_text()
    assert page.locator("progress").get_attribute("value") == "1"
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    chromium.all_back()
