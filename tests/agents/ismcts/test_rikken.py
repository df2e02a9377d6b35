"""The searching player of Rikken: the kernel grows the tree of plain Python, cards are legal, a sure card is found."""

from random import Random

import pytest

import bolicho
from bolicho.agents.ismcts import rikken
from bolicho.agents.ismcts.rikken import RikkenSearch, grown
from bolicho.agents.ismcts.tricks import goal
from bolicho.agents.rikken.engine import PLAIN, CompiledSimulations
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.table import Table
from bolicho.agents.rikken.tactics import RANDOM, RULES
from bolicho.core.chance import stream
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES
from bolicho.games.rikken import Rikken, State

GAME = Rikken()


@pytest.fixture(scope="module")
def kernel() -> CompiledSimulations:
    rikken.warm_up(wait=True)
    warm = rikken.KERNEL.now()
    assert isinstance(warm, CompiledSimulations)
    return warm


def some_states(seed: int, contract: str) -> list[State]:
    """The states of a deal that are about a card to choose."""
    rng = stream(seed, "rikken search")
    state = GAME.start(GAME.deal(rng), contract=contract, declarer=seed % 4)
    states = []
    while not state.over:
        if state.phase == "play" and len(state.moves()) > 1:
            states.append(state)
        state = state.play(rng.choice(state.moves()))
    return states


@pytest.mark.parametrize("technique", [RANDOM, RULES])
@pytest.mark.parametrize("contract", ["rik", "solo-8", "misere", "open-misere"])
def test_the_kernel_grows_the_same_tree(contract: str, technique: int, kernel: CompiledSimulations) -> None:
    for number, state in enumerate(some_states(3, contract)[::5]):
        assert state.seat is not None
        table = table_of(state.view(state.seat))
        plain = grown(table, 15, 0.7, technique, number, PLAIN)
        assert grown(table, 15, 0.7, technique, number, kernel) == plain
        assert sum(plain[0]) == 15


@pytest.mark.parametrize("preset", Rikken.presets)
def test_it_plays_whole_deals_by_the_rules(preset: str, kernel: CompiledSimulations) -> None:
    game = Rikken(preset)
    agent, others = bolicho.agent("ismcts:20", game), bolicho.agent("rules", game)
    for seed in range(2):
        state = game.start(game.deal(stream(seed)), dealer=seed)
        rng = Random(seed)
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            decision = (agent if state.seat == 0 else others).choose(view, rng)
            assert all(sentence(decision.why, language) for language in LANGUAGES)
            state = state.play(decision.move)


def test_the_same_stream_gives_the_same_card_and_policies_add_up(kernel: CompiledSimulations) -> None:
    agent = bolicho.agent("ismcts:50", GAME)
    assert isinstance(agent, RikkenSearch)
    for state in some_states(5, "solo-8")[::9]:
        assert state.seat is not None
        view = state.view(state.seat)
        assert agent.choose(view, stream(1)) == agent.choose(view, stream(1))
        (policy,) = agent.policies([view])
        assert sum(policy) == pytest.approx(1)
    auction = GAME.start(GAME.deal(stream(1))).view(1)
    assert sum(agent.policies([auction])[0]) == 1


def test_it_does_not_look_into_hidden_hands(kernel: CompiledSimulations) -> None:
    """Another deal that looks the same to the seat gives the same card."""
    agent = bolicho.agent("ismcts:100", GAME)
    state = some_states(7, "solo-8")[0]
    assert state.seat is not None
    view = state.view(state.seat)
    other = GAME.worlds(view, Random(5))
    assert other != state
    assert agent.choose(other.view(state.seat), stream(2)) == agent.choose(view, stream(2))


def test_the_contract_counts_for_far_more_than_tricks() -> None:
    made = Table(tricks=[8, 5, 0, 0], low=8, high=13)
    lost = Table(tricks=[7, 6, 0, 0], low=8, high=13)
    few = Table(tricks=[0, 13, 0, 0], low=0, high=0)
    assert 0 <= goal(lost) < 0.1 < 0.9 < goal(made) <= goal(few) == pytest.approx(1.0)
