"""An agent in another language plays a whole match over HTTP: the example in examples/, as anybody would start it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.web.labs import PATIENCE, Lab

AGENT = Path(__file__).parents[3] / "examples" / "agent.mjs"


def play(server: Lab, *words: str) -> "subprocess.Popen[str]":
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on this machine")
    command = [node, str(AGENT), str(server.client.base_url).rstrip("/"), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, wrong
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize(("game", "agent"), [("truco", "sound"), ("tapatan", "random")])
def test_it_opens_a_table_and_plays_to_the_end(server: Lab, game: str, agent: str) -> None:
    found = told(play(server, game, agent))
    record = server.client.get(f"/api/matches/{found['record']}").json()
    assert record["game"] == game
    assert record["scores"] == found["scores"]


def test_two_of_them_meet_by_invitation(server: Lab) -> None:
    seats = [{"kind": "me", "name": "host"}, {"kind": "open"}]
    asked = {"game": "truco", "options": {"target": 6}, "seats": seats, "language": "en"}
    opened = server.client.post("/api/tables", json=asked).json()
    guest = play(server, opened["table"], f"1.{opened['invites'][0]['code']}")
    path, bearer = f"/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['token']}"}
    view = server.client.get(path, headers=bearer).json()
    while not view["record"]:
        if view["moves"]:
            said = {"ply": view["ply"], "move": view["moves"][0]["move"]}
            view = server.client.post(f"{path}/moves", json=said, headers=bearer).json()
        else:
            answer = server.client.get(path, params={"after": view["version"], "wait": 20}, headers=bearer)
            view = view if answer.status_code == 204 else answer.json()
    found = told(guest)
    assert (found["seat"], found["scores"], found["record"]) == (1, view["scores"], view["record"])


def test_a_wrong_invitation_is_told_in_one_line(server: Lab) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    opened = server.client.post("/api/tables", json={"game": "truco", "seats": seats}).json()
    process = play(server, opened["table"], "1.nonsense-nonsense")
    _, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert wrong.strip() == "this invitation is not for this table"
