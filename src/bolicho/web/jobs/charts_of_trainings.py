"""Exhibits of trainings: learning curves, growth of bases, clusters and elbows, heat maps through time."""

from pathlib import Path
from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.report.web import Exhibit, bars, lines
from bolicho.web.jobs.charts import FinishedJob, ends

BLOCKS = 64
"""A map has at most so many rows; a larger matrix is shown in blocks, each the mean of its cells."""
MEASURES = {"truco": ("wins", "losses"), "envido": ("wins", "losses"), "flor": ("wins", "losses"),
            "cards": ("wins", "losses"), "levels": ("wins",)}  # fmt: skip
FRAME = "heat-{matrix}-{measure}-{matches}"


def qlearning(told: FinishedJob) -> list[Exhibit]:
    """How a Q-table came to win."""
    found, kinds = told.result, ("training", "first", "second")
    columns = [told.column("episodes", "whole"), *(column for kind in kinds for column in told.estimate(kind))]
    rows = (
        [point["episodes"], *(point[kind].get(key) for kind in kinds for key in ("rate", "low", "high"))]
        for point in found["curve"]
    )
    seats = found["against_random"]
    counts = [told.column(key, "whole") for key in ("wins", "draws", "losses")]
    played = ([told.say(f"seat-{name}"), *(one.get(key) for key in ("rate", "low", "high", "wins", "draws", "losses"))]
              for name, one in seats.items())  # fmt: skip
    facts = ("entries", "moves")
    shares = ("all", "where_it_matters")
    return [
        told.exhibit("q-curve", columns, rows, chart=lines("episodes", *kinds, interval=True, percent=True)),
        told.exhibit("q-random", [told.column("seat"), *told.estimate("rate"), *counts], played,
                     chart=bars("seat", "rate", percent=True)),
        told.exhibit("q-optimal", [told.column("positions"), told.column("optimal", "percent", 1)],
                     ([told.say(f"optimal-{key}"), found["optimal"][key]] for key in shares),
                     chart=bars("positions", "optimal", interval=False, percent=True)),
        told.exhibit("q-table", [told.column("fact"), told.column("count", "whole")],
                     ([told.say(f"q-{key}"), found[key]] for key in facts)),
    ]  # fmt: skip


def markov(told: FinishedJob) -> list[Exhibit]:
    """What a training of the Markov player learned, and how often it won."""
    found, shown = told.result, []
    wins = found["wins"]
    if wins.get("per_hundred"):
        rows = ([100 * (n + 1), count] for n, count in enumerate(wins["per_hundred"]))
        columns = [told.column("match", "whole"), told.column("wins_per_hundred", "whole")]
        shown.append(told.exhibit("hundreds", columns, rows, chart=lines("match", "wins_per_hundred", middle=50)))
    entries = {"mano": wins["mano"]}
    if "learner" in wins:
        entries |= {"learner": wins["learner"], "mao": wins["learner"]["mao"], "pe": wins["learner"]["pe"]}
    columns = [
        told.column("who"),
        *told.estimate("rate"),
        told.column("wins", "whole"),
        told.column("matches", "whole"),
    ]
    rows = ([told.say(f"won-{name}"), *(one[key] for key in ("rate", "low", "high", "wins", "matches"))]
            for name, one in entries.items())  # fmt: skip
    shown.append(told.exhibit("markov-wins", columns, rows, chart=bars("who", "rate", percent=True, middle=0.5)))
    columns = [told.column("module"), told.column("updates", "whole")]
    moved = ([told.say(f"matrix-{name}"), count] for name, count in found["updates"].items())
    shown.append(told.exhibit("updates", columns, moved, chart=bars("module", "updates", interval=False)))
    return [*shown, *_maps(told)]


def _maps(told: FinishedJob) -> list[Exhibit]:
    """Every matrix through time: a frame a snapshot."""
    snapshots = sorted(int(path.stem.partition("-")[2]) for path in (told.work / "training").glob("matrices-*.npz"))
    return [
        told.exhibit(
            f"heat-{matrix}-{measure}",
            [],
            [],
            title=told.say("ex-heat", matrix=told.say(f"matrix-{matrix}"), measure=told.say(f"measure-{measure}")),
            note=told.say("note-heat"),
            frames=[
                (told.say("after", matches=n), FRAME.format(matrix=matrix, measure=measure, matches=n))
                for n in snapshots
            ],
        )
        for matrix, measures in MEASURES.items()
        for measure in measures
        if snapshots
    ]


def frame(told: FinishedJob, name: str) -> Exhibit | None:
    """Return one frame of a heat map by its name; None where there is none of that name."""
    import numpy as np

    from bolicho.lab.charts.heatmap import sheet
    from bolicho.learn.markov import file

    parts = name.split("-")
    if len(parts) != 4 or parts[0] != "heat" or parts[2] not in MEASURES.get(parts[1], ()) or not parts[3].isdecimal():
        return None
    path = told.work / "training" / f"matrices-{int(parts[3]):06d}.npz"
    if not path.exists():
        return None
    one = sheet(file.load(path), parts[1])
    values = one.measured(parts[2])
    size = -(-len(one.rows) // BLOCKS)
    across = size if one.rows == one.columns else 1
    rows, columns = _blocks(one.rows, size), _blocks(one.columns, across)
    cells = [
        [round(float(np.mean(values[r * size : (r + 1) * size, c * across : (c + 1) * across])), 3)
         for c in range(len(columns))] for r in range(len(rows))
    ]  # fmt: skip
    axis = told.say("level" if parts[1] == "levels" else "own")
    keys = [told.column("own", title=axis), *(told.column(label, "number", 1, label) for label in columns)]
    title = told.say("ex-heat", matrix=told.say(f"matrix-{parts[1]}"), measure=told.say(f"measure-{parts[2]}"))
    note = told.say("note-blocks", size=size) if size > 1 else told.say("note-heat")
    chart = {"kind": "heat", "row": "own", "cells": columns, "colours": "counts"}
    table = [[label, *line] for label, line in zip(rows, cells, strict=True)]
    return Exhibit(name, f"{title} · {told.say('after', matches=int(parts[3]))}", keys, table, chart, note)


def _blocks(labels: tuple[str, ...], size: int) -> list[str]:
    """Name blocks of states by their first and last."""
    parts = [labels[begin : begin + size] for begin in range(0, len(labels), size)]
    return [part[0] if len(part) == 1 else f"{part[0]}…{part[-1]}" for part in parts]


def cases(told: FinishedJob) -> list[Exhibit]:
    """How the three bases of a bot grew, and how it did."""
    found, modes = told.result, list(told.result["bases"])
    columns = [told.column("match", "whole"), told.column("hands", "whole"), *(told.column(m, "whole") for m in modes)]
    rows = ([point["match"], point["hands"], *(point[mode] for mode in modes)] for point in found["growth"])
    sizes = ("start", "kept", "removed", "now")
    told_of = ([told.say(f"col-{mode}"), *(found["cases"][mode][key] for key in sizes)] for mode in modes)
    shown = [
        told.exhibit("cases-growth", columns, rows, chart=lines("match", *modes, zero=False)),
        told.exhibit("cases-sizes", [told.column("base"), *(told.column(key, "whole") for key in sizes)], told_of,
                     chart=bars("base", "now", interval=False)),
    ]  # fmt: skip
    if any(sum(counts.values()) for counts in found["help"].values()):
        asked = (
            [told.say(f"help-{what}"), *(counts[mode] for mode in modes)] for what, counts in found["help"].items()
        )
        shown.append(told.exhibit("help", [told.column("what"), *(told.column(m, "whole") for m in modes)], asked))
    return shown + _judged(told)


def imitation(told: FinishedJob) -> list[Exhibit]:
    """How a base grew by imitation, and its clusters with it."""
    found, keys = told.result, ("match", "hands", "kept", "cases", "clusters")
    columns = [told.column(key, "whole") for key in keys]
    growth = [[point[key] for key in keys] for point in found["growth"]]
    ks = ([name, one["start"], one["end"], one["changes"]] for name, one in found["clusters"].items())
    heads = [told.column("scenario"), *(told.column(key, "whole") for key in ("k_start", "k_end", "changes"))]
    moves = ([one[key] for key in ("match", "cases", "scenario", "k")] for one in found["cluster_changes"])
    changed = [told.column("match", "whole"), told.column("cases", "whole"), told.column("scenario"),
               told.column("k", "whole")]  # fmt: skip
    return [
        told.exhibit("imitation-growth", columns, growth, chart=lines("match", "cases", "hands", "kept")),
        told.exhibit("imitation-clusters", [columns[0], columns[-1]], ([row[0], row[-1]] for row in growth),
                     chart=lines("match", "clusters", zero=False)),
        told.exhibit("k", heads, ks, chart=bars("scenario", "k_end", interval=False)),
        told.exhibit("k-changes", changed, moves),
        *_judged(told),
    ]  # fmt: skip


def _judged(told: FinishedJob) -> list[Exhibit]:
    """Matches that judge what was learned, where some were asked for."""
    judged = told.result.get("judged")
    if not judged:
        return []
    columns = [told.column("agent", "agent"), *told.estimate("win_rate"), told.column("wins", "whole"),
               told.column("matches", "whole"), told.column("verdict")]  # fmt: skip
    verdict = told.say(f"verdict-{judged['verdict'].replace(' ', '-')}")
    rows = [[judged["agents"][0], *ends(judged["win_rate"]), judged["wins"][0], judged["matches"], verdict]]
    chart = bars("agent", "win_rate", percent=True, middle=0.5)
    return [told.exhibit("judged", columns, rows, chart=chart)]


def clustering(told: FinishedJob) -> list[Exhibit]:
    """How many clusters each scenario has, and the curve that says why."""
    from bolicho.learn.cases.truco.telling import title

    found: JsonObject = told.result.get("scenarios") or told.result["clusters"]
    columns = [told.column("scenario"), told.column("about"), told.column("cases", "whole"), told.column("k", "whole"),
               told.column("rule")]  # fmt: skip
    rows = ([name, title(name, told.language), one["cases"], one["k"], told.say(f"rule-{one['rule']}")]
            for name, one in found.items())  # fmt: skip
    drawing = "elbow.svg" if Path(told.work / "elbow.svg").exists() else ""
    summary = told.exhibit("clusters", columns, rows, chart=bars("scenario", "k", interval=False), picture=drawing)
    return [summary, *(_elbow(told, name, one) for name, one in found.items())]


def _elbow(told: FinishedJob, name: str, one: JsonObject) -> Exhibit:
    from bolicho.learn.cases.clustering.elbow import elbow
    from bolicho.learn.cases.truco.telling import title

    bend = elbow(one["wcss"])
    silhouettes = one.get("silhouettes") or []
    kinds = {"k": "whole", "chosen": "yes"}
    keys = ("k", "wcss", "normalised", "ratio", "silhouette", "chosen")

    def at(values: Any, place: int) -> Any:
        return values[place] if 0 <= place < len(values) else None

    rows = [
        [k, one["wcss"][k - 1], bend.wcss[k - 1], at(bend.ratios, k - 2), at(silhouettes, k - 2), k == one["k"]]
        for k in range(1, len(one["wcss"]) + 1)
    ]
    columns = [told.column(key, kinds.get(key, "number"), 3) for key in keys]
    chart = lines("k", "normalised", mark="chosen")
    note = told.say("note-elbow", k=one["k"])
    return told.exhibit(
        f"elbow-{name}", columns, rows, title=f"{title(name, told.language)} ({name})", note=note, chart=chart
    )
