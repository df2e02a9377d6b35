"""An agent that asks a policy: view → arrays → action → move. Nothing but the view goes in."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bolicho.core import programs
from bolicho.core.contract import Decision, Game, View
from bolicho.core.errors import BadInput, one_line
from bolicho.core.offers import offered
from bolicho.core.paths import named
from bolicho.field.encode import encoder
from bolicho.field.policy.network import Network

Policy = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]
"""From an observation and its action mask to an action (a whole number), or to a weight for each action, 0 or more."""


class PolicyAgent:
    """Plays what a policy says: by lot among weighted actions, or the best of them with ``best="on"``.

    >>> from bolicho.core.chance import stream
    >>> from bolicho.games import GAMES
    >>> game = GAMES.make("tapatan")
    >>> first = PolicyAgent(game, lambda observation, mask: mask.argmax(), name="first")
    >>> first.choose(game.start().view(0), stream(7)).move
    'a3-a2'
    """

    character: ClassVar[dict[str, str]] = {
        "en": "asks a policy that was learnt elsewhere",
        "pt-BR": "consulta uma política aprendida em outro lugar",
    }
    starts_programs: ClassVar[bool] = True
    """Its spec names code and files: nothing for strangers to ask of a server."""
    no_programs: ClassVar[str] = "no files can be named here, only policies that the owner offers"

    def __init__(self, game: Game, policy: Policy | str, best: str = "off", name: str | None = None) -> None:
        """``policy``: a function, ``FILE.npz`` of a `Network`, ``module:function``, or a name that a server offers."""
        if best not in ("on", "off"):
            raise BadInput(f"policy option best={best!r}: expected on or off")
        self.game = game
        self.coder = encoder(game)
        self.best = best == "on"
        self.policy: Policy = _found(policy, game) if isinstance(policy, str) else policy
        self.name = name or (f"policy:{policy}" if isinstance(policy, str) else "policy")

    @staticmethod
    def plays(game: Game) -> bool:
        """Whether a game has arrays."""
        try:
            encoder(game)
        except BadInput:
            return False
        return True

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask, and play one of the moves that the policy weighs."""
        (chances,) = self.policies([view])
        moves = view.moves
        best = max(chances)
        place = chances.index(best) if self.best else rng.choices(range(len(moves)), chances)[0]
        facts = {"chance": chances[place], "chances": dict(zip(moves, chances, strict=True))}
        return Decision(moves[place], why={"rule": "policy", "facts": facts, "words": "bolicho.field.policy"})

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the chances of the legal moves of each view, as the policy weighs them."""
        return [self._chances(view) for view in views]

    def _chances(self, view: View) -> tuple[float, ...]:
        legal = self.coder.legal(view)
        answer = np.asarray(self.policy(self.coder.array(view), self.coder.mask(view)))
        if answer.size == 1 and np.issubdtype(answer.dtype, np.integer):
            action = int(answer.reshape(()))
            if action not in legal:
                raise BadInput(f"policy: action {action} is against the mask; legal: {' '.join(map(str, legal))}")
            return tuple(float(action == one) for one in legal)
        return _shares(answer, legal, len(self.coder.vocabulary))


def _shares(answer: NDArray[Any], legal: list[int], actions: int) -> tuple[float, ...]:
    """Turn weights into chances of the legal actions."""
    if answer.shape != (actions,):
        raise BadInput(f"policy: an answer of shape {answer.shape}; expected an action, or {actions} weights")
    try:
        weights = answer.astype(np.float64)[legal]
    except (TypeError, ValueError):
        raise BadInput(f"policy: weights that are no numbers: {one_line(answer, 60)}") from None
    if not (np.isfinite(weights).all() and weights.min() >= 0 and weights.sum() > 0):
        raise BadInput(f"policy: weights of the legal actions {weights.tolist()}: expected 0 or more, not all 0")
    return tuple((weights / weights.sum()).tolist())


def _found(spec: str, game: Game) -> Policy:
    """Load ``FILE.npz`` or ``module:function``, or what the owner of a server offers under this name."""
    offer = offered().get(f"policy:{spec}")
    if offer is not None:
        try:
            return Network.load(Path(offer), game)
        except BadInput as error:  # whoever plays here need not know where the owner keeps it
            raise BadInput(str(error).replace(offer, f"policy {spec!r}")) from None
    if not programs.allowed():
        raise BadInput(f"policy {spec!r}: {PolicyAgent.no_programs}")
    if spec.endswith(".npz"):
        return Network.load(named(spec, "policy"), game)
    module, colon, name = spec.partition(":")
    if not colon or not name:
        raise BadInput(f"policy {spec!r}: expected FILE.npz or module:function")
    here = str(Path.cwd())
    if here not in sys.path:  # a module of one's own beside oneself, as `python -m` finds it
        sys.path.append(here)
    try:
        found: object = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise BadInput(f"policy {spec!r}: {one_line(error)}") from None
    if not callable(found):
        raise BadInput(f"policy {spec!r}: not a function")
    function: Policy = found
    return function
