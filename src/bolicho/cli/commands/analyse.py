"""``bolicho analyse``: what every legal move of a position is worth to who is to decide."""

import json
from inspect import signature
from typing import Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import rule_options
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, MoveValue, analysed
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words


def analyse(
    game: Annotated[str, typer.Argument(help="The game, such as truco or tapatan.")],
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="The deal, or the position of a board, as text.")],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="[MOVE]...", help="The moves since then, both sides in turn.")
    ] = None,
    context: Annotated[
        list[str] | None,
        typer.Option("--start", metavar="NAME=VALUE", help="How the unit begins: mano=1, score=20-17."),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who analyses; by default the game's analyst.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Value every legal move of a position, by what the seat that decides may know.

    The text holds the other seat's cards too; they are not looked at. Boards are exact. Truco is solved from round 2
    on, at the given score; "gap" says how exact that is. In the first round it is played on from worlds that agree with
    what was said and played. Best play mixes: its chances stand beside the values.
    """
    from bolicho.agents import make
    from bolicho.games import GAMES
    from bolicho.games.face import face_of

    table: Any = GAMES.make(game, **rule_options(None, None, option or []))
    face = face_of(table, speak(language))
    words = Words("bolicho.cli.commands", speak(language), "analyse.toml")
    analyst = by or face.analyst
    if not analyst:
        raise BadInput(f"{game}: nobody analyses this game; say who with --by AGENT")
    view = _view(table, deal, moves or [], _context(table, context or []))
    found = analysed(make(analyst, table), view)
    if found is None:
        raise BadInput(words("unknown", agent=analyst))
    if as_json:
        told = {"game": game, "agent": analyst, "seat": view.seat, **found.to_dict()}
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        show_analysis(found, words("title", agent=analyst), face, words)


def _context(game: Game, texts: list[str]) -> JsonObject:
    """Read how a unit begins: whole numbers, or several with dashes between them."""
    known = [name for name in signature(game.start).parameters if name != "deal"]
    found: JsonObject = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        parts = value.split("-")
        if name not in known:
            raise BadInput(f"--start {text!r}: expected {', '.join(known) or 'nothing for this game'}")
        if not equals or not all(part.isdecimal() and len(part) < 5 for part in parts):
            raise BadInput(f"--start {text!r}: expected {name}=NUMBER or {name}=NUMBER-NUMBER")
        found[name] = int(parts[0]) if len(parts) == 1 else tuple(map(int, parts))
    return found


def _view(game: Game, deal: str, moves: list[str], context: JsonObject) -> Any:
    state = game.start(game.parse_deal(deal), **context)
    for number, move in enumerate(moves, 1):
        if state.over:
            raise BadInput(f"move {number} {move!r}: it is over already")
        state = state.play(move)
    if state.over:
        raise BadInput("nobody is to decide: it is over")
    return state.view(state.seat)


def show_analysis(found: Analysis, title: str, face: Any, words: Words) -> None:
    """Print what the moves are worth, the best first, and how sure that is; ``words`` are those of this command."""
    from bolicho.core.numbers import Figure, Value, number
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    spoken = words.language
    rows: list[list[Value]] = []
    for one in sorted(found.moves, key=lambda one: -one.value):
        chance: Value = "" if one.chance is None else Figure(one.chance)
        rows.append([face.label(one.move), *_worth(found, one, words), chance])
    keys = ("move", f"value-{found.unit}", "loss", "chance")
    show_table(Table("analysis", title, [words(key) for key in keys], rows), spoken)
    if found.exact:
        console().print(words("exact"))
    elif found.gap is None:
        error = max(one.error for one in found.moves)
        console().print(words("measured", error=number(100 * error, 1, spoken)))
    else:
        digits, scale = (4, 1.0) if found.unit == "points" else (2, 100.0)
        console().print(words(f"gap-{found.unit}", gap=number(found.gap * scale, digits, spoken)))


def _worth(found: Analysis, one: MoveValue, words: Words) -> list[Any]:
    """The value of a move and what it gives away, as people read them."""
    from bolicho.core.numbers import number

    value, loss, spoken = one.value, found.loss(one), words.language
    if found.unit == "game":
        name = words(("loss-game", "draw-game", "win-game")[round(value) + 1])
        return [
            words("in-plies", value=name, distance=one.distance) if one.distance else name,
            "" if not loss else words("gives"),
        ]
    if found.unit == "match":
        return [f"{number(100 * value, 1, spoken)} %", f"{number(100 * loss, 1, spoken)}"]
    return [number(value, 3, spoken), number(loss, 3, spoken)]
