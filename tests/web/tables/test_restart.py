"""The server is killed with -9 and started again: same tables, same plies, tokens still good, nothing left running."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

AGENT = {"kind": "agent", "agent": "sound"}


@contextmanager
def house(folder: Path) -> Iterator[tuple[httpx.Client, "subprocess.Popen[str]"]]:
    """Run ``bolicho serve`` until the block ends, if it is not killed before."""
    command = [sys.executable, "-m", "bolicho.cli", "serve", "--port", "0", "--store", str(folder / "house.db")]
    code = "from bolicho.cli import main; import sys; main(sys.argv[1:])"
    command = [sys.executable, "-c", code, *command[3:], "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        with httpx.Client(base_url=address[0], timeout=60) as client:
            yield client, process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(30)


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if not listed.exists():
        pytest.skip("looks for processes in /proc")
    return [int(child) for child in listed.read_text().split()]


def bearer(opened: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {opened['token']}"}


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    with house(tmp_path) as (client, process):
        mine = client.post("/api/tables", json={"game": "tapatan", "seats": seats}).json()
        code = mine["invites"][0]["code"]
        theirs = client.post(f"/api/tables/{mine['table']}/join", json={"invite": code, "name": "Bia"}).json()
        where = f"/api/tables/{mine['table']}"
        for player in (mine, theirs, mine):
            view = client.get(where, headers=bearer(player)).json()
            said = {"ply": view["ply"], "move": view["moves"][0]["move"]}
            assert client.post(f"{where}/moves", json=said, headers=bearer(player)).status_code == 200
        waiting = client.post("/api/tables", json={"game": "truco", "seats": seats}).json()
        against = client.post("/api/tables", json={"game": "truco", "seats": [{"kind": "me"}, AGENT]}).json()
        before = client.get(where, headers=bearer(theirs)).json()
        thinkers = children(process.pid)
        process.kill()
        process.wait()
    for _ in range(100):
        if not any(Path(f"/proc/{pid}").exists() for pid in thinkers):
            break
        time.sleep(0.1)
    assert not [pid for pid in thinkers if Path(f"/proc/{pid}").exists()]
    with house(tmp_path) as (client, process):
        after = client.get(where, headers=bearer(theirs)).json()
        same = ("ply", "state", "moves", "seat", "scores", "told")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        assert after["version"] > before["version"]
        said = {"ply": 2, "move": said["move"]}  # said again, as after a lost answer: made once
        assert client.post(f"{where}/moves", json=said, headers=bearer(mine)).json()["ply"] == 3
        said = {"ply": 3, "move": after["moves"][0]["move"]}
        assert client.post(f"{where}/moves", json=said, headers=bearer(theirs)).json()["ply"] == 4
        code = waiting["invites"][0]["code"]
        joined = client.post(f"/api/tables/{waiting['table']}/join", json={"invite": code, "name": "Bia"})
        assert joined.status_code == 200
        assert client.get(f"/api/tables/{waiting['table']}", headers=bearer(waiting)).json()["state"]
        view = client.get(f"/api/tables/{against['table']}", headers=bearer(against)).json()
        while not view["moves"]:
            query = {"after": view["version"], "wait": 20}
            view = client.get(f"/api/tables/{against['table']}", params=query, headers=bearer(against)).json()
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(30) == 0


def test_a_second_server_of_the_same_store_is_refused(tmp_path: Path) -> None:
    with house(tmp_path):
        command = [sys.executable, "-c", "from bolicho.cli import main; import sys; main(sys.argv[1:])"]
        second = [*command, "serve", "--port", "0", "--store", str(tmp_path / "house.db")]
        done = subprocess.run(second, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "another server" in done.stderr
    assert "Traceback" not in done.stderr
