"""The suite finds what is broken: each game and agent here breaks one clause."""

from random import Random
from typing import Any

import pytest
from tests.games.truco.possible import possible_hands

import bolicho
from bolicho import Decision
from bolicho.conformance import Broken, check_agent, check_game
from bolicho.games.truco import Deal, State, Truco, View


class Peeking(Truco):
    """Its worlds forget what was announced."""

    def worlds(self, view: View, rng: Random) -> State:
        fresh = self.start(self.deal(rng), score=view.score, mano=view.mano)
        return fresh


class Forgetful(Truco):
    def parse_deal(self, text: str) -> Deal:
        return Deal.parse("1e 7o 4c / 3b 2c 12o")


class Moody(Truco):
    calls = 0

    def start(self, deal: Deal | str, score: tuple[int, int] = (0, 0), mano: int = 0) -> State:
        Moody.calls += 1
        return super().start(deal, score, Moody.calls % 2)


class Careless(State):
    """Plays anything."""

    def play(self, move: str) -> State:
        return self.after(move) if move in self.moves() else self


class Lax(Truco):
    def start(self, deal: Deal | str, score: tuple[int, int] = (0, 0), mano: int = 0) -> State:
        return Careless(*super().start(deal, score, mano))


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        (Peeking, r"worlds\(view\)\.view\(seat\) == view"),
        (Forgetful, r"parse_deal\(str\(deal\)\) == deal"),
        (Moody, "start is deterministic"),
        (Lax, "an illegal move is refused"),
    ],
)
def test_a_broken_game_is_told_which_clause_it_breaks(game: type[Truco], clause: str) -> None:
    with pytest.raises(Broken, match=clause):
        check_game(game())


class Model:
    name = "model"

    def __init__(self, game: Any) -> None:
        self.calls = 0

    def choose(self, view: Any, rng: Random) -> Any:
        return Decision(rng.choice(view.moves))


class Cheat(Model):
    def choose(self, view: Any, rng: Random) -> Any:
        return Decision("vale-quatro")


class Gambler(Model):
    def choose(self, view: Any, rng: Random) -> Any:
        import random

        return Decision(random.choice(view.moves))


class Fickle(Model):
    def choose(self, view: Any, rng: Random) -> Any:
        self.calls += 1
        return Decision(view.moves[self.calls % len(view.moves)])


class Mute(Model):
    def choose(self, view: Any, rng: Random) -> Any:
        return view.moves[0]


class Secretive(Model):
    def choose(self, view: Any, rng: Random) -> Any:
        return Decision(view.moves[0], why={"thoughts": object()})


class Unsure(Model):
    def policies(self, views: Any) -> Any:
        return [(0.5,) * len(view.moves) for view in views]


@pytest.mark.parametrize(
    ("agent", "clause"),
    [
        (Cheat, "plays a legal move"),
        (Gambler, "draws from the stream"),
        (Fickle, "the same view and stream give the same move"),
        (Mute, "returns a Decision or a Question"),
        (Secretive, "why is JSON data"),
        (Unsure, "policies"),
    ],
)
def test_a_broken_agent_is_told_which_clause_it_breaks(agent: type[Model], clause: str) -> None:
    with pytest.raises(Broken, match=clause):
        check_agent(agent, bolicho.game("truco"))


def test_a_right_agent_passes() -> None:
    check_agent(Model, bolicho.game("truco"))
    assert possible_hands(bolicho.game("truco").start("1e 7o 4c / 3b 2c 12o").view(0))
