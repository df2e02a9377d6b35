"""What a training of the Markov player is asked to do, checked before anything is played.

>>> Design(matches=1000, save_every=300).snapshots
(300, 600, 900, 1000)
>>> Design(matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bolicho import __version__
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.learn.markov import file
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.switches import Switches

MATCHES, SAVE_EVERY = 5000, 200
"""As many matches as the paper played, saved as often (Rossato, section 5.3): 25 snapshots."""
MOST = 999_999
"""Snapshots are numbered with six digits."""


@dataclass(frozen=True)
class Design:
    """A training: who learns, from what, against whom, how often."""

    matches: int = MATCHES
    save_every: int = SAVE_EVERY
    """Matches between two snapshots; there is always one after the last match."""
    against: str | None = None
    """An agent, which stays as it is; None: itself, both seats sharing the matrices and both learning."""
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Switches of the player, such as ``{"area": "levels"}``; they change those of ``start``."""
    start: Path | None = None
    """Matrices to begin with; None: the initial ones."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of Truco."""

    def __post_init__(self) -> None:
        for name, value in (("matches", self.matches), ("save-every", self.save_every)):
            if value < 1:
                raise BadInput(f"{name} {value}: expected at least 1")
        if self.matches > MOST:
            raise BadInput(f"matches {self.matches}: expected at most {MOST}")
        Switches.of(self.settings)

    @property
    def snapshots(self) -> tuple[int, ...]:
        """After how many matches the matrices are kept."""
        return *range(self.save_every, self.matches, self.save_every), self.matches

    def game(self) -> Game:
        """Return the game that is played."""
        game: Game = GAMES.make("truco", **self.options)
        return game

    def matrices(self) -> Matrices:
        """Return the matrices before the first match."""
        found = Matrices.initial() if self.start is None else file.load(self.start)
        found.switches = Switches.of(self.settings, found.switches)
        found.seed, found.against = self.seed, self.against
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data, as a folder keeps it: all that the matrices in the end depend on."""
        begun = self.matrices()
        digest = None if self.start is None else blake2b(self.start.read_bytes(), digest_size=8).hexdigest()
        return {
            "bolicho": __version__,
            "matches": self.matches,
            "save_every": self.save_every,
            "against": self.against,
            "seed": self.seed,
            "switches": begun.switches.to_dict(),
            "start": None if self.start is None else f"{self.start.name} {digest}",
            "options": dict(self.game().options),
        }
