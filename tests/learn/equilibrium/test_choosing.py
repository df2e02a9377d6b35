"""What an abstraction costs is measured on the very strategy that its table plays."""

from random import Random

import numpy as np
import pytest

from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECKS, LADDER, STRENGTH
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium.choosing import fitted, laid_out
from bolicho.learn.equilibrium.shape import Shape
from bolicho.learn.equilibrium.situation import key, weighed
from bolicho.learn.equilibrium.table import KnownSituations
from bolicho.learn.ladder.response import exploitability
from bolicho.learn.ladder.tree import grown

MINI = Truco(deck="mini", envido="off", flor="off")
COUNTS = tuple(sum(card in DECKS["mini"] for card in level) for level in LADDER)


def decisions(hands: int, rng: Random) -> list[View]:
    views = []
    for _ in range(hands):
        state = MINI.start(MINI.deal(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            views.append(view)
            state = state.play(rng.choice([move for move in view.moves if move != "baralho"]))
    return [view for view in views if len(choices(view)) > 1]


def choices(view: View) -> list[str]:
    return [move for move in weighed(view) if move in view.moves]  # nobody may call envido


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("timing", [1, 4])
def test_a_table_is_written_out_as_the_player_reads_it(relative: bool, timing: int) -> None:
    shape, rng = Shape(past=(6, 10), late=(10,), points=(), timing=timing, relative=relative), Random(4)
    views = decisions(400, rng)
    learned = {key(view, shape) + 1: [rng.random() for _ in choices(view)] for view in views}
    actions = np.array([len(learned[number]) for number in sorted(learned)])
    sums = np.concatenate([learned[number] for number in sorted(learned)])
    tree = grown(COUNTS)
    table = laid_out(KnownSituations(np.array(sorted(learned), np.uint64), actions, sums), shape, tree)
    for view in views:
        told = dict(zip(choices(view), learned[key(view, shape) + 1], strict=True))
        total = sum(told.values())
        for move in view.moves:
            alike = [other for other in told if STRENGTH.get(other, other) == STRENGTH.get(move, move)]
            if move == "baralho" and view.truco_by is not None:
                alike = ["nao-quero"]
            wanted = sum(told[other] for other in alike) / total
            assert table[tree.slot_of(view, move)] == pytest.approx(wanted, abs=1e-6)


@pytest.mark.endurance
def test_what_was_learned_in_a_moment_is_better_than_nothing_and_exactly_judged() -> None:
    shape, tree = Shape(past=(11,), late=(), timing=1), grown(compact=True)
    costs = [
        exploitability(tree, laid_out(fitted(shape, traversals=traversals).known(), shape, tree))
        for traversals in (2_000, 400_000)
    ]
    assert costs[1] < 0.3 < costs[0] < 1.457  # what playing evenly costs
