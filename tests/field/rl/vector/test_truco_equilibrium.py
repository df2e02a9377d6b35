"""The equilibrium player on compiled tables has the chances that the plain player has."""

import numpy as np
import pytest
from tests.field.rl.vector.lockstep import lanes_of

import bolicho
from bolicho.agents.equilibrium.player import Equilibrium
from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector.compiled_lanes import RandomOpponent
from bolicho.field.rl.vector.truco_equilibrium import EquilibriumOpponent
from bolicho.games.truco.kernel import names
from bolicho.learn.equilibrium.keys_kernel import choices
from bolicho.learn.equilibrium.tables_kernel import weigh


@pytest.mark.parametrize("spec", ["equilibrium", "equilibrium:points"])
def test_its_chances_are_those_of_the_plain_player(spec: str) -> None:
    lanes = lanes_of(Terms.of("truco", "match", None, None, {}), 24, seed=3)
    opponent, rival = lanes.opponent(spec), RandomOpponent(lanes)
    assert isinstance(opponent, EquilibriumOpponent)
    every, known = np.arange(24), 0
    for step in range(40):
        for lane in every:
            state = lanes.state(lane)
            view = state.view(state.seat)
            hand = lanes.hands[lane]
            mask, chances = choices(lanes.book, hand), np.zeros(8)
            where = (lanes.book, *opponent._tables, opponent._far, hand, lanes.stories[lane], mask, chances)
            if weigh(*where):
                known += 1
                moves = [move for bit, move in enumerate(names(view.dealt)) if mask >> bit & 1]
                given = dict(zip(moves, chances, strict=False))
                plain = opponent.agent.read(view).chances
                assert [given.get(move, 0.0) for move in view.moves] == pytest.approx(plain), str(state)
        (opponent if step % 3 else rival).move(every)
        over = np.flatnonzero(lanes.turn < 0)
        lanes.begin(over, lanes.turn)
    assert known > 600


def test_a_seat_plays_matches_against_it() -> None:
    tables = bolicho.vector("truco", 40, "equilibrium", unit="match", target=6, compiled=True)
    _, info = tables.reset(seed=8)
    rng, won, over = np.random.default_rng(1), 0.0, 0
    for _ in range(60):
        masks = info["action_mask"]
        _, rewards, ended, _, info = tables.step((rng.random(masks.shape) * masks).argmax(axis=1))
        won, over = won + rewards.sum(), over + ended.sum()
    assert over > 100
    assert won < -0.5 * over  # who draws lots loses


def test_where_it_does_more_than_read_its_tables_it_sits_at_plain_tables() -> None:
    assert not bolicho.vector("truco", 2, "equilibrium:2").compiled
    assert not bolicho.vector("truco", 2, "equilibrium", preset="ufsm-web").compiled
    agent = bolicho.agent("equilibrium", bolicho.game("truco", target=12))
    assert isinstance(agent, Equilibrium)
    assert agent.tables is not None
