"""All snapshots of a training as one page that needs nothing else: a slider over time, in both languages.

Counts are kept in tenths, each snapshot as what it adds to the one before, compressed; the page adds them up again.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.charts.heatmap import COLOURS, MATRICES, Numbers, Sheet, sheet

if TYPE_CHECKING:
    from bolicho.learn.markov.matrices import Matrices

TENTHS = 10
"""A count is kept as a whole number of tenths."""


def heat_map_page(snapshots: "Sequence[Matrices]", title: str, language: str | None = None) -> str:
    """Write the page; it opens in this language, or in that of the browser, and has a button for the other."""
    if not snapshots:
        raise BadInput("no snapshots to show")
    told = {
        "matches": [int(snapshot.matches) for snapshot in snapshots],
        "tenths": TENTHS,
        "colours": COLOURS,
        "language": language,
        "matrices": {name: packed([sheet(snapshot, name) for snapshot in snapshots]) for name in MATRICES},
        "words": {one: Words("bolicho.lab.charts", one, "heatmap.toml").texts for one in LANGUAGES},
    }
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    folder = files("bolicho.lab.charts")
    html, style, script = ((folder / f"heatmap.{kind}").read_text(encoding="utf-8") for kind in ("html", "css", "js"))
    spoken = language or LANGUAGES[0]
    parts = {"language": spoken, "title": escape(title), "style": style, "data": data, "script": script}
    for part, text in parts.items():
        html = html.replace(f"<!--{part}-->", text)
    return html


def packed(sheets: Sequence[Sheet]) -> JsonObject:
    """Return one matrix through time as JSON data."""
    first = sheets[0]
    if any((one.rows, one.columns) != (first.rows, first.columns) for one in sheets):
        raise BadInput(f"{first.name}: snapshots of other states cannot be shown together")
    told: JsonObject = {"rows": first.rows, "columns": None if first.rows == first.columns else first.columns}
    told["win"] = _cube([one.win for one in sheets])
    if first.loss is not None:
        told["loss"] = _cube([one.loss for one in sheets if one.loss is not None])
    return told


def _cube(counts: Sequence[Numbers]) -> dict[str, str]:
    whole = np.rint(np.stack(counts) * TENTHS).astype(np.int64)
    steps = np.diff(whole, axis=0, prepend=0)
    most = np.abs(steps).max(initial=0)
    if most >= 2**31:
        raise BadInput(f"counts of {most / TENTHS:g} are too many for a page")
    kind = "Int16" if most < 2**15 else "Int32"
    raw = steps.astype("<i2" if kind == "Int16" else "<i4").tobytes()
    return {"kind": kind, "data": base64.b64encode(zlib.compress(raw, 6)).decode()}
