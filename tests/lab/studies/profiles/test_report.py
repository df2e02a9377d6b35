"""Profiles told: the map keeps its names apart, and both languages say the same."""

import tomllib
from importlib.resources import files
from itertools import combinations
from random import Random
from string import Formatter

import pytest

from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES
from bolicho.lab.studies.profiles.map import Box, place, profile_map
from bolicho.lab.studies.profiles.measures import MEASURES, PARTS
from bolicho.lab.studies.profiles.people import people
from bolicho.lab.studies.profiles.profile import PLAYED, Profile, Rate
from bolicho.lab.studies.profiles.report import findings, report, sections


def made_up(name: str, aggression: float, boldness: float) -> Profile:
    """A player of 1,000 chances each."""
    shares = dict.fromkeys(MEASURES, 0.5) | {"aggression": aggression, "boldness": boldness}
    rates = {m: Rate(round(1000 * share), 1000, share - 0.03, share + 0.03) for m, share in shares.items()}
    return Profile(name, PLAYED, 500, 20, dict.fromkeys(PARTS, rates))


PLAYERS = [made_up("meek", 0.1, 0.2), made_up("wild", 0.8, 0.9), people()]


def test_names_never_cover_each_other_nor_a_point() -> None:
    rng = Random(4)
    for _ in range(20):
        middles = [(rng.uniform(60, 500), rng.uniform(60, 380)) for _ in range(20)]
        points = [Box(x - 4, y - 4, x + 4, y + 4) for x, y in middles]
        names = place(points, [(60.0, 11.0)] * 20, [], Box(0, 0, 560, 440))
        assert not any(a.covers(b) for a, b in combinations(names, 2))
        assert not any(name.covers(point) for name in names for point in points)
        assert not any(name.outside(Box(0, 0, 560, 440)) for name in names)


def test_players_at_one_spot_are_still_told_apart() -> None:
    point = Box(200, 200, 208, 208)
    names = place([point] * 6, [(70.0, 11.0)] * 6, [], Box(0, 0, 560, 440))
    assert not any(a.covers(b) for a, b in combinations(names, 2))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_names_everybody(language: str) -> None:
    drawn = profile_map(PLAYERS, language)
    assert drawn is not None
    called = {"en": "people", "pt-BR": "pessoas"}[language]
    for name in ("meek", "wild", called):
        assert f">{name}<" in drawn.svg
    assert drawn.csv.count("\n") == 1 + len(PLAYERS) * len(MEASURES) * len(PARTS)
    assert profile_map(PLAYERS, language) == drawn


def test_who_has_no_rate_is_not_on_the_map() -> None:
    nobody = Profile("nobody", PLAYED, 0, 0, {p: {m: Rate(0, 0, None, None) for m in MEASURES} for p in PARTS})
    assert profile_map([nobody], "en") is None
    drawn = profile_map([nobody, *PLAYERS], "en")
    assert drawn is not None
    assert ">nobody<" not in drawn.svg
    assert sections([nobody], "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_shows_every_measure_with_people_in_the_last_row(language: str) -> None:
    told = report("title", "lead", PLAYERS, language)
    shown = {table.name: table for table in told.tables}
    assert {"profiles-map", "profiles-calls", "profiles-bluffs", "profiles-envido", "profiles-truco"} <= set(shown)
    for table in told.tables:
        assert [row[0] for row in table.rows][:2] == ["meek", "wild"]
        assert len({len(row) for row in table.rows} | {len(table.columns)}) == 1
    aggression = shown["profiles-map"].rows[-1][1]
    assert isinstance(aggression, Figure)
    assert aggression.n == people()["aggression"].of
    assert len(shown["profiles-by-aggression"].columns) == 1 + len(PARTS)


def test_sentences_name_the_extremes() -> None:
    told = findings(PLAYERS, "en")
    assert told[0].startswith("wild is the most aggressive")
    assert "meek the least" in told[0]
    assert findings([PLAYERS[0]], "en")[0].startswith("meek took 10.0 %")


def test_both_languages_say_the_same_things() -> None:
    tables = tomllib.loads((files("bolicho.lab.studies.profiles") / "words.toml").read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert set(ours) == set(theirs)
    for key in ours:
        names = [{name for _, name, _, _ in Formatter().parse(text[key]) if name} for text in (ours, theirs)]
        assert names[0] == names[1], key
    assert all(f"measure-{measure}" in ours for measure in MEASURES)
    assert all(f"part-{part}" in ours for part in PARTS)
