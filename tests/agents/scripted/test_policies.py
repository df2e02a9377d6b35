"""The probabilities that scripted players tell are those by which they choose."""

import pytest

import bolicho
from bolicho.agents import make
from bolicho.games.truco import Truco, View

ASKED = 400


def views(game: Truco, hands: int) -> list[View]:
    rng, found = bolicho.stream(5, "views"), []
    for _ in range(hands):
        state = game.start(game.deal(rng), mano=rng.randrange(2))
        while not state.over:
            found.append(state.view(state.seat or 0))
            state = state.play(rng.choice([move for move in state.moves() if move != "baralho"]))
    return found


@pytest.mark.parametrize("name", ["novice", "cautious", "sound"])
def test_who_draws_no_lots_is_sure_of_what_it_chooses(name: str) -> None:
    for game in (Truco(), Truco(envido="off", flor="off")):
        some = views(game, 6)
        agent = make(name, game)
        for view, chances in zip(some, agent.policies(some), strict=True):
            chosen = agent.choose(view, bolicho.stream(1)).move
            assert chances == tuple(float(move == chosen) for move in view.moves)
        assert agent.policies(some) == agent.policies(some), "what it remembers changes nothing"


def test_a_bluffer_bluffs_as_often_as_it_says() -> None:
    agent = make("bluffer", Truco())
    mixed = [(view, chances) for view in views(Truco(), 25) if max(chances := agent.policies([view])[0]) < 1][:3]
    assert mixed
    for view, chances in mixed:
        assert sum(chances) == pytest.approx(1)
        moves = [agent.choose(view, bolicho.stream(2, number)).move for number in range(ASKED)]
        for move, chance in zip(view.moves, chances, strict=True):
            assert moves.count(move) / ASKED == pytest.approx(chance, abs=0.12)
