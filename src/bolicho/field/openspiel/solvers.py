"""Policies that OpenSpiel's solvers found, at our table: from a file, or solved before the first move."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar

import pyspiel

from bolicho.core.chance import stream
from bolicho.core.contract import Decision, Game, View
from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonMapping
from bolicho.core.paths import named
from bolicho.field.openspiel.game import HouseGame
from bolicho.field.openspiel.player import WORDS, Player
from bolicho.field.openspiel.registering import as_game, register
from bolicho.field.openspiel.tables import load_policy
from bolicho.field.openspiel.tree import as_tree
from bolicho.field.openspiel.truco import suits_mean_nothing

LAID_OUT = 300_000
"""Nodes of a tree that ``openspiel:cfr`` still solves."""


class PolicyPlayer(Player):
    """Plays a policy that a solver found, by information state; draws lots where the policy says nothing."""

    settings: ClassVar[JsonMapping] = {"file": ""}

    def __init__(self, game: Game, values: JsonMapping) -> None:
        super().__init__(game, values)
        self.solved, self.policy = self.solution()

    def solution(self) -> tuple[HouseGame, Mapping[str, Mapping[str, float]]]:
        """Read the file, and make sure that it is of this game."""
        file = self.values["file"]
        if not file:
            raise BadInput("agent openspiel:policy: say which, as in openspiel:policy,file=mini.json")
        text, policy = load_policy(named(file, "policy"))
        register()
        try:
            solved = pyspiel.load_game(text)
        except (pyspiel.SpielError, RuntimeError, BadInput) as error:
            raise BadInput(f"{file}: no policy of a game of the house: {one_line(error)}") from None
        if not isinstance(solved, HouseGame) or solved.kind.game != self.game:
            raise BadInput(f"agent openspiel:policy: {file} is a policy of {text}, not of {self.at_zero}")
        return solved, policy

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw a move by the policy."""
        chances = self.chances(view, rng)
        if not chances:
            why = {"rule": "unknown-state", "words": WORDS, "facts": {"among": len(view.moves)}}
            return Decision(rng.choice(view.moves), why=why)
        move = rng.choices(list(chances), list(chances.values()))[0]
        facts = {"chance": round(chances[move], 4), "chances": {m: round(c, 4) for m, c in chances.items()}}
        return Decision(move, why={"rule": "policy", "words": WORDS, "facts": facts})

    def chances(self, view: View, rng: Random) -> dict[str, float]:
        """Look up what this seat sees, in any world; the score of the file stands for every score."""
        kind = self.solved.kind
        world = self.game.worlds(view, rng)
        seat = (view.seat - kind.turned(world)[1]) % self.game.seats
        told = self.policy.get(kind.sight(self.solved.from_state(world).view(seat)), {})
        return {kind.meant(view, move): float(chance) for move, chance in told.items() if chance > 0}

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of each view's moves; all alike where the policy says nothing."""
        told = []
        for view in views:
            chances = self.chances(view, stream(0)) or dict.fromkeys(view.moves, 1.0)
            whole = sum(chances.values())
            told.append(tuple(chances.get(move, 0.0) / whole for move in view.moves))
        return told


class CfrPlayer(PolicyPlayer):
    """Solves a small game by OpenSpiel's compiled CFR+ before the first move, and plays the average policy."""

    settings: ClassVar[JsonMapping] = {"iterations": 50}

    @classmethod
    def fits(cls, game: Game) -> None:
        """Only small decks: the whole tree is walked again and again."""
        if getattr(getattr(game, "rules", None), "deck", "") != "mini":
            raise BadInput(
                "agent openspiel:cfr solves whole games, and only truco:deck=mini,envido=off,flor=off is small enough"
            )

    def solution(self) -> tuple[HouseGame, Mapping[str, Mapping[str, float]]]:
        """Solve, once a process."""
        return _solved(self.game, self.values["iterations"])


@cache
def _solved(game: Any, iterations: int) -> tuple[HouseGame, Mapping[str, Mapping[str, float]]]:
    alike = {"cards": "strength"} if suits_mean_nothing(game.rules) else {}
    small = as_game(game, **alike)
    tree = as_tree(small, LAID_OUT)
    solver = pyspiel.CFRPlusSolver(tree.game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return small, tree.moves_of(solver.tabular_average_policy())
