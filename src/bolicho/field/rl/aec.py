"""Any game as a PettingZoo environment (AEC: agents act one after the other).

``raw_env`` is the environment; ``env`` (``checks.py``) is the same with PettingZoo's usual checks. For measurements of
speed take ``env``, as PettingZoo's own classic environments are taken, and random choices among
``observation["action_mask"]``: ``pettingzoo.test.performance_benchmark`` and ``bolicho bench peers``
(``field/rl/steps.py``) do so.
"""

from typing import Any

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, IllegalMove, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.field.encode import Encoder
from bolicho.field.encode.fields import SLOT
from bolicho.field.rl.episode import Episode, Outside, Seeds, Terms
from bolicho.field.rl.picture import picture
from bolicho.field.rl.pixels import pixels

RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL = -1.0
"""What PettingZoo's wrapper gives who acts against the mask; the others get nothing, and the episode is over."""


class raw_env(AECEnv):
    """One hand (``unit="hand"``, also a deal or a board game) or a whole match (``unit="match"``) an episode.

    ``reward``: ``"points"``, paid when a hand ends (of two seats the difference, so zero in all), or ``"win"``, paid
    when the episode ends; by default points for hands and the win for matches. After ``max_cycles`` moves of each seat
    the episode is truncated. Everything else is an option of the game. An illegal action raises IllegalMove.
    """

    metadata: JsonObject = {  # noqa: RUF012  (PettingZoo reads it of the class too)
        "render_modes": RENDER_MODES,
        "name": "bolicho_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str,
        *,
        unit: str = "hand",
        reward: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.terms = Terms.of(game, unit, reward, max_cycles, options)
        self.render_mode = checked_mode(render_mode)
        self.game, self.coder = self.terms.game, self.terms.coder
        self.metadata = {**type(self).metadata, "name": f"bolicho_{self.game.name}_v0"}
        self.action_names = self.coder.vocabulary
        """The move that each action stands for, in the notation of the house."""
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.action_spaces = {name: spaces.Discrete(len(self.action_names)) for name in self.possible_agents}
        self.observation_spaces = {name: observation_space(self.coder) for name in self.possible_agents}
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._none = self._mask = np.zeros(len(self.action_names), np.int8)
        self._none.setflags(write=False)
        self._players = [Outside(name) for name in self.possible_agents]
        self._seeds = Seeds()
        self._view: object = None
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of ``{"observation": array, "action_mask": array}``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions, one for each of ``action_names``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: JsonObject | None = None) -> None:
        """Deal anew; ``options`` may give the ``deal`` as text and the ``context`` (score, who begins) of the first."""
        self._episode = Episode(self.terms, self._players, *self._seeds.next(seed), options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn(self._episode.over or self._episode.cut)

    @property
    def episode(self) -> Episode:
        """What is being played."""
        if self._episode is None:
            raise BadInput("call reset() first")
        return self._episode

    def observe(self, agent: str) -> JsonObject:
        """Return what the view of this seat tells; the mask is zeros when it is not its turn."""
        turn = self._view is not None and agent == self.agent_selection
        view = self._view if turn else self.episode.state.view(self._seats[agent])
        return {"observation": self.coder.array(view), "action_mask": (self._mask if turn else self._none).copy()}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        me = self.agent_selection
        if self.terminations[me] or self.truncations[me]:
            self._was_dead_step(action)
            return
        episode = self.episode
        paid = episode.play(move_of(action, episode))
        self._cumulative_rewards[me] = 0.0
        self.rewards = dict(zip(self.agents, paid or (0.0,) * len(self.agents), strict=True))
        over, cut = episode.over, episode.cut
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._turn(over or cut)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _turn(self, ended: bool) -> None:
        """Ask who is to move, and what he may do."""
        self.infos = {name: {"action_mask": self._none} for name in self.agents}
        if ended:
            self.agent_selection = self.agents[0]
            self._view = None
            return
        state = self.episode.table.state
        self._view = state.view(state.seat)
        self.agent_selection = self.possible_agents[state.seat]
        self._mask = self.coder.mask(self._view)
        self._mask.setflags(write=False)
        self.infos[self.agent_selection]["action_mask"] = self._mask

    def state(self) -> NDArray[np.float32]:
        """Return what all seats together know: their observations, seat after seat (for central critics)."""
        state = self.episode.state
        return np.concatenate([self.coder.array(state.view(seat)) for seat in range(self.game.seats)])

    @property
    def state_space(self) -> Any:
        """The space of ``state()``."""
        return spaces.Box(0, 1, (self.coder.size * self.game.seats,), np.float32)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table with all cards open: returned as text (``ansi``) or pixels (``rgb_array``), or printed."""
        return render_episode(self.episode, self.render_mode)

    def close(self) -> None:
        """Leave the table."""
        self._episode = None


def observation_space(coder: Encoder) -> Any:
    """Return the space of an observation with its mask."""
    size = len(coder.vocabulary)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (coder.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (size,), np.int8),
        }
    )


def move_of(action: object, episode: Episode) -> str:
    """Return the move that an action stands for, legal or not; what is no action raises IllegalMove."""
    coder = episode.terms.coder
    if isinstance(action, int | np.integer) and 0 <= action < len(coder.vocabulary):
        name, state = coder.vocabulary[action], episode.state
        return coder.meant(state.view(state.seat), int(action)) if name.startswith(SLOT) else name
    raise IllegalMove(f"action {action!r}", str(episode.state), episode.state.moves())


def checked_mode(render_mode: str | None) -> str | None:
    """Return a render mode that there is; for any other, none and a warning: a training need not stop for a picture."""
    if render_mode is None or render_mode in RENDER_MODES:
        return render_mode
    logger.warn(f"{UnknownName('render mode', str(render_mode), RENDER_MODES)}; nothing is drawn")
    return None


def render_episode(episode: Episode, render_mode: str | None) -> str | NDArray[np.uint8] | None:
    """Return or print the picture of an episode, as the mode has it."""
    if render_mode is None:
        return None
    if render_mode == "rgb_array":
        return pixels(episode.terms.game, episode.state)
    text = picture(episode.terms.game, episode.state)
    if render_mode == "ansi":
        return text
    print(text)
    return None
