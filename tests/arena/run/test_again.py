"""A row of a tournament opens as the match it was; one that cannot be the same is not shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from bolicho import BadInput
from bolicho.arena import Plan
from bolicho.arena.plan.design import Design
from bolicho.arena.run.again import play_again, rows_in
from bolicho.arena.run.tournament import Tournament


def held(folder: Path, game: str = "truco", agents: tuple[str, ...] = ("sound", "bluffer"), **how: Any) -> Path:
    with Tournament(folder, Design(Plan(game, agents, seed=5), matches=4, **how)) as tournament:
        assert tournament.play()
    return folder


@pytest.mark.parametrize(
    ("game", "agents"),
    [("truco", ("sound", "bluffer")), ("rikken", ("rules", "random")), ("tapatan", ("mcts:20", "random"))],
)
def test_every_row_opens_as_the_match_it_was(tmp_path: Path, game: str, agents: tuple[str, ...]) -> None:
    if game == "rikken":
        agents = (*agents, *agents)
    folder = held(tmp_path / "cup", game, agents)
    for row in rows_in(folder):
        record = play_again(folder, row.match)
        assert record.agents == tuple(agents[number] for number in row.seats)
        assert record.scores == row.scores
        assert any(decision and decision["why"] for unit in record.units for decision in unit.decisions)


def test_a_match_that_ends_otherwise_is_not_shown(tmp_path: Path) -> None:
    folder = held(tmp_path / "cup")
    rows = [json.loads(line) for line in (folder / "rows.jsonl").read_text().splitlines()]
    rows[1]["hands"] += 1
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    assert play_again(folder, rows[0]["match"])
    with pytest.raises(BadInput, match="played again it ends otherwise"):
        play_again(folder, rows[1]["match"])


def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    folder = held(tmp_path / "cup")
    with pytest.raises(BadInput, match="no match 99 was played here"):
        play_again(folder, 99)
    learned = held(tmp_path / "learned", agents=("bot1", "novice"), format="learning", rounds=1)
    with pytest.raises(BadInput, match="learn from match to match"):
        play_again(learned, 0)
    (folder / "rows.jsonl").write_text("{}\n")
    with pytest.raises(BadInput, match=r"rows\.jsonl line 1: not a row of a match"):
        play_again(folder, 0)
    (folder / "design.json").write_text("[]")
    with pytest.raises(BadInput, match="not the design of a tournament"):
        play_again(folder, 0)
