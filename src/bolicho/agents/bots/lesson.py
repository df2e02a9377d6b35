"""What a bot learns from a match: hand after hand, each base decides by the bot's strategy what to keep and forget."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from bolicho.agents.bots.explain import taught, who_decided
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.core.record import Record, Unit
from bolicho.learn.cases.truco.hand import Case, case_of, row_of
from bolicho.learn.cases.truco.learned_case import CHANCE_WEIGHT, DECIDED, MODES, MOST_WEIGHT
from bolicho.learn.cases.truco.retention import NEWNESS, score_columns
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.upkeep.retain import Hand, Retention

Row = list[int | None]
Why = JsonMapping
WeightOf = Callable[[int], int]
"""From the number of a hand in its match to the weight of its deal, per mille."""


class Change(NamedTuple):
    """What a lesson did to one base; a case that came and went in it is among both."""

    rows: list[Row]
    origins: list[str]
    removed: list[int]
    positions: list[int]
    """Where the rows stand, one each."""


class Lesson(NamedTuple):
    """What was learned from a match."""

    hands: int
    changes: dict[str, Change]
    """By mode."""
    asked: dict[str, int]
    """How often a tutor was asked, by mode, answered or not."""
    decided: dict[str, int]
    """How many turns each decided: reuse, chance, tutor, person; and nothing, where there was nothing to ask."""


def learn(
    trio: Trio, record: Record, game: Game, seats: tuple[int, ...], retention: Retention, *,
    k: int, threshold: float, amalgam: str, newness: str, score: str, weight_of: WeightOf | None = None,
) -> Lesson:  # fmt: skip
    """Go through the finished hands of some seats; each sees what those before it left in the bases."""
    changes = {mode: Change([], [], [], []) for mode in MODES}
    hands, asked, turns = 0, dict.fromkeys(MODES, 0), dict.fromkeys(DECIDED, 0)
    for number, _, case, whys in _hands(record, game, seats):
        hands += 1
        decided, lessons = _decided(whys), {taught(why) for why in whys}
        for why in whys:
            turns[why["facts"]["by"]] += 1
            if why["facts"].get("asked"):
                asked[why["facts"]["asked"]] += 1
        weight = CHANCE_WEIGHT if weight_of is None else min(max(1, weight_of(number)), MOST_WEIGHT)
        row = [*row_of(case), *decided.values(), weight]
        for mode, change in changes.items():
            memory, columns = trio[mode], score_columns(mode, score)
            found = memory.alike(NEWNESS[newness][mode], case, threshold, k, amalgam).positions
            paid = zip(*(memory.values(column, found) for column in columns), strict=True)
            mine = _sum(case[column] for column in columns)
            assert mine is not None  # a hand that was played tells what it paid
            verdict = retention(Hand(mine, mode in lessons, tuple(found.tolist()), tuple(map(_sum, paid)), k))
            memory.remove(verdict.remove)
            change.removed.extend(verdict.remove)
            if verdict.add:
                change.rows.append(row)
                change.origins.append(f"match {record.match} hand {number + 1}")
                change.positions.extend(memory.add([row]))
    return Lesson(hands, changes, asked, turns)


def _sum(paid: Iterable[int | None]) -> int | None:
    """Return what a case was paid together, None where a part is not told."""
    parts = list(paid)
    return None if None in parts else sum(part for part in parts if part is not None)


def _hands(record: Record, game: Game, seats: tuple[int, ...]) -> Iterator[tuple[int, int, Case, list[Why]]]:
    """Give each finished hand of each seat: its number, the seat, its case, and the explanations of its own moves."""
    for number, unit in enumerate(record.units):
        if not unit.over:
            continue
        movers, state = _replayed(game, unit)
        for seat in seats:
            plies = [ply for ply, mover in enumerate(movers) if mover == seat]
            whys = [_why(unit, ply, f"record.units[{number}].decisions[{ply}]") for ply in plies]
            yield number, seat, case_of(state.view(seat)), whys


def _replayed(game: Game, unit: Unit) -> tuple[list[int], Any]:
    """Return who made each move of a hand, and its last state."""
    state, movers = game.start(game.parse_deal(unit.deal), **unit.context), []
    for move in unit.moves:
        movers.append(state.seat)
        state = state.play(move)
    return movers, state


def _why(unit: Unit, ply: int, where: str) -> Why:
    kept = unit.decisions[ply] if unit.decisions else None
    if kept is None:
        raise BadInput(f"{where}: a bot learns from matches that keep their explanations (keep_why)")
    why: Why = kept.get("why") or {}
    if why.get("facts", {}).get("by") not in DECIDED:
        raise BadInput(f"{where}: it is not said who decided (a tutor's answer goes through bots.explain.tutored)")
    return why


def _decided(whys: list[Why]) -> dict[str, int]:
    """Return for each mode the highest number of who decided in it; 0 where nothing was asked."""
    found = dict.fromkeys(MODES, 0)
    for why in whys:
        for mode, who in who_decided(why).items():
            found[mode] = max(found[mode], who)
    return found
