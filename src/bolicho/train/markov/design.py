"""What a training of the Markov player is asked to do, checked before anything is played.

>>> MarkovDesign(matches=1000, save_every=300).snapshots
(300, 600, 900, 1000)
>>> MarkovDesign(matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
"""

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from bolicho import __version__
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.options import check, seed_setting, setting
from bolicho.games import GAMES
from bolicho.learn.markov import file
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.switches import Switches

MATCHES, SAVE_EVERY = 5000, 200
"""As many matches as the paper played, saved as often (Rossato, section 5.3): 25 snapshots."""
MOST = 999_999
"""Snapshots are numbered with six digits."""


def switches_of(text: str) -> dict[str, str]:
    """Read switches.

    >>> switches_of("area=levels, gates=adaptive"), switches_of("")
    ({'area': 'levels', 'gates': 'adaptive'}, {})
    """
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (side.strip() for side in part.partition("="))
        if not (name and equals and value):
            raise BadInput(f"--with {part!r}: expected NAME=VALUE")
        if name in found:
            raise BadInput(f"--with {part!r}: {name} is given twice")
        found[name] = value
    return found


@dataclass(frozen=True)
class MarkovDesign:
    """A training: who learns, from what, against whom, how often."""

    matches: int = setting(
        MATCHES, "How many matches to play.", help_pt="Quantas partidas se jogam.", low=1, high=MOST, short="-n",
        grows=True,
    )  # fmt: skip
    save_every: int = setting(
        SAVE_EVERY, "Matches between two snapshots.", help_pt="Partidas entre duas fotografias.", low=1, high=MOST
    )
    """There is always one after the last match."""
    against: str | None = setting(
        None, "Who plays against it and does not learn; by default itself.",
        help_pt="Quem joga contra ele e não aprende; sem nada, ele mesmo.", source="agents", metavar="AGENT",
    )  # fmt: skip
    """None: itself, both seats sharing the matrices and both learning."""
    seed: int = seed_setting()
    settings: JsonMapping = setting(
        {}, "Switches of the player, such as area=levels,gates=adaptive; by default those of the work.",
        help_pt="Chaves do jogador, como area=levels,gates=adaptive; sem nada, as do trabalho.",
        name="switches", word="--with", parse=switches_of, metavar="NAME=VALUE,...",
    )  # fmt: skip
    """They change those of ``start``."""
    start: Path | None = setting(None, "Matrices to begin with.", parse=Path, page=False, metavar="FILE.npz")
    """None: the initial ones."""
    options: JsonMapping = field(default_factory=dict)
    """Options of Truco: their preset, points to win and so on."""

    def __post_init__(self) -> None:
        check(self)
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

    def to_dict(self) -> JsonObject:
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
