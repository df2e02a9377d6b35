"""The case-based player at the table."""

from random import Random

import numpy as np
import pytest
from tests.agents.blindness import decides_by_its_view

import bolicho
from bolicho.agents.cbr import CaseBased
from bolicho.arena import Plan, duplicate, run, standings
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.hooks import be_brief
from bolicho.games.truco import Truco
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.decision.reuse import POLICIES
from bolicho.learn.cases.truco.columns import NAMES
from bolicho.play.replay import steps

GAME = Truco()
PRINTED = ["PVCNPS", "NPS", "PVCS", "PLCNPS", "NPCS", "PVS", "PVCMJS", "NPCPVS", "MJCNPS", "PVCPLS"]


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_plays_legal_moves_under_every_preset(name: str) -> None:
    for preset in Truco.presets:
        game = Truco(preset=preset)
        record = bolicho.play_match(game, [CaseBased(game, name), bolicho.agent("random", game=game)], seed=5)
        assert record.forfeit is None


@pytest.mark.parametrize("name", ["PVCNPS", "PLS", "PLCMJS", "MJCS"])
def test_the_probabilities_are_those_of_the_choices(name: str) -> None:
    agent = CaseBased(GAME, name)
    record = bolicho.play_match(GAME, [agent, bolicho.agent("random", game=GAME)], seed=11)
    views = [s.state.view(0) for s in steps(record) if s.state.seat == 0][:12]
    for view, chances in zip(views, agent.policies(views), strict=True):
        assert sum(chances) == pytest.approx(1)
        drawn = [agent.choose(view, Random(n)).move for n in range(200)]
        for move, chance in zip(view.moves, chances, strict=True):
            assert drawn.count(move) / 200 == pytest.approx(chance, abs=0.13)
            assert (move in drawn) <= (chance > 0)


def test_it_decides_by_its_view_alone() -> None:
    decides_by_its_view(GAME, CaseBased(GAME, "PLCPVS"), hands=40, least=200)


def test_it_says_which_cases_it_remembered() -> None:
    agent = CaseBased(GAME, "PVCNPS")
    state = GAME.start(GAME.parse_deal("1e 7o 4c / 3b 2c 12o"))
    for move in ("4c",):
        state = state.play(move)
    facts = agent.choose(state.view(1), Random(0)).why["facts"]
    assert facts["base"] == "baseline"
    assert facts["source"] == "synthetic"
    nearest = facts["cases"][0]
    assert nearest["similarity"] == facts["best"]
    assert nearest["similarity"] == pytest.approx(np.mean(list(nearest["parts"].values())), abs=1e-4)
    assert facts["found"] >= 5
    assert facts["actions"]
    assert [passed["question"] for passed in facts["passed"]][:1] == ["call-envido"]


def test_who_is_told_to_be_brief_plays_the_same_and_shows_no_cases() -> None:
    long, short = CaseBased(GAME, "PLCNPS"), CaseBased(GAME, "PLCNPS")
    be_brief(short)
    record = bolicho.play_match(GAME, [long, bolicho.agent("random", game=GAME)], seed=4)
    views = [s.state.view(0) for s in steps(record) if s.state.seat == 0][:30]
    for number, view in enumerate(views):
        told, brief = (agent.choose(view, Random(number)) for agent in (long, short))
        assert (brief.move, brief.why["rule"]) == (told.move, told.why["rule"])
        facts = brief.why.get("facts", {})
        assert facts.items() <= told.why.get("facts", {}).items()
        assert "cases" not in facts


def test_a_move_mended_by_revision_says_by_which_rule() -> None:
    state = GAME.start(GAME.parse_deal("1e 2o 12o / 7o 4b 3c"))
    for move in ["12o", "4b", "2o", "3c", "7o"]:
        state = state.play(move)
    decision = CaseBased(GAME, "MJS").choose(state.view(0), Random(0))
    free = CaseBased(GAME, "MJS", revise="none").choose(state.view(0), Random(0))
    assert decision.move == "truco"
    if free.move != "truco":
        assert decision.why["facts"]["revised"] == "obvious-bet"


def test_without_any_case_it_takes_the_careful_way_and_says_so() -> None:
    base = shelf.base("baseline").subset(np.arange(3195) < 1, "one case")
    agent = CaseBased(GAME, "PVS", base=base)
    decision = agent.choose(GAME.start(GAME.parse_deal("1e 7o 4c / 3b 2c 12o")).view(0), Random(0))
    assert decision.why["rule"] in ("cbr-unanswered", "cbr-reused")
    asked = bolicho.play_match(GAME, [agent, bolicho.agent("random", game=GAME)], seed=1)
    assert asked.forfeit is None
    state = GAME.start(GAME.parse_deal("1e 7o 4c / 3b 2c 12o")).play("truco")
    answer = agent.choose(state.view(1), Random(0))
    assert (answer.move, answer.why["rule"]) == ("nao-quero", "cbr-unanswered")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("cbr:PVXS", "reuse policy 'PVXS'"),
        ("cbr:PVS@nowhere", "nowhere"),
        ("cbr:PVS,threshold=2", "threshold 2.0"),
        ("cbr:PVS,threshold=high", "threshold=high"),
        ("cbr:PVS,index=maybe", "index=maybe"),
        ("cbr:PVS,revise=greed", "revision rule 'greed'"),
        ("cbr:PVS,colour=blue", "no setting 'colour'"),
        ("cbr:PVS,step=1e-300", "step 1e-300"),
        ("cbr:PVS,base=mine", "stands after the policy"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as error:
        bolicho.agent(spec, game=GAME)
    assert "\n" not in str(error.value)


def test_an_empty_base_and_a_base_of_another_game_are_refused() -> None:
    with pytest.raises(BadInput, match="empty"):
        CaseBased(GAME, base=CaseBase("nothing", NAMES, game="truco", form="truco-1", source="test"))
    with pytest.raises(BadInput, match="rikken"):
        CaseBased(GAME, base=CaseBase("other", ("x",), game="rikken", form="rikken-1", source="test"))


def test_its_name_builds_it_again() -> None:
    for spec in ("cbr:NPS@starter,threshold=0.75,least=0", "cbr:PVCNPS@baseline"):
        assert bolicho.agent(spec, game=GAME).name == spec
    assert bolicho.agent("cbr:NPS", game=GAME).name == "cbr:NPS@baseline"
    with pytest.raises(UnknownName):
        bolicho.agent("cbr:nps", game=GAME)


def against_random(name: str, matches: int, seed: int) -> float:
    """The share of duplicate matches that a policy wins from random, printed with its interval."""
    rows = run(Plan("truco", (f"cbr:{name}", "random"), seed=seed), duplicate([0, 1], matches), workers=2)
    rate = standings(rows, 2)[0].win_rate
    print(f"cbr:{name} against random: {rate.mean:.3f} [{rate.low:.3f}, {rate.high:.3f}] of {matches} matches")
    assert rate.mean is not None
    return rate.mean


@pytest.mark.parametrize("name", ["PVCNPS", "NPS"])
def test_the_best_policies_of_the_paper_beat_random(name: str) -> None:
    assert against_random(name, 100, seed=20_261) > 0.75


@pytest.mark.endurance
@pytest.mark.parametrize("name", PRINTED)
def test_the_ten_policies_of_the_papers_first_list_beat_random_in_more_than_80_percent(name: str) -> None:
    assert against_random(name, 2000, seed=1) > 0.8
