"""The Markov player at the table."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.agents.blindness import decides_by_its_view
from tests.learn.markov.hands import GAME, play, positions

import bolicho
from bolicho.agents import make
from bolicho.agents.markov import Markov
from bolicho.agents.markov import settings as named
from bolicho.agents.markov.questions import cannot_win
from bolicho.conformance import check_agent
from bolicho.core.errors import BadInput
from bolicho.core.words import LANGUAGES, Words
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.markov.file import save
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.switches import Switches

ALL_ON = "markov:area=kernel,step=adaptive,gates=adaptive,nstep=on,lookup=similar"
SPECS = [
    "markov",
    "markov:paper",
    "markov:nstep=on",
    "markov:lookup=similar,rounding=paper",
    "markov:nstep=on,spins=6",
    ALL_ON,
]


@pytest.mark.parametrize("spec", SPECS)
def test_it_keeps_the_contract(spec: str) -> None:
    check_agent(lambda game: make(spec, game), GAME, matches=1)


@pytest.mark.parametrize("preset", Truco.presets)
def test_it_keeps_the_contract_under_every_preset_with_everything_on(preset: str) -> None:
    check_agent(lambda game: make(ALL_ON, game), Truco(preset=preset), matches=1)


@pytest.mark.parametrize("spec", SPECS)
def test_the_probabilities_are_those_of_the_choices(spec: str) -> None:
    agent: Markov = make(spec, GAME)
    agent.bluffs.caught["truco", 1] = 2
    views = [view for seed in range(4) for view in positions(seed)][:24]
    for view, chances in zip(views, agent.policies(views), strict=True):
        assert sum(chances) == pytest.approx(1)
        drawn = Counter(agent.choose(view, Random(n)).move for n in range(400))
        for move, chance in zip(view.moves, chances, strict=True):
            assert drawn[move] / 400 == pytest.approx(chance, abs=0.1), (move, view)
            assert (move in drawn) <= (chance > 0)


@pytest.mark.parametrize("spec", SPECS)
def test_without_points_it_neither_calls_nor_accepts_envido(spec: str) -> None:
    agent: Markov = make(spec, GAME)
    asked = 0
    for view in (view for seed in range(150) for view in positions(seed)):
        if envido_points(view.dealt) >= 20 or not (view.bet == "envido" or "envido" in view.moves):
            continue
        asked += 1
        chances = dict(zip(view.moves, agent.policies([view])[0], strict=True))
        assert not any(chances.get(call) for call in ENVIDO_CALLS)
        if view.bet == "envido":
            assert chances["nao-quero"] == 1
    assert asked > 50


@pytest.mark.parametrize("spec", SPECS)
def test_in_a_lost_third_round_it_neither_calls_nor_accepts(spec: str) -> None:
    agent: Markov = make(spec, GAME)
    view = play("3e 2o 4c / 1e 7b 5c", "3e 5c 2o 1e 7b").view(0)
    assert cannot_win(view), "a four against the seven on the table"
    assert {agent.choose(view, Random(n)).move for n in range(50)} == {"4c"}
    asked = play("4e 3o 5c / 2b 6c 7b", "5c 6c 2b 3o 4e truco").view(0)
    assert cannot_win(asked), "the first round was lost, and a four beats nothing"
    assert {agent.choose(asked, Random(n)).move for n in range(50)} == {"nao-quero"}
    open_still = play("5e 3o 4c / 2b 6c 7b", "4c 6c 2b 3o 5e truco").view(0)
    assert not cannot_win(open_still), "a five may meet a four"


def test_a_four_can_never_win_what_must_be_won() -> None:
    view = play("4e 3o 5c / 2b 6c 7b", "5c 6c 2b 3o").view(0)
    assert view.won == (1, 0)
    assert cannot_win(view), "the first round was lost, and a four beats nothing"
    agent = Markov(GAME)
    assert {agent.choose(view, Random(n)).move for n in range(50)} == {"4e"}
    other = play("2b 6c 7b / 4e 3o 5c", "6c 5c 2b 3o").view(1)
    assert cannot_win(other)


def test_it_never_folds_and_never_plays_face_down() -> None:
    game = Truco(preset="ufsm-web")
    for spec in SPECS:
        agent: Markov = make(spec, game)
        for view in (view for seed in range(40) for view in positions(seed, game)):
            chances = dict(zip(view.moves, agent.policies([view])[0], strict=True))
            assert not chances.get("baralho")
            assert not any(chance for move, chance in chances.items() if move.startswith("("))


def test_the_first_envido_is_plain_and_raises_come_from_the_highest_down() -> None:
    agent = Markov(GAME)
    view = play("7o 6o 4c / 7b 6b 1c", "").view(0)
    chances = dict(zip(view.moves, agent.policies([view])[0], strict=True))
    assert chances["envido"] > 0.7
    assert not chances["real-envido"]
    assert not chances["falta-envido"]
    called = play("7o 6o 4c / 7b 6b 1c", "envido").view(1)
    answers = dict(zip(called.moves, agent.policies([called])[0], strict=True))
    assert answers["real-envido"] > 0
    assert not answers["envido"]
    assert answers["quero"] > 0


def test_it_answers_flor_with_flor_and_never_shrinks() -> None:
    agent = Markov(GAME)
    state = play("1e 2e 4e / 3b 6b 2b", "flor")
    chances = dict(zip(state.view(1).moves, agent.policies([state.view(1)])[0], strict=True))
    assert not chances["achico"]
    assert chances["flor"] > 0
    best = play("1e 2e 4e / 7b 6b 5b", "flor").view(1)
    raised = dict(zip(best.moves, agent.policies([best])[0], strict=True))
    assert raised["contra-flor"] > 0.6
    assert not raised["contra-flor-e-o-resto"], "the best flor is worth 0.73 at first, and this needs more than 0.8"


def facts_of(view: View, spec: str = "markov", seed: int = 0) -> dict[str, object]:
    decision = make(spec, GAME).choose(view, Random(seed))
    facts: dict[str, object] = decision.why["facts"]
    return facts


def test_it_says_row_slice_wins_losses_chance_gate_and_draw() -> None:
    facts = facts_of(play("7o 12b 7b / 7e 2c 4e", "7o 4e").view(0))
    asked = [*facts["passed"], facts] if isinstance(facts["passed"], list) else []
    truco = next(question for question in asked if question.get("call") == "truco")
    assert (truco["row"], truco["columns"], truco["wins"], truco["losses"]) == ("7c-12-7o", 88, 3866, 2646)
    assert (truco["p"], truco["gate"], truco["bluffs"]) == (0.5937, 0.5, 0)
    assert 0 <= truco["draw"] <= 1
    assert truco["slice"][:2] == ["4-4-4", "4-4-5"]
    assert len(json.dumps(facts)) < 3000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_words(language: str) -> None:
    words = Words("bolicho.agents.markov", language)
    said = set()
    for spec in SPECS:
        agent: Markov = make(spec, GAME)
        for seed in range(60):
            for view in positions(seed):
                why = agent.choose(view, Random(seed)).why
                text = words(why["rule"], **why["facts"])
                assert "{" not in text or why["rule"] == "card"
                said.add(why["rule"])
    assert said >= {"card", "settled", "call-truco", "accept-truco-shut", "accept-envido", "no-points-no"}


def test_a_seat_has_a_memory_of_its_own() -> None:
    agent = Markov(GAME)
    one, other = agent.sit(), agent.sit()
    one.saw(play("6e 5o 4c / 3b 2c 12o", "truco quero 4c 12o 3b 6e").view(1))
    assert one.bluffs.remembered("truco", 1) == 1
    assert not other.bluffs.caught
    assert not agent.bluffs.caught
    assert one.matrices is agent.matrices
    view = play("6e 5o 4c / 3b 2c 1b", "truco").view(1)
    accept = view.moves.index("quero")
    assert one.policies([view])[0][accept] < other.policies([view])[0][accept]


def test_learning_changes_the_player_and_nobody_else() -> None:
    agent, bystander = Markov(GAME), Markov(GAME)
    record = bolicho.play_match(GAME, [agent, agent], seed=3)
    agent.learn(record)
    assert agent.matrices.matches == 1
    assert bystander.matrices.matches == Markov(GAME).matrices.matches == 0
    start = Matrices.initial()
    assert (agent.matrices.cards.win != start.cards.win).any()
    assert (bystander.matrices.cards.win == start.cards.win).all()


def test_a_match_of_others_teaches_nothing() -> None:
    agent = Markov(GAME)
    agent.learn(bolicho.play_match(GAME, [make("random", GAME)] * 2, seed=3))
    assert agent.matrices.matches == 0


def test_a_call_refused_for_the_bluffs_is_not_put_down_to_the_gate() -> None:
    agent = Markov(GAME)
    agent.bluffs.caught["truco", 1] = 9
    view = play("6e 5o 4c / 3b 2c 1b", "truco").view(1)
    while "envido" in view.moves:
        view = view._replace(moves=tuple(move for move in view.moves if move not in ENVIDO_CALLS))
    decisions = [agent.choose(view, Random(n)) for n in range(20)]
    refused = [decision for decision in decisions if decision.move == "nao-quero"]
    assert refused
    assert {decision.why["rule"] for decision in refused} == {"accept-truco-no"}
    assert refused[0].why["facts"]["bluffs"] == 9


def test_in_self_play_both_seats_teach_the_shared_matrices() -> None:
    matrices = Matrices.initial()
    agent = Markov(GAME, matrices=matrices)
    agent.learn(bolicho.play_match(GAME, [agent, agent], seed=3))
    start = Matrices.initial()
    won, lost = matrices.cards.win - start.cards.win, matrices.cards.loss - start.cards.loss
    assert won.sum() == pytest.approx(lost.sum())
    assert won.sum() > 0
    alone = Markov(GAME)
    other = bolicho.play_match(GAME, [alone, make("random", GAME)], seed=3)
    alone.learn(other)
    moved = alone.matrices
    assert (moved.cards.win - start.cards.win).sum() == pytest.approx((moved.cards.loss - start.cards.loss).sum())


def test_its_name_builds_it_again(tmp_path: Path) -> None:
    matrices = Matrices.initial(Switches.of({"area": "levels"}))
    matrices.truco.win[0, 0] = 99
    file = tmp_path / "mine.npz"
    save(matrices, file)
    for spec in (*SPECS, f"markov:{file}", f"markov:{file},rounding=paper"):
        agent = make(spec, GAME)
        assert agent.name == spec
    assert agent.matrices.truco.win[0, 0] == 99
    assert (agent.matrices.switches.area, agent.matrices.switches.rounding) == ("levels", "paper")
    assert make("markov:paper", GAME).matrices.switches.rounding == "paper"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("markov:worst", "worst"),
        ("markov:nowhere.npz", r"nowhere\.npz"),
        ("markov:area=everything", "area=everything"),
        ("markov:colour=blue", "no setting 'colour'"),
        ("markov:share=much", "share=much"),
        ("markov:share=7", "from 0 to 1"),
        ("markov:share=nan", "share=nan"),
        ("markov:matrices=mine.npz", "stands first"),
        ("markov:area=levels,area=kernel", "area is given twice"),
        ("markov:,paper", "nothing stands before a comma"),
        ("markov:,", "nothing stands before a comma"),
        ("markov:paper,", "nothing stands before a comma"),
        ("markov:paper,paper", "'markov:paper,paper': expected one of paper, best or a file"),
        ("markov:my,file.npz", "may not hold a comma"),
        ("markov:area=1/mine.npz", "area=1/mine.npz"),
        ("markov:a=b.npz", "neither = nor a comma"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(spec: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as error:
        make(spec, GAME)
    assert "\n" not in str(error.value)


def test_best_is_the_bundled_file_or_a_clear_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(named, "BUNDLED", tmp_path / "best.npz")
    with pytest.raises(BadInput, match="no trained matrices are bundled"):
        make("markov:best", GAME)
    matrices = Matrices.initial(Switches.of({"nstep": "on"}))
    matrices.matches = 5000
    save(matrices, tmp_path / "best.npz")
    best = make("markov:best", GAME)
    assert (best.matrices.matches, best.matrices.switches.nstep) == (5000, "on")


def test_it_decides_by_its_view_alone() -> None:
    decides_by_its_view(GAME, make(ALL_ON, GAME), hands=30, least=100)


def test_calls_of_truco_go_one_step_at_a_time() -> None:
    agent = Markov(GAME)
    view = play("1e 1b 7o / 3b 2c 12o", "").view(0)
    chances = dict(zip(view.moves, agent.policies([view])[0], strict=True))
    assert [call for call in TRUCO_CALLS if call in chances] == ["truco"]
    assert chances["truco"] > 0.5
