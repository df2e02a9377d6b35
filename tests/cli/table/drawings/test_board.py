"""Board games at the terminal: the drawing, what may be typed, the learning mode, arrow keys."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from tests.cli.front_door import Printed, knock, record_of, refused
from tests.cli.table.test_terminal import terminal
from tests.games.boards.some_boards import CROSSING

from bolicho.cli.table.drawing import drawing_for
from bolicho.cli.table.drawings.board_canvas import closely, edges, grid, picture, undrawn
from bolicho.cli.table.drawings.pointing import Pointer
from bolicho.cli.table.screen import Size
from bolicho.games import GAMES
from bolicho.games.boards import bundled, game_from
from bolicho.games.boards.board_file import read
from bolicho.learn.boards.shipped_tables import SHIPPED

NEARLY = ("--deal", "021210012 1")
"""Tapatan: b1-a1 wins at once, c3-c2 only draws, b2-c2 loses."""


def sit(game: str, *args: str, typed: str = "", file: Path | None = None, columns: str = "100") -> Printed:
    kept = ("--record", str(file)) if file else ()
    seats = ("--against", "random", "--seed", "3", "--no-store")
    return knock("play", game, *seats, *kept, *args, typed=typed, COLUMNS=columns)


SEATED = (*SHIPPED, "jogo-da-onca", "damas", "oware", "moinho")
"""A process each: the old boards, and one of every new kind of drawing."""


@pytest.mark.parametrize("width", [100, 45])
@pytest.mark.parametrize("name", bundled())
def test_every_board_is_drawn(name: str, width: int) -> None:
    game = GAMES.make(name)
    canvas, places = picture(game.board, width, 16, lambda _: ("·", ""))
    lines = canvas.text().plain.splitlines()
    assert len(set(places)) == len(game.board.points)
    for point, (column, line) in zip(game.board.points, places, strict=True):
        named = "" if closely(game.board, width) else point
        assert lines[line][column : column + 2 + len(point)].startswith(f"· {named}".rstrip())
    assert max(map(len, lines)) <= width
    assert len(lines) <= 19
    assert undrawn(game.board) == [] or len(game.board.points) > 16
    if name not in SEATED:
        return
    said = sit(name, columns=str(width))
    assert said.code == 0
    assert all(len(line) <= width for line in said.out.splitlines())


def test_tapatan_looks_like_its_board() -> None:
    out = sit("tapatan").out
    for line in ("● a3──────○ b3──────● c3", "│ ╲       │       ╱ │", "○ a1──────● b1──────○ c1", "▸ ● you"):
        assert line in out
    plain = knock("play", "tapatan", "--against", "random", "--no-store", encoding="ascii").out
    assert "# a3------O b3------# c3" in plain
    assert "| \\       |       / |" in plain


def test_the_star_becomes_a_diamond_and_an_edge_behind_a_point_is_told() -> None:
    board = GAMES.make("mu-torere").board
    assert grid(board)[board.number("a")] == (2, 0)
    assert grid(board)[board.number("b")] == (3, 1)
    text = CROSSING.replace('"a2-a1",', '"a2-a1", "a2-c2",')
    assert undrawn(read(text)) == [("a2", "c2")]
    assert len(edges(read(text))) == 8
    drawing = drawing_for(game_from(text)(), "en", ("a", "b"))
    assert drawing.title == "Crossing"


@pytest.mark.parametrize("typed", ["a3-a2", "A3 A2", "a3a2", "1", " a3 - a2 "])
def test_ways_to_type_a_move(tmp_path: Path, typed: str) -> None:
    file = tmp_path / "m.jsonl"
    sit("tapatan", typed=f"{typed}\n", file=file)
    assert record_of(file).units[0].moves[0] == "a3-a2"


def test_placing_and_pieces_in_hand(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    out = sit("three-mens-morris", typed="b2\n", file=file).out
    assert "put a piece down" in out
    assert "in hand 3 ●●●" in out
    assert "in hand 2 ○○" in out
    assert record_of(file).units[0].moves[0] == "b2"
    out = sit("picaria", typed="c3\n").out
    assert "Not possible now: «c3»" in out


def test_wrong_moves_cost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    out = sit("tapatan", typed="banana\na3-c1\n99\n\nb3-b2\na3-b2\n", file=file).out
    assert "I do not understand «banana»" in out
    for wrong in ("a3-c1", "99", "b3-b2"):
        assert f"Not possible now: «{wrong}»" in out
    assert record_of(file).units[0].moves[0] == "a3-b2"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-BR", ("as regras desta mesa", "desliza por uma linha", "Família: alinhamento", "Fonte: LoBoGames")),
        ("en", ("the rules at this table", "slides along a line", "Family: alignment", "Source: LoBoGames")),
    ],
)
def test_rules_history_and_reasons(language: str, words: tuple[str, ...]) -> None:
    out = sit("tapatan", "--language", language, typed="?\na3-a2\nh\nw\n").out
    assert all(word in out for word in words)
    assert re.search(r" 1\. ● (you|você): a3-a2", out)
    assert "○ random: " in out
    assert re.search(r"random (plays|joga com) ○\n○ random: \S+\n +\w", out), (
        "nothing is hidden on a board, so reasons are told at once"
    )
    assert not any(word in out for word in ("cards", "cartas", "hand 1", "mão 1"))


@pytest.mark.parametrize("language", ["pt-BR", "en"])
@pytest.mark.parametrize("name", bundled())
def test_every_game_tells_its_rules(name: str, language: str) -> None:
    game = GAMES.make(name)
    told = drawing_for(game, language, ("a", "b")).rules()
    assert len(told) >= 5
    source = game.board.source if language == "en" else game.board.source_in[language]
    assert source.rstrip(".") in told[-1]
    assert not any("{" in line for line in told)


def test_the_end_is_told() -> None:
    out = sit("tapatan", *NEARLY, typed="b1-a1\nn\n").out
    assert "● you has a line: a1-b2-c3." in out
    assert "You won!" in out
    out = sit("tapatan", "--option", "plies=2", typed="1\nn\n", columns="60").out
    assert "A draw: 2 plies and nothing decided." in out
    out = sit("pong-hau-ki", "--deal", "12012 1", typed="a3-b2\nn\n").out
    assert "○ random cannot move." in out


@pytest.mark.parametrize(
    ("package", "file"), [("bolicho.cli.table.drawings", "board.toml"), ("bolicho.games.boards", "words.toml")]
)
def test_both_languages_say_the_same_things_at_a_board(package: str, file: str) -> None:
    tables = tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    ours, theirs = tables["pt-BR"], tables["en"]
    assert set(ours) == set(theirs)
    for key in ours:
        assert holes(ours[key]) == holes(theirs[key]), key


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_replay_draws_boards(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    sit("tapatan", typed="a3-a2\n", file=file)
    said = knock("replay", str(file), "--ply", "1")
    assert "person × random · ply 1/2" in said.out
    assert "◉ a2" in said.out
    assert "◌ a3" in said.out
    (step,) = json.loads(knock("replay", str(file), "--ply", "1", "--json").out)["steps"]
    assert step["move"] == "a3-a2"


# ── learning ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("wins: b1-a1", "loses in 4: b2-c2 b2-a1", "c3-c2: that turned a win into a draw; better was b1-a1.")),
        ("pt-BR", ("ganha: b1-a1", "empata: c3-c2 b2-a3", "isso fez de uma vitória um empate; melhor era b1-a1.")),
    ],
)
def test_hints_and_what_was_given_away(tmp_path: Path, language: str, words: tuple[str, ...]) -> None:
    file = tmp_path / "m.jsonl"
    typed = f"{'dica' if language == 'pt-BR' else 'hint'}\nc3-c2\n"
    out = sit("tapatan", "--learn", "--language", language, *NEARLY, typed=typed, file=file).out
    for word in words:
        assert word in out
    notes = record_of(file).notes
    assert (notes["hinted"], notes["taken_back"], notes["people"]) == (1, 0, [0])
    lost = sit("tapatan", "--learn", *NEARLY, typed="b2-c2\n").out
    assert "that turned a win into a loss in 4; better was b1-a1." in lost


def test_take_back(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    typed = "back\na3-a2\na2-a3\nback\nback\na3-a2\n"
    out = sit("tapatan", "--learn", typed=typed, file=file).out
    assert "There is no move of yours to take back yet." in out
    assert out.count("Taken back: it is your turn again.") == 2
    record = record_of(file)
    assert record.notes["taken_back"] == 2
    assert len(record.units[0].moves) == 2
    again = tmp_path / "n.jsonl"
    sit("tapatan", typed="a3-a2\n", file=again)
    assert record_of(again).units == record.units, "the rival answers as before"
    assert "taken_back" not in record_of(again).notes


def test_take_back_a_lost_game(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    out = sit(
        "tapatan", "--learn", "--option", "plies=2", typed="a3-a2\nback\na3-b2\nn\nback\nhint\nn\n", file=file
    ).out
    assert out.count("Take back your last move?") == 2
    record = record_of(file)
    assert record.finished
    assert record.units[0].moves[0] == "a3-b2"
    assert record.notes["taken_back"] == 1


def test_learning_is_switched_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    out = sit("tapatan", typed="hint\nback\nl\nhint\nl\na3-a2\n", file=file).out
    assert out.count("Turn learning mode on first: l.") == 2
    assert "draws: a3-a2 a3-b2 c3-b2 c3-c2 b1-b2" in out
    assert "Learning mode is off." in out
    assert "keeps the draw" not in out
    assert record_of(file).notes["hinted"] == 1


def test_cards_have_no_learning_mode() -> None:
    assert refused(knock("play", "truco", "--learn", "--no-store"), "--learn: truco has no learning mode")


def test_somebody_sits_across_when_nobody_was_named() -> None:
    assert knock("play", "tapatan", "--no-store", "--seed", "1").code == 0


# ── arrow keys ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_cursor() -> None:
    game = GAMES.make("tapatan")
    pointer = Pointer(game.board)
    pointer.look(game.start().view(0))
    assert game.board.points[pointer.at] == "a3"
    for key, point in [("right", "b3"), ("right", "c3"), ("right", "c3"), ("down", "c2"), ("left", "b2"), ("up", "b3")]:
        assert pointer.press(key) is None
        assert game.board.points[pointer.at] == point
    assert pointer.press("\n") == "b3", "what is not ours is answered with a hint"
    pointer.press("left")
    assert pointer.press("\n") is None
    assert pointer.aims == {game.board.number("a2"), game.board.number("b2")}
    pointer.press("\x1b")
    assert pointer.picked is None
    assert pointer.press(" ") is None
    pointer.press("down")
    assert pointer.press("\r") == "a3-a2"
    for key in "a3x\x7f-":
        assert pointer.press(key) is None
    assert pointer.press("\n") == "a3-"


@pytest.mark.parametrize("name", bundled())
def test_the_cursor_gets_everywhere(name: str) -> None:
    pointer = Pointer(GAMES.make(name).board)
    reached, new = {0}, [0]
    while new:
        here = new.pop()
        for key in ("up", "down", "left", "right"):
            pointer.at = here
            pointer.press(key)
            if pointer.at not in reached:
                reached.add(pointer.at)
                new.append(pointer.at)
    assert len(reached) == len(pointer.board.points)


def test_arrows_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    seats = ("--against", "random", "--seed", "3", "--no-store", "--record", str(file), "--learn")
    with terminal("play", "tapatan", *seats) as at:
        assert "[●" in plain(at.until("your move ▸"))
        at.type("\n")
        assert "a3 is picked up" in plain(at.until("your move ▸"))
        at.type("\x1b[B")
        assert "[·]" in plain(at.until("your move ▸"))
        at.type("\n")
        assert "2. ○ random" in plain(at.until("your move ▸"))
        at.type("hint\n")
        at.until("draws")
        at.until("your move ▸")
        at.type("?\n")
        assert "Source: LoBoGames" in plain(at.until("Enter: back ▸"))
        at.type("\n")
        at.until("your move ▸")
        at.type("q\n")
        at.until("Leave the table?")
        at.type("y\n")
        at.until("See you next time!")
        assert at.ends() == 0
    assert record_of(file).units[0].moves[0] == "a3-a2"


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


# ── lists ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_games_tells_of_boards() -> None:
    out = knock("games", "--language", "pt-BR").out
    assert "Jogo-da-velha · família: posicionamento" in out
    assert "Fonte: LoBoGames / Lobo Brain" in out
    told = {game["name"]: game for game in json.loads(knock("games", "--json").out)["games"]}
    assert told["tapatan"]["family"] == "alignment"
    assert told["tapatan"]["title"]["en"] == "Tapatan"
    assert told["tapatan"]["options"]["draw"]["default"] == "start-three-times"
    assert "source" not in told["truco"]


def test_a_guest_board_is_drawn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._loaded, "crossing", game_from(CROSSING))
    out = sit("crossing", typed="?\n").out
    assert "● a2" in out
    assert "points of arrival wins: c2-c1 (●), a2-a1 (○)" in out
    assert "family: reaching" in knock("games").out


def test_sizes() -> None:
    game = GAMES.make("picaria")
    drawing = drawing_for(game, "en", ("you", "somebody with a long name"))
    for size in (Size(200, 60), Size(76, 24), Size(45, 30), Size(30, 20)):
        drawing.table(game.start().view(0), size)
