"""The catalogue: legal moves as a second, slow implementation has them, and as known counts have them."""

import pickle

import pytest
from tests.games.boards import slow_rules
from tests.games.boards.slow_rules import Frozen, Held, Men

import bolicho
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards import FOLDER, Board, BoardGame, Position, game_from
from bolicho.games.boards.racing import height
from bolicho.games.boards.rules import PASS, opening, turns
from bolicho.games.boards.sowing import COUNTS
from bolicho.learn.boards.solution import solved

SLOW = {
    "damas": slow_rules.damas,
    "fanorona": slow_rules.fanorona(9),
    "fanorona-5x5": slow_rules.fanorona(5),
    "surakarta": slow_rules.surakarta,
    "yote": slow_rules.yote,
    "tablut": slow_rules.tablut,
    "jogo-da-onca": slow_rules.onca,
    "moinho": slow_rules.moinho,
    "reversi": slow_rules.reversi,
    "go": slow_rules.go,
}
RING = ("a1", "b1", "c1", "d1", "e1", "f1", "f2", "e2", "d2", "c2", "b2", "a2", "s1", "s2")


def held(game: BoardGame, position: Position) -> Held:
    """A position as the slow rules have it."""
    places = [(int(x), int(y)) for x, y in game.board.places]
    return {place: cell for place, cell in zip(places, position.cells, strict=True) if cell != "0"}


def compare(name: str, plies: int, seed: int) -> None:
    """Play at random, game after game, and hold what may follow against the slow rules at every ply."""
    game = GAMES.make(name)
    rng = bolicho.stream(seed, name)
    state = game.start()
    for _ in range(plies):
        position = state.position
        ours: set[Frozen] = set()
        for move, after in turns(game.board, position):
            if move != PASS:
                ours.add(slow_rules.frozen(held(game, after)))
        slow = SLOW[name](held(game, position), position.turn, position.hand)
        if position.note in game.board.points:  # ko: the slow rules do not remember what stood there
            slow = {after for after in slow if _stone(game, after, position.note) is None or after in ours}
        assert ours == slow, str(state)
        state = state.play(rng.choice(state.moves()))
        if state.over:
            state = game.start()


def _stone(game: BoardGame, after: Frozen, point: str) -> str | None:
    x, y = game.board.places[game.board.number(point)]
    return dict(after).get((int(x), int(y)))


def compare_oware(plies: int, seed: int) -> None:
    game = GAMES.make("oware")
    board, rng = game.board, bolicho.stream(seed, "oware")
    order = [board.number(name) for name in RING]
    state = game.start()
    for _ in range(plies):

        def seeds(position: Position) -> tuple[int, ...]:
            return tuple(COUNTS.index(position.cells[point]) for point in order)

        ours = {seeds(after) for _, after in turns(board, state.position)}
        assert ours == slow_rules.oware(seeds(state.position), state.position.turn), str(state)
        state = state.play(rng.choice(state.moves()))
        if state.over:
            state = game.start()


def men(board: Board, position: Position, seat: int, eyes: int) -> Men:
    """The men of a seat, their points numbered along the way of another."""
    way = board.tracks[eyes][:-1]
    sizes = [
        (place, height(position.cells[point]))
        for place, point in enumerate(way, 1)
        if position.cells[point] in board.signs[seat]
    ]
    on = tuple(place for place, size in sizes for _ in range(size))
    return on, position.hand[seat], height(position.cells[board.tracks[seat][-1]])


def compare_race(name: str, plies: int, seed: int) -> None:
    game = GAMES.make(name)
    board, rng = game.board, bolicho.stream(seed, name)
    rules = {"enter_first": board.enter == "first", "half": board.half}
    state = game.start(game.deal(rng))
    for _ in range(plies):
        position, turn = state.position, state.position.turn

        def both(position: Position, turn: int = turn) -> tuple[Men, Men]:
            return men(board, position, turn, turn), men(board, position, 1 - turn, turn)

        dice = tuple(map(int, position.note * (2 if board.doubles and len(set(position.note)) == 1 else 1)))
        found = turns(board, position)
        assert {both(after) for _, after in found} == slow_rules.race(*both(position), dice, **rules), str(state)
        assert len({after for _, after in found}) == len(found)
        state = state.play(rng.choice(state.moves()))
        if state.over:
            state = game.start(game.deal(rng))


@pytest.mark.parametrize("name", ["gamao", "tabula"])
def test_throws_are_played_as_a_second_implementation_plays_them(name: str) -> None:
    compare_race(name, {"gamao": 150, "tabula": 60}[name], 3)


@pytest.mark.endurance
@pytest.mark.parametrize("name", ["gamao", "tabula"])
def test_so_they_are_thrown_for_long(name: str) -> None:
    compare_race(name, 10_000, 4)


def test_a_double_counts_four_times_and_of_two_dice_the_larger_is_played() -> None:
    game = GAMES.make("gamao")
    # one man of the first is left on its way, before a wall: only one of the dice can be played
    cells = ["0"] * 26
    for point, sign in {"l2": "A", "e2": "b", "k1": "b", "s1": "N", "s2": "k"}.items():
        cells[game.board.number(point)] = sign
    state = game.start(f"{''.join(cells)} 1 61")
    assert state.moves() == ("l2-f2",)
    double = game.start(f"{''.join(cells)} 1 22")
    assert double.moves() == ("l2-j2+j2-h2+h2-f2+f2-d2",)


def test_no_view_shows_a_throw_to_come() -> None:
    game = GAMES.make("gamao")
    one, other = (game.deal(bolicho.stream(seed)) for seed in (1, 2))
    same = other._replace(rolls=(*one.rolls[:3], *other.rolls[3:]))
    states = [game.start(deal) for deal in (one, same)]
    for ply in range(4):
        views = [state.view(seat) for state in states for seat in (0, 1)]
        assert (views[0] == views[2]) == (views[1] == views[3]) == (ply < 3)
        assert {len(view.state.rolls) for view in views} == {ply + 1}
        states = [state.play(states[0].moves()[0]) for state in states] if ply < 3 else states


@pytest.mark.parametrize("name", SLOW)
def test_legal_moves_are_those_of_a_second_implementation(name: str) -> None:
    compare(name, 250, 1)


def test_oware_is_that_of_a_second_implementation() -> None:
    compare_oware(1000, 1)


@pytest.mark.endurance
@pytest.mark.parametrize("name", SLOW)
def test_so_they_are_for_long(name: str) -> None:
    compare(name, 100_000, 2)


@pytest.mark.endurance
def test_so_is_oware_for_long() -> None:
    compare_oware(100_000, 2)


PERFT = {
    # leaves of the tree of all moves, by depth, as commonly given
    "reversi": (4, 12, 56, 244, 1396, 8200),
    "4-em-linha": (7, 49, 343, 2401),  # nobody has four before the seventh ply
    "damas": (7, 49, 302, 1469, 7473, 37628),  # R. Halbersma, World Draughts Forum 2010: Brazilian
    "moinho": (24, 552, 12144),
    "amazonas": (2176,),
}


def test_the_hounds_catch_the_hare() -> None:
    """Winning Ways, chapter 21: with the first move the hounds win; going on for ever is a win of the hare."""
    known = solved(GAMES.make("lebre-e-cachorros").board)
    assert known.worth(known.graph.start) == (1, 23)
    assert not (known.solution.value == 0).any()


WRONG = {
    "grid = [5, 5]": ("grid = [5, 99]", "grid: expected"),
    'joined = "alquerque"': ('joined = "round"', "joined 'round': expected one of"),
    "few = [0, 10]": ("few = [0, -1]", "few -1 in [rules]"),
    'captures = ["leap"]': ('captures = ["bite"]', "captures: no kind 'bite'"),
    'goal = ["few", "block"]': ('goal = ["few", "luck"]', "goal 'luck'"),
    'chain = "may"': ('chian = "may"', "unknown key 'chian' in [pieces.jaguar]"),
    'first = ["c3"]': ('first = ["*9"]', "first: no point '*9'"),
}


@pytest.mark.parametrize("good", WRONG)
def test_a_wrong_line_of_a_game_with_mechanics_is_named(good: str) -> None:
    bad, words = WRONG[good]
    text = (FOLDER / "jogo-da-onca.toml").read_text(encoding="utf-8")
    line = text[: text.index(good)].count("\n") + 1
    with pytest.raises(BadInput) as caught:
        game_from(text.replace(good, bad, 1), "mine.toml")
    assert str(caught.value).startswith(f"mine.toml line {line}: "), caught.value
    assert words in str(caught.value)


def test_a_variant_is_an_option_and_another_game() -> None:
    plain, varied = GAMES.make("jogo-da-onca"), GAMES.make("jogo-da-onca", variant="all")
    assert (plain.board.few, varied.board.few) == ((0, 10), (0, 1))
    assert plain.options["variant"] == "standard"
    assert varied.options["variant"] == "all"
    assert plain.board != varied.board
    assert pickle.loads(pickle.dumps(varied)).board == varied.board
    with pytest.raises(BadInput, match="expected one of standard, six, all"):
        GAMES.make("jogo-da-onca", variant="none")


@pytest.mark.parametrize("name", PERFT)
def test_counts_are_those_commonly_given(name: str) -> None:
    board = GAMES.make(name).board
    level = [opening(board)]
    for count in PERFT[name][:-1]:
        level = [after for position in level for _, after in turns(board, position)]
        assert len(level) == count
    assert sum(len(turns(board, position)) for position in level) == PERFT[name][-1]
