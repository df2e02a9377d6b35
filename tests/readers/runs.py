"""Runs of many matches: tournaments of each format, the ledger of an experiment."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.readers.mutations import JSON, LINES, TEXT
from tests.readers.reader import Files, Reader, files_of


def tournament_design(format: str, decide: float | None = None) -> Any:
    from bolicho.arena.plan.design import Design
    from bolicho.arena.plan.plan import Plan

    rounds = None if format == "round-robin" else 2
    return Design(Plan("truco", ("sound", "random", "novice"), {"target": 3}, seed=4), format, 4, rounds, decide)


def _tournament(format: str, decide: float | None = None) -> Callable[[], Files]:
    def sample() -> Files:
        from bolicho.arena.run.tournament import Tournament

        def play(folder: Path) -> None:
            with Tournament(folder, tournament_design(format, decide)) as tournament:
                assert tournament.play()

        return files_of(play)

    return sample


def _read_tournament(format: str, decide: float | None = None) -> Callable[[Path], object]:
    def read(folder: Path) -> None:
        from bolicho.arena.results.frame import write_csv, write_parquet
        from bolicho.arena.results.summary import results
        from bolicho.arena.run.tournament import Tournament
        from bolicho.core.numbers import duration

        with Tournament(folder, tournament_design(format, decide)) as tournament:
            names = tournament.agents
            found = results(tournament.rows, names)
            json.dumps(found.to_dict(), allow_nan=False)
            write_csv(folder / "rows.csv", tournament.rows, names)
            write_parquet(folder / "rows.parquet", tournament.rows, names)
            duration(tournament.watch.seconds, "en")

    return read


def _ledger_design() -> Any:
    from bolicho.lab.engine.experiment import Cell, Design

    return Design("trial", "1", "quick", 1, {}, (Cell("a", {}), Cell("b", {"n": 2})))


def _ledger() -> Files:
    from bolicho.lab.engine.ledger import Ledger

    def write(folder: Path) -> None:
        design = _ledger_design()
        with Ledger(folder, design, {"bolicho": "1"}) as ledger:
            for cell in design.cells:
                ledger.add(cell, [{"n": 1, "x": 0.5}], 1.5)

    return files_of(write)


def _read_ledger(folder: Path) -> None:
    from bolicho.core.numbers import duration
    from bolicho.lab.engine.ledger import Ledger

    with Ledger(folder, _ledger_design(), {"bolicho": "1"}) as ledger:
        duration(ledger.seconds, "en")


def _read_run(folder: Path) -> None:
    from bolicho.lab.engine.finished import read_run

    run = read_run(folder)
    json.dumps(run.design.to_dict())
    f"{run.work} {run.missing} {run.seconds} {run.versions}".encode()


def _protocol() -> Files:
    from bolicho.lab.studies.people.protocol import text_of

    return {"paulus.toml": text_of("paulus").encode()}


def _read_protocol(folder: Path) -> None:
    from bolicho.lab.studies.people.protocol import protocol

    plan = protocol(str(folder / "paulus.toml"))
    assert len(plan.rivals_of(7)) == plan.steps
    plan.to_dict()


READERS = {
    "protocol": Reader(_protocol, {"paulus.toml": TEXT}, _read_protocol),
    "tournament": Reader(
        _tournament("round-robin"),
        {"rows.jsonl": LINES, "design.json": JSON, "seconds.json": JSON},
        _read_tournament("round-robin"),
    ),
    "tournament-swiss": Reader(_tournament("swiss"), {"rows.jsonl": LINES}, _read_tournament("swiss")),
    "tournament-league": Reader(
        _tournament("league"), {"rows.jsonl": LINES, "design.json": JSON}, _read_tournament("league")
    ),
    "tournament-decide": Reader(
        _tournament("round-robin", 0.05), {"rows.jsonl": LINES}, _read_tournament("round-robin", 0.05)
    ),
    "run": Reader(_ledger, {"rows.jsonl": LINES, "design.json": JSON}, _read_run),
    "ledger": Reader(_ledger, {"rows.jsonl": LINES, "design.json": JSON}, _read_ledger),
}
