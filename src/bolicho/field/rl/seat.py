"""One seat of a game against agents of the house, as a Gymnasium environment.

``gymnasium.make("bolicho/truco-v0", opponents=["sound"])``; docs/field/pettingzoo.md tells how it is found.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bolicho.agents import make
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Game, View
from bolicho.core.errors import BadInput, IllegalMove, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.field.rl.aec import ILLEGAL, RENDER_MODES, checked_mode, move_of, render_episode
from bolicho.field.rl.episode import Episode, Outside, Seeds, Terms

SEATS = ("alternate", "drawn")
ILLEGALS = ("lose", "raise")
TRIES = 1000
"""Deals in which nobody asks the seat anything, before that is an error."""


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A seat; the opponents move between its turns, so that every step is a decision of its own.

    ``opponents``: specs (``"sound"``, ``"minimax:4"``) or agents, one for all other seats or one for each, clockwise
    from the seat. ``seat``: a number; ``"alternate"``, another in each episode since the last seed; ``"drawn"``.
    ``illegal``: what an action against the mask does, ``"lose"`` (the episode is over, the reward -1,
    ``info["illegal"]`` the move) or ``"raise"`` (IllegalMove, and the episode goes on). ``unit``, ``reward``,
    ``max_cycles`` and options of the game as in the PettingZoo environment.
    """

    metadata: JsonObject = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012  (Gymnasium's name)

    def __init__(
        self,
        game: Game | str,
        opponents: Sequence[str | Agent] | str | Agent = "random",
        *,
        seat: int | str = "alternate",
        illegal: str = "lose",
        unit: str = "hand",
        reward: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.terms = Terms.of(game, unit, reward, max_cycles, options)
        self.game, self.coder = self.terms.game, self.terms.coder
        self.render_mode = checked_mode(render_mode)
        if illegal not in ILLEGALS:
            raise UnknownName("way with illegal actions", str(illegal), ILLEGALS)
        self.illegal = illegal
        self.place = place_of(seat, self.game)
        self.opponents = [
            make(one, self.game) if isinstance(one, str) else one for one in opponents_of(opponents, self.game)
        ]
        self.action_names = self.coder.vocabulary
        self.action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = spaces.Box(0, 1, (self.coder.size,), np.float32)
        self.seat = 0
        self.ended = True
        self._seeds = Seeds()
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """What is being played."""
        if self._episode is None:
            raise BadInput("call reset() first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: JsonObject | None = None
    ) -> tuple[NDArray[np.float32], JsonObject]:
        """Deal anew and play on to the seat's first turn; ``options``: ``deal``, ``context``.

        A unit that ends before the seat was asked (everybody passed) is dealt again: an episode has a decision in it.
        """
        super().reset(seed=seed)
        for _ in range(TRIES):
            key = self._seeds.next(seed)
            self.seat = self._seat(*key)
            others = self.game.seats - 1
            agents = [self.opponents[(n - self.seat - 1) % self.game.seats % others] for n in range(self.game.seats)]
            agents[self.seat] = Outside()
            self._episode = Episode(self.terms, agents, *key, options)
            self._opponents_move()
            self.ended = self.episode.over or self.episode.cut
            if not self.ended:
                return self._seen()
            seed = None
        raise BadInput(f"{TRIES} deals ended before seat {self.seat} was asked anything")

    def step(self, action: object) -> tuple[NDArray[np.float32], float, bool, bool, JsonObject]:
        """Play an action, then let the opponents move until it is the seat's turn again."""
        episode = self.episode
        if self.ended:
            raise BadInput("the episode is over: call reset()")
        try:
            paid = episode.play(move_of(action, episode))
        except IllegalMove as error:
            if self.illegal == "raise":
                raise
            self.ended = True
            told, info = self._seen()
            return told, ILLEGAL, True, False, {**info, "illegal": str(error.move)}
        reward = (0.0 if paid is None else paid[self.seat]) + self._opponents_move()
        self.ended = episode.over or episode.cut
        if self.render_mode == "human":
            self.render()
        told, info = self._seen()
        return told, reward, episode.over, episode.cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, by the name under which sb3-contrib asks."""
        return self._mask(self._view()).astype(bool)

    def render(self) -> Any:
        """Draw the table with all cards open: returned as text (``ansi``) or pixels (``rgb_array``), or printed."""
        return render_episode(self.episode, self.render_mode)

    def close(self) -> None:
        """Leave the table."""
        self._episode = None
        self.ended = True

    def __deepcopy__(self, memo: dict[int, Any]) -> "SeatEnv":
        """Copy the episode, for who looks ahead; the opponents are shared, their memory of the match is not."""
        memo.update({id(agent): agent for agent in self.opponents})
        other = type(self).__new__(type(self))
        memo[id(self)] = other
        vars(other).update({name: deepcopy(value, memo) for name, value in vars(self).items()})
        return other

    def _opponents_move(self) -> float:
        episode, reward = self.episode, 0.0
        while not (episode.over or episode.cut) and episode.table.seat != self.seat:
            paid = episode.advance()
            reward += 0.0 if paid is None else paid[self.seat]
        return reward

    def _seen(self) -> tuple[NDArray[np.float32], JsonObject]:
        view = self._view()
        return self.coder.array(view), {"action_mask": self._mask(view), "seat": self.seat}

    def _mask(self, view: View) -> NDArray[np.int8]:
        """All ones when the episode is over.

        Vectors of Gymnasium ask for one more action then, and leave it unplayed: whoever draws it from the mask can.
        """
        return np.ones(len(self.action_names), np.int8) if self.ended else self.coder.mask(view)

    def _view(self) -> Any:
        return self.episode.state.view(self.seat)

    def _seat(self, seed: int, number: int) -> int:
        if self.place == "alternate":
            return number % self.game.seats
        if self.place == "drawn":
            return stream(seed, "seat", number).randrange(self.game.seats)
        return int(self.place)


def place_of(seat: object, game: Game) -> int | str:
    """Return which seat is played from outside: a number, or how it is chosen."""
    if isinstance(seat, str) and seat in SEATS:
        return seat
    if type(seat) is int and 0 <= seat < game.seats:
        return seat
    raise BadInput(f"seat {seat!r}: {game.name} has seats 0 to {game.seats - 1}; or alternate, drawn")


def opponents_of(given: object, game: Game) -> list[Any]:
    """Return who sits at the other seats, clockwise: the spec of an agent or an agent for each."""
    listed = list(given) if isinstance(given, list | tuple) else [given]
    others = game.seats - 1
    if len(listed) == 1:
        listed *= others
    if len(listed) != others:
        raise BadInput(f"{len(listed)} opponents: {game.name} needs {others}, or one for all other seats")
    for one in listed:
        if not isinstance(one, str) and not (hasattr(one, "name") and callable(getattr(one, "choose", None))):
            raise BadInput(f"opponent {one!r}: expected the spec of an agent, or an agent")
    return listed
