"""Habits priced: what a decision cost belongs to one habit or two, adds up, and is no cost where it may be chance."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import bolicho
from bolicho.core.hooks import Analysis, MoveValue
from bolicho.games.truco.view import View
from bolicho.lab.studies.profiles import advice
from bolicho.lab.studies.profiles.habits import CHOICES, SIZE, Habit, answered, costs, deviations
from bolicho.lab.studies.profiles.prices import Decision, Prices
from bolicho.lab.studies.profiles.records import reviewed, sheet, valued
from bolicho.play.replay import steps
from bolicho.play.review import review

GAME = bolicho.game("truco")
RECORD = bolicho.play_match(GAME, [bolicho.agent(name, GAME) for name in ("random", "bluffer")], seed=5)


def views() -> list[tuple[View, str]]:
    path = list(steps(RECORD))
    moved = [(before.state, after.move) for before, after in pairwise(path) if after.move is not None]
    every = [(state.view(state.seat), move) for state, move in moved]
    return [(view, move) for view, move in every if len(view.moves) > 1 and view.bet != "announce"]


def judged(view: View, gap: float | None = None, seed: int = 1) -> Analysis:
    """An analysis with some values and chances, each move made at least one time in fifty."""
    draw = Random(f"{seed} {view.history} {view.dealt}")
    weights = [draw.random() + 0.5 for _ in view.moves]
    rows = zip(view.moves, weights, strict=True)
    moves = (MoveValue(move, draw.random(), weight / sum(weights), points=draw.random()) for move, weight in rows)
    return Analysis("match", tuple(moves), gap)


def view_of(*moves: str, deal: str = "1e 1b 7e / 3b 2c 12o") -> View:
    state: Any = GAME.start(GAME.parse_deal(deal))
    for move in moves:
        state = state.play(move)
    view: View = state.view(state.seat)
    return view


def test_what_a_decision_cost_is_the_mix_less_the_move_however_it_is_divided() -> None:
    assert len(views()) > 40
    for view, _ in views():
        found = judged(view)
        mix = sum((one.chance or 0) * one.value for one in found.moves)
        for one in found.moves:
            parts = list(costs(view, one.move, found))
            assert 1 <= len(parts) <= 2
            assert sum(cost.chance for _, cost in parts) == pytest.approx(mix - one.value)


def test_who_makes_the_mix_of_the_analyst_loses_nothing_on_average() -> None:
    for view, _ in views():
        found = judged(view)
        every = [(one.chance or 0, cost) for one in found.moves for _, cost in costs(view, one.move, found)]
        assert sum(often * cost.chance for often, cost in every) == pytest.approx(0)
        assert sum(often * cost.points for often, cost in every) == pytest.approx(0)


def test_every_question_has_one_of_its_choices_and_the_mix_adds_up() -> None:
    seen = set()
    for view, move in views():
        mix = {one.move: one.chance or 0.0 for one in judged(view).moves}
        for one in answered(view, move, mix):
            seen.add(one.question)
            assert one.choice in CHOICES[one.question]
            assert 0 < sum(one.mix.values()) <= 1 + 1e-9
    assert {"envido", "envido-answer", "truco", "truco-answer", "truco-late", "fold"} <= seen


@pytest.mark.parametrize(
    ("moves", "made", "habit"),
    [
        ((), "envido", Habit("envido", "27-29", "call")),
        ((), "truco", Habit("truco", "mao-strong", "call")),
        ((), "baralho", Habit("fold", "round-1", "fold")),
        (("envido",), "nao-quero", Habit("envido-answer", "0-19", "refuse")),
        (("envido",), "real-envido", Habit("envido-answer", "0-19", "raise")),
        (("truco",), "quero", Habit("truco-answer", "strong", "accept")),
        (("truco",), "envido", Habit("envido", "0-19", "call")),
        (("1e", "12o"), "truco", Habit("truco-late", "ahead-high", "call")),
        (("1e", "12o", "truco"), "baralho", Habit("truco-answer-late", "behind-middle", "refuse")),
    ],
)
def test_a_move_belongs_to_the_question_that_it_answers(moves: tuple[str, ...], made: str, habit: Habit) -> None:
    view = view_of(*moves, deal="1e 1b 7e / 3b 2c 12o" if moves else "1b 7e 2e / 3b 2c 12o")
    found = judged(view)
    assert habit in [one for one, _ in costs(view, made, found) if one.question != SIZE]


def test_a_card_that_keeps_quiet_pays_for_the_call_that_the_analyst_makes_most() -> None:
    view = view_of(deal="1b 7e 2e / 3b 2c 12o")
    chances = dict.fromkeys(view.moves, 0.0) | {"envido": 0.7, "truco": 0.3}
    values = dict.fromkeys(view.moves, 0.2) | {"envido": 0.5, "truco": 0.5}
    found = Analysis("match", tuple(MoveValue(one, values[one], chances[one]) for one in view.moves), 0.0)
    (habit, cost), *more = costs(view, "2e", found)
    assert (habit, round(cost.chance, 6)) == (Habit("envido", "27-29", "quiet"), 0.3)
    assert [round(one.chance, 6) for _, one in more] == [0.0]


def test_what_a_solution_leaves_open_is_no_cost() -> None:
    view = view_of("1e", "12o")
    for one in view.moves:
        exact, open_ = (dict(costs(view, one, judged(view, gap))) for gap in (0.0, 2.0))
        assert all(cost.chance >= 0 for cost in exact.values())
        assert all(cost == (0, 0) for cost in open_.values())


def test_a_deviation_is_priced_whatever_was_done_and_by_its_mildest_move() -> None:
    view = view_of("envido")
    found = judged(view)._replace(gap=None)
    told = dict(deviations(view, found))
    mix = sum((one.chance or 0) * one.value for one in found.moves)
    accepted = next(one.value for one in found.moves if one.move == "quero")
    assert told[Habit("envido-answer", "0-19", "accept")].chance == pytest.approx(mix - accepted)
    assert set(told) == {Habit("envido-answer", "0-19", choice) for choice in CHOICES["envido-answer"]}


# ── prices ────────────────────────────────────────────────────────────────────────────────────────────────────────


def refused(loss: float) -> Decision:
    """An envido that was refused, at a price."""
    view = view_of("envido")
    chances = dict.fromkeys(view.moves, 0.0) | {"quero": 1.0}
    values = dict.fromkeys(view.moves, 0.5) | {"nao-quero": 0.5 - loss}
    moves = (MoveValue(one, values[one], chances[one], points=10 * values[one]) for one in view.moves)
    return view, "nao-quero", Analysis("match", tuple(moves))


def priced(*losses: float | None) -> Any:
    prices = Prices()
    for loss in losses:
        prices.hand([] if loss is None else [refused(loss)])
    return prices.price_list()


def test_a_habit_costs_its_losses_over_all_hands() -> None:
    found = priced(*[0.1, None] * 30)
    (one,) = found.dearest()
    assert one.habit == Habit("envido-answer", "0-19", "refuse")
    assert (one.done, one.of, one.expected, one.instead, one.instead_expected) == (30, 30, 0.0, "accept", 1.0)
    assert one.chance.mean == pytest.approx(0.05)
    assert one.points.mean == pytest.approx(0.5)
    assert 0 < one.chance.sure <= one.chance.low < one.chance.mean < one.chance.high
    assert found.whole.chance.mean == pytest.approx(0.05)


def test_what_may_be_chance_or_was_rare_is_called_no_cost() -> None:
    assert priced(*[0.1, -0.1] * 30).dearest() == []
    assert priced(*[0.5] * 4, *[None] * 4).dearest() == []
    assert priced(0.5).dearest() == []
    assert priced().to_dict() == {"hands": 0, "whole": None, "habits": []}


def test_the_more_habits_are_looked_at_the_surer_one_must_be() -> None:
    losses = [0.1, 0.0, 0.0] * 4
    alone = priced(*losses).habits[0].chance
    many = Prices()
    for loss in losses:
        found = judged(view_of("1e", "12o"))
        many.hand([refused(loss), *((view_of("1e", "12o"), move, found) for move in view_of("1e", "12o").moves)])
    (among,) = [one for one in many.price_list().habits if one.habit.question == "envido-answer"]
    assert among.chance.mean == pytest.approx(alone.mean)
    assert among.chance.sure < alone.sure


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_every_habit_has_a_name_and_an_advice(language: str) -> None:
    prices, words = Prices(), advice.words_in(language)
    for seed in range(3):
        for view, move in views():
            prices.hand([(view, move, judged(view, seed=seed))])
    told = prices.price_list().habits
    assert len(told) > 20
    for one in told:
        assert "{" not in advice.advice(one, words)
        assert advice.name(one, words) in advice.advice(one, words)
    for question, choices in CHOICES.items():
        for choice in choices:
            assert f"did-{question}-{choice}" in words
            assert question in ("card", "size") or f"instead-{question}-{choice}" in words
    section = advice.section([("random", prices.price_list())], language)
    assert [table.name for table in section.shows] == ["prices", "prices-random"]


def test_prices_read_from_a_review_are_those_made_at_the_table() -> None:
    game = bolicho.game("truco", target=2)
    record = bolicho.play_match(game, [bolicho.agent(name, game) for name in ("random", "sound")], seed=1)
    analyst = bolicho.agent("equilibrium:resolve", game)
    found = review(record).to_dict()
    for seat in (0, 1):
        told, kept = ([*read] for read in (valued(record, seat, analyst), reviewed(record, seat, found)))
        assert [[one[:2] for one in hand] for hand in told] == [[one[:2] for one in hand] for hand in kept]
        assert told == kept
        assert sheet(record, seat)["all"]["hands"] == len(record.units) == len(told)
