"""What is asked in played hands: the questions that case-based players put, and no others."""

from typing import Any

import bolicho
from bolicho.agents.cbr import CaseBased
from bolicho.learn.cases.truco.decisions import KINDS
from bolicho.play.case_questions import questions_in, questions_when_playing

GAME = bolicho.game("truco")


def test_a_case_based_player_asked_what_its_record_says() -> None:
    players = [CaseBased(GAME, "MJS@starter", revise="none") for _ in range(2)]
    record = bolicho.play_match(GAME, players, 3, keep_why=True)
    told = [question.kind for question, _ in questions_in(record, GAME)]
    whys: list[Any] = [why for unit in record.units for why in unit.decisions]
    facts = [why["why"]["facts"] for why in whys if "question" in why["why"]["facts"]]
    assert told == [kind for fact in facts for kind in [*(p["question"] for p in fact["passed"]), fact["question"]]]
    assert told


def test_a_player_meets_itself_and_its_rivals_from_both_seats() -> None:
    player, rival = bolicho.agent("sound", GAME), bolicho.agent("novice", GAME)
    seen: list[tuple[int, int]] = []
    found = questions_when_playing(GAME, player, [rival], 4, 1, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert found == questions_when_playing(GAME, player, [rival], 4, 1)
    assert {question.kind for question, _ in found} >= set(KINDS) - {"answer-flor"}
    assert all(values["mano"] in (1, 2) for _, values in found)
