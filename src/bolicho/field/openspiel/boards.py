"""Board games for OpenSpiel: no chance, nothing hidden; one point for the winner, taken from the loser."""

from collections.abc import Sequence
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
        stay = board.simple and not board.moves
        return min(self.begun.limits[1], sum(begun.hand)) if stay else self.begun.limits[1]

    def legal(self, state: State) -> list[int]:
        """Return the numbers of the legal moves; those that are in no list have slots."""
        return sorted(self.encoder.legal(state.view(state.position.turn)))

    def number(self, state: State, move: str) -> int:
        """Return the number of a legal move."""
        return self.encoder.legal(state.view(state.position.turn))[state.moves().index(move)]

    def move(self, state: State, action: int) -> str:
        """Return the move of a number where it is played."""
        return self.encoder.meant(state.view(state.position.turn), action)

    def meant(self, view: View, move: str) -> str:
        """Return the move that a slot stands for."""
        return self.encoder.meant(view, self.numbers[move]) if move in self.numbers else move

    def shares(self, view: View, chances: Sequence[float]) -> dict[int, float]:
        """Turn probabilities over ``view.moves`` into those of numbers."""
        return {number: float(chance) for number, chance in zip(self.encoder.legal(view), chances, strict=True)}

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
