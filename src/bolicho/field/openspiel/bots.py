"""Our agents in OpenSpiel: as bots that play, and as policies that tell their probabilities."""

from typing import Any

import pyspiel
from open_spiel.python import policy as openspiel_policy

from bolicho.core import hooks
from bolicho.core.chance import stream
from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BadInput
from bolicho.field.openspiel.game import HouseGame, HouseState


def as_bot(agent: Any, game: HouseGame, player: int, seed: int = 0) -> "HouseBot":
    """Return an agent, or the agent of a name (``"sound"``), as a bot that sits in one seat.

    A bot is one seat at one table: ``restart`` begins the next hand, and what the agent remembers of others stays.
    """
    return HouseBot(_agent(agent, game), game, player, seed)


def as_policy(agent: Any, game: HouseGame) -> "HousePolicy":
    """Return an agent that tells its probabilities as an OpenSpiel policy."""
    return HousePolicy(_agent(agent, game), game)


class HouseBot(pyspiel.Bot):
    """An agent of ours that sees only its view of OpenSpiel's state."""

    def __init__(self, agent: Any, game: HouseGame, player: int, seed: int = 0) -> None:
        super().__init__()
        if player not in range(game.num_players()):
            raise BadInput(f"player {player!r}: expected a seat from 0 to {game.num_players() - 1}")
        self.agent = hooks.seated(agent)
        self.kind, self.player, self.seed = game.kind, player, seed
        self.unit = 0
        self.begun = False

    def restart(self) -> None:
        """Begin the next unit."""
        self.unit += self.begun
        self.begun = False

    def restart_at(self, state: HouseState) -> None:  # noqa: ARG002  (a view tells all)
        """Begin the next unit somewhere in it."""
        self.restart()

    def inform_action(self, state: HouseState, player: int, action: int) -> None:
        """Hear what somebody else does; the end of a unit is seen."""
        if player >= 0:
            self._after(state, action)

    def step(self, state: HouseState) -> int:
        """Choose an action; the stream of chance is that of our own table for this seed."""
        self.begun = True
        view = state.view(self.player)
        ply = len(self.kind.history(state.now.state))
        answer = self.agent.choose(view, stream(self.seed, "choose", 0, self.unit, self.player, ply))
        decision: Decision = answer.fallback if isinstance(answer, Question) else answer
        action = self.kind.number(state.now.state, decision.move)
        self._after(state, action)
        return action

    def provides_policy(self) -> bool:
        """Whether the agent tells its probabilities."""
        return hooks.tells_policies(self.agent)

    def get_policy(self, state: HouseState) -> list[tuple[int, float]]:
        """Return the probability of each legal action."""
        return list(_probabilities(self.agent, state, self.player).items())

    def step_with_policy(self, state: HouseState) -> tuple[list[tuple[int, float]], int]:
        """Return both."""
        return self.get_policy(state), self.step(state)

    def _after(self, state: HouseState, action: int) -> None:
        after = state.now.state.play(self.kind.move(state.now.state, action))
        if after.over:
            hooks.show(self.agent, after.view(self.player))


class HousePolicy(openspiel_policy.Policy):
    """The probabilities of an agent of ours."""

    def __init__(self, agent: Any, game: HouseGame) -> None:
        super().__init__(game, list(range(game.num_players())))
        _telling(agent)
        self.agent = agent

    def action_probabilities(self, state: HouseState, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each legal action of the player to move."""
        return _probabilities(self.agent, state, state.current_player() if player_id is None else player_id)


def _probabilities(agent: Any, state: HouseState, player: int) -> dict[int, float]:
    view = state.view(player)
    return state.kind.shares(view, _telling(agent).policies([view])[0])


def _telling(agent: Any) -> Any:
    if not hooks.tells_policies(agent):
        raise BadInput(f"agent {getattr(agent, 'name', agent)!r} does not tell its probabilities (policies)")
    return agent


def _agent(agent: Any, game: Any) -> Any:
    if not isinstance(game, HouseGame):
        raise BadInput(f"game {game}: our agents play our games, as register() and as_game() give them")
    if not isinstance(agent, str):
        return agent
    from bolicho.agents import make

    return make(agent, game.kind.game)
