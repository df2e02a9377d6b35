"""The rules of the group's program, each in a literal situation: what was meant to be played, what is played instead.

Source: ``CbrModular.java`` of ``dpinheiro2/clusterbasedgamer``, 2020-02-10; the table in docs/works/readings/paulus.md.
"""

import pytest
from tests.learn.cases.truco.hands import turn

import bolicho
from bolicho.core.errors import UnknownName
from bolicho.learn.cases.craft import craft
from bolicho.learn.cases.decision.revise import PASS, revise, rules_in
from bolicho.learn.cases.truco.program_rules import TRUCO_RULES

SETS = craft("truco").all_revisions
RULES = {rule.name: rule for name in ("program", "program-envido") for rule in SETS[name]}

SITUATIONS = [
    # weak-last-card: round 3, the last card is a 4, below the tens
    ("weak-last-card", "3b 2c 4c / 1e 12o 7o", "3b 1e 12o 2c", "truco", PASS),
    ("weak-last-card", "3b 2c 4c / 1e 12o 7o", "3b 1e 12o 2c", "4c", None),
    ("weak-last-card", "1e 12o 7o / 3b 2c 4c", "12o 3b 2c 7o truco", "quero", "nao-quero"),
    ("weak-last-card", "1e 12o 7o / 3b 2c 4c", "12o 3b 2c 7o truco", "retruco", "nao-quero"),
    # sure-last-card: the rival leads round 3 with the 7o, the 1e is left
    ("sure-last-card", "1e 2o 12o / 7o 4b 3c", "12o 4b 2o 3c 7o", "1e", "truco"),
    ("sure-last-card", "1e 2o 12o / 7o 4b 3c", "12o 4b 2o 3c 7o", "baralho", None),
    ("sure-last-card", "3e 2o 12o / 3o 4b 3c", "12o 4b 2o 3c 3o", "3e", "truco"),  # a tie wins: round 1 was mine
    ("sure-last-card", "2e 2o 12o / 3o 4b 3c", "12o 4b 2o 3c 3o", "2e", None),
    # strong-last-card: leading round 3, call with 40 or more, accept with 24 or more
    ("strong-last-card", "7o 3c 4b / 3o 2c 12o", "4b 3o 12o 3c", "7o", "truco"),
    ("strong-last-card", "3o 3c 4b / 7o 2c 12o", "4b 7o 12o 3c", "3o", None),
    ("strong-last-card", "3o 3c 4b / 7o 2c 12o", "4b 7o 12o 3c 3o truco", "nao-quero", "quero"),
    ("strong-last-card", "7o 3c 4b / 3o 2c 12o", "4b 3o 12o 3c 7o truco", "nao-quero", "retruco"),
    # beaten-second-card: lost round 1, the 3b lies there, the 2c is below it
    ("beaten-second-card", "7e 2c 4b / 1e 3b 12o", "4b 12o 3b", "truco", PASS),
    ("beaten-second-card", "7e 3c 4b / 1e 2b 12o", "4b 12o 2b", "truco", None),
    # strong-second-card: won round 1, the 7o is left
    ("strong-second-card", "7o 3c 4b / 2o 12c 10o", "3c 2o", "4b", "truco"),
    ("strong-second-card", "7o 3c 4b / 2o 12c 10o", "3c 2o", "baralho", None),
    ("strong-second-card", "3o 2c 4b / 2o 12c 10o", "3o 2o", "4b", None),
    # answer-after-tie: the pé follows in round 2
    ("answer-after-tie", "2e 2c 4b / 3o 2o 12c", "2e 2o 2c", "12c", "truco"),
    ("answer-after-tie", "3e 2c 4b / 12o 2o 10c", "2c 2o 3e", "truco", PASS),
    ("answer-after-tie", "3e 2c 4b / 3o 2o 10c", "2c 2o 3e", "truco", PASS),  # the three ties, the ten decides
    ("answer-after-tie", "3e 2c 4b / 3o 2o 3c", "2c 2o 3e", "truco", None),
    # lead-after-tie: very good is above the 7o, very bad below the tens
    ("lead-after-tie", "7e 2c 4b / 3o 2o 12c", "2c 2o", "4b", "truco"),
    ("lead-after-tie", "7o 2c 4b / 3o 2o 12c", "2c 2o", "truco", PASS),  # 40 is not above 40; the four decides
    ("lead-after-tie", "3e 2c 12b / 7o 2o 12c", "2c 2o", "truco", None),
    # mao-waits
    ("mao-waits", "1e 7o 4c / 3b 2c 12o", "", "truco", PASS),
    ("mao-waits", "1e 7o 4c / 3b 2c 12o", "4c", "truco", None),
    ("mao-waits", "1e 7o 4c / 3b 2c 12o", "4c truco", "retruco", None),
    # won-with-high, won-with-medium: the other of the two decides, a two says nothing
    ("won-with-high", "7e 1o 4c / 3b 2c 12o", "7e 12o", "truco", PASS),
    ("won-with-high", "7e 3o 4c / 3b 2c 12o", "7e 12o", "4c", "truco"),
    ("won-with-high", "7e 2o 4c / 3b 2c 12o", "7e 12o", "truco", None),
    ("won-with-medium", "1o 12e 4c / 3b 2c 10o", "12e 10o", "truco", PASS),
    ("won-with-medium", "3o 12e 4c / 3b 2c 10o", "12e 10o", "4c", "truco"),
    ("won-with-medium", "2o 12e 4c / 3b 2c 10o", "12e 10o", "truco", None),
    # lost-with-high, lost-with-medium: only against calling
    ("lost-with-high", "3e 1o 4c / 7o 2c 10o", "3e 7o 10o", "truco", PASS),
    ("lost-with-high", "3e 2o 4c / 7o 2c 10o", "3e 7o 10o", "truco", None),
    ("lost-with-medium", "1o 12e 4c / 7o 2c 10o", "12e 2c 10o", "truco", PASS),
    ("lost-with-medium", "2o 12e 4c / 7o 2c 10o", "12e 2c 10o", "truco", None),
    # wrong-card
    ("wrong-card", "3b 2c 12o / 1e 3c 4b", "12o", "1e", "3c"),
    ("wrong-card", "3b 2c 12o / 1e 3c 4b", "12o", "3c", None),
    # lost-round: nothing beats the ace; the medium card does not beat the two
    ("lost-round", "1e 2c 12o / 3b 11o 4b", "1e", "3b", "4b"),
    ("lost-round", "1e 2c 12o / 3b 11o 4b", "2c", "11o", "4b"),
    ("lost-round", "1e 2c 12o / 3b 11o 4b", "2c", "3b", None),
    # no-low-tie
    ("no-low-tie", "1e 2c 12o / 3b 2b 12c", "12o", "12c", "2b"),
    ("no-low-tie", "1e 2c 12o / 3b 2b 10c", "12o", "10c", None),
    # high-after-tie
    ("high-after-tie", "3e 2c 4b / 7o 2o 12c", "2c 2o", "4b", "3e"),
    ("high-after-tie", "3e 2c 4b / 7o 2o 12c", "2c 2o", "3e", None),
    # save-the-hand: lost round 1 with the medium card; the low one does not beat the ten
    ("save-the-hand", "3e 12o 4c / 7o 2c 10o", "12o 2c 10o", "4c", "3e"),
    ("save-the-hand", "3e 12o 4c / 7o 2c 10o", "4c 10o 2c", "12o", None),  # not the low one
    # play-the-last
    ("play-the-last", "3b 2c 4c / 1e 12o 7o", "3b 1e 12o 2c", "baralho", "4c"),
    ("play-the-last", "3b 2c 4c / 1e 12o 7o", "3b 1e 12o", "baralho", None),
    # mao-hides-points: 26 is too few for a mão
    ("mao-hides-points", "6e 10e 4c / 3b 2b 12o", "", "envido", PASS),
    ("mao-hides-points", "7e 10e 4c / 3b 2b 12o", "", "envido", None),
    ("mao-hides-points", "3b 2b 12o / 6e 10e 4c", "12o", "envido", None),
    # step-by-step
    ("step-by-step", "7e 6e 4c / 3b 2b 12o", "", "falta-envido", PASS),
    ("step-by-step", "7e 6e 4c / 3b 2b 12o", "", "real-envido", PASS),
    ("step-by-step", "3b 2b 12o / 7e 6e 4c", "envido", "real-envido", None),
    ("step-by-step", "3b 2b 12o / 7e 6e 4c", "envido", "falta-envido", "quero"),
    ("step-by-step", "3b 2b 12o / 7e 6e 4c", "real-envido", "falta-envido", None),
    # no-points-no-game: the pé needs 27 for an envido, everybody 20 for anything
    ("no-points-no-game", "3b 2b 12o / 6e 10e 4c", "envido", "quero", "nao-quero"),
    ("no-points-no-game", "3b 2b 12o / 6e 10e 4c", "real-envido", "quero", None),
    ("no-points-no-game", "3b 2b 12o / 6e 10c 4o", "real-envido", "falta-envido", "nao-quero"),
    ("no-points-no-game", "6e 10e 4c / 3b 2b 12o", "4c envido", "quero", None),
]


@pytest.mark.parametrize(("rule", "deal", "moves", "meant", "played"), SITUATIONS)
def test_a_rule_of_the_program_in_its_situation(
    rule: str, deal: str, moves: str, meant: str, played: str | None
) -> None:
    view = turn(deal, moves)
    assert meant in view.moves
    better = RULES[rule].mend(view, meant)
    assert better == played
    assert better in (None, PASS, *view.moves)


def test_every_rule_has_a_situation_in_which_it_speaks_and_one_in_which_it_is_silent() -> None:
    assert {rule for rule, *_, played in SITUATIONS if played is not None} == set(RULES)
    assert {rule for rule, *_, played in SITUATIONS if played is None} == set(RULES)


def test_no_two_rules_on_truco_contradict_each_other() -> None:
    game, spoke = bolicho.game("truco"), 0
    for hand in range(400):
        rng = bolicho.stream(1, hand)
        state = game.start(game.deal(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            if not view.bet:
                for calls in (True, False):
                    opinions = [one for one in (rule(view, calls) for rule in TRUCO_RULES.values()) if one is not None]
                    assert len(set(opinions)) < 2, (str(state), calls)
                    spoke += len(opinions) > 1
            state = state.play(rng.choice([move for move in view.moves if move in view.hand] or view.moves))
    assert spoke > 100, "there were turns at which several rules spoke"


def test_in_the_program_the_mao_keeps_its_truco_and_the_paper_says_nothing_of_it() -> None:
    view = turn("1e 7o 4c / 3b 2c 12o", "")
    assert revise(view, "truco", SETS["program"]) == (PASS, "mao-waits")
    assert revise(view, "truco", SETS["paper"]) == ("truco", None)


def test_sets_and_single_rules_are_gathered_by_name_each_once() -> None:
    names = [rule.name for rule in rules_in(["wrong-card", "program", "program-envido"], SETS)]
    assert names[0] == "wrong-card"
    assert sorted(names) == sorted(RULES)
    assert rules_in(["none"], SETS) == ()
    assert rules_in(["all"], SETS) == rules_in(["paper"], SETS)
    with pytest.raises(UnknownName, match="greed"):
        rules_in(["program", "greed"], SETS)
