"""Moral et al.: the printed numbers, the design, and a small run."""

import math
import os
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from tests.cli.test_words import placeholders
from tests.lab.drawings import no_drawings
from tests.lab.works.moral.sizes import sized

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.matches import pairings
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.works.moral.experiment import SIZES, Moral, cut
from bolicho.lab.works.moral.judge import JUDGES, claims
from bolicho.lab.works.moral.lineup import (
    FIRST_HANDS,
    FIVE,
    LEARNERS,
    Ground,
    Player,
    pairs,
    players,
    printed_numbers,
    start_name,
    training_seed,
)
from bolicho.lab.works.moral.training import at_home, strong_bets
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio
from bolicho.store import Store

# ── the paper, as data ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_design_is_that_of_the_paper() -> None:
    design = EXPERIMENTS.make("moral").design("paper", 1)
    printed = printed_numbers()
    played: dict[tuple[str, str], int] = {}
    for cell in design.cells:
        if cell.key.startswith("test/"):
            _, pair, training, _ = cell.key.split("/")
            played[pair, training] = played.get((pair, training), 0) + cell.facts["matches"]
        if cell.key.startswith("train/"):
            assert cell.facts["matches"] == printed["training"]["matches"]
    assert set(played.values()) == {printed["tests"]["matches"]} == {2 * printed["tests"]["boards"]}
    pairs = {pair for pair, _ in played}
    assert {f"{name} bot0" for name in FIVE} <= pairs
    assert {f"bot3 {name}" for name in FIVE if name != "bot3"} <= pairs
    assert design == Moral().design("paper", 1) != Moral().design("paper", 2)
    assert sum(row[4] == min(row[1:4]) for row in printed["table3"]["cases"]) == printed["table3"]["low"]


def test_everybody_after_a_training_meets_on_the_same_deals_and_each_training_has_its_own() -> None:
    boards: dict[int, dict[str, set[int]]] = {}
    for cell in sized(trainings=3, tests=60).design("quick", 1).cells:
        if cell.key.startswith("test/"):
            _, pair, training, _ = cell.key.split("/")
            here = boards.setdefault(int(training), {}).setdefault(pair, set())
            here.update(pairing.board for pairing in pairings(cell))
    for number, met in boards.items():
        assert set(map(frozenset, met.values())) == {frozenset(range(30 * number, 30 * number + 30))}
    matches = [p.match for c in sized(3, tests=60).design("quick", 1).cells if c.key[:4] == "test" for p in pairings(c)]
    assert len(matches) == len(set(matches))


def test_learners_of_one_number_are_dealt_the_same_cards() -> None:
    cells = [cell for cell in sized(trainings=2).design("quick", 5).cells if cell.key.startswith("train/")]
    assert len(cells) == 2 * len(LEARNERS)
    assert {cell.facts["seed"] for cell in cells} == {training_seed(5, 0), training_seed(5, 1)}
    assert len({training_seed(seed, number) for seed in range(5) for number in range(20)}) == 100


def test_the_tests_compare_bases_and_only_two_keep_their_random_answers() -> None:
    specs = {player.spec for player in players(1, Ground())}
    assert {f"bot0:{name}-0" for name in FIVE} < specs
    assert {spec for spec in specs if spec.startswith(("bot1", "bot2", "bot3", "bot4", "bot5"))} == {
        "bot3:bot3-0",
        "bot4:bot4-0",
    }
    assert (Player("bot3", 1, "own"), Player("bot4", 1, "own")) in list(pairs(1, Ground()))


def test_each_training_begins_with_hands_of_its_own_and_is_tested_against_them() -> None:
    design = sized(trainings=8, tests=20).design("quick", 1)
    assert (design.settings["sets"], design.settings["trainings"]) == (6, 6), "six times 513 hands are in the base"
    for cell in design.cells:
        what, _, number = cell.key.split("/")[:3] if cell.key.count("/") > 1 else (cell.key, "", "")
        begun = start_name(int(number)) if number.isdecimal() else ""
        if what == "train":
            assert cell.facts["start"] == f"{begun}-truco"
            assert cell.facts["against"] == f"bot0:{begun}"
        if what == "test" and cell.key.split("/")[1].endswith(" bot0"):
            assert design.settings["players"][cell.facts["agents"][1]] == f"bot0:{begun}"


def test_a_base_of_one_s_own_is_cut_only_where_it_has_two_sets_of_the_paper_s_size() -> None:
    whole = shelf.base("baseline")
    parts = cut(whole)
    assert [len(part) for part in parts] == [FIRST_HANDS] * 6
    assert [part.row(0) for part in parts] == [whole.row(number * FIRST_HANDS) for number in range(6)]
    assert cut(parts[0]) == [parts[0]]


def test_every_claim_can_be_judged_and_is_told_in_both_languages() -> None:
    listed = claims()
    assert len({claim["id"] for claim in listed}) == len(listed)
    assert {claim["kind"] for claim in listed} == set(JUDGES)
    for claim in listed:
        assert all(claim[key] for key in ("where", "part", *LANGUAGES))
    words = tomllib.loads((files("bolicho.lab.works.moral") / "words.toml").read_text(encoding="utf-8"))
    ours, theirs = (words[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}


# ── a run ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    with no_drawings():
        return folder, reproduce(sized(training=3, tests=2, hands=30), folder, seed=3, workers=1)


def test_a_small_run_to_its_end(done: tuple[Path, Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, outcome = done
    monkeypatch.setenv("BOLICHO_STORE", "elsewhere")
    with at_home(folder) as store:
        for learner in LEARNERS:
            trio = Trio.load(f"{learner.name}-0", store)
            table = next(table for table in outcome.report.tables if table.name == "table4")
            told = next(row for row in table.rows if row[7] == len(trio["truco"]))
            assert told is not None
        pruned, whole = (Trio.load(name, store).sizes for name in ("bot1-0-pruned", "bot1-0"))
        assert all(pruned[mode] <= whole[mode] for mode in MODES)
    assert os.environ["BOLICHO_STORE"] == "elsewhere"
    assert outcome.page.read_text().count("<svg") == 3


def test_a_run_that_is_done_is_taken_over(done: tuple[Path, Outcome], undrawn: list[str]) -> None:
    folder, first = done
    again = reproduce(sized(training=3, tests=2, hands=30), folder, seed=3, workers=1, language="pt-BR")
    assert again.taken_over == first.about.cells
    assert "aprendem casos" in again.report.title


def test_a_run_with_a_base_of_ones_own_is_another_experiment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "mine.db"))
    starter = shelf.base("starter")
    with Store.open() as store:
        shelf.save(starter.subset(starter["mano"].cumsum() <= 60, "mine"), store)
    own = Moral("mine")
    assert own.name == "moral:mine"
    assert own.design("quick", 3) != Moral().design("quick", 3)
    with pytest.raises(BadInput, match="nobody"):
        EXPERIMENTS.make("moral:nobody").design("quick", 3)


@pytest.mark.endurance  # a run from the bundled cases goes to its end above
def test_a_run_may_begin_with_a_base_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: list[str]
) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "mine.db"))
    starter = shelf.base("starter")
    with Store.open() as store:
        shelf.save(starter.subset(starter["mano"].cumsum() <= 60, "mine"), store)
        mine = len(shelf.base("mine", store=store))
    sizes = {"quick": {"trainings": 1, "training": 2, "tests": 2, "hands": 20}}
    experiment = Moral("mine", sizes=sizes)
    assert experiment.name == "moral:mine"
    outcome = reproduce(experiment, tmp_path / "run", seed=3, workers=2)
    assert f"those of mine ({mine} cases)" in outcome.report.lead
    with at_home(tmp_path / "run") as store:
        assert Trio.load("start", store).sizes == dict.fromkeys(MODES, mine)
        assert all(mine <= size < 513 for size in Trio.load("bot1-0", store).sizes.values())
    again = reproduce(experiment, tmp_path / "run", seed=3, workers=1)
    assert again.taken_over == outcome.about.cells
    assert again.report.claims == outcome.report.claims


def test_how_the_paper_is_read_and_by_which_rules_it_is_played_stands_in_the_design() -> None:
    usual, former, gaucho = (EXPERIMENTS.make(name) for name in ("moral", "moral:preset=former", "moral:rules=gaucho"))
    designs = [one.design("quick", 1) for one in (usual, former, gaucho)]
    assert [one.settings["options"]["preset"] for one in designs] == ["ufsm-auto", "ufsm-auto", "gaucho"]
    assert [one.settings["readings"]["victory"] for one in designs] == ["hand", "bet", "hand"]
    assert (
        usual.design("quick", 1).settings["readings"]["salt"] is False
    )  # as finished runs have it: they are judged anew
    assert designs[1].settings["players"][0] == "sound"
    assert "bot0:bot1-0,preset=former" in designs[1].settings["players"]
    trained = next(cell for cell in designs[1].cells if cell.key == "train/bot2/0").facts
    assert (trained["bot"], trained["against"], trained["rules"]) == (
        "bot2:preset=former", "bot0:start,preset=former", "ufsm-auto",
    )  # fmt: skip
    with pytest.raises(BadInput, match="preset=first"):
        EXPERIMENTS.make("moral:preset=first")


def test_the_similarities_of_table_iii_are_means_of_sixteen_attributes_with_a_span_of_52() -> None:
    """Each printed one is a multiple of 1 / (16 * 52), cut after two decimals; see docs/works/readings/moral.md."""
    query, lacks = printed_numbers()["table3"]["query"], []
    for _, high, medium, low, _, printed in printed_numbers()["table3"]["cases"]:
        parts = math.floor((1 - printed / 100) * 832)
        assert math.floor((1 - parts / 832) * 10_000) == round(printed * 100)
        cards = abs(high - query["high"]) + abs(medium - query["medium"]) + abs(low - query["low"])
        lacks.append((parts, parts - cards))
    assert lacks[0] == (8, 7)
    assert lacks[2] == (12, 12), "the very cards of the query: what differs is not shown"
    assert min(rest for _, rest in lacks) > 0


def test_strong_bets_are_those_of_the_player_with_a_strong_hand() -> None:
    base = shelf.base("starter")
    marked = strong_bets(base)
    assert 0 < marked.sum() < len(base)
    assert (base["high"][marked] >= 40).all()
    called = sum((base[f"{bet}_by"] == 1) for bet in ("truco", "retruco", "vale_quatro"))
    assert (called[marked] >= 1).all()


def test_every_scale_is_there() -> None:
    assert list(SIZES) == ["quick", "paper", "full"]
    assert SIZES["full"]["trainings"] > 1
