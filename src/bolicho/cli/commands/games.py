"""``bolicho games``: what can be played here, under which presets and options."""

import json
from typing import Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.games.face import face_of


def games(
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
    language: str | None = LANGUAGE,
) -> None:
    """List the games with their presets, options and the values these may have."""
    speech = speak(language)
    told = [describe(name) for name in GAMES.names()]
    if as_json:
        typer.echo(json.dumps({"games": told}, ensure_ascii=False, indent=2))
    else:
        _show(told, speech)


def describe(name: str) -> JsonObject:
    """Return all about a game; one that a guest brought and that does not load says so."""
    try:
        game = GAMES.make(name)
        presets = {preset: dict(GAMES.make(name, preset=preset).options) for preset in game.presets}
        face = face_of(game)
    except BolichoError as error:
        return {"name": name, "error": str(error)}
    allowed = face.allowed()
    unsaid = {option: values[0] for option, values in allowed.items() if option not in game.options}
    options = {
        option: {"default": default, "values": list(allowed.get(option, ()))}
        for option, default in (dict(game.options) | unsaid).items()
        if option != "preset"
    }
    facts = {"name": name, "seats": game.seats, "version": game.version}
    return {**facts, **face.facts(), "presets": presets, "options": options}


def _show(told: list[JsonObject], language: str) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from bolicho.cli.table.screen import Screen
    from bolicho.core.words import printable

    screen = Screen(language)
    words = screen.words
    for game in told:
        if "error" in game:
            screen.show(Text(words("games-broken", name=game["name"], why=printable(game["error"]))))
            continue
        seats = words("games-seats", seats=game["seats"], version=game["version"])
        screen.show(Text.assemble((printable(game["name"]), "bold"), f"  {seats}"))
        if "source" in game:
            _show_board(screen, game)
        if game["presets"]:
            screen.show(Text(words("games-presets", presets=", ".join(game["presets"]))))
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        for column in words("games-columns").split("|"):
            grid.add_column(column)
        for option, facts in game["options"].items():
            grid.add_row(option, Text(_values(facts)))
        screen.show(grid, Text())


def _show_board(screen: Any, game: JsonObject) -> None:
    """Tell what a board game is called, what kind it is and where its rules come from."""
    from rich.padding import Padding
    from rich.text import Text

    from bolicho.cli.table.drawings.board_talk import board_words
    from bolicho.core.words import printable
    from bolicho.games.boards.talk import family

    words = board_words(screen.language)
    title = words(
        "games-title", title=printable(game["title"][screen.language]), family=printable(family(game["family"], words))
    )
    screen.show(Text(title))
    source = Text(words("games-source", source=printable(game["source"])), style="dim")
    screen.show(Padding(source, (0, 0, 0, 2)))


def _values(facts: JsonObject) -> str:
    """Name the values, the default marked, so that no colour is needed."""
    values = facts["values"] or [facts["default"]]
    return "  ".join(f"{value}*" if str(value) == str(facts["default"]) else str(value) for value in values)
