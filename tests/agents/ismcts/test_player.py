"""The searching player of Truco: legal everywhere, the same from the same stream, and it explains itself."""

import json

import pytest

import bolicho
from bolicho.agents import make
from bolicho.agents.ismcts.player import AnySearch, TrucoSearch
from bolicho.core.chance import stream
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES
from bolicho.games.truco import Truco
from bolicho.learn.search.ismcts import engine

GAME = Truco()
SPECS = ("ismcts:30", "ismcts:30,playout=random,worlds=uniform,guide=bounds,observers=1", "ismcts:30,play=shares")


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    engine.warm_up(wait=True)


@pytest.mark.parametrize("preset", Truco.presets)
@pytest.mark.parametrize("spec", SPECS)
def test_it_plays_whole_matches_by_the_rules_against_random_moves(preset: str, spec: str) -> None:
    game = Truco(preset)
    for seed in range(2):
        players = [make(spec, game), make("random", game)]
        record = bolicho.play_match(game, players if seed else players[::-1], seed=seed)
        assert record.forfeit is None


def test_any_game_can_be_searched_without_knowing_it() -> None:
    game = Truco("ufsm-web")
    agent = AnySearch(game, 15, {})
    for seed in range(6):
        rng = stream(seed, "any")
        state = game.start(game.deal(rng), mano=seed % 2)
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            decision = agent.choose(view, rng)
            assert decision.move in view.moves
            assert all(sentence(decision.why, language) for language in LANGUAGES)
            state = state.play(decision.move)


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_stream_gives_the_same_decision_and_the_kernel_that_of_plain_python(spec: str) -> None:
    view = GAME.start("1e 7o 4c / 3b 2c 12o").play("4c").view(1)
    agent = make(spec, GAME)
    assert isinstance(agent, TrucoSearch)
    warm = agent.choose(view, stream(9))
    assert warm == agent.choose(view, stream(9))
    assert engine.runner_now().name == "compiled"
    with engine.KERNEL.cold():
        assert engine.runner_now().name == "plain"
        assert agent.choose(view, stream(9)) == warm


def test_it_tells_visits_means_and_hands_in_both_languages() -> None:
    view = GAME.start("1e 7o 4c / 3b 2c 12o").view(0)
    decision = make("ismcts:200", GAME).choose(view, stream(3))
    facts = decision.why["facts"]
    assert sum(facts["visits"].values()) == facts["iterations"] == 200
    assert facts["visits"][decision.move] == max(facts["visits"].values())
    assert facts["hands"] == 7770, "all hands of the other 37 cards"
    assert set(facts["values"]) == {move for move, n in facts["visits"].items() if n}
    assert decision.value == pytest.approx(facts["values"][decision.move], abs=1e-4)
    json.dumps(decision.why)
    texts = {language: sentence(decision.why, language) for language in LANGUAGES}
    assert all(texts.values())
    assert len(set(texts.values())) == len(LANGUAGES)


def test_policies_are_those_of_the_player_and_come_from_the_seed() -> None:
    views = [GAME.start("1e 7o 4c / 3b 2c 12o").view(0), GAME.start("6e 6o 4c / 3b 2c 12o").play("4c").view(1)]
    shares = make("ismcts:200,play=shares", GAME)
    assert shares.policies(views) == shares.policies(views)
    assert shares.policies(views) != make("ismcts:200,play=shares,seed=1", GAME).policies(views)
    for most, some in zip(make("ismcts:200", GAME).policies(views), shares.policies(views), strict=True):
        assert sum(some) == pytest.approx(1)
        assert sorted(most)[-2:] == [0.0, 1.0]
        assert some[most.index(1.0)] == max(some)


def test_a_name_says_how_to_build_the_player_again() -> None:
    for spec in ("ismcts:1000", "ismcts:50,worlds=uniform", "ismcts:50,curiosity=3,play=shares"):
        assert make(spec, GAME).name == spec
    assert make("ismcts", GAME).name == "ismcts:1000"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("ismcts:0", "iterations '0'"),
        ("ismcts:many", "iterations 'many'"),
        ("ismcts:10,playout=clever", "playout 'clever': expected one of sensible, random"),
        ("ismcts:10,curiosity=-1", "curiosity '-1': expected a number above 0"),
        ("ismcts:10,seed=x", "seed 'x': expected a whole number"),
        ("ismcts:10,depth=3", "depth"),
    ],
)
def test_a_wrong_argument_is_one_clear_line(wrong: str, says: str) -> None:
    with pytest.raises(bolicho.BadInput, match=says):
        make(wrong, GAME)


def test_where_all_lies_open_it_does_not_sit_down() -> None:
    assert "ismcts" not in bolicho.agents(bolicho.game("tapatan"))
    assert "ismcts" in bolicho.agents(bolicho.game("rikken"))


def test_it_beats_the_random_player() -> None:
    players = [make("ismcts:100", GAME), make("random", GAME)]
    wins = 0
    for match in range(20):
        seated = players if match % 2 else players[::-1]
        winner = bolicho.play_match(GAME, seated, 5, match=match).winner
        wins += winner is not None and seated[winner].name != "random"
    assert wins >= 15


@pytest.mark.endurance
def test_more_iterations_are_not_weaker() -> None:
    """Over 300 matches of a thousand iterations against twenty, more than half are won."""
    players = [make("ismcts:1000", GAME), make("ismcts:20", GAME)]
    wins = 0
    for match in range(300):
        seated = players if match % 2 else players[::-1]
        record = bolicho.play_match(GAME, seated, 77, match=match, board=match // 2)
        wins += record.winner is not None and seated[record.winner].name == "ismcts:1000"
    print(f"ismcts:1000 won {wins} of 300 against ismcts:20")
    assert wins > 150
