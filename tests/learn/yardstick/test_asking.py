"""How an agent is asked: told probabilities are checked, lots are noticed, what is sure is asked once."""

from random import Random

import pytest
from tests.learn.yardstick.some_agents import MINI_LADDER, Drawer, Folder, Liar

import bolicho
from bolicho.core.errors import BadInput
from bolicho.learn.yardstick.asking import Asker, Noticing

VIEW = MINI_LADDER.start("1e 3e 12e / 3b 12b 4b").view(0)


def test_a_stream_notices_its_use_and_draws_what_any_stream_draws() -> None:
    rng = Noticing().again(5, "here")
    assert not rng.used
    plain = bolicho.stream(0, 5, "here")
    assert [rng.random(), rng.choice("abcdef"), rng.gauss(0, 1)] == [
        plain.random(), plain.choice("abcdef"), plain.gauss(0, 1),
    ]  # fmt: skip
    assert rng.used
    assert not rng.again(5, "there").used
    assert rng.getstate() != plain.getstate()
    assert rng.used, "who copies the state draws"


def test_who_draws_no_lots_is_asked_once_and_is_exact() -> None:
    asker = Asker(Folder(), times=50)
    assert asker.ask([VIEW], ["q"]) == [tuple(float(move == "12e") for move in VIEW.moves)]
    assert (asker.questions, asker.drew, asker.tells) == (1, 0, False)


def test_who_draws_lots_is_asked_again_and_again_and_answers_the_same_another_day() -> None:
    first, second = Asker(Drawer(), 3, 200), Asker(Drawer(), 3, 200)
    (chances,) = first.ask([VIEW], ["q"])
    assert second.ask([VIEW], ["q"]) == [chances]
    assert first.ask([VIEW], ["another question"]) != [chances]
    assert first.drew == 2
    assert sum(chances) == pytest.approx(1)
    assert max(abs(chance - 1 / len(VIEW.moves)) for chance in chances) < 0.15


def test_probabilities_that_are_none_are_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match=r"'liar': policies gave .* of sum 1"):
        Asker(Liar()).ask([VIEW], ["q"])


def test_an_agent_that_breaks_is_named() -> None:
    class Broken(Folder):
        name = "broken"

        def choose(self, view: object, rng: Random) -> bolicho.Decision:
            raise RuntimeError("no idea")

    with pytest.raises(BadInput, match=r"'broken'.*no idea"):
        Asker(Broken()).ask([VIEW], ["q"])
