"""The walk that asks any agent, and the compiled best response of a packed strategy, judge the same play alike."""

from collections import Counter
from collections.abc import Sequence

import pytest
from tests.learn.equilibrium.test_bracket import EVEN, LADDER
from tests.learn.yardstick.some_agents import Folder

from bolicho.agents import make
from bolicho.games.truco import Truco, View
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.options import Rules
from bolicho.learn.equilibrium.bracket import Judge
from bolicho.learn.equilibrium.packed import bundled
from bolicho.learn.yardstick.asking import Asker
from bolicho.learn.yardstick.questions import Book
from bolicho.learn.yardstick.walk import Value, Walk


class Even(Folder):
    """Plays what ``EVEN`` of the compiled tests plays: every level of cards and every word but baralho equally."""

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        return [self._policy(view) for view in views]

    def _policy(self, view: View) -> tuple[float, ...]:
        levels = Counter(STRENGTH.get(move, move) for move in view.moves if move != "baralho")
        return tuple(
            0.0 if move == "baralho" else 1 / len(levels) / levels[STRENGTH.get(move, move)] for move in view.moves
        )


def walked(agent: object, rules: Rules, hand: tuple[str, ...], seat: int, reach: float, blind: bool) -> Value:
    found = Walk(rules, hand, seat, 0, Book(Asker(agent), blind=blind), reach).value()
    assert found is not None
    return found


@pytest.mark.endurance
@pytest.mark.parametrize("seat", [0, 1])
def test_on_the_ladder_game_the_bracket_of_one_holds_the_number_of_the_other(seat: int) -> None:
    hand = ("3c", "12c", "7b")
    exact = Judge(EVEN, LADDER).hand(hand, seat == 0, 0.0)["best"][0]
    wide, close = (walked(Even(), LADDER, hand, seat, reach, False) for reach in (0.05, 0.02))
    assert wide.low - 1e-6 <= close.low <= exact + 1e-6
    assert exact - 1e-6 <= close.high <= wide.high + 1e-6
    assert close.high - close.low < wide.high - wide.low


@pytest.mark.endurance
@pytest.mark.parametrize("seat", [0, 1])
def test_on_the_full_game_the_two_brackets_of_the_shipped_strategy_meet(seat: int) -> None:
    game = Truco()
    hand = ("1e", "7o", "4c")
    compiled = Judge(bundled("points"), game.rules).hand(hand, seat == 0, 0.001)["best"]
    asked = walked(make("equilibrium:points", game), game.rules, hand, seat, 0.03, True)
    assert asked.low <= compiled[1]
    assert compiled[0] <= asked.high
