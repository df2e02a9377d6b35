"""The measurement as a whole: two ways agree, brackets hold what is true, a killed run goes on with the same result."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.learn import brute
from tests.learn.yardstick.some_agents import MINI, MINI_LADDER, Drawer, Folder, SuitMinded

from bolicho.agents import make
from bolicho.agents.random import RandomAgent
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.learn.yardstick.asking import Asker
from bolicho.learn.yardstick.measure import MOST_HANDS, Design, Measurement
from bolicho.learn.yardstick.questions import Book
from bolicho.learn.yardstick.result import Result
from bolicho.learn.yardstick.selfplay import played_out
from bolicho.learn.yardstick.suits import resuited
from bolicho.learn.yardstick.walk import Walk

ALL = MOST_HANDS
"""More hands than the small deck has: every one of them, each walked by itself."""


def measured(agent: Any, game: Truco = MINI_LADDER, workers: int = 1, folder: Path | None = None, **how: Any) -> Result:
    built = partial(make, agent, game) if isinstance(agent, str) else agent
    name = agent if isinstance(agent, str) else getattr(agent, "__name__", "guest")
    found = Measurement(Design(name, "mini", game.options, **how), built, workers, folder).measure()
    assert found is not None
    return found


@pytest.mark.parametrize("agent", ["sound", "bluffer"])
def test_a_table_judged_at_once_and_hands_walked_one_by_one_say_the_same(agent: str) -> None:
    table, walk = measured(agent), measured(agent, hands=ALL)
    assert (table.method, walk.method) == ("table", "walk")
    for mine, theirs in ((table.mao, walk.mao), (table.pe, walk.pe)):
        assert mine.best.low == pytest.approx(theirs.best.low, abs=1e-5)
        assert mine.own.low == pytest.approx(theirs.own.low, abs=1e-5)
    assert table.gain.low == pytest.approx(walk.gain.low, abs=1e-5)
    assert table.doubts == walk.doubts == []
    assert table.mao.own.low == pytest.approx(-table.pe.own.low, abs=1e-6)


@pytest.mark.parametrize("spec", ["sound", pytest.param("random", marks=pytest.mark.endurance)])
def test_on_the_mini_ladder_an_agent_loses_what_brute_force_says(spec: str) -> None:
    agent = make(spec, MINI_LADDER)
    best = brute.exploitability(MINI_LADDER, lambda view: agent.policies([view])[0], sees=brute.by_strength)
    assert measured(spec).gain.low == pytest.approx(best, abs=1e-5)


def test_the_table_that_an_agent_brings_is_judged_whole_whatever_was_drawn_and_says_what_the_agent_says() -> None:
    class Asked(RandomAgent):
        name = "asked"

        def __init__(self) -> None:
            super().__init__(MINI_LADDER)

        def __new__(cls) -> "Asked":
            return object.__new__(cls)

        def ladder_table(self) -> None:  # type: ignore[override]
            """Bring none."""

    brought, asked = measured("random", hands=3, reach=0.1), measured(Asked)
    assert (brought.hands, brought.of, brought.method, brought.asked) == (13, 13, "table", "table")
    assert brought.doubts == asked.doubts == []
    assert asked.asked == "policies"
    assert brought.gain == pytest.approx(asked.gain, abs=1e-6)
    assert brought.mao.own == pytest.approx(asked.mao.own, abs=1e-6)


def test_a_whole_full_game_on_the_mini_deck_is_exact() -> None:
    found = measured(Folder, MINI)
    assert found.data()["exact"] is True
    assert (found.hands, found.of) == (35, 35)
    assert found.gain.low == found.gain.high
    assert found.mao.own.low == pytest.approx(-found.pe.own.low, abs=1e-9), "the two seats of one deal"


def test_who_folds_to_every_raise_loses_a_point_a_hand() -> None:
    """Whoever raises at his first word wins one; nothing wins more from somebody who accepts nothing."""
    found = measured(Folder)
    assert found.gain.low == pytest.approx(1, abs=1e-6)
    assert found.data()["asked"] == "choose"
    assert found.data()["exact"] is True, "it draws no lots, so its moves are known"


def test_what_is_only_estimated_is_called_so() -> None:
    found = measured(Drawer, times=3, hands=1)
    assert "estimated" in found.doubts
    assert found.data()["asked_times"] == 3
    assert found.data()["exact"] is False


def test_who_looks_at_suits_is_found_out() -> None:
    assert measured("bold").suit_blind is True
    found = measured(SuitMinded)
    assert found.suit_blind is False
    assert found.doubts == ["suits"]


def test_a_bracket_by_reach_holds_the_truth_and_closes() -> None:
    for game, agent in ((MINI_LADDER, "bluffer"), (MINI, "novice")):
        exact = measured(agent, game, hands=1)
        widths = []
        for reach in (0.6, 0.2, 0.02):
            found = measured(agent, game, hands=1, reach=reach)
            for seen, true in ((found.mao.best, exact.mao.best), (found.pe.best, exact.pe.best)):
                assert seen.low - 1e-9 <= true.low <= seen.high + 1e-9
            widths.append(found.gain.high - found.gain.low)
            assert ("cut" in found.doubts) == (found.cut > 0) == (widths[-1] > 0)
        assert widths[0] >= widths[1] >= widths[2]
        assert widths[0] > widths[2]


def test_hands_played_out_come_to_what_self_play_is_worth() -> None:
    agent = Asker(make("bold", MINI_LADDER))
    hand = ("1e", "12e", "4b")
    found = Walk(MINI_LADDER.rules, hand, 0, 0, Book(agent)).value()
    assert found is not None
    assert found.own is not None
    drawn = played_out(MINI_LADDER.rules, hand, 0, agent, seed=1, playouts=300)
    assert drawn == pytest.approx(found.own, abs=0.45)
    assert drawn == played_out(MINI_LADDER.rules, hand, 0, agent, seed=1, playouts=300)
    assert drawn != played_out(MINI_LADDER.rules, hand, 0, agent, seed=2, playouts=300)


def test_the_interval_of_a_draw_holds_the_truth() -> None:
    exact = measured("novice").gain.low
    found = measured("novice", hands=12, seed=1)
    assert found.interval is not None
    assert found.interval[0] <= exact <= found.interval[1]
    assert "sampled" in found.doubts
    assert measured("novice", hands=12, seed=1).gain == found.gain
    assert measured("novice", hands=12, seed=2).gain != found.gain


@pytest.mark.parametrize("how", [{}, {"hands": 3}])
def test_a_run_that_was_stopped_goes_on_with_the_same_result(how: dict[str, Any], tmp_path: Path) -> None:
    whole = measured("bluffer", **how)
    design = Design("bluffer", "mini", MINI_LADDER.options, **how)
    built = partial(make, "bluffer", MINI_LADDER)
    done: list[int] = []
    stopped = Measurement(design, built, 1, tmp_path / "run").measure(
        lambda so_far, _: done.append(so_far), lambda: len(done) > 2
    )
    assert stopped is None
    with (tmp_path / "run" / "rows.jsonl").open("ab") as rows:
        rows.write(b'{"part": "cut off')  # as a kill leaves it
    asked: list[int] = []
    again = Measurement(design, built, 1, tmp_path / "run").measure(lambda so_far, _: asked.append(so_far))
    assert asked[0] > 0, "what was asked is not asked again"
    assert again is not None
    assert {**again.data(), "seconds": 0} == {**whole.data(), "seconds": 0}
    with pytest.raises(BadInput, match="holds a run with agent 'bluffer', not 'sound'"):
        measured("sound", folder=tmp_path / "run", **how)


@pytest.mark.parametrize("how", [pytest.param({}, marks=pytest.mark.endurance), {"hands": 2}])
def test_two_processes_find_what_one_finds(how: dict[str, Any]) -> None:
    one, two = measured("bold", **how).data(), measured("bold", workers=2, **how).data()
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_nobody_is_asked_where_his_own_moves_never_lead() -> None:
    class Watched(Folder):
        def choose(self, view: Any, rng: Any) -> Any:
            own = [move for seat, move in view.history if seat == view.seat]
            assert not {"quero", *TRUCO_CALLS, *ENVIDO_CALLS} & set(own), "it stakes nothing of its own will"
            return super().choose(view, rng)

    measured(Watched)
    assert Walk(MINI.rules, ("3b", "12b", "4b"), 1, 0, Book(Asker(Watched()))).value() is not None


def test_other_suits_are_another_hand_of_the_same_strengths() -> None:
    view = MINI_LADDER.start("3e 12e 4b / 3b 12b 4c").play("3e").play("12b").view(0)
    others = [resuited(view, stream(1, number)) for number in range(20)]
    assert len({other.dealt for other in others}) > 1
    for other in others:
        assert [STRENGTH[card] for card in other.dealt] == [STRENGTH[card] for card in view.dealt]
        cards = [*other.dealt, *other.played[1]]
        assert len(set(cards)) == 4
        assert other.hand == tuple(card for card in other.dealt if card not in other.played[0])


@pytest.mark.parametrize(
    ("how", "said"), [({"hands": 0}, "hands 0"), ({"reach": 1.0}, "reach 1"), ({"times": 0}, "times 0")]
)
def test_bad_designs_are_refused(how: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Design("sound", "s1", {}, **how)


def test_cards_face_down_are_not_measured() -> None:
    with pytest.raises(BadInput, match="face_down"):
        measured("sound", Truco(face_down="any"))
