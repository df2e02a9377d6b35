"""Rules: each game in a package of its own, each file citing its source; no player and no table in here."""

import sys
from importlib.resources import files

from bolicho.core.errors import BadInput
from bolicho.core.files import read_bounded
from bolicho.core.paths import named
from bolicho.core.registry import CallablePackage, Factory, Registry
from bolicho.games.faces import BOARD, Faces

BOARDS = sorted(entry.name[:-5] for entry in (files(__name__) / "boards" / "data").iterdir())
"""Every board game is one data file, named after it."""
FILE = ".toml"
LARGEST = 10**6
"""Bytes of a board file at most."""


class Games(Registry):
    """The games by name; a board file of one's own by its path."""

    def factory(self, name: str) -> Factory:
        """Load what a name stands for, or make a game of a file."""
        if not name.endswith(FILE):
            return super().factory(name)
        from bolicho.games.boards import game_from

        path = named(name, "game")
        try:
            return game_from(read_bounded(path, LARGEST).decode("utf-8-sig"), name)
        except OSError as error:
            raise BadInput(f"{name}: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise BadInput(f"{name}: not UTF-8 text at byte {error.start}") from None


GAMES = Games(
    "game",
    "bolicho.games",
    {
        "truco": "bolicho.games.truco:Truco",
        "paulista": "bolicho.games.paulista:Paulista",
        "rikken": "bolicho.games.rikken:Rikken",
        **{name: f"bolicho.games.boards:{name}" for name in BOARDS},
    },
)

FACES = Faces(
    "face of the game",
    "bolicho.faces",
    {
        "truco": "bolicho.games.truco.face:TrucoFace",
        "paulista": "bolicho.games.paulista.face:PaulistaFace",
        "rikken": "bolicho.games.rikken.face:RikkenFace",
        BOARD: "bolicho.games.boards.face:BoardFace",
    },
)
"""By the name of a game, what it looks and sounds like (``games.face``); others have the face of any card game."""


def names() -> tuple[str, ...]:
    """Return the names of all games."""
    return GAMES.names()


sys.modules[__name__].__class__ = CallablePackage
