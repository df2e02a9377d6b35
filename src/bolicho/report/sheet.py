"""The sheet that every drawing is made on: opened, ruled, named and saved in one way.

The same numbers give the same text, so a report can be compared byte by byte.
"""

from collections.abc import Callable, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure as Sheet

INK, SOFT, MARK, RULE = "#26211c", "#6d6259", "#1f6f5c", "#e8e0d5"
COLOURS = (MARK, "#a6611a", "#3b5b92", SOFT)
"""One after the other, for who is told apart by colour."""
FONT, ELSE = "DejaVu Sans", "Verdana, sans-serif"
"""What plots are measured in (Matplotlib brings it), and what a reader without it sees."""
STYLE: dict[Any, Any] = {
    "font.family": FONT,
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "svg.fonttype": "none",
}
KINDS = (".svg", ".png", ".pdf")
UNSAID: JsonObject = {"svg": dict.fromkeys(("Creator", "Date", "Format", "Type")), "png": {"Software": None}}
"""What a file would say of its making: left out, so that the same numbers give the same file."""

Paint = Callable[["Sheet"], None]


def svg(name: str, paint: Paint, size: tuple[float, float]) -> str:
    """Return what is painted on an empty sheet as SVG; ``name`` makes the names inside it its own."""
    out = StringIO()
    _save(out, paint, size, "svg", {"svg.hashsalt": name}, transparent=True)
    drawn = out.getvalue().replace(f"'{FONT}'", f"'{FONT}', {ELSE}")
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def figure(paint: Paint, size: tuple[float, float]) -> "Sheet":
    """Return what is painted on an empty sheet as a figure of Matplotlib, which a notebook shows by itself."""
    need("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet

    class Drawing(Sheet):
        def _repr_png_(self) -> bytes:
            out = BytesIO()
            self.savefig(out, format="png", dpi=110)
            return out.getvalue()

    with rc_context(STYLE):
        sheet = Drawing(figsize=size, layout="constrained")
        paint(sheet)
        return sheet


def image(kind: str, paint: Paint, size: tuple[float, float], dots: int = 150) -> bytes:
    """Return what is painted on an empty sheet as PNG or PDF, with so many dots an inch."""
    out = BytesIO()
    _save(out, paint, size, kind, {}, dpi=dots)
    return out.getvalue()


def alone(draw: "Callable[[Axes], None]") -> Paint:
    """Paint a sheet with one pair of axes."""
    return lambda sheet: draw(sheet.add_subplot())


def check_file(path: Path) -> None:
    """Refuse a file that could not be drawn or written, before anything is played."""
    if path.suffix not in KINDS:
        raise BadInput(f"{path}: a plot is a file ending in {', '.join(KINDS)}")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: cannot be written")
    need("matplotlib")


def write_drawing(path: Path, name: str, paint: Paint, size: tuple[float, float]) -> None:
    """Write a drawing as the ending of its file says."""
    check_file(path)
    kind = path.suffix[1:]
    write_whole(path, svg(name, paint, size) if kind == "svg" else image(kind, paint, size))


# ── on a sheet ────────────────────────────────────────────────────────────────────────────────────────────────────


def panels(sheet: "Sheet", count: int, across: int) -> "list[Axes]":
    """Return so many pairs of axes, so many in a row; a place that is left over stays empty."""
    places: list[Any] = list(sheet.subplots(-(-count // across), across, squeeze=False).flat)
    for place in places[count:]:
        place.remove()
    return places[:count]


def legend_above(sheet: "Sheet", axes: "Axes") -> None:
    """Say above the sheet what the colours of its panels mean, which are those of the first."""
    handles, names = axes.get_legend_handles_labels()
    sheet.legend(handles, names, loc="outside upper center", ncols=len(names), fontsize=8.5, frameon=False)


def rule(axes: "Axes", along: Any = "both") -> None:
    """Draw thin lines behind what is shown; ``along`` x or y where only those numbers are read off."""
    axes.grid(axis=along, color=RULE, linewidth=0.8)
    axes.set_axisbelow(True)


def heading(axes: "Axes", title: str, size: float = 10) -> None:
    """Put a title above a panel, at its left."""
    axes.set_title(title, fontsize=size, loc="left", color=INK)


def tell(axis: "Axis", say_number: Callable[[float], str]) -> None:
    """Write the numbers of an axis in one's own way."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda number, _: say_number(number)))


def tell_counts(axis: "Axis", language: str) -> None:
    """Write whole numbers at an axis."""
    tell(axis, lambda number: say(round(number), language))


def tell_shares(axis: "Axis") -> None:
    """Write shares of 1 in per cent at an axis."""
    tell(axis, lambda share: f"{100 * share:.0f} %")


def whiskers(
    axes: "Axes", places: Sequence[float], ends: Sequence[tuple[float | None, float | None]], **how: Any
) -> None:
    """Draw intervals that lie across, at their heights; none where there is none."""
    for place, (low, high) in zip(places, ends, strict=True):
        if low is not None and high is not None:
            axes.hlines(place, low, high, **how)


def _save(out: Any, paint: Paint, size: tuple[float, float], kind: str, style: JsonObject, **how: Any) -> None:
    need("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet

    with rc_context(STYLE | style):
        sheet = Sheet(figsize=size, layout="constrained")
        paint(sheet)
        sheet.savefig(out, format=kind, metadata=UNSAID.get(kind), **how)
