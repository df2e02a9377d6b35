"""The plan of a run: everything a worker needs to play any match of a schedule, as names, so that it can be sent."""

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import Any

from bolicho.arena.matches.local import Tally
from bolicho.core import hooks
from bolicho.core.chance import OPEN, checked_salt, new_salt
from bolicho.core.contract import Agent, Game
from bolicho.core.errors import BadInput, fault
from bolicho.core.json_text import JsonMapping


@dataclass(frozen=True)
class Plan:
    """A game with its options and agents, by name; a seed; and what to keep of each match."""

    game: str
    agents: tuple[str, ...]
    options: JsonMapping = field(default_factory=dict)
    seed: int = 0
    time_limit: float | None = 10.0
    """Seconds for one decision; None to wait for ever."""
    tally: str | None = None
    """``module:Class`` of a Tally, for each row."""
    records: bool = False
    """Whether the whole record of each match is wanted."""
    why: bool = False
    """Whether records tell why each move was made."""
    salt: str | None = None
    """What keys the chance beside the seed (`core.chance`); None: drawn by `sealed` when a stranger plays."""

    brought: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)
    """Agents that were added by hand in the process that sends this plan (`packed`)."""

    def __post_init__(self) -> None:
        """Call agents by their names of today, so that rows do."""
        from bolicho.agents import AGENTS

        object.__setattr__(self, "agents", tuple(map(AGENTS.current, self.agents)))

    def packed(self) -> "Plan":
        """Return the plan as another process can use it: files by their whole path, agents added by hand along."""
        from bolicho.agents import AGENTS, files

        names = {AGENTS.split(spec)[0] for spec in self.agents}
        brought = {name: _packed(name, AGENTS.factory(name)) for name in sorted(names & AGENTS.added)}
        return replace(self, agents=tuple(map(files.absolute, self.agents)), brought={**self.brought, **brought})

    def unpack(self) -> None:
        """Welcome the agents that came along."""
        from bolicho.agents import AGENTS

        for name, data in self.brought.items():
            try:
                AGENTS.add(name, pickle.loads(data))
            except Exception as error:
                raise BadInput(f"agent {name!r} cannot be unpacked in a worker: it {fault(error)}") from error

    def sealed(self, kept: str | None = None) -> "Plan":
        """Return the plan with its salt: the one that is given, else one ``kept`` from before, else a fresh one.

        Agents of the house need none: their matches follow from the seed. A plan draws once, so that it gives the same
        rows each time it is played.
        """
        if self.salt is not None:
            checked_salt(self.salt)
            return self
        return replace(self, salt=kept or (self._drawn if self.strangers else OPEN))

    @property
    def strangers(self) -> list[str]:
        """The agents that are not of the house, or play by what is not."""
        from bolicho.agents import is_stranger

        return [spec for spec in self.agents if is_stranger(spec, self.game)]

    @cached_property
    def _drawn(self) -> str:
        return new_salt()

    def build_game(self) -> Game:
        """Return the game."""
        from bolicho.games import GAMES

        game: Game = GAMES.make(self.game, **self.options)
        return game

    def check(self) -> None:
        """Raise what is wrong with the plan as far as its names tell, without building an agent."""
        from bolicho.agents import AGENTS, check, files

        game = self.build_game()
        for spec in self.agents:
            name = AGENTS.split(spec)[0]
            if files.split(spec) is not None:
                files.check(name)  # the file itself runs in workers only
            elif name not in self.brought:
                check(spec, game)
        if self.time_limit is not None and not self.time_limit > 0:
            raise BadInput(f"time limit {self.time_limit:g}: expected seconds, more than 0")

    def build_agent(self, index: int, game: Game) -> Agent:
        """Return one of the agents."""
        from bolicho.agents import make

        agent: Agent = make(self.agents[index], game)
        try:
            hooks.tell_limit(agent, self.time_limit)
        except BaseException as error:  # in a worker nobody else asks for an end: whatever this is, the agent raised it
            raise BadInput(f"agent {self.agents[index]!r} cannot be built: it {fault(error)}") from error
        return agent

    def build_tally(self) -> Callable[[], Tally] | None:
        """Return the class of the tally."""
        if self.tally is None:
            return None
        module, _, name = self.tally.partition(":")
        tally: Callable[[], Tally] = getattr(import_module(module), name)
        return tally


def _packed(name: str, factory: Callable[..., Any]) -> bytes:
    """Pickle what makes an agent: by value where another process could not import it, as from a notebook."""
    import cloudpickle

    try:
        data: bytes = cloudpickle.dumps(factory)
    except Exception as error:
        raise BadInput(f"agent {name!r} cannot be sent to a worker: it {fault(error)}") from error
    return data
