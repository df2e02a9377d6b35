"""All against all, from the design to the page; and a run that is killed in the middle."""

import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
from tests.lab.run_folders import rows_of

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.numbers import Figure
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.matches import pairings
from bolicho.lab.engine.run import Outcome, reproduce
from bolicho.lab.studies.scripted.experiment import Scripted

PLAYERS = ("novice", "bold", "random")


def small(matches: int = 6) -> Scripted:
    return Scripted(PLAYERS, {"target": 6}, {"quick": matches})


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("lab") / "small"
    return folder, reproduce(small(), folder, seed=3, workers=2)


def test_the_design_has_every_pair_on_the_same_boards() -> None:
    experiment = EXPERIMENTS.make("scripted")
    design = experiment.design("quick", 1)
    matches = [pairing for cell in design.cells for pairing in pairings(cell)]
    assert len({pairing.match for pairing in matches}) == len(matches) == 15 * 300 + 6 * 76
    by_pair: dict[frozenset[int], list[int]] = {}
    for pairing in matches:
        by_pair.setdefault(frozenset(pairing.seats), []).append(pairing.board)
    boards = [sorted(found) for pair, found in by_pair.items() if len(pair) == 2]
    assert len(boards) == 15
    assert all(found == sorted([*range(150), *range(150)]) for found in boards)
    assert design == experiment.design("quick", 1)
    assert [len(experiment.design(scale, 1).cells) for scale in ("quick", "paper")] == [
        15 * 6 + 6 * 2,
        15 * 40 + 6 * 10,
    ]


def test_the_report_says_what_the_rows_say(done: tuple[Path, Outcome]) -> None:
    folder, outcome = done
    tables = {table.name: table for table in outcome.report.tables}
    assert set(tables) == {"standings", "cross", "habits"}  # `sound` was not asked anything
    rows = [row for cell in rows_of(folder).values() for row in cell]
    for name, rate, _, wins, *_ in tables["standings"].rows:
        agent = PLAYERS.index(str(name))
        mine = [row for row in rows if agent in row["seats"] and len(set(row["seats"])) == 2]
        assert wins == sum(row["winner"] == agent for row in mine)
        assert isinstance(rate, Figure)
        assert rate.mean == pytest.approx(sum(row["winner"] == agent for row in mine) / 12, abs=1e-6)
    order = [row[0] for row in tables["standings"].rows]
    assert [row[0] for row in tables["cross"].rows] == order
    for n, row in enumerate(tables["cross"].rows):
        for m, cell in enumerate(row[1:]):
            other = tables["cross"].rows[m][n + 1]
            if n == m:
                assert cell is None
            else:
                assert isinstance(cell, Figure)
                assert isinstance(other, Figure)
                assert cell.n == 6
                assert (cell.mean or 0) + (other.mean or 0) == pytest.approx(1, abs=1e-5)
    assert len(outcome.report.findings) == 4


class Links(HTMLParser):
    """What a page would fetch, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value for name, value in attrs if name in ("src", "href") and value]
        self.fetched += [value for name, value in attrs if name == "xlink:href" and value and not value.startswith("#")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_else(done: tuple[Path, Outcome]) -> None:
    html = done[1].page.read_text()
    links = Links()
    links.feed(html)
    assert links.fetched == []
    assert links.open == []
    assert "@import" not in html
    assert "url(http" not in html
    assert html.count("<svg") == 2
    assert 'name="viewport"' in html
    for word in ("seed", "quick", "numpy", "python", "bolicho reproduce scripted --scale quick --seed 3"):
        assert word in html


def test_the_markdown_has_its_plots_beside_it(done: tuple[Path, Outcome]) -> None:
    folder, outcome = done
    text = outcome.markdown.read_text()
    for plot in outcome.report.plots:
        assert f"({plot.name}.svg)" in text
        assert (folder / f"{plot.name}.svg").read_text().startswith("<?xml")
    lines = [line for line in text.splitlines() if line.startswith("| novice")]
    assert len(lines) == 2
    assert not list(folder.glob("*.part"))


def test_the_same_rows_give_the_same_report_in_every_language(done: tuple[Path, Outcome]) -> None:
    _, outcome = done
    experiment = small()
    design = experiment.design("quick", 3)
    rows = rows_of(done[0])
    assert experiment.report(design, {cell.key: rows[cell.key] for cell in design.cells}, "en") == outcome.report
    portuguese = experiment.report(design, {cell.key: rows[cell.key] for cell in design.cells}, "pt-BR")
    assert portuguese.title == "Os jogadores de roteiro, todos contra todos"
    for ours, theirs in zip(outcome.report.tables, portuguese.tables, strict=True):
        assert len(ours.rows) == len(theirs.rows)
        assert ours.title != theirs.title


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_know_the_same_words() -> None:
    texts = [Words("bolicho.report", language).texts for language in LANGUAGES]
    assert set(texts[0]) == set(texts[1])
    for key, text in texts[0].items():
        assert names(text) == names(texts[1][key])


def test_a_second_run_plays_nothing(done: tuple[Path, Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, _ = done
    monkeypatch.setattr(Scripted, "run", None)
    seen: list[tuple[int, int, float]] = []
    again = reproduce(small(), folder, seed=3, progress=lambda *at: seen.append(at))
    assert again.taken_over == again.about.cells == 6
    assert seen == [(6, 6, 0.0)]
    assert again.report == done[1].report


SCRIPT = """
import sys
from pathlib import Path
from bolicho.lab.engine.run import reproduce
from bolicho.lab.studies.scripted.experiment import Scripted
if __name__ == "__main__":
    experiment = Scripted({players!r}, {{"target": 6}}, {{"quick": 100}})
    reproduce(experiment, Path(sys.argv[1]), seed=5, workers=2)
"""


def test_a_run_that_was_killed_goes_on_and_ends_with_the_same_rows(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(SCRIPT.format(players=PLAYERS))
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    run = subprocess.Popen([sys.executable, str(script), str(killed)])
    try:
        end = time.monotonic() + 120
        ledger = killed / "rows.jsonl"
        while not (ledger.exists() and ledger.read_bytes().count(b"\n") >= 2):
            assert time.monotonic() < end
            time.sleep(0.01)
    finally:
        run.send_signal(signal.SIGKILL)
        run.wait()
    finished = ledger.read_bytes().count(b"\n")
    with ledger.open("ab") as out:
        out.write(b'{"cell": "novice bold/1')  # as if killed in the middle of a line
    experiment = small(100)
    outcome = reproduce(experiment, killed, seed=5, workers=2)
    assert 2 <= outcome.taken_over == finished < outcome.about.cells
    untouched = reproduce(experiment, whole, seed=5, workers=1)
    assert rows_of(killed) == rows_of(whole)
    assert outcome.report == untouched.report
    assert (killed / "cross-map.svg").read_bytes() == (whole / "cross-map.svg").read_bytes()


def test_wrong_names_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"unknown experiment 'scriptd'.*did you mean 'scripted'"):
        EXPERIMENTS.make("scriptd")
    with pytest.raises(UnknownName, match="unknown scale 'huge'"):
        reproduce(small(), tmp_path / "x", scale="huge")
    assert not (tmp_path / "x").exists()


def test_without_matplotlib_the_reason_is_given(done: tuple[Path, Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(BadInput, match=r"pip install 'bolicho\[lab\]'"):
        reproduce(small(), done[0], seed=3)


def test_what_was_asked_of_sound_is_judged(tmp_path: Path, undrawn: list[str]) -> None:
    experiment = Scripted(("sound", "random", "novice"), {"target": 6}, {"quick": 12})
    claims = reproduce(experiment, tmp_path / "run", seed=2, workers=1).report.claims
    assert [claim.id for claim in claims] == ["sound-random", "sound-novice"]
    assert {claim.word for claim in claims} <= {"holds", "fails", "open"}
    assert all("n 12" in claim.seen for claim in claims)
