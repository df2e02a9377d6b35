"""The strength table: who meets whom, what is counted, and one file that commands and the page tell the same from."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bolicho.arena.results.intervals import Estimate
from bolicho.cli import app
from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.studies.strength import shipped_table as strength_shipped
from bolicho.lab.studies.strength.cells import timed
from bolicho.lab.studies.strength.experiment import Strength, design_file, here, tables
from bolicho.lab.studies.strength.markdown import renewed
from bolicho.lab.studies.strength.outputs import amended, outputs
from bolicho.lab.studies.strength.plot import against
from bolicho.lab.studies.strength.table import Exploit, Line
from bolicho.learn.boards.shipped_tables import SHIPPED

GAMES_HERE = {
    "truco": {"field": ["random", "novice"], "others": ["bold", "nobody-knows-me"]},
    "jogo-da-velha": {"field": ["random", "minimax:2"]},
}
SIZES = {"quick": {"truco": 4, "rikken": 4, "boards": 4, "decisions": 30}}
EXPLOIT: Any = {"quick": {"s1": {"hands": 1, "reach": 0.2}}, "agents": {"s1": ["novice"]}}


def experiment() -> Strength:
    return Strength(games=GAMES_HERE, sizes=SIZES, exploit=EXPLOIT)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, Path]:
    folder = tmp_path_factory.mktemp("strength")
    return reproduce(experiment(), folder, workers=1, language="en"), folder


def test_everybody_meets_the_field_and_who_is_not_installed_is_left_out() -> None:
    found = here("truco", GAMES_HERE["truco"])
    assert found == {"field": ["random", "novice"], "all": ["random", "novice", "bold"]}
    assert tables(found, 2) == [(0, 1), (2, 0), (2, 1)]
    assert len(tables({"field": list("abcdef"), "all": list("abcdefg")}, 4)) == 15 + 20


def test_all_agents_of_the_house_are_named_in_the_design() -> None:
    told = design_file()
    named = {spec.partition(":")[0] for spec in (*told["games"]["truco"]["field"], *told["games"]["truco"]["others"])}
    assert {
        "random",
        "novice",
        "cautious",
        "bold",
        "bluffer",
        "sound",
        "cbr",
        "markov",
        "ismcts",
        "equilibrium",
    } <= named
    assert {f"equilibrium:{level}" for level in range(1, 5)} <= set(told["games"]["truco"]["others"])
    design = EXPERIMENTS.make("strength").design("paper", 1)
    assert set(design.settings["games"]) == set(told["games"]) | set(SHIPPED)


def test_matches_count_against_the_field_only(ran: tuple[Outcome, Path]) -> None:
    found, _ = strength_shipped.read_run(ran[1])
    lines = {line.spec: line for line in found["truco"].lines}
    assert {spec: line.matches for spec, line in lines.items()} == {"random": 4, "novice": 4, "bold": 8}
    assert found["truco"].matches == 12
    both = (lines["random"].win.mean or 0) + (lines["novice"].win.mean or 0)
    assert both == pytest.approx(1)  # as members of the field they met each other alone
    assert [line.rating.mean for line in found["truco"].lines] == sorted(
        (line.rating.mean or 0 for line in lines.values()), reverse=True
    )
    assert set(lines["novice"].exploit) == {"s1"}
    assert not lines["novice"].exploit["s1"].exact
    assert all(0 < (line.p50 or 0) <= (line.p99 or 0) and (line.memory or 0) > 10 for line in lines.values())


def test_the_report_has_a_table_a_game_in_both_languages_and_a_run_is_not_done_twice(ran: tuple[Outcome, Path]) -> None:
    outcome, folder = ran
    assert [table.name for table in outcome.report.tables] == ["truco", "jogo-da-velha"]
    assert [plot.name for plot in outcome.report.plots] == ["exploitability-s1"]
    again = reproduce(experiment(), folder, workers=1, language="pt-BR")
    assert again.taken_over == again.about.cells
    assert "vitórias contra o grupo" in again.page.read_text(encoding="utf-8")
    assert again.report.tables[0].rows[0][1:] == outcome.report.tables[0].rows[0][1:]


def test_the_drawing_has_a_title_names_on_its_axes_and_every_agent() -> None:
    rating, points = Estimate(1500, 1400, 1600), Estimate(0, -1, 1)
    lines = [
        Line(spec, rating, Estimate(win, 0.1, 0.9), points, 9, 0.1, 0.2, 30.0, {"s1": Exploit(lost, lost, lost, True)})
        for spec, win, lost in (("sound", 0.8, 0.7), ("random", 0.2, 1.45))
    ]
    plot = against("p", "A title", lines, "s1", ("wins here", "loses here"), "en", "")
    assert all(text in plot.svg for text in ("A title", "wins here", "loses here", "sound", "random"))
    assert plot.csv.splitlines()[1] == "sound,0.8,0.1,0.9,9,0.7,0.7,0.7,True"


def test_a_run_becomes_the_file_and_is_read_back(ran: tuple[Outcome, Path]) -> None:
    games, command = strength_shipped.read_run(ran[1])
    made = {name: strength_shipped.game_of(found, command, "2026-11-15") for name, found in games.items()}
    read = strength_shipped.read(strength_shipped.toml_text(made, command))
    assert command == "bolicho reproduce strength --scale quick --seed 1"
    for game, found in games.items():
        assert list(read[game].agents) == [line.spec for line in found.lines]
        for line in found.lines:
            kept = read[game].agents[line.spec]
            assert kept.win is not None
            assert kept.win[0] == pytest.approx(line.win.mean, abs=1e-4)
            assert kept.rating == pytest.approx(line.rating.mean, abs=0.5)
            assert (kept.s1 is None) == ("s1" not in line.exploit)


def told_of(agent: str, value: float, **more: Any) -> str:
    plain = {"game": "s1", "exact": True, "interval": None, "exploitability": value, "low": value, "high": value}
    return json.dumps({"agent": agent, **plain, **more})


def test_what_was_measured_apart_is_put_into_the_shipped_table_and_nothing_else_changes(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(told_of("bold", 0.75))
    (tmp_path / "b.json").write_text(told_of("bot1", 0.5, exact=False, interval=[0.25, 0.8]))
    said = CliRunner().invoke(app, ["strength", "--exploit", str(tmp_path), "--toml"])
    assert said.exit_code == 0, said.output
    read, shipped = strength_shipped.read(said.output), strength_shipped.shipped()
    assert read["truco"].agents["bold"].s1 == Exploit(0.75, 0.75, 0.75, True)
    assert read["truco"].agents["bot1"].s1 == Exploit(0.5, 0.25, 0.8, False)
    for name, told in shipped.items():
        for spec, one in told.agents.items():
            if (name, spec) not in (("truco", "bold"), ("truco", "bot1")):
                assert read[name].agents[spec] == one
    assert "0.750" in CliRunner().invoke(app, ["strength", "truco", "--exploit", str(tmp_path)]).output


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, r"no \*.json"),
        ({"a.json": "no"}, "a.json: not what"),
        ({"a.json": "[]"}, "a.json: not what"),
        ({"a.json": '{"game": "s1", "agent": "bold", "interval": null}'}, "a.json: not what"),
        ({"a.json": told_of("bold", float("nan"))}, "a.json: not what"),
        ({"a.json": told_of("nobody", 1.0)}, "no line in the strength table of Truco: nobody"),
        ({"a.json": told_of("bold", 1.0), "b.json": told_of("bold", 0.9)}, "told twice"),
    ],
)
def test_files_that_are_no_measurements_are_refused(files: dict[str, str], said: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=said):
        amended(strength_shipped.shipped(), outputs(tmp_path))


def test_a_folder_without_a_finished_run_says_so(tmp_path: Path, ran: tuple[Outcome, Path]) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        strength_shipped.read_run(tmp_path)
    for name in ("design.json", "rows.jsonl"):
        lines = (ran[1] / name).read_text().splitlines()
        (tmp_path / name).write_text("\n".join(lines[: -1 if name == "rows.jsonl" else None]) + "\n")
    with pytest.raises(BadInput, match="1 cells of the run are still to be done"):
        strength_shipped.read_run(tmp_path)


@pytest.mark.parametrize(
    ("name", "was", "now", "said"),
    [
        ("design.json", '"strength"', '"moral"', "no run of the experiment strength, but of moral"),
        ("design.json", '"cells":', '"cell":', "not the design of a run"),
        ("design.json", '"settings":', '"settings": 3, "was":', "not the design of a run"),
        ("rows.jsonl", '{"cell":', '{"cell": [1], "was":', "line 1: not the rows of a cell"),
        ("rows.jsonl", '"rows":', '"rows": [[1]], "was":', "line 1: not the rows of a cell"),
        ("rows.jsonl", '"rows":', '"rows": [{}], "was":', "its rows are not those of the experiment strength"),
    ],
)
def test_a_damaged_run_is_refused(
    name: str, was: str, now: str, said: str, tmp_path: Path, ran: tuple[Outcome, Path]
) -> None:
    for each in ("design.json", "rows.jsonl"):
        text = (ran[1] / each).read_text()
        assert each != name or was in text, text[:300]
        (tmp_path / each).write_text(text.replace(was, now) if each == name else text)
    with pytest.raises(BadInput, match=said):
        strength_shipped.read_run(tmp_path)


def test_a_decision_is_timed_without_what_came_before_it() -> None:
    cost = timed(GAMES.make("truco"), "random", 50, 1)
    assert 50 <= (cost["decisions"] or 0) < 80


# ── what is shipped ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_shows_what_is_shipped(language: str) -> None:
    said = CliRunner().invoke(app, ["strength", "truco", "--language", language])
    assert said.exit_code == 0
    assert all(word in said.output for word in ("sound", "random"))


def test_the_command_tells_the_same_as_data() -> None:
    told = json.loads(CliRunner().invoke(app, ["strength", "--json"]).output)
    assert set(told) == set(strength_shipped.shipped())
    for row in told["truco"]:
        assert row["rating"] == strength_shipped.strengths("truco")[row["agent"]].rating


@pytest.mark.parametrize("asked", [["chess"], ["--toml"], ["--from", "nowhere"]])
def test_a_slip_is_told(asked: list[str]) -> None:
    assert isinstance(CliRunner().invoke(app, ["strength", *asked]).exception, BadInput)


def test_the_page_of_the_documentation_has_the_shipped_tables() -> None:
    page = (Path(__file__).parents[4] / "docs" / "strength.md").read_text(encoding="utf-8")
    assert renewed(page) == page, "write it anew with: python -m bolicho.lab.studies.strength.markdown docs/strength.md"
