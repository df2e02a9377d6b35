"""Rosa (2008), small: the numbers of both sources, its sizes, the page, the claims, the golden examples."""

import json
import shutil
import tomllib
from importlib.resources import files
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.cli.test_words import placeholders
from tests.lab.run_folders import rows_of

from bolicho.core.words import LANGUAGES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.engine.verdicts import again
from bolicho.lab.works.rosa.bidding import Bidding
from bolicho.lab.works.rosa.experiment import Rosa
from bolicho.lab.works.rosa.golden import golden
from bolicho.lab.works.rosa.judge import AGREE, APART, NOT, NOT_OURS, PARTLY, Judges, claims, docket, of_sources
from bolicho.lab.works.rosa.numbers import bidding_numbers, play_numbers
from bolicho.lab.works.rosa.play import Play

SMALL = {
    "quick": {"tpc": 6, "common": 2, "middle": 2, "rare": 2, "plain": 3, "literal": 2, "house": 2, "few": 2}
    | {"worlds": 2},
}


def small() -> Rosa:
    return Rosa(SMALL, simulations=5)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    return folder, reproduce(small(), folder, seed=3, workers=1)


def test_the_numbers_of_both_sources_are_those_of_the_appendices() -> None:
    assert list(bidding_numbers("rules-paper", "solo-8")) == list(range(13, -1, -1))
    assert bidding_numbers("rules-paper", "rik")[11] == (9.45, 10.3)
    assert bidding_numbers("mc", "piek") == {2: (1.12, 5.5), 1: (0.51, 4.1), 0: (0.19, 3.0)}
    assert bidding_numbers("mc-paper", "misere") == {1: (0.02, 3.5), 0: (0.0, 2.6)}
    found = play_numbers("mc-paper", "misere", "rules-paper")
    assert found == ((0.2, 0.15), (0.7, 0.96))
    assert play_numbers("rules", "rik", "rules-paper") is None


def test_at_the_scale_of_the_paper_no_size_is_smaller_than_the_works() -> None:
    analyses = EXPERIMENTS.make("rosa").analyses("paper")
    rules, monte_carlo = analyses["bidding/rules-paper/rik"], analyses["bidding/mc-paper/rik"]
    assert isinstance(rules, Bidding)
    assert isinstance(monte_carlo, Bidding)
    assert min(rules.repetitions) >= 500
    printed = (10, *[100] * 8, 50, 50, 10, 10, 10)
    assert all(ours >= theirs for ours, theirs in zip(monte_carlo.repetitions, printed, strict=True))
    played = [analysis for name, analysis in analyses.items() if name.startswith("play/")]
    assert len(played) == 32
    assert all(isinstance(analysis, Play) and analysis.repetitions >= 10 for analysis in played)
    assert all(analysis.simulations == 100 and not analysis.trump for analysis in played)
    assert all(analysis.check() for analysis in analyses.values())


def test_it_writes_tables_and_plots(done: tuple[Path, Outcome]) -> None:
    folder, outcome = done
    plots = ("quadro20-rik", "quadro20-few", "quadro21-declarer", "quadro21-opponent")
    assert {path.name for path in folder.iterdir()} == {
        *("design.json", "rows.jsonl", "times.jsonl", "report.html", "report.md"),
        *(f"{name}.{kind}" for name in plots for kind in ("svg", "csv")),
    }
    tables = {table.name: table for table in outcome.report.tables}
    assert set(tables) == {
        *(
            "signs",
            "axes",
            "errors",
            "quadro21",
            "quadro21-oponente",
            "oponente",
            "house",
            "trump",
            "claims",
            "claims-expected",
            "golden",
        ),
        *(
            f"quadro20-{technique}-{game}"
            for technique in ("rules-paper", "mc-paper")
            for game in ("rik", "piek", "misere")
        ),
    }
    assert len(tables["quadro21"].rows) == 16
    assert len(tables["claims"].rows) + len(tables["claims-expected"].rows) == len(claims())
    html = outcome.page.read_text()
    assert html.count("<svg") == 4
    assert "Vorsteveld" in html


def test_the_rows_come_from_the_seed_whoever_works(
    done: tuple[Path, Outcome], tmp_path: Path, undrawn: list[str]
) -> None:
    again = tmp_path / "again"
    reproduce(small(), again, seed=3, workers=2, language="pt-BR")
    assert rows_of(done[0]) == rows_of(again)
    assert (done[0] / "quadro21-declarer.csv").exists()
    assert "O que o trabalho conclui" in (again / "report.html").read_text()


def test_the_golden_examples_come_out() -> None:
    rows = golden("en").rows
    assert [row[3] for row in rows] == ["6.15", "16", "losers 1, 2, 3, 0: 6", "8s 7s 6s"]
    assert [row[2] for row in rows[1:]] == [row[3] for row in rows[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_is_judged(done: tuple[Path, Outcome], language: str) -> None:
    rows: dict[str, Any] = {}
    for key, some in rows_of(done[0]).items():
        parts = key.split("/")
        rows.setdefault("/".join(parts[: 4 if parts[0] == "play" else 3]), []).extend(some)
    found = docket(rows, language)
    assert (len(found.judged), len(found.expected), len(found.verdicts)) == (21, 3, 24)
    assert {one.id: again(one.ground or {}) for one in found.judged} == {one.id: one.word for one in found.judged}
    assert {one.word for one in found.judged} <= {HOLDS, FAILS, OPEN}
    fine = {PARTLY, NOT, OPEN, HOLDS}
    assert {one.nuance for one in found.verdicts.values() if not of_sources(one)} <= {
        f"verdict-{word}" for word in fine
    }
    between = [one for one in found.verdicts.values() if of_sources(one)]
    assert len(between) == 5 == sum(claim["judge"] == "sources_agree" for claim in claims())
    assert [one.nuance for one in between].count(f"verdict-{AGREE}") >= 1
    assert all(one.seen and one.nuance and "{" not in one.seen for one in found.judged)


def made(*counts: int) -> list[dict[str, Any]]:
    return [
        {"number": n, "hand": str(n), "declarer": [count] * 4, "opponents": [0] * 4, "others": [0] * 3}
        for n, count in enumerate(counts)
    ]


def test_a_judge_can_say_yes_and_no_and_that_it_is_open() -> None:
    games = ("rik", "solo-8", "piek", "misere")
    high, low = made(20, 21, 20, 22, 19), made(4, 5, 3, 4, 4)

    def verdict(*first_is_better: bool | None) -> str:
        rows = {}
        for game, better in zip(games, first_is_better, strict=True):
            rows[f"play/a/b/{game}"] = high if better or better is None else low
            rows[f"play/b/a/{game}"] = low if better else high
        found: str = Judges(rows, "en").beats("a", "b", 3)[1]
        return found

    assert verdict(True, True, True, False) == HOLDS
    assert verdict(False, False, True, True) == NOT
    assert verdict(True, True, None, None) == OPEN


def bid(more: tuple[int, ...], times: int = 20, values: range = range(11)) -> Judges:
    """Hands that make so many tricks more than their estimate, by turns."""
    rows = [
        {"value": v, "share": 1 / len(values), "estimate": float(v), "tricks": v + more[n % len(more)], "made": True}
        for v in values
        for n in range(times)
    ]
    return Judges({"bidding/x/rik": rows}, "en")


@pytest.mark.parametrize("given", ["made", "estimate"])
def test_estimates_below_the_tricks_made_are_too_low_and_above_them_too_high(given: str) -> None:
    low, high = bid((2, 3)), bid((-2, -3), values=range(3, 14))
    assert low.side("x", given, "under")[1] == high.side("x", given, "over")[1] == HOLDS
    assert low.side("x", given, "over")[1] == high.side("x", given, "under")[1] == NOT


def test_nothing_is_said_of_the_side_while_nothing_is_sure() -> None:
    for given in ("made", "estimate"):
        assert {bid((-1, 1), values=range(1, 13)).side("x", given, side)[1] for side in ("under", "over")} == {OPEN}


@pytest.mark.parametrize("side", ["under", "over"])
def test_estimates_that_are_right_lie_on_neither_side(side: str) -> None:
    assert bid((-1, 1), times=400, values=range(1, 13)).side("x", "estimate", side)[1] == NOT


def test_an_estimate_is_weighed_as_it_was_before_it_was_rounded() -> None:
    rows = [
        {"value": v, "share": 1 / 14, "estimate": v + 0.4, "tricks": v + (n % 5 < 2), "made": True}
        for v in range(14)
        for n in range(400)
    ]
    judges = Judges({"bidding/x/rik": rows}, "en")
    assert judges.side("x", "estimate", "under")[1] == NOT  # more tricks than the value, as many as the estimate
    assert judges.close("x", 0.1)[1] == HOLDS


@pytest.mark.parametrize(
    ("estimates", "word"),
    [((0.2, 0.4), HOLDS), ((1.5, 1.7), PARTLY), ((2.5, 2.7), NOT), ((3.4, 3.6), NOT), ((0.1, 2.5), OPEN)],
)
def test_a_gain_that_comes_of_the_hands_is_not_the_players(estimates: tuple[float, float], word: str) -> None:
    """Vorsteveld's estimate of hands that made nothing is 2.6, Rosa's 0."""
    rows = [
        {"value": 0, "share": 1.0, "estimate": estimate, "tricks": n % 2, "made": True}
        for n in range(20)
        for estimate in estimates
    ]
    assert Judges({"bidding/rules-paper/misere": rows}, "en").hands("rules-paper", "misere", 0)[1] == word


def test_a_few_sure_values_hold_in_part_once_the_others_are_sure_too() -> None:
    assert bid((2, 3), values=range(5)).side("x", "estimate", "under")[1] == OPEN
    both = [
        bid(more, values=values).rows["bidding/x/rik"]
        for more, values in (((2, 3), range(5)), ((-2, -3), range(5, 11)))
    ]
    assert Judges({"bidding/x/rik": [*both[0], *both[1]]}, "en").side("x", "estimate", "under")[1] == PARTLY


def test_a_limit_inside_the_interval_leaves_a_claim_open() -> None:
    judges = bid((0, 1))  # 5.5 with an estimate of 5, give or take 0.24
    assert judges.near("x", 5, 5.5, 0.5)[1] == HOLDS
    assert judges.near("x", 5, 5.5, 0.1)[1] == judges.near("x", 5, 6.0, 0.5)[1] == OPEN
    assert judges.near("x", 5, 6.5, 0.5)[1] == judges.near("x", 5, 4.0, 0.5)[1] == NOT


def test_what_is_said_to_the_page_does_not_reach_the_judge() -> None:
    told = {key for claim in claims() for key in claim}
    assert "fails" in told
    for claim in claims():
        facts = set(claim) - set(NOT_OURS)
        assert facts == set(signature(getattr(Judges, claim["judge"])).parameters) - {"self"}, claim["id"]


def test_means_are_close_or_not_only_beyond_chance() -> None:
    judges = bid((0, 1))  # off by half a trick everywhere
    assert [judges.close("x", tolerance)[1] for tolerance in (0.7, 0.5, 0.3)] == [HOLDS, OPEN, NOT]
    assert bid((0, 1), times=1).close("x", 0.5)[1] == OPEN


def test_better_than_vorsteveld_means_better_than_his_number() -> None:
    def verdict(*counts: int) -> str:
        rows = {f"play/rules-paper/{other}/piek": made(*counts) for other in ("random", "mc-paper")}
        found: str = Judges(rows, "en").plays_better("rules-paper", "piek", ["random", "mc-paper"])[1]
        return found

    theirs = [play_numbers("rules-paper", "piek", other) for other in ("random", "mc-paper")]
    assert all(numbers is not None and 0.1 < numbers.declarer.vorsteveld < 0.9 for numbers in theirs)
    assert verdict(*[24, 23] * 20) == HOLDS
    assert verdict(*[10, 11] * 20) == HOLDS  # though below what Rosa has
    assert verdict(*[0, 1] * 20) == NOT
    assert verdict(0, 24) == OPEN


def test_what_is_played_here_does_not_make_the_sources_agree() -> None:
    for counts in ((24, 23), (0, 1)):
        judges = Judges({f"play/rules-paper/{other}/rik": made(*counts) for other in ("random", "mc-paper")}, "en")
        assert judges.sources_agree("rules-paper", "rik", ["random", "mc-paper"], 1.0)[1] == AGREE
        assert judges.sources_agree("rules-paper", "rik", ["random", "mc-paper"], -1.0)[1] == APART


def test_opponents_matter_more_only_beyond_chance() -> None:
    def verdict(rules_random: int, mc_random: int, rules_mc: int, mc_rules: int, spread: int = 1) -> str:
        rates = {
            "rules-paper/random": rules_random,
            "mc-paper/random": mc_random,
            "rules-paper/mc-paper": rules_mc,
            "mc-paper/rules-paper": mc_rules,
        }
        rows = {
            f"play/{who}/{game}": made(*(rate + spread * (n >> bit & 1) for n in range(16)))
            for game in ("rik", "solo-8", "piek", "misere")
            for bit, (who, rate) in enumerate(rates.items())
        }
        found: str = Judges(rows, "en").opponents_matter()[1]
        return found

    assert verdict(20, 20, 10, 10) == HOLDS
    assert verdict(20, 5, 20, 5) == NOT
    assert verdict(10, 8, 7, 6, 12) == OPEN


@pytest.mark.parametrize("file", ["words.toml", "analyses.toml"])
def test_both_languages_say_the_same(file: str) -> None:
    tables = tomllib.loads((files("bolicho.lab.works.rosa") / file).read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert set(ours) == set(theirs)
    for key, text in ours.items():
        assert placeholders(text) == placeholders(theirs[key]), key
    assert all(claim["en"] and claim["pt-BR"] for claim in claims())


def test_people_reach_it_from_the_command_line(
    done: tuple[Path, Outcome], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, undrawn: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(done[0], "results/rosa-quick-3")  # played already, and taken over
    monkeypatch.setattr(EXPERIMENTS, "_loaded", {"rosa": small})
    said = knock("reproduce", "rosa", "--seed", "3", "--json", "--language", "en")
    assert said.code in (None, 0), said
    data = json.loads(said.out)
    assert data["tables"]["golden"]["rows"][0][3] == "6.15"
    assert Path("results/rosa-quick-3/report.html").exists()
