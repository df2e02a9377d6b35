"""A tournament: a design, the rows it has so far, and what plays the rest; killed at any time, it goes on as if not.

In a directory every row is a line of ``rows.jsonl`` as soon as its match is over, beside ``design.json``; without one
all stays in memory.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.matches.series import Unit, left, pairings
from bolicho.arena.plan.design import Design, difference, grown
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.stopwatch import Stopwatch
from bolicho.arena.run.workers import Crew, WhenDone, never
from bolicho.core.errors import BadInput
from bolicho.core.journal import DESIGN, Journal

Progress = Callable[[int, int], None]
"""Called with the number of matches played and of all, as far as that is known."""
PAUSE = 0.5
"""Seconds of play that a power cut may cost; a kill costs only what was being played."""


class Players(Protocol):
    """Who plays schedules: the workers of an engine, for one plan."""

    size: int
    """How many there are, or have been at most."""

    def play(self, schedule: list[Unit], done: WhenDone, stop: Callable[[], bool]) -> bool:
        """Play a schedule and tell each row as it comes; return whether all is played, or somebody said stop."""


class Engine(Protocol):
    """What a tournament is played on; every engine gives the same rows."""

    def crew(self, plan: Plan) -> AbstractContextManager[Players]:
        """Call the workers together, each of which builds the agents of a plan once."""


@dataclass(frozen=True)
class Local:
    """Worker processes of this machine."""

    workers: int = 1

    def crew(self, plan: Plan) -> Crew:
        """Return the crew, whose processes begin with the first schedule."""
        return Crew(plan, self.workers)


class Tournament:
    """A tournament in a directory, which nobody else may write to meanwhile, or in memory."""

    def __init__(self, folder: Path | None, design: Design) -> None:
        """Begin, or go on where the directory is; one of another tournament is refused with the difference."""
        self.design = design = replace(design, plan=design.plan.sealed(_kept_salt(folder)))
        self.agents = design.plan.agents
        self._known: dict[int, Row] = {}
        self._journal = None if folder is None else Journal(folder, design.to_dict(), difference, grown)
        try:
            self._read()
        except BaseException:
            self.close()
            raise
        self.taken_over = len(self._known)
        """Matches that an earlier run had played."""
        self.watch = Stopwatch(folder)
        """How long it has been played, on the wall."""
        self.workers = 1
        """How many played in the last run."""

    def __enter__(self) -> "Tournament":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write; a tournament of which nothing was played leaves nothing behind."""
        if self._journal is not None and not self._known and not self._journal.lines:
            self._journal.discard()
        elif self._journal is not None:
            self._journal.close()

    @property
    def rows(self) -> list[Row]:
        """The matches played so far, sorted."""
        return [self._known[match] for match in sorted(self._known)]

    def play(
        self,
        workers: int = 1,
        *,
        engine: Engine | None = None,
        progress: Progress | None = None,
        stop: Callable[[], bool] = never,
    ) -> bool:
        """Play what is missing; return whether all is played, or somebody said stop."""
        before = len(self._known)
        self.watch.start()
        try:
            return self._play(engine or Local(workers), progress, stop)
        finally:
            self.watch.stop(keep=len(self._known) > before)

    def _play(self, engine: Engine, progress: Progress | None, stop: Callable[[], bool]) -> bool:
        with engine.crew(self.design.plan) as players:
            for number, units in enumerate(self._rounds()):
                todo = [part for unit in units if (part := left(unit, self._known)) is not None]
                missing = sum(pairing.match not in self._known for pairing in pairings(todo))
                all_in_all = len(self._known) + missing + self.design.ahead(number, units)
                if progress is not None:
                    progress(len(self._known), all_in_all)

                def done(row: Row, _record: str | None, total: int = all_in_all) -> None:
                    self._keep(row)
                    if progress is not None:
                        progress(len(self._known), total)

                whole = not todo or players.play(todo, done, stop)
                self.workers = players.size
                if not whole:
                    return False
        return True

    def _rounds(self) -> Iterator[list[Unit]]:
        """Draw each round when those before it are played."""
        earlier: list[Row] = []
        for number in range(self.design.rounds_drawn):
            units = self.design.draw(number, earlier)
            yield units
            matches = [pairing.match for pairing in pairings(units)]
            if any(match not in self._known for match in matches):
                return
            earlier += [self._known[match] for match in matches]

    def _keep(self, row: Row) -> None:
        self._known[row.match] = row
        if self._journal is not None:
            self._journal.add(row.to_dict(), PAUSE)
            self.watch.tick()

    def _read(self) -> None:
        lines = [] if self._journal is None else self._journal.lines
        rows: list[Row] = []
        for number, line in enumerate(lines, 1):
            try:
                rows.append(Row.from_dict(line))
            except BadInput as error:
                raise self._wrong(number, str(error)) from None
            self._known.setdefault(rows[-1].match, rows[-1])
        drawn: dict[int, Pairing] = {}
        for units in self._rounds():
            for pairing in pairings(units):
                drawn[pairing.match] = pairing
                row = self._known.get(pairing.match)
                if row is not None and pairing != Pairing(row.match, row.board, row.seats):
                    self._known.pop(row.match)  # nothing is drawn from it; below its line is told
        for number, row in enumerate(rows, 1):
            if drawn.get(row.match) != Pairing(row.match, row.board, row.seats):
                raise self._wrong(number, f"match {row.match} is not one of this tournament")
            if self._known.get(row.match) != row:
                raise self._wrong(number, f"match {row.match} is there already, and ended otherwise")

    def _wrong(self, line: int, why: str) -> BadInput:
        assert self._journal is not None
        return BadInput(f"{self._journal.path} line {line}: {why}")


def _kept_salt(folder: Path | None) -> str | None:
    """Return the salt of the tournament that a directory holds; the journal will tell what is damaged there."""
    try:
        design = None if folder is None else json.loads((folder / DESIGN).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    salt = design.get("salt") if isinstance(design, dict) else None
    return salt if isinstance(salt, str) else None
