"""A match that goes on from a ply of another one: the same past, another future, and a record like any other."""

import dataclasses
from typing import Any

import pytest

import bolicho
from bolicho import BadInput, Record
from bolicho.play import Table, cut, steps

MATCHES = {
    "truco": (("sound", "bluffer"), ("bold", "cautious")),
    "rikken": (("rules", "rules", "rules", "rules"), ("random", "rules", "random", "rules")),
    "tapatan": (("minimax:2", "random"), ("random", "minimax:1")),
}


def played(game: str, names: tuple[str, ...], seed: int = 4) -> Record:
    rules = bolicho.game(game)
    return bolicho.play_match(rules, [bolicho.agent(name, rules) for name in names], seed=seed, keep_why=True)


def place(record: Record) -> tuple[int, int]:
    unit = len(record.units) // 2
    return unit, len(record.units[unit].moves) // 2


@pytest.mark.parametrize("game", MATCHES)
def test_it_begins_as_the_other_stood_and_its_record_replays(game: str) -> None:
    names, others = MATCHES[game]
    record = played(game, names)
    rules = bolicho.game(game)
    unit, ply = place(record)
    agents = [bolicho.agent(name, rules) for name in others]
    table = Table.resume(cut(record, unit, ply, seed=99, agents=others), rules, agents)
    there = next(step.state for step in steps(record) if (step.unit, step.ply) == (unit, ply))
    assert table.state == there
    assert [one.moves for one in table.units] == [one.moves for one in record.units[:unit]]
    while not table.over:
        table.advance()
    ended = Record.from_json(table.record().to_json())
    assert ended.finished
    assert ended.agents == tuple(agent.name for agent in agents)
    assert list(bolicho.replay(ended))[: len(table.units)]
    assert [one.deal for one in ended.units[: unit + 1]] == [one.deal for one in record.units[: unit + 1]]


@pytest.mark.parametrize("game", MATCHES)
def test_it_can_be_resumed_at_any_later_ply(game: str) -> None:
    names, others = MATCHES[game]
    record = played(game, names)
    rules = bolicho.game(game)
    agents = [bolicho.agent(name, rules) for name in others]
    table = Table.resume(cut(record, *place(record), seed=5, agents=others, of={"record": 7}), rules, agents)
    for _ in range(9):
        if not table.over:
            table.advance()
    saved = Record.from_json(table.record().to_json())
    again = Table.resume(saved, rules, agents)
    assert again.record() == table.record()
    assert saved.notes["begun"]["of"] == {"record": 7}
    while not table.over:
        table.advance()
        again.advance()
    assert again.record() == table.record()


def test_what_comes_after_is_dealt_by_the_new_seed() -> None:
    record = played("truco", ("sound", "bluffer"))
    rules = bolicho.game("truco")
    ends = []
    for seed in (1, 2):
        agents = [bolicho.agent("sound", rules), bolicho.agent("sound", rules)]
        table = Table.resume(cut(record, 0, 0, seed=seed, agents=("sound", "sound")), rules, agents)
        while not table.over:
            table.advance()
        ends.append(table.record())
    assert ends[0].units[0].deal == ends[1].units[0].deal == record.units[0].deal
    assert ends[0].units[1].deal != ends[1].units[1].deal
    assert record.units[1].deal not in (ends[0].units[1].deal, ends[1].units[1].deal)


def test_the_score_of_a_match_played_on_counts_what_was_won_before() -> None:
    record = played("truco", ("sound", "bluffer"))
    last = len(record.units) - 1
    begun = cut(record, last, 0, seed=1, agents=("a", "b"))
    assert begun.scores == tuple(record.units[last].context["score"])
    assert not begun.finished
    assert list(bolicho.replay(begun))


def test_the_former_players_reasons_are_not_put_into_others_mouths() -> None:
    record = played("truco", ("sound", "bluffer"))
    assert all(not unit.decisions for unit in cut(record, 1, 0, seed=1, agents=("a", "b")).units)


def test_a_place_that_is_not_there_or_over_is_refused() -> None:
    record = played("truco", ("sound", "bluffer"))
    end = len(record.units[0].moves)
    for unit, ply, complaint in ((0, end, "is over at ply"), (0, end + 1, "has plies 0 to"), (99, 0, "has units 0 to")):
        with pytest.raises(BadInput, match=complaint):
            cut(record, unit, ply, seed=1, agents=("a", "b"))
    with pytest.raises(BadInput, match="needs 2 agents"):
        cut(record, 0, 0, seed=1, agents=("a",))


def test_a_forged_beginning_is_refused() -> None:
    rules = bolicho.game("truco")
    agents = [bolicho.agent("sound", rules), bolicho.agent("sound", rules)]
    record = cut(played("truco", ("sound", "bluffer")), 1, 0, seed=1, agents=("sound", "sound"))
    forged: tuple[Any, ...] = ("yes", {"context": {}}, {"context": {}, "deals": [3], "of": {}})
    for note in forged:
        with pytest.raises(BadInput, match=r"record\.notes\.begun"):
            Table.resume(dataclasses.replace(record, notes={"begun": note}), rules, agents)
