"""Get move probabilities out of an agent: by ``policies`` where it has them, else by asking ``choose`` again and again.

An agent that did not touch its random stream would always answer the same, so one ask is exact there: the stream it is
handed notices being used.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from bolicho.core.chance import stream
from bolicho.core.contract import Question
from bolicho.core.errors import BadInput, BolichoError, fault

Chances = tuple[float, ...]
TIMES = 100
"""How often an agent without probabilities is asked where it draws lots."""
KEPT = 10_000
"""How many answers are remembered as good ones."""
CLOSE = 1e-6
"""By how much probabilities may miss a sum of 1."""


class Noticing(Random):
    """A random stream that is seeded when it is first used, and remembers whether it was."""

    def __init__(self) -> None:
        self.used = True  # Random's own constructor seeds; that is not a use
        super().__init__(0)
        self.path: tuple[int | str, ...] = ()
        self.used = False

    def again(self, *path: int | str) -> "Noticing":
        """Begin the stream of another path, unused."""
        self.path, self.used = path, False
        return self

    def _begin(self) -> None:
        if not self.used:
            self.used = True
            self.setstate(stream(0, *self.path).getstate())

    def random(self) -> float:
        """Draw a number; everything of Random comes from here or from ``getrandbits``."""
        self._begin()
        return super().random()

    def getrandbits(self, bits: int, /) -> int:
        """Draw bits."""
        self._begin()
        return super().getrandbits(bits)

    def getstate(self) -> Any:
        """Who looks at the state, or copies it, draws."""
        self._begin()
        return super().getstate()


class Asker:
    """Asks one agent, checks what it says, and counts."""

    def __init__(self, agent: Any, seed: int = 0, times: int = TIMES) -> None:
        """``agent`` sits down first, if it can: what it remembers of other matches does not count."""
        if times < 1:
            raise BadInput(f"asked {times} times: expected at least once")
        sit = getattr(agent, "sit", None)
        self.agent: Any = sit() if callable(sit) else agent
        self.seed, self.times = seed, times
        self.tells = callable(getattr(self.agent, "policies", None))
        """Whether it tells its probabilities."""
        self.timing_blind = bool(getattr(self.agent, "timing_blind", False))
        """Whether it says that it does not look at when in a hand a truco was called."""
        self.questions = 0
        self.drew = 0
        """Of these, how many it answered by lot without telling how, so that they are only estimated."""
        self._rng = Noticing()
        self._fine: set[Chances] = set()

    def ask(self, views: Sequence[Any], names: Sequence[str]) -> list[Chances]:
        """Return the probabilities of the moves of each view; ``names`` make the streams of who does not tell."""
        self.questions += len(views)
        if not self.tells:
            return [self._asked(view, name) for view, name in zip(views, names, strict=True)]
        try:
            told = self.agent.policies(views)
        except BolichoError:
            raise
        except Exception as error:  # a guest's code may fail in any way
            raise BadInput(f"agent {self.agent.name!r}: policies {fault(error)}") from error
        if len(told) != len(views):
            raise BadInput(f"agent {self.agent.name!r}: policies of {len(views)} views gave {len(told)} answers")
        return [self._checked(view, chances) for view, chances in zip(views, told, strict=True)]

    def _checked(self, view: Any, chances: Sequence[float]) -> Chances:
        told = tuple(chances)
        if told in self._fine and len(told) == len(view.moves):
            return told
        if len(chances) != len(view.moves) or min(chances) < 0 or not abs(sum(chances) - 1) < CLOSE:
            raise BadInput(
                f"agent {self.agent.name!r}: policies gave {tuple(chances)!r} for the moves {' '.join(view.moves)}; "
                "expected a probability a move, of sum 1"
            )
        if len(self._fine) < KEPT:
            self._fine.add(told)
        return told

    def _asked(self, view: Any, name: str) -> Chances:
        counts = [0] * len(view.moves)
        counts[self._once(view, name, 0)] += 1
        if not self._rng.used:
            return tuple(map(float, counts))
        self.drew += 1
        for time in range(1, self.times):
            counts[self._once(view, name, time)] += 1
        return tuple(count / self.times for count in counts)

    def _once(self, view: Any, name: str, time: int) -> int:
        try:
            decision = self.agent.choose(view, self._rng.again(self.seed, "exploit", name, time))
            move = decision.fallback.move if isinstance(decision, Question) else decision.move
            return int(view.moves.index(move))
        except BolichoError:
            raise
        except Exception as error:
            raise BadInput(f"agent {self.agent.name!r} at {view.moves!r} {fault(error)}") from error
