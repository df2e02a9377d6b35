"""Hands of Truco to make cases of."""

from bolicho.games.truco import Truco
from bolicho.games.truco.view import View
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.hand import Case, case_of, row_of


def hand(
    deal: str, moves: str, seat: int = 0, *, preset: str = "gaucho", mano: int = 0, score: tuple[int, int] = (0, 0)
) -> Case:
    """Play a hand to its end and return the case of one seat."""
    game = Truco(preset=preset)
    state = game.start(game.parse_deal(deal), mano=mano, score=score)
    for move in moves.split():
        state = state.play(move)
    return case_of(state.view(seat))


def base_of(*cases: Case) -> CaseBase:
    """Put cases in a base."""
    base = CaseBase("by hand", NAMES, game="truco", form=FORM, source="test")
    base.append([row_of(case) for case in cases])
    return base


def turn(deal: str, moves: str, preset: str = "gaucho") -> View:
    """Play a hand so far and return what the seat that decides sees."""
    game = Truco(preset=preset)
    state = game.start(game.parse_deal(deal))
    for move in moves.split():
        state = state.play(move)
    assert state.seat is not None
    return state.view(state.seat)
