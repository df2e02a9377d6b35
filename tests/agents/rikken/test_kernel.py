"""The compiled simulations are the plain ones to the last draw: nothing but the time depends on who ran them."""

from dataclasses import asdict
from itertools import islice
from typing import Any

import numpy as np
import pytest
from tests.agents.rikken.some_deals import deals
from tests.agents.rikken.test_table import full

from bolicho.agents.rikken import engine, kernel
from bolicho.agents.rikken.bulkplay import play_all
from bolicho.agents.rikken.sight import table_of
from bolicho.agents.rikken.simulate import MC, MC_PAPER, MC_PAPER_RULES
from bolicho.agents.rikken.table import Table
from bolicho.agents.rikken.tactics import PAPER, RANDOM, RULES
from bolicho.core.chance import stream
from bolicho.core.compiler import highest
from bolicho.games.rikken import bits
from bolicho.games.rikken import kernel as instructions


def as_data(record: Any) -> dict[str, Any]:
    return {name: record[name].tolist() for name in kernel.TABLE.names or ()}


def test_bits_and_chance_are_the_same() -> None:
    rng, plain, compiled = stream(1, "bits"), [123], np.array([123], np.uint64)
    for _ in range(500):
        cards = rng.getrandbits(52) | 1 << rng.randrange(52)
        n = rng.randrange(bits.count(cards))
        assert instructions.nth(cards, n) == bits.nth(cards, n)
        assert highest(cards) == bits.highest(cards)
        assert instructions.draw(compiled, n + 1) == bits.draw(plain, n + 1)
        assert instructions.wide(compiled) == bits.wide(plain)


@pytest.mark.parametrize(
    "techniques",
    [[RANDOM] * 4, [PAPER] * 4, [RULES] * 4, [MC_PAPER, RULES, MC_PAPER_RULES, PAPER], [MC, RULES, MC, MC]],
)
def test_whole_deals_are_played_alike(techniques: list[int]) -> None:
    simulations = 2
    every = 7 if MC in techniques else 1  # plain Python takes its time; the options come round, there are six
    tables = [full(state) for state, _ in islice(deals(f"alike {techniques}"), 0, None, every)]
    records = kernel.new_tables(len(tables))
    for table, record in zip(tables, records, strict=True):
        kernel.write(table, record)
    n, room = len(tables), (np.zeros(13, np.int64), np.zeros(13, np.int64))
    keys = np.arange(n).astype(np.uint64)
    several = np.array([techniques] * n)
    chance = np.zeros(1, np.uint64)
    kernel.compiled()["play_all"](records, several, simulations, keys, chance, kernel.new_tables(3), *room)
    plain = [Table() for _ in range(3)]
    play_all(tables, [techniques] * n, simulations, list(range(n)), [0], plain, [0] * 13, [0] * 13)
    for table, record in zip(tables, records, strict=True):
        assert asdict(table) == as_data(record)


def test_every_question_of_a_player_gets_the_same_answer() -> None:
    engine.warm_up(wait=True)
    compiled = engine.runner_now()
    assert compiled.name == "compiled"
    for number, (state, rng) in enumerate(deals("questions")):
        for _ in range(rng.randrange(40)):
            after = state.play(rng.choice(state.moves()))
            state = state if after.over else after
        assert state.seat is not None
        table, answers = table_of(state.view(state.seat)), []
        for runner in (engine.PLAIN, compiled):
            ask = engine.Simulations(number, runner)
            paper = ask.weigh_paper(table, 5, RANDOM), ask.weigh_paper(table, 5, PAPER)
            answers.append((ask.weigh(table, 4), paper, ask.sample(table, state.seat, 3), list(ask.worlds(table, 3))))
        assert answers[0] == answers[1]


def test_a_change_of_any_source_changes_the_names_in_the_cache() -> None:
    names = {function.py_func.__qualname__ for function in kernel.compiled().values() if hasattr(function, "py_func")}
    assert any(name.startswith("weigh_") for name in names)
    digests = {name.rsplit("_", 1)[1] for name in names if name.startswith(("weigh_", "house_cards_", "put_"))}
    assert len(digests) == 1
