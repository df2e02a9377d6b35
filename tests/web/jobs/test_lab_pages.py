"""Pages of the laboratory: the numbers of every chart are those of its table, and its CSV is that table."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from tests.web.browsers import Browser
from tests.web.labs import Lab
from tests.web.visitor import until

from bolicho.core.options import design_of
from bolicho.lab.charts.case_growth import case_training_facts as cases_told
from bolicho.lab.charts.growth import imitation_facts as imitation_told
from bolicho.lab.studies.bases.duel import Duel, Match
from bolicho.lab.studies.bases.duel_results import duel_facts as duel_told
from bolicho.lab.studies.bases.side import Side
from bolicho.lab.works.rosa.analyses import analyse, result
from bolicho.lab.works.rosa.screens import bidding_of, play_of
from bolicho.report.web import Chart, Column
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign
from bolicho.train.cases.training import CaseTraining
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.equilibrium.ladder import LadderTraining
from bolicho.train.imitation.design import ImitationDesign
from bolicho.train.imitation.training import Imitation
from bolicho.web.jobs.charts import FinishedJob
from bolicho.web.jobs.charts_of_reports import MAKERS
from bolicho.web.jobs.kinds import KINDS

JOBS: dict[str, tuple[str, dict[str, Any]]] = {
    "tournament": ("tournament", {"agents": ["sound", "novice"], "matches": 4, "target": 6, "profiles": True}),
    "clustering": ("clustering", {"scenarios": ["index-points"], "largest": 4}),
    "markov": ("train-markov", {"matches": 4, "save_every": 2, "against": "novice", "target": 6}),
}


# ── charts ────────────────────────────────────────────────────────────────────────────────────────────────────────


def drawn(chart: dict[str, Any]) -> set[str]:
    """The columns that a chart is drawn from."""
    named = {chart.get(key) for key in ("label", "value", "x", "row", "series", "low", "high", "mark")}
    lines = {line[key] for line in chart.get("lines", ()) for key in line}
    return {key for key in (*named, *lines, *chart.get("cells", ())) if isinstance(key, str)}


def whole(charts: list[Chart]) -> None:
    """Every chart has titles, a chart of columns that are there, and a CSV that says the same as its table."""
    assert charts
    assert len({chart.name for chart in charts}) == len(charts)
    for chart in charts:
        assert not chart.title.startswith("ex-"), chart.name
        assert not any(column.title.startswith("col-") for column in chart.columns), chart.name
        keys = [column.key for column in chart.columns]
        assert all(len(row) == len(keys) for row in chart.rows), chart.name
        assert chart.chart is None or drawn(dict(chart.chart)) <= set(keys), chart.name
        if keys:
            head, *lines = csv.reader(StringIO(chart.csv()))
            assert head == keys
            for line, row in zip(lines, chart.rows, strict=True):
                assert [same(text, value) for text, value in zip(line, row, strict=True)] == [True] * len(row)


def same(text: str, value: Any) -> bool:
    if value is None:
        return text == ""
    if isinstance(value, bool):
        return text == str(value).lower()
    return float(text) == value if isinstance(value, int | float) else text == value


def test_every_kind_of_job_has_charts() -> None:
    assert list(MAKERS) == list(KINDS)


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_a_duel_as_on_the_screen_of_the_paper(tmp_path: Path, language: str) -> None:
    asked = Duel(
        Side(learning="imitation", auto_k=False), Side(clusters=False, action="MJ"), 1, options=(("target", 6),)
    )
    with Match(tmp_path / "duel", asked) as match:
        assert match.play()
        grown = len(match.learners[0].base)
        result = duel_told(match)
    assert result["policies"] == ["PVCNPS", "MJS"]
    assert sum(one["matches"] for one in result["sets"]) == 2, "the sides are swapped"
    assert result["growth"][-1]["a"] == grown > 3195
    whole(MAKERS["duel"](FinishedJob(result, tmp_path, language)))
    with Match(tmp_path / "duel", asked) as again:
        assert duel_told(again) == result, "a duel that was broken off is put together from its rows"


def test_trainings_of_cases(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "store.db")) as store:
        bots = CaseTraining(store, CaseDesign("mine", "bot1", "bot0", 2, 1))
        assert bots.train()
        whole(MAKERS["train-cases"](FinishedJob(cases_told(bots), tmp_path, "pt-BR")))
        copied = Imitation(store, ImitationDesign("copied", "baseline", matches=1, recluster="off"))
        assert copied.train()
        whole(MAKERS["train-imitation"](FinishedJob(imitation_told(copied), tmp_path, "en")))


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_a_training_towards_an_equilibrium(tmp_path: Path, language: str) -> None:
    asked = design_of(EquilibriumDesign, KINDS["train-equilibrium"].read({"deck": "mini", "iterations": 3}))
    training = LadderTraining(tmp_path / "strategy.ladder", asked)
    assert training.train()
    curve, end = MAKERS["train-equilibrium"](FinishedJob(training.ship(), tmp_path, language))
    whole([curve, end])
    assert [row[0] for row in curve.rows] == [point.iterations for point in training.solver.curve]
    full = {"traversals": {"points-0": 5, "match-0": 3}, "bytes": {"points": 1_234_567, "match": 9}}
    runs, files = MAKERS["train-equilibrium"](FinishedJob(full, tmp_path, language))
    whole([runs, files])
    assert files.rows[0][1] == {"en": "1.2 MB", "pt-BR": "1,2 MB"}[language]


def test_numbers_come_as_people_read_them() -> None:
    columns = [Column("who", "who", "agent"), Column("p", "p", "chance"), Column("r", "r", "percent")]
    columns += [Column("n", "n", "number", 2, True), Column("elo", "elo", "number", 0, grouped=False)]
    columns += [Column("k", "k", "whole"), Column("y", "y", "yes"), Column("t", "t")]
    rows: list[list[object]] = [
        ["sound", 0.99951, 0.5, -0.004, 1868.2, 1234, True, "x"],
        [None, 0.0, None, 1.5, None, 0, False, 0.25],
    ]
    shown = Chart("x", "", columns, rows, names={"sound": "Ponderado"})
    assert shown.texts("pt-BR") == [
        ["Ponderado", "> 99,9 %", "50,0 %", "0,00", "1868", "1.234", "sim", "x"],
        ["–", "< 0,1 %", "–", "+1,50", "–", "0", "não", "0,250"],
    ]
    assert shown.texts("en")[0][4:7] == ["1868", "1,234", "yes"]


def test_the_tables_and_curves_of_a_report(tmp_path: Path) -> None:
    figure = {"mean": 0.5, "low": 0.4, "high": 0.6, "n": 10}
    table = {"title": "T", "columns": ["who", "won", "hands"], "rows": [["a", figure, 3], ["b", None, 4]], "note": ""}
    (tmp_path / "growth.csv").write_text("line,x,y,low,high\na,1,0.5,,\na,2,0.6,0.5,0.7\nb,900,1,,\n", encoding="utf-8")
    (tmp_path / "growth.svg").write_text("<svg/>", encoding="utf-8")
    told = FinishedJob({"tables": {"t": table}, "findings": ["found"]}, tmp_path, "en")
    found = MAKERS["reproduction"](told)
    whole(found)
    first, near, far = found
    assert list(first.rows) == [["a", 0.5, 0.4, 0.6, 10, 3], ["b", None, None, None, None, 4]]
    assert first.chart is not None
    assert (len(near.rows), len(far.rows)) == (2, 1), "curves with other axes are apart"
    assert near.picture == "growth.svg"


def test_the_claims_of_one_work_and_of_all(tmp_path: Path) -> None:
    claim = {
        "id": "p1",
        "text": "it wins",
        "where": "Table 3",
        "part": "",
        "word": "holds",
        "seen": "71 %",
        "nuance": "",
    }
    (listed,) = MAKERS["reproduction"](FinishedJob({"claims": [claim]}, tmp_path, "pt-BR"))
    assert list(listed.rows) == [["it wins", "confirma-se", "71 %", "Table 3", "p1"]]
    work = {"name": "paulus", "state": "done", "title": "Paulus", "verdicts": {"holds": 1}, "claims": [claim]}
    found = MAKERS["reproduction"](FinishedJob({"works": [work]}, tmp_path, "en"))
    whole(found)
    assert list(found[0].rows) == [["paulus", "done", 1, 0, 0]]


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_an_analysis_of_rikken_as_on_the_screens_of_the_paper(tmp_path: Path, language: str) -> None:
    asked = {"technique": "rules", "against": "random", "contract": "misere", "simulations": 1, "trump": "none"}
    play = result(analyse(play_of({**asked, "repetitions": 2}), 1, tmp_path / "play", 1))
    (shown,) = MAKERS["rikken-play"](FinishedJob(play, tmp_path, language))
    whole([shown])
    place = [column.key for column in shown.columns].index
    assert [row[place("games")] for row in shown.rows] == [192, 192, 144], "four stages of 24 deals a hand, or three"
    assert shown.rows[0][place("rate")] == play["declarer_success"]["mean"]
    assert "Oponente" in shown.note
    bidding = result(analyse(bidding_of({**asked, "technique": "rules-paper", "repetitions": 2}), 1, tmp_path / "b", 1))
    (shown,) = MAKERS["rikken-bidding"](FinishedJob(bidding, tmp_path, language))
    whole([shown])
    assert [row[0] for row in shown.rows] == [0, 1], "the limits of the paper's table for a misère"


# ── in a browser ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def jobs(lab: Lab) -> dict[str, int]:
    posted = {name: lab.post(kind, **options)["id"] for name, (kind, options) in JOBS.items()}
    return {name: lab.done(id)["id"] for name, id in posted.items()}


def opened(chromium: Browser, lab: Lab, path: str, width: int = 1200) -> tuple[Any, list[str]]:
    """A page, and whatever the browser complains of."""
    page, wrong = chromium.page(width, 900), []
    page.set_default_timeout(60_000)
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    own = str(lab.client.base_url)
    page.on("request", lambda sent: None if sent.url.startswith((own, "data:")) else wrong.append(sent.url))
    page.goto(f"{own}{path}")
    return page, wrong


MARKS = """box => [...box.querySelectorAll('.chart [data-row]')].map(mark => ({row: mark.dataset.row,
    keys: mark.dataset.key.split(' '), values: mark.dataset.value.split(' ')}))"""
CELLS = """box => [...box.querySelectorAll('table tbody tr')].map(line =>
    [...line.children].map(cell => [cell.dataset.key, cell.dataset.value, cell.textContent]))"""


def agree(page: Any, lab: Lab, box: Any) -> int:
    """Hold a chart on the page against its CSV; return how many numbers its chart has drawn."""
    cells = box.evaluate(CELLS)
    link = box.locator("a[download]").get_attribute("href")
    head, *lines = csv.reader(StringIO(lab.client.get(link).text))
    assert [[key for key, _, _ in row] for row in cells] == [head] * len(lines)
    for row, line in zip(cells, lines, strict=True):
        for (_, value, _), text in zip(row, line, strict=True):
            assert value == text or float(value) == float(text), link
    marks = box.evaluate(MARKS)
    for mark in marks:
        row = {key: value for key, value, _ in cells[int(mark["row"])]}
        for key, value in zip(mark["keys"], mark["values"], strict=True):
            assert float(row[key]) == float(value), (link, mark)
    return len(marks)


@pytest.mark.parametrize(
    ("name", "charts"), [("tournament", {"bars", "heat", "scatter"}), ("clustering", {"bars", "line"})]
)
def test_numbers_of_a_chart_equal_the_table_equal_the_csv(
    chromium: Browser, lab: Lab, jobs: dict[str, int], name: str, charts: set[str]
) -> None:
    page, wrong = opened(chromium, lab, f"/lab/jobs/{jobs[name]}?lang=en")
    told = lab.client.get(f"/api/jobs/{jobs[name]}/results?language=en").json()["exhibits"]
    page.wait_for_selector(f"#chart-{told[-1]['name']} table", state="attached")
    until(page, "[...document.querySelectorAll('.chart')].every(chart => chart.querySelector('svg'))")
    seen = set()
    for chart in told:
        count = agree(page, lab, page.locator(f"#chart-{chart['name']}"))
        if chart["chart"]:
            seen.add(chart["chart"]["kind"])
            assert count >= len(chart["rows"]) - 1, chart["name"]
    assert seen == charts
    assert wrong == []
    chromium.all_back()


def test_a_heat_map_goes_through_time(chromium: Browser, lab: Lab, jobs: dict[str, int]) -> None:
    page, wrong = opened(chromium, lab, f"/lab/jobs/{jobs['markov']}?lang=pt-BR", width=390)
    frames = page.locator('.frames[data-name="heat-cards-wins"]')
    frames.scroll_into_view_if_needed()
    found = []
    for place, label in ((0, "depois de 2 partidas"), (1, "depois de 4 partidas")):
        frames.locator("input[type=range]").fill(str(place))
        frames.locator(f"output:text-is('{label}')").wait_for()
        box = frames.locator(f"#chart-heat-cards-wins-{2 * place + 2}")
        box.locator(".chart svg").first.wait_for()
        assert agree(page, lab, box) == 36
        found.append(box.evaluate(CELLS))
    assert found[0] != found[1]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert wrong == []
    chromium.all_back()


def test_a_job_is_started_and_followed_on_the_page(chromium: Browser, lab: Lab) -> None:
    page, wrong = opened(chromium, lab, "/lab?lang=en#train-qlearning", width=390)
    page.get_by_label("Games to learn from").fill("300")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/lab/jobs/*")
    page.locator("#chart-q-curve .chart svg").first.wait_for(timeout=200_000)
    assert page.locator("#state").inner_text() == "✓ done"
    assert " tapatan --episodes=300" in page.locator("#log").inner_text()
    assert agree(page, lab, page.locator("#chart-q-curve")) > 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert wrong == []
    chromium.all_back()


def test_a_form_shows_what_is_of_use_and_says_what_is_wrong(chromium: Browser, lab: Lab) -> None:
    page, _ = opened(chromium, lab, "/lab?lang=pt-BR")
    page.get_by_label("O que calcular").select_option("duel")
    side = page.get_by_role("group", name="Lado A")
    assert side.get_by_label("Critério do cluster").is_visible()
    side.get_by_label("Usar clusters").uncheck()
    assert not side.get_by_label("Critério do cluster").is_visible()
    assert not side.get_by_label("Ajustar k sozinho").is_visible()
    side.get_by_label("Técnica de aprendizagem").select_option("imitation")
    assert side.get_by_label("Ajustar k sozinho").is_visible()
    side.get_by_label("Técnica de IA").select_option("agent")
    assert not side.get_by_label("Base de casos").is_visible()
    side.get_by_label("Agente").fill("nobody")
    page.get_by_role("button", name="Começar").click()
    page.locator("#form-told.error").wait_for()
    assert "unknown agent 'nobody'" in page.locator("#form-told").inner_text()
    chromium.all_back()
