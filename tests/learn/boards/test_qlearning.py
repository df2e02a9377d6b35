"""Q-learning: the kernel beside plain Python, resuming, what is learned, and the file of a table."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards import Board
from bolicho.games.boards.graph import GOES_ON, graph
from bolicho.games.boards.walk import looks
from bolicho.learn.boards.q_episode import Chance, mixed
from bolicho.learn.boards.q_exact import exact_table
from bolicho.learn.boards.q_file import export, head, lines, load, save
from bolicho.learn.boards.qlearning import Learner, Settings, decay_of, optimal_share
from bolicho.learn.boards.retrograde import solve
from bolicho.learn.boards.rivals import depth_of, replies
from bolicho.learn.search.alphabeta import search


def board(name: str = "tapatan") -> Board:
    found: Board = GAMES.make(name).board
    return found


def same(one: Learner, other: Learner) -> bool:
    equal = np.array_equal(one.q, other.q) and np.array_equal(one.visits, other.visits)
    return bool(equal and head(one) == head(other))


def learned(settings: Settings, *stops: int, name: str = "tapatan", plain: bool = False) -> Learner:
    learner = Learner(board(name), settings, plain=plain)
    for stop in stops:
        learner.train(stop)
    return learner


@pytest.mark.parametrize("name", ["tapatan", "jogo-da-velha", "pong-hau-ki"])
@pytest.mark.parametrize("rival", ["random", "self", "minimax:3"])
@pytest.mark.parametrize("seat", ["first", "second", "both"])
def test_the_kernel_learns_what_plain_python_learns(name: str, rival: str, seat: str) -> None:
    settings = Settings(rival=rival, seat=seat, decay=300, plies=60, block=100, games=20, seed=5)
    assert same(learned(settings, 350, name=name), learned(settings, 350, name=name, plain=True))


def test_the_seed_decides_everything_and_stops_decide_nothing() -> None:
    settings = Settings(seed=-3, decay=4_000, block=300)
    whole = learned(settings, 5_000)
    assert same(whole, learned(settings, 1, 299, 300, 301, 4_321, 5_000))
    assert not np.array_equal(whole.q, learned(Settings(seed=4, decay=4_000, block=300), 5_000).q)
    assert len(whole.curve) == 16
    assert all(sum(point.trained) == 300 and sum(point.first) == 200 for point in whole.curve)
    assert sum(whole.part) == 200


def test_it_may_be_stopped() -> None:
    learner = Learner(board(), Settings(block=100))
    assert not learner.train(1_000, stop=lambda: learner.episodes >= 300)
    assert learner.episodes == 300
    seen: list[int] = []
    assert learner.train(500, progress=lambda done, total: seen.append(done))
    assert seen == [400, 500]


def test_it_wins_nearly_always_against_random() -> None:
    shares = []
    for seed in range(3):
        learner = learned(Settings(seed=seed, block=10_000, decay=decay_of(100_000)), 100_000)
        wins, _, losses = learner.judged(4_000, 0)
        assert wins / 4_000 >= 0.995
        assert learner.judged(4_000, 1)[0] / 4_000 >= 0.995
        assert losses < 20
        assert learner.curve[0].trained[0] < learner.curve[-1].trained[0]
        assert learner.curve[-1].trained[0] / 10_000 > 0.99
        shares.append(optimal_share(learner)[0])
    print("greedy move keeps the value in", shares)
    assert all(0.82 < share < 0.88 for share in shares)  # about 85 %, far from the 95.6 % that gamma allows


def test_a_table_of_true_values_plays_right_everywhere() -> None:
    learner = Learner(board("jogo-da-velha"))
    g = learner.graph
    value = np.where(g.result < 0, 0, np.where(g.result == g.turn, 1.0, -1.0))
    for here in reversed(range(len(g.positions))):  # no position comes back: the numbers grow with the game
        if g.result[here] == GOES_ON:
            edges = slice(g.first[here], g.first[here + 1])
            learner.q[edges] = -value[g.after[edges]]
            value[here] = learner.q[edges].max()
    assert optimal_share(learner) == (1.0, 1.0)


@pytest.mark.parametrize(("name", "depth"), [("tapatan", 1), ("tapatan", 4), ("jogo-da-velha", 3), ("pong-hau-ki", 5)])
def test_a_minimax_rival_replies_as_a_search_does(name: str, depth: int) -> None:
    g = graph(board(name))
    first, edges = replies(g, f"minimax:{depth}")
    look = looks(g.board)
    for here in range(0, len(g.positions), 37):
        best = [int(edge) - int(g.first[here]) for edge in edges[first[here] : first[here + 1]]]
        if g.result[here] != GOES_ON:
            assert best == []
        else:
            assert tuple(best) == search(g.positions[here], look, depth, table=False).best


def test_chance_is_even() -> None:
    draws = [Chance(seed, number).random() for seed in range(40) for number in range(40)]
    assert all(0 <= draw < 1 for draw in draws)
    assert abs(np.mean(draws) - 0.5) < 0.03
    assert len({mixed(n) for n in range(1_000)}) == 1_000


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_table_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    settings = Settings(rival="self", block=400, decay=2_000)
    half = learned(settings, 1_234)
    save(half, tmp_path / "q.npz")
    again = load(tmp_path / "q.npz", board())
    assert same(half, again)
    again.train(3_000)
    assert same(again, learned(settings, 3_000))
    assert [path.name for path in tmp_path.iterdir()] == ["q.npz"]


def test_the_csv_has_the_keys_of_the_paper(tmp_path: Path) -> None:
    learner = learned(Settings(rival="self", epsilon=1.0, decay=1e9), 400_000)
    export(learner, tmp_path / "q.csv")
    with (tmp_path / "q.csv").open() as file:
        table = {row["key"]: row for row in csv.DictReader(file)}
    assert len(table) == len(list(lines(learner))) == (learner.visits > 0).sum()
    assert all(len(key) == 18 for key in table)
    example = table["221110200220111200"]  # of the paper: the first player completes the middle row
    assert (example["position"], example["move"]) == ("221110200 1", "c3-c2")
    assert float(example["value"]) > 0.9


def wrong_files(folder: Path) -> dict[str, Path]:
    whole = folder / "whole.npz"
    save(learned(Settings(), 10), whole)
    data = whole.read_bytes()
    made = {
        "cut": data[: len(data) // 2],
        "empty": b"",
        "text": b"key,position\n",
        "stirred": data[:200] + bytes(100) + data[300:],
    }
    for name, content in made.items():
        (folder / f"{name}.npz").write_bytes(content)
    np.savez(folder / "foreign.npz", numbers=np.arange(3))
    np.savez(folder / "list.npz", header=np.array("[1]"), q=np.zeros(1), visits=np.zeros(1))
    with np.load(whole) as file:
        header, q, visits = str(file["header"]), file["q"], file["visits"]
    short = {"header": np.array(header), "visits": visits}
    np.savez(folder / "short.npz", q=q[:-1], **short)
    np.savez(folder / "nan.npz", q=np.full_like(q, np.nan), **short)
    np.savez(folder / "later.npz", header=np.array(header.replace('"version":1', '"version":2')), q=q, visits=visits)
    return {path.stem: path for path in folder.glob("*.npz")} | {"none": folder / "none.npz", "folder": folder}


def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path) -> None:
    paths = wrong_files(tmp_path)
    assert len(paths) == 12
    for name, path in paths.items():
        if name != "whole":
            with pytest.raises(BadInput) as refused:
                load(path, board())
            assert str(path) in str(refused.value)
            assert "\n" not in str(refused.value)
    with pytest.raises(BadInput, match="a Q-table of tapatan, not of pong-hau-ki"):
        load(paths["whole"], board("pong-hau-ki"))


@pytest.mark.parametrize(
    "wrong",
    [{"alpha": 2}, {"gamma": -1}, {"epsilon": 1.5}, {"decay": 0}, {"rival": "me"}, {"seat": "third"}, {"plies": 0}],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=next(iter(wrong))):
        Settings(**wrong)


@pytest.mark.parametrize("rival", ["minimax", "minimax:0", "minimax:x", "minimax:65", "mcts"])
def test_a_rival_nobody_knows(rival: str) -> None:
    with pytest.raises(BadInput, match="expected random, self or minimax:DEPTH"):
        depth_of(rival)


def test_even_the_best_table_under_gamma_0_7_is_right_in_only_95_6_percent_of_positions() -> None:
    """Value iteration against a random rival: quick wins by his mistakes are worth more than sure ones later."""
    g = graph(board())
    exact = solve(g.first, g.after, g.turn, g.result, GOES_ON).value
    going = np.flatnonzero(g.result == GOES_ON)
    owner = np.repeat(np.arange(len(g.turn)), np.diff(g.first))
    ended = np.where(g.result < 0, 0.0, np.where(g.result == g.turn, 1.0, -1.0))  # for who is to move there
    value = np.zeros(len(g.turn))
    for _ in range(60):
        reply = np.where(g.result[g.after] == GOES_ON, 0.7 * value[g.after], ended[g.after])
        random_rival = np.bincount(owner, reply, len(g.turn)) / np.maximum(np.diff(g.first), 1)
        worth = np.where(g.result[g.after] == GOES_ON, random_rival[g.after], -ended[g.after])
        value[going] = np.maximum.reduceat(worth, g.first[going])
    best = np.isclose(worth, value[owner], atol=1e-9)
    keeps = -exact[g.after] == exact[owner]
    right = np.bincount(owner, best & keeps, len(g.turn))[going] / np.bincount(owner, best, len(g.turn))[going]
    assert round(float(right.mean()), 3) == 0.956
    assert np.allclose(exact_table(g, 0.7), worth)
