"""Rounds 2 and 3 solved at the table: the tree is that of the rules, the values are what the strategies bring."""

from collections.abc import Sequence
from itertools import product
from random import Random

import numpy as np
import pytest

from bolicho.agents import make
from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECK, PLACE, Deal, sorted_hand
from bolicho.games.truco.state import State, hand_winner
from bolicho.games.truco.view import View
from bolicho.learn.resolve.ranges import first_round, opening, pairs, ranges
from bolicho.learn.resolve.subgame import Position, Solution, match_worth, points_worth, solve
from bolicho.learn.resolve.tree_kernel import NOBODY, TIE, champion

GAME = Truco()


def after(moves: str, deal: str = "7e 3c 4b / 1b 2o 10c", score: tuple[int, int] = (0, 0)) -> State:
    state = GAME.start(GAME.parse_deal(deal), score=score, mano=0)
    for move in moves.split():
        state = state.play(move)
    return state


def view(state: State) -> View:
    assert state.seat is not None
    return state.view(state.seat)


def even(views: Sequence[View]) -> list[list[float]]:
    """A player who does everything alike."""
    return [[1 / len(seen.moves)] * len(seen.moves) for seen in views]


def solved(state: State, iterations: int = 60, **how: float) -> Solution:
    seen = view(state)
    return solve(Position.of(seen), ranges(seen, even, **how), points_worth(), iterations)


@pytest.mark.parametrize("mano", [0, 1])
def test_rounds_are_won_as_the_rules_say(mano: int) -> None:
    for rounds in product((0, 1, TIE), repeat=3):
        for played in (2, 3):
            told = tuple(None if won == TIE else won for won in rounds[:played])
            if played == 3 and hand_winner(told[:2], mano) is not None:
                continue  # no third round is played
            winner = hand_winner(told, mano)
            third = rounds[2] if played == 3 else NOBODY
            assert champion(rounds[0], rounds[1], third, mano) == (NOBODY if winner is None else winner)


# ── ranges ────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_range_holds_what_the_rules_leave_open_and_no_card_that_lies_on_the_table() -> None:
    state = after("envido quero 3c 2o")
    mine, theirs = ranges(view(state), even)
    number = {pair: place for place, pair in enumerate(pairs())}
    gone = {PLACE["3c"], PLACE["2o"]}
    for weights in (mine, theirs):
        assert weights.sum() == pytest.approx(1)
        assert all(not gone & set(pairs()[place]) for place in np.flatnonzero(weights))
    assert mine[number[min(PLACE["7e"], PLACE["4b"]), max(PLACE["7e"], PLACE["4b"])]] > 0
    # the mão announced seven, so what is left beside the three holds a seven and no pair of a suit
    assert all(
        any(card in (PLACE["7e"], PLACE["7o"], PLACE["7b"], PLACE["7c"]) for card in pairs()[p])
        for p in np.flatnonzero(mine)
    )


def test_who_would_never_have_done_it_is_unlikely_to_hold_that() -> None:
    def calls_with_the_ace(views: Sequence[View]) -> list[list[float]]:
        return [
            [float((move == "truco") == ("1e" in seen.dealt)) if "truco" in seen.moves else 1.0 for move in seen.moves]
            for seen in views
        ]

    state = after("truco quero 3c 2o", "1e 3c 4b / 1b 2o 10c")
    weights, _ = ranges(view(state), calls_with_the_ace, slip=0.01)
    holding = [PLACE["1e"] in pair for pair in pairs()]
    assert weights[holding].sum() > 0.8


def test_ranges_are_public_so_hidden_cards_change_nothing() -> None:
    one, other = after("3c 2o", "7e 3c 4b / 1b 2o 10c"), after("3c 2o", "11e 3c 5b / 6b 2o 12c")
    for first, second in zip(ranges(view(one), even), ranges(view(other), even), strict=True):
        assert np.array_equal(first, second)


def test_the_first_round_has_no_range_yet() -> None:
    with pytest.raises(BadInput, match="first round"):
        first_round(view(after("3c")))


def test_the_position_is_read_from_the_rules_with_an_envido_that_came_first() -> None:
    state = after("truco envido nao-quero quero 3c 2o")
    position = Position.of(view(state))
    assert (position.truco, position.word, position.first, position.leads) == (
        state.truco, -1 if state.word is None else state.word, 0, 0,
    )  # fmt: skip
    assert opening(view(state))[-1].truco == state.truco


# ── solutions ─────────────────────────────────────────────────────────────────────────────────────────────────────
def worth(state: State, solution: Solution) -> float:
    """What seat 0 wins from here in points of truco, if both play by the solution: by the plain rules."""
    if state.over:
        return sum((1 if paid.seat == 0 else -1) * paid.points for paid in state.paid if paid.mode == "truco")
    seen = view(state)
    chances = solution.chances(seen) if len(seen.moves) > 1 else (1.0,)
    assert chances is not None
    return sum(
        chance * worth(state.play(move), solution) for move, chance in zip(seen.moves, chances, strict=True) if chance
    )


@pytest.mark.parametrize("moves", ["3c 2o", "4b 10c", "truco quero 3c 2o", "3c truco quero 2o"])
def test_what_a_position_is_worth_is_what_the_rules_pay_when_both_play_so(moves: str) -> None:
    state = after(moves)
    rng = Random(5)
    weights = np.zeros((2, len(pairs())))
    free = [
        place for place, pair in enumerate(pairs()) if not {PLACE[c] for cs in state.played for c in cs} & set(pair)
    ]
    for seat in (0, 1):
        for place in rng.sample(free, 4):
            weights[seat, place] = rng.random()
    solution = solve(Position.of(view(state)), list(weights), points_worth(), 30)
    total = mass = 0.0
    for mine, theirs in product(np.flatnonzero(weights[0]), np.flatnonzero(weights[1])):
        if set(pairs()[mine]) & set(pairs()[theirs]):
            continue
        held = [sorted(pairs()[place]) for place in (mine, theirs)]
        hands = [sorted_hand(DECK[place] for place in cards) for cards in held]
        dealt = [sorted_hand((*hand, *state.played[seat])) for seat, hand in enumerate(hands)]
        start = state._replace(deal=Deal((dealt[0], dealt[1])), hands=(hands[0], hands[1]), paid=())
        weight = weights[0, mine] * weights[1, theirs]
        total, mass = total + weight * worth(start, solution), mass + weight
    assert solution.value(0) == pytest.approx(total / mass, abs=1e-4)
    assert solution.value(1) == pytest.approx(-total / mass, abs=1e-4)


def test_more_iterations_leave_less_to_be_gained() -> None:
    state = after("truco retruco vale-quatro quero 3c 2o")
    few, many = (solved(state, iterations).gap() for iterations in (4, 64))
    assert 0 <= many < few
    assert many < 0.01


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (solved(after("truco quero 3c 2o")).chances(view(after("truco quero 3c 2o"))) for _ in range(2))
    assert first == second


def test_values_and_chances_agree_on_what_is_good() -> None:
    state = after("truco retruco vale-quatro quero 3c 2o 7e", "7e 3c 4b / 1b 2o 10c")
    solution, seen = solved(state, 100), view(state)
    chances, values = solution.chances(seen), solution.values(seen)
    assert chances is not None
    assert values is not None
    # lost the first round: the ace of clubs beats the seven and keeps the hand alive, the jack gives it away
    assert chances[seen.moves.index("1b")] > 0.99
    assert values[seen.moves.index("1b")] > values[seen.moves.index("10c")] + 1
    assert values[seen.moves.index("10c")] == pytest.approx(-4)
    assert values[seen.moves.index("baralho")] == pytest.approx(-4)


def test_near_the_end_a_point_is_worth_what_it_brings_to_the_match() -> None:
    agent = make("equilibrium", GAME)
    table = agent._match.worth
    state = after("3c 2o", score=(23, 10))
    payoffs = match_worth(view(state), table)
    assert payoffs[0, 0, 0] == 1  # any point wins the match
    assert payoffs[0, 0, 3] == 1
    assert payoffs[1, 0, 0] == 0
    assert 0 < payoffs[1, 1, 0] < payoffs[1, 1, 3] < 0.5
    assert payoffs[0, 1] + payoffs[1, 1] == pytest.approx(1)


# ── the player ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_player_solves_once_a_hand_and_reads_every_decision_from_it() -> None:
    agent = make("equilibrium:resolve", GAME)
    table = make("equilibrium", GAME)
    state = after("truco retruco vale-quatro quero 3c 2o")
    reading = agent.read(view(state))
    assert reading.table == "solved"
    assert sum(reading.chances) == pytest.approx(1)
    first = agent._resolver.solution(view(state))
    later = state.play("7e")
    assert agent._resolver.solution(view(later)) is first
    early = after("3c")
    assert agent.read(view(early)) == table.read(view(early))
