"""Paulus, small: the published numbers, the verdicts, from the design to the page, what is a function of the seed."""

import json
import shutil
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.test_words import placeholders
from tests.lab.drawings import no_drawings
from tests.lab.run_folders import rows_of

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.bases import starting_base
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN
from bolicho.lab.engine.measures import gap
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.engine.verdicts import above
from bolicho.lab.works.paulus.experiment import Paulus
from bolicho.lab.works.paulus.judge import AGREES, JUDGES, Court, claims
from bolicho.lab.works.paulus.lineup import FURTHER, MORE, Player, players, printed_numbers, stages
from bolicho.lab.works.paulus.measures import MEASURES, Pick, StageMatches
from bolicho.lab.works.paulus.people import MEASURES as PEOPLES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.decision.reuse import POLICIES
from bolicho.learn.cases.truco.scenarios import ALL
from bolicho.store import Store

SMALL: dict[str, dict[str, Any]] = {
    "quick": {
        "matches": {"stage1": 2, "revision": 2, "stage2": 2, "stage3": 2} | {f"{stage}{MORE}": 2 for stage in FURTHER},
        "training": {"matches": 3, "recluster": "off"},
        "queries": 5,
        "foreseen": 2,
    }
}

MORE_SMALL = {"quick": SMALL["quick"] | {"matches": SMALL["quick"]["matches"] | {f"stage1{MORE}": 4}}}


def small() -> Paulus:
    return Paulus("starter", SMALL, {"target": 2})


@pytest.fixture(autouse=True)
def a_store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "nobody.db"))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    nobody = str(folder.with_name("nobody.db"))
    with no_drawings():
        return folder, reproduce(small(), folder, seed=3, workers=1, store=nobody)


# ── the paper, as data ─────────────────────────────────────────────────────────────────────────────────────────────


class Thrown(StageMatches):
    """A stage of ten known coins, the first of them the strongest, two matches a board."""

    def __init__(self, boards: int, rng: Random) -> None:
        self.seed = 1
        chances = {name: 0.75 - 0.05 * place for place, name in enumerate("ABCDEFGHIJ")}
        self.thrown = {
            name: {n: Board(2, sum(rng.random() < chance for _ in range(2))) for n in range(boards)}
            for name, chance in chances.items()
        }

    def policies(self, stage: str, how: str) -> list[str]:
        return list(self.thrown)

    def boards(self, measure: str, pick: Pick) -> dict[int, Board]:  # type: ignore[override]
        assert pick.who is not None
        return self.thrown[next(iter(pick.who))]


@pytest.mark.parametrize(
    ("draws", "wrong", "many"), [(4, 1, 600), pytest.param(20, 3, 5000, marks=pytest.mark.endurance)]
)
def test_an_order_is_the_same_when_it_is_and_few_boards_do_not_deny_it(draws: int, wrong: int, many: int) -> None:
    same, other = "ABCD", "JIHG"

    def sides(boards: int, order: str) -> list[str]:
        return [above(Thrown(boards, Random(n)).agreement("stage3", "fixed", order), AGREES) for n in range(draws)]

    assert sides(18, same).count(FAILS) <= wrong
    assert set(sides(min(many, 1000), same)) == {HOLDS}
    assert set(sides(18, other)) == {FAILS}
    assert Thrown(many, Random(1)).agreement("stage3", "fixed", same).mean == pytest.approx(1)


def test_the_design_is_that_of_the_paper_with_at_least_as_many_matches() -> None:
    design = EXPERIMENTS.make("paulus").design("paper", 1)
    played: dict[str, int] = {}
    for cell in design.cells:
        if cell.key.startswith("stage"):
            place = "/".join(cell.key.split("/")[:2])
            played[place] = played.get(place, 0) + cell.facts["matches"]
    printed = printed_numbers()
    assert printed["stage1"]["total"] == 190 * 2 * printed["stage1"]["boards"]
    for how in ("fixed", "adaptive"):
        assert played[f"stage1/{how}"] == 190 * 80 > printed["stage1"]["total"] / 2, "it counts each match twice"
    assert (played["stage2/fixed"], played["stage2/adaptive"]) == (10 * 100, 10 * 1_000)
    assert (played["stage3/fixed"], played["stage3/adaptive"]) == (45 * 50, 45 * 400)
    for stage in ("stage2", "stage3"):
        assert played[f"{stage}/fixed"] >= printed[stage]["total"], "nowhere fewer than in the paper"
    lessons = [cell.facts for cell in design.cells if cell.key.startswith("learn/")]
    assert lessons[-1]["last"] == printed["learning"]["matches"]
    assert all(one["last"] == two["first"] for one, two in pairwise(lessons))


def test_the_boards_of_a_pair_are_its_own_and_shared_by_both_thresholds() -> None:
    homes: dict[int, set[str]] = {}
    hows: dict[str, set[int]] = {"fixed": set(), "adaptive": set()}
    for cell in Paulus("starter").design("paper", 1).cells:
        if cell.key.startswith("stage1/"):
            _, how, pair, _ = cell.key.split("/")
            for board in range(cell.facts["board"], cell.facts["board"] + cell.facts["matches"] // 2):
                homes.setdefault(board, set()).add(pair)
                hows[how].add(board)
    assert all(len(pairs) == 1 for pairs in homes.values())
    assert hows["adaptive"] == hows["fixed"], "a difference is taken over the boards that both share"


def test_a_claim_that_its_stage_leaves_open_has_matches_of_its_own_on_boards_of_their_own() -> None:
    boards: dict[str, set[int]] = {}
    who: dict[str, set[str]] = {}
    for cell in Paulus("starter").design("paper", 1).cells:
        if cell.key.startswith("stage"):
            stage, _, pair, _ = cell.key.split("/")
            first, count = cell.facts["board"], cell.facts["matches"] // 2
            boards.setdefault(stage, set()).update(range(first, first + count))
            who.setdefault(stage, set()).add(pair)
    for stage, policy in FURTHER.items():
        assert all(pair.split(" ")[0] == policy for pair in who[f"{stage}{MORE}"])
        assert not boards[f"{stage}{MORE}"] & set().union(
            *(boards[name] for name in boards if name != f"{stage}{MORE}")
        )
    assert len(who[f"stage1{MORE}"]) == 19, "it meets everybody"


def test_matches_for_a_claim_are_counted_for_it_alone() -> None:
    design = Paulus("starter", MORE_SMALL).design("quick", 1)
    cells = {cell.key: cell for cell in design.cells if cell.key.startswith("stage1")}
    rows = {key: [_row(cell.facts, n) for n in range(cell.facts["matches"])] for key, cell in cells.items()}
    played = StageMatches(design, rows)
    alone, rival, everybody = frozenset(("PVCS",)), frozenset(("NPS",)), None
    usual = {who: played.figure("wins", Pick("stage1", "fixed", who)).n for who in (alone, rival, everybody)}
    more = {who: played.figure("wins", Pick("stage1", "fixed", who, more=True)).n for who in usual}
    assert (usual[alone], more[alone]) == (19 * 2, 19 * 4)
    assert (more[rival], more[everybody]) == (usual[rival], usual[everybody])
    assert played.standings("stage1", "fixed", more=True)["PVCS"].n == 19 * 4


def _row(facts: Mapping[str, Any], n: int) -> dict[str, Any]:
    seats = facts["agents"] if n % 2 == 0 else facts["agents"][::-1]
    row = Row(facts["match"] + n, facts["board"] + n // 2, tuple(seats), (24, 12), seats[0], 12, (24, 12))
    return row.to_dict()


def test_everybody_plays() -> None:
    assert {player.policy for player in players() if player.base == "base"} == set(POLICIES)
    met = {player for stage in stages() for pair in stage.pairs for player in pair}
    assert met == set(players())
    assert Player("PVS", "fixed").spec({"base": "b.csv"}) == "cbr:PVS@b.csv,preset=paper,threshold=0.75,least=0"


def test_everybody_plays_and_learns_by_what_the_printed_numbers_were_made_with_unless_told_otherwise() -> None:
    published_way = Paulus("starter", SMALL).design("quick", 1)
    by_the_words = Paulus("starter", SMALL, reading="text").design("quick", 1)
    assert (published_way.settings["reading"], by_the_words.settings["reading"]) == ("paper", "text")
    assert published_way.settings["options"]["flor_flor"] == "3-each", "the rules of the match engine"
    assert published_way.settings["training"]["reading"] == "paper"
    assert by_the_words.settings["training"]["reading"] == "text"


def test_the_published_groups_add_up() -> None:
    for one in printed_numbers()["scenario"]:
        assert sum(one["groups"]) == one["cases"], one["name"]
        fewer = one["name"] in ("second-card-won", "second-card-lost")  # the slips that the spec lists
        assert len(one["groups"]) == one["k"] - fewer, one["name"]
    assert [one["name"] for one in printed_numbers()["scenario"]] == list(ALL)
    assert sum(one["k"] for one in printed_numbers()["scenario"][:14]) == 67
    slip = printed_numbers()["table12"][2]
    assert round(484 / 7427, 3) == slip["mended"] != slip["share"]


def test_every_claim_can_be_judged() -> None:
    listed = claims()
    assert len({claim["id"] for claim in listed}) == len(listed) == 85
    for claim in listed:
        assert claim["kind"] in JUDGES, claim["id"]
        assert all(claim[key] for key in ("en", "pt-BR", "where", "part"))
        people = claim["kind"].startswith("people-")
        asked = claim.get("measures", [claim.get("measure", "wins")])
        assert set(asked) <= set(PEOPLES if people else MEASURES), claim["id"]
        for key in ("pick", "than"):
            if key in claim and not people:
                pick = Pick.of(claim[key])
                assert pick.who is None or pick.who <= set(POLICIES), claim["id"]
        if claim["kind"] == "untold":
            assert all(claim[f"why-{language}"] for language in LANGUAGES)


# ── judging ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_claim_is_told_only_by_a_whole_interval() -> None:
    assert above(Figure(0.6, 0.51, 0.7), 0.5) == HOLDS
    assert above(Figure(0.4, 0.3, 0.49), 0.5) == FAILS
    assert above(Figure(0.6, 0.49, 0.7), 0.5) == above(Figure(0.9), 0.5) == OPEN


def test_a_gap_over_shared_boards_is_narrower() -> None:
    first = {n: Board(2, n % 3) for n in range(30)}
    same = {n: Board(2, max(0, n % 3 - 1)) for n in range(30)}
    other = {n + 100: board for n, board in same.items()}
    paired, apart = gap(first, same), gap(first, other)
    assert paired.mean == apart.mean == pytest.approx(1 / 3)
    assert (paired.low or 0) > (apart.low or 0)


# ── a run ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_has_every_stage_and_claim(done: tuple[Path, Outcome]) -> None:
    _, outcome = done
    tables = {table.name: table for table in outcome.report.tables}
    assert {"main", "stage1", "stage2", "stage3", "margins", "four", "people", "similarity", "k"} <= set(tables)
    judged = [row for name, table in tables.items() if name.startswith("claims-") for row in table.rows]
    assert sorted(str(row[-1]) for row in judged) == sorted(claim["id"] for claim in claims())
    assert {row[1] for row in judged} <= {"holds", "does not hold", "cannot be told"}
    assert [len(tables[name].rows) for name in ("stage1", "stage2", "stage3", "k", "four")] == [20, 11, 10, 16, 10]
    assert "0.9759615" in str(tables["similarity"].rows[-1])
    assert "synthetic" in outcome.report.lead[:200]
    assert "7.01" in str(tables["margins"].rows[0])
    alone = [figure.n for row in tables["further"].rows for figure in row[1:] if isinstance(figure, Figure)]
    assert alone == [19 * 2, 19 * 2, 2, 2, 2, 2], "in the stage, and in matches of its own"
    html = outcome.page.read_text()
    assert html.count("<svg") == len(outcome.report.plots) == 6


def test_who_draws_lots_is_foreseen_less_often(done: tuple[Path, Outcome]) -> None:
    rows, design = rows_of(done[0]), small().design("quick", 3)
    claim = next(claim for claim in claims() if claim["id"] == "surprise")

    def judged(by_lot: float, by_majority: float) -> str:
        rates = {"PLCNPS": by_lot, "PVCPLS": by_lot, "MJCNPS": by_majority}
        rows["foreseen"] = [
            {"policy": policy, "matches": [[100, 100 * rates.get(policy, 0.9) + n % 2] for n in range(10)]}
            for policy in POLICIES
        ]
        return JUDGES["foreseen"](Court(design, rows, StageMatches(design, rows), "en"), claim).word

    assert [judged(0.7, 0.95), judged(0.95, 0.97), judged(0.7, 0.6), judged(0.9, 0.9)] == [HOLDS, FAILS, FAILS, OPEN]


def test_one_who_never_draws_lots_is_always_foreseen(done: tuple[Path, Outcome]) -> None:
    guesses = {row["policy"]: row["matches"] for row in rows_of(done[0])["foreseen"]}
    assert set(guesses) == set(POLICIES)
    assert all(views == right for views, right in guesses["MJS"])
    assert all(0 < right < views for views, right in guesses["PLS"])


@pytest.mark.endurance  # dots and elbows are drawn in their own tests
def test_the_page_is_drawn(done: tuple[Path, Outcome], tmp_path: Path) -> None:
    shutil.copytree(done[0], tmp_path / "again")
    outcome = reproduce(small(), tmp_path / "again", seed=3, store=str(tmp_path / "nobody.db"))
    assert outcome.taken_over == done[1].about.cells
    assert all(plot.svg.startswith("<?xml") for plot in outcome.report.plots)


def test_people_are_not_made_up(done: tuple[Path, Outcome]) -> None:
    table = next(table for table in done[1].report.tables if table.name == "claims-people")
    verdicts = [row[1] for row in table.rows]
    assert verdicts.count("does not hold") == 2, "the dissertation's own table contradicts two of them"
    assert verdicts.count("cannot be told") == len(verdicts) - 2
    assert sum("n = 0" in str(row[2]) for row in table.rows) == len(verdicts) - 3  # one is beyond any questionnaire
    section = next(section for section in done[1].report.sections if section.title.startswith("Stage 4"))
    assert section.text[0].startswith("No people's matches recorded yet; collect with `bolicho serve`.")


def test_rows_are_the_same_with_two_workers_and_after_a_kill(
    done: tuple[Path, Outcome], tmp_path: Path, undrawn: list[str]
) -> None:
    again, known = tmp_path / "again", rows_of(done[0])
    stages = [key for key in known if key.startswith("stage")]
    left_out = set(known) - set(stages) | set(stages[::10])  # clustering, learning, and some matches of every stage
    again.mkdir()
    shutil.copy(done[0] / "design.json", again)
    lines = (done[0] / "rows.jsonl").read_text().splitlines(keepends=True)
    (again / "rows.jsonl").write_text("".join(line for line in lines if json.loads(line)["cell"] not in left_out))
    stop = len(known) - len(left_out) + 20

    class Killed(Exception):
        pass

    def kill(done: int, _: int, left: float) -> None:
        if done == stop:
            raise Killed

    with pytest.raises(Killed):
        reproduce(small(), again, seed=3, workers=1, progress=kill)
    assert len(rows_of(again)) == stop
    outcome = reproduce(small(), again, seed=3, workers=2, language="pt-BR")
    assert outcome.taken_over == stop
    assert "mãos sintéticas" in outcome.report.lead
    one, two = ({key: [_timeless(row) for row in rows] for key, rows in rows_of(at).items()} for at in (done[0], again))
    assert one == two


def _timeless(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("seconds", "elapsed")}


def test_the_learned_base_is_the_initial_one_and_more(done: tuple[Path, Outcome]) -> None:
    base, learned = (shelf.base(done[0] / "bases" / f"{name}.csv") for name in ("base", "learned"))
    rows = rows_of(done[0])
    assert len(base) == 513
    assert len(learned) == rows["learned"][0]["cases"] > len(base)
    assert set(learned.clusterings) == set(base.clusterings) == set(ALL)
    assert rows["learned"][0]["bets"]["cases"] == len(learned) - len(base)


# ── the base ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_recorded_hands_are_taken_where_they_were_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "mine.db"))
    assert starting_base(None).name == "baseline"
    assert not (tmp_path / "mine.db").exists()
    for name in ("people", "recorded"):
        recorded = shelf.copy("starter", name)
        recorded.source = "recorded"
        with Store.open() as store:
            shelf.save(recorded, store)
        assert starting_base(None).name == name
    experiment = Paulus()
    assert (experiment.start.name, experiment.start.source) == ("recorded", "recorded")
    assert experiment.design("quick", 1).settings["base"]["cases"] == 513
    assert Paulus("baseline").start.source == "synthetic"


def test_a_base_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "mine.db"))
    with pytest.raises(UnknownName, match="case base 'nobody'"):
        EXPERIMENTS.make("paulus:nobody")


def test_a_directory_that_players_could_not_name(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="with , or = in its name"):
        reproduce(small(), tmp_path / "a,b")


def test_both_languages_say_the_same_things() -> None:
    text = (files("bolicho.lab.works.paulus") / "words.toml").read_text(encoding="utf-8")
    tables: dict[str, Any] = tomllib.loads(text)
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}
