"""Play on from a ply of a recorded match: the same deals and moves up to there, then new ones.

The units before the ply stay in the new record, so its scores and its replay are those of a whole match. How it began
is kept in ``notes["begun"]``; whoever collects matches leaves such ones out, for somebody has seen its cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bolicho.core.chance import OPEN
from bolicho.core.contract import Context, Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.record import Record, Unit
from bolicho.play.dealers import Dealer, parse_all
from bolicho.play.replay import MOST_UNITS, game_of, steps

NOTE = "begun"
"""Where a record tells that its match did not begin by chance."""


@dataclass(frozen=True)
class Beginning:
    """How a match began that goes on from another one: its first context, its first deals, and where they come from."""

    context: Context
    deals: tuple[str, ...]
    of: JsonMapping = field(default_factory=dict)

    def to_note(self) -> JsonObject:
        """Return plain JSON data."""
        return {"context": dict(self.context), "deals": list(self.deals), "of": dict(self.of)}

    def dealer(self, game: Game, then: Dealer) -> Dealer:
        """Return who gives these deals first, and then those of another dealer."""
        ready = parse_all(game, self.deals)
        return lambda unit: ready[unit] if unit < len(ready) else then(unit)


def begun_of(notes: JsonMapping, game: Game) -> Beginning | None:
    """Read how a match of a game began; None for one that began as matches do."""
    note = notes.get(NOTE)
    if note is None:
        return None
    parts = [note.get(key) for key in ("context", "deals", "of")] if isinstance(note, dict) else [None]
    context, deals, of = parts if len(parts) == 3 else (None, None, None)
    if not (isinstance(context, dict) and isinstance(deals, list) and isinstance(of, dict)):
        raise BadInput(f"record.notes.{NOTE}: expected an object with context, deals and of")
    if not deals or not all(isinstance(deal, str) for deal in deals):
        raise BadInput(f"record.notes.{NOTE}.deals: expected a list of texts")
    try:
        game.start(game.parse_deal(deals[0]), **context)
    except (BolichoError, TypeError) as error:
        raise BadInput(f"record.notes.{NOTE}: {error}") from None
    return Beginning(context, tuple(deals), of)


def one_unit(
    game: Game,
    deal: str,
    context: Context,
    moves: Sequence[str],
    *,
    seed: int,
    agents: Sequence[str],
    of: JsonMapping,
    match: int = 0,
    board: int = 0,
) -> Record:
    """Return a match of one unit as it stands after some moves, unfinished, for `Table.resume` with these agents."""
    state: Any = game.start(game.parse_deal(deal), **context)
    for move in moves:
        state = state.play(move)
    scores = tuple(state.scores)
    begun = Beginning(context, (deal,), of)
    return Record(
        game=game.name,
        version=game.version,
        options=dict(game.options),
        agents=tuple(agents),
        seed=seed,
        match=match,
        units=(Unit(deal, context, tuple(moves), scores, over=False),),
        scores=scores,
        finished=False,
        notes={"board": board, NOTE: begun.to_note(), MOST_UNITS: 1},
    )


def cut(
    record: Record, unit: int, ply: int, *, seed: int, agents: Sequence[str], of: JsonMapping | None = None
) -> Record:
    """Return the match as it stood before a ply, unfinished, for `Table.resume` with these agents.

    ``seed`` deals what comes after; why the former players did what they did is left out, for others sit there now.
    """
    game = game_of(record)
    if len(agents) != game.seats:
        raise BadInput(f"{record.game} needs {game.seats} agents, found {len(agents)}")
    if not 0 <= unit < len(record.units):
        raise BadInput(f"unit {unit}: the match has units 0 to {len(record.units) - 1}")
    if not 0 <= ply <= len(record.units[unit].moves):
        raise BadInput(f"ply {ply}: unit {unit} has plies 0 to {len(record.units[unit].moves)}")
    state = next(step.state for step in steps(record, game) if (step.unit, step.ply) == (unit, ply))
    if state.over:
        raise BadInput(f"unit {unit} is over at ply {ply}: nothing can be played on there")
    before = tuple(replace(one, decisions=()) for one in record.units[:unit])
    here = record.units[unit]
    last = Unit(here.deal, here.context, here.moves[:ply], tuple(state.scores), over=False)
    units = (*before, last)
    begun = Beginning(dict(units[0].context), tuple(one.deal for one in units), of or {})
    return replace(
        record,
        agents=tuple(agents),
        seed=seed,
        salt=OPEN,
        match=0,
        units=units,
        scores=tuple(map(sum, zip(*(one.scores for one in units), strict=True))),
        winner=None,
        finished=False,
        forfeit=None,
        notes={"board": 0, NOTE: begun.to_note()},
    )
