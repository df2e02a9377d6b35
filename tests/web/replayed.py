"""A house with recorded matches in its store, for tests of replay, explanations and playing on."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from fastapi.testclient import TestClient

import bolicho
from bolicho import Record
from bolicho.store import Store
from bolicho.web.app import create_app
from bolicho.web.server.settings import Settings

MATCHES = {
    "truco": ("truco", ("cbr:PVCNPS", "markov:best")),
    "bots": ("truco", ("bot0", "sound")),
    "rikken": ("rikken", ("rules", "rules-paper", "rules", "mc-paper:n=10")),
    "tapatan": ("tapatan", ("perfect", "minimax:2")),
    "picaria": ("picaria", ("minimax:1", "random")),
}
"""One match of each family of games, and of each kind of explanation."""


@cache
def played(which: str, seed: int = 3) -> Record:
    """A recorded match with its reasons; made once a process."""
    game, names = MATCHES[which]
    rules = bolicho.game(game)
    return bolicho.play_match(rules, [bolicho.agent(name, rules) for name in names], seed=seed, keep_why=True)


@contextmanager
def house(folder: Path, records: list[Record]) -> Iterator[TestClient]:
    """A running house that has these matches, numbered from 1."""
    store = str(folder / "store.db")
    with Store.open(store) as kept:
        kept.save(records)
    settings = Settings(store=store, data=folder / "data", workers=1)
    with TestClient(create_app(settings), base_url="http://127.0.0.1", client=("127.0.0.1", 50000)) as client:
        yield client
