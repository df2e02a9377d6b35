"""Hooks of agents: each is optional, and what holds for agents without it is written once."""

from random import Random
from typing import Any

from bolicho.core import hooks
from bolicho.core.contract import Decision, View
from bolicho.games.truco import Truco

VIEW: View = Truco().start("1e 7o 4c / 3b 2c 12o").view(0)


class Plain:
    name = "plain"

    def choose(self, view: Any, rng: Random) -> Decision:
        return Decision(view.moves[0])


class Full(Plain):
    name = "full"

    def __init__(self) -> None:
        self.views: list[object] = []

    def sit(self) -> "Full":
        return Full()

    def saw(self, view: Any) -> None:
        self.views.append(view)

    def policies(self, views: Any) -> list[tuple[float, ...]]:
        return [(1.0,) for _ in views]

    def learn(self, record: Any) -> None:
        self.views.clear()


def test_an_agent_with_nothing_but_choose_is_as_it_is() -> None:
    agent = Plain()
    assert hooks.seated(agent) is agent
    assert not hooks.remembers(agent)
    assert not hooks.tells_policies(agent)
    assert not hooks.learns(agent)
    hooks.show(agent, VIEW)
    hooks.be_brief(agent)


def test_an_agent_that_sits_down_is_a_copy_that_sees_its_own_units() -> None:
    agent = Full()
    seated = hooks.seated(agent)
    assert isinstance(seated, Full)
    assert seated is not agent
    assert hooks.remembers(agent)
    assert hooks.learns(agent)
    hooks.show(seated, VIEW)
    assert (agent.views, seated.views) == ([], [VIEW])
    assert hooks.tells_policies(agent)


def test_every_hook_is_told_in_one_place() -> None:
    told = {name for name in vars(hooks.Hooks) if not name.startswith("_")}
    assert told == {"policies", "learn", "sit", "saw", "rise", "timed", "brief", "analyse", "explain", "outlook"}
