"""Records of matches: replayed, resumed, played on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.readers.mutations import LINES
from tests.readers.reader import Files, Reader

import bolicho
from bolicho.core.record import read_records


def _records(game: str, agent: str, **options: Any) -> Callable[[], Files]:
    def sample() -> Files:
        rules = bolicho.game(game, **options)
        agents = [bolicho.agent(agent, rules)] * rules.seats
        record = bolicho.play_match(rules, agents, seed=3, keep_why=True)
        return {"records.jsonl": record.to_json().encode() + b"\n"}

    return sample


def _replayed(folder: Path) -> None:
    for record in read_records(folder / "records.jsonl"):
        for state in bolicho.replay(record):
            state.view(0)


def _resumed(folder: Path) -> None:
    from bolicho.play.replay import game_of
    from bolicho.play.table import Table

    for record in read_records(folder / "records.jsonl"):
        game = game_of(record)
        Table.resume(record, game, [bolicho.agent("random", game)] * game.seats)


def _played_on() -> Files:
    from bolicho.play.onward import cut

    game = bolicho.game("truco", target=6)
    record = bolicho.play_match(game, [bolicho.agent("sound", game)] * 2, seed=5)
    return {"records.jsonl": cut(record, 1, 2, seed=9, agents=record.agents).to_json().encode() + b"\n"}


READERS = {
    "record-truco": Reader(_records("truco", "bluffer", target=6), {"records.jsonl": LINES}, _replayed),
    "record-rikken": Reader(_records("rikken", "rules", deals=2), {"records.jsonl": LINES}, _replayed),
    "record-board": Reader(_records("tapatan", "random"), {"records.jsonl": LINES}, _replayed),
    "record-resumed": Reader(_records("truco", "sound", target=3), {"records.jsonl": LINES}, _resumed),
    "record-played-on": Reader(_played_on, {"records.jsonl": LINES}, _resumed),
}
