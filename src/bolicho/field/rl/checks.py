"""The AEC environment that one uses: what PettingZoo's three usual wrappers check, checked by the environment itself.

The wrappers (order, bounds, legality) look every attribute up through one another, which took half of the time of a
step. ``tests/field/rl/test_checks.py`` plays both in lockstep.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.env_logger import EnvLogger

from bolicho.core.contract import Game
from bolicho.core.json_text import JsonObject
from bolicho.field.rl.aec import ILLEGAL, raw_env

AFTER_RESET = frozenset({"rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"})
"""What nobody may ask for before ``reset``."""


def env(game: Game | str, **options: Any) -> "CheckedEnv":
    """Return the environment as one uses it: an action against the mask loses, one out of bounds or order is an error.

    >>> table = env("truco", target=12)
    >>> table.reset(seed=7)
    >>> told, reward, terminated, truncated, info = table.last()
    >>> table.agent_selection, [table.unwrapped.action_names[i] for i in told["action_mask"].nonzero()[0]]
    ('seat_0', ['3o', '2c', '4b', 'envido', 'real-envido', 'falta-envido', 'truco', 'baralho'])
    """
    return CheckedEnv(game, **options)


class CheckedEnv(raw_env):
    """``raw_env`` where an action against the mask loses, and one out of bounds or out of order is an error."""

    def __init__(self, *given: Any, **options: Any) -> None:
        self._begun = self._moved = False
        super().__init__(*given, **options)
        del self.agents  # there are none before the first reset

    def __getattr__(self, name: str) -> Any:
        """Asked for what is not there (yet)."""
        if name in AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no {name!r}")

    def reset(self, seed: int | None = None, options: JsonObject | None = None) -> None:
        """Deal anew."""
        super().reset(seed, options)
        self._begun = self._moved = True

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; one against the mask ends the episode, -1 for who did it."""
        if not self._begun:
            EnvLogger.error_step_before_reset()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        me = self.agent_selection
        if self.terminations[me] or self.truncations[me]:
            assert action is None or self._offered(action), "action is not in action space"
            self._was_dead_step(action)
            return
        assert self._offered(action), "action is not in action space"
        if self._mask[action]:
            super().step(action)
        else:
            self._lose(me)

    def _offered(self, action: object) -> bool:
        if type(action) is int:
            return 0 <= action < len(self._mask)
        return bool(self.action_spaces[self.agent_selection].contains(action))

    def _lose(self, me: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._view = None  # nobody is to move: the first seat, who is asked next, must not see this one's cards
        self.infos = {name: {"action_mask": self._none} for name in self.agents}
        self._cumulative_rewards[me] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {name: ILLEGAL if name == me else 0.0 for name in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> JsonObject:
        """Return what the view of this seat tells."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        """Return what all seats together know."""
        if not self._begun:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table."""
        if not self._begun:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Name who is to move, again and again; who is named must move before the next is."""
        if not self._begun:
            EnvLogger.error_agent_iter_before_reset()
        return self._in_turn(max_iter)

    def _in_turn(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if not self.agents:
                return
            assert self._moved, "need to call step() or reset() in a loop over `agent_iter`"
            self._moved = False
            yield self.agent_selection
