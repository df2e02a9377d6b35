"""What one array of an encoder is made of: fields, each with its name, its shape and its meaning, in one list.

The list is the documentation and the code: ``Encoder.table()`` prints it, ``Encoder.array`` walks it.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.games.fields import Field

__all__ = ["SLOT", "Encoder", "Field"]

SLOT = "~"
"""What the actions begin with that stand for another move in every position."""


class Encoder:
    """The moves of a game as numbers, and a view of it as an array of numbers from 0 to 1."""

    def __init__(self, game: Game, vocabulary: Sequence[str], fields: Sequence[Field]) -> None:
        self.game = game
        self.vocabulary = tuple(vocabulary)
        """Every move that the game can ask for, in a fixed order: an action is a place in it."""
        self.fields = tuple(fields)
        self.size = sum(field.size for field in self.fields)
        self._places = {move: place for place, move in enumerate(self.vocabulary)}
        self._slots = [place for place, move in enumerate(self.vocabulary) if move.startswith(SLOT)]
        self._ones = [(start, f.ones) for start, f in zip(self._starts, self.fields, strict=True) if f.ones]
        self._numbers = [f.numbers for f in self.fields if f.numbers]
        counted = ((start, f) for start, f in zip(self._starts, self.fields, strict=True) if f.numbers)
        self._number_places = np.array([start + i for start, f in counted for i in range(f.size)], np.intp)

    def array(self, view: Any) -> NDArray[np.float32]:
        """Return what the view tells, and nothing else, as ``size`` numbers from 0 to 1."""
        told = np.zeros(self.size, np.float32)
        told[[start + place for start, ones in self._ones for place in ones(view)]] = 1
        told[self._number_places] = [number for numbers in self._numbers for number in numbers(view)]
        return told

    def mask(self, view: Any) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the rest; only zeros when it is not this seat's turn."""
        mask = np.zeros(len(self.vocabulary), np.int8)
        mask[self.legal(view)] = 1
        return mask

    def legal(self, view: Any) -> list[int]:
        """Return the legal actions, in the order of ``view.moves``.

        Moves that no vocabulary can list, such as chains of captures, take the slots in their order.
        """
        places = self._places
        if not self._slots:
            try:
                return [places[move] for move in view.moves]
            except KeyError as error:
                return [self.action(error.args[0])]  # says what is wrong
        free = iter(self._slots)
        actions = []
        for move in view.moves:
            action = places.get(move)
            if action is None:
                action = next(free, None)
            actions.append(self.action(move) if action is None else action)  # no slot is left: says what is wrong
        return actions

    def meant(self, view: Any, action: int) -> str:
        """Return the move that an action stands for in a view; one that is not legal there, as it is called."""
        name = self.move(action)
        if not name.startswith(SLOT):
            return name
        return next((move for move, one in zip(view.moves, self.legal(view), strict=True) if one == action), name)

    def action(self, move: str) -> int:
        """Return the number of a move."""
        try:
            return self._places[move]
        except KeyError:
            raise BadInput(f"move {move!r} is not among the {len(self.vocabulary)} moves of {self.game.name}") from None

    def move(self, action: int) -> str:
        """Return the move of a number."""
        if not 0 <= action < len(self.vocabulary):
            raise BadInput(f"action {action!r}: {self.game.name} has actions 0 to {len(self.vocabulary) - 1}")
        return self.vocabulary[int(action)]

    def part(self, array: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        """Return one field of an array, in its own shape."""
        for start, field in zip(self._starts, self.fields, strict=True):
            if field.name == name:
                return array[start : start + field.size].reshape(field.shape)
        raise BadInput(f"no field {name!r}; {self.game.name} has {', '.join(field.name for field in self.fields)}")

    def table(self) -> str:
        """Return the fields as a Markdown table: where each begins, its name, shape and meaning."""
        rows = [
            f"| {start} | `{field.name}` | {' x '.join(map(str, field.shape))} | {field.meaning} |"
            for start, field in zip(self._starts, self.fields, strict=True)
        ]
        return "\n".join(("| from | field | shape | what |", "|---|---|---|---|", *rows))

    def __reduce__(self) -> Any:
        # its fields are functions: a copy, here or in another process, is the encoder of that game
        from bolicho.field.encode import encoder

        return encoder, (self.game,)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for field in self.fields[:-1]:
            starts.append(starts[-1] + field.size)
        return starts
