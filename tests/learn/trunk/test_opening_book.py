"""The opening book: what a solver has for a decision stands where a view finds it, and nowhere else."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import bolicho
from bolicho.agents.equilibrium import Equilibrium
from bolicho.core.errors import BadInput
from bolicho.core.paths import closed
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.view import View
from bolicho.learn.ladder.classes import OF_DECKS
from bolicho.learn.trunk import levels
from bolicho.learn.trunk.deals import kinds
from bolicho.learn.trunk.first_round import FirstRound
from bolicho.learn.trunk.forest import CpuForest
from bolicho.learn.trunk.opening_book import (
    TREE_MOST,
    OpeningBook,
    Spot,
    moves_of_trunk,
    nodes,
    pack,
    read,
    shapes,
    spot_of,
)
from bolicho.learn.trunk.packing import packed
from bolicho.learn.trunk.solver import Solver
from bolicho.learn.trunk.talk import MAO, NUMBERS, PE, Context, contexts

GAME = Truco(deck="mini")
DEAL = "1e 3e 4c / 3b 12e 4b"
"""The mão has two cards of one suit, the pé too."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    found = Solver("mini", CpuForest, numbers=(0, 27))
    found.run(2)
    return found


@pytest.fixture(scope="module")
def file(solver: Solver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "mini.book"
    path.write_bytes(packed(solver, rare=0.0, iterations=2))
    return path


@pytest.fixture(scope="module")
def book(file: Path) -> OpeningBook:
    return read(file)


def view_after(words: str, deal: str = DEAL) -> View:
    state = GAME.start(GAME.parse_deal(deal))
    for move in words.split():
        state = state.play(move)
    assert state.seat is not None
    return state.view(state.seat)


THREE, ACE, KING = 9, 13, 6
"""Levels of a three, the ace of swords and a twelve."""


@pytest.mark.parametrize(
    ("words", "spot"),
    [
        ("", Spot("root")),
        ("truco", Spot("answer")),
        ("3e", Spot("follow", THREE)),
        ("envido", Spot("mao envido", 0)),
        ("envido real-envido", Spot("mao envido real-envido", 0)),
        ("3e real-envido", Spot("pe real-envido", THREE)),
        ("truco falta-envido", Spot("pe falta-envido", 14)),
        ("3e truco", Spot("", 0, Context(MAO, "nothing"), (THREE, levels.RAISE))),
        ("truco quero", Spot("", 0, Context(MAO, "nothing"), (levels.RAISE, levels.QUERO))),
        ("envido nao-quero", Spot("", 0, Context(MAO, "refused", ("envido",)), ())),
        ("envido nao-quero 3e", Spot("", 0, Context(MAO, "refused", ("envido",)), (THREE,))),
        ("truco envido nao-quero", Spot("", 0, Context(PE, "refused", ("envido",)), (levels.RAISE,))),
    ],
)
def test_a_decision_stands_where_what_was_said_leads(words: str, spot: Spot) -> None:
    assert spot_of(view_after(words), NUMBERS) == spot


def test_announced_numbers_are_remembered_by_their_buckets() -> None:
    state = GAME.start(GAME.parse_deal(DEAL))
    for move in ("envido", "quero"):
        state = state.play(move)
    while state.bet == "announce":
        state = state.play(state.moves()[-1])
    assert state.seat is not None
    found = spot_of(state.view(state.seat), (0, 20, 24))
    points = {seat: number for seat, mode, number in state.announced if mode == "envido"}
    assert found is not None
    assert found.context is not None
    assert found.context[:3] == (MAO, "accepted", ("envido",))
    for seat, bucket in ((0, found.context.first), (1, found.context.second)):
        number = points.get(seat)
        assert bucket == (-1 if number is None else sum(number >= border for border in (20, 24)))


def test_the_trunk_plays_as_the_solver_does(solver: Solver, book: OpeningBook) -> None:
    strategies = solver.strategies()
    for words, name, start in (
        ("", "root", 0),
        ("truco", "answer", 0),
        ("3e", "follow", THREE),
        ("envido", "mao envido", 0),
    ):
        view = view_after(words)
        chances = book.chances(view)
        assert chances is not None
        kind = book.kind(view)
        rows = dict(zip(moves_of_trunk()[name], strategies[name][:, start, kind], strict=True))
        held = sorted(view.hand, key=lambda card: -STRENGTH[card])
        for move, chance in zip(view.moves, chances, strict=True):
            row = f"card-{held.index(move)}" if move in held else move
            assert chance == pytest.approx(float(rows.get(row, 0.0)), abs=0.01)


def test_a_tree_plays_as_its_averages_do(solver: Solver, book: OpeningBook) -> None:
    context = Context(MAO, "refused", ("envido",))
    view = view_after("envido nao-quero")
    number = [one for part in solver.contexts for one in part].index(context)
    wide = solver.tree.classes.width[3]
    block = solver.forest.averages[number, : 4 * wide].reshape(4, wide)
    sums = block[:, solver.tree.classes.number((ACE, THREE, STRENGTH["4c"] - 1))]
    chances = book.chances(view)
    assert chances is not None
    expected = dict(zip(("1e", "3e", "4c", "truco"), sums / sums.sum(), strict=True))
    for move, chance in zip(view.moves, chances, strict=True):
        assert chance == pytest.approx(float(expected.get(move, 0.0)), abs=1.5 / TREE_MOST)


def test_every_node_of_the_first_round_has_a_place_of_its_own() -> None:
    tree = levels.grown(OF_DECKS["mini"])
    found, total = nodes(OF_DECKS["mini"])
    first = FirstRound.of(tree)
    assert len(found) == len(first.nodes)
    assert total == first.starts[-1]


def test_a_hand_is_played_to_its_end_by_the_book_and_what_is_solved(file: Path) -> None:
    agent = Equilibrium(GAME, "points", book=str(file))
    rng, sources = Random(3), set()
    for number in range(12):
        state = GAME.start(GAME.deal(rng), mano=number % 2)
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            reading = agent.read(view)
            sources.add(reading.table)
            assert sum(reading.chances) == pytest.approx(1)
            assert len(reading.chances) == len(view.moves)
            state = state.play(rng.choice(view.moves))
    assert {"book", "solved"} <= sources


def test_a_book_is_for_its_own_rules_and_for_the_full_strength(file: Path) -> None:
    with pytest.raises(BadInput, match="a book for truco on the mini deck"):
        bolicho.agent(f"equilibrium:book={file}", bolicho.game("truco"))
    with pytest.raises(BadInput, match="book=FILE"):
        bolicho.agent(f"equilibrium:2,book={file}", GAME)
    with pytest.raises(BadInput, match="cannot be read"):
        bolicho.agent("equilibrium:book=nowhere.book", GAME)


def test_a_server_opens_no_book_that_a_name_leads_to(file: Path) -> None:
    with closed(), pytest.raises(BadInput, match="files may not be named here"):
        bolicho.agent(f"equilibrium:points,book={file}", GAME)


def test_where_the_book_has_nothing_it_says_nothing(book: OpeningBook, tmp_path: Path) -> None:
    trunk = {name: np.zeros(shape, np.uint8) for name, shape in shapes(len(kinds("mini").first)).items()}
    trees = np.zeros((sum(map(len, contexts(1))), nodes(OF_DECKS["mini"])[1]), np.uint8)
    path = tmp_path / "empty.book"
    path.write_bytes(pack("mini", (0,), trunk, trees))
    for words in ("", "envido", "envido nao-quero"):
        assert book.chances(view_after(words)) is not None
        assert read(path).chances(view_after(words)) is None
