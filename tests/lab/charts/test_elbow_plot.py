"""Elbow plots: files of the right kind, numbers as drawn, both languages."""

import csv
from io import StringIO
from pathlib import Path

import pytest

from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.charts.elbow_plot import elbow_grid, elbow_grid_figure, elbow_plot, numbers
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
    rows = list(csv.DictReader(StringIO(numbers({"first": clustering()}))))
    assert [row["wcss"] for row in rows] == ["100", "40", "12", "10", "9"]
    assert [row["normalised"] for row in rows] == ["1", "0.4", "0.12", "0.1", "0.09"]
    assert [row["ratio"] for row in rows] == ["", "0.466667", "0.0714286", "0.5", ""]
    assert [row["chosen"] for row in rows] == ["0", "0", "1", "0", "0"]


SAID = [
    ("elbow", 3, "en", "k = 3"),
    ("elbow", 3, "en", "1,234 cases"),
    ("silhouette", 3, "en", "k = 3 (silhouette)"),
    ("silhouette", 3, "pt-BR", "silhueta média"),
    ("given", 2, "en", "k = 2 (given)"),
    ("kept", 1, "pt-BR", "k = 1 (mantido: sem cotovelo)"),
]


@pytest.mark.parametrize(("chosen_by", "k", "language", "said"), SAID)
def test_a_plot_says_by_which_rule_k_was_chosen(
    tmp_path: Path, chosen_by: str, k: int, language: str, said: str
) -> None:
    elbow_plot(clustering(chosen_by, k), "t", tmp_path / "plot.svg", language)
    assert said in (tmp_path / "plot.svg").read_text(encoding="utf-8")


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
