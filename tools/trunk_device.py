"""Solve the full game without buckets on a GPU, write out what a player needs, and measure it, in one go.

    PYTHONPATH=src python3 tools/trunk_device.py full $OUT 400 560 0.05

trains until second 400 and then solves rounds 2 and 3 again, until second 560, from ranges in which everybody errs in
one decision of twenty. NumPy and CuPy are all it wants; the mini deck goes on a CPU. OUT gets ``trunk.npz`` (strategies
by kind of hand), the opening book that ``equilibrium:book=FILE`` plays by, in parts (``book-0.xz`` and on, joined by
``cat`` and unpacked by ``xz -d``), and ``log.json``.
"""

import json
import sys
from lzma import compress
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from bolicho.learn.trunk.first_round import FirstRound, in_steps
from bolicho.learn.trunk.packing import packed
from bolicho.learn.trunk.solver import Solver

PART = 12_000_000
"""Bytes of a file that may come back from there, and some to spare."""
MOST = 255
FIXED = np.float32(1e20)
"""Regrets so large that nothing is learned beside them."""
SLIPS = tuple(map(float, (sys.argv[5:] or ["0.01"])))
VARIANTS = (
    (255, 0.0),
    (255, 1e-7),
    (255, 1e-6),
    (255, 1e-5),
    (255, 1e-4),
    (63, 1e-6),
    (31, 1e-6),
    (15, 1e-6),
    (15, 1e-5),
    (7, 1e-5),
)


def main(deck: str, out: Path, until: float, end: float) -> None:
    """Train, write, measure what is written, solve again."""
    began = monotonic()
    log: dict[str, Any] = {"deck": deck, "curve": [], "variants": [], "solved": []}

    def say(kind: str, **what: Any) -> None:
        row = {"second": round(monotonic() - began, 1), **what}
        log[kind].append(row)
        print(kind, json.dumps(row), flush=True)
        (out / "log.json").write_text(json.dumps(log))

    make: Any
    if deck == "mini":
        from bolicho.learn.trunk.forest import CpuForest as make
    else:
        from bolicho.learn.trunk.gpu import GpuForest as make
    solver = Solver(deck, make, numbers=(0,)) if deck == "mini" else Solver(deck, make)
    xp, forest = solver.xp, solver.forest
    first = FirstRound.of(solver.tree)
    slots = xp.asarray(first.slots)
    print(
        "trees",
        forest.regrets.shape,
        "first round",
        len(first.slots),
        "after",
        round(monotonic() - began, 1),
        flush=True,
    )

    mark = 50
    while monotonic() - began < until:
        solver.run(solver.iterations + 1)
        if xp is not np:
            xp.cuda.Device().synchronize()
        if solver.iterations == mark:
            say("curve", **solver.measure()._asdict())
            mark *= 2
    say("curve", **solver.measure()._asdict())

    numbers = forest.averages[:, slots]
    trunk = {key: table.copy() for key, table in solver.averages.items()}
    totals = first.totals(xp, numbers)
    often = totals / totals.max()
    book = compress(packed(solver, iterations=solver.iterations))
    for part, begin in enumerate(range(0, len(book), PART)):
        (out / f"book-{part}.xz").write_bytes(book[begin : begin + PART])
    named = solver.strategies()
    sums = {f"total {name}": solver.home(trunk[key].sum(axis=0)) for name, key in zip(named, trunk, strict=True)}
    np.savez_compressed(out / "trunk.npz", **named, **sums)
    print(
        "written",
        [(f.name, f.stat().st_size) for f in sorted(out.iterdir())],
        "after",
        round(monotonic() - began, 1),
        flush=True,
    )

    def put(most: int, cut: float) -> Any:
        steps = first.steps(xp, numbers, most, (often > cut).astype(xp.uint8) if cut else None)
        forest.averages[:, slots] = steps.astype(xp.float32)
        for key, table in trunk.items():
            solver.averages[key] = in_steps(xp, table, MOST, 0).astype(xp.float32)
        return steps

    for most, cut in VARIANTS:
        if monotonic() - began > end - 80 * len(SLIPS):
            break
        steps = put(most, cut)
        say("variants", most=most, cut=cut, left=int((steps > 0).sum()), **solver.measure()._asdict())

    # rounds 2 and 3 again from ranges with slips; all that stands before them is played as it is written
    for slip in SLIPS:
        steps = put(15, 1e-6)
        forest.regrets[...] = 0
        for at in range(len(first.nodes)):
            rows = _slipped(xp, first.block(steps, at).astype(xp.float32), 1, slip)
            forest.regrets[:, slots[int(first.starts[at]) : int(first.starts[at + 1])]] = rows.reshape(len(rows), -1)
        for key, table in solver.averages.items():
            legal = solver._legal.get(key)
            solver.regrets[key] = _slipped(xp, table, 0, slip) * (legal if legal is not None else 1)
            solver.averages[key] = xp.zeros_like(table)
        forest.averages[...] = 0
        solver.iterations, mark, until = (
            0,
            16,
            monotonic() + (began + end - monotonic()) / (len(SLIPS) - SLIPS.index(slip)),
        )
        while monotonic() < until:
            solver.run(solver.iterations + 1)
            if xp is not np:
                xp.cuda.Device().synchronize()
            if solver.iterations in (16, 32, 48, 64, 96, 128, 200):
                put(15, 1e-6)
                say("solved", slip=slip, **solver.measure()._asdict())


def _slipped(xp: Any, rows: Any, axis: int, slip: float) -> Any:
    """A strategy that errs now and then, as regrets beside which nothing is learned."""
    total = rows.sum(axis=axis, keepdims=True)
    even = np.float32(1 / rows.shape[axis])
    chances = xp.where(total > 0, rows / xp.maximum(total, np.float32(1)), even)
    return (np.float32(1 - slip) * chances + np.float32(slip) * even) * FIXED


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
