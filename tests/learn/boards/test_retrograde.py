"""The exact solutions: known counts, symmetry, what the definition says, agents measured by them, tables in files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bolicho
from bolicho.games import GAMES
from bolicho.games.boards import Board, Position
from bolicho.games.boards.graph import GOES_ON
from bolicho.learn.boards import solved_file
from bolicho.learn.boards.optimal import optimality
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import SolvedBoard, solved


def known(name: str) -> SolvedBoard:
    return solved(GAMES.make(name).board)


FACTS = {  # positions, reachable, over, win, draw, loss, value of the start, its distance, longest distance
    "tapatan": (3040, 3040, 296, 1672, 544, 824, 0, 0, 10),
    "pong-hau-ki": (60, 56, 4, 8, 48, 4, 0, 0, 1),
    "jogo-da-velha": (5478, 5478, 958, 2836, 1068, 1574, 0, 0, 5),
    "three-mens-morris": (5390, 5390, 416, 2997, 1208, 1185, 1, 9, 10),
    "picaria": (76495, 76495, 3936, 46369, 14030, 16096, 1, 7, 17),
}


@pytest.mark.parametrize("name", FACTS)
def test_the_counts_are_the_known_ones(name: str) -> None:
    made, solution = known(name)
    counts = tuple(int((solution.value == value).sum()) for value in (1, 0, -1))
    start = known(name).worth(made.start)
    assert FACTS[name] == (
        *(len(made.positions), int(made.reachable.sum()), int((made.result != GOES_ON).sum())),
        *counts,
        *start,
        int(solution.distance.max()),
    )


def test_tapatan_is_drawn_for_either_side_and_nobody_is_ever_stuck() -> None:
    made, solution = known("tapatan")
    for turn in (0, 1):
        assert solution.value[made.number[Position("121000212", turn)]] == 0
    assert (made.result != -1).all()


@pytest.mark.parametrize("name", SHIPPED)
def test_values_and_distances_follow_from_those_of_the_moves(name: str) -> None:
    """The definition, read once at every position: the best move is worth what the position is."""
    solution = known(name)
    made = solution.graph
    for number in range(len(made.positions)) if len(made.positions) < 10_000 else range(0, len(made.positions), 13):
        if made.result[number] == GOES_ON:
            best = max(solution.moves(number), key=lambda worth: worth.rank)
            assert best == solution.worth(number)
        else:
            assert solution.worth(number).distance == 0


def symmetries(board: Board) -> Iterator[tuple[int, ...]]:
    """Every way to turn a board onto itself: edges, lines, jumps and special points go to their like."""
    size = len(board.points)
    lines = {frozenset(line) for line in board.lines}
    jumps = {(a, b, c) for a in range(size) for b, c in board.jumps[a]}

    def fits(image: tuple[int, ...]) -> bool:
        here = len(image) - 1
        return all((here in board.near[other]) == (image[here] in board.near[image[other]]) for other in range(here))

    def grow(image: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(image) == size:
            yield image
            return
        for point in range(size):
            if point not in image and fits((*image, point)):
                yield from grow((*image, point))

    for image in grow(()):
        specials = (board.never_place, board.enter_beside_rival, *board.targets)
        if (
            {frozenset(image[i] for i in line) for line in lines} == lines
            and {(image[a], image[b], image[c]) for a, b, c in jumps} == jumps
            and all({image[i] for i in points} == set(points) for points in specials)
        ):
            yield image


@pytest.mark.parametrize("name", SHIPPED)
def test_symmetry_keeps_values_and_distances(name: str) -> None:
    made, solution = known(name)
    turned = list(symmetries(made.board))
    assert len(turned) >= 2
    step = 1 if len(made.positions) < 10_000 else 29
    for image in turned:
        back = [image.index(point) for point in range(len(image))]
        for number in range(0, len(made.positions), step):
            position = made.positions[number]
            other = made.number[position._replace(cells="".join(position.cells[back[i]] for i in range(len(back))))]
            assert solution.value[number] == solution.value[other]
            assert solution.distance[number] == solution.distance[other]


@pytest.mark.parametrize("name", [name for name in SHIPPED if not any(GAMES.make(name).board.in_hand)])
def test_the_colours_are_equal(name: str) -> None:
    made, solution = known(name)
    swap = str.maketrans("12", "21")
    for number, (cells, turn, *_) in enumerate(made.positions):
        other = made.number[Position(cells.translate(swap), 1 - turn)]
        assert solution.value[number] == solution.value[other]


def test_optimality_of_agents() -> None:
    game = GAMES.make("tapatan")
    perfect = optimality(bolicho.agent("perfect", game), game)
    assert perfect.exact
    assert perfect.everywhere.share == perfect.at_stake.share == 1
    assert (perfect.everywhere.positions, perfect.at_stake.positions) == (2744, 2000)
    shares = [optimality(bolicho.agent(f"minimax:{depth}", game), game).everywhere.share for depth in (1, 2, 4, 10)]
    assert shares == sorted(s for s in shares if s is not None)
    assert shares[-1] == 1
    assert shares[0] is not None
    assert shares[0] < 0.9


class Silent:
    """The random player, its probabilities kept to itself."""

    def __init__(self, agent: Any) -> None:
        self.choose, self.name = agent.choose, agent.name


def test_an_agent_that_cannot_tell_its_chances_is_asked_and_gets_an_interval() -> None:
    game = GAMES.make("tapatan")
    random = bolicho.agent("random", game)
    told, asked = optimality(random, game), optimality(Silent(random), game, seed=1)
    assert told.exact
    assert not asked.exact
    for exact, share in ((told.everywhere, asked.everywhere), (told.at_stake, asked.at_stake)):
        assert exact.low is None
        assert share.low is not None
        assert share.high is not None
        assert exact.share is not None
        assert share.low - 0.01 < exact.share < share.high + 0.01
    assert asked == optimality(Silent(random), game, seed=1)
    drawn = optimality(random, game, at_most=100)
    assert (drawn.exact, drawn.everywhere.positions) == (False, 100)


@pytest.mark.parametrize("name", ["pong-hau-ki", "jogo-da-velha"])
def test_a_table_is_written_and_read_back(name: str, tmp_path: Path) -> None:
    made, solution = known(name)
    files = solved_file.save(known(name), tmp_path / "table")
    assert [file.name for file in files] == ["table.npz", "table.csv"]
    assert sorted(tmp_path.iterdir()) == sorted(files)
    table = solved_file.load(tmp_path / "table.npz")
    assert (table.game, table.digest) == (name, made.board.digest)
    assert [made.number[GAMES.make(name).parse_deal(text)] for text in table.positions] == list(range(len(made.number)))
    assert (table.value == solution.value).all()
    assert (table.distance == solution.distance).all()
    lines = files[1].read_text(encoding="utf-8").splitlines()
    assert lines[0] == "position,reachable,over,value,distance,best"
    assert len(lines) == len(made.positions) + 1
    assert lines[1].startswith(f"{made.positions[0]},1,0,draw,0,")


def test_a_table_that_cannot_be_written_leaves_nothing_and_a_wrong_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(bolicho.BadInput, match="no such folder"):
        solved_file.save(known("pong-hau-ki"), tmp_path / "nowhere" / "table")
    (tmp_path / "table.csv").mkdir()
    with pytest.raises(bolicho.BadInput, match="cannot be written"):
        solved_file.save(known("pong-hau-ki"), tmp_path / "table")
    assert [file.name for file in tmp_path.iterdir()] == ["table.csv"]
    (tmp_path / "other.npz").write_text("not a table")
    with pytest.raises(bolicho.BadInput, match="not a table"):
        solved_file.load(tmp_path / "other.npz")
    with pytest.raises(bolicho.BadInput, match="cannot be read"):
        solved_file.load(tmp_path / "missing.npz")
    np.savez(tmp_path / "strange.npz", a=np.zeros(2))
    with pytest.raises(bolicho.BadInput, match="not a table"):
        solved_file.load(tmp_path / "strange.npz")
