"""Vital signs on literal rows: what is near, what is far off, and a stage that has degenerated raises the alarm."""

import tomllib
from importlib.resources import files

import pytest
from tests.cli.test_words import placeholders

import bolicho
from bolicho.arena import Row
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES
from bolicho.lab.engine.signs import (
    ALONE,
    FAR,
    NEAR,
    OPEN,
    USUAL,
    MatchCounts,
    Reference,
    VitalSign,
    a_third,
    row_counts,
    signs_section,
    signs_sentence,
    signs_table,
    truco_signs,
)
from bolicho.lab.engine.truco_habits import SIGNS, VitalCounts
from bolicho.lab.works.moral.tally import Knowing
from bolicho.lab.works.paulus.tally import Temper


def match(unit: int, hands: int, points: int, **habits: int) -> MatchCounts:
    return MatchCounts(unit, hands, points, {name.replace("_", "-"): count for name, count in habits.items()})


FALTA_AT_ONCE = [match(n, 2 + n % 2, 26, envido=2, falta_envido=2, first_tied=n % 2) for n in range(30)]
"""Somebody says falta envido in the first hand and it is accepted: a match lasts two hands or three."""
LIKE_PEOPLE = [
    match(n, 12 + n % 3, 36, truco=9 + odd, truco_refused=4 + odd, envido=8, envido_refused=5 + odd, folded=4 + odd,
          falta_envido=odd, first_tied=odd)
    for n in range(60)
    for odd in (n % 2,)
]  # fmt: skip


def verdicts(signs: list[VitalSign]) -> dict[str, str]:
    return {sign.name: sign.verdict for sign in signs}


def test_a_match_of_two_hands_raises_the_alarm() -> None:
    signs = truco_signs("stage 1", FALTA_AT_ONCE, {"hands": a_third(13.3, "paulus-learning")})
    found = verdicts(signs)
    assert {found[name] for name in ("hands", "points", "falta-envido", "truco", "folded")} == {FAR}
    assert found["truco-refused"] == OPEN, "no truco, so nobody could refuse one"
    said = signs_sentence(signs, "en")
    assert said.startswith("⚠ Of 9 vital signs ")
    assert "hands a match, stage 1: 2.5 (13.3)" in said
    table = signs_table(signs, "en")
    row = next(row for row in table.rows if row[0] == "hands a match")
    assert (row[-1], row[4], row[5]) == ("⚠ far off", "the dissertation: 24,320 hands kept in 1,833 matches", "± 4.4")


def test_matches_like_those_of_people_raise_none() -> None:
    signs = truco_signs("stage 1", LIKE_PEOPLE)
    assert set(verdicts(signs).values()) == {NEAR}
    assert signs_sentence(signs, "en") == "Of 9 vital signs none is far off."
    assert signs_sentence(signs, "pt-BR") == "Dos 9 sinais vitais nenhum está longe."
    assert signs_section(signs, "pt-BR").title == "Sinais vitais"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(9.0, 17.0, NEAR), (8.0, 9.5, OPEN), (2.0, 8.8, FAR), (18.0, 30.0, FAR), (None, None, NEAR)],
)
def test_far_off_is_what_lies_beyond_the_tolerance_with_its_whole_interval(
    low: float | None, high: float | None, verdict: str
) -> None:
    seen = Figure(12.0, low, high, 30, percent=False)
    assert VitalSign("hands", "here", seen, Reference(13.3, "people", 4.43)).verdict == verdict


def test_where_every_match_says_the_same_there_is_no_interval_and_yet_an_alarm() -> None:
    same = [match(n, 2, 24) for n in range(30)]
    assert truco_signs("stage 1", same, names=("hands",))[0].verdict == FAR
    assert truco_signs("stage 1", same[:3], names=("hands",))[0].verdict == OPEN


def test_a_sign_without_a_number_or_a_reference_is_no_alarm() -> None:
    assert VitalSign("hands", "here", Figure(None), USUAL["hands"]).verdict == OPEN
    alone = VitalSign("hands", "here", Figure(2.0, 1.9, 2.1, percent=False))
    assert alone.verdict == ALONE
    assert signs_sentence([alone], "en") == "Of 0 vital signs none is far off."
    assert list(signs_table([alone], "en").rows[0][3:]) == [None, None, None, "–"]


def test_matches_of_one_board_are_one_observation() -> None:
    apart, together = ([match(n // size, 10 + n, 30) for n in range(8)] for size in (1, 2))
    wide, narrow = (truco_signs("", counts, names=("hands",))[0].seen for counts in (together, apart))
    assert wide.mean == narrow.mean == 13.5
    assert (wide.n, narrow.n) == (8, 8)
    assert (wide.low or 0) < (narrow.low or 0)


@pytest.mark.parametrize("tally", [Temper, Knowing])
def test_the_tallies_count_them(tally: type[Temper | Knowing]) -> None:
    game = bolicho.game("truco", target=6)
    counter, agent = tally(), bolicho.agent("random", game)
    record = bolicho.play_match(game, [agent, agent], 3, watchers=[counter])
    habits = counter.counted()["habits"]
    assert habits.get("truco", 0) == sum("truco" in unit.moves for unit in record.units)
    assert habits.get("falta-envido", 0) == sum("falta-envido" in unit.moves for unit in record.units)
    assert set(habits) <= set(SIGNS)


def test_both_players_see_the_same_of_a_hand() -> None:
    state = bolicho.game("truco").start("1e 7o 4c / 3b 2c 12o")
    for move in ["falta-envido", "nao-quero", "truco", "baralho"]:
        state = state.play(move)
    counts = []
    for seen in (state, state.view(0), state.view(1)):
        counter = VitalCounts()
        counter.add(seen)
        counts.append(counter.counted())
    wanted = {"truco": 1, "truco-refused": 1, "envido": 1, "envido-refused": 1, "folded": 1, "falta-envido": 1}
    assert counts == [wanted] * 3


def test_a_forfeited_match_says_nothing() -> None:
    row = {"match": 0, "board": 4, "seats": [0, 1], "scores": [24, 20], "winner": 0, "hands": 15, "points": [24, 20]}
    whole = {**row, "forfeit": None, "began": 0, "tally": {"habits": {"truco": 3}}}
    left = {**whole, "forfeit": {"agent": 1, "why": "late"}}
    assert row_counts([Row.from_dict(whole)]) == [MatchCounts(4, 15, 44, {"truco": 3})]
    assert row_counts([Row.from_dict(left)]) == []


def test_the_words_are_there_in_both_languages() -> None:
    texts = tomllib.loads((files("bolicho.lab.engine") / "signs_words.toml").read_text(encoding="utf-8"))
    en, pt = (texts[language] for language in sorted(LANGUAGES))
    assert {key: placeholders(text) for key, text in en.items()} == {
        key: placeholders(text) for key, text in pt.items()
    }
    assert {f"source-{reference.source}" for reference in USUAL.values()} <= set(en)
