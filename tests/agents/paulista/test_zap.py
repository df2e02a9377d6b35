"""`zap`: what it plays where the best is known, how it speaks, and that it beats chance."""

from random import Random
from typing import Any

import pytest

import bolicho
from bolicho.agents.paulista import Zap
from bolicho.arena import Plan, duplicate, run, standings
from bolicho.conformance import check_agent
from bolicho.core.contract import Decision
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES

GAME = bolicho.game("paulista")


def choice(deal: str, said: str = "", score: tuple[int, int] = (0, 0), mano: int = 0) -> Decision:
    """What it decides after a hand was told so far."""
    state = GAME.start(deal, score=score, mano=mano)
    for move in said.split():
        state = state.play(move)
    assert state.seat is not None
    return Zap(GAME).choose(state.view(state.seat), Random(1))


def told(decision: Decision) -> tuple[str, Any]:
    return decision.move, decision.why["rule"]


def test_it_keeps_the_contract() -> None:
    check_agent(Zap, GAME, matches=2)


def test_with_zap_and_copas_it_calls_raises_and_never_runs() -> None:
    deal = "7d / Qc Qh 3s / Kd Jc 4h"
    assert told(choice(deal)) == ("truco", "call")
    assert told(choice(deal, "truco seis")) == ("nove", "raise")
    assert choice(deal, "truco", mano=1).move == "seis"


def test_with_nothing_it_runs() -> None:
    assert told(choice("7d / Qc Qh 3s / 6d 5c 4h", "truco")) == ("corro", "run")


def test_a_hand_that_cannot_be_lost_is_known_to_be_won() -> None:
    """The first round is his and he has the zap: whatever the rival holds."""
    decision = choice("7d / 3c Qc 4h / Kd Jc 4s", "3c Kd")
    assert (decision.value, decision.move) == (1.0, "truco")


def test_a_card_that_cannot_win_the_round_lies_face_down() -> None:
    decision = choice("7d / 4c 3c 5s / Kd Jc 4s", "truco aceito 4c Kd Jc")
    assert decision.move == "3c"  # it wins the round
    decision = choice("7d / Kd 6h 4s / 3c Qs 5d", "truco aceito Kd 3c Qs")
    assert told(decision) == ("(4s)", "cover")


def test_in_a_mao_de_onze_it_plays_good_cards_and_runs_with_bad_ones() -> None:
    assert told(choice("7d / Qc Qh 3s / Kd Jc 4h", score=(11, 6))) == ("aceito", "onze-play")
    assert told(choice("7d / 6c 5h 4s / Kd Jc 4h", score=(11, 6))) == ("corro", "onze-run")


def test_who_would_lose_the_match_by_running_does_not_run() -> None:
    """Refusing the seis would give the rival three points, and he has nine."""
    bad = "7d / 6c 5h 4s / Kd Jc 4h"
    assert choice(bad, "truco seis", score=(3, 3)).move == "corro"
    assert choice(bad, "truco seis", score=(3, 9)).move != "corro"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_why_in_both_languages(language: str) -> None:
    rules = set()
    for number in range(12):
        game = bolicho.game("paulista", target=(3, 12)[number % 2])
        record = bolicho.play_match(game, [Zap(game), Zap(game)], seed=number, keep_why=True)
        for unit in record.units:
            for decision in unit.decisions:
                assert decision is not None
                why = decision["why"]
                rules.add(why["rule"])
                said = sentence(why, language)
                assert said
                assert "{" not in said
    assert rules >= {"only", "card", "cover", "call", "accept", "run", "onze-play", "onze-run"}


def test_it_beats_chance() -> None:
    rows = run(Plan("paulista", ("zap", "random"), seed=20_261), duplicate([0, 1], 30), workers=1)
    rate = standings(rows, 2)[0].win_rate
    assert rate.low is not None
    assert rate.low > 0.7
