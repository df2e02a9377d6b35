"""Board games for OpenSpiel: nothing hidden but dice to come; one point for the winner, taken from the loser."""

from collections.abc import Sequence
from typing import Any, ClassVar

from bolicho.core.errors import BadInput
from bolicho.field.openspiel.kind import Kind, Outcomes, Parameters
from bolicho.games.boards import BoardGame, State, View
from bolicho.games.boards.racing import throws
from bolicho.games.boards.state import Deal


class BoardKind(Kind):
    """A board game, as OpenSpiel asks about it; ``start`` is a position to begin with."""

    hidden: ClassVar[bool] = False
    spec: ClassVar[Parameters] = {"start": ""}
    recall: ClassVar[frozenset[str]] = frozenset({"moves"})

    @classmethod
    def fit(cls, game: Any) -> type[Kind]:
        """A game of dice is another kind: its throws are chance."""
        return DiceKind if game.board.dice else cls

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


class Throws:
    """Every throw that there can be in a game of dice, a chance node each; none is seen before its turn."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self.outcomes = throws(game.board.dice)
        self.nodes, self.widest = game.limits[1], len(self.outcomes)

    def chances(self, drawn: Outcomes) -> list[tuple[int, float]]:
        """Return every throw; the first may have to be uneven."""
        uneven = not drawn and self.game.board.first_throw == "uneven"
        open_ = [
            (n, chance) for n, (throw, chance) in enumerate(self.outcomes) if not (uneven and len(set(throw)) == 1)
        ]
        whole = sum(chance for _, chance in open_)
        return [(n, chance / whole) for n, chance in open_]

    def name(self, drawn: Outcomes, outcome: int) -> str:
        """Say ``31 at ply 0``."""
        return f"{self.outcomes[outcome][0]} at ply {len(drawn)}"

    def deal(self, drawn: Outcomes) -> Deal:
        """Put the throws together."""
        return Deal(self.game.start().begun._replace(note=""), tuple(self.outcomes[one][0] for one in drawn))

    def drawn(self, deal: Deal) -> Outcomes:
        """Return the outcomes that make the throws of a deal."""
        numbers = {throw: n for n, (throw, _) in enumerate(self.outcomes)}
        return tuple(numbers[throw] for throw in deal.rolls)


class DiceKind(BoardKind):
    """A game of dice, as OpenSpiel asks about it: all throws are dealt before the first move, and seen one by one."""

    hidden: ClassVar[bool] = True
    spec: ClassVar[Parameters] = {}

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self.dealing = Throws(game)

    def start(self, deal: Any) -> State:
        """Begin with the throws of a deal."""
        begun: State = self.game.start(deal)
        return begun

    def turned(self, state: State) -> tuple[Deal, int]:
        """The throws of a state."""
        return Deal(state.begun._replace(note=""), state.rolls), 0

    def where(self, view: View) -> Parameters:  # noqa: ARG002
        """Always from the position of the file."""
        return {}

    def public(self, view: View, recall: bool) -> str:
        """The position with its throw; with recall every throw and every move so far."""
        state = view.state
        seen = state.rolls[: len(state.history) + 1]
        return f"{' '.join(seen)}|{' '.join(state.history)}" if recall else str(state.position)
