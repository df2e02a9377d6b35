"""The page of a tournament: every number of the results, in both languages, with every chart's numbers beside it."""

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from tests.arena.coins import by_strength, thrown

from bolicho.arena import Row
from bolicho.arena.matches.rows import Fault
from bolicho.arena.results.summary import Results, results
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.tournament.files import write_arena
from bolicho.lab.tournament.report import Circumstances, arena_report
from bolicho.report.document import Section

NAMES = ("ana", "bento & <caio>", "dora")
TRUCO = Circumstances("truco", 1)
CIRCLE = {(0, 1), (1, 2), (2, 0)}


def field() -> list[Row]:
    rows = thrown(by_strength((1, 0, -1)), 3, 20, Random(1))
    rows[4] = replace(rows[4], winner=0, forfeit=Fault(1, "thought for ever"))
    return rows


def told(rows: Sequence[Row], names: Sequence[str] = NAMES) -> Results:
    return results(rows, names, 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("arena")
    rows = field()
    write_arena(path, rows, told(rows), TRUCO, language="pt-BR", again="bolicho arena truco ana --seed 1", seconds=3)
    return path


def test_the_tables_say_what_the_results_say() -> None:
    found = told(field())
    tables = {table.name: table for table in arena_report(found, TRUCO, "en").tables}
    assert set(tables) == {"standings", "margins", "begin", "cross", "better", "duplicate", "forfeits"}
    for row, agent in zip(tables["standings"].rows, found.order, strict=True):
        result = found.agents[agent]
        assert row[0] == result.name
        assert isinstance(row[1], Figure)
        assert (row[1].mean, row[1].low, row[1].high) == result.rating
        assert row[4:] == [result.total.matches, result.total.wins, result.total.draws, result.forfeits]
    assert tables["begin"].columns == ["agent", "as mão", "as pé"]
    for y, row in enumerate(tables["cross"].rows):
        assert row[y + 1] is None
        cell = row[1 + (y + 1) % 3]
        assert isinstance(cell, Figure)
        assert cell.mean == found.pair(found.order[y], found.order[(y + 1) % 3]).rate.mean
    assert len(tables["better"].rows) == 3
    assert found.duplicate is not None
    assert [row[-1] for row in tables["duplicate"].rows] == [
        Figure.of(gain.times, percent=False, signed=False, digits=2)
        for gain in (found.duplicate.points, found.duplicate.wins)
    ]
    assert tables["forfeits"].rows == [["4", "bento & <caio>", "thought for ever"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_circumstance_can_be_told(language: str) -> None:
    """Nothing played, nobody met, a circle, many agents, other games, a stop when decided: no text is missing."""
    circle = thrown(lambda a, b: 0.75 if (a, b) in CIRCLE else 0.25, 3, 100, Random(2))
    islands = thrown(by_strength((1, 0, 0, -1)), 4, 5, Random(3), pairs=[(0, 1), (2, 3)])
    chain = thrown(by_strength((2, 0, 1.9)), 3, 5, Random(4), pairs=[(0, 1), (1, 2)])
    many = thrown(by_strength([0.1 * n for n in range(12)]), 12, 4, Random(5))
    unknown = [replace(row, began=None) for row in circle]
    even = [replace(row, winner=row.seats[0], points=(24, 12)) for row in circle]
    fields: list[tuple[list[Row], int, str]] = [
        *(([], 2, "round-robin"), (circle, 3, "gauntlet"), (islands, 4, "swiss")),
        *((chain, 3, "swiss"), (many, 12, "league"), (unknown, 3, "learning"), (even, 3, "round-robin")),
    ]
    for rows, size, form in fields:
        what = Circumstances("tapatan", 1, form, 0.05 if form == "gauntlet" else None)
        report = arena_report(told(rows, [f"a{n}" for n in range(size)]), what, language)
        assert report.findings
        assert "{" not in " ".join([report.lead, *report.findings])
    assert any(table.name == "triples" for table in arena_report(told(circle), TRUCO, language).tables)


def test_a_sure_circle_is_a_finding() -> None:
    rows = thrown(lambda a, b: 0.75 if (a, b) in CIRCLE else 0.25, 3, 100, Random(2))
    report = arena_report(told(rows), TRUCO, "en")
    assert any("surely go round" in finding for finding in report.findings)
    table = next(table for table in report.tables if table.name == "triples")
    assert table.rows[0][0] == "ana > bento & <caio> > dora > ana"
    assert table.rows[0][-1] is True


def test_of_many_pairs_the_page_shows_those_that_tell_most_and_the_file_all(tmp_path: Path) -> None:
    names = [f"a{n}" for n in range(11)]
    rows = thrown(by_strength([0.5 * n for n in range(11)]), 11, 10, Random(6))
    found = told(rows, names)
    table = next(table for table in arena_report(found, TRUCO, "en").tables if table.name == "better")
    assert len(table.rows) <= 45 < len(found.pairs)
    assert "of 55" in table.note
    write_arena(tmp_path, rows, found, TRUCO)
    assert len((tmp_path / "pairs.csv").read_text().splitlines()) == 56


def test_every_chart_has_its_numbers_beside_it_and_every_table_a_file(folder: Path) -> None:
    found = told(field())
    drawings = sorted(path.stem for path in folder.glob("*.svg"))
    assert drawings == ["cross-map", "ratings"]
    for name in drawings:
        assert len((folder / f"{name}.csv").read_text().splitlines()) > 3
    with (folder / "standings.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["agent"] for line in lines] == [NAMES[agent] for agent in found.order]
    assert float(lines[0]["rating"]) == found.agents[found.order[0]].rating.mean
    assert json.loads((folder / "results.json").read_text()) == found.to_dict()
    for name in ("pairs.csv", "triples.csv", "forfeits.csv", "rows.csv", "rows.parquet", "report.md"):
        assert (folder / name).stat().st_size, name


def test_the_page_is_whole_and_safe_and_in_its_language(folder: Path) -> None:
    class Checker(HTMLParser):
        open: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag in ("html", "body", "main", "section", "table", "figure", "tr", "ul"):
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            if self.open and self.open[-1] == tag:
                self.open.pop()

    page = (folder / "report.html").read_text(encoding="utf-8")
    checker = Checker()
    checker.open = []
    checker.feed(page)
    assert checker.open == []
    assert "<caio>" not in page
    assert "bento &amp; &lt;caio&gt;" in page
    assert '<html lang="pt-BR">' in page
    assert "Quem vence quem" in page
    assert "bolicho arena truco ana --seed 1" in page
    assert not re.search(r'(src|href)="https?:', page)


def test_the_same_rows_give_the_same_report() -> None:
    assert arena_report(told(field()), TRUCO, "en") == arena_report(told(field()), TRUCO, "en")


def test_others_may_add_a_section() -> None:
    report = arena_report(told(field()), TRUCO, "en", [Section("How they play")])
    assert [section.title for section in report.sections][-2:] == ["How they play", "Forfeits"]


def test_both_languages_say_the_same_things() -> None:
    english, portuguese = (
        Words("bolicho.lab.tournament", language, "words.toml").texts for language in ("en", "pt-BR")
    )
    assert set(english) == set(portuguese)
    for key, text in english.items():
        fields = [{name for _, name, _, _ in Formatter().parse(said) if name} for said in (text, portuguese[key])]
        assert fields[0] == fields[1], key
