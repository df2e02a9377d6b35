"""Strategies to play by: networks, policies of others, matrices, packed equilibria; and chances that agents told."""

import json
from pathlib import Path
from random import Random

import numpy as np
from tests.readers.mutations import ARRAYS, JSON, MAPPED, PACKED
from tests.readers.reader import Files, Reader, files_of

import bolicho

SMALL = (2, 1, 2, 1, 1)
"""Cards of each level of a deck that is solved at once."""


def _policy() -> Files:
    from bolicho.field.policy.network import Network

    return files_of(lambda folder: Network.drawn(bolicho.game("tapatan"), (5,), 1).save(folder / "p.npz"))


def _read_policy(folder: Path) -> None:
    game = bolicho.game("tapatan")
    agent = bolicho.agent(f"policy:{folder / 'p.npz'}", game)
    agent.choose(game.start().view(0), Random(1))


def _openspiel() -> Files:
    from bolicho.field.openspiel.tables import FORMAT

    policy = {"a": {"quero": 0.25, "nao-quero": 0.75}, "b": {"7e": 1.0}}
    return {"o.json": json.dumps({"format": FORMAT, "game": "g", "policy": policy}).encode()}


def _read_openspiel(folder: Path) -> None:
    from bolicho.field.openspiel.tables import load_policy

    load_policy(folder / "o.json")


def _matrices() -> Files:
    from bolicho.learn.markov.file import save
    from bolicho.learn.markov.matrices import Matrices

    return files_of(lambda folder: save(Matrices.initial(), folder / "m.npz"))


def _read_matrices(folder: Path) -> None:
    game = bolicho.game("truco")
    agent = bolicho.agent(f"markov:{folder / 'm.npz'}", game)
    agent.choose(game.start("1e 7o 4c / 3b 2c 12o").view(0), Random(1))


def _eq() -> Files:
    from bolicho.learn.equilibrium.packed_strategy import write
    from bolicho.learn.equilibrium.shape import Shape
    from bolicho.learn.equilibrium.table import KnownSituations

    rng = np.random.default_rng(1)
    actions = rng.integers(2, 5, 40)
    known = KnownSituations(np.sort(rng.integers(1, 2**40, 40)).astype(np.uint64), actions, rng.random(actions.sum()))
    return files_of(lambda folder: write(folder / "s.eq", known, Shape(), np.ones((24, 24, 2)), seed=1))


def _read_eq(folder: Path) -> None:
    from bolicho.learn.equilibrium.packed_strategy import read
    from bolicho.learn.equilibrium.shape import record_of

    packed = read(folder / "s.eq")
    record_of(packed.shape)
    for first, moves in zip(packed.firsts[:50].tolist(), packed.moves[:50].tolist(), strict=True):
        packed.find(first - 1, moves)
        packed.find(first + 5, moves)
    packed.known().chances()


def _ladder() -> Files:
    from bolicho.learn.ladder.packing import pack, quantised
    from bolicho.learn.ladder.solver import Solver

    solver = Solver(SMALL)
    solver.run(2)
    rounded = quantised(solver.tree, solver.averages, 15)
    return files_of(lambda folder: pack(folder / "s.ladder", solver.tree, rounded, 15, {"iterations": 2}))


def _read_ladder(folder: Path) -> None:
    from bolicho.learn.ladder.packed_ladder import load

    load.__wrapped__(folder / "s.ladder").table()


def _book() -> Files:
    from bolicho.learn.ladder.classes import OF_DECKS
    from bolicho.learn.trunk.deals import kinds
    from bolicho.learn.trunk.opening_book import nodes, pack, shapes
    from bolicho.learn.trunk.talk import contexts

    rng, sizes = np.random.default_rng(1), shapes(len(kinds("mini").first))
    trunk = {name: rng.integers(0, 256, shape, np.uint8) for name, shape in sizes.items()}
    trees = rng.integers(0, 16, (sum(map(len, contexts(1))), nodes(OF_DECKS["mini"])[1]), np.uint8)
    return {"m.book": pack("mini", (0,), trunk, trees, iterations=2)}


def _read_book(folder: Path) -> None:
    game = bolicho.game("truco", deck="mini")
    agent = bolicho.agent(f"equilibrium:points,book={folder / 'm.book'}", game)
    agent.choose(game.start("1e 3e 4c / 3b 12e 4b").view(0), Random(1))


def _chances() -> Files:
    from bolicho.learn.exploit.ladder import TablePiece
    from bolicho.learn.exploit.measure import _write

    filled = TablePiece(np.arange(4), np.ones(4, np.float32), 1, 2, 3, 4, 5, 6)
    return files_of(lambda folder: _write(folder / "f.npz", filled))


def _read_chances(folder: Path) -> None:
    from bolicho.learn.exploit.measure import _read

    _read(folder / "f.npz", 4)


READERS = {
    "policy": Reader(_policy, {"p.npz": ARRAYS}, _read_policy),
    "openspiel": Reader(_openspiel, {"o.json": JSON}, _read_openspiel),
    "markov": Reader(_matrices, {"m.npz": ARRAYS}, _read_matrices),
    "eq": Reader(_eq, {"s.eq": MAPPED}, _read_eq),
    "ladder": Reader(_ladder, {"s.ladder": PACKED}, _read_ladder),
    "book": Reader(_book, {"m.book": MAPPED}, _read_book),
    "yardstick": Reader(_chances, {"f.npz": ARRAYS}, _read_chances),
}
