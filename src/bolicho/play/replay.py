"""Replay: a record put back under the rules, state by state, and checked against them."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple, overload

from bolicho.core.contract import Context, D, Game, S, State, V
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.record import Record, Unit, winner_of
from bolicho.games import GAMES

MOST_UNITS = "units"
"""The note of a match that was to end after so many hands (or games), at whatever score."""


class Step(NamedTuple):
    """A state of a recorded match, and the move that led to it (None at the start of a unit)."""

    unit: int
    ply: int
    move: str | None
    state: Any


@overload
def replay(record: Record) -> Iterator[State]: ...
@overload
def replay(record: Record, game: Game[S, V, D]) -> Iterator[S]: ...
def replay(record: Record, game: Game | None = None) -> Iterator[Any]:
    """Give every state of a recorded match in order, the first of each unit included.

    Whoever names the game of the record has its states with their own type.
    """
    if game is not None and (game.name != record.game or type(game)(**record.options) != game):
        raise BadInput(f"record.game: {record.game} {json.dumps(dict(record.options))}, not {game!r}")
    return (step.state for step in steps(record, None if game is None else _checked(record, game)))


def steps(record: Record, game: Game | None = None) -> Iterator[Step]:
    """Give every state with its place in the match; a record that breaks the rules raises and says where."""
    game, most = game or game_of(record), most_units(record)
    total = (0,) * len(record.agents)
    context: Context | None = dict(record.units[0].context) if record.units else {}
    for number, unit in enumerate(record.units):
        if unit.context != context:
            found = "the match was over" if context is None else f"it should follow with {json.dumps(context)}"
            raise BadInput(f"record.units[{number}].context: {json.dumps(dict(unit.context))}, but {found}")
        for ply, (move, state) in enumerate(_unit_states(game, unit, f"record.units[{number}]")):
            yield Step(number, ply, move, state)
        total = tuple(a + b for a, b in zip(total, unit.scores, strict=True))
        done = unit.over and number + 1 == most
        context = None if done else game.following(context, unit.scores) if unit.over else context
    _check_end(record, total, over=context is None)


def _check_end(record: Record, total: tuple[int, ...], *, over: bool) -> None:
    """The result that a record states is the one that its units give."""
    if total != record.scores:
        raise BadInput(f"record.scores: {list(record.scores)}, but the units add up to {list(total)}")
    if record.finished != (over or record.forfeit is not None):
        raise BadInput(f"record.finished: {record.finished}, but the match is {'over' if over else 'not over'}")
    winner = winner_of(total, record.forfeit) if record.finished else None
    if record.winner != winner:
        raise BadInput(f"record.winner: {record.winner}, but the units make it {winner}")


def most_units(record: Record) -> int | None:
    """Return after how many units the match of a record ends whatever the score; None where the game alone decides."""
    most = record.notes.get(MOST_UNITS)
    if most is not None and (type(most) is not int or most < 1):
        raise BadInput(f"record.notes.{MOST_UNITS}: expected a number of hands, found {most!r}")
    return most


def game_of(record: Record) -> Game:
    """Return the game a record was played under; another version of its rules is refused."""
    return _checked(record, GAMES.make(record.game, **record.options))


def _checked(record: Record, game: Game) -> Game:
    if game.version != record.version:
        raise BadInput(f"record.version: rules {record.version!r} of {record.game}, this Bolicho has {game.version!r}")
    if len(record.agents) != game.seats:
        raise BadInput(f"record.agents: {len(record.agents)} for the {game.seats} seats of {record.game}")
    return game


def _unit_states(game: Game, unit: Unit, where: str) -> Iterator[tuple[str | None, Any]]:
    try:
        state = game.start(game.parse_deal(unit.deal), **unit.context)
    except (BolichoError, TypeError) as error:
        raise BadInput(f"{where}: {error}") from None
    yield None, state
    for ply, move in enumerate(unit.moves):
        try:
            state = state.play(move)
        except BolichoError as error:
            raise BadInput(f"{where}.moves[{ply}]: {error}") from None
        yield move, state
    if state.over != unit.over:
        raise BadInput(f"{where}.over: {unit.over}, but after these moves it is {state.over}")
    if tuple(state.scores) != unit.scores:
        raise BadInput(f"{where}.scores: {list(unit.scores)}, but the moves pay {list(state.scores)}")
