"""The players keep to their tables: the paper's rules to the letter, the house's with trump and partners in mind."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.agents.rikken.some_deals import deals

import bolicho
from bolicho.agents.rikken import engine
from bolicho.agents.rikken.carlo import MonteCarlo, PerfectEnd
from bolicho.agents.rikken.lots import RikkenRandom
from bolicho.agents.rikken.rule_players import Rules, RulesPaper
from bolicho.agents.rikken.table import Table, put
from bolicho.agents.rikken.tactics import PAPER, RULES, candidates
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.core.why import figures, sentence
from bolicho.core.words import LANGUAGES
from bolicho.games.rikken import Rikken, State
from bolicho.games.rikken.cards import INDEX, hand_of, mask_of
from bolicho.games.rikken.contracts import NAMES

GAME = Rikken()
SPECS = ("random", "rules-paper", "rules", "mc-paper:5", "mc-paper:5,playout=rules", "mc:5", "pimc:5,tricks=3")


def cards_of(hand: str, played: str = "", technique: int = RULES, **how: Any) -> set[str]:
    """The cards that a technique leaves, holding a hand, after what was played from seat 0 on."""
    table = Table(counts=[13] * 4, **how)
    for card in played.split():
        put(table, INDEX[card])
    table.hands[table.seat] = mask_of(hand.split())
    return set(hand_of(candidates(table, technique)))


@pytest.mark.parametrize(
    ("hand", "played", "left"),
    [
        ("As Ks 2s 5h", "", {"As", "Ks"}),  # one of the highest
        ("Ks 2s 5h", "", {"Ks", "2s", "5h"}),  # else any
        ("As Qs 2s", "Ts", {"As"}),  # second: the highest of the suit
        ("Ks Qs 2s", "Ts 3s", {"Ks", "Qs"}),  # third: any that is higher
        ("9s 2s", "Ts 3s", {"2s"}),
        ("9h 2h 5d", "Ts", {"2h", "5d"}),  # the lowest of another suit
        ("As Js 2s", "Ts 3s 4s", {"Js"}),  # last: the lowest that wins
        ("9s 2s", "Ts 3s 4s", {"2s"}),
        ("As Js 2s", "Ts 3s 2h", {"Js"}),  # it does not know that hearts are trump
    ],
)
def test_the_papers_cards_for_tricks_are_quadro_10(hand: str, played: str, left: set[str]) -> None:
    assert cards_of(hand, played, PAPER, trump=1) == left


@pytest.mark.parametrize(
    ("hand", "played", "left"),
    [
        ("Ks 2s Kh 2h", "", {"2s", "2h"}),
        ("Ks 9s 2s", "Ts", {"9s"}),
        ("Ks Qs", "Ts", {"Qs"}),
        ("Kh 2h Qd", "Ts", {"Kh"}),
    ],
)
def test_the_papers_declarer_in_misere_is_quadro_12(hand: str, played: str, left: set[str]) -> None:
    declarer = len(played.split())
    assert cards_of(hand, played, PAPER, low=0, high=0, declarer=declarer) == left


@pytest.mark.parametrize(
    ("hand", "played", "declarer", "left"),
    [
        ("Ks 9s 2s", "Ts", 0, {"9s"}),  # declarer is winning
        ("Ks 9s 2s", "3s Ts", 0, {"Ks"}),  # declarer is out of it
        ("Ks 9s 2s", "Ts", 2, {"9s"}),  # declarer is still to come
        ("Kh 2h Qd", "Ts", 0, {"Kh", "Qd"}),
    ],
)
def test_the_papers_defenders_against_misere_are_quadro_12(
    hand: str, played: str, declarer: int, left: set[str]
) -> None:
    assert cards_of(hand, played, PAPER, low=0, high=0, declarer=declarer) == left


def test_the_papers_piek_is_quadro_11() -> None:
    piek = {"low": 1, "high": 1}
    assert cards_of("Ks 9s Kh 2d", "", PAPER, declarer=0, **piek) == {"Ks", "Kh"}
    assert cards_of("Ks 9s 2s", "As", PAPER, declarer=1, **piek) == {"Ks"}
    assert cards_of("Ks 9s 2s", "Ts", PAPER, declarer=0, **piek) == {"9s"}


def test_rules_ruff_low_when_that_wins_and_throw_away_when_it_does_not() -> None:
    assert cards_of("Ah 3h 2d", "Ts", trump=1, declarer=1) == {"3h"}
    assert cards_of("Ah 3h 2d", "Ts 9h", trump=1, declarer=2) == {"Ah"}
    assert cards_of("4h 3h 2d", "Ts 9h", trump=1, declarer=2) == {"2d"}


def test_rules_leave_a_partners_trick_alone() -> None:
    assert cards_of("As 3s 2d", "Ts 2s", declarer=0, partner=2) == {"3s"}
    assert cards_of("Ah 3c 2d", "Ts 2s", trump=1, declarer=0, partner=2) == {"2d"}
    assert cards_of("As 3s 2d", "Ts 2s", declarer=0) == {"As"}  # against a lone declarer


def test_rules_draw_trump_as_declarer_and_call_the_partner() -> None:
    assert cards_of("Ah Kh As 2d", trump=1, declarer=0) == {"Ah"}
    assert cards_of("As Ks 3d 2d", trump=-1, declarer=0, asked=INDEX["Ad"]) == {"2d"}
    assert cards_of("Ah Kh As 2d", trump=1, declarer=1) == {"As"}


def test_rules_push_declarer_into_winning_misere() -> None:
    few = {"low": 0, "high": 0}
    assert cards_of("Ks 9s 2s", "Ts", declarer=0, **few) == {"9s"}
    assert cards_of("Ks 9s 2s", "3s Ts", declarer=0, **few) == {"Ks"}
    assert cards_of("Ks 9s 2s", "Ts", declarer=1, **few) == {"9s"}


def test_random_bids_by_a_draw_of_sixteen_words_in_rikken_and_evenly_elsewhere() -> None:
    agent = bolicho.agent("random", game=GAME)
    assert isinstance(agent, RikkenRandom)
    assert not isinstance(bolicho.agent("random", game="truco"), RikkenRandom)
    view = GAME.start(GAME.deal(stream(1))).play("solo-12").view(2)
    rng, n = stream(2), 4000
    said = Counter(agent.choose(view, rng).move for _ in range(n))
    assert set(said) == {"pas", "open-misere-plus", "solo"}
    assert said["pas"] / n == pytest.approx(14 / 16, abs=0.02)
    assert agent.policies([view])[0] == (14 / 16, 1 / 16, 1 / 16)


def test_rules_bid_what_the_hand_carries_and_every_contract_gets_bid() -> None:
    said: Counter[str] = Counter()
    rules, paper = Rules(GAME), RulesPaper(GAME)
    rng = stream(4, "bids")
    for _ in range(3000):
        view = GAME.start(GAME.deal(rng)).view(1)
        bid = rules.choose(view, rng).move
        assert paper.choose(view, rng).move in ("pas", "rik", "solo-8", "piek", "misere")
        said[bid] += 1
    assert said["pas"] > 1000
    assert {"rik", "rik-beter", "solo-8", "troela", "piek", "misere"} <= set(said)


TIED = GAME.start(
    "AK32.AK32.432.32 / QJT.QJT.AKQ.AKQJ / 987.987.JT9.T987 / 654.654.8765.654", dealer=3, contract="rik", declarer=0
)
"""Spades and hearts have as many points."""
ASKING = GAME.start(
    "KQ32.KQ32.432.32 / AJT.AJT.AKQ.AKQJ / 987.987.JT9.T987 / 654.654.8765.654", dealer=3, contract="rik", declarer=0
).play("trump:c")
"""The aces of spades and hearts are as good to ask for."""


@pytest.mark.parametrize("agent", [RulesPaper(GAME), Rules(GAME)], ids=lambda agent: agent.name)
@pytest.mark.parametrize(
    ("state", "tied"),
    [(TIED, True), (ASKING, True), (ASKING.play("ask:As"), False), (GAME.start(TIED.deal, dealer=3), False)],
    ids=["trump", "ask", "card", "bid"],
)
def test_policies_are_the_chances_with_which_moves_are_drawn(agent: Rules, state: State, tied: bool) -> None:
    view, rng, n = state.view(0), stream(9, "policies"), 2000
    said = Counter(agent.choose(view, rng).move for _ in range(n))
    chances = agent.policies([view])[0]
    assert sum(chances) == pytest.approx(1)
    for move, chance in zip(view.moves, chances, strict=True):
        assert said[move] / n == pytest.approx(chance, abs=0.05)
        assert (said[move] == 0) == (chance == 0)
    if tied and (view.phase == "ask" or agent.name == "rules-paper"):  # `rules` names the suit that it bid by
        assert sorted(chances)[-2:] == [0.5, 0.5]


def test_the_chance_in_a_sentence_of_mc_is_the_one_beside_it() -> None:
    view = GAME.start(TIED.deal, dealer=2).play("open-misere-plus").view(0)  # only solo 13 is left to say
    said = MonteCarlo(GAME, 100).choose(view, Random(1))
    facts = said.why["facts"]
    assert 0 < facts["chance"] == facts["chances"][facts["best"]] < 0.01
    assert "saw no contract that I could count on" in (sentence(said.why, "en") or "")
    assert f"{facts['best']} {facts['chance']}" in (figures(said.why, "en") or "")
    unsure = MonteCarlo(GAME, 100).choose(GAME.start(TIED.deal, dealer=3).view(0), Random(1))
    facts, told = unsure.why["facts"], sentence(unsure.why, "en") or ""
    assert facts["chances"][facts.get("nearest", facts["best"])] == facts["chance"]
    assert f"{100 * facts['chance']:.0f} %" in told, told


def test_a_forced_bidder_bids() -> None:
    game, rng = Rikken("rosa"), stream(5)
    for spec in SPECS:
        agent = bolicho.agent(spec, game=game)
        for _ in range(3):
            state = game.start(game.deal(rng))
            for _ in range(4):
                state = state.play("pas")
            assert agent.choose(state.view(state.seat or 0), rng).move in NAMES


@pytest.mark.parametrize("spec", SPECS)
def test_every_decision_says_why_in_both_languages(spec: str) -> None:
    agent = bolicho.agent(spec, game=GAME)
    for number, (begun, rng) in enumerate(deals(f"why {spec}")):
        state = begun if number % 3 else Rikken().start(begun.deal, dealer=begun.dealer)
        for _ in range(12):
            if state.over or state.seat is None:
                break
            decision = agent.choose(state.view(state.seat), rng)
            assert decision.move in state.moves()
            for language in LANGUAGES:
                said = sentence(decision.why, language)
                assert said is not None, decision.why
                assert said.endswith(".")
            state = state.play(decision.move)
        if number > 40 and spec.startswith(("mc:", "pimc")):
            break


def test_a_simulated_card_tells_its_chance_with_an_interval_and_the_number_of_worlds() -> None:
    state = next(state for state, _ in deals("interval") if state.contract == "solo-8")
    facts = MonteCarlo(GAME, 20).choose(state.view(state.seat or 0), Random(1)).why["facts"]
    assert facts["worlds"] == 20
    assert set(facts["chances"]) == set(state.moves())
    for card, (low, high) in facts["intervals"].items():
        assert 0 <= low <= facts["chances"][card] <= high <= 1


def test_pimc_solves_the_last_tricks_and_plays_what_keeps_its_goal_most_often() -> None:
    agent, solved, rng = PerfectEnd(GAME, 10), 0, stream(8)
    for state, _ in deals("endings"):
        if state.contract != "solo-8" or state.rules.trump == "off":
            continue
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            if len(view.hand) <= 5 and len(view.moves) > 1:
                decision = agent.choose(view, rng)
                solved += str(decision.why["rule"]).startswith("card-pimc")
                chances = decision.why["facts"]["chances"]
                assert chances[decision.move] == max(chances.values())
            state = state.play(rng.choice(state.moves()))
    assert solved > 5


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("mc:0", "simulations '0': expected a whole number from 1 to 100000"),
        ("mc:many", "simulations 'many'"),
        ("mc-paper:n=-1", "simulations '-1'"),
        ("mc-paper:playout=clever", "playout 'clever': expected one of random, rules"),
        ("pimc:10,tricks=9", "tricks '9': expected a whole number from 1 to 7"),
        ("rules:3", "too many positional arguments"),
    ],
)
def test_wrong_arguments_are_named(spec: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        bolicho.agent(spec, game=GAME)


def test_they_play_rikken_only() -> None:
    with pytest.raises(BadInput, match="does not play truco"):
        bolicho.agent("mc", game="truco")


def test_a_first_move_does_not_wait_for_a_compiler_and_is_the_same_as_later() -> None:
    view = next(state for state, _ in deals("first")).view(0)
    view = view if view.moves else next(s for s, _ in deals("first") if s.seat == 0).view(0)
    later = MonteCarlo(GAME, 5)
    engine.warm_up(wait=True)
    compiled = later.choose(view, Random(3))
    with engine.KERNEL.cold():
        assert engine.runner_now().name == "plain"
        assert later.choose(view, Random(3)) == compiled
