"""Policies that the owner offers by name: everybody may play against them, nobody may name a file."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import bolicho
from bolicho.field.policy import Network

ELSEWHERE = {"Host": "bolicho.example"}
RUN = "from bolicho.cli import main; import sys; main(sys.argv[1:])"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("owner")
    for name in ("tapatan", "truco"):
        Network.drawn(bolicho.game(name), [4], 1).save(folder / f"{name}.npz")
    return folder


@pytest.fixture(scope="module")
def stranger(files: Path) -> Iterator[httpx.Client]:
    """Somebody on another machine, at a house whose owner offers two policies."""
    words = ["serve", "--port=0", f"--store={files / 'house.db'}", "--workers=1"]
    words += [f"--policy=forte={files / 'tapatan.npz'}", f"--policy=Gaudério={files / 'truco.npz'}"]
    process = subprocess.Popen([sys.executable, "-c", RUN, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        with httpx.Client(base_url=address[0], timeout=60, headers=ELSEWHERE) as client:
            yield client
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def opened(stranger: httpx.Client, game: str, agent: str, **asked: Any) -> httpx.Response:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "agent", "agent": agent}]
    return stranger.post("/api/tables", json={"game": game, "seats": seats, "language": "en", **asked})


@pytest.mark.parametrize(("language", "character"), [("en", "learnt elsewhere"), ("pt-BR", "aprendida em outro lugar")])
def test_the_lobby_lists_an_offer_under_its_name_for_the_game_it_plays(
    stranger: httpx.Client, language: str, character: str
) -> None:
    for game, offer in (("tapatan", "forte"), ("truco", "Gaudério"), ("shisima", None)):
        listed = stranger.get(f"/api/games/{game}/agents", headers={"Accept-Language": language}).json()["agents"]
        found = [agent for agent in listed if agent["spec"].startswith("policy")]
        assert [(agent["spec"], agent["name"]) for agent in found] == ([(f"policy:{offer}", offer)] if offer else [])
        assert all(character in agent["character"] for agent in found)


def test_a_stranger_plays_against_an_offer(stranger: httpx.Client) -> None:
    table = opened(stranger, "tapatan", "policy:forte")
    assert table.status_code == 201, table.text
    where, mine = f"/api/tables/{table.json()['table']}", {"Authorization": f"Bearer {table.json()['token']}"}
    view = stranger.get(where, headers=mine).json()
    for _ in range(3):
        said = {"ply": view["ply"], "move": view["moves"][0]["move"]}
        view = stranger.post(f"{where}/moves", json=said, headers=mine).json()
        while not view["over"] and not view["moves"]:
            answer = stranger.get(where, params={"after": view["version"], "wait": 20}, headers=mine)
            view = answer.json() if answer.status_code == 200 else view
        if view["over"]:
            break
    assert view["ply"] >= 4
    assert [seat["name"] for seat in view["seats"]] == ["Você", "forte"]  # and nobody took its seat over


def test_an_offer_that_does_not_fit_the_variant_is_refused_and_its_file_is_not_told(
    stranger: httpx.Client, files: Path
) -> None:
    assert opened(stranger, "truco", "policy:Gaudério", options={"target": 12}).status_code == 201
    said = opened(stranger, "truco", "policy:Gaudério", options={"deck": "mini"})
    assert said.status_code == 422
    assert "policy 'Gaudério': weights of truco, asked to play truco deck=mini" in said.json()["error"]["message"]
    assert str(files) not in said.text


def test_nothing_but_the_name_can_be_asked_for(stranger: httpx.Client, files: Path) -> None:
    for spec in (f"{files}/tapatan.npz", "forte,best=on", "none", "math:prod", ""):
        said = opened(stranger, "tapatan", f"policy:{spec}")
        assert said.status_code == 422, spec
        assert "agent 'policy': no files can be named here, only policies that the owner offers" in said.text


def test_an_offer_that_cannot_play_keeps_the_house_closed(tmp_path: Path) -> None:
    words = ["serve", "--port=0", f"--store={tmp_path / 'house.db'}", "--policy=forte=none.npz"]
    done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"bolicho: {Path('none.npz').absolute()}: cannot be read: No such file or directory\n"
