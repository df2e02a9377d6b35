"""What the code knows of games: facts, boards drawn, rules in words, options, values, who plays."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from grids import after_title, facts, grid

from bolicho.agents import names
from bolicho.cli.commands.games import describe
from bolicho.core.words import Words
from bolicho.field.encode import encoder
from bolicho.games import BOARDS, GAMES
from bolicho.games.boards import BoardGame, on_a_board
from bolicho.games.boards.picture import board_svg
from bolicho.games.boards.talk import family
from bolicho.games.face import face_of
from bolicho.lab.studies.strength.shipped_table import shipped
from facts.boards import value_of

Link = Callable[[str], str]
DOCS = Path(__file__).parents[2]


def game_page(name: str, markdown: str, link: Link) -> str:
    """Return the page of a game with its facts at the top, options and players at the end; others as they are."""
    if name not in GAMES.house:
        return markdown
    game = GAMES.make(name)
    top, rest = [], []
    if on_a_board(game):
        top.append(_figure(game, "en"))
        rest += [
            "## The rules as the table tells them",
            rules(name, "en", link=link),
            "## Perfect play",
            value_of(name, link),
        ]
    top.append(_facts(game, name))
    rest += ["## Options", options(name, link=link), "## Who plays it", _players(name, link)]
    return after_title(markdown, "\n\n".join(top)) + "\n\n" + "\n\n".join(rest) + "\n"


def _facts(game: Any, name: str) -> str:
    words = Words("bolicho.games.boards", "en")
    told = {"Name": f"`{name}`", "Seats": str(game.seats), "Rules version": game.version}
    if on_a_board(game):
        board = game.board
        edges = sum(map(len, board.near)) // 2
        pieces = [len(side) + hand for side, hand in zip((board.first, board.second), board.in_hand, strict=True)]
        told |= {
            "In Portuguese": escape(board.title.get("pt-BR", name)),
            "Family": family(board.family, words),
            "Board": f"{len(board.points)} points, {edges} edges, {len(board.lines)} lines that win"
            if board.lines
            else f"{len(board.points)} points, {edges} edges",
            "Pieces": f"{pieces[0]} and {pieces[1]}",
            "Source": escape(board.source),
        }
    if game.presets:
        told["Presets"] = ", ".join(f"`{preset}`" for preset in game.presets)
    told["Play"] = f"`bolicho play {name}`, or choose it in the lobby of `make play`"
    return facts(told)


def _figure(game: BoardGame, language: str) -> str:
    title = escape(game.board.title.get(language, game.name))
    return f'<figure class="board">{board_svg(game.board, title)}</figure>'


def rules(name: str, language: str = "en", *, link: Link) -> str:  # noqa: ARG001
    """Tell the rules as the table tells them, from the code."""
    lines = face_of(GAMES.make(name), language).rules()
    return "\n".join(f"- {escape(line, quote=False)}" for line in lines)


def options(name: str, *, link: Link) -> str:  # noqa: ARG001
    """Tell the options of a game, their values and what the presets choose."""
    told = describe(name)
    presets: dict[str, dict[str, Any]] = told["presets"]
    head = ["option", "values", *([f"`{preset}`" for preset in presets] or ["default"])]
    rows = []
    for option, known in told["options"].items():
        values = ", ".join(f"`{value}`" for value in known["values"]) or "a number"
        chosen = [chosen.get(option, known["default"]) for chosen in presets.values()] or [known["default"]]
        rows.append([f"`{option}`", values, *map(str, chosen)])
    return grid(head, rows)


def _players(name: str, link: Link) -> str:
    measured = shipped()
    known = {spec.partition(":")[0] for spec in measured[name].agents} if name in measured else set()
    found = [one for one in names(name) if (DOCS / "agents" / f"{one}.md").exists()]
    lines = [f"[`{one}`]({link(f'agents/{one}.md')})" + ("" if one in known else " (not measured)") for one in found]
    more = f"How strong each is: [the strength table]({link('strength.md')}#{name})." if known else ""
    return f"{', '.join(lines)}. {more}"


def arrays(*, link: Link) -> str:  # noqa: ARG001
    """Tell the sizes of every game of the house in arrays, as rows of a table: card games first."""
    coders = map(encoder, sorted(GAMES.house, key=lambda name: name in BOARDS))
    return "\n".join(
        f"| `{coder.game.name}` | {coder.game.seats} | {coder.size:,} | {len(coder.vocabulary)} |" for coder in coders
    )
