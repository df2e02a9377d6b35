"""What is asked in played hands: every question that a case-based player would have put to its cases, in order.

By them a base is judged: which situations it knows, and which of its cases are ever retrieved.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from bolicho.core.contract import Agent, Game
from bolicho.core.record import Record
from bolicho.learn.cases.truco.turn import asks, forced_move, values
from bolicho.learn.cases.upkeep.competence import Situation
from bolicho.play.replay import steps
from bolicho.play.table import play_match

RIVALS = ("novice", "cautious", "bold", "bluffer", "sound")
"""Whom a player meets, besides itself, so that what is asked is not only what its own habits bring about."""


def questions_in(record: Record, game: Game) -> Iterator[Situation]:
    """Give the questions of every turn of a record, whoever played it, up to the one that the move answered."""
    for before, after in pairwise(steps(record, game)):
        if after.move is None:
            continue  # the next hand
        view = before.state.view(before.state.seat)
        if forced_move(view) is not None:
            continue
        known = values(view)
        for ask in asks(view):
            yield ask.question, known
            if after.move in ask.moves.values():
                break


def questions_when_playing(
    game: Game,
    player: Agent,
    rivals: Sequence[Agent],
    matches: int,
    seed: int = 0,
    done: Callable[[int, int], None] | None = None,
) -> list[Situation]:
    """Let a player meet itself and its rivals by turns, and return all that was asked in those matches."""
    found: list[Situation] = []
    others = (player, *rivals)
    for match in range(matches):
        pair = [player, others[match % len(others)]]
        if match // len(others) % 2:
            pair.reverse()
        found += questions_in(play_match(game, pair, seed, match=match), game)
        if done is not None:
            done(match + 1, matches)
    return found
