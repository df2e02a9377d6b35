"""A tournament from Python: the rows of ``bolicho arena``, objects beside names, frames, figures and a page."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, assert_type

import pytest
from tests.games.test_picture import Reader
from typer.testing import CliRunner

import bolicho
from bolicho.arena.run.again import rows_in
from bolicho.cli import app
from bolicho.lab.tournament.outcome import Outcome

NAMES = ["sound", "novice", "random"]


class Steady:
    """Makes the first move there is; its name is what a page must not take for markup."""

    name = "<b>steady</b>"

    def choose(self, view: Any, rng: Random) -> bolicho.Decision:
        return bolicho.Decision(view.moves[0])


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return bolicho.tournament(NAMES, "truco", matches=4, seed=5, target=6)


def test_the_rows_are_those_of_the_command(outcome: Outcome, tmp_path: Path) -> None:
    asked = ["arena", "truco", *NAMES, "--matches", "4", "--seed", "5", "--target", "6", "--workers", "1"]
    done = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "t"), "--json"])
    assert done.exit_code == 0, done.output
    assert sorted(rows_in(tmp_path / "t"), key=lambda row: row.match) == list(outcome.rows)
    told = json.loads(done.stdout)
    assert [one["agent"] for one in told["standings"]] == [one.name for one in outcome.standings]
    assert told["standings"] == outcome.results.to_dict()["standings"]
    frame = bolicho.frame(tmp_path / "t")
    assert frame.equals(outcome.frame())
    assert bolicho.frame(tmp_path / "t" / "rows.jsonl").equals(frame)


def test_objects_of_the_house_give_the_rows_of_their_names(outcome: Outcome) -> None:
    game = bolicho.game("truco", target=6)
    made: list[str | bolicho.Agent] = [bolicho.agent("sound", game), "novice", bolicho.agent("random", game)]
    again = bolicho.tournament(made, game, matches=4, seed=5)
    assert again.rows == outcome.rows
    assert again.results.names == outcome.results.names


def test_one_may_bring_ones_own_agent_and_play_it_in_workers_too() -> None:
    asked: dict[str, Any] = {"matches": 2, "target": 6, "salt": "an open secret of a test"}
    here = bolicho.tournament([Steady(), "novice", Steady()], "truco", **asked)
    there = bolicho.tournament([Steady(), "novice", Steady()], "truco", workers=1, **asked)
    assert here.rows == there.rows
    assert sorted(here.results.names) == ["<b>steady</b> (1)", "<b>steady</b> (2)", "novice"]
    assert here.pair("novice", "<b>steady</b> (1)").matches == 2


@pytest.mark.salted
def test_chance_is_salted_where_a_stranger_plays(outcome: Outcome) -> None:
    assert outcome.design.plan.salt == ""
    assert bolicho.tournament([Steady(), "novice"], "truco", matches=1, target=1).design.plan.salt


def test_what_goes_wrong_is_a_forfeit_or_one_clear_line() -> None:
    class Broken(Steady):
        name = "broken"

        def choose(self, view: Any, rng: Random) -> bolicho.Decision:
            raise ValueError("oh")

    found = bolicho.tournament([Broken(), "random"], "tapatan", matches=2)
    assert [row.forfeit is not None and "oh" in row.forfeit.why for row in found.rows] == [True, True]
    with pytest.raises(bolicho.UnknownName, match="nobody"):
        bolicho.tournament(["nobody", "random"], "tapatan")
    with pytest.raises(bolicho.BadInput, match="options already"):
        bolicho.tournament(["random", "random"], bolicho.game("tapatan"), plies=20)
    with pytest.raises(bolicho.BadInput, match="give it by its name"):
        bolicho.tournament([Steady(), "random"], "tapatan", format="learning", matches=1)
    with pytest.raises(bolicho.UnknownName, match="nobody"):
        found.pair("broken", "nobody")
    with pytest.raises(bolicho.UnknownName, match="table"):
        found.frame("chairs")


def test_at_a_prompt_it_is_one_line(outcome: Outcome) -> None:
    assert repr(outcome) == f"<tournament of truco, 12 matches: {', '.join(one.name for one in outcome.standings)}>"


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        'import bolicho\nprint(bolicho.tournament(["random", "minimax:2"], "tapatan", matches=2).results.matches)\n'
    )
    told = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert told.stdout == "2\n"


def test_a_notebook_shows_standings_and_who_beat_whom(outcome: Outcome) -> None:
    html = outcome._repr_html_()
    Reader(html)
    for name in NAMES:
        assert f'<th scope="row">{name}' in html
    assert html.count("<table") == 2
    Reader(outcome.results._repr_html_())
    strange = bolicho.tournament([Steady(), "random"], "tapatan", matches=2)._repr_html_()
    assert "<b>steady" not in strange
    assert "&lt;b&gt;steady" in strange


def test_frames_of_both_kinds_say_the_same(outcome: Outcome) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not on this machine")
    for table in ("rows", "standings", "pairs"):
        frame, other = outcome.frame(table), outcome.frame(table, kind="polars")
        assert list(frame.columns) == other.columns
        assert len(frame) == other.height > 0
    assert_type(outcome.rows[0].match, int)
    assert isinstance(bolicho.frame(outcome.results), pandas.DataFrame)
    assert list(bolicho.frame(outcome.results)["agent"]) == [one.name for one in outcome.standings]
    assert (outcome.frame()["winner"] == "sound").sum() == outcome.standings[0].total.wins


@pytest.mark.parametrize("which", ["ratings", "pairs"])
def test_figures_are_returned(outcome: Outcome, which: str) -> None:
    from matplotlib.figure import Figure

    drawn = outcome.figure(which)
    assert isinstance(drawn, Figure)
    assert drawn._repr_png_().startswith(b"\x89PNG")  # type: ignore[attr-defined]
