"""``bolicho agents``: who can sit at the table, what they are like and where they come from."""

import json

import typer

from bolicho.agents import AGENTS, names
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.registry import Factory
from bolicho.games import GAMES


def agents(
    game: str | None = typer.Argument(None, help="Only those that play this game."),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
    language: str | None = LANGUAGE,
) -> None:
    """List the agents: name, character, and whether they are of the house or guests."""
    speech = speak(language)
    told = [describe(name, speech) for name in names(None if game is None else GAMES.make(game))]
    if as_json:
        typer.echo(json.dumps({"game": game, "agents": told}, ensure_ascii=False, indent=2))
    else:
        _show(told, speech)


def describe(name: str, language: str) -> JsonObject:
    """Return who an agent is; a guest that does not load says so instead of its character."""
    guest = None if name in AGENTS.house else AGENTS.guests.get(name)
    package = guest.dist.name if guest is not None and guest.dist is not None else None
    facts = {"name": name, "from": "house" if name in AGENTS.house else package or "guest"}
    try:
        factory = AGENTS.factory(name)
    except BolichoError as error:
        return {**facts, "character": None, "plays": None, "error": str(error)}
    character = getattr(factory, "character", None) or {}
    return {**facts, "character": character.get(language), "plays": _games(factory)}


def _games(factory: Factory) -> list[str] | None:
    """The games that an agent plays, by name; None: all."""
    plays = getattr(factory, "plays", None)
    if not callable(plays):
        return None if plays is None else sorted(plays)
    return sorted(game for game in GAMES.names() if plays(GAMES.make(game)))


def _show(told: list[JsonObject], language: str) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    from bolicho.cli.table.screen import Screen
    from bolicho.core.words import printable

    screen = Screen(language)
    words = screen.words
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    for column in words("agents-columns").split("|"):
        grid.add_column(column)
    for agent in told:
        character = agent.get("error") or agent["character"] or words("agents-quiet")
        house = agent["from"] == "house"
        place = words("agents-house") if house else words("agents-guest", package=printable(agent["from"]))
        grid.add_row(Text(printable(agent["name"]), style="bold"), Text(printable(character)), Text(place))
    screen.show(grid)
