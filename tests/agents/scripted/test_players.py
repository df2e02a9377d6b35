"""The five scripted players: what they say, why, and that they look alive."""

from typing import Any

import numpy as np
import pytest

import bolicho
from bolicho import Decision
from bolicho.agents import make
from bolicho.agents.scripted import CHARACTERS
from bolicho.agents.scripted.counting import Worth, match_chances
from bolicho.agents.scripted.eyes import Eyes
from bolicho.core.why import figures, hint
from bolicho.core.words import LANGUAGES, Words
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.games.truco import State
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.odds import Prospects, Rest, rest

GAME = GAMES.make("truco")


def ask(name: str, deal: str, said: str = "", **context: Any) -> Decision:
    state: State = GAME.start(deal, **context)
    for move in said.split():
        state = state.play(move)
    assert state.seat is not None
    decision: Decision = make(name, GAME).choose(state.view(state.seat), bolicho.stream(1))
    return decision


STRONG = "1e 1b 7o / 4e 5b 6c"
WEAK = "4e 5b 6c / 1e 1b 7o"


def test_sound_accepts_with_the_best_cards_and_runs_with_the_worst() -> None:
    assert ask("sound", "4e 5b 6c / 1e 1b 7o", "truco").move in ("quero", "retruco")
    assert ask("sound", "1e 1b 7o / 4e 5b 6c", "truco").move == "nao-quero"


def test_sound_plays_the_weakest_card_that_does() -> None:
    assert ask("sound", "12o 5b 6c / 1e 3b 1o", "12o truco quero").move == "1o"
    assert ask("sound", "1e 5b 6c / 2o 3b 4c", "1e truco quero").move == "4c"


def test_sound_does_not_refuse_when_refusing_loses_the_match() -> None:
    assert ask("sound", "1e 1b 7o / 4e 5b 6c", "truco", score=(23, 10)).move != "nao-quero"


def test_sound_calls_a_good_envido_and_leaves_a_poor_one() -> None:
    assert ask("sound", "7e 6e 4c / 1b 2c 5c").move in ("envido", "real-envido", "falta-envido")
    assert ask("sound", "12e 11o 10c / 1b 2c 5c", "falta-envido", mano=1).move == "nao-quero"


def test_a_raise_against_better_points_is_said_to_be_a_bluff_and_a_lost_hand_to_be_lost() -> None:
    """The advice names what it is, in both languages; a chance of nothing is not said to be the best."""
    face = face_of(GAME, "pt-BR")
    why = ask("sound", "7e 6e 4c / 12e 11o 1c", "envido", score=(23, 3)).why
    assert why["rule"] == "sound-raise-bluff-envido"
    assert "Seu único ponto ganha só de 0 %" in str(hint(why, "pt-BR", face.name_of))
    assert "é blefe" in str(hint(why, "pt-BR", face.name_of))
    assert "it is a bluff" in str(hint(why, "en", face.name_of))
    lost = ask("sound", "1e 1b 3o / 12e 4o 5c", "1e 4o 1b").why
    assert "você já não ganha" in str(hint(lost, "pt-BR"))
    assert "Against nothing" in str(hint(lost, "en"))


def test_every_decision_names_its_rule_and_the_sentence_can_be_said_in_both_languages() -> None:
    words = {language: Words("bolicho.agents.scripted", language) for language in LANGUAGES}
    rules = set()
    for name in CHARACTERS:
        for preset in GAME.presets:
            game = GAMES.make("truco", preset=preset)
            for seed in range(4):
                record = bolicho.play_match(game, [make(name, game), make("random", game)], seed=seed, keep_why=True)
                for unit in record.units:
                    for entry in filter(None, unit.decisions):
                        why = entry["why"]
                        if why["rule"].startswith("drawn"):
                            continue
                        told = f"{why['rule']}-{why['facts'].get('telling')}"
                        rules |= {why["rule"], told, f"{told}-hint", *why["facts"].get("also", ())}
                        rules |= {f"{why['rule']}-instead"} if "instead" in why["facts"] else set()
                        for language in LANGUAGES:
                            assert words[language](why["rule"], **why["facts"])
                            for part, say in (("figures", figures), ("hint", hint)):
                                if f"{why['rule']}-{part}" in words[language]:
                                    rules.add(f"{why['rule']}-{part}")
                                    assert say(why, language)
    assert words["en"].texts.keys() == words["pt-BR"].texts.keys()
    missing = set(words["en"].texts) - rules
    rare = (
        "raise-flor",
        "accept-flor",
        "refuse-flor",
        "sound-answer-flor",
        "sound-raise-bluff-truco",
        "bluff-truco-none",
    )
    assert sorted(rule for rule in missing if not rule.startswith(rare)) == []


@pytest.mark.parametrize("matches", [8, pytest.param(30, marks=pytest.mark.endurance)])
def test_tempers_differ_as_their_names_say(matches: int) -> None:
    """How often each calls truco, per hand, on the same deals against the same rival."""
    calls = {}
    for name in CHARACTERS:
        said = hands = bluffs = 0
        for seed in range(matches):
            record = bolicho.play_match(GAME, [make(name, GAME), make("sound", GAME)], seed, keep_why=True)
            for unit in record.units:
                hands += 1
                rules = [d["why"]["rule"] for d in unit.decisions if d]
                said += "call-truco" in rules or "bluff-truco" in rules
                bluffs += "bluff-truco" in rules or "bluff-envido" in rules
        calls[name] = (said / hands, bluffs / hands)
    assert calls["cautious"][0] < calls["bold"][0]
    assert calls["cautious"][1] == calls["novice"][1] == 0 < calls["bold"][1] < calls["bluffer"][1]


def test_open_card_chances_are_those_of_the_rules() -> None:
    """With both hands open, the table of chances and a search over the rules agree at every ply."""
    game = GAMES.make("truco", flor="off", envido="off")

    def wins(state: State, me: int) -> bool:
        if state.over:
            return state.scores[me] > 0
        ends = [wins(state.play(card), me) for card in state.hands[state.seat or 0]]
        return any(ends) if state.seat == me else all(ends)

    rng = bolicho.stream(3)
    for _ in range(60):
        state = game.start(game.deal(rng), mano=rng.randrange(2))
        while not state.over:
            for me in (0, 1):
                held = np.array([[STRENGTH[card] for card in state.hands[1 - me]]], np.int64)
                prospects = Prospects(state.view(me), Rest(held, np.ones(1)))
                assert bool(prospects.now()[0]) == wins(state, me)
            state = state.play(rng.choice(state.hands[state.seat]))


def test_the_rivals_remaining_cards_are_weighed_by_how_many_hands_hold_them() -> None:
    state = GAME.start("1e 7o 4c / 3b 2c 12o").play("4c").play("12o")
    held = rest(state.view(0))
    assert held.strengths.shape[1] == 2
    assert held.weight.sum() == pytest.approx(1)
    assert Eyes(state.view(0)).chance == pytest.approx(
        Prospects(state.view(0), held).chance(Prospects(state.view(0), held).now())
    )


def test_what_a_score_is_worth() -> None:
    even = match_chances(24, 0.5)
    assert even[0, 0] == pytest.approx(0.5)
    assert np.allclose(even[:24, :24] + even[:24, :24].T, 1)
    assert (np.diff(even[:, 5]) > 0).all()
    view = GAME.start("1e 7o 4c / 3b 2c 12o", score=(22, 20)).view(0)
    assert (Worth(view, 0.5).us(2), Worth(view, 0.5).him(4), Worth(view, 0.5).us(9)) == (1.0, 0.0, 1.0)
