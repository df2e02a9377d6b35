"""Lobo Brain, small: from the design to the page, and what is a function of the seed."""

import csv
import tomllib
from dataclasses import replace
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.cli.test_words import placeholders
from tests.lab.run_folders import rows_of

from bolicho.arena.results.intervals import Estimate
from bolicho.bench.qlearning import learning_speed
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES, Words
from bolicho.games import GAMES
from bolicho.games.boards.rules import after, moves, opening, result
from bolicho.games.boards.walk import looks
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, WORDS, claims_of
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.works.lobobrain.cells import tree_sizes
from bolicho.lab.works.lobobrain.elsewhere import Elsewhere
from bolicho.lab.works.lobobrain.experiment import LoboBrain
from bolicho.lab.works.lobobrain.judge import JUDGES
from bolicho.lab.works.lobobrain.measures import BoardMeasures
from bolicho.lab.works.lobobrain.paths import follow

SMALL = {"quick": {"runs": 3, "episodes": 6_000, "games": 10, "positions": 3, "trainings": 3}}


def small() -> LoboBrain:
    return LoboBrain(depths=(1, 2, 3, 4), sizes=SMALL, rounds=1_000, boards=("pong-hau-ki", "tapatan", "achi"))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    return folder, reproduce(small(), folder, seed=3, workers=1)


def test_the_design_is_that_of_the_paper() -> None:
    design = EXPERIMENTS.make("lobobrain").design("paper", 1)
    assert design.settings["players"] == [*(f"minimax:{depth}" for depth in range(1, 9)), "random"]
    played = [cell for cell in design.cells if cell.key.startswith("games/")]
    assert sum(cell.facts["matches"] for cell in played) == 8 * 1_000
    assert all(cell.facts["episodes"] == 100_000 for cell in design.cells if cell.key.startswith("learn/"))


def test_it_writes_both_plots_with_their_numbers(done: tuple[Path, Outcome]) -> None:
    folder, outcome = done
    assert {path.name for path in folder.iterdir()} == {
        *("design.json", "rows.jsonl", "times.jsonl", "report.html", "report.md"),
        *("win-rate.svg", "win-rate.csv", "running-time.svg", "running-time.csv"),
    }
    with (folder / "win-rate.csv").open() as file:
        points = list(csv.DictReader(file))
    assert {point["line"] for point in points} == {
        *("qlearning trained", "qlearning first", "qlearning second", "minimax first", "minimax second"),
    }
    assert all(float(p["low"]) <= float(p["y"]) <= float(p["high"]) for p in points)
    assert {table.name for table in outcome.report.tables} == {
        *(
            "signs",
            "learning",
            "minimax",
            "search-time",
            "learning-time",
            "memory",
            "boards",
            "beside",
            "beside-expected",
        ),
    }
    html = outcome.page.read_text()
    assert html.count("<svg") == 2
    assert "Beside the article" in html


def test_every_claim_of_the_article_has_a_verdict_with_figures(done: tuple[Path, Outcome]) -> None:
    judged = {one.id: one for one in (*done[1].report.claims, *done[1].report.expected)}
    assert list(judged) == [claim["id"] for claim in claims_of("bolicho.lab.works.lobobrain")]
    assert {one.word for one in judged.values()} <= set(WORDS)
    assert all(one.seen and "{" not in one.seen for one in judged.values())
    assert judged["fixed"].word == judged["tree"].word == judged["more-training"].word == HOLDS
    assert judged["loses"].word == FAILS  # its rival moves at random too
    assert judged["useless"].word == HOLDS


def measured(**changed: Any) -> BoardMeasures:
    """What the claims look at, without a run: only what is given."""
    seen = BoardMeasures.__new__(BoardMeasures)
    seen.language, seen.words = "en", Words("bolicho.lab.works.lobobrain", "en", "words.toml")
    for name, value in changed.items():
        setattr(seen, name, value)
    return seen


def verdict(kind: str, seen: BoardMeasures) -> str:
    return JUDGES[kind](
        seen, next(claim for claim in claims_of("bolicho.lab.works.lobobrain") if claim["kind"] == kind)
    ).word


def test_the_costs_are_judged_each_way() -> None:
    assert [verdict("linear", measured(straight={True: fit})) for fit in (0.999, 0.97, 0.5)] == [HOLDS, OPEN, FAILS]
    for growth, words in ((4.0, [HOLDS, HOLDS]), (1.1, [FAILS, FAILS])):
        rate = Estimate(growth, growth - 0.05, growth + 0.05)
        seen = measured(growth={"seconds": rate, "tree": rate}, lookup=[{"moves": 5}], search=[{"tree": 9, "depth": 1}])
        assert [verdict(kind, seen) for kind in ("exponential", "tree")] == words
    by_power = {0.5: HOLDS, 0.7: FAILS, 0.3: FAILS, 0.55: OPEN}
    for power, word in by_power.items():
        trees = [1.0, 2.0, 3.0, 4.0]
        nodes = [[exp(power * t + 0.01 * (-1) ** n)] for n, t in enumerate(trees)]
        rows = [{"tree": [exp(t)], "nodes": some, "best_first": some} for t, some in zip(trees, nodes, strict=True)]
        assert verdict("half", measured(paths=rows)) == word, power
    for ratio, word in ((2.1, HOLDS), (1.2, OPEN), (0.8, OPEN), (0.4, FAILS)):
        seen = measured(lookup=[{"seconds": 1.0}], search=[{"agent_seconds": 3.0}, {"agent_seconds": ratio}])
        assert verdict("slower", seen) == word


def test_memory_is_compared_at_the_depth_that_is_safe() -> None:
    def word(moves: int, *lost: int, n: int = 10) -> str:
        games = {depth: {seat: {"lost": some, "figure": Figure(1.0, n=n)} for seat in ("first", "second")}
                 for depth, some in enumerate(lost, 1)}  # fmt: skip
        rows = [{"depth": depth, "tree": 10.0**depth, "table_entries": 5} for depth in games]
        return verdict("less-memory", measured(lookup=[{"moves": moves}], search=rows, depths=[*games], games=games))

    assert word(500, 1, 1, 0) == HOLDS  # safe at depth 3, where the tree has 1,000 nodes
    assert word(500, 1, 0, 0) == FAILS  # safe at depth 2 already
    assert word(500, 1, 1, 1) == OPEN
    assert word(500, 0, 0, 0, n=0) == OPEN


def finished(*runs: tuple[int, float, int]) -> list[dict[str, Any]]:
    """Finished tables: games won of 100 from each seat, moves that keep the value, moves tried."""
    return [
        {"first": (won, 0, 100 - won), "second": (won, 0, 100 - won), "kept": kept, "entries": tried}
        for won, kept, tried in runs
    ]


def test_runs_without_exploring_are_judged_each_way() -> None:
    good, bad = finished((99, 0.99, 900), (98, 0.98, 910)), finished((80, 0.8, 300), (81, 0.81, 310))
    assert verdict("explore", measured(finished=good, timid=bad)) == HOLDS
    many = [{**run, "entries": 800} for run in bad]
    assert verdict("explore", measured(finished=good, timid=many)) == FAILS  # it is no narrow path
    assert verdict("explore", measured(finished=bad, timid=good)) == FAILS
    unsure = finished((99, 0.99, 300), (60, 0.7, 310))
    assert verdict("explore", measured(finished=good, timid=unsure)) == OPEN


def test_the_table_is_near_the_best_one_by_what_it_plays() -> None:
    for kept, off, word in ((0.99, 0.02, HOLDS), (0.90, 0.02, FAILS), (0.99, 0.09, FAILS), (0.95, 0.02, OPEN)):
        runs = [{"kept": kept + 0.002 * sign, "off": off + 0.001 * sign, "optimal": 0.8} for sign in (-1, 0, 1)]
        assert verdict("optimal", measured(finished=runs)) == word, (kept, off)


def test_useless_work_is_judged_each_way() -> None:
    for useless, word in ((80, HOLDS), (20, FAILS), (50, OPEN)):
        rows = [{"undecided": [100] * 10, "useless": [useless + n % 3 for n in range(10)]}]
        assert verdict("useless", measured(paths=rows, depths=[8])) == word


def at(name: str, positions: int, direct: float, learned: float = 0.9, points: float = 0.9) -> Elsewhere:
    """A board where MiniMax wins 0.8 against random, both with intervals of a hundredth to each side."""

    def sure(rate: float) -> Figure:
        return Figure(rate, rate - 0.01, rate + 0.01)

    mine = {"qlearning": [sure(points)] * 2, "minimax": [sure(0.8)] * 2}
    return Elsewhere(name, positions, 10, 4, sure(learned), sure(0.8), sure(direct), mine)


def test_complex_boards_are_judged_by_both_measures() -> None:
    def word(*boards: tuple[float, float]) -> str:
        others = [at(f"board {n}", 100, *rates) for n, rates in enumerate(boards)]
        return verdict("complex", measured(boards=[at("tapatan", 50, 0.1, 0.1), *others]))

    better, worse, unsure = (0.7, 0.9), (0.3, 0.7), (0.5, 0.8)
    assert word(better, better, better, worse) == HOLDS
    assert word(better, better, worse, worse) == FAILS
    assert word(better, better, unsure, unsure) == OPEN
    same = Figure(0.5, 0.499, 0.505)
    hardly = replace(at("x", 100, 0.5), direct=same, learned=same, searched=same)
    assert verdict("complex", measured(boards=[hardly] * 4)) == FAILS  # as good as the other is not better
    assert word((0.3, 0.9), (0.3, 0.9)) == OPEN  # one measure says yes, the other no
    assert word() == OPEN


def test_wider_use_is_counted_in_boards() -> None:
    def word(*points: float) -> str:
        return verdict("generic", measured(boards=[at("x", 1, 0.5, points=rate) for rate in points]))

    assert word(0.9, 0.9) == FAILS  # as many as MiniMax are no more
    assert word(0.5) == FAILS
    assert word() == OPEN
    fewer = measured(boards=[replace(at("x", 1, 0.5), points={"qlearning": [Figure(0.9, 0.89, 0.91)] * 2,
                                                              "minimax": [Figure(rate, rate, rate)] * 2})
                             for rate in (0.5, 0.9)])  # fmt: skip
    assert verdict("generic", fewer) == HOLDS
    unsure = measured(boards=[replace(at("x", 1, 0.5), points={"qlearning": [Figure(0.9, 0.89, 0.91)] * 2,
                                                               "minimax": [Figure(0.75, 0.7, 0.8)] * 2})])  # fmt: skip
    assert verdict("generic", unsure) == OPEN


def test_losing_at_first_is_judged_each_way() -> None:
    for won, word in ((700, FAILS), (10, HOLDS), (100, OPEN)):
        start = [{"episodes": 1000, "trained": (won + n, 0, 1000 - won - n)} for n in (-2, 0, 2)]
        assert verdict("loses", measured(curve=[start], hard=start)) == word


def test_paths_are_those_of_the_tree() -> None:
    board = GAMES.make("tapatan").board
    begun = opening(board)
    plain, first = (follow(begun, looks(board), 5, best_first=ordered) for ordered in (False, True))
    assert first.nodes < plain.nodes < tree_sizes(board, [begun], 5)[0]
    assert 0 < plain.useless < plain.undecided <= plain.nodes
    assert follow(begun, looks(board), 1) == (1 + len(moves(board, begun)),) * 3  # nothing ends with the first move


def test_all_but_the_times_comes_from_the_seed(done: tuple[Path, Outcome], tmp_path: Path, undrawn: list[str]) -> None:
    again = tmp_path / "again"
    reproduce(small(), again, seed=3, workers=2, language="pt-BR")
    one, two = (
        {key: rows for key, rows in rows_of(folder).items() if not key.startswith("time/")}
        for folder in (done[0], again)
    )
    assert one == two
    assert "Ao lado do artigo" in (again / "report.html").read_text()
    assert (done[0] / "win-rate.csv").read_text() == (again / "win-rate.csv").read_text()


def test_the_learner_gets_better(done: tuple[Path, Outcome]) -> None:
    rows = rows_of(done[0])
    for run in range(3):
        *curve, finished = rows[f"learn/{run}"]
        assert len(curve) == 100
        assert sum(point["trained"][0] for point in curve[:10]) < sum(point["trained"][0] for point in curve[-10:])
        assert finished["first"][0] > 1_900
        assert 0.5 < finished["optimal"] < 0.95


def test_tree_sizes_are_those_of_the_tree() -> None:
    board = GAMES.make("tapatan").board

    def count(position: Any, depth: int) -> int:
        if not depth or result(board, position) is not None:
            return 1
        return 1 + sum(count(after(board, position, move), depth - 1) for move in moves(board, position))

    begun = opening(board)
    assert tree_sizes(board, [begun], 5) == [count(begun, 5)]


def test_both_languages_say_the_same_things() -> None:
    tables: dict[str, Any] = tomllib.loads(
        (files("bolicho.lab.works.lobobrain") / "words.toml").read_text(encoding="utf-8")
    )
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}


def test_how_fast_it_learns_is_measured_beside_openspiel() -> None:
    speed = learning_speed(0.0)
    assert speed.plain.episodes_per_second > 0
    assert (speed.ratio is None) == (speed.openspiel is None)


@pytest.mark.endurance  # on a busy machine a twentieth of a second is no measure
def test_learning_is_faster_than_openspiel() -> None:
    speed = learning_speed(0.05)
    assert speed.ratio is None or speed.ratio > 20
    assert speed.kernel is None or speed.kernel.episodes_per_second > 10 * speed.plain.episodes_per_second


def test_an_unknown_benchmark() -> None:
    said = knock("bench", "nothing")
    assert (said.code, "truco, boards" in said.err) == (2, True)
