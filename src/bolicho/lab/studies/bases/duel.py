"""Two sides set up as on the paper's screen, and the matches between them (Paulus, section 4.4, Figure 8).

Each side has a base, a criterion for the cluster, one for the action, uses clusters or not, learns by imitation or not,
and may look for the number of clusters again as its base grows; or it is any other agent ("AI technique" there). So
many matches are played and then, the sides swapped, as many again on the same deals. A side that learns has a copy of
its base of its own, which changes between matches; what a match taught stands in its row, so a duel that was killed
goes on as if it had not been.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from bolicho.agents import make
from bolicho.agents.cbr import CaseBased
from bolicho.arena.matches.rows import Row, row_of
from bolicho.arena.matches.schedule import Pairing
from bolicho.core.contract import Agent, Game
from bolicho.core.errors import BadInput
from bolicho.core.journal import Journal
from bolicho.core.json_text import JsonObject
from bolicho.core.versions import row_versions
from bolicho.games import GAMES
from bolicho.lab.studies.bases.side import SIDES, Side
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.grouping import recluster
from bolicho.play import Table, Watcher, play_match
from bolicho.train.imitation.observer import Observer

ENOUGH, CLOSE, GROWTH = 100, 0.98, 0.01
"""A hand is kept unless each question of it found so many cases so close; after this growth clusters are looked at."""


@dataclass(frozen=True)
class Duel:
    """What was asked for."""

    a: Side
    b: Side
    matches: int = 10
    """On each set; with swapped sides there are twice as many in all."""
    swap: bool = True
    seed: int = 0
    options: tuple[tuple[str, Any], ...] = ()
    """Of Truco."""

    def __post_init__(self) -> None:
        if self.matches < 1:
            raise BadInput(f"matches {self.matches}: expected at least 1")

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.a, self.b

    @property
    def pairings(self) -> list[Pairing]:
        """All matches: one set, then the same boards with the sides swapped.

        >>> [tuple(p) for p in Duel(Side(), Side(), matches=2).pairings]
        [(0, 0, (0, 1)), (1, 1, (0, 1)), (2, 0, (1, 0)), (3, 1, (1, 0))]
        """
        sets = ((0, 1), (1, 0)) if self.swap else ((0, 1),)
        return [Pairing(s * self.matches + n, n, seats) for s, seats in enumerate(sets) for n in range(self.matches)]

    def game(self) -> Game:
        """What is played."""
        game: Game = GAMES.make("truco", **dict(self.options))
        return game

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        sides = {name: asdict(side) for name, side in zip(SIDES, self.sides, strict=True)}
        return {**sides, "matches": self.matches, "swap": self.swap, "seed": self.seed, "options": dict(self.options)}


class _Opening(Watcher):
    seat: int | None = None

    def unit_begins(self, table: Table) -> None:
        self.seat = table.seat if self.seat is None else self.seat


class Learner:
    """A case-based side with a base of its own."""

    def __init__(self, side: Side, game: Game, seed: int, name: str) -> None:
        self.side, self.seed = side, seed
        self.base: CaseBase = shelf.copy(side.base, name)
        self._game, self._looked_at = game, len(self.base)
        self.agent = self._seated()

    def learn(self, rows: list[list[int | None]]) -> dict[str, int]:
        """Take the cases of a match; return the numbers of clusters that changed."""
        self.base.append(rows)
        changed: dict[str, int] = {}
        if self.side.auto_k and rows and len(self.base) >= self._looked_at * (1 + GROWTH):
            found = recluster(self.base, seed=self.seed)
            self.base.clusterings, self._looked_at = found.clusterings, len(self.base)
            changed = {name: k for name, (_, k) in found.changed.items()}
        return changed

    def _seated(self) -> CaseBased:
        from dataclasses import replace

        agent = CaseBased(self._game, self.side.policy, base=self.base)
        agent.how = replace(agent.how, close=CLOSE)
        return agent


class Match:
    """A duel in a directory: the rows so far, and the bases as they have become."""

    def __init__(self, folder: Path, duel: Duel) -> None:
        """Begin, or go on where the directory is."""
        self.duel, self.game = duel, duel.game()
        self.learners = {
            place: Learner(side, self.game, duel.seed, f"{side.base}-{SIDES[place]}")
            for place, side in enumerate(duel.sides)
            if side.learns
        }
        built = {place: make(side.spec, self.game) for place, side in enumerate(duel.sides) if not side.learns}
        self._agents: list[Agent] = [self.learners[n].agent if n in self.learners else built[n] for n in (0, 1)]
        self._journal = Journal(folder, {"duel": duel.to_dict(), "versions": row_versions()})
        self.steps: list[JsonObject] = []
        for number, step in enumerate(self._journal.lines, 1):
            try:
                Row.from_dict(step["row"])
                self._take(step)
            except (ValueError, KeyError, TypeError, IndexError, OverflowError):
                self._journal.close()
                raise self._journal.wrong(number, "a match of this duel") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    @property
    def rows(self) -> list[Row]:
        """One a match."""
        return [Row.from_dict(step["row"]) for step in self.steps]

    def play(
        self, progress: Callable[[int, int], None] | None = None, stop: Callable[[], bool] = lambda: False
    ) -> bool:
        """Play what is missing; return whether all is done, or somebody said stop."""
        todo = self.duel.pairings
        for pairing in todo[len(self.steps) :]:
            if progress is not None:
                progress(len(self.steps), len(todo))
            if stop():
                return False
            step = self._played(pairing)
            self._journal.add(step, pause=0.5)
            self._take(step)
        if progress is not None:
            progress(len(todo), len(todo))
        return True

    def _played(self, pairing: Pairing) -> JsonObject:
        opening = _Opening()
        watch = {place: Observer([pairing.seats.index(place)], ENOUGH) for place in self.learners}
        record = play_match(
            self.game,
            [self._agents[place] for place in pairing.seats],
            self.duel.seed,
            match=pairing.match,
            board=pairing.board,
            watchers=[opening, *watch.values()],
        )
        cases = {SIDES[place]: observer.rows for place, observer in watch.items()}
        return {"row": row_of(pairing, record, began=opening.seat).to_dict(), "cases": cases}

    def _take(self, step: JsonObject) -> None:
        """Learn from a match, played now or before a kill: the same either way."""
        step["k"] = {SIDES[n]: one.learn(step["cases"][SIDES[n]]) for n, one in self.learners.items()}
        step["size"] = {SIDES[n]: len(one.base) for n, one in self.learners.items()}
        self.steps.append(step)
