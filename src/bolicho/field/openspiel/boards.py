"""Board games for OpenSpiel: no chance, nothing hidden; one point for the winner, taken from the loser."""

from typing import ClassVar

from bolicho.core.errors import BadInput
from bolicho.field.openspiel.kind import Kind, Parameters
from bolicho.games.boards import BoardGame, State, View


class BoardKind(Kind):
    """A board game, as OpenSpiel asks about it; ``start`` is a position to begin with."""

    hidden: ClassVar[bool] = False
    spec: ClassVar[Parameters] = {"start": ""}
    recall: ClassVar[frozenset[str]] = frozenset({"moves"})

    def __init__(self, game: BoardGame, start: str = "") -> None:
        super().__init__(game)
        self.begun: State = game.start(start or None)
        if start and str(self.begun.position) != start:
            raise BadInput(f"parameter start={start!r}: write it {str(self.begun.position)!r}")

    @property
    def longest(self) -> int:
        """The number of plies after which a game is drawn; where pieces never move, as many as there are."""
        board, begun = self.begun.board, self.begun.position
        return self.begun.limits[1] if board.moves else min(self.begun.limits[1], sum(begun.hand))

    @property
    def utilities(self) -> tuple[float, float]:
        """Lost and won."""
        return -1.0, 1.0

    def start(self, deal: object) -> State:  # noqa: ARG002  (there is no deal)
        """Begin at the position of this kind."""
        return self.begun

    def where(self, view: View) -> Parameters:
        """The position the game began with, when it is not that of the file."""
        begun = str(view.state.begun)
        return {} if begun == str(self.game.start().position) else {"start": begun}

    def private(self, view: View) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def public(self, view: View, recall: bool) -> str:
        """The position; with recall every move since the first, because positions that come back end a game."""
        state = view.state
        return f"{state.begun}|{' '.join(state.history)}" if recall else str(state.position)
