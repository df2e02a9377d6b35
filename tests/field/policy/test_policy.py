"""A policy learnt elsewhere at our table: it sees arrays, plays legal moves, tells its chances, and fits one game."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bolicho
from bolicho.agents import make
from bolicho.conformance import check_agent
from bolicho.core import programs
from bolicho.core.errors import BadInput
from bolicho.core.offers import environment
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES
from bolicho.field.encode import encoder
from bolicho.field.policy import Network, PolicyAgent
from bolicho.field.policy.offers import offers
from bolicho.games import GAMES


def likes_last(observation: Any, mask: Any) -> Any:
    """All weight on the last legal action."""
    assert observation.ndim == 1
    weights = np.zeros(len(mask))
    weights[mask.nonzero()[0][-1]] = 3.0
    return weights


@pytest.mark.parametrize("name", list(GAMES.house))
def test_a_network_plays_every_game_to_the_end(name: str) -> None:
    game = bolicho.game(name)
    agents = [PolicyAgent(game, Network.drawn(game, [8], seed)) for seed in range(game.seats)]
    record = bolicho.play_match(game, agents, seed=3)
    assert record.finished
    assert record.forfeit is None


@pytest.mark.parametrize("name", ["truco", "tapatan"])
def test_it_keeps_the_contract_of_agents(name: str) -> None:
    game = bolicho.game(name)
    check_agent(lambda game: PolicyAgent(game, Network.drawn(game, [8], 1)), game, matches=1)


def test_it_draws_by_its_chances_and_says_so() -> None:
    game = bolicho.game("truco")
    view = game.start("1e 7o 4c / 3b 2c 12o").view(0)

    def policy(_: Any, mask: Any) -> Any:
        weights = np.zeros(len(mask))
        weights[[encoder(game).action("1e"), encoder(game).action("truco")]] = 1, 3
        return weights

    agent = PolicyAgent(game, policy)
    drawn = [agent.choose(view, bolicho.stream(seed)).move for seed in range(200)]
    assert set(drawn) == {"1e", "truco"}
    assert 120 < drawn.count("truco") < 180
    (chances,) = agent.policies([view])
    assert dict(zip(view.moves, chances, strict=True))["truco"] == 0.75
    decision = PolicyAgent(game, policy, best="on").choose(view, bolicho.stream(1))
    assert decision.move == "truco"
    assert all("0.75" in (sentence(decision.why, lang) or "").replace(",", ".") for lang in LANGUAGES)


def test_a_file_is_the_network_that_was_saved(tmp_path: Path) -> None:
    game = bolicho.game("tapatan")
    network = Network.drawn(game, [16, 8], 1)
    network.save(tmp_path / "net.npz")
    view = game.start().view(0)
    agent = make(f"policy:{tmp_path}/net.npz", game)
    assert agent.policies([view])[0] == pytest.approx(PolicyAgent(game, network).policies([view])[0], abs=1e-6)
    assert make(f"policy:{tmp_path}/net.npz,best=on", game).choose(view, bolicho.stream(1)).move in view.moves


def test_the_gradient_is_the_slope_of_the_chances() -> None:
    """By differences: what ``backward`` says a weight does to the log-chance of an action, it does."""
    game = bolicho.game("pong-hau-ki")
    network, coder, view = Network.drawn(game, [5], 2), encoder(game), game.start().view(0)
    seen, mask = coder.array(view)[None], coder.mask(view)[None]
    action = coder.legal(view)[1]
    layers = network.forward(seen, mask)
    chosen = np.eye(len(coder.vocabulary))[action][None]
    gradients = network.backward(layers, chosen - layers[-1])
    for part, gradient in zip(network.weights + network.biases, gradients, strict=True):
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        logs = []
        for step in (1e-5, -2e-5):
            part[place] += step
            logs.append(np.log(network.forward(seen, mask)[-1][0, action]))
        part[place] += 1e-5
        assert (logs[0] - logs[1]) / 2e-5 == pytest.approx(gradient[place], rel=1e-4)


def test_a_strangers_function_plays_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policy.py").write_text("def act(observation, mask):\n    return int(mask.argmax())\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = bolicho.game("jogo-da-velha")
    agent = make("policy:my_policy:act", game)
    assert agent.choose(game.start().view(0), bolicho.stream(1)).move == game.board.points[0]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (5, "action 5 is against the mask; legal: 0 2"),
        ([1.0, 2.0], "an answer of shape (2,); expected an action, or 14 weights"),
        (np.zeros(14), "expected 0 or more, not all 0"),
        (np.full(14, np.nan), "expected 0 or more, not all 0"),
        (np.full(14, -1.0), "expected 0 or more, not all 0"),
        (["x"] * 14, "weights that are no numbers"),
        (None, "expected an action, or 14 weights"),
    ],
)
def test_an_answer_that_is_none_forfeits_with_one_line(answer: Any, message: str) -> None:
    game = bolicho.game("pong-hau-ki")
    agents = [PolicyAgent(game, lambda *_: answer), make("random", game)]
    with pytest.raises(BadInput, match=re.escape(message)):
        agents[0].choose(game.start().view(0), bolicho.stream(1))
    record = bolicho.play_match(game, agents, seed=1)
    assert record.forfeit is not None
    assert record.forfeit.seat == 0


def test_a_file_of_another_game_or_no_file_gets_one_line(tmp_path: Path) -> None:
    game = bolicho.game("tapatan")
    Network.drawn(game, [4], 1).save(tmp_path / "net.npz")
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "part.npz", game=np.load(tmp_path / "net.npz")["game"], w0=np.zeros((3, 4)), b0=np.zeros(4))
    for spec, name, message in (
        ("net.npz", "shisima", "net.npz: weights of tapatan, asked to play shisima"),
        ("none.npz", "tapatan", "No such file"),
        ("text.npz", "tapatan", "not an npz file of weights"),
        ("part.npz", "tapatan", "tapatan has 27 inputs and 32 actions, not [(3, 4)]"),
        ("net", "tapatan", "expected FILE.npz or module:function"),
        ("no_such_module:act", "tapatan", "No module named"),
        ("math:no_such", "tapatan", "no_such"),
        ("math:pi", "tapatan", "not a function"),
    ):
        spec = f"policy:{tmp_path}/{spec}" if "net" in spec or spec.endswith("npz") else f"policy:{spec}"
        with pytest.raises(BadInput, match=re.escape(message)):
            make(spec, name)
    with pytest.raises(BadInput, match="policy option best='yes': expected on or off"):
        make(f"policy:{tmp_path}/net.npz,best=yes", game)


@pytest.mark.parametrize(
    ("learnt", "played", "fits"),
    [
        ({}, {"target": 12}, True),
        ({"target": 30}, {"preset": "cbtg", "falta": "malas-buenas"}, True),
        ({"preset": "argentino"}, {"flor": "off"}, True),
        ({}, {"deck": "mini"}, False),
        ({}, {"flor": "off"}, False),
        ({}, {"preset": "ufsm-web"}, False),
    ],
)
def test_only_options_that_change_what_is_seen_or_said_bind_a_file(
    learnt: dict[str, Any], played: dict[str, Any], fits: bool, tmp_path: Path
) -> None:
    Network.drawn(bolicho.game("truco", **learnt), [4], 1).save(tmp_path / "net.npz")
    game = bolicho.game("truco", **played)
    if fits:
        agents = [make(f"policy:{tmp_path}/net.npz", game), make("random", game)]
        assert bolicho.play_match(game, agents, seed=1).forfeit is None
    else:
        option = next(iter(played))
        with pytest.raises(BadInput, match=rf"net.npz: weights of truco.*, asked to play truco .*{option}="):
            make(f"policy:{tmp_path}/net.npz", game)


def test_the_number_of_deals_and_the_draw_rule_do_not_bind_a_file(tmp_path: Path) -> None:
    for name, options in (("rikken", {"deals": 3}), ("tapatan", {"plies": 40})):
        Network.drawn(bolicho.game(name), [4], 1).save(tmp_path / f"{name}.npz")
        make(f"policy:{tmp_path}/{name}.npz", bolicho.game(name, **options))


@pytest.mark.parametrize(
    "named",
    ["", "hello", "[]", "{}", '{"game": "truco"}', '{"game": "truco", "options": 3}', '{"game": [], "options": {}}']
    + ['{"game": "truco", "options": {"deck": "tiny"}}', '{"game": "chess", "options": {}}', "[" * 9999],
)
def test_a_file_that_names_no_game_of_ours_gets_one_line(named: str, tmp_path: Path) -> None:
    np.savez(tmp_path / "net.npz", game=named, w0=np.zeros((3, 4)), b0=np.zeros(4))
    with pytest.raises(BadInput, match=r"net\.npz: weights of "):
        make(f"policy:{tmp_path}/net.npz", "truco")
    with pytest.raises(BadInput, match="which is not here"):
        offers([f"x={tmp_path}/net.npz"])


def test_a_game_that_a_file_names_is_never_opened_as_a_path(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text("password = 1", encoding="utf-8")
    named = json.dumps({"game": f"{tmp_path}/secret.toml", "options": {}})
    np.savez(tmp_path / "net.npz", game=named, w0=np.zeros((3, 4)), b0=np.zeros(4))
    with pytest.raises(BadInput, match="which is not here") as raised:
        offers([f"x={tmp_path}/net.npz"])
    assert "password" not in str(raised.value)


def test_what_an_owner_offers_is_a_name_and_a_file_that_can_play(tmp_path: Path) -> None:
    net = tmp_path / "net.npz"
    Network.drawn(bolicho.game("tapatan"), [4], 1).save(net)
    assert offers([f"forte={net}", f"João-2={net}"]) == {"policy:forte": str(net), "policy:João-2": str(net)}
    for given, message in (
        ([str(net)], "expected NAME=FILE.npz"),
        ([f"={net}"], "expected NAME=FILE.npz"),
        ([f"a,b={net}"], "expected NAME=FILE.npz"),
        ([f"a/b={net}"], "expected NAME=FILE.npz"),
        (["act=math:prod"], "expected NAME=FILE.npz"),
        ([f"a={net}", f"a={net}"], "the name a is given twice"),
        ([f"a={tmp_path}/none.npz"], "No such file"),
    ):
        with pytest.raises(BadInput, match=message):
            offers(given)


def test_an_offer_plays_by_its_name_where_nobody_may_name_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = tmp_path / "net.npz"
    Network.drawn(bolicho.game("truco"), [4], 1).save(net)
    monkeypatch.setenv(programs.VARIABLE, "off")
    (setting,) = environment(offers([f"forte={net}"])).items()
    monkeypatch.setenv(*setting)
    agent = make("policy:forte", bolicho.game("truco", target=12))
    assert agent.name == "policy:forte"
    with pytest.raises(BadInput, match="no files can be named here"):
        make(f"policy:{net}", "truco")
    with pytest.raises(BadInput, match="policy 'forte': weights of truco, asked to play truco deck=mini") as raised:
        make("policy:forte", bolicho.game("truco", deck="mini"))
    assert str(tmp_path) not in str(raised.value)
    for text in ("{", "[]", '{"policy:forte": 3}'):
        monkeypatch.setenv(setting[0], text)
        with pytest.raises(BadInput, match="environment variable BOLICHO_OFFERS: expected"):
            make("policy:forte", "truco")


def test_a_house_that_serves_strangers_loads_nothing_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bolicho.game("tapatan")
    Network.drawn(game, [4], 1).save(tmp_path / "net.npz")
    monkeypatch.setenv(programs.VARIABLE, "off")
    for spec in (f"{tmp_path}/net.npz", "math:prod"):
        with pytest.raises(BadInput, match="no files can be named here"):
            make(f"policy:{spec}", game)
    assert programs.starts(PolicyAgent)
