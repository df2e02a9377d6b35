"""Monte-Carlo tree search for every board game: it knows the rules and nothing else.

``mcts`` simulates 400 games before each move, ``mcts:2000`` as many as it says, ``mcts:seconds=1`` for so long. The
most visited move is played. Draws by repetition are not seen: a long game counts as drawn.
"""

import time
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any, ClassVar

from bolicho.agents.boards import BOARD_GAMES, BoardGames, duration, spec, whole_number
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.core.why import worst
from bolicho.games.boards import BoardGame, View
from bolicho.games.boards.rules import PASS, weight
from bolicho.games.boards.state import State
from bolicho.games.boards.walk import looks, throw_once
from bolicho.learn.search.chance import sample
from bolicho.learn.search.uct import DECIDED_ENOUGH, Branch, best_moves, grow

SIMULATIONS = 400
LOOKED = 3
"""Visits from which on an answer is one that the search fears."""
SMALL = 42
"""Points of a board on which simulations are played far."""
GLANCE, FAN = 10, 1000
"""Plies that a simulation of a larger game plays at random before it is weighed; fewer where moves are many."""


class TreeSearch:
    """Plays many games in its head and takes the move it came back to most."""

    plays: ClassVar[BoardGames] = BOARD_GAMES
    character: ClassVar[dict[str, str]] = {
        "en": "plays hundreds of games in its head before it moves",
        "pt-BR": "joga centenas de partidas de cabeça antes de mover",
    }

    def __init__(
        self, game: BoardGame, simulations: str | int | None = None, seconds: str | float | None = None
    ) -> None:
        """``simulations`` a move; with ``seconds`` alone as many as the time allows."""
        self.game = game
        self.seconds = duration("mcts", seconds)
        default = SIMULATIONS if self.seconds is None else DECIDED_ENOUGH
        given = simulations is not None
        self.simulations = (
            whole_number("mcts", "simulations", simulations, 1, DECIDED_ENOUGH) if simulations is not None else default
        )
        self.name = spec("mcts", self.simulations if given or self.seconds is None else None, self.seconds)

    def choose(self, view: View, rng: Random) -> Decision:
        """Simulate, and play the most visited move, or one that is proven to win."""
        if view.board.dice:
            return self._with_dice(view, rng)
        state = self.game.worlds(view, rng)
        board = state.board
        limits: dict[str, Any] = (
            {}
            if board.simple and len(board.points) <= SMALL
            else {
                "playout": max(1, min(GLANCE, FAN // len(view.moves))),
                "weigh": None if board.simple else partial(weight, board),
            }
        )
        tree = grow(state.position, looks(board), rng, self.simulations, self.seconds, **limits)
        legal = view.moves
        visits = [tree.tried.get(move, 0) for move in range(len(legal))]
        chosen = rng.choice(best_moves(tree))
        means = {legal[move]: round(branch.mean, 4) for move, branch in sorted(tree.branches.items())}
        facts = {
            "simulations": sum(visits),
            "value": means[legal[chosen]],
            "visits": dict(zip(legal, visits, strict=True)),
            "values": means,
            "share": (1 + means[legal[chosen]]) / 2,
            **_worst(means, legal[chosen]),
            **_feared(state.play(legal[chosen]), tree.branches[chosen]),
        }
        why = {"rule": "mcts", "words": "bolicho.agents", "facts": facts}
        return Decision(legal[chosen], float(tree.branches[chosen].mean), why)

    def _with_dice(self, view: View, rng: Random) -> Decision:
        """Try every move again and again with throws at random."""
        board, legal = view.board, view.moves
        until = None if self.seconds is None else time.perf_counter() + self.seconds
        visits, means = sample(
            view.position,
            looks(board),
            partial(throw_once, board),
            partial(weight, board),
            rng,
            max(self.simulations, len(legal)),
            lambda: until is None or time.perf_counter() < until,
        )
        chosen = rng.choice([move for move, count in enumerate(visits) if count == max(visits)])
        told = {move: round(mean, 4) for move, mean in zip(legal, means, strict=True)}
        facts = {
            "simulations": sum(visits),
            "value": told[legal[chosen]],
            "visits": dict(zip(legal, visits, strict=True)),
            "values": told,
        }
        return Decision(legal[chosen], means[chosen], {"rule": "mcts-dice", "words": "bolicho.agents", "facts": facts})


def _feared(after: State, branch: Branch[Any]) -> JsonObject:
    """Tell the answer that the search came back to most.

    Nothing where it has hardly looked, where the rival has none, and where every game was won.
    """
    if after.over or not branch.branches or branch.mean == 1:
        return {}
    reply = max(branch.tried, key=lambda move: (branch.branches[move].proven == 1, branch.tried[move]))
    told = after.moves()[reply]
    return {"also": ["fear-reply"], "reply": told} if branch.tried[reply] >= LOOKED and told != PASS else {}


def _worst(means: Mapping[str, float], move: str) -> JsonObject:
    """Tell which move came out worst, as the share of games won (a draw is a half)."""
    return worst({one: (1 + mean) / 2 for one, mean in means.items()}, move)
