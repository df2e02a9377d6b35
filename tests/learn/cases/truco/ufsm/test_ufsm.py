"""The importer of recorded hands: what our rules played comes through unharmed, damage is found, nothing invented."""

import csv
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.learn.cases.truco.ufsm.group_server import COPIED, shortened, written

import bolicho
from bolicho.core.errors import BadInput
from bolicho.learn.cases.forms import form
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.habits import habits
from bolicho.learn.cases.truco.hand import case_of
from bolicho.learn.cases.truco.mute import mute
from bolicho.learn.cases.truco.ufsm import ImportReport, _rows, import_ufsm, recognised
from bolicho.learn.cases.truco.ufsm.check import DROPPED, checked
from bolicho.learn.cases.truco.ufsm.hand import LEVELS, SHORT, WHOLE, hand_of
from bolicho.play import replay

FILES = Path(__file__).parents[6] / "shared" / "data" / "ufsm"
"""Beside the repository, where there is one."""
LEARNED = 3195
MAY_BE_BLANK = {"rival_envido_points", "flor_points", "rival_flor_points"}


def hands(count: int, preset: str = "gaucho") -> list[Any]:
    """Finished hands of players who try everything."""
    game = bolicho.game("truco", preset=preset)
    found: list[Any] = []
    for match in range(count):
        agents = [bolicho.agent(name, game) for name in (("random", "bluffer"), ("random", "random"))[match % 2]]
        found += [state for state in replay(bolicho.play_match(game, agents, 77, match=match)) if state.over]
    return found


HANDS = hands(40)


def rows(first: int) -> list[tuple[dict[str, Any], dict[str, int | None]]]:
    """Rows as the server writes them, numbered from some number, each with its true case."""
    rng = Random(1)
    return [
        (written(hand, seat, first + number, rng), case_of(hand.view(seat)))
        for number, hand in enumerate(HANDS)
        for seat in (0, 1)
    ]


def plain(case: dict[str, int | None]) -> bool:
    """A hand of which the files tell everything: no flor, the match went on, nobody folded on his own pending call."""
    called = [case[f"{call}_by"] for call in ("vale_quatro", "retruco", "truco") if case[f"{call}_by"]]
    own = bool(called) and case["truco_refused_by"] == called[0]
    return not own and not case["flor_by"] and max(case["score_after"] or 0, case["rival_score_after"] or 0) < 24


def levelled(case: dict[str, int | None]) -> dict[str, int | None]:
    """The same case, of two cards of one code the first played first: which of them it was, the files do not tell."""
    codes = {46: case["high"], 16: case["medium"], 4: case["low"]}
    left = list(codes)
    for name in ("played_1", "played_2", "played_3"):
        if case[name] in codes:
            found = next(level for level in left if codes[level] == codes[case[name] or 0])
            left.remove(found)
            case = {**case, name: found}
    return case


def read(row: dict[str, Any], layout: str) -> tuple[dict[str, int | None], set[str]] | str:
    return checked(hand_of(row, layout, "a row"))


def test_sound_rows_come_through_as_they_were() -> None:
    whole = 0
    for row, true in rows(1):
        if plain(true):
            found = read(row, WHOLE)
            assert not isinstance(found, str), (found, row)
            case, repairs = found
            assert repairs == set(), row
            wrong = {name for name in NAMES if case[name] != true[name]}
            assert wrong <= MAY_BE_BLANK
            assert all(case[name] is None for name in wrong)
            whole += 1
    assert whole > 200


@pytest.mark.parametrize("layout", [WHOLE, SHORT])
@pytest.mark.parametrize("first", [1, LEARNED + 1])
def test_nothing_is_invented(layout: str, first: int) -> None:
    """Whatever is not told stays blank: no cell ever says something else than what happened."""
    known = 0
    for row, true in rows(first):
        if not plain(true):
            continue
        found = read(row if layout == WHOLE else shortened(row), layout)
        assert not isinstance(found, str), (found, row)
        case, _ = found
        case, true = levelled(case), levelled(true)
        assert {name: case[name] for name in NAMES if case[name] not in (None, true[name])} == {}, row
        known += sum(cell is not None for cell in case.values())
        for number in (1, 2, 3):
            if layout == SHORT and first > LEARNED:
                assert case[f"played_{number}"] == true[f"played_{number}"] or not true["truco_won_by"]
    assert known > 4000


def test_no_sound_row_is_dropped() -> None:
    for row, true in rows(1):
        if true["truco_won_by"]:
            assert not isinstance(read(row, WHOLE), str), row


BASE = rows(1)


def one(**wanted: int | None) -> dict[str, Any]:
    """A sound row of ours of a hand with these cells."""
    for row, true in BASE:
        if plain(true) and all(true[name] == value for name, value in wanted.items()):
            return dict(row)
    raise AssertionError(wanted)


@pytest.mark.parametrize(
    ("wanted", "damage", "reason"),
    [
        ({}, {"jogadorMao": 0}, "mano"),
        ({}, {"cartaAltaRobo": 5}, "cards"),
        ({}, {"cartaAltaRobo": 1, "cartaMediaRobo": 52}, "cards"),
        ({}, {"cartaAltaRobo": 52, "cartaMediaRobo": 52}, "cards"),
        ({"high": 52}, {"cartaAltaHumano": 52}, "cards"),
        ({"won_1": 1, "truco_won_by": 1}, {"ganhadorPrimeiraRodada": 2}, "round-winner"),
        ({"played_3": -130, "won_2": 1, "won_1": 1}, {"quemGanhouTruco": 2}, "hand-winner"),
        ({"truco_refused_by": 2}, {"quemGanhouTruco": 2}, "hand-winner"),
    ],
)
def test_rows_that_cannot_be_are_dropped(wanted: dict[str, int], damage: dict[str, Any], reason: str) -> None:
    assert reason in DROPPED
    assert read(one(**wanted) | damage, WHOLE) == reason


@pytest.mark.parametrize(
    ("wanted", "damage", "repair", "cells"),
    [
        ({"envido_by": 1, "truco_by": 0}, {"quemPediuRealEnvido": 1}, "envido-calls", {"envido_by": None}),
        ({"envido_by": 0, "real_envido_by": 0, "falta_envido_by": 0}, {"tentosEnvido": 2}, "envido-calls", {}),
        (
            {"envido_by": 0, "real_envido_by": 0, "falta_envido_by": 0},
            {"quemGanhouEnvido": 2},
            "envido-won-by-nobody",
            {"envido_won_by": 0, "envido_gain": 0},
        ),
        ({"envido_refused_by": 1}, {"quemGanhouEnvido": 1}, "envido-payment", {"envido_won_by": None}),
        ({"truco_by": 1, "truco_refused_by": 2}, {"quemRetruco": 1}, "truco-calls", {"truco_by": None}),
        ({"truco_by": 0, "folded_by": 0}, {"tentosTruco": 3}, "truco-payment", {"truco_gain": None, "truco_by": None}),
        ({"truco_by": 1, "truco_round": 1, "truco_refused_by": 2}, {"quandoTruco": 3}, "truco-rounds", {"truco_by": 1}),
        ({"score": 0, "rival_score": 0}, {"tentosAnterioresRobo": 24}, "score", {"score": None}),
        ({}, {"tentosPosterioresRobo": 20}, "score", {"score_after": None}),
        ({"flor_by": 0, "flor_points": 0}, {"quemFlor": 1}, "flor-unproved", {"flor_by": 0}),
        ({"folded_by": 1, "folded_round": 1}, {"quandoBaralho": 3}, "folded-round", {"folded_round": 1}),
        ({"folded_by": 0}, {"quandoBaralho": 1}, "folded-round", {"folded_round": 0}),
        (
            {"truco_by": 2, "truco_refused_by": 1, "folded_by": 0, "truco_gain": -1, "truco_round": 1},
            {"quemNegouTruco": 0, "quemBaralho": 1, "quandoBaralho": 1},
            "fold-refuses",
            {"truco_refused_by": 1, "folded_by": 1},
        ),
        (
            {"truco_gain": 2, "envido_gain": 0, "rival_score": 0, "rival_score_after": 0},
            {"tentosAnterioresRobo": 23, "tentosPosterioresRobo": 25},
            "score-past-target",
            {"score": 23, "score_after": 24},
        ),
        ({"envido_refused_by": 1}, {"quemGanhouEnvido": 1}, "score-unchecked", {"score_after": None}),
        ({"high": 24}, {"pontosEnvidoRobo": 1}, "points-doubtful", {"envido_points": None, "high_suit": None}),
        ({"won_2": 1, "won_1": 1}, {"ganhadorPrimeiraRodada": -10}, "winner-computed", {"won_1": 1}),
    ],
)
def test_damage_is_found_and_blanked(
    wanted: dict[str, int], damage: dict[str, Any], repair: str, cells: dict[str, int | None]
) -> None:
    found = read(one(**wanted) | damage, WHOLE)
    assert not isinstance(found, str), found
    case, repairs = found
    assert repair in repairs
    assert {name: case[name] for name in cells} == cells


REPEATED = {"cartaAltaRobo": 24, "cartaMediaRobo": 16, "cartaBaixaRobo": 8, "pontosEnvidoRobo": 25}
REPEATED |= {"cartaAltaHumano": 24, "cartaMediaHumano": 7, "cartaBaixaHumano": 1}
SUITS = dict.fromkeys((f"naipeCarta{level}Robo" for level in LEVELS), "ESPADAS") | {"naipeCartaAltaHumano": "ESPADAS"}
REPEATED_SUITS = SUITS | {"naipeCartaMediaHumano": "OUROS", "naipeCartaBaixaHumano": "COPAS"}
"""A flor, but for a card that the rival has as well."""


@pytest.mark.parametrize("said", [0, 1])
def test_a_flor_with_a_card_that_stands_twice_is_left_open(said: int) -> None:
    row = one(mano=1, mine_1=None, theirs_1=None) | REPEATED | REPEATED_SUITS | {"quemFlor": said}
    found = read(row, WHOLE)
    assert not isinstance(found, str), found
    case, repairs = found
    assert "suit-repeated" in repairs
    names = ("high_suit", "flor_points", "flor_by", "flor_won_by", "flor_gain")
    assert {case[name] for name in names} == {None}
    found = read(row | {"naipeCartaMediaRobo": "OUROS", "pontosEnvidoRobo": 23}, WHOLE)
    assert not isinstance(found, str), found
    assert (found[0]["high_suit"], found[0]["flor_points"]) == (None, 0)  # two other suits disprove it


def test_a_flor_without_its_suits_is_left_open_in_the_short_file() -> None:
    row = shortened(one(mano=1, mine_1=None, theirs_1=None) | REPEATED | REPEATED_SUITS)
    found = read(row | {"cartaMediaRobo": 24, "pontosEnvidoRobo": 23}, SHORT)  # two threes of espadas
    assert not isinstance(found, str), found
    assert (found[0]["high_suit"], found[0]["flor_points"]) == (None, None)


def test_a_code_that_was_written_over_is_restored_only_if_its_suit_tells_it() -> None:
    row, true = next((dict(r), t) for r, t in BASE if plain(t) and t["played_3"] in (46, 16, 4))
    row["terceiraCartaRobo"] = -15
    found = read(row, WHOLE)
    assert not isinstance(found, str)
    assert (found[1], found[0]["mine_3"]) == ({"code-restored"}, true["mine_3"])
    wrong = next(name for name in ("ESPADAS", "OUROS", "BASTOS", "COPAS") if name != row["naipeTerceiraCartaRobo"])
    found = read(row | {"naipeTerceiraCartaRobo": wrong}, WHOLE)
    assert not isinstance(found, str)
    assert "code-lost" in found[1]
    assert found[0]["mine_3"] is None


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_csv(path: Path, some: list[dict[str, Any]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(some[0]))
        writer.writeheader()
        writer.writerows(some)
    return path


def write_dump(path: Path, some: list[dict[str, Any]]) -> Path:
    def value(cell: Any) -> str:
        return "NULL" if cell is None else f"'{cell}'" if isinstance(cell, str) else str(cell)

    columns = "".join(f"  `{name}` int(11) DEFAULT NULL,\n" for name in some[0])
    values = ",".join(f"({','.join(map(value, row.values()))})" for row in some)
    text = f"-- MySQL dump\nCREATE TABLE `maos` (\n{columns}  PRIMARY KEY (`idMao`)\n) ENGINE=InnoDB;\n"
    path.write_text(text + f"INSERT INTO `maos` VALUES {values};\n")
    return path


def test_the_three_kinds_of_file_are_read(tmp_path: Path) -> None:
    some = [row for row, true in BASE if plain(true)][:60]
    whole, report = import_ufsm(write_csv(tmp_path / "a.csv", some), "a")
    assert (report.layout, report.rows, report.as_they_were, report.repaired) == (WHOLE, 60, 60, 0)
    assert report.facts == {"repeat_a_card": 0, "matches": 1, "deals": 30}
    dump, told = import_ufsm(write_dump(tmp_path / "a.sql", some), "a")
    assert dump.cells().tolist() == whole.cells().tolist()
    assert told.rows == 60
    short, told = import_ufsm(write_csv(tmp_path / "b.csv", [shortened(row) for row in some]), "b", "web")
    assert (told.layout, told.cases, len(short), short.source) == (SHORT, 60, 60, "web")
    assert all(recognised(tmp_path / name) for name in ("a.csv", "a.sql", "b.csv"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"cartaAltaRobo": "ace"}, "line 2, column cartaAltaRobo: 'ace' is not a number"),
        ({"quemTruco": 7}, "line 2, column quemTruco: 7 is neither 0, 1 nor 2"),
        ({"naipeCartaAltaRobo": "HEARTS"}, "line 2, column naipeCartaAltaRobo: 'HEARTS' is no suit"),
    ],
)
def test_what_is_no_such_file_is_said(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", [BASE[0][0] | change])
    with pytest.raises(BadInput, match=words):
        import_ufsm(path, "a")
    text = write_csv(tmp_path / "twice.csv", [BASE[0][0]]).read_text().replace("\n", ",52\n")
    (tmp_path / "twice.csv").write_text(text.replace(",52\n", ",cartaAltaRobo\n", 1))
    with pytest.raises(BadInput, match="column 'cartaAltaRobo' stands there twice"):
        import_ufsm(tmp_path / "twice.csv", "twice")
    missing = {name: cell for name, cell in BASE[0][0].items() if name != "quemTruco"}
    with pytest.raises(BadInput, match="no column quemTruco, which the group's files have"):
        import_ufsm(write_csv(tmp_path / "b.csv", [missing]), "b")
    (tmp_path / "c.sql").write_text("INSERT INTO `other` VALUES (1);")
    with pytest.raises(BadInput, match="no INSERT INTO a table with the columns"):
        import_ufsm(tmp_path / "c.sql", "c")


@cache
def imported(name: str) -> tuple[Any, ImportReport]:
    """One of the group's files, read once a process."""
    return import_ufsm(FILES / name, "x")


COUNTS = {
    "ufsm_baseline_3195x141.csv": (3195, 1463, 1608, 124),
    "ufsm_imitacao_7717x141.csv": (7717, 3865, 3698, 154),
    "ufsm_imitacao_27515x30_cbrkit.csv": (27515, 21403, 5954, 158),
}


@pytest.mark.skipif(not FILES.is_dir(), reason="recorded hands are not on this machine")
@pytest.mark.parametrize("name", COUNTS)
def test_every_row_of_the_groups_files_is_accounted_for(name: str) -> None:
    base, report = imported(name)
    rows, as_they_were, repaired, dropped = COUNTS[name]
    assert report.cases + sum(report.dropped.values()) == report.rows == rows
    assert (report.as_they_were, report.repaired, sum(report.dropped.values())) == (as_they_were, repaired, dropped)
    assert len(base) == report.cases
    assert form(FORM).wrong(base.cells()) is None
    assert form(FORM).unsound(base.cells()) is None
    assert documented(report)


AS_WRITTEN = COPIED | {f"carta{ours[0]}Robo": ours[1] for ours in zip(LEVELS, ("high", "medium", "low"), strict=True)}
"""Columns that only change their name; those of the table are codes, and a reason is no card."""


@pytest.mark.skipif(not FILES.is_dir(), reason="recorded hands are not on this machine")
@pytest.mark.parametrize("name", COUNTS)
def test_a_row_that_counts_as_it_was_is_as_it_was(name: str) -> None:
    rows, layout = _rows(FILES / name)
    changed: Counter[str] = Counter()
    for _, cells in islice(rows, 0, None, 4 if layout == SHORT else 1):
        found = read(dict(cells), layout)
        if not isinstance(found, str) and not found[1]:
            told = {ours: cells.get(theirs) or 0 for theirs, ours in AS_WRITTEN.items() if theirs in cells}
            changed.update(ours for ours, cell in told.items() if found[0][ours] not in (cell, None))
            changed.update(ours for ours in ("score", "score_after") if ours in told and found[0][ours] is None)
    assert not changed


@pytest.mark.skipif(not FILES.is_dir(), reason="recorded hands are not on this machine")
def test_the_short_file_shows_nobody_calling_truco() -> None:
    base, _ = imported("ufsm_imitacao_27515x30_cbrkit.csv")
    assert {"call-truco", "answer-truco"} <= set(mute(base))
    found = habits(base)
    assert (found["truco-refused"].share, found["folded"].share) == (None, None)
    assert found["truco"].share


def documented(report: ImportReport) -> bool:
    text = (Path(__file__).parents[5] / "docs" / "cases" / "data.md").read_text(encoding="utf-8")
    counts = (report.rows, report.as_they_were, report.repaired, sum(report.dropped.values()))
    return " | ".join(f"{count:,}" for count in counts) in text


@pytest.mark.skipif(not FILES.is_dir(), reason="recorded hands are not on this machine")
def test_what_is_known_of_the_recorded_base() -> None:
    base, report = imported("ufsm_baseline_3195x141.csv")
    assert report.facts == {"repeat_a_card": 61, "matches": 147, "deals": 1650}
    found = {name: habit.share for name, habit in habits(base).items()}
    people = {"truco": 0.76, "retruco": 0.21, "vale-quatro": 0.06, "truco-refused": 0.47, "envido": 0.63}
    people |= {"envido-refused": 0.69, "envido-low": 0.3, "first-tied": 0.045}
    assert {name: share for name, share in found.items() if name in people} == pytest.approx(people, abs=0.06)
