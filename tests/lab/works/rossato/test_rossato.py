"""Rossato, small: the printed numbers, verdicts, from the design to the page, and a killed run."""

import json
import shutil
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.test_words import placeholders
from tests.lab.drawings import no_drawings
from tests.lab.run_folders import rows_of

from bolicho.core.words import LANGUAGES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.charts.heatmap import MATRICES, picture, sheet
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN
from bolicho.lab.engine.experiment import Design
from bolicho.lab.engine.ledger import Ledger
from bolicho.lab.engine.run import Outcome, fill, reproduce
from bolicho.lab.works.rossato.areas import areas, blocks, searched
from bolicho.lab.works.rossato.court import Court, claims, printed_numbers
from bolicho.lab.works.rossato.experiment import Rossato
from bolicho.lab.works.rossato.golden import example, golden, shares_by_first_card
from bolicho.lab.works.rossato.judge import JUDGES, judge
from bolicho.lab.works.rossato.judge_maps import MAPS
from bolicho.lab.works.rossato.log import COUNTS
from bolicho.lab.works.rossato.measures import MEASURES, RoundMatches
from bolicho.lab.works.rossato.series import read_log, series
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.switches import Switches
from bolicho.report.about import row_versions
from bolicho.report.document import Report

SMALL: dict[str, dict[str, Any]] = {
    "quick": {
        "self": {"matches": 8, "every": 2, "runs": 1},
        "trained": {"matches": 5, "every": 5, "runs": 1},
        "initial": {"matches": 2, "every": 2, "runs": 1},
        "training": {"matches": 2, "recluster": "off"},
    }
}
UNTIMED = ("processor",)


def small() -> Rossato:
    return Rossato("starter", SMALL, {"target": 12})


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    with no_drawings():
        return folder, reproduce(small(), folder, seed=3, workers=2)


def filled(folder: Path) -> int:
    """Run what is missing, by one process and without a report; return how many cells were there."""
    experiment = small()
    design = experiment.design("quick", 3)
    with Ledger(folder, design, row_versions()) as ledger:
        experiment.settle(folder)
        return fill(ledger, design, experiment.run, 1)


def untimed(rows: dict[str, Any]) -> dict[str, Any]:
    """Rows without the times, which are no function of the seed."""
    kept = {key: cell for key, cell in rows.items() if not key.startswith("learn/")}
    return {key: [{k: v for k, v in row.items() if k not in UNTIMED} for row in cell] for key, cell in kept.items()}


# ── the paper, as data ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_design_is_that_of_the_paper() -> None:
    design = EXPERIMENTS.make("rossato").design("paper", 1)
    sizes = {cell.key: cell.facts for cell in design.cells}
    assert sizes["self/0"] == {
        "matches": 5000,
        "every": 200,
        "run": 0,
        "shown": [1, 9, 17, 25],
        "whole": True,
    }
    for rival in ("PVCNPS", "NPS", "PVCS", "PVS"):
        assert (sizes[f"trained/{rival}/0"]["matches"], sizes[f"trained/{rival}/0"]["base"]) == (500, "learned")
        assert (sizes[f"initial/{rival}/0"]["matches"], sizes[f"initial/{rival}/0"]["base"]) == (50, "base")
    series = [key for key in sizes if key.split("/")[0] in ("self", "trained", "initial")]
    assert sum(key.endswith("/0") for key in series) == 9, "what the thesis played, once"
    assert len(series) > 9, "and more series of other deals"
    assert design == EXPERIMENTS.make("rossato").design("paper", 1)
    assert json.loads(json.dumps(design.to_dict())) == design.to_dict()


def test_the_player_and_the_rules_are_the_published_ones_unless_said_otherwise() -> None:
    settings = EXPERIMENTS.make("rossato").design("paper", 1).settings
    assert settings["options"]["preset"] == "ufsm-auto"
    assert Switches.of(settings["switches"]) == Switches.of({"preset": "paper"})
    other = Rossato("starter", SMALL, {"preset": "gaucho"}, {"hands": "decided"}).design("quick", 1).settings
    assert other["options"]["preset"] == "gaucho"
    assert Switches.of(other["switches"]) == Switches.of({"preset": "paper", "hands": "decided"})


def test_the_full_scale_repeats_the_design_of_the_paper() -> None:
    full, paper = (EXPERIMENTS.make("rossato").design(scale, 1) for scale in ("full", "paper"))
    keys = {cell.key for cell in full.cells}
    assert keys > {cell.key for cell in paper.cells}
    assert full.settings["trained"]["matches"] == paper.settings["trained"]["matches"] == 500


def test_the_printed_numbers_agree_with_each_other() -> None:
    printed = printed_numbers()
    for wins, hundreds in zip(printed["trained"]["wins"], printed["trained"]["hundreds"], strict=True):
        assert sum(hundreds) == pytest.approx(500 * wins)
    assert sum(printed["initial"]["wins"]) / 4 == pytest.approx(printed["initial"]["total"])


def test_the_corners_are_the_printed_ones() -> None:
    for row in golden():
        printed = printed_numbers()["corners"][row["matrix"]]
        assert row["corners"] == printed["rows"]
        assert row["states"] == printed["states"]
        assert row["transposed"]
        assert row["monotone"]


def test_the_worked_example() -> None:
    steps = {row["step"]: row for row in example()}
    envido, truco = steps["envido"], steps["truco"]
    assert (envido["row"], envido["states"], envido["wins"], envido["losses"]) == ("0-7", 29, 384, 364)
    assert (envido["passes"], envido["yes_paper"]) == (True, 0.5)
    assert (truco["wins"], truco["losses"], round(truco["p"], 3)) == (3866, 2646, 0.594)
    assert steps["level"]["levels"] == ["B"]
    assert (steps["card-second"]["own"], steps["card-second"]["rival"]) == (["ABM", "AMB"], ["BMA", "BAM"])
    assert steps["truco-third"]["states"] == 13  # the paper's list of 14 has the player's own 7o in it
    assert sum(steps["card-first"]["shares"].values()) == pytest.approx(1)
    assert steps["strengths"]["cards"] == printed_numbers()["strengths"]
    assert {round(one, 2) for one in steps["strengths"]["hands"].values()} == {7.33}
    divided = steps["combinations"]  # the paper's 13 and 169 hold only beside a card that nobody else can have
    assert (divided["columns"], divided["both"], divided["unique"], divided["unique-both"]) == (14, 196, 13, 169)
    assert shares_by_first_card([[0] * 6] * 4 + [[1] * 6] * 2) == [0, 0, 1]


def test_every_claim_can_be_judged() -> None:
    listed = claims()
    assert len({claim["id"] for claim in listed}) == len(listed) >= 50
    assert not JUDGES.keys() & MAPS.keys()
    for claim in listed:
        assert claim["kind"] in {**JUDGES, **MAPS}, claim["id"]
        assert all(claim[key] for key in ("en", "pt-BR", "where", "part")), claim["id"]
        assert claim.get("measure", "wins") in MEASURES
        assert claim.get("matrix", "truco") in MATRICES
        assert claim.get("rival", "NPS") in printed_numbers()["rivals"]


# ── a report from given rows ──────────────────────────────────────────────────────────────────────────────────────


def given(done: tuple[Path, Outcome], **changed: Any) -> tuple[Design, dict[str, Any]]:
    rows = {**rows_of(done[0]), **changed}
    return small().design("quick", 3), rows


def with_wins(rows: list[dict[str, Any]], won: int) -> list[dict[str, Any]]:
    """Many matches, of which every so many-th was won."""
    begun = next(row for row in rows if "match" in row)
    made = [{**begun, "match": n, "won": int(n % won == 0), "mano": n % 2 == 0} for n in range(1000)]
    return [*made, *(row for row in rows if "snapshot" in row)]


def test_verdicts_follow_the_matches(done: tuple[Path, Outcome]) -> None:
    every = {"PVCNPS": 9, "NPS": 15, "PVCS": 9, "PVS": 4}
    rows = rows_of(done[0])
    changed = {f"trained/{rival}/0": with_wins(rows[f"trained/{rival}/0"], n) for rival, n in every.items()}
    court = Court(*given(done, **changed), "en")
    words = {claim["id"]: judge(court, claim).word for claim in claims()}
    assert words["trained-1"] == words["trained-2"] == HOLDS  # 11.2 % and 6.7 %
    assert words["trained-4"] == FAILS  # 25 %, not 17 %
    assert words["trained-loses"] == words["least-second"] == words["most-fourth"] == HOLDS
    assert words["mao-4"] == HOLDS  # all its wins are of even matches, which it began as mão
    assert words["pe-1"] == OPEN
    assert words["pe-2"] == OPEN  # as little in both places, and the thesis itself prints 0.4 points
    claim = next(one for one in claims() if one["id"] == "pe-2")
    assert judge(court, {**claim, "printed": 0.06}).word == FAILS  # surely less than 3 points more


def test_a_short_training_decides_nothing_on_maps(done: tuple[Path, Outcome]) -> None:
    design, rows = given(done)
    short = {claim["id"]: judge(Court(design, rows, "en"), claim).word for claim in claims()}
    maps = [claim["id"] for claim in claims() if claim["kind"] in MAPS and not claim.get("always")]
    assert {short[name] for name in maps} == {OPEN}
    found = {
        claim["id"]: judge(Court(long(design), rows, "en"), claim) for claim in claims() if claim["part"] == "self"
    }
    assert OPEN not in {verdict.word for name, verdict in found.items() if name in maps}
    assert found["truco-unfilled"].word == HOLDS
    assert found["truco-brown"].word == FAILS
    assert [claim["id"] for claim in claims() if claim.get("always")] == ["cheap"]


def seen(court: Court, name: str) -> tuple[str, str]:
    verdict = judge(court, next(claim for claim in claims() if claim["id"] == name))
    return verdict.word, verdict.seen


def long(design: Design) -> Design:
    """The same with trainings said to be as long as the paper's."""
    facts = {**design.settings}
    for part in ("self", "trained"):
        facts[part] = {**facts[part], "matches": printed_numbers()[part]["matches"]}
    return Design(design.experiment, design.version, design.scale, design.seed, facts, design.cells)


def with_facts(cell: list[dict[str, Any]], **facts: Any) -> list[dict[str, Any]]:
    return [{**row, "facts": {**row["facts"], **facts}} if "snapshot" in row else row for row in cell]


def test_levels_are_judged_by_what_was_counted(done: tuple[Path, Outcome]) -> None:
    design, rows = given(done)
    levels = [[9.0, 1.0, 1.0], [9.0, 1.0, 1.0], [16_586.0, 18_141.0, 5.0], [2.0, 3.0, 1.0]]
    levels += [[1.0, 9.0, 1.0]] * 3 + [[1.0, 3.0, 2.0]] + [[0.0, 1.0, 1700.5]] * 2 + [[0.0, 1.0, 1648.5]] * 4
    court = Court(long(design), {**rows, "self/0": with_facts(rows["self/0"], levels=levels)}, "en")
    word, told = seen(court, "levels-low")
    assert word == FAILS  # the 6 is medium
    assert "6 medium 18,141 > low 16,586" in told
    assert {seen(court, f"levels-{name}")[0] for name in ("sevens", "medium", "aces", "high")} == {HOLDS}
    word, told = seen(court, "levels-unique")
    assert word == HOLDS
    assert told.endswith("7o 1,648.5, 7e 1,648.5, 1b 1,648.5, 1e 1,648.5, 2 1,700.5, 3 1,700.5")


def test_the_maps_of_both_rounds_are_held_against_each_other(done: tuple[Path, Outcome]) -> None:
    design, rows = given(done)
    self_, other = Matrices.initial(), Matrices.initial()
    self_.truco.win[-1, 0] = 1e6  # one square takes all the blue: the rest of the map is brown
    self_.envido.win[-1, 0] = 1e6
    self_.cards.win[:] = 0
    self_.cards.win[3] = 10
    other.cards.win[:] = 0
    other.cards.win[5] = 10
    changed = dict(rows)
    for key, known in [
        ("self/0", self_),
        *((f"trained/{rival}/0", other) for rival in ("PVCNPS", "NPS", "PVCS", "PVS")),
    ]:
        pictures = {name: picture(sheet(known, name)).to_dict() for name in MATRICES}
        changed[key] = [{**row, "pictures": pictures} if "pictures" in row else row for row in rows[key]]
    court = Court(long(design), changed, "en")
    names = ("envido-tones", "truco-less-brown", "cards-fourth-row")
    assert {seen(court, name)[0] for name in names} == {HOLDS}
    assert seen(court, "cards-conservative")[0] == FAILS  # all four are the same
    swapped = {key: changed["trained/PVS/0"] if key == "self/0" else cell for key, cell in changed.items()}
    assert {seen(Court(long(design), swapped, "en"), name)[0] for name in names} == {FAILS}


def test_the_second_highest_has_one_above_and_two_below(done: tuple[Path, Outcome]) -> None:
    rows = rows_of(done[0])
    for every, word in (((9, 4, 2, 9), HOLDS), ((9, 2, 4, 9), FAILS), ((7, 6, 2, 9), OPEN), ((4, 4, 2, 9), FAILS)):
        pairs = zip(printed_numbers()["rivals"], every, strict=True)
        changed = {f"initial/{rival}/0": with_wins(rows[f"initial/{rival}/0"], n) for rival, n in pairs}
        court = Court(*given(done, **changed), "en")
        assert seen(court, "initial-rank")[0] == word, every
        as_printed = HOLDS if every[1] == 4 else FAILS  # 25 % is not far from 32 % of 50 matches, 11 % and 50 % are
        assert seen(court, "initial-2")[0] == as_printed


def test_truco_accepted_in_self_play_is_counted_from_both_seats(done: tuple[Path, Outcome]) -> None:
    design, rows = given(done)
    played = [row for row in rows["self/0"] if "match" in row]
    told = [dict(zip(COUNTS, row["log"], strict=True)) for row in played]
    assert [one["hands"] for one in told] == [[row["hands"]] * 2 for row in played]
    assert all(sum(one["points"]) == 0 for one in told)
    assert [sum(one["truco-called"]) for one in told] == [sum(one["truco-asked"]) for one in told]
    assert [sum(one["truco-taken"]) for one in told] == [sum(one["truco-accepted"]) for one in told]
    for row in played:
        row["log"][COUNTS.index("truco-asked")], row["log"][COUNTS.index("truco-accepted")] = [10, 10], [8, 8]
    court = Court(long(design), rows, "en")
    assert seen(court, "accepts-little")[0] == FAILS
    assert seen(Court(design, rows, "en"), "accepts-little")[0] == OPEN  # not from so short a training


def test_times_are_the_processors_and_tell_nothing_after_a_short_training(done: tuple[Path, Outcome]) -> None:
    design, rows = given(done)
    timed = {
        key: [
            {**row, "processor": 0.9 if key.startswith("trained") else 0.1} if "match" in row else row for row in cell
        ]
        for key, cell in rows.items()
    }
    assert seen(Court(long(design), timed, "en"), "eight-times") == (HOLDS, "9.0 times as long, in processor time")
    assert seen(Court(design, timed, "en"), "eight-times")[0] == OPEN


def test_the_searched_areas_are_outlined_where_the_player_looks(done: tuple[Path, Outcome]) -> None:
    court = Court(*given(done), "pt-BR")
    assert searched(court, "envido") == ([13], list(range(29)))
    assert len(searched(court, "envido-seen").columns) == 7
    assert searched(court, "card-second") == ([4, 5], [0, 1])
    third = searched(court, "truco-third")
    assert (third.rows, len(third.columns)) == ([268], 13)
    plots = areas(court)
    assert [plot.name for plot in plots] == ["area-envido", "area-cards", "area-truco"]
    runs = [len(blocks(searched(court, step).columns)) for step in ("truco", "truco-third")]
    assert plots[2].svg.count("#d6006e") == sum(runs)


def test_no_wins_at_all_make_no_certainty(done: tuple[Path, Outcome]) -> None:
    _, rows = given(done)
    played = RoundMatches(
        {key: [{**row, "won": 0} for row in cell] for key, cell in rows.items() if key.startswith("trained")}
    )
    found = played.gap(("wins-pe", "trained", ("NPS",)), ("wins-mao", "trained", ("NPS",)))
    assert found.mean == 0
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high


# ── a run ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_has_every_table_and_figure(done: tuple[Path, Outcome]) -> None:
    folder, outcome = done
    tables = {table.name: table for table in outcome.report.tables}
    parts = ("trained", "initial", "log", "self", "example", "golden")
    assert set(tables) == {
        *(
            "signs",
            "table51",
            "table52",
            "table53",
            "table54",
            "self",
            "example",
            "corners",
            "log-trained",
            "log-initial",
            "log-rivals",
        ),
        *(f"claims-{part}" for part in parts),
    }
    assert sum(len(tables[f"claims-{part}"].rows) for part in parts) == len(claims())
    plots = {plot.name for plot in outcome.report.plots}
    assert plots == {
        "changed",
        *("area-envido", "area-cards", "area-truco"),
        *(f"{kind}-{name}" for kind in ("initial", "self", "last", "trained") for name in MATRICES),
    }
    assert (folder / "heatmaps.html").stat().st_size < 4_000_000
    assert all(row[-1] is True for name in ("corners", "table51") for row in tables[name].rows)
    assert all(text in outcome.page.read_text() for text in ("Fig. 5.11 (d)", "bolicho reproduce markov-switches"))


@pytest.mark.endurance  # heat maps and areas are drawn in their own tests
def test_the_page_is_drawn_and_can_be_opened(done: tuple[Path, Outcome], tmp_path: Path) -> None:
    shutil.copytree(done[0], tmp_path / "again")
    outcome = reproduce(small(), tmp_path / "again", seed=3)
    assert outcome.taken_over == done[1].about.cells
    assert all(plot.svg.startswith("<?xml") for plot in outcome.report.plots)
    assert outcome.page.stat().st_size < 4_000_000


def test_both_languages_are_made_of_the_same_rows(done: tuple[Path, Outcome], undrawn: list[str]) -> None:
    design, rows = given(done)
    made: dict[str, Report] = {"en": done[1].report, "pt-BR": small().report(design, rows, "pt-BR")}
    shapes = [[(table.name, len(table.rows), len(table.columns)) for table in one.tables] for one in made.values()]
    assert shapes[0] == shapes[1]
    assert "não se pode dizer" in str(made["pt-BR"].tables)
    assert "cannot be told" in str(made["en"].tables)
    assert not {"{", "}"} & set("".join(made["pt-BR"].findings))
    words: dict[str, Any] = tomllib.loads(
        (files("bolicho.lab.works.rossato") / "words.toml").read_text(encoding="utf-8")
    )
    ours, theirs = (words[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}


def test_all_but_the_times_comes_from_the_seed(done: tuple[Path, Outcome], tmp_path: Path) -> None:
    filled(tmp_path / "again")
    assert untimed(rows_of(tmp_path / "again")) == untimed(rows_of(done[0]))


def test_rounds_share_their_deals_and_the_learner_takes_both_seats(done: tuple[Path, Outcome]) -> None:
    rows = rows_of(done[0])
    one, two = (rows[f"trained/{rival}/0"][:5] for rival in ("NPS", "PVS"))
    assert [row["mano"] for row in one] == [row["mano"] for row in two]
    assert [row["mano"] for row in rows["initial/NPS/0"][:2]] == [row["mano"] for row in one[:2]]
    assert all(sum(row["log"][0]) == row["hands"] for row in one)
    assert all(row["points"][0] - row["points"][1] == sum(row["log"][COUNTS.index("points")]) for row in one)


def test_a_killed_run_goes_on(done: tuple[Path, Outcome], tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    shutil.copytree(done[0], folder)
    lines = (folder / "rows.jsonl").read_text().splitlines(keepends=True)
    kept = [line for line in lines if '"trained/NPS/0"' not in line and '"page"' not in line]
    (folder / "rows.jsonl").write_text("".join(kept) + '{"cell":"trained/NPS')
    home = folder / "series" / "trained-NPS-0"
    shutil.rmtree(home)  # killed before anything of the series was saved, its log half written
    log = home.with_name("trained-NPS-0-hands.jsonl")
    log.write_text(log.read_text()[:-40])
    assert filled(folder) == done[1].about.cells - 2
    assert untimed(rows_of(folder)) == untimed(rows_of(done[0]))


def test_a_log_that_lost_hands_is_played_again(tmp_path: Path) -> None:
    facts = {"matches": 3, "every": 3, "run": 0, "shown": [1], "whole": False, "rival": "NPS", "base": "base"}
    asked = (tmp_path / "nps", facts, 1, {"target": 12}, "cbr:NPS@starter")
    first = series(*asked)
    log = tmp_path / "nps-hands.jsonl"
    assert [sum(read_log(log)[n]["log"][0]) for n in range(3)] == [row["hands"] for row in first[:3]]
    log.write_text("".join(log.read_text().splitlines(keepends=True)[3:]))
    again = series(*asked)
    assert untimed({"a": again}) == untimed({"a": first})


def test_the_learner_learns_and_its_rivals_do_not_see_it(done: tuple[Path, Outcome]) -> None:
    rows = rows_of(done[0])["self/0"]
    snapshots = [row for row in rows if "snapshot" in row]
    shares = [row["facts"]["cards"]["added"] for row in snapshots]
    assert [row["matches"] for row in snapshots] == [2, 4, 6, 8]
    assert list(np.sort(shares)) == shares
    assert shares[-1] > shares[0] > 0
