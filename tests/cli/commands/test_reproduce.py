"""``bolicho reproduce``: what it prints and where it writes."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bolicho import BadInput, UnknownName
from bolicho.cli.commands.reproduce import reproduce
from bolicho.lab import EXPERIMENTS
from bolicho.lab.studies.scripted.experiment import Scripted

app = typer.Typer()
app.command()(reproduce)


def call(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(EXPERIMENTS, "_loaded", {"scripted": tiny})


def tiny() -> Scripted:
    return Scripted(("novice", "random"), {"target": 6}, {"quick": 4})


def test_it_writes_its_report_where_one_expects_it(tmp_path: Path) -> None:
    answer = call("scripted", "--seed", 8, "--language", "en")
    assert answer.exit_code == 0, answer.exception
    folder = Path("results/scripted-quick-8")
    assert {path.name for path in folder.iterdir()} == {
        *("design.json", "rows.jsonl", "times.jsonl", "report.html", "report.md"),
        *("cross-map.svg", "cross-map.csv", "points.svg"),
    }
    assert str(folder / "report.html") in answer.stdout
    assert "The scripted players" in answer.stdout
    again = call("scripted", "--seed", 8, "--language", "pt-BR")
    assert "3 de 3 células" in again.stdout
    assert 'lang="pt-BR"' in (folder / "report.html").read_text()


def test_json_prints_the_tables() -> None:
    answer = call("scripted", "--out", "here", "--json", "--language", "en")
    data = json.loads(answer.stdout)
    assert set(data["tables"]) == {"standings", "cross", "habits"}
    assert data["tables"]["standings"]["columns"][0] == "player"
    assert set(data["tables"]["standings"]["rows"][0][1]) == {"mean", "low", "high", "n"}
    assert data["page"] == "here/report.html"


@pytest.mark.parametrize(
    ("words", "kind", "why"),
    [
        (("nothing",), UnknownName, "unknown experiment 'nothing'"),
        (("scripted", "--scale", "huge"), UnknownName, "unknown scale 'huge'"),
        (("scripted", "--workers", 0), BadInput, "workers 0"),
        (("scripted", "--language", "xx"), UnknownName, "unknown language 'xx'"),
    ],
)
def test_bad_input_is_refused_and_writes_nothing(
    words: tuple[object, ...], kind: type[Exception], why: str, tmp_path: Path
) -> None:
    error = call(*words).exception
    assert isinstance(error, kind)
    assert why in str(error)
    assert list(tmp_path.iterdir()) == []


def test_a_directory_with_another_run_is_refused() -> None:
    assert call("scripted", "--out", "here", "--seed", 1).exit_code == 0
    error = call("scripted", "--out", "here", "--seed", 2).exception
    assert isinstance(error, BadInput)
    assert "seed 1, not 2" in str(error)
