"""The clauses that every game keeps, tried on random play."""

import json
import pickle
from random import Random
from typing import Any

from bolicho.agents.random import RandomAgent
from bolicho.conformance.broken import must, works
from bolicho.core.chance import stream
from bolicho.core.contract import Game, State, View
from bolicho.core.errors import IllegalMove
from bolicho.core.record import Record
from bolicho.play import Table, play_match, replay, shuffled

LONGEST = 10_000
"""More plies than any unit may last."""


def check_game(game: Game, *, units: int = 30, seed: int = 0) -> None:
    """Raise ``Broken`` unless the game keeps the contract on this many random units and one random match."""
    _check_options(game)
    for number in range(units):
        _check_unit(game, seed, number)
    _check_match(game, seed)


def _check_options(game: Game) -> None:
    must(bool(game.name) and bool(game.version), "a game has a name and a version", repr(game))
    must(game.seats >= 1, "a game has seats", game.seats)
    with works("options are JSON data", game.options):
        options = json.loads(json.dumps(dict(game.options)))
    with works("a game can be made again from its options", options):
        must(type(game)(**options) == game, "a game made again from its options is the same game", options)


def _check_unit(game: Game, seed: int, number: int) -> None:
    deal, again = (game.deal(stream(seed, "conformance", number)) for _ in range(2))
    must(deal == again and hash(deal) == hash(again), "the same stream draws the same deal", f"unit {number}")
    with works("a deal's text can be read back", str(deal)):
        must(game.parse_deal(str(deal)) == deal, "parse_deal(str(deal)) == deal", str(deal))
    context = game.opening(stream(seed, "opening", number))
    state = game.start(deal, **context)
    must(state == game.start(deal, **context), "start is deterministic", str(deal))
    rng = stream(seed, "moves", number)
    for _ in range(LONGEST):
        _check_state(game, state, rng)
        if state.over:
            return
        state = _check_play(state, rng.choice(state.moves()))
    must(False, f"a unit ends within {LONGEST} plies", str(deal))


def _check_state(game: Game, state: Any, rng: Random) -> None:
    must(isinstance(state, State), "a state has seat, over, scores, moves, play, view", type(state))
    moves = state.moves()
    must(isinstance(moves, tuple) and all(type(m) is str for m in moves), "moves() is a tuple of texts", moves)
    must(len(set(moves)) == len(moves), "moves() lists nothing twice", moves)
    must(moves == state.moves(), "moves() gives the same order every time", moves)
    must(state.over == (state.seat is None) == (not moves), "over, nobody to move and no moves go together", state)
    must(state.over or state.seat in range(game.seats), "the seat to move is a seat", state.seat)
    must(len(state.scores) == game.seats, "there is a score for each seat", state.scores)
    with works("a state can be sent to another process", state):
        must(pickle.loads(pickle.dumps(state)) == state, "a pickled state is equal", state)
    for bad in ("no such move", "", *_elsewhere(game, moves)):
        _check_refused(state, bad)
    for seat in range(game.seats):
        _check_view(game, state, seat, rng)


def _elsewhere(game: Game, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Legal at the start of some other unit, but not here."""
    other = game.start(game.deal(stream(1, "elsewhere")), **game.opening(stream(1, "opening")))
    return tuple(move for move in other.moves() if move not in moves)[:3]


def _check_refused(state: Any, move: str) -> None:
    before = (str(state), hash(state), state.moves())
    try:
        state.play(move)
    except IllegalMove as error:
        must(
            error.move == move and error.legal == state.moves(), "IllegalMove tells the move and the legal list", error
        )
    except Exception as error:
        must(False, "an illegal move raises IllegalMove and nothing else", f"{move!r} raised {error!r}")
    else:
        must(False, "an illegal move is refused", f"{move!r} at {state}")
    must(before == (str(state), hash(state), state.moves()), "a refused move changes nothing", move)


def _check_view(game: Game, state: Any, seat: int, rng: Random) -> None:
    view = state.view(seat)
    must(isinstance(view, View), "a view has seat, to_move and moves", type(view))
    must(view.seat == seat and view.to_move == state.seat, "a view knows whose it is and who moves", view)
    must(view.moves == (state.moves() if seat == state.seat else ()), "a view lists moves on one's turn only", view)
    must(
        view == state.view(seat) and hash(view) == hash(state.view(seat)), "equal views are equal and hash alike", view
    )
    with works("worlds(view) gives a state", view):
        world = game.worlds(view, rng)
    must(world.view(seat) == view, "worlds(view).view(seat) == view", f"seat {seat} of {state} against {world}")


def _check_play(state: Any, move: str) -> Any:
    before = (str(state), hash(state))
    after, again = state.play(move), state.play(move)
    must(before == (str(state), hash(state)), "play leaves the state as it was", f"{move} at {state}")
    must(after == again and hash(after) == hash(again), "equal states are equal and hash alike", f"{move} at {state}")
    must(after != state, "a move changes the position", f"{move} at {state}")
    return after


def _check_match(game: Game, seed: int) -> None:
    players = [RandomAgent(game) for _ in range(game.seats)]
    record = play_match(game, players, seed, keep_why=True)
    must(record.forfeit is None, "random legal play never forfeits", record.forfeit)
    must(Record.from_json(record.to_json()) == record, "a record reads back equal", record.game)
    with works("a record can be replayed", record.game):
        states = list(replay(record)) if _registered(game) else []
        must(not states or states[-1].over, "a replay reaches the end", record.game)
    table = Table.resume(record, game, players, dealer=shuffled(game, seed, 0), keep_why=True)
    must(table.record() == record, "a table resumed from its record gives the same record", record.game)


def _registered(game: Game) -> bool:
    from bolicho.games import GAMES

    return game.name in GAMES.names()
