"""Tables of what a game brings beside its rules, by the name of the game: its face, its arrays, its chance as nodes.

Those of the house stand in a table, a guest's come by an entry point of the group, so that both come in by the same
door. Every board game has what the boards have, a game that is made of another one (a subclass) has that one's, unless
it brings its own.

>>> from bolicho.games import FACES, GAMES
>>> FACES.of(GAMES.make("tapatan")).__module__, FACES.of(GAMES.make("truco")).__module__
('bolicho.games.boards.face', 'bolicho.games.truco.face')
"""

from typing import Any

from bolicho.core.contract import Game
from bolicho.core.registry import Registry

BOARD = "board"
"""The name under which a table keeps what all boards share: that of ``BoardGame``."""


class Faces(Registry):
    """What games bring of one kind, by their names."""

    def of(self, game: Game | type[Game]) -> Any | None:
        """Return what a game brings; None where nobody has given it one. One that does not load is a BadInput."""
        known = self.names()
        for ancestor in (game if isinstance(game, type) else type(game)).__mro__:
            name = vars(ancestor).get("name")
            if isinstance(name, str) and name in known:
                return self.factory(name)
        return None
