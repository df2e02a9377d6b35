"""Board files: those of the house are whole, a wrong one is refused with the line that is wrong."""

import tomllib
from pathlib import Path

import pytest
from tests.games.boards.some_boards import CROSSING

import bolicho
from bolicho.core.errors import BadInput
from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.games.boards import FOLDER, bundled, game_from, talk
from bolicho.games.boards.board_file import KEYS, read

LINES = CROSSING.splitlines()


def numbered(begin: str) -> int:
    """The number of the line of the good file that begins so."""
    (found,) = [number for number, line in enumerate(LINES, 1) if line.startswith(begin)]
    return found


def changed(*changes: tuple[int, str | None]) -> str:
    """The good file with some lines replaced, or emptied."""
    lines = list(LINES)
    for number, line in changes:
        lines[number - 1] = line or ""
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", bundled())
def test_every_file_of_the_house(name: str) -> None:
    game = GAMES.make(name)
    board = game.board
    assert board.name == name
    assert len(board.source) > 20
    assert board.source in talk.rules_told(game, Words("bolicho.games.boards", "en"))[-1]
    assert board.source_in["pt-BR"] in talk.rules_told(game, Words("bolicho.games.boards", "pt-BR"))[-1]
    assert {"en", "pt-BR"} <= set(board.title)
    assert {"en", "pt-BR"} <= set(board.about)
    assert board.family in ("alignment", "blocking", "capture", "displacement", "hunt", "positioning")
    assert all(a in board.near[b] for a, around in enumerate(board.near) for b in around)
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert text.startswith("# "), "a file begins by saying what the game is"
    assert set(tomllib.loads(text)) <= KEYS[""]


def test_what_is_only_said_of_a_game_does_not_make_it_another_one() -> None:
    said = '[about]\nen = "A race."\n\n[page]\nen = "Two files."\n\n'
    talkative = read(CROSSING.replace("[points]", f"{said}[points]"))
    assert (talkative.about, talkative.page) == ({"en": "A race."}, {"en": "Two files."})
    assert talkative == read(CROSSING)
    assert talkative != read(CROSSING.replace("plies", "# plies").replace("a2", "a9"))


def test_the_good_file_is_good() -> None:
    board = read(CROSSING)
    assert board.points == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert board.targets == ((2, 5), (0, 3))
    assert (board.stuck, board.plies, board.version) == ("draw", 200, "1")


WRONG: dict[str, tuple[int, str, str]] = {
    # what is wrong: its line, what stands there instead, and what is said
    "unknown key": (4, 'sauce = "x"', "unknown key 'sauce'"),
    "unknown key in a table": (30, 'drew = "never"', "unknown key 'drew' in [rules]"),
    "bad name": (2, 'name = "Big Crossing"', "name 'Big Crossing'"),
    "name is no text": (2, "name = 3", "name 3"),
    "empty source": (4, 'source = " "', "source is missing"),
    "title is no text": (7, "en = 7", "title 7: expected a text"),
    "point with a bad name": (12, "2b = [1, 1]", "point '2b'"),
    "point without place": (12, "b2 = [1]", "point b2: expected [x, y]"),
    "point at a word": (12, 'b2 = [1, "up"]', "point b2: expected [x, y]"),
    "point nowhere": (12, "b2 = [1, inf]", "point b2: expected [x, y]"),
    "two points in one place": (12, "b2 = [0, 1]", "point b2 is drawn where a2 is"),
    "paths are no list": (19, 'paths = "a2-b2"', "paths: expected a list"),
    "edge to a missing point": (19, 'paths = ["a2-b2-c2", "a1-b1-z9"]', "no point 'z9' (in a1-b1-z9)"),
    "edge of one point": (19, 'paths = ["a2"]', "expected points with hyphens"),
    "edge to itself": (19, 'paths = ["a2-a2-b2"]', "goes from a point to itself"),
    "edge of a number": (19, "paths = [3]", "paths: 3"),
    "no edges": (19, "paths = []", "a board needs paths"),
    "line off the board": (20, 'lines = ["a2-b2-d2"]', "lines: no point 'd2' (in a2-b2-d2)"),
    "line with a point twice": (20, 'lines = ["a2-b2-a2"]', "has a point twice"),
    "piece off the board": (22, 'first = ["a2", "q1"]', "first: no point 'q1'"),
    "piece that is no text": (22, "first = [1]", "first: no point 1"),
    "two own pieces on a point": (22, 'first = ["a2", "a2"]', "first: a point twice"),
    "two pieces on a point": (23, 'second = ["a2", "c1"]', "both have a piece on a2"),
    "too many in hand": (24, "in_hand = 7", "in_hand 7 in [start]: expected a whole number from 0 to 6"),
    "more pieces than points": (24, "in_hand = 2", "more pieces than the 6 points"),
    "three hands": (24, "in_hand = [1, 1, 1]", "one number, or one for each player"),
    "half a piece": (24, "in_hand = 0.5", "in_hand 0.5"),
    "unknown kind of move": (26, 'moves = ["slide", "swim"]', "no kind 'swim'; there are slide, jump, fly, hops, run"),
    "nobody can move": (26, "moves = []", "nobody could ever move"),
    "bad goal": (27, 'goal = "capture"', "goal 'capture': expected one of line, block, reach, few"),
    "goal without lines": (27, 'goal = "line"', "the goal is a line and [board] has no lines"),
    "bad targets": (28, 'targets = ["c2", "c1"]', "expected targets ="),
    "empty targets": (28, 'targets = [[], ["a2"]]', "expected targets ="),
    "target off the board": (28, 'targets = [["c2"], ["x1"]]', "targets: no point 'x1'"),
    "bad draw rule": (29, 'draw = "never"', "draw 'never': expected one of"),
    "bad stuck rule": (30, 'stuck = "win"', "stuck 'win'"),
    "no plies": (30, "plies = 0", "plies 0 in [rules]: expected a whole number from 1 to 10000"),
    "never place off the board": (30, 'never_place = ["m1"]', "never_place: no point 'm1'"),
    "enter off the board": (30, 'enter_beside_rival = ["m1"]', "enter_beside_rival: no point 'm1'"),
    "not TOML": (19, 'paths = ["a2-b2-c2"', "not TOML"),
    "a key twice": (3, 'name = "again"', "not TOML"),
    "a table that is a number": (5, "start = 3", "not TOML"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_line_is_named(what: str) -> None:
    number, line, words = WRONG[what]
    text = changed((number, line)) if number <= len(LINES) else CROSSING + line + "\n"
    with pytest.raises(BadInput) as caught:
        game_from(text, "crossing.toml")
    expected = {"not TOML": (20, 21, 22), "a table that is a number": (21,)}.get(what, (number,))
    assert str(caught.value).startswith(tuple(f"crossing.toml line {place}: " for place in expected)), caught.value
    assert words in str(caught.value)


def test_the_numbers_of_the_good_file_are_as_the_table_says() -> None:
    places = {"name": 2, "source": 4, "b2": 12, "paths": 19, "first": 22, "moves": 26, "goal": 27, "draw": 29}
    assert {word: numbered(word) for word in places} == places
    assert len(LINES) == 29


def test_what_is_missing_is_named_where_it_should_stand() -> None:
    missing = {
        "source": (changed((4, None)), 1, "source is missing"),
        "name": (changed((2, None)), 1, "name None"),
        "start": (changed((21, None), (22, None), (23, None)), 29, "[start] is missing"),
        "pieces": (changed((23, None)), 21, "no start: each player needs pieces"),
        "goal": (changed((27, None)), 25, "goal None"),
        "targets": (changed((28, None)), 25, "expected targets ="),
        "paths": (changed((19, None)), 18, "a board needs paths"),
        "points": (changed(*((number, None) for number in range(10, 17))), 29, "a board needs [points]"),
        "edge of a point": (changed((16, "c1 = [2, 0]\nd1 = [3, 0]")), 17, "point d1 has no edge"),
    }
    for what, (text, line, words) in missing.items():
        with pytest.raises(BadInput) as caught:
            read(text, "x.toml")
        assert str(caught.value).startswith(f"x.toml line {line}: "), (what, caught.value)
        assert words in str(caught.value), what


def test_words_in_comments_and_lists_over_lines_do_not_mislead() -> None:
    text = changed((1, "# goal, paths, z9 and first are named here"), (19, 'paths = [\n"a2-b2",\n"b2-z9",\n]'))
    with pytest.raises(BadInput, match=r"^board line 21: paths: no point 'z9'"):
        read(text)


def test_empty_and_broken_files() -> None:
    for text in ("", "\n", "name", 'name = "x'):
        with pytest.raises(BadInput, match="line 1: "):
            read(text)
    with pytest.raises(BadInput, match="line 1: points: expected a table"):
        read('points = 3\nname = "x"\nsource = "y"')


MINE = """name = "mine"
source = "mine"
[points]
a = [0, 0]
b = [1, 0]
c = [2, 0]
d = [3, 0]
[board]
paths = ["a-b-c-d"]
[start]
first = ["a"]
second = ["d"]
[rules]
moves = ["slide"]
goal = "reach"
targets = [["d"], ["a"]]
"""


def test_a_game_may_be_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE, encoding="utf-8-sig")
    assert GAMES.make(str(file)).name == "mine"
    assert "perfect" in bolicho.agents(GAMES.make(str(file)))
    with pytest.raises(BadInput, match="No such file"):
        GAMES.make(str(tmp_path / "absent.toml"))


@pytest.mark.parametrize(
    ("was", "now", "complaint"),
    [
        ("[rules]", "[rule]", r"line 13: unknown table \[rule\]"),
        ('targets = [["d"], ["a"]]', 'targets = [["a"], ["d"]]', "the game is over at its start"),
        ('targets = [["d"], ["a"]]', 'targets = [["d", "c"], ["a"]]', r"more pieces than there are \(1\)"),
    ],
)
def test_a_game_nobody_could_play_is_refused(was: str, now: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        game_from(MINE.replace(was, now), "mine.toml")


def test_nothing_begins_where_the_game_is_over() -> None:
    with pytest.raises(BadInput, match="the game is over there"):
        GAMES.make("tapatan").start("111222000 1")
