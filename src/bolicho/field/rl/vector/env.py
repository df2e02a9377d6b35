"""Many tables of one game as one environment of Gymnasium's vector kind, on compiled lanes."""

from collections.abc import Sequence
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bolicho.core.errors import BadInput, IllegalMove
from bolicho.core.json_text import JsonObject
from bolicho.field.rl.aec import ILLEGAL
from bolicho.field.rl.vector.lanes import NOBODY, Lanes, Opponent, Which

Step = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], JsonObject]


class LanesEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Tables on lanes. Without opponents every step is a decision of whoever is to move there: all seats are yours.

    ``infos`` has arrays with a row a table: ``action_mask``; ``seat``, who sees and acts; without opponents also
    ``rewards``, what the step paid each seat. At the end of an episode ``seat`` is who acted last, and the mask is all
    ones: Gymnasium's vectors ask for one more action there, and leave it unplayed.
    """

    metadata: JsonObject = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  (Gymnasium's name)

    def __init__(
        self,
        lanes: Lanes,
        opponents: Sequence[Opponent] | None,
        place: int | str,
        illegal: str,
        autoreset: AutoresetMode,
        copy: bool,
    ) -> None:
        terms, count = lanes.terms, lanes.count
        self.lanes, self.opponents, self.place, self.illegal, self.copy = lanes, opponents, place, illegal, copy
        self.game, self.coder = terms.game, terms.coder
        self.num_envs = count
        self.action_names = terms.coder.vocabulary
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.single_observation_space = spaces.Box(0, 1, (terms.coder.size,), np.float32)
        self.action_space = batch_space(self.single_action_space, count)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.metadata = {"autoreset_mode": autoreset}
        self.autoreset = autoreset
        self._all = np.arange(count)
        self._observed = np.zeros((count, terms.coder.size), np.float32)
        self._masks = np.zeros((count, len(self.action_names)), np.int8)
        self._seats = np.zeros(count, np.int8)
        self._ended = np.ones(count, bool)
        self._moves = np.zeros(count, np.int64)
        self._episodes = np.zeros(count, np.int64)
        self._yes = np.ones(count, bool)
        self._begun = False

    @property
    def compiled(self) -> bool:
        """Whether the rules and the opponents are compiled."""
        return self.lanes.compiled

    # ── what Gymnasium calls ──────────────────────────────────────────────────────────────────────────────────────

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: JsonObject | None = None
    ) -> tuple[NDArray[np.float32], JsonObject]:
        """Deal anew everywhere; lane ``i`` gets ``seed + i``. ``options`` may have ``reset_mask``: which lanes."""
        which = self._all
        chosen = (options or {}).get("reset_mask")
        unknown = [key for key in options or {} if key != "reset_mask"]
        if unknown:
            raise BadInput(f"reset options {', '.join(map(repr, unknown))}: unknown; known: reset_mask")
        if chosen is not None:
            if not self._begun:
                raise BadInput("reset_mask: call reset() without it first")
            which = np.flatnonzero(np.asarray(chosen, bool))
        if chosen is None and (seed is not None or not self._begun):
            self.lanes.seed(self._lane_seeds(seed))
            self._episodes[:] = -1
        self._begun = True
        self._begin(which)
        return self._told(which), self._infos(np.zeros((self.num_envs, self.game.seats), np.float32))

    def step(self, actions: Any) -> Step:
        """Play an action on each lane; where an episode had ended, begin the next instead (``next-step``)."""
        if not self._begun:
            raise BadInput("call reset() first")
        chosen = self._checked(actions)
        rewards, paid = np.zeros(self.num_envs), np.zeros((self.num_envs, self.game.seats), np.float32)
        starting = np.flatnonzero(self._ended)
        if len(starting) and self.autoreset is AutoresetMode.DISABLED:
            raise BadInput(f"lane {starting[0]}: the episode is over: call reset() with reset_mask")
        acting = np.flatnonzero(~self._ended) if len(starting) else self._all
        self._begin(starting)
        lost = self._illegal(acting, chosen)
        terminated = np.zeros(self.num_envs, bool)
        if len(lost):
            acting = np.setdiff1d(acting, lost, assume_unique=True)
            rewards[lost], terminated[lost] = ILLEGAL, True
        self.lanes.play(acting, chosen[acting])
        self._moves[acting] += 1
        paid[acting] = self.lanes.paid[acting]
        if self.opponents is not None:
            self._opponents_move(acting, paid)
        rewards[acting] = paid[acting, self._seats[acting]]
        terminated[acting] = self.lanes.turn[acting] == NOBODY
        truncated = np.zeros(self.num_envs, bool)
        longest = self.lanes.terms.longest
        if longest is not None:
            truncated[acting] = ~terminated[acting] & (self._moves[acting] >= longest)
        self._ended = terminated | truncated
        final: JsonObject = {}
        if len(lost):
            final |= {"illegal": chosen, "_illegal": np.isin(self._all, lost)}
        if self.autoreset is AutoresetMode.SAME_STEP and self._ended.any():
            final |= self._final(paid)
        return self._told(self._all), rewards, terminated, truncated, self._infos(paid) | final

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002  (Gymnasium's)
        """Let the threads go."""
        self.lanes.close()

    # ── one step, in parts ────────────────────────────────────────────────────────────────────────────────────────

    def _begin(self, which: Which) -> None:
        """Begin episodes; with opponents, until the seat is asked something in each."""
        left = which
        for _ in range(TRIES):
            if not len(left):
                return
            self._episodes[left] += 1
            self._moves[left], self._ended[left] = 0, False
            if self.opponents is not None:
                self._seats[left] = self._places(left)
            self.lanes.begin(left, self._seats)
            if self.opponents is None:
                return
            self._opponents_move(left, np.zeros((self.num_envs, self.game.seats), np.float32))
            left = left[self.lanes.turn[left] == NOBODY]
        raise BadInput(f"{TRIES} deals ended before seat {self._seats[left[0]]} was asked anything")

    def _places(self, which: Which) -> Any:
        """Return the seat of each lane in the episode that begins."""
        if self.place == "drawn":
            return self.lanes.draw_seats(which)
        return self._episodes[which] % self.game.seats if self.place == "alternate" else self.place

    def _opponents_move(self, which: Which, paid: NDArray[np.float32]) -> None:
        lanes, seats, longest = self.lanes, self.game.seats, self.lanes.terms.longest
        assert self.opponents is not None
        while True:
            turn = lanes.turn[which]
            going = (turn != NOBODY) & (turn != self._seats[which])
            if longest is not None:
                going &= self._moves[which] < longest
            which = which[going]
            if not len(which):
                return
            distance = (lanes.turn[which] - self._seats[which] - 1) % seats
            for number, opponent in enumerate(self.opponents):
                his = which if len(self.opponents) == 1 else which[distance == number]
                if len(his):
                    opponent.move(his)
            self._moves[which] += 1
            paid[which] += lanes.paid[which]

    def _told(self, which: Which) -> NDArray[np.float32]:
        """Look at these lanes anew; return what all of them see."""
        if self.opponents is None:
            turn = self.lanes.turn[which]
            self._seats[which] = np.where(turn == NOBODY, self._seats[which], turn)
        if self.copy:  # what was given out is not touched again
            fresh = which is self._all
            self._observed = np.empty_like(self._observed) if fresh else self._observed.copy()
            self._masks = np.empty_like(self._masks) if fresh else self._masks.copy()
        self.lanes.observe(which, self._seats, self._observed)
        self.lanes.masks(which, self._masks)
        self._masks[self._ended] = 1
        return self._observed

    def _infos(self, paid: NDArray[np.float32]) -> JsonObject:
        told = {"action_mask": self._masks, "_action_mask": self._yes, "seat": self._seats.copy(), "_seat": self._yes}
        return told | ({"rewards": paid, "_rewards": self._yes} if self.opponents is None else {})

    def _final(self, paid: NDArray[np.float32]) -> JsonObject:
        """Say how the episodes that have ended look at their end, and begin the next there."""
        ended = np.flatnonzero(self._ended)
        self.lanes.observe(ended, self._seats, self._observed)
        final = np.full(self.num_envs, None, object)
        for lane, row in zip(ended, self._observed[ended], strict=True):
            final[lane] = row
        which = self._ended.copy()
        info = {"seat": self._seats.copy(), "_seat": which}
        if self.opponents is None:
            info |= {"rewards": paid, "_rewards": which}
        self._begin(ended)
        return {"final_obs": final, "_final_obs": which, "final_info": info, "_final_info": which}

    # ── what comes from outside ───────────────────────────────────────────────────────────────────────────────────

    def _checked(self, actions: Any) -> Which:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise BadInput(
                f"actions: expected {self.num_envs} whole numbers, got {chosen.dtype} of shape {chosen.shape}"
            )
        return chosen.astype(np.int64, copy=False)

    def _illegal(self, acting: Which, chosen: Which) -> Which:
        wanted = chosen[acting]
        known = (wanted >= 0) & (wanted < len(self.action_names))
        fine = known & (self._masks[acting, np.where(known, wanted, 0)] > 0)
        lost = acting[~fine]
        if len(lost) and self.illegal == "raise":
            lane = int(lost[0])
            state = self.lanes.state(lane)
            raise IllegalMove(f"lane {lane}: action {chosen[lane]}", str(state), state.moves())
        return lost

    def _lane_seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if seed is None:
            seed = randbits(48)
        if isinstance(seed, int):
            return [seed + lane for lane in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds for {self.num_envs} tables")
        return [randbits(48) if one is None else int(one) for one in seed]


TRIES = 1000
"""Deals in which nobody asks the seat anything, before that is an error."""
