"""The ladder game of ``bolicho train equilibrium``: iterations, a curve, checkpoints, and the packed strategy."""

import json
import os
import shlex
from pathlib import Path
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import speak
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.files import sweep, write_whole
from bolicho.core.numbers import Figure, Value, duration, number, say
from bolicho.core.times import TIMES, Times
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.learn.ladder.solver import Solver

ITERATIONS = 105
"""What the strategy that comes with the house was given."""
SAVE_EVERY = 60.0
"""Seconds between two checkpoints at most; one is half a gigabyte on the forty cards."""
STEPS = 64
"""Probabilities are kept in so many steps."""
BESIDE = (".npz", ".csv", ".svg", ".times.svg")
"""What stands beside the strategy, and ``.times.jsonl``: all but the two of times are the same bytes after any kill."""
SHOWN = 12
"""Points of the curve that are printed at most."""


def train(
    *,
    iterations: int | None,
    until: float | None,
    out: Path | None,
    resume: bool,
    threads: int | None,
    deck: str,
    as_json: bool,
    language: str | None,
) -> None:
    """Solve the ladder game; nothing is drawn, so there is no seed."""
    from bolicho.cli.progress import progress
    from bolicho.learn.ladder.solver import measured_at

    words = Words("bolicho.cli.commands.train", speak(language), "equilibrium.toml")
    most = ITERATIONS if iterations is None else iterations
    path = out or Path("equilibrium-s1.ladder")
    state = path.with_suffix(".npz")
    solver = _begun(path, state, deck, most, resume, threads or os.cpu_count() or 1)
    sweep(*(path.with_suffix(suffix) for suffix in (path.suffix, *BESIDE)))
    times = Times(path.with_suffix(f".{TIMES}"))
    with progress(words("bar")) as show, interruptible() as stop:
        saved, done = monotonic(), _reached(solver, until)
        while not done and solver.iterations < most and not stop.is_set():
            began = perf_counter()
            solver.run(solver.iterations + 1)
            times.add(solver.iterations, perf_counter() - began)
            if measured_at(solver.iterations):
                solver.measure()
                done = _reached(solver, until)
            show(
                solver.iterations, most, words("bar-at", at=number(solver.curve[-1].exploitability, 4, words.language))
            )
            if monotonic() - saved > SAVE_EVERY:
                solver.save(state)
                saved = monotonic()
        solver.save(state)
        whole = done or solver.iterations >= most
    if not whole:
        again = f"bolicho train equilibrium --game s1 --iterations {most} --out {shlex.quote(str(path))} --resume"
        typer.echo(words("stopped", iterations=solver.iterations, command=again), err=True)
        raise typer.Exit(INTERRUPTED)
    told = _kept(solver, times, path, deck, words)
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        _show(told, words)


def _begun(path: Path, state: Path, deck: str, iterations: int, resume: bool, threads: int) -> "Solver":
    """A new training, or that of the file if it may be gone on with."""
    from bolicho.games.truco.cards import DECKS, LADDER
    from bolicho.learn.ladder.solver import Solver

    if deck not in DECKS:
        raise UnknownName("deck", deck, DECKS)
    counts = tuple(sum(card in DECKS[deck] for card in level) for level in LADDER)
    if path == state:
        raise BadInput(f"{path}: the strategy cannot end in .npz, which is kept for going on")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: no such directory")
    if not state.exists():
        return Solver(counts, threads)
    if not resume:
        raise BadInput(f"{state}: is there already; go on with --resume, or say another --out")
    solver = Solver.load(state, counts, threads)
    if solver.iterations > iterations:
        raise BadInput(f"{state}: has {solver.iterations} iterations, more than {iterations}")
    return solver


def _reached(solver: "Solver", until: float | None) -> bool:
    return until is not None and bool(solver.curve) and solver.curve[-1].exploitability <= until


def _kept(solver: "Solver", times: Times, path: Path, deck: str, words: Words) -> dict[str, Any]:
    """Write the packed strategy, the curve and its pictures; return what came of it as JSON data."""
    import numpy as np

    from bolicho.learn.ladder.packing import pack, quantised
    from bolicho.learn.ladder.response import measured

    point = solver.curve[-1] if solver.curve and solver.curve[-1].iterations == solver.iterations else solver.measure()
    rounded = quantised(solver.tree, solver.averages, STEPS, solver.walker.threads)
    packed = measured(solver.tree, rounded.astype(np.float32), solver.walker.threads)
    told: dict[str, Any] = {
        "game": "s1",
        "deck": deck,
        "iterations": solver.iterations,
        "exploitability": round(packed.exploitability, 6),
        "before_packing": round(point.exploitability, 6),
        "mao": {"best_response": round(packed.mao.best_response, 6), "self_play": round(packed.mao.self_play, 6)},
        "pe": {"best_response": round(packed.pe.best_response, 6), "self_play": round(packed.pe.self_play, 6)},
    }
    pack(path, solver.tree, rounded, STEPS, told)
    rows = [f"{p.iterations},{p.exploitability:.6f},{p.mao:.6f}" for p in solver.curve]
    write_whole(path.with_suffix(".csv"), "\n".join(("iterations,exploitability,mao", *rows)) + "\n")
    files = [str(path), str(path.with_suffix(".npz")), str(path.with_suffix(".csv")), str(times.path)]
    curve = [{**point._asdict(), "seconds": times.through(point.iterations)} for point in solver.curve]
    try:
        for key, suffix in (("iterations", ".svg"), ("seconds", ".times.svg")):
            write_whole(path.with_suffix(suffix), _drawn(curve, key, words))
            files.append(str(path.with_suffix(suffix)))
    except BadInput as error:  # a strategy is worth more than its picture
        typer.echo(str(error), err=True)
    nodes = {"nodes": len(solver.tree.form), "infosets": solver.tree.infosets, "slots": solver.tree.slots}
    seconds = times.through(solver.iterations)
    time = {"seconds": None if seconds is None else round(seconds, 1)}
    return {**told, **nodes, **time, "files": files, "curve": curve}


def _drawn(curve: list[dict[str, Any]], key: str, words: Words) -> str:
    """Draw the curve by iterations or by seconds; of a point whose time nobody knows, nothing by seconds."""
    from bolicho.report.curves import Line, Panel, curves

    points = [point for point in curve if point[key] is not None]
    lines = [Line(key, words("line"), [float(p[key]) for p in points], [p["exploitability"] for p in points])]
    panel = Panel(words(f"plot-{key}"), words(f"axis-{key}"), words("axis-points"), lines, log=True)
    return curves("exploitability", words("plot"), [panel], words.language).svg


def _show(told: dict[str, Any], words: Words) -> None:
    from bolicho.report.document import Table
    from bolicho.report.terminal import show_table

    spoken, curve = words.language, told["curve"]
    rows: list[list[Value]] = []
    for point in [curve[(n + 1) * len(curve) // SHOWN - 1] for n in range(SHOWN)] if len(curve) > SHOWN else curve:
        time = None if point["seconds"] is None else duration(point["seconds"], spoken)
        exploitability = Figure(point["exploitability"], percent=False, signed=False, digits=4)
        rows.append([point["iterations"], time, exploitability])
    columns = [words(f"column-{key}") for key in ("iterations", "seconds", "exploitability")]
    show_table(Table("curve", words("curve"), columns, rows), spoken)
    numbers = {key: number(told[key], 4, spoken) for key in ("exploitability", "before_packing")}
    typer.echo(words("result", iterations=say(told["iterations"], spoken), **numbers))
    typer.echo(words("value", mao=number(told["mao"]["self_play"], 4, spoken)))
    typer.echo(words("saved", files=", ".join(told["files"])))
