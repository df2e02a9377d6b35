"""What the code knows of the boards of the house, from their files: pages, a list, exact values, sizes."""

from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path

from grids import grid

from bolicho.cli.commands.solve import facts as counted
from bolicho.core.json_text import JsonObject
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import Board
from bolicho.games.boards.graph import most_positions
from bolicho.games.boards.picture import board_svg
from bolicho.games.face import face_of
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import solved

Link = Callable[[str], str]
DOCS = Path(__file__).parents[2]
COUNTS = ("positions", "reachable", "over", "win", "draw", "loss")
HEAD = ("game", "positions", "reachable", "over", "won", "drawn", "lost", "start, for who begins", "longest")
NOTATION = (
    "## Notation\n\nA move names points: `b2` puts a piece down, `a1-b2` slides or jumps "
    "([moves and positions as text](../reference/notation.md#boards)).\n"
)


def _board(name: str) -> Board:
    board: Board = GAMES.make(name).board
    return board


def missing_pages() -> dict[str, str]:
    """Write a page for each board for which nobody has written one; facts, rules and values come as on any other."""
    return {f"games/{name}.md": _page(name) for name in BOARDS if not (DOCS / "games" / f"{name}.md").exists()}


def _page(name: str) -> str:
    board = _board(name)
    said = " ".join(words["en"] for words in (board.about, board.page) if "en" in words)
    ways = f"Play it with hints: `bolicho play {name} --against minimax:2 --learn`. Solve it: `bolicho solve {name}`."
    return f"# {board.title['en']}\n\n{said}\n\n{NOTATION}\n{ways}\n"


def board_gallery(language: str = "en", *, link: Link) -> str:
    """Draw every board, each leading to its page (in Portuguese to its place on the one page)."""
    cells = []
    for name in BOARDS:
        title = escape(_board(name).title[language])
        to = link(f"games/{name}.md") if language == "en" else f"#{name}"
        cells.append(f"[{board_svg(_board(name), title)} {title}]({to})")
    return '<div class="boards" markdown>\n\n' + "\n\n".join(cells) + "\n\n</div>"


def board_list(language: str = "en", *, link: Link) -> str:
    """Tell of every board: in English a line and its source, in Portuguese a part of the page with its rules."""
    if language == "en":
        return "\n".join(
            f"- **[{board.title['en']}]({link(f'games/{board.name}.md')})** (`{board.name}`, {board.family}). "
            f"{escape(board.about['en'], quote=False)} *Source:* {escape(board.source, quote=False)}."
            for board in map(_board, BOARDS)
        )
    parts = []
    for board in map(_board, BOARDS):
        told = face_of(GAMES.make(board.name), language).rules()
        rules = "\n".join(f"- {escape(line, quote=False)}" for line in told)
        said = board.page.get(language) or board.about[language]
        parts.append(f"## {board.title[language]} {{ #{board.name} }}\n\n{said}\n\n{rules}")
    return "\n\n".join(parts)


@cache
def _counted(name: str) -> JsonObject:
    return counted(solved(_board(name)))


def _row(name: str) -> list[str]:
    found = _counted(name)
    start = found["start"] if found["start"] == "draw" else f"{found['start']} in {found['distance']} plies"
    return [name, *(f"{found[count]:,}" for count in COUNTS), start, str(found["longest"])]


def board_values(*, link: Link) -> str:  # noqa: ARG001
    """Work out what every position is worth, and tell the counts, the smallest game first."""
    return grid(HEAD, sorted(map(_row, SHIPPED), key=lambda row: int(row[1].replace(",", ""))))


def value_of(name: str, link: Link) -> str:
    """Tell the counts of one board, or how many positions it may have."""
    if name not in SHIPPED:
        bound = most_positions(_board(name))
        size = f"at most {bound:,}" if bound < 10**15 else f"at most {float(bound):.0e}"
        return f"`bolicho solve {name}` says what is known: {size} positions. Perfect play is not shipped."
    how = f"[all games side by side]({link('games/boards.md')}#exact-values)"
    return f"Every position was solved (`bolicho solve {name}`; {how}):\n\n{grid(HEAD, [_row(name)])}"
