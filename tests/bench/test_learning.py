"""The benchmark of learning cases: its peer answers as the memory does, and powers are powers."""

import numpy as np
import pytest

from bolicho.agents.bots.player import CaseLearner
from bolicho.bench.learning import OURS, SCAN, Cost, LearningReport, Training, exponent, match_cost, run, times_paper
from bolicho.bench.learning_peer import ScanMemory
from bolicho.bench.varied_base import varied_base
from bolicho.core.chance import stream
from bolicho.games import GAMES
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.truco.codes import CODES
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.learned_case import widen
from bolicho.learn.cases.truco.retention import ATTRIBUTES
from bolicho.learn.cases.truco.trio import Trio
from bolicho.learn.cases.truco.turn import asks, values


def cost(cases: int, milliseconds: float, name: str = OURS) -> Cost:
    return Cost(name, cases, 10, 120, milliseconds / 100, 0.1)


def report(seconds: float, *milliseconds: float, matches: int = 300) -> LearningReport:
    sizes = (513, 5_000, 20_000, 100_000)
    costs = tuple(cost(cases, each) for cases, each in zip(sizes, milliseconds, strict=False))
    return LearningReport(0, Training("bot1", matches, 3_700, {}, seconds, seconds), costs)


def test_a_power_of_the_size() -> None:
    assert exponent(cost(1_000, 10), cost(10_000, 100)) == pytest.approx(1)
    assert exponent(cost(1_000, 10), cost(100_000, 100)) == pytest.approx(0.5)
    assert exponent(cost(1_000, 10), cost(10_000, 10)) == pytest.approx(0)


def test_the_worst_step_and_the_time_of_a_whole_training_stand_in_the_summary() -> None:
    steep = report(61, 10, 20, 21, 200)  # the last step is worse than linear
    assert [measure.value for measure in steep.summary] == [61, pytest.approx(1.4, abs=0.01)]
    assert steep.overall(OURS) == pytest.approx(0.568, abs=0.01)
    assert report(30, 10, 20, matches=100).summary[0].value == 90
    assert times_paper(report(432, 10).training) == 100


def test_the_peer_answers_as_the_memory_does() -> None:
    base = widen(shelf.base("starter"))
    memory, peer = Memory(base), ScanMemory(base)
    game, compared = GAMES.make("truco"), 0
    for number in range(20):
        view = game.start(game.deal(stream(5, number))).view(0)
        if not view.moves:
            continue
        known = values(view)
        for ask in asks(view):
            one, two = (each.nearest(ask.question, known, TRUCO) for each in (memory, peer))
            assert (one.positions.tolist(), one.actions, one.won, one.points) == (
                two.positions.tolist(), two.actions, two.won, two.points,
            )  # fmt: skip
            assert np.allclose(one.similarities, two.similarities)
            compared += 1
        case = base.case(number)
        for attributes in ATTRIBUTES.values():
            found = [each.alike(attributes, case, 0.9, 10).positions.tolist() for each in (memory, peer)]
            assert found[0] == found[1]
    assert compared > 20


def test_a_varied_base_is_of_legal_cards_and_mostly_distinct() -> None:
    base = varied_base(6_000, seed=1)
    bundled = widen(shelf.base("baseline"))
    assert (base.cells()[: len(bundled)] == bundled.cells()).all()
    for name in ("high", "medium", "low"):
        assert set(base[name].tolist()) <= {*CODES, UNKNOWN}
    assert len(np.unique(base.cells(), axis=0)) > 5_500
    assert (varied_base(6_000, seed=1).cells() == base.cells()).all()


def test_both_play_the_same_matches_and_the_bases_grow_alike() -> None:
    start = widen(shelf.base("starter"))
    (ours, did), (scan, same) = (match_cost(name, start, 2, seed=4) for name in (OURS, SCAN))
    assert did == same
    assert did[-1][3] == (len(start) + sum(hands for _, _, hands, _ in did),) * 3
    assert (ours.hands, ours.matches) == (scan.hands, 2)


def test_a_whole_run_and_one_in_which_the_peer_errs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(seed=1, seconds=0, sizes=(100, 513), matches=2)
    told = found.to_dict()
    assert [cost["cases"] for cost in told["costs"]] == [100, 100, 513, 513]
    assert set(told["exponents"]) == {OURS, SCAN}
    assert len(told["summary"]) == 2

    def wrong(self: ScanMemory, *_: object, **__: object) -> object:
        return Memory(self.cases.subset(np.arange(len(self)) < 10)).nearest(*_, **__)  # type: ignore[arg-type]

    monkeypatch.setattr(ScanMemory, "nearest", wrong)
    with pytest.raises(AssertionError, match="did not play alike"):
        run(seed=1, seconds=0, sizes=(513,), matches=1)


def test_a_bot_plays_by_the_peer() -> None:
    trio = Trio(*(ScanMemory(widen(shelf.base("starter"))) for _ in range(3)))  # type: ignore[arg-type]
    game = GAMES.make("truco")
    state = game.start(game.deal(stream(1)))
    view = state.view(state.seat)
    bots = [CaseLearner(game, "", bot="bot0", trio=one) for one in (trio, Trio.start())]
    assert len({bot.choose(view, stream(2)).move for bot in bots}) == 1
