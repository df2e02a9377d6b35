"""The faces of games: what a framework asks about a game that the game itself need not know.

A face is found by the name of the game, those of the house in a table, a guest's by an entry point of that group, so
that both come in by the same door. Every board game has the face of boards, a game that is made of another one (a
subclass) that one's, unless it brings its own.

>>> from bolicho.games import GAMES
>>> from bolicho.field.encode import ENCODINGS
>>> ENCODINGS.of(GAMES.make("tapatan")).__module__, ENCODINGS.of(GAMES.make("truco")).__module__
('bolicho.field.encode.boards', 'bolicho.field.encode.truco')
"""

from typing import Any

from bolicho.core.contract import Game
from bolicho.core.registry import Registry
from bolicho.games.boards import BoardGame

BOARD = "board"
"""The name under which a table keeps the face of all boards."""


class Faces(Registry):
    """The faces of one kind, by the names of games."""

    def of(self, game: Game | type[Game]) -> Any | None:
        """Return the face of a game; None where nobody has given it one. One that does not load is a BadInput."""
        known = self.names()
        for ancestor in (game if isinstance(game, type) else type(game)).__mro__:
            name = BOARD if ancestor is BoardGame else vars(ancestor).get("name")
            if isinstance(name, str) and name in known:
                return self.factory(name)
        return None
