"""`zap`: what it plays where the best is known, how it speaks, and that it beats chance."""

from random import Random
from typing import Any

import pytest

import bolicho
from bolicho.agents.paulista import CALLS_IN, CALLS_OF, Zap
from bolicho.arena import Plan, duplicate, run, standings
from bolicho.conformance import check_agent
from bolicho.core.contract import Decision
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES

GAME = bolicho.game("paulista")


QUIET, LOUD = "Kd Jc", "truco corro"
"""Hands that a rival in seat 0 began by a card, or by calling."""


def seen(*hands: str) -> Zap:
    """A player in seat 1 who has seen these hands of a rival in seat 0."""
    zap = Zap(GAME)
    for said in hands:
        state = GAME.start("7d / Kd Kc 4h / Jc 5c 4s")
        for move in said.split():
            state = state.play(move)
        zap.saw(state.view(1))
    return zap


def choice(
    deal: str, said: str = "", score: tuple[int, int] = (0, 0), mano: int = 0, zap: Zap | None = None
) -> Decision:
    """What it decides after a hand was told so far."""
    state = GAME.start(deal, score=score, mano=mano)
    for move in said.split():
        state = state.play(move)
    assert state.seat is not None
    return (zap or Zap(GAME)).choose(state.view(state.seat), Random(1))


def told(decision: Decision) -> tuple[str, Any]:
    return decision.move, decision.why["rule"]


def test_it_keeps_the_contract() -> None:
    check_agent(Zap, GAME, matches=2)


def test_with_zap_and_copas_it_calls_raises_and_never_runs() -> None:
    deal = "7d / Qc Qh 3s / Kd Jc 4h"
    assert told(choice(deal, "Kd", mano=1)) == ("truco", "call")
    assert told(choice(deal, "truco seis")) == ("nove", "raise")
    assert choice(deal, "truco", mano=1).move == "seis"


def test_who_always_calls_is_let_to_call_and_then_raised() -> None:
    deal = "7d / Kd Jc 4h / Qc Qh 3s"
    assert told(choice(deal, mano=1, zap=seen(*[LOUD] * 8))) == ("3s", "card")
    assert told(choice(deal, "3s truco", mano=1, zap=seen(*[LOUD] * 8))) == ("seis", "raise")
    assert told(choice(deal, mano=1, zap=seen(*[QUIET] * 30))) == ("truco", "call")


def test_a_call_of_who_always_calls_says_nothing_of_his_cards() -> None:
    deal = "7d / Kd Jc 4h / 3c 2h 6s"
    loud, quiet = (choice(deal, "truco", zap=seen(*[said] * 8)) for said in (LOUD, QUIET))
    assert (loud.move, quiet.move) == ("aceito", "corro")
    assert (loud.value or 0) > (quiet.value or 0) + 0.2


def test_habits_are_counted_where_there_was_a_choice_and_forgotten_at_the_next_table() -> None:
    zap = seen(LOUD, LOUD, QUIET)
    assert zap.called / zap.could == (CALLS_IN + 2) / (CALLS_OF + 3)
    state = GAME.start("7d / Kd Kc 4h / Jc 5c 4s", score=(11, 3)).play("aceito").play("Kd")
    zap.saw(state.view(1))  # nobody may call in a mão de onze
    zap.saw(GAME.start("7d / Kd Kc 4h / Jc 5c 4s", mano=1).play("truco").play("corro").view(1))  # he could only answer
    assert zap.could == CALLS_OF + 3
    assert zap.sit().could == CALLS_OF


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
