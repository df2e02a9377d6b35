"""``bolicho bench peers``: our speed beside OpenSpiel, RLCard, PettingZoo, scikit-learn and cbrkit, in one run."""

from typing import TYPE_CHECKING

from bolicho.cli.commands.bench.shell import BenchData, printed, tabled
from bolicho.core.numbers import NOTHING, brief
from bolicho.report.terminal import console

if TYPE_CHECKING:
    from bolicho.bench.peers import PeersReport, Row


def bench_peers(seed: int, seconds: float, hands: int, as_json: bool) -> BenchData:
    """Measure every work of the table, and print it."""
    from bolicho.bench.peers import run
    from bolicho.cli.commands.bench.peer_rows import WORKS
    from bolicho.cli.progress import progress

    del hands  # how long everybody works is what counts here
    with progress("peers") as show_progress:
        report = run(WORKS, seed, seconds, show_progress)
    return printed(report, show, as_json)


def show(report: "PeersReport") -> None:
    """Print a table for people."""
    paper = console()
    paper.print(
        f"Peers, {report.date}, best of three, seed {report.seed}. Ratios: ours over theirs, by the clock on the wall "
        "and by the time of the processor (all threads), which a busy machine does not stretch."
    )
    for kind, rows in kinds(report).items():
        cells = [
            [
                row.ours.name,
                f"{row.peer.name}{'' if row.same else ' *'}",
                row.unit,
                *(figures(side.rate) for side in (row.ours, row.peer)),
                *(figures(ratio, " ×") for ratio in (row.ratio, row.ratio_of_the_processor)),
            ]
            for row in rows
        ]
        tabled(kind, ("ours", "peer", "a second", "ours", "theirs", "ratio", "processor"), cells)
    paper.print("* the same kind of work, not the same:")
    for remark, peers in remarks(report).items():
        paper.print(f"  {', '.join(peers)}: {remark}.")
    paper.print(f"On {report.machine}; {', '.join(' '.join(told) for told in report.versions.items())}.")
    if report.load:
        paper.print(f"The load was {report.load[0]:.1f} before we began.")
    for library, install in report.missing.items():
        paper.print(f"{library} is not installed: {install}")


def remarks(report: "PeersReport") -> dict[str, tuple[str, ...]]:
    """Return what differs, each remark once, with the peers that it is about."""
    told: dict[str, dict[str, None]] = {}
    for row in report.rows:
        if row.remark:
            told.setdefault(row.remark, {})[row.peer.name] = None
    return {remark: tuple(names) for remark, names in told.items()}


def kinds(report: "PeersReport") -> "dict[str, list[Row]]":
    """Return the rows by the kind of work."""
    told: dict[str, list[Row]] = {}
    for row in report.rows:
        told.setdefault(row.kind, []).append(row)
    return told


def figures(number: float | None, after: str = "") -> str:
    """Write a number with three figures at least; a dash for none.

    >>> [figures(number) for number in (812345.6, 1234.4, 23.456, 1.234, 0.01234, None)]
    ['812,346', '1,234', '23.5', '1.23', '0.0123', '–']
    """
    return NOTHING if number is None else brief(number, 3, "en") + after
