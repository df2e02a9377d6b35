"""How fast cases are found: exact top ten beside scikit-learn and cbrkit in the same run, and in a base of a million.

Everybody is asked the same questions, one at a time, three times in turn, and the best time counts. Questions are hands
that are in no base and have reached the third round, so that all twelve attributes are known.
"""

import gc
import os
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bolicho.bench.case_peers import QUERIES, SPANS, Ask, cbrkit_asker, sklearn_askers
from bolicho.bench.random_cases import ATTRIBUTES, random_base, random_cases
from bolicho.bench.rows import LARGE, OURS, PLAIN, SCAN, K, Memory, Rate, RowsReport
from bolicho.core.errors import BadInput
from bolicho.core.extras import need
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.retrieval.search import Nearest, plain_scan, scan

PAPER_BASE = 27_515
"""Cases in the paper's learned base."""
ROUNDS = 3
CHECKED = 20
"""Questions whose answers are compared with those of the plain scan."""

Watch = Callable[[str], None]


def search_speed(
    seed: int = 0, seconds: float = 1.0, large: int = 1_000_000, watch: Watch = lambda _: None
) -> RowsReport:
    """Measure every way to find the ten most similar cases, and the memory of the large base."""
    if large < PAPER_BASE:
        raise BadInput(f"hands {large}: a large base has at least {PAPER_BASE} cases")
    need("numba")  # its hands are played by the compiled kernel
    questions = unseen(QUERIES, seed, large)
    Nearest(random_cases(100, seed), SPANS).nearest(questions[0])  # compile, or load what was compiled
    watch(f"a base of {large:,} cases")
    base, index, memory, first_large = _million(seed, large, questions[0])
    cells = np.ascontiguousarray(index.cells[:PAPER_BASE])
    del base
    small, first_small = _indexed(cells, questions[0])
    watch("answers are compared with the plain scan")
    for one in (small, index):
        check(one, questions[:CHECKED])
    askers: dict[str, tuple[int, Ask, int]] = {
        OURS: (PAPER_BASE, lambda i: small.nearest(questions[i], K), 1),
        SCAN: (PAPER_BASE, lambda i: top(scan(cells, SPANS, questions[i])), 1),
        PLAIN: (PAPER_BASE, lambda i: top(plain_scan(cells, SPANS, questions[i])), 1),
        LARGE: (large, lambda i: index.nearest(questions[i], K), 1),
    }
    missing = {}
    for module, ready in (("sklearn", sklearn_askers), ("cbrkit", cbrkit_asker)):
        if find_spec(module) is None:
            missing[module] = "pip install 'bolicho[bench]'"
        else:
            askers |= {name: (PAPER_BASE, ask, at_once) for name, ask, at_once in ready(cells, questions)}
    rows = {len(one.cells): one.rows(questions[0]) for one in (small, index)}
    rates = measure(askers, seconds, watch)
    return RowsReport(seed, rows, rates, memory, {PAPER_BASE: first_small, large: first_large}, CHECKED, missing)


def measure(askers: dict[str, tuple[int, Ask, int]], seconds: float, watch: Watch) -> tuple[Rate, ...]:
    """Ask everybody in turn, three times round; the best time counts."""
    rounds: dict[str, list[float]] = {name: [] for name in askers}
    for _, ask, _ in askers.values():
        ask(0)
    for number in range(1, ROUNDS + 1):
        for name, (_, ask, at_once) in askers.items():
            watch(f"{name}, round {number} of {ROUNDS}")
            rounds[name].append(pace(ask, seconds) / at_once)
    return tuple(Rate(name, askers[name][0], min(times), tuple(times)) for name, times in rounds.items())


def pace(ask: Ask, seconds: float) -> float:
    """Ask one question after the other until the time is over; return the seconds that one took."""
    asked = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < seconds or not asked:
        ask(asked % QUERIES)
        asked += 1
    return elapsed / asked


def check(index: Nearest, questions: Sequence[Cells]) -> None:
    """Compare answers with those of the plain scan over all cases; stop where they differ."""
    for question in questions:
        alike = plain_scan(index.cells, SPANS, question)
        found = index.nearest(question, K)
        wanted = top(alike)
        if found.cases.tolist() != wanted.tolist() or (found.similarities != alike[wanted]).any():
            raise AssertionError(f"{question.tolist()}: the index says {found}, the scan {wanted}")


def top(alike: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the ten most similar cases by similarity and number."""
    least = np.partition(alike, -K)[-K]
    near = np.flatnonzero(alike >= least)
    return near[np.argsort(-alike[near], kind="stable")][:K]


def unseen(count: int, seed: int, first: int) -> list[Cells]:
    """Return hands from a number on that reached the third round, so that nothing is blank."""
    cells = random_cases(8 * count, seed, first)
    return list(cells[(cells != UNKNOWN).all(axis=1)][:count])


def resident_megabytes() -> float | None:
    """Return the memory this process holds now; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _million(seed: int, cases: int, question: Cells) -> tuple[CaseBase, Nearest, Memory, float]:
    gc.collect()
    before = resident_megabytes()
    base = random_base(cases, seed)
    index, first = _indexed(base.cells(ATTRIBUTES), question)
    gc.collect()
    after = resident_megabytes()
    grown = None if before is None or after is None else after - before
    columns = sum(base[name].nbytes for name in base.columns) / 1e6
    return base, index, Memory(cases, columns, (index.cells.nbytes + index.nbytes) / 1e6, grown), first


def _indexed(cells: Cells, question: Cells) -> tuple[Nearest, float]:
    began = time.perf_counter()
    index = Nearest(cells, SPANS)
    index.nearest(question)
    return index, time.perf_counter() - began
