"""OpenSpiel's players at our table and in our arena; they see what a View tells."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import mcts
from tests.field.openspiel.some_games import LADDER, load
from typer.testing import CliRunner

import bolicho
from bolicho.agents import make
from bolicho.cli import app
from bolicho.conformance import check_agent
from bolicho.core.why import sentence
from bolicho.field.openspiel import as_agent, save_policy
from bolicho.field.openspiel.guest import OpenSpielGuest
from bolicho.games import GAMES

LADDER_GAME = GAMES.make("truco", deck="mini", envido="off", flor="off")
PLAYERS = [
    ("openspiel:random", "tapatan", {}),
    ("openspiel:mcts,simulations=8", "jogo-da-velha", {}),
    ("openspiel:mcts,simulations=3,c=2", "picaria", {"plies": 20}),
    ("openspiel:random", "truco", {"target": 3}),
    ("openspiel:ismcts,simulations=5", "truco", {"target": 6, "preset": "ufsm-web"}),
    ("openspiel:ismcts,simulations=3", "rikken", {"deals": 1}),
    ("openspiel", "truco", {"target": 1, "deck": "mini"}),
]


@pytest.mark.parametrize(("spec", "name", "options"), PLAYERS)
def test_a_guest_keeps_the_contract(spec: str, name: str, options: dict[str, Any]) -> None:
    game = GAMES.make(name, **options)
    check_agent(lambda g: make(spec, g), game, matches=1, seed=4)
    assert make(spec, game).name == spec


@pytest.mark.parametrize(("spec", "name", "options"), PLAYERS)
def test_a_guest_says_why_in_both_languages(spec: str, name: str, options: dict[str, Any]) -> None:
    game = GAMES.make(name, **options)
    state = game.start(game.deal(bolicho.stream(1)))
    while len(state.moves()) < 2:
        state = state.play(state.moves()[0])
    decision = make(spec, game).choose(state.view(state.seat), bolicho.stream(2))
    told = {sentence(decision.why, language) for language in ("en", "pt-BR")}
    assert len(told) == 2
    assert None not in told


def test_hidden_cards_make_no_difference() -> None:
    """Two hands that look the same to a seat get the same answer: nothing but the view is looked at."""
    game = GAMES.make("truco")
    for spec in ("openspiel:ismcts,simulations=6", "openspiel:random"):
        agent = make(spec, game)
        answers = {
            agent.choose(game.start(deal).view(0), bolicho.stream(3)).move
            for deal in ("1e 7o 4c / 3b 2c 12o", "1e 7o 4c / 4e 5b 6o", "1e 7o 4c / 1b 7e 3c")
        }
        assert len(answers) == 1


def test_mcts_takes_what_wins() -> None:
    game = GAMES.make("jogo-da-velha")
    view = game.start("110220000 1 3 2").view(0)
    decision = make("openspiel:mcts,simulations=60", game).choose(view, bolicho.stream(1))
    assert (decision.move, decision.value) == ("c3", 1.0)
    assert sum(decision.why["facts"]["visits"].values()) <= 60


@pytest.mark.parametrize(
    ("spec", "name", "options", "complaint"),
    [
        ("openspiel:mcts", "truco", {}, "agent openspiel:mcts would look at the hidden cards of truco"),
        ("openspiel:ismcts", "tapatan", {}, "nothing is hidden in tapatan: ask for openspiel:mcts"),
        ("openspiel:cfr", "truco", {}, "only truco:deck=mini,envido=off,flor=off is small enough"),
        ("openspiel:alphazero", "truco", {}, "unknown player of OpenSpiel 'alphazero'; known: random, mcts"),
        ("openspiel:mcts,simulations=0", "tapatan", {}, "simulations='0': expected a whole number from 1"),
        ("openspiel:mcts,simulations=x", "tapatan", {}, "simulations='x': expected a whole number from 1"),
        ("openspiel:mcts,c=nan", "tapatan", {}, "c='nan': expected a number above 0"),
        ("openspiel:mcts,depth=3", "tapatan", {}, "unknown setting of openspiel:mcts 'depth'; known: simulations, c"),
        ("openspiel:policy", "truco", {}, "say which, as in openspiel:policy,file=mini.json"),
        ("openspiel:policy,file=none.json", "truco", {}, "none.json: No such file or directory"),
        ("openspiel:random", "rikken", {"preset": "brabant"}, "agent 'openspiel' does not play rikken"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(spec: str, name: str, options: dict[str, str], complaint: str) -> None:
    with pytest.raises(bolicho.BadInput) as told:
        make(spec, GAMES.make(name, **options))
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


# ── policies ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy of the first decision of the mão with 1e 3e 12e: always truco; of the pé's answer: never."""
    path = tmp_path_factory.mktemp("policy") / "mini.json"
    game = load(LADDER)
    first = game.from_state(game.kind.start("1e 3e 12e / 3b 12b 4c"))
    then = first.clone()
    then.apply_action(first.string_to_action("truco"))
    table = {
        first.information_state_string(0): [(first.string_to_action("truco"), 1.0)],
        then.information_state_string(1): [(then.string_to_action("nao-quero"), 1.0)],
    }
    save_policy(pyspiel.TabularPolicy(table), game, path)
    return path


@pytest.mark.parametrize("mano", [0, 1])
@pytest.mark.parametrize("deal", ["1e 3e 12e / 3b 12b 4c", "1e 3b 12b / 3e 12e 4b"])
def test_a_policy_in_a_file_is_played_in_any_seat_suit_and_score(saved: Path, mano: int, deal: str) -> None:
    agent = make(f"openspiel:policy,file={saved}", LADDER_GAME)
    dealt = deal if mano == 0 else " / ".join(reversed(deal.split(" / ")))
    state = LADDER_GAME.start(dealt, mano=mano, score=(7, 3))
    for move in ("truco", "nao-quero"):
        view = state.view(state.seat)
        decision = agent.choose(view, Random(1))
        assert (decision.move, decision.why["rule"]) == (move, "policy")
        assert agent.policies([view])[0][view.moves.index(move)] == 1
        state = state.play(move)


def test_what_a_policy_does_not_know_is_drawn(saved: Path) -> None:
    agent = make(f"openspiel:policy,file={saved}", LADDER_GAME)
    view = LADDER_GAME.start("3e 3b 12e / 1e 4b 4c").view(0)
    assert agent.choose(view, Random(1)).why["rule"] == "unknown-state"
    assert agent.policies([view]) == [(0.2,) * 5]


def test_a_policy_of_another_game_is_refused(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(bolicho.BadInput, match=r"is a policy of bolicho_truco.*, not of bolicho_truco"):
        make(f"openspiel:policy,file={saved}", GAMES.make("truco"))
    broken = tmp_path / "broken.json"
    for text in ("{", json.dumps({"policy": {}}), "[]"):
        broken.write_text(text)
        with pytest.raises(bolicho.BadInput, match="no policy of OpenSpiel"):
            make(f"openspiel:policy,file={broken}", LADDER_GAME)


def test_a_tabular_policy_of_python_is_saved_too(tmp_path: Path) -> None:
    game = pyspiel.load_game("bolicho_jogo_da_velha(start=112212000 1 2 1)")
    save_policy(openspiel_policy.TabularPolicy(game), game, tmp_path / "uniform.json")
    told = json.loads((tmp_path / "uniform.json").read_text())["policy"]
    assert told[game.new_initial_state().information_state_string(0)] == pytest.approx(
        {"a1": 1 / 3, "b1": 1 / 3, "c1": 1 / 3}, abs=1e-6
    )
    with pytest.raises(bolicho.BadInput, match="only a tabular one can be saved"):
        save_policy(openspiel_policy.UniformRandomPolicy(game), game, tmp_path / "x.json")


def test_any_policy_and_any_bot_takes_a_seat() -> None:
    ours = GAMES.make("truco", target=3)
    uniform = as_agent(openspiel_policy.UniformRandomPolicy(load("bolicho_truco")), ours, "uniform")
    record = bolicho.play_match(ours, [uniform, make("random", ours)], seed=1)
    assert record.forfeit is None
    board = GAMES.make("jogo-da-velha")

    def searcher(game: Any, seat: int, seed: int) -> Any:
        return mcts.MCTSBot(game, 1.4, 10, mcts.RandomRolloutEvaluator(1))

    record = bolicho.play_match(board, [as_agent(searcher, board), make("random", board)], seed=1)
    assert record.forfeit is None


# ── match and arena ───────────────────────────────────────────────────────────────────────────────────────────────


def run(*words: object) -> Any:
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_guest_plays_a_match() -> None:
    told = run("match", "jogo-da-velha", "openspiel:mcts,simulations=20", "random", "--matches", 4, "--json")
    assert told["forfeits"] == []
    assert told["wins"][0] > told["wins"][1]


def test_a_guest_plays_in_the_arena_with_two_workers_as_with_one(tmp_path: Path) -> None:
    words = ("arena", "truco", "openspiel:ismcts,simulations=2", "openspiel:random", "--option", "target=3", "--json")
    rows = []
    for workers in (1, 2):
        out = tmp_path / str(workers)
        run(*words, "--matches", 2, "--seed", 2, "--workers", workers, "--out", out)
        rows.append(sorted((out / "rows.jsonl").read_text().splitlines()))
    assert rows[0] == rows[1]
    assert len(rows[0]) == 2


def test_the_guest_is_listed() -> None:
    for name in ("truco", "rikken", "tapatan"):
        assert "openspiel" in bolicho.agents(name)
    assert set(OpenSpielGuest.character) == {"en", "pt-BR"}
