"""What a seat sees of a state, as text and as numbers, through its View and nothing else."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from bolicho.field.openspiel.kind import Kind

if TYPE_CHECKING:
    from bolicho.field.openspiel.game import HouseState

DEALING = "dealing"


class Observer:
    """OpenSpiel's observer: a text for every type of observation, numbers for what a single player sees.

    With perfect recall it is the information state. The numbers are those of ``bolicho.field.encode``, field by field;
    where nothing is hidden, recall adds the numbers of all moves made (``moves``, from 0 for none yet to 1).
    """

    def __init__(self, kind: Kind, iig_obs_type: Any) -> None:
        self.kind = kind
        self.recall = bool(iig_obs_type.perfect_recall)
        self.publicly = bool(iig_obs_type.public_info)
        self.privately = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.everybody = iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        self.moves = np.zeros(0, np.float32)
        if self.publicly and self.privately:
            self._lay_out()

    def _lay_out(self) -> None:
        fields = self.kind.encoder.fields
        kept, at = [], 0
        for field in fields:
            if self.recall or field.name not in self.kind.recall:
                kept.append((field.name, field.shape, range(at, at + field.size)))
            at += field.size
        self.places = np.array([place for _, _, places in kept for place in places])
        extra = self.kind.longest if self.recall and not self.kind.hidden else 0
        self.tensor = np.zeros(len(self.places) + extra, np.float32)
        begun = 0
        for name, shape, places in kept:
            self.dict[name] = self.tensor[begun : begun + len(places)].reshape(shape)
            begun += len(places)
        self.moves = self.tensor[begun:]
        if extra:
            self.dict["moves"] = self.moves

    def set_from(self, state: "HouseState", player: int) -> None:
        """Write what a player sees into ``tensor``; zeros while cards are dealt."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.now.state is None or player < 0:
            return
        self.tensor[: len(self.places)] = self.kind.encoder.array(state.now.state.view(player))[self.places]
        if len(self.moves):
            past = [self.kind.numbers.get(move, -1) + 1 for move in self.kind.history(state.now.state)]
            self.moves[: len(past)] = np.array(past, np.float32) / len(self.kind.names)

    def string_from(self, state: "HouseState", player: int) -> str:
        """Tell what a player sees."""
        if state.now.state is None:
            return DEALING
        view = state.now.state.view(player)
        if self.publicly and self.privately and self.recall:
            return self.kind.sight(view)
        parts = [str(player)] if self.publicly and self.privately else []
        if self.everybody and self.kind.hidden:
            parts += [self.kind.private(state.now.state.view(seat)) for seat in range(self.kind.game.seats)]
        elif self.privately and self.kind.hidden:
            parts.append(self.kind.private(view))
        if self.publicly:
            parts.append(self.kind.public(view, self.recall))
        return "|".join(parts)
