"""Who runs the simulations: plain Python, and the kernel as soon as it is warm.

Both draw the same numbers and give the same answers to the last bit (one source, see ``kernel.py``), so nothing but the
time depends on which of them served. An agent that simulates calls `warm_up` when it is built: a thread then compiles
the kernel, or loads what was compiled before, while plain Python already answers.
"""

from collections.abc import Iterator
from typing import Any

from bolicho.agents.rikken import guess, simulate
from bolicho.agents.rikken.table import Table, copy
from bolicho.agents.rikken.tactics import RANDOM, RULES
from bolicho.core.json_text import JsonObject
from bolicho.parallel.kernel import UntilCompiled

SCRATCH = 14
"""Counters: thirteen cards, or none to thirteen tricks."""


class PlainSimulations:
    """The functions as they stand."""

    name = "plain"

    def __init__(self) -> None:
        self.call: JsonObject = vars(guess) | vars(simulate)

    def chance(self, key: int) -> Any:
        """Return the chance that a key begins."""
        return [key]

    def tables(self, first: Table, others: int) -> Any:
        """Return a copy of a table and so many empty ones."""
        tables = [Table() for _ in range(1 + others)]
        copy(first, tables[0])
        return tables

    def row(self) -> Any:
        """Return counters at zero."""
        return [0] * SCRATCH


class CompiledSimulations:
    """The same, compiled."""

    name = "compiled"

    def __init__(self) -> None:
        import numpy as np

        from bolicho.agents.rikken import kernel

        self.np, self.kernel, self.call = np, kernel, kernel.compiled()

    def chance(self, key: int) -> Any:
        """Return the chance that a key begins."""
        return self.np.array([key], self.np.uint64)

    def tables(self, first: Table, others: int) -> Any:
        """Return a copy of a table and so many empty ones, as records."""
        tables = self.kernel.new_tables(1 + others)
        self.kernel.write(first, tables[0])
        return tables

    def row(self) -> Any:
        """Return counters at zero."""
        return self.np.zeros(SCRATCH, self.np.int64)


class Simulations:
    """One decision's simulations: all chance comes from one key."""

    def __init__(self, key: int, runner: PlainSimulations | CompiledSimulations | None = None) -> None:
        self.run = runner or runner_now()
        self.chance = self.run.chance(key)

    def weigh(self, table: Table, worlds: int) -> tuple[list[int], list[int], int]:
        """Return by legal card, from the lowest, how often declarer made it and his side's tricks; and the best."""
        tables, wins, tricks = self.run.tables(table, 2), self.run.row(), self.run.row()
        self.run.call["weigh"](tables[0], worlds, self.chance, tables[1], tables[2], wins, tricks)
        best = self.run.call["best_weighed"](tables[0], wins, tricks, self.chance)
        return list(map(int, wins)), list(map(int, tricks)), int(best)

    def weigh_paper(self, table: Table, playouts: int, technique: int) -> tuple[list[int], list[int], int]:
        """Return by legal card, from the lowest, how often it was drawn and the tricks it made; and the best."""
        tables, times, tricks = self.run.tables(table, 2), self.run.row(), self.run.row()
        self.run.call["weigh_paper"](tables[0], playouts, technique, self.chance, tables[1], tables[2], times, tricks)
        best = self.run.call["best_paper"](tables[0], times, tricks, self.chance)
        return list(map(int, times)), list(map(int, tricks)), int(best)

    def sample(
        self, table: Table, me: int, worlds: int, technique: int = RULES, *, partner_names: bool = False
    ) -> list[int]:
        """Return how many of the deals that a seat guesses give declarer's side no trick, one, two, ... thirteen.

        With ``partner_names`` the partner names his strongest suit as trump, as in troela.
        """
        tables, tricks = self.run.tables(table, 1), self.run.row()
        self.run.call["sample"](tables[0], me, worlds, technique, int(partner_names), self.chance, tables[1], tricks)
        return list(map(int, tricks))

    def worlds(self, table: Table, count: int) -> Iterator[tuple[tuple[int, int, int, int], int]]:
        """Guess so many deals: hands by seat, and declarer's partner or -1."""
        tables = self.run.tables(table, 1)
        for _ in range(count):
            self.run.call["guess"](tables[0], int(table.seat), self.chance, tables[1])
            world = tables[1] if isinstance(self.run, PlainSimulations) else _CompiledWorld(tables[1])
            first, second, third, fourth = map(int, world.hands)
            yield (first, second, third, fourth), int(world.partner)


class _CompiledWorld:
    def __init__(self, record: Any) -> None:
        self.hands, self.partner = record["hands"], record["partner"]


def _warm() -> CompiledSimulations:
    from bolicho.learn.search import goal

    compiled = CompiledSimulations()
    table = Table(hands=[0b1111111111111, 0, 0, 0], counts=[13, 13, 13, 13])
    first = Simulations(1, compiled)
    first.weigh(table, 1)
    first.weigh_paper(table, 1, RANDOM)
    first.sample(table, 0, 1)
    list(first.worlds(table, 1))
    goal.prepare()
    return compiled


PLAIN = PlainSimulations()
KERNEL: UntilCompiled[PlainSimulations | CompiledSimulations] = UntilCompiled(PLAIN, _warm, "rikken-kernel")
runner_now, warm_up = KERNEL.now, KERNEL.warm_up
