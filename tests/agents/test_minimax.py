"""MiniMax: never loses what it can see, prefers the quick win, draws lots only among truly equal moves."""

import math
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from tests.games.boards.some_boards import row_of_three

import bolicho
from bolicho.agents.minimax import MiniMax, analyse
from bolicho.core.numbers import say
from bolicho.core.why import figures
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.boards import Board, BoardGame, Position, game_from, kernel
from bolicho.games.boards.graph import GOES_ON, graph
from bolicho.games.boards.rules import DRAWN, after, moves, parse_position, result
from bolicho.games.boards.walk import looks, result_and_followers
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import solved
from bolicho.learn.search.alphabeta import LOOK_AT_THE_CLOCK, UNDECIDED, WIN, SearchResult, search

SMALL = [name for name in SHIPPED if name != "picaria"]


def board(name: str) -> Board:
    found: Board = GAMES.make(name).board
    return found


def some(name: str, count: int) -> list[Position]:
    """Positions of a game that are not over, spread over all of them."""
    made = graph(board(name))
    alive = np.flatnonzero(made.result == GOES_ON).tolist()
    return [made.positions[number] for number in bolicho.stream(3, name).sample(alive, min(count, len(alive)))]


def textbook(rules: Board, position: Position, depth: int, root: int) -> int:
    """Minimax as in a book, without any cut: what every search here must find."""
    ended = result(rules, position)
    if ended is not None:
        return 0 if ended == DRAWN else WIN if ended == position.turn else -WIN
    if not depth:
        return UNDECIDED if position.turn == root else -UNDECIDED
    values = []
    for move in moves(rules, position):
        value = -textbook(rules, after(rules, position, move), depth - 1, root)
        values.append(value - 1 if value > 1 else value + 1 if value < -1 else value)
    return max(values)


@pytest.mark.parametrize("name", SMALL)
def test_every_root_move_has_the_value_that_minimax_without_cuts_gives_it(name: str) -> None:
    rules = board(name)
    for position in some(name, 12):
        for depth in (1, 2, 3, 4):
            for table in (True, False):
                found = search(position, looks(rules), depth, table=table)
                for move, value in zip(moves(rules, position), found.values, strict=True):
                    follower = after(rules, position, move)
                    exact = -textbook(rules, follower, found.depth - 1, position.turn)
                    assert value == (exact - 1 if exact > 1 else exact + 1 if exact < -1 else exact)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_kernel_and_the_plain_search_are_equal_in_values_nodes_and_lines(name: str) -> None:
    rules = board(name)
    kernel.prepare(rules)
    for position in some(name, 25):
        for depth in (1, 2, 5):
            assert SearchResult(*kernel.search(rules, position, depth)) == search(position, looks(rules), depth)
        bare = SearchResult(*kernel.search(rules, position, 3, table=False))
        assert bare == search(position, looks(rules), 3, table=False)


@pytest.mark.parametrize("name", SHIPPED)
def test_solver_and_minimax_agree_at_every_position(name: str) -> None:
    """As deep as the longest distance; undecided counts as draw. Distances agree too."""
    rules = board(name)
    kernel.prepare(rules)
    known = solved(rules)
    value, distance = known.solution.value.astype(int), known.solution.distance
    found = kernel.everywhere(rules, int(distance.max())).astype(int)
    found[np.abs(found) <= 1] = 0
    assert (found == value * (WIN - distance)).all()


@pytest.mark.parametrize("name", SHIPPED)
def test_one_look_says_what_the_rules_say(name: str) -> None:
    rules = board(name)
    for position in some(name, 60):
        followers = tuple(after(rules, position, move) for move in moves(rules, position))
        assert result_and_followers(rules, position) == (None, followers)
        for follower in followers:
            assert result_and_followers(rules, follower)[0] == result(rules, follower)


@pytest.mark.parametrize("depth", [4, 5])
@pytest.mark.parametrize("seat", [0, 1])
def test_it_never_loses_tapatan_from_the_start(depth: int, seat: int) -> None:
    """The trap of the paper: drawing lots among bounds loses one game in five to a random player."""
    game = GAMES.make("tapatan")
    players = [bolicho.agent(f"minimax:{depth}", game), bolicho.agent("random", game)]
    wins = 0
    for match in range(1000):
        state, rng = game.start(), bolicho.stream(5, depth, seat, match)
        while not state.over:
            player = players[0 if state.seat == seat else 1]
            state = state.play(player.choose(state.view(state.seat), rng).move)
        assert not state.scores[1 - seat], state
        wins += state.scores[seat]
    assert wins > 900


def test_no_opponent_at_all_can_beat_depth_four_at_tapatan() -> None:
    """Whatever the rival plays, and whichever of its equal moves it draws: no lost position can be reached."""
    game = GAMES.make("tapatan")
    agent = MiniMax(game, 4)
    rules, known = game.board, solved(game.board)
    for seat in (0, 1):
        seen, waiting = set(), [game.start().position]
        while waiting:
            position = waiting.pop()
            if position in seen:
                continue
            seen.add(position)
            ended, followers = result_and_followers(rules, position)
            assert ended is None or ended == seat
            if ended is None and position.turn == seat:
                followers = tuple(followers[move] for move in agent.analyse(position).best)
                assert known.worth(known.graph.number[position]).value >= 0
            waiting += followers


def test_among_equal_moves_every_one_is_drawn_and_no_other() -> None:
    game = GAMES.make("tapatan")
    agent, view = MiniMax(game, 4), game.start().view(0)
    values = agent.choose(view, bolicho.stream(0)).why["facts"]["values"]
    equal = {move for move, value in values.items() if value == max(values.values())}
    drawn = {agent.choose(view, bolicho.stream(seed)).move for seed in range(200)}
    assert drawn == equal
    (chances,) = agent.policies([view])
    assert {move for move, chance in zip(view.moves, chances, strict=True) if chance} == equal
    assert math.isclose(sum(chances), 1)


def test_a_quicker_win_is_preferred_and_a_slower_loss() -> None:
    game = GAMES.make("jogo-da-velha")
    # to move: one cell wins now, others win later
    now = analyse(game.board, parse_position(game.board, "110220000 1 3 2"), 6)
    assert now.value == WIN - 1
    known = solved(game.board)
    for number in np.flatnonzero(known.solution.value == -1).tolist():
        worth = known.worth(number)
        if worth.distance == 4:
            found = analyse(game.board, known.graph.positions[number], 6)
            assert found.value == -WIN + 4
            assert set(found.best) == set(known.best(number))


def test_undecided_is_below_a_sure_draw_and_above_a_loss() -> None:
    game = GAMES.make("tapatan")
    found = analyse(game.board, game.start().position, 2)
    assert set(found.values) == {UNDECIDED}
    assert -WIN + 90 < UNDECIDED < 0 < WIN - 90


def test_it_tells_value_line_and_nodes_in_both_languages() -> None:
    game = GAMES.make("three-mens-morris")
    decision = bolicho.agent("minimax:9", game).choose(game.start().view(0), bolicho.stream(1))
    facts = decision.why["facts"]
    assert decision.value == facts["value"] == WIN - 9
    assert decision.move == "b2"
    state = game.start()
    for move in facts["line"].split():
        state = state.play(move)
    assert state.over
    assert state.scores == (1, 0)
    assert facts["nodes"] > 1000
    assert facts["values"]["b2"] == WIN - 9
    assert all(say(facts["nodes"], language) in (figures(decision.why, language) or "") for language in LANGUAGES)


def test_with_a_clock_it_goes_deeper_and_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) / 100)  # a hundredth of a second passes at each look
    monkeypatch.setattr("bolicho.learn.search.alphabeta.time", clock)
    game = GAMES.make("picaria")
    agent = bolicho.agent("minimax:seconds=0.2", game)
    decision = agent.choose(game.start().view(0), bolicho.stream(1))
    assert decision.why["facts"]["depth"] >= 2
    assert decision.why["facts"]["nodes"] <= 22 * LOOK_AT_THE_CLOCK
    assert agent.name == "minimax:seconds=0.2"


@pytest.mark.parametrize("wrong", ["minimax:0", "minimax:91", "minimax:x", "minimax:seconds=0", "minimax:seconds=nan"])
def test_a_wrong_argument_is_one_clear_line(wrong: str) -> None:
    with pytest.raises(bolicho.BadInput, match="agent minimax: "):
        bolicho.agent(wrong, GAMES.make("tapatan"))


def test_it_plays_a_game_that_nobody_registered_and_leaves_truco_alone() -> None:
    game: BoardGame = game_from(row_of_three("bridge", '["slide"]'))()
    record = bolicho.play_match(game, [bolicho.agent("minimax", game), bolicho.agent("perfect", game)], seed=1)
    assert record.winner == 0  # to b, and c cannot move
    with pytest.raises(bolicho.BadInput, match="does not play truco"):
        bolicho.agent("minimax", GAMES.make("truco"))
