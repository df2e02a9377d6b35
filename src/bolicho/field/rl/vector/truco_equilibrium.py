"""The equilibrium player on compiled lanes of Truco: its tables are read by compiled code, where they are mapped."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bolicho.agents.equilibrium.player import FAR, Equilibrium
from bolicho.core.compiler import fraction, njit
from bolicho.field.rl.vector.lanes import Opponent, Which
from bolicho.field.rl.vector.truco_kernel import CodeRow
from bolicho.games.truco.kernel import MOVES, WORDS, BookRow, HandRow
from bolicho.learn.equilibrium.keys_kernel import choices
from bolicho.learn.equilibrium.packed_kernel import Arrays
from bolicho.learn.equilibrium.packed_strategy import PackedStrategy
from bolicho.learn.equilibrium.shape import MOST_ACTIONS, ShapeRow
from bolicho.learn.equilibrium.tables_kernel import tables_of, weigh

if TYPE_CHECKING:
    from bolicho.field.rl.vector.truco import TrucoLanes

UNKNOWN = -1
"""The tables do not know this situation: the plain player decides by rule of thumb."""
Records = npt.NDArray[np.void]


class EquilibriumOpponent(Opponent):
    """Plays as `Equilibrium` does."""

    def __init__(self, lanes: "TrucoLanes", agent: Equilibrium, points: PackedStrategy, match: PackedStrategy | None):
        self.lanes, self.agent = lanes, agent
        self._tables = tables_of(points, match)
        self._far = FAR if match is not None else -1

    @classmethod
    def of(cls, lanes: "TrucoLanes", spec: str) -> "EquilibriumOpponent | None":
        """Return the opponent of this name; None where it does more than read its tables."""
        from bolicho.agents import make

        agent = make(spec, lanes.terms.game)
        assert isinstance(agent, Equilibrium)
        return None if agent.tables is None else cls(lanes, agent, *agent.tables)

    def move(self, which: Which) -> None:
        """Draw a move by the chances that were trained."""
        lanes = self.lanes
        drawn = np.zeros(len(which), np.int64)
        where = (lanes.book, lanes.code, *self._tables, self._far, lanes.hands, lanes.stories, lanes.chance)
        lanes.share(decide, *where, by_lane=(which, drawn))
        for i in np.flatnonzero(drawn == UNKNOWN):
            drawn[i] = self._plainly(int(which[i]))
        lanes.play(which, drawn)

    def _plainly(self, lane: int) -> int:
        view = self.lanes.state(lane).view(int(self.lanes.turn[lane]))
        left = fraction(self.lanes.chance, lane)
        for move, chance in zip(view.moves, self.agent.read(view).chances, strict=True):
            left -= chance
            if left < 0:
                return self.lanes.terms.coder.action(move)
        return self.lanes.terms.coder.action(view.moves[-1])


@njit(cache=True, nogil=True)
def decide(
    book: BookRow, code: CodeRow, shape: ShapeRow, table: Arrays, match_shape: ShapeRow, match_table: Arrays, far: int,
    hands: Records, stories: Records, chance: npt.NDArray[np.uint64], which: Which, out: Which,
) -> None:  # fmt: skip
    """Draw an action for each lane; UNKNOWN where no table helps."""
    chances = np.zeros(MOST_ACTIONS)
    for i in range(len(which)):
        n = which[i]
        hand: HandRow = hands[n]
        mask = choices(book, hand)
        if not weigh(book, shape, table, match_shape, match_table, far, hand, stories[n], mask, chances):
            out[i] = UNKNOWN
            continue
        left, rank = fraction(chance, n), 0
        for move in range(MOVES):
            if mask >> move & 1:
                out[i] = code.card[hand.cards[hand.seat, move]] if move < WORDS else code.words[move]
                left -= chances[rank]
                rank += 1
                if left < 0:
                    break
