"""OpenSpiel's own searches at our table, and its uniform bot."""

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import ClassVar

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from bolicho.core.contract import Decision, Game, View
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.field.openspiel.kinds import kind_of
from bolicho.field.openspiel.player import WORDS, Player


class UniformPlayer(Player):
    """OpenSpiel's uniform bot: draws lots."""

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask the bot."""
        from open_spiel.python.bots.uniform_random import UniformRandomBot

        state = self.table(view).from_view(view, rng)
        bot = UniformRandomBot(view.seat, _chance(rng))
        move = state.kind.move(state.now.state, bot.step(state))
        return Decision(move, why={"rule": "drawn", "words": WORDS, "facts": {"among": len(view.moves)}})


class TreeSearch(Player):
    """OpenSpiel's Monte-Carlo tree search, ``open_spiel.python.algorithms.mcts``, with its random rollouts."""

    settings: ClassVar[JsonMapping] = {"simulations": 100, "c": 1.4}

    @classmethod
    def fits(cls, game: Game) -> None:
        """Only where nothing is hidden."""
        if kind_of(game).hidden:
            raise BadInput(
                f"agent openspiel:mcts would look at the hidden cards of {game.name}: ask for openspiel:ismcts"
            )

    def choose(self, view: View, rng: Random) -> Decision:
        """Search from the true state."""
        game, chance = self.table(view), _chance(rng)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(game, self.values["c"], self.values["simulations"], rollouts, random_state=chance)
        state = game.from_view(view, rng)
        root = bot.mcts_search(state)
        named = partial(game.kind.move, state.now.state)
        found = {named(child.action): (child.explore_count, child.total_reward) for child in root.children}
        return _searched(view, named(root.best_child().action), found, self.values["simulations"])


class HiddenSearch(Player):
    """OpenSpiel's search over information sets, ``open_spiel.python.algorithms.ismcts``, over our worlds."""

    settings: ClassVar[JsonMapping] = {"simulations": 100, "c": 2.0}

    @classmethod
    def fits(cls, game: Game) -> None:
        """Only where something is hidden, as OpenSpiel has it."""
        if not kind_of(game).hidden:
            raise BadInput(f"agent openspiel:ismcts: nothing is hidden in {game.name}: ask for openspiel:mcts")

    def choose(self, view: View, rng: Random) -> Decision:
        """Search a new world in each simulation."""
        game, chance = self.table(view), _chance(rng)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, rollouts, self.values["c"], self.values["simulations"], random_state=chance)
        bot.set_resampler(lambda _state, _player: game.from_view(view, rng))
        likely = max(bot.run_search(game.from_view(view, rng)), key=lambda one: one[1])
        names = game.kind.names
        found = {names[n]: (child.visits, child.return_sum) for n, child in bot._root_node.child_info.items()}
        return _searched(view, names[likely[0]], found, self.values["simulations"])


def _searched(view: View, move: str, found: Mapping[str, tuple[int, float]], simulations: int) -> Decision:
    means = {m: round(float(total) / visits, 4) for m, (visits, total) in found.items() if visits}
    facts = {
        "simulations": simulations,
        "value": means[move],
        "visits": {m: int(found[m][0]) for m in view.moves if m in found},
        "values": {m: means[m] for m in view.moves if m in means},
    }
    return Decision(move, means[move], {"rule": "search", "words": WORDS, "facts": facts})


def _chance(rng: Random) -> np.random.RandomState:
    return np.random.RandomState(rng.getrandbits(32))
