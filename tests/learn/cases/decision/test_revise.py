"""The suicidal plays, on a turn and in recorded cases."""

import pytest
from tests.learn.cases.truco.hands import base_of, hand, turn

from bolicho.core.errors import UnknownName
from bolicho.learn.cases.truco.revise import PASS, RULES, broken_rules, revise, rules

ALL = tuple(RULES.values())


DEAL, THIRD = "1e 2o 12o / 7o 4b 3c", "12o 4b 2o 3c"
"""The mão won round 1, the pé round 2 and leads the third with the 7o; the mão has the 1e left."""


def test_second_with_a_winning_third_card_raises() -> None:
    assert revise(turn(DEAL, f"{THIRD} 7o"), "1e", ALL) == ("truco", "obvious-bet")
    assert revise(turn(DEAL, f"{THIRD} truco quero 7o"), "1e", ALL) == ("retruco", "obvious-bet")
    assert revise(turn(DEAL, f"{THIRD} 7o truco quero"), "1e", ALL) == ("1e", None), "the word is the rival's"


def test_asked_with_a_winning_third_card_one_raises_or_accepts() -> None:
    assert revise(turn(DEAL, f"{THIRD} 7o truco retruco"), "nao-quero", ALL) == ("vale-quatro", "obvious-bet")
    highest = turn(DEAL, f"{THIRD} truco quero 7o retruco vale-quatro")
    assert revise(highest, "nao-quero", ALL) == ("quero", "obvious-bet")
    assert revise(highest, "quero", ALL) == ("quero", None)


def test_a_third_card_that_does_not_win_for_sure_stays() -> None:
    losing = turn("7o 2e 12o / 1e 4b 3c", "12o 4b 2e 3c 1e")
    assert revise(losing, "7o", ALL) == ("7o", None)
    leading = turn(DEAL, THIRD)
    assert revise(leading, "7o", ALL) == ("7o", None)


def test_a_tie_in_the_third_round_wins_for_who_won_the_first() -> None:
    view = turn("3e 2o 12o / 3b 4o 3c", "12o 4o 2o 3c 3b")
    assert revise(view, "3e", ALL) == ("truco", "obvious-bet")


def test_nobody_opens_the_envido_on_nothing() -> None:
    view = turn("1e 7o 4c / 3b 2c 12o", "")
    assert revise(view, "envido", ALL) == (PASS, "compulsive-bluff")
    assert revise(turn("7e 6e 4c / 3b 2c 12o", ""), "envido", ALL) == ("envido", None)
    assert revise(turn("12e 10e 4c / 3b 2c 12o", ""), "envido", ALL) == ("envido", None), "two figures are twenty"
    raised = turn("3b 2b 12o / 1e 7o 4c", "envido")
    assert revise(raised, "real-envido", ALL) == ("real-envido", None), "to raise is not to open"


def test_no_higher_card_than_needed() -> None:
    view = turn("12o 4c 5c / 1e 3b 2c", "12o")
    assert revise(view, "1e", ALL) == ("2c", "wrong-card")
    assert revise(view, "2c", ALL) == ("2c", None)
    weak = turn("1e 4c 5c / 7e 3b 2c", "1e")
    assert revise(weak, "7e", ALL) == ("7e", None), "nothing beats the ace: the rule has nothing to say"
    tie = turn("2e 4c 5c / 7e 3b 2c", "2e")
    assert revise(tie, "7e", ALL) == ("3b", "wrong-card"), "a tie does not beat"


def test_a_rule_can_be_switched_off() -> None:
    view = turn("12o 4c 5c / 1e 3b 2c", "12o")
    assert revise(view, "1e", rules(["obvious-bet", "compulsive-bluff"])) == ("1e", None)
    assert revise(view, "1e", ()) == ("1e", None)
    with pytest.raises(UnknownName, match="revision rule 'greed'"):
        rules(["greed"])


def test_recorded_cases_that_broke_a_rule_are_found() -> None:
    spent = hand("12o 4c 5c / 1e 3b 2c", "12o 1e 2c 4c", 1)
    frugal = hand("12o 4c 5c / 1e 3b 2c", "12o 2c 1e 4c", 1)
    bluff = hand("1e 7o 4c / 3b 2c 12o", "envido nao-quero baralho")
    shy = hand(DEAL, f"{THIRD} 7o 1e")
    raised = hand(DEAL, f"{THIRD} 7o truco quero 1e")
    masks = broken_rules(base_of(spent, frugal, bluff, shy, raised))
    assert {name: mask.tolist() for name, mask in masks.items()} == {
        "obvious-bet": [False, False, False, True, False],
        "compulsive-bluff": [False, False, True, False, False],
        "wrong-card": [True, False, False, False, False],
    }
