"""Deals told as people tell them: hands, who deals, and what was said and played."""

from collections.abc import Iterator
from random import Random
from typing import Any

from bolicho.games import GAMES
from bolicho.games.rikken import Deal, State
from bolicho.games.rikken.cards import CARDS
from bolicho.games.rikken.options import VALUES

FIGURE_11 = "AKJ2.T9.T94.8762 / QT9.AKQ5432..JT9 / 876.87.AKQ53.AKQ / 543.J6.J8762.543"
THREE_ACES = "AKJ2.A9.A94.8762 / QT9.KQT5432..JT9 / 876.87.KQT53.AKQ / 543.J6.J8762.543"
"""Seat 0 has three aces, seat 2 the ace of clubs."""


def begin(deal: str = FIGURE_11, dealer: int = 3, options: dict[str, Any] | None = None, **context: Any) -> State:
    """Start a deal; forehand is seat 0 unless another deals."""
    state: State = GAMES.make("rikken", **(options or {})).start(deal, dealer=dealer, **context)
    return state


def told(state: State, moves: str) -> State:
    """Play some moves."""
    for move in moves.split():
        state = state.play(move)
    return state


def random_states(game: Any, rng: Random, **context: Any) -> list[State]:
    """Every state of a random deal; contracts are bid low, so that all of them come up."""
    states = [game.start(game.deal(rng), dealer=rng.randrange(4), **context)]
    while not states[-1].over:
        moves = states[-1].moves()
        if states[-1].phase == "auction":
            moves = moves[: rng.choice((1, 2, 3, 6, 16))]
        states.append(states[-1].play(rng.choice(moves)))
    return states


def all_options() -> Iterator[dict[str, str]]:
    """Every value of every option, one at a time, and some together."""
    for option, values in VALUES.items():
        for value in values[1:]:
            yield {option: value}
    yield {"trump": "off", "all_pass": "force", "asked_card_forced": "first-lead"}
    yield {"troela": "obligatory", "all_pass": "dealer-must-bid", "asked_card_forced": "declarer-leads"}
    yield {"revoke": "penalty", "troela": "obligatory", "asked_card_forced": "first-lead", "early_end": "off"}


def replayed(state: State, deal: Deal, arranged: bool = False) -> State | None:
    """Replay all that was said and played on another deal; None when somebody could not have done it."""
    game = GAMES.make("rikken", **state.rules._asdict())
    given = {"contract": state.contract, "declarer": state.declarer} if arranged else {}
    again: State = game.start(deal, dealer=state.dealer, score=state.score, number=state.number, **given)
    for seat, move in state.view(0).history:
        if again.seat != seat or move not in again.moves():
            return None
        again = again.play(move)
    return again


def cards(mask: int) -> list[str]:
    """The cards of a set, by number."""
    return [card for number, card in enumerate(CARDS) if mask >> number & 1]
