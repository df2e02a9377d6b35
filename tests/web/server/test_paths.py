"""Nothing that comes over the network opens a path it names: neither a stranger's request nor the owner's."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from tests.web.replayed import played
from tests.web.served import Served, serving

from bolicho.core.record import Record
from bolicho.store import Store

CANARY = "canary7c1"
"""Stands in every file that must not be read; no answer may hold it."""
KINDS = ("toml", "npz", "csv", "parquet", "json")
TELLTALES = (CANARY, "No such file", "cannot be read", "line 1", "not UTF-8", "Permission")
"""What an answer says that looked for the file."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a secret of each kind."""
    folder = tmp_path_factory.mktemp("home")
    for kind in KINDS:
        (folder / f"s.{kind}").write_text(f"{CANARY} = 1\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def house(home: Path) -> Iterator[Served]:
    with serving(home) as house:
        yield house


def names(home: Path, kind: str) -> list[str]:
    """A file there is, one there is not, both absolute and relative, and with its slashes written otherwise."""
    there, missing = home / f"s.{kind}", home / f"none.{kind}"
    near = os.path.relpath(there)
    return [str(there), str(missing), near, f"./{near}", f"../x.{kind}", f"x.{kind}", quote(str(there), safe="")]


def asked(home: Path) -> Iterator[tuple[str, str, Any]]:
    """Every request in which somebody may name a game, a base, an agent or a table."""
    record = json.loads(played("tapatan").to_json())
    for name in names(home, "toml"):
        yield "POST", "/api/boards/values", {"game": name, "position": "121000212 1"}
        yield "POST", "/api/matches/look", {**record, "game": name}
        yield "POST", "/api/tables", {"game": name, "seats": [{"kind": "me"}, {"kind": "agent", "agent": "random"}]}
        if name == str(home / "s.toml"):  # a job is looked at in a process of its own, which takes a while
            yield (
                "POST",
                "/api/jobs",
                {"kind": "tournament", "options": {"game": name, "agents": ["random", "minimax"]}},
            )
            yield "POST", "/api/jobs", {"kind": "train-qlearning", "options": {"game": name}}
        for path in (
            "/api/games/{}",
            "/api/games/{}/agents",
            "/api/games/{}/rules",
            "/rules/{}",
            "/api/matches?game={}",
        ):
            yield "GET", path.format(quote(name, safe="")), None
    for game, before, kind in AGENTS:
        for name in names(home, kind):
            spec = f"{before}{name}"
            seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
            yield "POST", "/api/tables", {"game": game, "seats": seats}
            yield "POST", "/api/matches/look", {**record, "agents": [spec, spec]}
            yield "POST", "/api/matches/1/play-on", {"unit": 0, "ply": 0, "seat": 0, "agents": [None, spec]}
            if name == str(home / f"s.{kind}"):
                yield "POST", "/api/jobs", {"kind": "tournament", "options": {"game": game, "agents": [spec, "random"]}}
    for name in names(home, "csv"):
        yield "GET", f"/api/cases/{quote(name, safe='')}?case=0", None
        if name.startswith("/"):  # a process of its own looks for the base, which takes a while
            yield "POST", "/api/tutor/sessions", {"name": "x", "start": name[:60], "matches": 1}
    base = str(home / "s.csv")
    yield "POST", "/api/jobs", {"kind": "clustering", "options": {"base": base}}
    yield "POST", "/api/jobs", {"kind": "train-imitation", "options": {"name": "x", "start": base}}
    yield "POST", "/api/jobs", {"kind": "train-cases", "options": {"start": base}}
    yield "POST", "/api/jobs", {"kind": "profile", "options": {"bases": [base], "agents": ["sound"]}}
    yield "POST", "/api/jobs", {"kind": "duel", "options": {"a_base": base}}
    for path in ("static/{}", "static/js/{}", "schemas/{}", "api/jobs/1/files/{}", "api/jobs/1/results/{}"):
        for name in (f"../../../../../../../..{home}/s.json", f"..%2f..%2f..%2f..%2f..%2f..%2f{home}/s.json"):
            yield "GET", "/" + path.format(name), None


AGENTS = (
    ("truco", "cbr:NPS@", "csv"),
    ("truco", "cbr:NPS@", "parquet"),
    ("truco", "markov:", "npz"),
    ("tapatan", "qlearning:", "npz"),
    ("truco", "policy:", "npz"),
    ("truco", "openspiel:policy,file=", "json"),
)


@pytest.mark.parametrize("who", ["stranger", "owner"])
def test_no_name_in_a_request_opens_a_file(house: Served, home: Path, who: str) -> None:
    headers = {} if who == "stranger" else {"X-Bolicho-Key": house.house.settings.key}
    seen = {kind: (home / f"s.{kind}").stat().st_atime_ns for kind in KINDS}
    house.house.store.save([played("tapatan")])
    tried = 0
    with house.client(**headers) as client:
        for method, path, body in asked(home):
            if who == "stranger" and path in ("/api/jobs", "/api/tutor/sessions"):
                continue  # refused before anybody looks at it
            answer = client.request(method, path, json=body)
            text, tried = answer.text, tried + 1
            assert answer.status_code in (200, 404, 422) or path.startswith("/api/matches/1"), (path, body, text)
            for telltale in TELLTALES:
                assert telltale not in text.replace(str(home), ""), (path, body, text)
    assert tried > 100
    assert seen == {kind: (home / f"s.{kind}").stat().st_atime_ns for kind in KINDS}


def test_a_missing_file_and_one_there_is_are_told_alike(house: Served, home: Path) -> None:
    """Otherwise a stranger could feel around on the disk."""
    with house.client() as client:
        told = set()
        for name in (str(home / "s.toml"), str(home / "none.toml")):
            record = {**json.loads(played("tapatan").to_json()), "game": name}
            for path, body in (("boards/values", {"game": name, "position": "1"}), ("matches/look", record)):
                answer = client.post(f"/api/{path}", json=body)
                told.add((path, answer.status_code, answer.json()["error"]["message"].replace(name, "NAME")))
    assert len(told) == 2, told


def test_a_record_that_is_kept_and_names_a_path_opens_nothing(tmp_path: Path) -> None:
    """A store may hold records of strangers."""
    board = tmp_path / "mine.toml"
    board.write_text(f"{CANARY} = 1\n", encoding="utf-8")
    data = json.loads(played("tapatan").to_json()) | {"game": str(board), "agents": ["random", f"markov:{board}"]}
    with Store.open(str(tmp_path / "house.db")) as store:
        store.save([Record.from_dict(data)])
    with serving(tmp_path) as house, house.client() as client:
        for path in ("/api/matches", "/api/matches/1", "/api/matches/1/units/0"):
            assert CANARY not in client.get(path).text
        answer = client.post("/api/matches/1/play-on", json={"unit": 0, "ply": 0, "seat": 0})
        assert (answer.status_code, CANARY in answer.text) == (422, False)


def test_a_job_is_refused_before_it_is_queued(house: Served, home: Path) -> None:
    options = {"game": "truco", "agents": [f"cbr:NPS@{home / 's.csv'}", "sound"]}
    with httpx.Client(base_url=f"http://127.0.0.1:{house.port}", timeout=120) as owner:
        answer = owner.post("/api/jobs", json={"kind": "tournament", "options": options})
        assert (answer.status_code, "files may not be named here" in answer.text) == (422, True), answer.text
        assert owner.get("/api/jobs").json()["jobs"] == []
