"""What a tournament is asked to be: a plan, a format and its sizes; all that decides its rows, as data.

A tournament that stops when it is decided looks at the pairs after every ten boards, in rounds: so the rows do not
depend on who played them how fast, and a tournament that was broken off decides as it would have.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.matches.series import Unit, pairings
from bolicho.arena.plan.formats import Format, Shape, format_of, shape_of
from bolicho.arena.plan.luggage import files_of
from bolicho.arena.plan.plan import Plan
from bolicho.arena.results.sequential import decided
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.versions import row_versions

LOOK = 10
"""Boards between two looks at whether a pair is decided."""
GROWING = ("agents", "rounds")
MISSING = "missing"


@dataclass(frozen=True)
class Design:
    """A tournament before anything is played."""

    plan: Plan
    format: str = "round-robin"
    matches: int = 100
    """Of those who meet."""
    rounds: int | None = None
    """None: as many as the format usually has."""
    decide: float | None = None
    """Stop playing a pair when it is decided who is better, with this chance of an error; None: play all."""

    def __post_init__(self) -> None:
        self.plan.check()
        if self.decide is None:
            _ = self.shape
            return
        if not 0 < self.decide < 1:
            raise BadInput(f"decide {self.decide:g}: expected the chance of an error, between 0 and 1")
        if not self.form.fixed or self.shape.seats != 2:
            raise BadInput(f"decide: only a round-robin or a gauntlet of two seats can be decided, not a {self.format}")

    @property
    def form(self) -> Format:
        """How it is held."""
        return format_of(self.format)

    @cached_property
    def shape(self) -> Shape:
        """How large it is."""
        agents, seats = len(self.plan.agents), self.plan.build_game().seats
        return shape_of(self.format, agents, seats, self.matches, self.rounds, self.plan.seed)

    @cached_property
    def rounds_drawn(self) -> int:
        """How many rounds are drawn one after the other."""
        boards = -(-self.matches // self.shape.seats)
        return self.shape.rounds if self.decide is None else -(-boards // LOOK)

    def draw(self, round: int, rows: Sequence[Row]) -> list[Unit]:
        """Return the matches of a round, from the rows of all rounds before it; a pure function."""
        if self.decide is None:
            return self.form.draw(self.shape, round, rows)
        pairs = self._undecided(rows)
        return [p for p in self._all if p.board // LOOK == round and frozenset(p.seats) in pairs]

    def ahead(self, round: int, units: Sequence[Unit]) -> int:
        """Return how many matches there are at most after a round of these."""
        if self.decide is None:
            return (self.shape.rounds - round - 1) * self.form.tables(self.shape) * self.matches
        pairs = {frozenset(pairing.seats) for pairing in pairings(units)}
        return sum(p.board // LOOK > round and frozenset(p.seats) in pairs for p in self._all)

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        game = self.plan.build_game()
        return {
            "game": game.name,
            "rules": game.version,
            "options": dict(game.options),
            "seed": self.plan.seed,
            "salt": self.plan.salt or None,
            "format": self.format,
            "matches": self.matches,
            "decide": self.decide,
            "time_limit": self.plan.time_limit,
            "tally": self.plan.tally,
            "versions": row_versions(files_of(self.plan)),
            "agents": list(self.plan.agents),  # what may grow comes last: if it is refused, something else is named
            "rounds": self.shape.rounds,
        }

    @cached_property
    def _all(self) -> list[Pairing]:
        return pairings(self.form.draw(self.shape, 0, []))

    def _undecided(self, rows: Sequence[Row]) -> set[frozenset[int]]:
        assert self.decide is not None
        played: dict[frozenset[int], list[Row]] = {frozenset(p.seats): [] for p in self._all}
        for row in rows:
            played[frozenset(row.seats)].append(row)
        return {pair for pair, seen in played.items() if decided(seen, min(pair), max(pair), self.decide) is None}


def difference(key: str, found: Any, wanted: Any) -> str:
    """Say how the design of a tournament that is there differs from the one that is asked for."""
    if key == "game" and found is None:
        return "holds a run of another kind, not a tournament"
    if key == "versions" and isinstance(found, dict):
        other = [name for name, version in wanted.items() if found.get(name) != version]
        return f"its rows were made by another version of {' and '.join(other)}"
    if key == "salt" and found is None:
        return "holds a tournament without a salt: an agent from outside could work out its deals (--salt '' allows it)"
    if isinstance(found, dict) and isinstance(wanted, dict):
        both = {name: (found.get(name, MISSING), wanted.get(name, MISSING)) for name in (*wanted, *found)}
        key, (found, wanted) = next((name, pair) for name, pair in both.items() if pair[0] != pair[1])
    return f"holds a tournament with {key} {_told(found)}, not {_told(wanted)}"


def grown(found: JsonMapping, wanted: JsonMapping) -> bool:
    """Whether agents have joined and rounds were added to a league, and nothing else is another."""
    same = all(found.get(key) == wanted[key] for key in wanted if key not in GROWING)
    if not same or not format_of(wanted["format"]).grows:
        return False
    there, rounds = found.get("agents"), found.get("rounds")
    if not isinstance(there, list) or type(rounds) is not int:
        return False
    return bool(wanted["agents"][: len(there)] == there and wanted["rounds"] >= rounds)


def _told(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) and value else repr(value)
