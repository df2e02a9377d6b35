"""Which games OpenSpiel can be told about, and by which kind; without pyspiel."""

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.field.openspiel.kind import Kind
from bolicho.games.faces import BOARD, Faces

GROUP = "bolicho.openspiel"
KINDS = Faces(
    "kind of OpenSpiel game",
    GROUP,
    {
        "truco": "bolicho.field.openspiel.truco:TrucoKind",
        "paulista": "bolicho.field.openspiel.paulista:PaulistaKind",
        "rikken": "bolicho.field.openspiel.rikken:RikkenKind",
        BOARD: "bolicho.field.openspiel.boards:BoardKind",
    },
)
"""By the name of a game, the class that tells OpenSpiel about it."""


def kind_of(game: Game | type[Game]) -> type[Kind]:
    """Return what tells OpenSpiel about a game; a game without is a BadInput that says how to give it one."""
    found, name = KINDS.of(game), getattr(game, "name", game)
    if found is None:
        raise BadInput(
            f"game {name!r}: OpenSpiel needs its chance as nodes, which nobody tells: "
            f"its package gives them by an entry point of {GROUP}"
        )
    if not isinstance(found, type) or not issubclass(found, Kind):
        raise BadInput(f"game {name!r}: {GROUP} names {found!r}, expected a subclass of Kind")
    return found.fit(game)
