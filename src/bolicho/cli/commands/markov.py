"""``bolicho markov``: look at the matrices of the Markov player: numbers, heat maps, a page with a slider, CSV."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.lazy import SETTINGS, group
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.learn.markov.matrices import Matrices

DRAWINGS = (".svg", ".png")
CHANGE = "change"
MANY = 4
"""Snapshots on a drawing, where nobody says which."""

markov = group()

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Matrices (.npz), or initial.")]
Matrix = Annotated[str, typer.Option("--matrix", "-m", help="truco, envido, flor, cards or levels.")]
Measure = Annotated[str, typer.Option(help="wins, losses, chance, or change: each file less the first.")]


@markov.callback(invoke_without_command=True)
def main(ctx: typer.Context) -> None:
    """Look at the matrices of the Markov player, and draw them as heat maps."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@markov.command("show", context_settings=SETTINGS)
def show(
    files: Files,
    matrix: Matrix = "truco",
    measure: Measure = "wins",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw them side by side (.svg or .png).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Describe files of matrices, and draw one matrix of each, side by side.

    Brown is few, white the middle, blue many; own combinations go down, the rival's across, the weakest top left.
    """
    from bolicho.lab.charts.heatmap import MATRICES, MEASURES

    if matrix not in MATRICES:
        raise UnknownName("matrix", matrix, MATRICES)
    if measure not in (*MEASURES, CHANGE):
        raise UnknownName("measure", measure, (*MEASURES, CHANGE))
    if measure == CHANGE and len(files) < 2:
        raise BadInput("--measure change: expected at least two files, of which the first is compared with")
    _drawable(plot)
    spoken = speak(language)
    sets = [(name, _read(name)) for name in files]
    told = [{"file": name, **_told(matrices)} for name, matrices in sets]
    if plot is not None:
        _draw(sets, matrix, measure, plot, spoken)
    if as_json:
        typer.echo(json.dumps({"files": told, "plot": None if plot is None else str(plot)}, ensure_ascii=False))
    else:
        _print(told, spoken)
        if plot is not None:
            typer.echo(str(plot))


@markov.command("heatmaps", context_settings=SETTINGS)
def heatmaps(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A training, or any directory with snapshots (.npz).")],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Where to write; by default DIR/heatmaps.")] = None,
    png: Annotated[bool, typer.Option("--png", help="Write PNG instead of SVG.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Draw every matrix of a training: four snapshots side by side, what changed, and a page with a slider."""
    from bolicho.core.files import make_folder, write_whole
    from bolicho.lab.charts.heatmap import MATRICES
    from bolicho.lab.charts.heatmap_page import heat_map_page

    spoken = speak(language)
    sets = _readable(folder, spoken)
    out = out or folder / "heatmaps"
    make_folder(out)
    ending = DRAWINGS[1 if png else 0]
    some = sets if len(sets) <= MANY else [sets[n] for n in _spread(len(sets))]
    for matrix in MATRICES:
        for measure in ("wins",) if matrix == "levels" else ("wins", "losses"):
            _draw(some, matrix, measure, out / f"{matrix}-{measure}{ending}", spoken)
        if len(sets) > 1:
            _draw([sets[0], sets[-1]], matrix, CHANGE, out / f"{matrix}-change{ending}", spoken)
    write_whole(out / "heatmaps.html", heat_map_page([one for _, one in sets], str(folder), spoken))
    typer.echo(str(out / "heatmaps.html"))


@markov.command("export", context_settings=SETTINGS)
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Matrices (.npz), or initial.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to write.")],
) -> None:
    """Write every matrix as CSV with its labels."""
    from bolicho.learn.markov.file import export_csv

    for path in export_csv(_read(file), folder):
        typer.echo(str(path))


def _read(name: str) -> "Matrices":
    from bolicho.learn.markov.file import load
    from bolicho.learn.markov.matrices import Matrices

    return Matrices.initial() if name == "initial" else load(Path(name))


def _snapshots(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise BadInput(f"{folder}: no such directory")
    found = sorted(path for path in folder.glob("*.npz") if path.name != "checkpoint.npz")
    if not found:
        raise BadInput(f"{folder}: no snapshots (.npz) in it")
    return found


def _readable(folder: Path, language: str) -> "list[tuple[str, Matrices]]":
    """Read the snapshots of a folder, the earliest first; what is none is told of and left out."""
    words = Words("bolicho.cli.commands", language, "markov.toml")
    sets = []
    for path in _snapshots(folder):
        try:
            sets.append((path.name, _read(str(path))))
        except BadInput as error:
            typer.echo(words("left-out", why=error), err=True)
    if not sets:
        raise BadInput(f"{folder}: no snapshots in it that can be read")
    return sorted(sets, key=lambda one: one[1].matches)


def _spread(count: int) -> list[int]:
    """The first, the last and two between, as the paper has 1, 9, 17, 25 of 25.

    >>> _spread(25), _spread(5)
    ([0, 8, 16, 24], [0, 1, 3, 4])
    """
    return [round(n * (count - 1) / (MANY - 1)) for n in range(MANY)]


def _draw(sets: "list[tuple[str, Matrices]]", matrix: str, measure: str, path: Path, language: str) -> None:
    from bolicho.core.files import write_whole
    from bolicho.lab.charts.heatmap import difference, picture, sheet
    from bolicho.lab.charts.heatmap_plot import Panel, axis_of, heat_maps, heat_maps_png, panel_title

    sheets = [(matrices.matches, sheet(matrices, matrix)) for _, matrices in sets]
    if measure == CHANGE:
        (since, first), *rest = sheets
        panels = [Panel(panel_title(n, language, since), difference(one, first)) for n, one in rest]
    else:
        panels = [Panel(panel_title(n, language), picture(one, measure)) for n, one in sheets]
    axis = axis_of(matrix, language)
    if path.suffix.lower() == ".png":
        write_whole(path, heat_maps_png(panels, axis, language))
    else:
        write_whole(path, heat_maps(path.stem, path.stem, panels, axis, language).svg)


def _drawable(path: Path | None) -> None:
    if path is None:
        return
    if path.suffix.lower() not in DRAWINGS:
        raise BadInput(f"{path}: a drawing is written as {' or '.join(DRAWINGS)}")
    if not path.parent.is_dir():
        raise BadInput(f"{path}: no such folder: {path.parent}")


def _told(matrices: "Matrices") -> JsonObject:
    from bolicho.lab.charts.heatmap import changed
    from bolicho.learn.markov.matrices import Matrices

    begun = {module.name: module for module in Matrices.initial().modules}
    return {
        "matches": matrices.matches,
        "seed": matrices.seed,
        "against": matrices.against,
        "switches": str(matrices.switches),
        "bytes": matrices.nbytes,
        "matrices": {
            module.name: {
                "states": len(module.labels),
                "wins": round(float(module.win.sum()), 1),
                "losses": round(float(module.loss.sum()), 1),
                "most_wins": round(float(module.win.max()), 1),
                "changed": round(changed(module.win, begun[module.name].win), 6),
            }
            for module in matrices.modules
        },
    }


def _print(told: list[JsonObject], language: str) -> None:
    from bolicho.core.numbers import Figure, Value, say
    from bolicho.report.document import Table
    from bolicho.report.terminal import show_table

    words = Words("bolicho.cli.commands", language, "markov.toml")
    maps = Words("bolicho.lab.charts", language, "heatmap.toml")
    columns = [words(key) for key in ("matrix", "states", "wins", "losses", "most", "changed")]
    for one in told:
        rows: list[list[Value]] = [
            [
                maps(name),
                *(round(facts[key]) for key in ("states", "wins", "losses", "most_wins")),
                Figure(facts["changed"]),
            ]
            for name, facts in one["matrices"].items()
        ]
        typer.echo(f"{one['file']} · {maps('when', matches=say(one['matches'], language))}")
        show_table(Table("matrices", "", columns, rows), language)
