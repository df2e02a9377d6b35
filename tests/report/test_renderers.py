"""One table, three renderers: terminal, page and web say the same numbers."""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from bolicho.core.numbers import Agent, Chance, Figure, Value
from bolicho.report.about import About
from bolicho.report.document import Report, Section, Table
from bolicho.report.html import page
from bolicho.report.markdown import markdown
from bolicho.report.terminal import grid, show_table
from bolicho.report.web import bars, chart_of

ROWS: list[list[Value]] = [
    [Agent("sound"), Figure(0.6321, 0.601, 0.662, 400), Figure(-0.25, -0.5, 0.0, percent=False), 1234],
    [Agent("[bold]"), Figure(None), None, 0],
]
KEYS = ("agent", "rate", "points", "wins")
TABLE = Table("standings", "Who won", ["agent", "won", "points", "wins"], ROWS, "A note.", keys=KEYS)
ABOUT = About("x", "quick", 1, 1, 1.0, "today", 1, {}, "here")


def printed(table: Table, language: str, width: int = 100) -> str:
    out = StringIO()
    Console(file=out, width=width, highlight=False, markup=False).print(grid(table, language))
    return out.getvalue()


@pytest.mark.parametrize(
    ("language", "said"), [("en", ("63.2 %", "−0.250", "1,234")), ("pt-BR", ("63,2 %", "−0,250", "1.234"))]
)
def test_all_say_the_same_numbers_in_their_language(language: str, said: tuple[str, ...]) -> None:
    report = Report("T", "", ["F"], [Section("S", shows=[TABLE])])
    html = page(report, ABOUT, language).replace("\N{NO-BREAK SPACE}", " ")
    for number in said:
        assert number in printed(TABLE, language)
        assert number in html
        assert number in markdown(report, ABOUT, language)


def test_a_terminal_has_the_interval_of_a_share_in_a_column_and_that_of_an_amount_beside_it() -> None:
    text = printed(TABLE, "en")
    assert "95 %" in text
    assert "60.1–66.2" in text
    assert "−0.250 ± 0.250" in text
    assert "95 %" not in printed(replace(TABLE, brief=True), "en")
    assert "[bold]" in text, "names are no markup"


def test_no_number_is_cut_off_on_a_narrow_screen() -> None:
    narrow = printed(Table("t", "", ["agent", "n"], [[Agent("a" * 30), 123_456_789_012]]), "en", 30)
    assert "…" not in narrow


def test_the_web_gets_a_figure_as_columns_and_keeps_specs() -> None:
    shown = chart_of(replace(TABLE, chart=bars("agent", "rate")), "en", str.upper)
    assert [column.key for column in shown.columns] == [
        *("agent", "rate", "rate_low", "rate_high", "rate_n", "points", "points_low", "points_high", "wins")
    ]
    assert [column.kind for column in shown.columns][::4] == ["agent", "whole", "whole"]
    assert shown.rows[0] == ["sound", 0.6321, 0.601, 0.662, 400, -0.25, -0.5, 0.0, 1234]
    assert shown.rows[1] == ["[bold]", None, None, None, None, None, None, None, 0]
    assert shown.names == {"sound": "SOUND", "[bold]": "[BOLD]"}
    assert shown.csv().splitlines()[1] == "sound,0.6321,0.601,0.662,400,-0.25,-0.5,0.0,1234"


def test_columns_can_be_picked_and_put_beside_each_other() -> None:
    wins, rates = TABLE.only("agent", "wins"), TABLE.only("agent", "rate").means()
    both = wins.beside(rates)
    assert (list(both.keys), list(both.columns)) == (["agent", "wins", "rate"], ["agent", "wins", "won"])
    assert both.rows[0] == ["sound", 1234, Figure(0.6321)]


def test_where_several_columns_are_shares_each_interval_stands_beside_its_share() -> None:
    rows: list[list[Value]] = [["a", Figure(0.5, 0.4, 0.6), Figure(0.25, 0.2, 0.3)]]
    text = printed(Table("t", "", ["who", "first", "second"], rows), "en")
    assert "50.0 % (40.0–60.0)" in text
    assert "25.0 % (20.0–30.0)" in text


def test_bars_are_drawn_in_a_terminal_where_the_chart_says_how_many_signs_they_have() -> None:
    rows: list[list[Value]] = [["a", Figure(6.5, percent=False)], ["b", Figure(13, percent=False)]]
    table = Table("t", "", ["who", "tricks"], rows, keys=("who", "tricks"), chart=bars("who", "tricks"))
    assert "█" not in printed(table, "en")
    first, second = printed(replace(table, chart=bars("who", "tricks", signs=4, most=13)), "en").splitlines()[-3:-1]
    assert (first.count("█"), second.count("█")) == (2, 4)


def test_a_table_that_is_too_wide_gives_up_its_margins_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table("t", "", [f"column {n}" for n in range(4)], [["some words", 1, 2, 3]])
    for width in (80, 46):
        monkeypatch.setenv("COLUMNS", str(width))
        show_table(table, "en")
        text = capsys.readouterr().out
        assert "column 0" in text, "nothing is broken into two lines"
        assert "column 3" in text
        assert max(map(len, text.splitlines())) <= width


def test_a_chance_is_said_no_finer_than_it_was_drawn_and_the_web_knows_it_for_one() -> None:
    table = Table("t", "", ["who", "better"], [["a", Chance(0.9999)], ["b", Chance(0.5)]])
    assert "> 99.9 %" in printed(table, "en")
    assert chart_of(table, "en").columns[1].kind == "chance"


def test_a_table_is_read_back_from_json_for_the_web() -> None:
    rows: list[list[Value]] = [["a", Figure(0.5, 0.4, 0.6, 10), 3], ["b", "∞", 4]]
    table = Table.from_dict("t", Table("t", "T", ["who", "won", "n"], rows, "N").to_dict())
    assert (table.title, table.note) == ("T", "N")
    assert chart_of(table, "en").rows == [["a", 0.5, 0.4, 0.6, 10, 3], ["b", "∞", None, None, None, 4]]


def test_some_columns_can_be_shown_without_their_intervals() -> None:
    bare = TABLE.means("points")
    assert bare.rows[0] == [*ROWS[0][:2], Figure(-0.25, percent=False), 1234]
