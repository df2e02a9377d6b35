"""Heat maps: shades that mean what they say, drawings that stay small, and a page that needs nothing else."""

import base64
import json
import re
import tomllib
import zlib
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.front_door import knock
from tests.cli.test_words import placeholders

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.words import LANGUAGES
from bolicho.lab.charts.heatmap import COLOURS, MATRICES, MIDDLE, SHADES, Picture, changed, difference, picture, sheet
from bolicho.lab.charts.heatmap_page import heat_map_page
from bolicho.lab.charts.heatmap_plot import Panel, axis_of, heat_maps, heat_maps_png, panel_title
from bolicho.learn.markov.file import save
from bolicho.learn.markov.matrices import Matrices


def learned(matches: int = 200) -> Matrices:
    """Matrices in which one square of each module has moved."""
    made = Matrices.initial()
    made.matches = matches
    for module in made.modules:
        module.win[-1, 0] += 10 * module.step
        module.loss[0, -1] += 10 * module.step
    made.levels[0, 0] += 100
    return made


def test_brown_is_few_white_the_middle_and_blue_many() -> None:
    shown = picture(sheet(Matrices.initial(), "truco"))
    assert (shown.low, shown.high) == (1, 73)
    assert shown.shades[0, -1] == 0  # the weakest hand against the strongest: darkest brown, at the top right
    assert shown.shades[-1, 0] == SHADES - 1
    assert all(shown.shades[n, n] == MIDDLE for n in range(502))
    assert len(COLOURS) % 2 == 1
    assert COLOURS[len(COLOURS) // 2] == "#ffffff"


def test_own_rows_go_down_and_levels_stand_as_in_the_paper() -> None:
    known = Matrices.initial()
    orders = sheet(known, "cards")
    assert orders.rows == orders.columns == ("BMA", "BAM", "MBA", "MAB", "ABM", "AMB")
    levels = sheet(known, "levels")
    assert (levels.rows, levels.columns[0], levels.columns[-1]) == (("B", "M", "A"), "4", "1e")
    assert levels.win.shape == (3, 14)
    assert levels.loss is None


def test_a_chance_is_even_where_nothing_is_known() -> None:
    one = sheet(Matrices.initial(), "envido")
    assert one.measured("chance")[0, 0] == 0.5
    assert picture(one, "chance").shades[5, 5] == MIDDLE
    assert np.array_equal(one.measured("losses"), one.win.T)


def test_what_changed_is_blue_and_the_rest_white() -> None:
    now, before = sheet(learned(), "flor"), sheet(Matrices.initial(), "flor")
    shown = difference(now, before)
    assert shown.shades[-1, 0] == SHADES - 1
    assert (shown.shades == MIDDLE).sum() == 64 * 64 - 1
    assert shown.low == -shown.high == pytest.approx(-36)
    assert changed(now.win, before.win) == 1 / 64**2
    assert difference(before, now).shades[-1, 0] == 0
    assert difference(now, now).shades.max() == MIDDLE


def test_a_picture_is_kept_in_rows_and_read_back() -> None:
    shown = picture(sheet(learned(), "envido"))
    again = Picture.from_dict(json.loads(json.dumps(shown.to_dict())), shown.rows, shown.columns)
    assert np.array_equal(again.shades, shown.shades)
    assert (again.low, again.high, again.rows) == (shown.low, shown.high, shown.rows)


def test_unknown_names_and_matrices_without_losses() -> None:
    with pytest.raises(UnknownName):
        sheet(Matrices.initial(), "chess")
    with pytest.raises(UnknownName):
        sheet(Matrices.initial(), "flor").measured("joy")
    with pytest.raises(BadInput, match="levels"):
        sheet(Matrices.initial(), "levels").measured("losses")
    with pytest.raises(BadInput):
        difference(sheet(Matrices.initial(), "flor"), sheet(Matrices.initial(), "envido"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("matrix", MATRICES)
def test_a_drawing_holds_its_squares_as_one_small_raster(matrix: str, language: str) -> None:
    panels = [Panel("(a)", picture(sheet(one, matrix))) for one in (Matrices.initial(), learned())]
    plot = heat_maps(matrix, matrix, panels, axis_of(matrix, language), language)
    rasters = re.findall(r"data:image/png;base64,([^\"]+)", plot.svg)
    assert len(rasters) == 2 * len(panels)  # each has a bar
    assert len(plot.svg) < 100_000
    if language == "pt-BR":
        assert plot.svg == heat_maps(matrix, matrix, panels, axis_of(matrix, language), language).svg
    assert axis_of(matrix, language).across in plot.svg


def test_the_raster_has_a_pixel_a_square_and_the_right_colours() -> None:
    image = pytest.importorskip("PIL.Image")
    plot = heat_maps("x", "x", [Panel("", picture(sheet(Matrices.initial(), "truco")))], axis_of("truco", "en"), "en")
    rasters = [
        image.open(BytesIO(base64.b64decode(found))).convert("RGB")
        for found in re.findall(r"data:image/png;base64,([^\"]+)", plot.svg)
    ]
    (squares,) = [raster for raster in rasters if raster.size == (502, 502)]
    corners = [squares.getpixel(place) for place in ((501, 0), (0, 501), (250, 250))]
    assert corners[2] == (255, 255, 255)
    assert corners[0][0] > corners[0][2]  # brown
    assert corners[1][2] > corners[1][0]  # blue


def test_png() -> None:
    drawn = heat_maps_png([Panel("", picture(sheet(learned(), "cards")))], axis_of("cards", "en"), "en")
    assert drawn.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("matrix", "panels"),
    [
        *((matrix, 1) for matrix in MATRICES),
        ("truco", 4),
        *(pytest.param(matrix, 4, marks=pytest.mark.endurance) for matrix in MATRICES if matrix != "truco"),
    ],
)
def test_nothing_runs_off_the_paper(matrix: str, panels: int) -> None:
    image = pytest.importorskip("PIL.Image")
    for language in LANGUAGES:
        shown = [Panel(panel_title(5000, language), picture(sheet(learned(), matrix)))] * panels
        drawn = heat_maps_png(shown, axis_of(matrix, language), language)
        dots = np.asarray(image.open(BytesIO(drawn)).convert("L"))
        edges = (dots[0], dots[-1], dots[:, 0], dots[:, -1])
        assert all((edge == 255).all() for edge in edges), language


# ── the page ──────────────────────────────────────────────────────────────────────────────────────────────────────


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def unpacked(packed: dict[str, str]) -> Any:
    kind = {"Int16": "<i2", "Int32": "<i4"}[packed["kind"]]
    return np.frombuffer(zlib.decompress(base64.b64decode(packed["data"])), kind).astype(np.int64)


def test_the_page_has_every_snapshot_to_a_tenth() -> None:
    sets = [Matrices.initial(), learned(200), learned(400)]
    sets[2].envido.win[3, 4] += 1e6  # too many for the short form
    told = data_of(heat_map_page(sets, "mine"))
    assert told["matches"] == [0, 200, 400]
    assert set(told["matrices"]) == set(MATRICES)
    for name, kept in told["matrices"].items():
        for kind in ("win", "loss"):
            if kind in kept:
                steps = unpacked(kept[kind]).reshape(3, len(kept["rows"]), -1)
                for at, one in enumerate(sets):
                    wanted = sheet(one, name).measured("wins" if kind == "win" else "losses")
                    assert np.abs(steps[: at + 1].sum(axis=0) / told["tenths"] - wanted).max() <= 0.0501
    assert told["matrices"]["envido"]["win"]["kind"] == "Int32"


def test_the_page_needs_nothing_else_and_speaks_both_languages() -> None:
    html = heat_map_page([Matrices.initial(), learned()], "<mine>", "pt-BR")
    assert not re.search(r"(src|href)=|https?://|@import|url\(", html.replace("</script>", ""))
    assert "&lt;mine&gt;" in html
    assert '<html lang="pt-BR">' in html
    assert "width=device-width" in html
    told = data_of(html)
    assert set(told["words"]) == set(LANGUAGES)
    used = set(re.findall(r'data-(?:word|label)="([^"]+)"', html)) | {"told", "told-level", "when", "play", "pause"}
    assert all(used <= set(words) for words in told["words"].values())
    assert "<!--" not in html.replace("<!doctype", "")


def test_the_page_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="no snapshots"):
        heat_map_page([], "x")


@pytest.mark.parametrize(
    ("package", "file"), [("bolicho.lab.charts", "heatmap.toml"), ("bolicho.cli.commands", "markov.toml")]
)
def test_both_languages_say_the_same_things(package: str, file: str) -> None:
    tables: dict[str, Any] = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    ours, theirs = (tables[language] for language in LANGUAGES)
    assert {key: placeholders(text) for key, text in ours.items()} == {k: placeholders(t) for k, t in theirs.items()}


# ── the command ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def training(tmp_path: Path) -> Path:
    for matches in (200, 400, 600):
        save(learned(matches), tmp_path / f"matrices-{matches:06d}.npz")
    return tmp_path


def test_show_tells_of_files_and_draws_them(training: Path) -> None:
    file, out = str(training / "matrices-000200.npz"), training / "change.svg"
    said = knock("markov", "show", "initial", file, "-m", "flor", "--measure", "change", "--plot", str(out), "--json")
    assert said.code == 0, said.err
    told = json.loads(said.out)
    assert [one["matches"] for one in told["files"]] == [0, 200]
    assert told["files"][1]["matrices"]["envido"]["changed"] == pytest.approx(1 / 29**2, abs=1e-6)
    assert out.read_text().count("<image") == 2
    spoken = knock("markov", "show", file, "--language", "pt")
    assert "200 partidas" in spoken.out
    assert "vitórias" in spoken.out


def test_heatmaps_draws_a_whole_training(training: Path, undrawn: list[str]) -> None:
    said = knock("markov", "heatmaps", str(training))
    assert said.code == 0, said.err
    made = {path.name for path in (training / "heatmaps").iterdir()}
    wins = {f"{name}-{what}.svg" for name in MATRICES for what in ("wins", "change")}
    losses = {f"{name}-losses.svg" for name in MATRICES if name != "levels"}
    assert made == {"heatmaps.html", *wins, *losses}
    assert undrawn == ["svg"] * (len(made) - 1)
    assert data_of((training / "heatmaps" / "heatmaps.html").read_text())["matches"] == [200, 400, 600]


def test_heatmaps_leaves_out_what_is_no_snapshot_and_says_so(training: Path, undrawn: list[str]) -> None:
    np.savez(training / "foreign.npz", weights=np.zeros(3))
    (training / "aaa.npz").write_bytes(b"cut")
    said = knock("markov", "heatmaps", str(training))
    assert said.code == 0, said.err
    assert [line.split(":")[0] for line in said.err.splitlines()] == ["left out"] * 2
    assert str(training / "foreign.npz") in said.err
    assert str(training / "aaa.npz") in said.err
    assert data_of((training / "heatmaps" / "heatmaps.html").read_text())["matches"] == [200, 400, 600]


def test_heatmaps_of_nothing_but_foreign_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "aaa.npz").write_bytes(b"cut")
    said = knock("markov", "heatmaps", str(tmp_path))
    assert said.code == 2
    assert "aaa.npz" in said.err
    assert "no snapshots in it that can be read" in said.err
    assert not (tmp_path / "heatmaps").exists()


def test_export_writes_labelled_csv(tmp_path: Path) -> None:
    said = knock("markov", "export", "initial", str(tmp_path / "csv"))
    assert said.code == 0, said.err
    lines = (tmp_path / "csv" / "envido_win.csv").read_text().splitlines()
    assert lines[0].startswith(",0-0,0-1")
    assert sum(map(float, lines[14].split(",")[1:])) == 384


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("show", "nowhere.npz"), "nowhere.npz"),
        (("show", "initial", "-m", "chess"), "truco, envido"),
        (("show", "initial", "--measure", "joy"), "wins, losses"),
        (("show", "initial", "--measure", "change"), "two files"),
        (("show", "initial", "--plot", "x.pdf"), ".svg or .png"),
        (("show", "initial", "-m", "levels", "--measure", "losses", "--plot", "x.svg"), "levels"),
        (("heatmaps", "nowhere"), "no such directory"),
    ],
)
def test_bad_input_is_one_clear_line(args: tuple[str, ...], told: str) -> None:
    said = knock("markov", *args)
    assert (said.code, told in said.err, said.err.count("\n")) == (2, True, 1), said.err
