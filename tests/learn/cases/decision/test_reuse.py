"""Every policy picks what its definition says, on sets of cases made by hand."""

import pytest

from bolicho.core.errors import UnknownName
from bolicho.learn.cases.decision.reuse import POLICIES, Tally, policy

ORDER = ("nao-quero", "quero", "envido")

# cluster 0 is the largest, cluster 1 wins most often, cluster 2 brought most points; so do the actions within them
VOTES = {
    (0, "nao-quero"): Tally(6, 1, -6),
    (0, "quero"): Tally(4, 2, -4),
    (0, "envido"): Tally(2, 0, 3),
    (1, "nao-quero"): Tally(1, 0, -1),
    (1, "quero"): Tally(2, 2, 2),
    (1, "envido"): Tally(1, 1, 4),
    (2, "nao-quero"): Tally(2, 0, 0),
    (2, "quero"): Tally(4, 3, 7),
    (2, "envido"): Tally(3, 1, 9),
}
WITHIN = {
    None: {"MJ": "quero", "PV": "quero", "NP": "envido"},  # 9, 10 and 6 cases
    0: {"MJ": "nao-quero", "PV": "quero", "NP": "envido"},
    1: {"MJ": "quero", "PV": "quero", "NP": "envido"},
    2: {"MJ": "quero", "PV": "quero", "NP": "envido"},
}
CLUSTER = {"MJ": 0, "PV": 1, "NP": 2}
SURE = [name for name in POLICIES if "PL" not in name]


def test_there_are_twenty_policies_four_of_them_conventional() -> None:
    assert len(POLICIES) == 20
    assert sorted(name for name, each in POLICIES.items() if each.clusters is None) == ["MJS", "NPS", "PLS", "PVS"]
    named = "NPCMJS NPCPVS NPCPLS MJCNPS MJCPVS MJCPLS PLCNPS PLCMJS PLCPVS PVCNPS PVCMJS PVCPLS"
    assert set(named.split()) | {"MJCS", "PLCS", "PVCS", "NPCS"} < set(POLICIES)


@pytest.mark.parametrize("name", SURE)
def test_a_policy_without_lottery_picks_what_its_criteria_say(name: str) -> None:
    each = policy(name)
    cluster = CLUSTER[each.clusters] if each.clusters else None
    assert each.choices(VOTES, ORDER) == {WITHIN[cluster][each.actions]: 1.0}
    assert dict(each.groups(VOTES)) == {cluster: 1.0}


def test_the_lottery_draws_in_proportion_to_frequency() -> None:
    assert policy("PLS").choices(VOTES, ORDER) == pytest.approx(
        {"nao-quero": 9 / 25, "quero": 10 / 25, "envido": 6 / 25}
    )
    assert dict(policy("PLCS").groups(VOTES)) == pytest.approx({0: 12 / 25, 1: 4 / 25, 2: 9 / 25})
    assert policy("PLCS").choices(VOTES, ORDER) == pytest.approx(policy("PLS").choices(VOTES, ORDER))
    mixed = policy("PLCPVS").choices(VOTES, ORDER)
    assert mixed == pytest.approx({"quero": 1.0}), "every cluster's most winning action is quero"
    assert policy("PLCMJS").choices(VOTES, ORDER) == pytest.approx({"nao-quero": 12 / 25, "quero": 13 / 25})


def test_number_of_points_becomes_probability_of_victory_where_the_outcome_is_binary() -> None:
    votes = {(0, "low"): Tally(10, 5, 20), (0, "high"): Tally(4, 3, 2)}
    assert policy("NPS").choices(votes, ("low", "high")) == {"low": 1.0}
    assert policy("NPS").choices(votes, ("low", "high"), binary=True) == {"high": 1.0}
    clusters = {(0, "low"): Tally(10, 1, 20), (1, "high"): Tally(4, 3, 2)}
    assert dict(policy("NPCS").groups(clusters, binary=True)) == {1: 1.0}


def test_number_of_points_is_a_sum_over_cases_not_the_last_of_them() -> None:
    votes = {(0, "quero"): Tally(3, 1, 5), (1, "quero"): Tally(1, 0, -2), (0, "nao-quero"): Tally(1, 0, 4)}
    assert policy("NPS").choices(votes, ORDER) == {"nao-quero": 1.0}


def test_number_of_points_is_a_sum_not_a_mean() -> None:
    votes = {(0, "quero"): Tally(10, 4, 6), (1, "nao-quero"): Tally(1, 0, 5)}
    assert policy("NPS").choices(votes, ORDER) == {"quero": 1.0}
    assert dict(policy("NPCS").groups(votes)) == {0: 1.0}


def test_ties_go_to_more_cases_then_to_the_more_conservative() -> None:
    more = {(0, "nao-quero"): Tally(2, 1, 0), (0, "quero"): Tally(4, 2, 0)}
    assert policy("PVS").choices(more, ORDER) == {"quero": 1.0}
    equal = {(0, "quero"): Tally(2, 1, 0), (0, "nao-quero"): Tally(2, 1, 0)}
    for name in ("MJS", "PVS", "NPS"):
        assert policy(name).choices(equal, ORDER) == {"nao-quero": 1.0}
    clusters = {(3, "quero"): Tally(2, 1, 0), (1, "nao-quero"): Tally(2, 1, 0)}
    for name in ("MJCS", "PVCS", "NPCS"):
        assert dict(policy(name).groups(clusters)) == {1: 1.0}


def test_points_all_lost_still_have_a_best() -> None:
    votes = {(0, "quero"): Tally(2, 0, -4), (0, "nao-quero"): Tally(3, 0, -3)}
    assert policy("NPS").choices(votes, ORDER) == {"nao-quero": 1.0}, "the paper's listing would find nothing above 0"


def test_an_action_that_is_not_possible_now_is_no_candidate_and_its_cluster_neither() -> None:
    votes = {(0, "envido"): Tally(9, 9, 9), (1, "quero"): Tally(1, 0, -1)}
    for name in POLICIES:
        assert policy(name).choices(votes, ("nao-quero", "quero")) == {"quero": 1.0}


def test_no_case_no_choice() -> None:
    for name in POLICIES:
        assert policy(name).choices({}, ORDER) == {}


def test_a_policy_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownName, match="reuse policy 'PVXS'"):
        policy("PVXS")


GOOD = {"call": Tally(2, 1, -1), "none": Tally(10, 8, 6)}
"""A good hand: silence won 0.6 points a case, the few calls lost half a point."""
BAD = {"call": Tally(1, 0, -2), "none": Tally(10, 2, -6)}
"""A bad hand: everything lost, silence less a case, but more often."""
EVEN = {"call": Tally(2, 1, 2), "none": Tally(10, 6, 4)}
"""Calls won more a case; silence more in all."""


@pytest.mark.parametrize(
    ("points", "good", "bad", "even"),
    [("sum", "none", "call", "none"), ("mean", "none", "none", "call"), ("program", "call", "none", "call")],
)
def test_number_of_points_by_sum_by_mean_and_as_in_the_program(points: str, good: str, bad: str, even: str) -> None:
    """The program takes the mean; its first item gives way to the second if it is above zero (``Saldos.java``)."""
    for tallies, expected in ((GOOD, good), (BAD, bad), (EVEN, even)):
        votes = {(0, action): tally for action, tally in tallies.items()}
        assert policy("NPS", points).choices(votes, ("none", "call")) == {expected: 1.0}
        assert policy("PVCNPS", points).choices(votes, ("none", "call")) == {expected: 1.0}
