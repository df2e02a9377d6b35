"""Solve the full game without buckets on a GPU, write out what a player needs, and measure it: one bare machine, one go.

    PYTHONPATH=src python3 tools/trunk_device.py full $OUT 400 560     # train to second 400, solve rounds 2 and 3 again to 560

NumPy and CuPy are all it wants. OUT gets ``trunk.npz`` (strategies by kind of hand), ``first-0.npz`` to ``first-5.npz``
(bytes of the first round's decisions, trees side by side, and how often their players come there) and ``log.json``.
"""

import json
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from bolicho.learn.trunk.first_round import FirstRound, in_steps
from bolicho.learn.trunk.solver import Solver

PARTS = 6
MOST = 255
FIXED = np.float32(1e20)
"""Regrets so large that nothing is learned beside them."""
VARIANTS = ((255, 0.0), (255, 1e-7), (255, 1e-6), (255, 1e-5), (255, 1e-4), (63, 1e-6), (31, 1e-6), (15, 1e-6), (15, 1e-5), (7, 1e-5))


def main(deck: str, out: Path, until: float, end: float) -> None:
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
    solver = Solver(deck, make, numbers=(0, 26)) if deck == "mini" else Solver(deck, make)
    xp, forest = solver.xp, solver.forest
    first = FirstRound.of(solver.tree)
    slots = xp.asarray(first.slots)
    print("trees", forest.regrets.shape, "first round", len(first.slots), "after", round(monotonic() - began, 1), flush=True)

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
    bytes_, rare = solver._home(first.steps(xp, numbers, MOST)), solver._home(_rarity(xp, often))
    for part, trees in enumerate(np.array_split(np.arange(len(bytes_)), PARTS)):
        np.savez_compressed(out / f"first-{part}.npz", steps=bytes_[trees], rare=rare[trees])
    named = {name: array for name, array in solver.strategies().items()}
    sums = {f"total {name}": solver._home(trunk[key].sum(axis=0)) for name, key in zip(named, trunk, strict=True)}
    np.savez_compressed(out / "trunk.npz", **named, **sums)
    print("written", [(f.name, f.stat().st_size) for f in sorted(out.iterdir())], "after", round(monotonic() - began, 1), flush=True)

    def put(most: int, cut: float) -> Any:
        steps = first.steps(xp, numbers, most, (often > cut).astype(xp.uint8) if cut else None)
        forest.averages[:, slots] = steps.astype(xp.float32)
        for key, table in trunk.items():
            solver.averages[key] = in_steps(xp, table, MOST, 0).astype(xp.float32)
        return steps

    for most, cut in VARIANTS:
        if monotonic() - began > end - 70:
            break
        steps = put(most, cut)
        say("variants", most=most, cut=cut, left=int((steps > 0).sum()), **solver.measure()._asdict())

    steps = put(15, 1e-6)  # rounds 2 and 3 again, all that stands before them as it is written
    forest.regrets[...] = 0
    for at in range(len(first.nodes)):
        rows = first.block(steps, at).astype(xp.float32)
        rows = xp.where(rows.sum(axis=1, keepdims=True) > 0, rows, np.float32(1)) * FIXED
        forest.regrets[:, slots[int(first.starts[at]) : int(first.starts[at + 1])]] = rows.reshape(len(rows), -1)
    for key, table in solver.averages.items():
        solver.regrets[key] = table * FIXED
        solver.averages[key] = xp.zeros_like(table)
    forest.averages[...] = 0
    solver.iterations, mark = 0, 16
    while monotonic() - began < end:
        solver.run(solver.iterations + 1)
        if xp is not np:
            xp.cuda.Device().synchronize()
        if solver.iterations == mark:
            say("solved", **solver.measure()._asdict())
            mark *= 2
    say("solved", **solver.measure()._asdict())


def _rarity(xp: Any, often: Any) -> Any:
    """Bytes: minus eight times the binary logarithm, 255 for never."""
    found = xp.minimum(xp.rint(-8 * xp.log2(xp.maximum(often, np.float32(1e-30)))), np.float32(255))
    return found.astype(xp.uint8)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
