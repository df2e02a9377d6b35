"""The engine as a whole: games from texts, notation, symmetry, and that every game ends."""

from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.boards.some_boards import CROSSING, FLYING

import bolicho
from bolicho.conformance import check_game
from bolicho.games import GAMES
from bolicho.games.boards import Board, Position, bundled, game_from
from bolicho.games.boards.graph import GOES_ON, graph
from bolicho.games.boards.rules import PIECE
from bolicho.learn.boards.judge import judge, worths
from bolicho.learn.boards.retrograde import DRAW, LOSS, WIN, Solution, solve
from bolicho.learn.boards.shipped_tables import SHIPPED

SMALL = tuple(name for name in SHIPPED if name != "picaria")
QUICK = tuple(
    name for name in bundled() if name not in ("amazonas", "gomoku", "halma", "xadrez-chines", "tablut", "go")
)
"""Of the others a random game takes seconds; conformance plays them too."""


def solved(board: Board) -> Solution:
    game = graph(board)
    return solve(game.first, game.after, game.turn, game.result, GOES_ON)


@pytest.fixture
def guests() -> Iterator[None]:
    """Two games from texts, registered for one test."""
    for text in (CROSSING, FLYING):
        game = game_from(text)
        GAMES.add(game.name, game)
    yield
    for name in ("crossing", "flying-three"):
        del GAMES._loaded[name]


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(("name", "value"), [("crossing", DRAW), ("flying-three", WIN)])
def test_a_game_from_a_text_gets_everything(name: str, value: int) -> None:
    game = GAMES.make(name)
    check_game(game)
    record = bolicho.play_match(game, [bolicho.agent("random", game)] * 2, seed=4)
    assert record.finished
    assert list(bolicho.replay(record))[-1].over
    assert solved(game.board).value[0] == value
    best = judge(game.board, game.start().position, game.start().moves()[0])
    assert best.before.value == value


def test_values_of_the_starts() -> None:
    """Positions, and what the start is worth to who begins, of games that were worked out elsewhere too."""
    known = {
        "jogo-da-velha": (5478, 2836, 1068, 1574, DRAW),
        "madelinette": (280, 80, 152, 48, DRAW),
        "mu-torere": (1260, 240, 892, 128, DRAW),
        "pong-hau-ki": (60, 8, 48, 4, DRAW),
        "shisima": (3200, 1552, 1024, 624, DRAW),
        "tapatan": (3040, 1672, 544, 824, DRAW),
        "three-mens-morris": (5390, 2997, 1208, 1185, WIN),
        "tsoro-yematatu": (815, 210, 533, 72, DRAW),
    }
    found = {}
    for name in known:
        board = GAMES.make(name).board
        solution = solved(board)
        values = tuple(int((solution.value == value).sum()) for value in (WIN, DRAW, LOSS))
        found[name] = (len(solution.value), *values, int(solution.value[0]))
    assert found == known
    assert int(graph(GAMES.make("pong-hau-ki").board).reachable.sum()) == 56


@settings(max_examples=60)
@given(st.sampled_from(QUICK), st.integers(0, 2**32))
def test_every_game_ends_and_its_notation_reads_back(name: str, seed: int) -> None:
    game = GAMES.make(name)
    rng = bolicho.stream(seed)
    state = game.start()
    while not state.over:
        assert game.start(str(state.position)).position == state.position
        state = state.play(rng.choice(state.moves()))
        assert len(state.history) <= game.board.plies
    again = game.start()
    for move in str(state).partition(" | ")[2].split():
        again = again.play(move)
    assert again == state
    assert sum(state.scores) == (state.result != -1)


@pytest.mark.parametrize("name", ["tapatan", "pong-hau-ki", "shisima", "tsoro-yematatu", "mu-torere"])
def test_symmetry_keeps_values(name: str) -> None:
    """A turned or mirrored position is worth the same, and so is one with the colours changed."""
    board = GAMES.make(name).board
    game, solution = graph(board), solved(board)
    turns = symmetries(board)
    assert len(turns) == {"tapatan": 8, "pong-hau-ki": 2, "shisima": 16, "tsoro-yematatu": 2, "mu-torere": 16}[name]
    for number, position in enumerate(game.positions[::7]):
        for turn in turns:
            cells = "".join(position.cells[turn[i]] for i in range(len(turn)))
            there = game.number[position._replace(cells=cells)]
            assert solution.value[there] == solution.value[number * 7]
            assert solution.distance[there] == solution.distance[number * 7]
        if not any(board.in_hand):
            other = game.number[changed_colours(position)]
            assert solution.value[other] == solution.value[number * 7]


def changed_colours(position: Position) -> Position:
    return Position(position.cells.translate(str.maketrans(PIECE, PIECE[::-1])), 1 - position.turn)


def symmetries(board: Board) -> list[tuple[int, ...]]:
    """Every way to exchange points that keeps edges, lines, jumps and special points."""
    size = len(board.points)
    edges = {(a, b) for a, around in enumerate(board.near) for b in around}
    lines = {frozenset(line) for line in board.lines}
    jumps = (
        {(a, over, to) for a, ways in enumerate(board.jumps) for over, to in ways} if "jump" in board.moves else set()
    )
    kinds = [(len(board.near[i]), i in board.enter_beside_rival, i in board.never_place) for i in range(size)]
    found = []
    for way in _permutations(kinds):
        if (
            {(way[a], way[b]) for a, b in edges} == edges
            and {frozenset(way[i] for i in line) for line in lines} == lines
            and {(way[a], way[b], way[c]) for a, b, c in jumps} == jumps
        ):
            found.append(way)
    return found


def _permutations(kinds: list[tuple[int, bool, bool]]) -> Iterator[tuple[int, ...]]:
    """Permutations that exchange only points of the same kind."""
    groups = {kind: [i for i, other in enumerate(kinds) if other == kind] for kind in kinds}
    ways: list[dict[int, int]] = [{}]
    for members in groups.values():
        ways = [{**way, **dict(zip(members, order, strict=True))} for way in ways for order in permutations(members)]
    return (tuple(way[i] for i in range(len(kinds))) for way in ways)


def test_the_judge_knows_what_was_given_away() -> None:
    board = GAMES.make("tapatan").board
    position = GAMES.make("tapatan").parse_deal("110201220 1")
    values = worths(board, position)
    assert values["c2-c3"] == (WIN, 1)
    assert not judge(board, position, "c2-c3").gave_away
    bad = judge(board, position, "b3-b2")
    assert bad.best == ("c2-c3",)
    assert (bad.before, bad.gave_away, bad.exact) == ((WIN, 1), values["b3-b2"].value < WIN, True)


def test_the_judge_searches_where_a_game_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    board = GAMES.make("tapatan").board
    exact = {p: worths(board, p) for p in graph(board).positions[:200]}
    monkeypatch.setattr("bolicho.learn.boards.judge.SOLVABLE", 0)
    for position, values in exact.items():
        for move, worth in worths(board, position).items():
            seen = values[move] if values[move].distance <= 4 else (DRAW, 0)
            assert worth == seen, (position, move)
    assert not judge(board, next(iter(exact)), "a3-a2").exact
