"""``bolicho cases``: every command, what it prints and keeps, and one clear line on whatever is wrong."""

import tomllib
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.commands.cases.case_commands import cases, data
from tests.cli.front_door import knock, refused
from tests.cli.test_words import placeholders
from tests.learn.cases.truco.ufsm.group_server import shortened
from tests.learn.cases.truco.ufsm.test_ufsm import BASE, write_csv

import bolicho
from bolicho.core.words import LANGUAGES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.revise import RULES
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.learn.cases.truco.ufsm.check import DROPPED
from bolicho.store import Store

pytestmark = pytest.mark.usefixtures("here")


def matches(path: str = "matches.jsonl") -> int:
    """Record three matches and return how many hands they had."""
    game = bolicho.game("truco")
    agents = [bolicho.agent(name, game) for name in ("novice", "bold")]
    records = [bolicho.play_match(game, agents, 4, match=match) for match in range(3)]
    bolicho.write_records(path, records)
    return sum(len(record.units) for record in records)


def test_info_of_the_baseline() -> None:
    told = data("info", "baseline")
    assert (told["cases"], told["source"], told["form"], told["game"]) == (3195, "synthetic", FORM, "truco")
    assert set(told["clusters"]) == set(ALL)
    assert told["habits"]["truco"]["people"] == 0.76
    assert told["habits"]["first-tied"]["people"] == 0.045
    assert told["mute"] == {}
    assert 0.45 < told["mano"] < 0.55
    said = cases("info", "baseline").out
    assert "3,195 cases of truco" in said
    assert "synthetic" in said
    assert "truco called" in said
    assert "4.5 %" in said
    assert "Careful" not in said
    assert "truco pedido" in cases("info", "baseline", "--language", "pt").out


def test_all_bases_are_listed() -> None:
    assert data("build", "mine", "--synthetic", 20, "--no-clusters")["clusters"] == {}
    assert [row["name"] for row in data("info")] == ["baseline", "starter", "mine"]
    assert "mine: 20 cases, source synthetic" in cases("info").out


def test_a_case_is_told_as_a_hand() -> None:
    told = data("show", "baseline", 7)
    assert set(told["cells"]) == set(NAMES)
    assert told["cells"] == shelf.base("baseline").case(7)
    assert told["clusters"]["index-cards"] in range(shelf.base("baseline").clusterings["index-cards"].k)
    said = cases("show", "baseline", 7).out
    assert "Case 7 of baseline (source synthetic)" in said
    assert "The player received" in said
    assert "O jogador recebeu" in cases("show", "baseline", 7, "--language", "pt").out


def test_every_case_of_the_starter_has_a_story() -> None:
    from bolicho.learn.cases.truco.story import story

    base = shelf.base("starter")
    for language in LANGUAGES:
        for case in range(len(base)):
            assert all(line and "None" not in line for line in story(base.case(case), language))
    blank: dict[str, int | None] = dict.fromkeys(NAMES)
    assert story({**blank, "high": 24, "medium": 8, "low": 1, "mano": 2}, "en")


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_case_full_of_blanks_is_told_too(language: str) -> None:
    few = {"high": 52, "high_suit": 3, "score": 4, "score_after": 5, "played_1": -15, "retruco_by": 2}
    with Store.open("store.db") as store:
        store.add_base("blank", "truco", FORM, "web", NAMES)
        store.add_cases("blank", [[None] * len(NAMES), [few.get(name) for name in NAMES]])
    for case in (0, 1):
        said = cases("show", "blank", case, "--language", language)
        assert (said.code, said.err) == (0, "")
        assert "None" not in said.out
    assert data("show", "blank", 0)["cells"] == dict.fromkeys(NAMES)
    assert cases("info", "blank", "--language", language).code == 0


def test_every_case_a_file_can_hold_has_a_story() -> None:
    from bolicho.learn.cases.forms import form
    from bolicho.learn.cases.truco.story import story

    rng = Random(1)
    for _ in range(500):
        case = {
            name: None if rng.random() < 0.4 else rng.choice(values or range(lowest, highest + 1))
            for name, lowest, highest, values in form(FORM).cells
        }
        for language in LANGUAGES:
            assert all(line and "None" not in line for line in story(case, language)), case


def test_what_a_base_cannot_answer_is_said() -> None:
    write_csv(Path("short.csv"), [shortened(row) for row, _ in BASE])
    told = data("import", "short.csv", "--name", "short", "--no-clusters")
    assert {"call-truco", "answer-truco"} <= set(told["mute"])
    assert data("info", "short")["mute"] == told["mute"]
    warned = "Careful: no case answers what to say to a truco. In which round truco was called is not in the cases."
    for said in (cases("import", "short.csv", "--name", "again", "--no-clusters"), cases("info", "short")):
        assert warned in said.out
    assert "Atenção: nenhum caso responde o que dizer a um truco." in cases("info", "short", "--language", "pt").out


def test_a_base_is_renamed_and_dropped() -> None:
    assert data("build", "mine", "--synthetic", 20, "--no-clusters")["name"] == "mine"
    assert "mine is now called ours" in cases("rename", "mine", "ours").out
    assert data("info", "ours")["cases"] == 20
    assert refused(cases("info", "mine"), "unknown case base 'mine'")
    assert refused(cases("drop", "ours"), "20 cases that cannot be brought back; --yes drops it")
    assert data("rename", "ours", "mine") == {"renamed": "ours", "name": "mine"}
    assert "removed with its 20 cases" in cases("drop", "mine", "--yes").out
    assert [row["name"] for row in data("info")] == ["baseline", "starter"]


def test_a_file_beside_is_not_written_over() -> None:
    assert cases("export", "starter", "s.csv").code == 0
    Path("s.csv").unlink()
    before = Path("s.json").read_text()
    assert refused(cases("export", "baseline", "s.csv"), "s.json: is there already; --force")
    assert (Path("s.json").read_text(), Path("s.csv").exists()) == (before, False)
    assert cases("export", "baseline", "s.csv", "--force").code == 0
    assert cases("export", "starter", "S.PARQUET").code == 0
    assert data("import", "S.PARQUET", "--name", "capitals")["cases"] == 513


def test_the_same_seed_builds_the_same_base() -> None:
    assert cases("build", "a", "--synthetic", 60, "--seed", 3, "--no-clusters", "--out", "a.csv").code == 0
    assert cases("build", "a", "--synthetic", 60, "--seed", 3, "--no-clusters", "--out", "b.csv").code == 0
    assert Path("a.csv").read_text() == Path("b.csv").read_text()
    assert Path("a.json").read_text() == Path("b.json").read_text()
    assert data("info", "a.csv")["cases"] == 60
    assert cases("build", "a", "--synthetic", 60, "--seed", 4, "--no-clusters", "--out", "c.csv").code == 0
    assert Path("a.csv").read_text() != Path("c.csv").read_text()


def test_cases_of_recorded_matches() -> None:
    hands = matches()
    assert data("build", "all", "--records", "matches.jsonl")["cases"] == 2 * hands
    assert data("build", "bold", "--records", "matches.jsonl", "--agent", "bold", "--source", "web")["source"] == "web"
    assert data("info", "bold")["cases"] == hands
    assert data("build", "first", "--records", "matches.jsonl", "--seat", 0, "--no-clusters")["cases"] == hands
    with Store.open("store.db") as store:
        store.save(bolicho.read_records("matches.jsonl"))
    assert data("build", "stored", "--stored", "--no-clusters")["cases"] == 2 * hands
    assert refused(cases("build", "none", "--stored", "--agent", "sound"), "no finished hand of Truco of 'sound'")


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_export_and_import_round_trip(suffix: str) -> None:
    assert cases("export", "starter", f"s.{suffix}").code == 0
    assert "513 cases" in cases("import", f"s.{suffix}", "--name", "mine").out
    with Store.open("store.db") as store:
        mine, starter = shelf.base("mine", store=store), shelf.base("starter")
        assert mine.cells().tolist() == starter.cells().tolist()
        assert mine.clusterings == starter.clusterings
        assert (mine.source, mine.note) == (starter.source, starter.note)
    assert refused(cases("export", "starter", f"s.{suffix}"), "is there already; --force")
    assert cases("export", "starter", f"s.{suffix}", "--force").code == 0


def test_recorded_hands_are_imported_with_a_report() -> None:
    rows = [dict(row) for row, _ in BASE]
    Random(2).shuffle(rows)
    rows[0]["jogadorMao"] = 0
    rows[1]["quemFlor"] = 1
    write_csv(Path("hands.csv"), rows)
    told = data("import", "hands.csv", "--name", "people", "--no-clusters")
    report = told["report"]
    assert report["kept"] + report["dropped"] == report["rows"] == len(rows)
    assert report["as_they_were"] + report["repaired"] == report["kept"] == told["cases"]
    assert report["reasons"]["mano"] == 1
    assert told["source"] == "recorded"
    said = cases("import", "hands.csv", "--name", "again", "--no-clusters", "--language", "pt").out
    assert f"{len(rows)} linhas" in said
    assert "não se diz quem era mão" in said


def test_clean_removes_what_breaks_the_rules() -> None:
    assert refused(cases("clean", "baseline"), "bundled", "--as NAME")
    tried = data("clean", "baseline", "--dry-run")
    assert set(tried["by_rule"]) == set(RULES)
    assert 0 < tried["removed"] < tried["cases"] == 3195
    told = data("clean", "baseline", "--as", "clean")
    assert (told["left"], told["removed"]) == (tried["left"], tried["removed"])
    assert data("info", "clean")["cases"] == told["left"]
    assert data("clean", "clean")["removed"] == 0
    assert data("build", "mine", "--synthetic", 200, "--no-clusters")["cases"] == 200
    one = data("clean", "mine", "--rule", "wrong-card")
    assert list(one["by_rule"]) == ["wrong-card"]
    assert data("info", "mine")["cases"] == one["left"]
    assert refused(cases("clean", "mine", "--rule", "no-such"), "unknown revision rule 'no-such'")


def test_clusters_are_made_and_kept() -> None:
    assert refused(cases("cluster", "baseline"), "bundled", "--as NAME")
    assert cases("build", "mine", "--synthetic", 400, "--no-clusters").code == 0
    told = data("cluster", "mine", "--scenario", "index-cards", "--k", 4)
    assert told["clusters"]["index-cards"]["k"] == 4
    assert data("info", "mine")["clusters"] == {"index-cards": 4}
    assert data("cluster", "mine", "--scenario", "envido-first", "--rule", "silhouette")["clusters"]["envido-first"][
        "k"
    ]
    assert set(data("info", "mine")["clusters"]) == {"index-cards", "envido-first"}
    assert "1st card, playing first" in cases("cluster", "mine", "--scenario", "first-card-first").out
    assert data("cluster", "starter", "--as", "grouped", "--scenario", "index-points", "--k", 3)["base"] == "grouped"
    assert data("info", "grouped")["clusters"]["index-points"] == 3


def test_the_elbow_is_told_and_drawn_and_nothing_changes() -> None:
    told = data("elbow", "starter", "--scenario", "first-card-first", "--plot", "elbow.png")
    found = told["scenarios"]["first-card-first"]
    assert len(found["wcss"]) == 10
    assert found["k"] == shelf.base("starter").clusterings["first-card-first"].k or found["rule"] == "elbow"
    assert Path("elbow.png").read_bytes().startswith(b"\x89PNG")
    assert "drawn" in cases("elbow", "starter", "--scenario", "index-points", "--plot", "e.svg").out.lower()
    assert sorted(path.name for path in Path().iterdir()) == ["e.svg", "elbow.png"]


MISTAKES: dict[str, tuple[object, ...]] = {
    "unknown case base 'nobody'": ("info", "nobody"),
    "there is no case 3195": ("show", "baseline", 3195),
    "unknown scenario 'tea'": ("elbow", "baseline", "--scenario", "tea"),
    "unknown rule": ("elbow", "starter", "--rule", "eyes", "--scenario", "index-cards"),
    "too few": ("cluster", "few", "--scenario", "index-cards"),
    "base 'empty' is empty": ("cluster", "empty"),
    "base 'empty' is empty: there": ("clean", "empty"),
    "say one of --synthetic": ("build", "x"),
    "say one of": ("build", "x", "--synthetic", 5, "--stored"),
    "0 cases": ("build", "x", "--synthetic", 0),
    "observe 'none'": ("build", "x", "--synthetic", 5, "--observe", "none"),
    "with --synthetic say --observe": ("build", "x", "--synthetic", 5, "--seat", 1),
    "bundled with Bolicho": ("build", "baseline", "--synthetic", 5),
    "--source recorded: cases of --synthetic are synthetic": ("build", "x", "--synthetic", 5, "--source", "recorded"),
    "base 'a/b': a name begins with no dot": ("build", "a/b", "--synthetic", 5),
    "has none of @ , = : / \\": ("build", "a\\b", "--synthetic", 5),
    "base '.x': a name": ("build", ".x", "--synthetic", 5),
    "base '../x': a name": ("rename", "few", "../x"),
    "base 'empty' is there already": ("rename", "few", "empty"),
    "base 'starter' is bundled with Bolicho": ("rename", "few", "starter"),
    "base 'baseline' is bundled with Bolicho and stays as it is": ("drop", "baseline", "--yes"),
    "base 'starter' is bundled with Bolicho and stays": ("rename", "starter", "x"),
    "unknown case base 'x'": ("drop", "x", "--yes"),
    "base 'none.csv' is a file": ("drop", "none.csv", "--yes"),
    "line 2, column medium: 52 is more than the 1 of high": ("import", "unsound.csv", "--name", "x"),
    "is there already; choose": ("build", "few", "--synthetic", 5),
    "ending in .csv or .parquet": ("export", "baseline", "base.txt"),
    "no such directory": ("export", "baseline", "nowhere/base.csv"),
    "no column high": ("import", "columns.csv", "--name", "x"),
    "no case in it": ("import", "none.csv", "--name", "x"),
    "No such file": ("import", "missing.csv", "--name", "x"),
    "not of tapatan": ("build", "x", "--records", "tapatan.jsonl"),
    "a plot is a file ending in": ("elbow", "starter", "--scenario", "index-cards", "--plot", "e.bmp"),
    "Missing argument": ("show", "baseline"),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    with Store.open("store.db") as store:
        store.add_base("empty", "truco", FORM, "web", NAMES)
        store.add_base("few", "truco", FORM, "web", NAMES)
        store.add_cases("few", [shelf.base("starter").row(case) for case in range(3)])
    Path("columns.csv").write_text("case,medium\n0,1\n")
    Path("none.csv").write_text(",".join(NAMES) + "\n")
    Path("unsound.csv").write_text(",".join(NAMES) + "\n1,52,1,,,,1" + "," * (len(NAMES) - 7) + "\n")
    game = bolicho.game("tapatan")
    agent = bolicho.agent("random", game)
    bolicho.write_records("tapatan.jsonl", [bolicho.play_match(game, [agent, agent], 1)])
    before = sorted(path.name for path in Path().iterdir() if "store.db" not in path.name)
    assert refused(cases(*MISTAKES[words]), words)
    assert sorted(path.name for path in Path().iterdir() if "store.db" not in path.name) == before
    with Store.open("store.db") as store:
        assert [(base.name, base.cases, base.revision) for base in store.bases()] == [("empty", 0, 0), ("few", 3, 1)]


def test_help() -> None:
    said = knock("cases").out
    assert said == knock("cases", "--help").out
    names = ("build", "import", "export", "info", "show", "clean", "cluster", "elbow", "rename", "drop")
    assert all(name in said for name in names)


@pytest.mark.parametrize(
    ("package", "file"), [("bolicho.cli.commands.cases", "words.toml"), ("bolicho.learn.cases.truco", "story.toml")]
)
def test_both_languages_say_the_same_things(package: str, file: str) -> None:
    tables: dict[str, Any] = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}


def test_every_reason_of_the_importer_has_words() -> None:
    import re

    tables: dict[str, Any] = tomllib.loads(
        (files("bolicho.cli.commands.cases") / "words.toml").read_text(encoding="utf-8")
    )
    room = files("bolicho.learn.cases.truco.ufsm")
    code = "".join((room / f"{part}.py").read_text() for part in ("check", "cards", "bets"))
    repairs = set(re.findall(r'repairs\.add\("([a-z-]+)"\)', code)) | set(re.findall(r'suits?\w*, "([a-z-]+)"', code))
    repairs |= set(re.findall(r'"([a-z-]+)" if (?:agree|place)', code)) | {"suit-played-otherwise", "code-restored"}
    repairs |= {"points-or-low-suit", "points-doubtful", "points-of-flor"}
    for language in LANGUAGES:
        known = {key.removeprefix("repaired-") for key in tables[language] if key.startswith("repaired-")}
        assert repairs == known
        assert {key.removeprefix("dropped-") for key in tables[language] if key.startswith("dropped-")} == set(DROPPED)
