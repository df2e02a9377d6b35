"""Elbow plots: files of the right kind, numbers as drawn, both languages."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.charts.elbow_plot import elbow_figure, elbow_grid, elbow_grid_figure, elbow_plot
from bolicho.learn.cases.clustering.clusters import Clustering


def clustering(rule: str = "elbow", k: int = 3) -> Clustering:
    silhouettes = (0.2, 0.6, 0.3, 0.1) if rule == "silhouette" else ()
    centroids = tuple((float(label),) for label in range(k))
    return Clustering(k, (0.0,), (1.0,), centroids, (100.0, 40.0, 12.0, 10.0, 9.0), rule, 1234, 0, silhouettes)


@pytest.mark.parametrize(("suffix", "begins"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")])
def test_a_plot_is_written_as_its_name_says(tmp_path: Path, suffix: str, begins: bytes) -> None:
    for language in LANGUAGES:
        path = tmp_path / f"elbow-{language}{suffix}"
        elbow_plot(clustering(), "1st card", path, language)
        assert path.read_bytes().startswith(begins)


def test_another_kind_of_file_is_refused_and_nothing_written(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"elbow\.xls: a plot is a file ending in \.svg, \.png, \.pdf"):
        elbow_plot(clustering(), "1st card", tmp_path / "elbow.xls")
    assert not list(tmp_path.iterdir())


def test_the_numbers_drawn_can_be_read() -> None:
    plot = elbow_figure("first", "1st card", clustering(), "en")
    rows = list(csv.DictReader(StringIO(plot.csv)))
    assert [row["wcss"] for row in rows] == ["100", "40", "12", "10", "9"]
    assert [row["normalised"] for row in rows] == ["1", "0.4", "0.12", "0.1", "0.09"]
    assert [row["ratio"] for row in rows] == ["", "0.466667", "0.0714286", "0.5", ""]
    assert [row["chosen"] for row in rows] == ["0", "0", "1", "0", "0"]
    assert "k = 3" in plot.svg
    assert "1,234 cases" in plot.note


def test_a_plot_says_by_which_rule_k_was_chosen() -> None:
    assert "k = 3 (silhouette)" in elbow_figure("s", "t", clustering("silhouette"), "en").svg
    assert "silhueta média" in elbow_figure("s", "t", clustering("silhouette"), "pt-BR").svg
    assert "k = 2 (given)" in elbow_figure("s", "t", clustering("given", 2), "en").svg
    assert "k = 1 (mantido: sem cotovelo)" in elbow_figure("s", "t", clustering("kept", 1), "pt-BR").svg


def test_all_scenarios_fit_on_one_sheet(tmp_path: Path) -> None:
    names = ("first-card-first", "envido-first", "truco-1-first", "index-cards", "index-points")
    clusterings = {name: clustering(k=2) for name in names}
    elbow_grid(clusterings, tmp_path / "all.png")
    plot = elbow_grid_figure("all", clusterings, "pt-BR")
    assert plot.svg.count("k = 2") == len(names)
    assert "1ª carta, jogando primeiro" in plot.svg
    assert plot.svg == elbow_grid_figure("all", clusterings, "pt-BR").svg


def test_both_languages_have_the_same_texts() -> None:
    pt, en = (Words("bolicho.lab.charts", language, "elbow_plot.toml").texts for language in ("pt-BR", "en"))
    assert set(pt) == set(en)
