"""The player of Rikken: cards by search, everything before the play as ``mc`` does it, by simulated chances."""

from collections.abc import Mapping
from random import Random
from typing import Any

from bolicho.agents.ismcts import tricks
from bolicho.agents.ismcts.player import IsmctsResult, Searcher
from bolicho.agents.ismcts.settings import RIKKEN
from bolicho.agents.rikken.carlo import MonteCarlo
from bolicho.agents.rikken.engine import PLAIN, CompiledSimulations, PlainSimulations
from bolicho.agents.rikken.reason import peril
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.table import Table
from bolicho.agents.rikken.tactics import RANDOM, RULES
from bolicho.core.contract import Decision, Game
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.bits import CARDS
from bolicho.games.rikken.cards import INDEX
from bolicho.games.rikken.view import View
from bolicho.parallel.kernel import UntilCompiled


class RikkenSearch(Searcher):
    """Plays Rikken, its cards on the kernel once it is warm."""

    def __init__(self, game: Game, iterations: str | int, given: Mapping[str, str]) -> None:
        super().__init__(iterations, given, RIKKEN)
        self.game = game
        self.technique = RULES if self.settings["playout"] == "rules" else RANDOM
        self.curiosity = float(self.settings["curiosity"])
        self.bidder = MonteCarlo(game)
        warm_up()

    def choose(self, view: View, rng: Random) -> Decision:
        """Bid, name trump and ask by simulation; search the cards."""
        return super().choose(view, rng) if view.phase == "play" else self.bidder.choose(view, rng)

    def look(self, view: View, key: int) -> IsmctsResult:
        """Search for the chance that the own side makes or breaks the contract."""
        table = table_of(view)
        visits, totals = grown(table, self.iterations, self.curiosity, self.technique, key)
        numbers = [INDEX[card] for card in view.moves]
        times = tuple(visits[number] for number in numbers)
        means = tuple(totals[number] / visits[number] if visits[number] else 0.0 for number in numbers)
        side = "make" if table.seat in (table.declarer, table.partner) else "break"
        return IsmctsResult(times, means, f"search-{side}", {})

    def danger(self, view: View, move: str) -> JsonObject:
        """Tell which card, of who plays after, may still take the trick from this one; nothing where few are wanted."""
        return peril(table_of(view), INDEX[move])

    def _policy(self, view: View) -> tuple[float, ...]:
        if view.phase == "play":
            return super()._policy(view)
        said = self.bidder.choose(view, Random(self._key(view))).move
        return tuple(float(move == said) for move in view.moves)


def grown(
    table: Table,
    iterations: int,
    curiosity: float,
    technique: int,
    key: int,
    runner: PlainSimulations | CompiledSimulations | None = None,
) -> tuple[list[int], list[float]]:
    """Search; return by card of the deck how often the root took it, and the sum of what came of it."""
    run = runner or KERNEL.now()
    tables, length = run.tables(table, 1), (iterations + 1) * CARDS
    if isinstance(run, PlainSimulations):
        arrays: list[Any] = [*([0] * length for _ in range(3)), [0.0] * length]
        work: list[Any] = [[0] * CARDS, [0.0] * CARDS, [0] * (CARDS + 1), [0] * (CARDS + 1)]
        call: Any = tricks.grow
    else:
        np = run.np
        arrays = [*(np.zeros(length, np.int32) for _ in range(3)), np.zeros(length)]
        work = [np.zeros(CARDS, np.int64), np.zeros(CARDS), *(np.zeros(CARDS + 1, np.int64) for _ in range(2))]
        from bolicho.agents.ismcts import kernel

        call = kernel.compiled()["grow"]
    call(tables[0], iterations, curiosity, technique, run.chance(key), tables[1], *arrays, *work)
    _, visits, _, total = arrays
    return [int(n) for n in visits[:CARDS]], [float(worth) for worth in total[:CARDS]]


def _warm() -> CompiledSimulations:
    compiled = CompiledSimulations()
    grown(Table(hands=[0b1111111111111, 0, 0, 0], counts=[13, 13, 13, 13]), 1, 1.0, RULES, 1, compiled)
    return compiled


KERNEL: UntilCompiled[PlainSimulations | CompiledSimulations] = UntilCompiled(PLAIN, _warm, "ismcts-rikken-kernel")
warm_up = KERNEL.warm_up
