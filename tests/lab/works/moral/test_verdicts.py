"""Moral et al.: verdicts each way, and a report, from rows that are given."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from tests.lab.works.moral.sizes import sized

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board, ratio
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Verdict
from bolicho.lab.engine.experiment import Cell, Design, Rows
from bolicho.lab.engine.matches import pairings
from bolicho.lab.works.moral.experiment import Moral
from bolicho.lab.works.moral.judge import Court, claims
from bolicho.lab.works.moral.lineup import (
    FIVE,
    printed_numbers,
)
from bolicho.lab.works.moral.measures import MatchesByPair
from bolicho.learn.cases.truco.learned_case import MODES

Rate = Callable[[str, str], float]
"""How many of a hundred boards the first wins from the second, as a share."""


def even(_: str, __: str) -> float:
    return 0.5


def given(design: Design, rate: Rate = even, **sizes: tuple[int, int, int]) -> dict[str, Rows]:
    """Make up the rows of a design: who wins how much, and the cases in each base."""
    return {cell.key: _rows(cell, rate, sizes) for cell in design.cells}


def _rows(cell: Cell, rate: Rate, sizes: Mapping[str, tuple[int, int, int]]) -> Rows:
    kind, _, rest = cell.key.partition("/")
    if kind == "test":
        first, second = rest.split("/")[0].split(" ")
        return [_match(pairing, cell.facts["agents"], rate(first, second)) for pairing in pairings(cell)]
    if kind == "train":
        return [_training(cell.facts["matches"], sizes.get(cell.facts["name"], (600, 520, 1000)))]
    if kind == "flor":
        count = 5 if cell.key.endswith("fair") else 300
        return [{"hands": 6000, "matches": 400, "flor_flor": 2 * count, "contra_flor": count, "mean_weight": 1.0,
                 "true_share": 0.001, "true_low": 0.0004, "true_high": 0.0019}]  # fmt: skip
    if kind == "table3":
        case = {"high": 24, "medium": 6, "low": 1, "mano": 1, "mine_1": 1, "won": True, "points": 1, "alike": 1.0}
        return [{"case": n, **case, "action": "low" if n < 7 else "high"} for n in range(10)]
    mode = {"cases": 513, "covered": [400, 500], "contradicting": [10, 500], "before": 513, "after": 300}
    return [{"mode": name, **mode} for name in MODES]


def _match(pairing: Any, agents: list[int], rate: float) -> dict[str, Any]:
    first, second = agents
    won = first if (pairing.board * 37 + 11 * (pairing.seats[0] == first)) % 100 < 100 * rate else second
    known = [18 if agent == first else 10 for agent in pairing.seats]
    tally: dict[str, Any] = {"asked": [20, 20], "known": known, "chance": [0, 0]}
    tally["habits"] = {"truco": 9, "truco-refused": 4, "envido": 6, "envido-refused": 4, "folded": 3, "first-tied": 1}
    return Row(pairing.match, pairing.board, pairing.seats, (24, 3), won, 12, (24, 3), tally=tally).to_dict()


def _training(matches: int, sizes: tuple[int, int, int]) -> dict[str, Any]:
    now = dict(zip(MODES, sizes, strict=True))
    asked = {"envido": 2, "flor": 0, "truco": 6}
    return {
        "matches": matches,
        "won": matches // 2,
        "hands": 20 * matches,
        "cases": {mode: {"start": 513, "kept": size, "removed": 0, "now": size} for mode, size in now.items()},
        "help": {what: {mode: n * matches for mode, n in asked.items()} for what in ("asked", "answered", "timed_out")},
        "growth": [
            {"match": match, "hands": 20 * match, **{mode: 513 if not match else size for mode, size in now.items()}}
            for match in (0, matches)
        ],
        "seconds": 30.0,
        "by_match": {"hands": [19, 21] * (matches // 2), "asked": {mode: [n] * matches for mode, n in asked.items()}},
        "forgotten": {mode: {"all": [50, 513], "strong-lost": [9, 18], "strong-won": [1, 70]} for mode in MODES},
    }


def verdicts(rate: Rate = even, experiment: Moral | None = None, **sizes: tuple[int, int, int]) -> dict[str, str]:
    design = (experiment or sized()).design("quick", 1)
    court = Court(design, given(design, rate, **sizes), "en")
    return {claim["id"]: court.judge(claim).word for claim in claims()}


@cache
def _levels(**levels: float) -> Rate:
    return lambda first, second: levels.get(first, levels.get(f"{first}_{second}", 0.5)) if second == "bot0" else 0.5


def test_verdicts_of_the_first_figure_come_out_each_way() -> None:
    as_printed = verdicts(_levels(bot1=0.9, bot2=0.2, bot3=0.7, bot4=0.7, bot5=0.65))
    assert [as_printed[key] for key in ("bot1-best", "only-bot2", "bot5-not-best", "learners-better")] == [HOLDS] * 4
    assert as_printed["bot5-no-better"] == FAILS
    otherwise = verdicts(_levels(bot1=0.2, bot2=0.7, bot3=0.2, bot4=0.2, bot5=0.9))
    assert [otherwise[key] for key in ("bot1-best", "only-bot2", "bot5-not-best", "learners-better")] == [FAILS] * 4
    level = verdicts()
    assert {level[key] for key in ("only-bot2", "learners-better")} == {OPEN}
    assert (level["bot1-best"], level["bot5-not-best"]) == (FAILS, HOLDS)  # match by match as good as the others


def test_verdicts_of_the_second_figure_come_out_each_way() -> None:
    def printed(first: str, second: str) -> float:
        return (0.3 if second == "bot1" else 0.8) if first.startswith("bot3") else 0.5

    found = verdicts(printed)
    assert [found[key] for key in ("bot3-beats", "bot3-not-bot1", "bot3-beats-random")] == [HOLDS] * 3
    turned = verdicts(lambda first, second: 1 - printed(first, second))
    assert [turned[key] for key in ("bot3-beats", "bot3-not-bot1", "bot3-beats-random")] == [FAILS] * 3


def test_sizes_are_judged_by_the_bases() -> None:
    table4: dict[str, Any] = {name: tuple(numbers[1:]) for name, numbers in printed_numbers()["table4"].items()}
    four = sized(trainings=4, tests=20)
    as_printed = verdicts(experiment=four, **table4)
    sizes = ("similar", "bot5-truco", "bot5-envido", "bot5-flor", "substitution-envido", "random-truco")
    assert {as_printed[key] for key in sizes} == {HOLDS}
    other = verdicts(experiment=four, bot1=(600, 520, 9000), bot2=(500, 530, 1000), bot5=(900, 900, 1000))
    assert {other[key] for key in sizes} == {FAILS}
    for experiment in (sized(trainings=4, training=30, tests=20), sized(), sized(trainings=3, tests=20)):
        found = verdicts(experiment=experiment, **table4)
        assert {found[key] for key in sizes} == {OPEN}, "too short, one draw, too few to agree"


def test_where_trainings_differ_in_sizes_the_interval_of_their_ratio_decides() -> None:
    design = sized(trainings=6, tests=20).design("quick", 1)

    def found(*bot3: int) -> str:
        rows = given(design)
        for name in ("bot1", "bot2", "bot3", "bot4"):
            for number, size in enumerate(bot3):
                rows[f"train/{name}/{number}"][0]["cases"]["truco"]["now"] = size if name in ("bot3", "bot4") else 1400
        return judged(Court(design, rows, "en"), "random-truco").word

    assert found(1500, 1520, 1530, 1540, 1550, 1390) == HOLDS
    assert found(1300, 1310, 1320, 1330, 1340, 1410) == FAILS
    assert found(1300, 1500, 1300, 1500, 1300, 1500) == OPEN


def changed(trainings: int, change: Callable[[str, int, dict[str, Any]], None]) -> Court:
    """A court of given rows in which each training of the five has been changed."""
    design = sized(trainings=trainings, tests=20).design("quick", 1)
    rows = given(design)
    for key in rows:
        if key.startswith("train/"):
            _, name, number = key.split("/")
            change(name, int(number), rows[key][0]["by_match"])
    return Court(design, rows, "en")


def judged(court: Court, id: str) -> Verdict:
    return court.judge(next(claim for claim in claims() if claim["id"] == id))


def test_requests_are_judged_by_trainings_where_there_are_several() -> None:
    def by_two(_: str, number: int, told: dict[str, Any]) -> None:
        often, never = [9, 11] * 150, [0] * 300
        first, second = (often, never) if number % 2 else (never, often)
        told["asked"] = {"envido": first, "flor": never, "truco": [2 * n for n in second]}

    assert judged(changed(1, by_two), "help-truco").word == HOLDS
    found = judged(changed(4, by_two), "help-truco")
    assert found.word == OPEN, "two of four trainings ask about something else"
    assert "one training" not in found.seen

    def fading(_: str, number: int, told: dict[str, Any]) -> None:
        told["asked"]["truco"] = [20] * 150 + [20 if number % 2 else 0] * 150

    assert judged(changed(4, fading), "help-constant").word == OPEN
    assert judged(changed(1, fading), "help-constant").seen.endswith("in this one training")


def test_five_learners_who_are_dealt_the_same_are_not_five_times_as_sure() -> None:
    def spread(_: str, number: int, told: dict[str, Any]) -> None:
        told["hands"] = [10 + number, 30 + number] * 150

    alone = ratio([Board(1, hands) for hands in [10, 30] * 150])
    assert alone.low is not None
    seen = judged(changed(1, spread), "hands").seen
    assert f"({300 * alone.low:,.0f}–" in seen
    assert seen.endswith("in this one training")
    by_training = ratio([Board(300, 300 * (20 + number)) for number in range(3)])
    assert by_training.low is not None
    assert f"({300 * by_training.low:,.0f}–" in judged(changed(3, spread), "hands").seen


def test_what_comes_out_of_trainings_and_small_cells_is_judged() -> None:
    found = verdicts()
    wanted = ("hands", "help-truco", "help-constant", "forgets", "table3", "rare", "guided", "competence")
    assert {found[key] for key in wanted} == {HOLDS}
    assert found["twelve-hours"] == OPEN, "a matter of machines"
    assert found["most-human"] == OPEN
    design = sized().design("quick", 1)
    rows = given(design)
    for key in rows:
        if key.startswith("train/"):
            told = rows[key][0]
            told["by_match"]["hands"] = [12, 13] * 150
            told["by_match"]["asked"] = {"envido": [9] * 300, "flor": [0] * 300, "truco": [5] * 60 + [0] * 240}
            told["forgotten"]["truco"] |= {"strong-lost": [1, 18], "strong-won": [60, 70]}
        if key.startswith("flor/"):
            rows[key][0]["contra_flor"] = 600 if key.endswith("fair") else 5
        if key == "table3":
            rows[key] = [{**row, "action": "high"} for row in rows[key]]
    court = Court(design, rows, "en")
    turned = {claim["id"]: court.judge(claim).word for claim in claims()}
    assert [key for key in wanted if turned[key] != FAILS] == ["help-constant", "competence"]


def test_with_several_trainings_the_interval_holds_what_differs_between_them() -> None:
    one, many = sized(tests=400), sized(trainings=4, tests=100)
    figures = []
    for experiment in (one, many):
        design = experiment.design("quick", 1)
        rows = given(design, _levels(bot1=0.5))
        if experiment is many:  # the same matches won in all, but by two of four bases
            for key in rows:
                if key.startswith("test/bot1 bot0/"):
                    facts = next(cell.facts for cell in design.cells if cell.key == key)
                    winner = facts["agents"][int(key.split("/")[2]) % 2]
                    rows[key] = [{**row, "winner": winner} for row in rows[key]]
        figures.append(MatchesByPair(design, rows).figure("bot1"))
    narrow, wide = ((figure.high or 0) - (figure.low or 0) for figure in figures)
    assert [figure.mean for figure in figures] == [0.5, 0.5]
    assert narrow < 0.2 < 0.9 < wide


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trainings", [1, 3])
def test_a_report_of_given_rows(language: str, trainings: int, request: pytest.FixtureRequest) -> None:
    design = sized(trainings=trainings, tests=40).design("quick", 1)
    if (language, trainings) != ("pt-BR", 3):  # drawn once, and then twice the same
        request.getfixturevalue("undrawn")
    report = Moral().report(design, given(design, bot5=(681, 520, 5125)), language)
    assert report == Moral().report(design, given(design, bot5=(681, 520, 5125)), language)
    tables = {table.name: table for table in report.tables}
    assert {"table4", "help", "fig1", "fig2", "tutors", "table3", "flor", "upkeep", "pruned"} <= set(tables)
    assert {(row[-1].low, row[-1].high) for row in tables["flor"].rows[:-1] if isinstance(row[-1], Figure)} == {(4, 19)}
    told = [row for name, table in tables.items() if name.startswith("claims-") for row in table.rows]
    assert sorted(str(row[-1]) for row in told) == sorted(claim["id"] for claim in claims())
    assert [plot.name for plot in report.plots] == ["growth", "fig1-wins", "fig2-wins"]
    assert all(plot.csv.count("\n") > 5 for plot in report.plots)
    assert {"en": "was a person", "pt-BR": "era uma pessoa"}[language] in report.lead
    one = {"en": "is one draw", "pt-BR": "é um só sorteio"}[language]
    assert (one in report.lead) == (trainings == 1)
    assert "5.125" in str(report.findings) if language == "pt-BR" else "5,125" in str(report.findings)


def test_first_cases_without_strong_bets_are_told_as_such(undrawn: list[str]) -> None:
    design = sized().design("quick", 1)
    rows = given(design)
    for name in FIVE:
        for kind in ("strong-lost", "strong-won"):
            rows[f"train/{name}/0"][0]["forgotten"]["truco"][kind] = [0, 0]
    report = Moral().report(design, rows, "en")
    told = next(one for one in report.claims if one.id == "forgets")
    assert told.word == OPEN
    assert "no strong bets" in told.seen


def test_a_forfeit_is_told(undrawn: list[str]) -> None:
    design = sized(tests=20).design("quick", 1)
    rows = given(design)
    key = "test/bot1 bot0/0/0"
    rows[key][0]["forfeit"] = {"agent": rows[key][0]["seats"][0], "why": "fell asleep"}
    told = Moral().report(design, rows, "en").findings[-1]
    assert "1" in told
    assert "forfeit" in told
