"""Who may come in: the owner, people, strangers, and pages of other sites; and what a stranger cannot ask for."""

import csv
import http.client
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path

import httpx
import pytest
from tests.web.served import hear, say, serving

import bolicho.web
from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.report.web import Chart, Column
from bolicho.web.server.texts import load_texts
from bolicho.web.tables.seats import checked_spec

NO_JOB = {"kind": "none", "options": {}}
OWNER, STRANGER, FOREIGN = 422, "admin-only", "foreign-origin"
"""The owner gets as far as to hear that there is no such job."""

WHO = {
    "127.0.0.1": ({"Host": "127.0.0.1"}, OWNER),
    "its name": ({"Host": "localhost:8000"}, OWNER),
    "IPv6": ({"Host": "[::1]:8000"}, OWNER),
    "its own page": ({"Host": "localhost:8000", "Origin": "http://localhost:8000"}, OWNER),
    "another name": ({"Host": "bolicho.example"}, STRANGER),
    "a name that begins well": ({"Host": "localhost.example"}, STRANGER),
    "somebody@": ({"Host": "evil@localhost"}, STRANGER),
    "no name": ({"Host": "[::1"}, STRANGER),
    "a name made to point here": ({"Host": "evil.example", "Origin": "http://evil.example"}, STRANGER),
    "through a proxy": ({"Host": "localhost", "X-Forwarded-For": "127.0.0.1"}, STRANGER),
    "through a quiet proxy": ({"Host": "localhost", "Via": "1.1 proxy"}, STRANGER),
    "a page of another site": ({"Host": "localhost", "Origin": "http://evil.example"}, FOREIGN),
    "a form of its own page": ({"Host": "localhost:8000", "Origin": "null", "Sec-Fetch-Site": "same-origin"}, OWNER),
    "a sandboxed page": ({"Host": "localhost:8000", "Origin": "null", "Sec-Fetch-Site": "cross-site"}, FOREIGN),
    "a page without an origin": ({"Host": "localhost:8000", "Origin": "null"}, FOREIGN),
    "a page of another port": ({"Host": "localhost:8000", "Origin": "http://localhost:9000"}, FOREIGN),
    "a page from a file": ({"Host": "localhost", "Origin": "null"}, FOREIGN),
    "a page that hides its origin": ({"Host": "localhost", "Sec-Fetch-Site": "cross-site"}, FOREIGN),
}


def test_jobs_are_started_by_the_owner_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as house, httpx.Client(base_url=f"http://127.0.0.1:{house.port}", timeout=60) as client:
        for who, (headers, answer) in WHO.items():
            said = client.post("/api/jobs", json=NO_JOB, headers=headers)
            found = OWNER if said.status_code == OWNER else said.json()["error"]["code"]
            assert (who, found) == (who, answer)
        key = {"Host": "bolicho.example", "X-Bolicho-Key": house.house.settings.key}
        assert client.post("/api/jobs", json=NO_JOB, headers=key).status_code == OWNER


def test_who_sits_at_a_table_comes_in_through_any_crowd(tmp_path: Path) -> None:
    with serving(tmp_path, sockets_a_table=3) as house:
        table, tokens = house.two(game="jogo-da-velha")
        crowd = [house.sit(table) for _ in range(3)]
        try:
            for line in crowd:
                hear(line)
            with house.sit(table) as late, house.sit(table, tokens[0]) as mine:
                assert hear(mine)["seat"] == 0
                say(mine, type="ping", n=7)
                assert hear(mine, "pong")["n"] == 7
                with pytest.raises(Exception, match="1013"):
                    late.recv(timeout=120)
        finally:
            for line in crowd:
                line.close()


def test_a_stranger_cannot_have_an_agent_trained_for_minutes() -> None:
    assert checked_spec("qlearning:100000") == "qlearning:100000"
    with pytest.raises(BadInput, match="too much to be asked for here"):
        checked_spec("qlearning:100000000")
    assert checked_spec("qlearning:100000000", trusted=True) == "qlearning:100000000"


@pytest.mark.parametrize(
    "dear", ["minimax:90", "minimax:seconds=9", "minimax:seconds=+9e0", "mcts:9_000", "pimc:n=5000"]
)
def test_a_stranger_cannot_have_an_agent_think_until_its_time_is_over(dear: str) -> None:
    with pytest.raises(BadInput, match="too much to be asked for here"):
        checked_spec(dear)
    assert checked_spec(dear, trusted=True) == dear
    for usual in ("minimax:20", "minimax:seconds=2", "mcts:5000", "pimc:1000"):
        assert checked_spec(usual) == usual


def test_one_address_has_so_many_sockets_and_tables_at_once(tmp_path: Path) -> None:
    stranger = {"X-Forwarded-For": "203.0.113.9"}
    with serving(tmp_path, sockets_an_address=2, tables_an_address=2) as house:
        tables = [house.open("me", "open", game="tapatan") for _ in range(2)]
        id, token = tables[0]["table"], tables[0]["token"]
        asked = {"game": "tapatan", "seats": [{"kind": "me"}, {"kind": "open"}]}
        with house.client() as client, house.client(**{"X-Bolicho-Key": house.house.settings.key}) as owner:
            refused = client.post("/api/tables", json=asked)
            assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too-many-tables")
            assert owner.post("/api/tables", json=asked).status_code == 201
        with house.client(token) as client:
            client.post(f"/api/tables/{id}/leave")
        house.open("me", "open", game="tapatan")  # one less is one more
        id = tables[1]["table"]
        with house.socket(id, additional_headers=stranger) as one, house.socket(id, additional_headers=stranger) as two:
            for line in (one, two):
                say(line, type="hello", language="en")
                hear(line)
            with house.socket(id, additional_headers=stranger) as third, pytest.raises(Exception, match="1013"):
                third.recv(timeout=120)
            with house.sit(id) as owner_line:
                hear(owner_line)
        assert house.hall.visitors.here.total() <= 2


def test_what_anybody_wrote_is_no_formula_in_a_spreadsheet() -> None:
    table = Chart("x", "", [Column("name", "name"), Column("points", "points")], [["=1+1", -3], ["-", 2], ["Ana", 0]])
    assert list(csv.reader(StringIO(table.csv())))[1:] == [["'=1+1", "-3"], ["'-", "2"], ["Ana", "0"]]


def test_a_server_that_is_stopped_lets_nobody_wait_and_says_nothing(tmp_path: Path) -> None:
    code = "from bolicho.cli import main; import sys; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "serve", "--port=0", f"--store={tmp_path / 'house.db'}", "--workers=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with httpx.Client(base_url=address, timeout=60) as client:
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = client.post("/api/tables", json={"game": "truco", "seats": seats}).json()["table"]
            job = {"kind": "tournament", "options": {"game": "tapatan", "agents": "minimax mcts", "matches": 1000}}
            events = f"/api/jobs/{client.post('/api/jobs', json=job).json()['id']}/events"
            version = client.get(f"/api/tables/{table}").json()["version"]
            waiting = http.client.HTTPConnection(client.base_url.host, client.base_url.port, timeout=60)
            waiting.request("GET", f"/api/tables/{table}?after={version}&wait=25")
            with client.stream("GET", events) as stream:
                lines = stream.iter_lines()
                assert next(lines) == "retry: 2000"
                for _ in range(10):  # who is answered came after the one who waits
                    assert client.get(f"/api/tables/{table}").status_code == 200
                os.kill(process.pid, signal.SIGTERM)
                with suppress(httpx.HTTPError):
                    assert list(lines)
        assert process.wait(60) == 0
        assert waiting.getresponse().status == 204
        waiting.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_refusal_has_words_in_both_languages() -> None:
    web = Path(bolicho.web.__file__).parent
    codes = {
        code for file in web.rglob("*.py") for code in re.findall(r'Refusal\(\s*\d{3}, "([\w-]+)"', file.read_text())
    }
    first, second = ({key for key in load_texts("words.toml", one) if key.startswith("problem.")} for one in LANGUAGES)
    assert len(codes) > 40
    assert first == second >= {f"problem.{code}" for code in codes}


def test_what_a_teacher_may_write_wrongly_has_words_in_both_languages() -> None:
    rooms = Path(bolicho.web.__file__).parent / "rooms"
    codes = {code for file in rooms.glob("*.py") for code in re.findall(r'Unfit\(\s*"([\w-]+)"', file.read_text())}
    assert len(codes) > 7
    for language in LANGUAGES:
        assert load_texts("words/rooms.toml", language).keys() >= {f"problem.{code}" for code in codes}
