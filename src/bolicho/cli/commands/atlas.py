"""``bolicho atlas``: how a player plays every hand in one situation; the moves around a position of a board."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import rule_options
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.games.truco import Truco
    from bolicho.lab.atlas.chart import Chart


def atlas(
    game: Annotated[str, typer.Argument(help="truco, or a board that is solved.")] = "truco",
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[MOVE]...",
            help="Of Truco a situation (mao, pe-truco) or its moves, ? for an own card; of a board its moves so far.",
        ),
    ] = None,
    agent: Annotated[str, typer.Option(help="Who plays the hands: any agent that tells its chances.")] = "equilibrium",
    against: Annotated[str | None, typer.Option(metavar="AGENT", help="Another one, beside it.")] = None,
    score: Annotated[str, typer.Option(metavar="OWN-RIVAL", help="The score.")] = "0-0",
    show: Annotated[
        str | None, typer.Option(metavar="WHAT", help="What is shown: envido, truco, card, quero, nao-quero, baralho.")
    ] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help='What every move is worth with this hand: "1e 7o 4c".')
    ] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the data as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Show which hands call, raise, accept or fold in a situation: a chart of the strongest card by envido points.

    Every hand is asked about by the player's own chances, weighed by deals; nothing is drawn. With --hand, what each
    move is worth and what it gives away. Of a solved board: each move from here with its value and the rival's answers.
    """
    from bolicho.games import GAMES
    from bolicho.lab.studies.profiles.tally import PROFILED

    table: Any = GAMES.make(game, **rule_options(None, None, option or []))
    words = Words("bolicho.lab.atlas", speak(language))
    if game not in PROFILED:
        _board(table, tuple(moves or []), words, as_json=as_json)
    elif hand is not None:
        _hand(table, " ".join(moves or ["mao"]), hand, score, words, as_json=as_json)
    else:
        names = [agent, *([against] if against else [])]
        _charts(table, names, " ".join(moves or ["mao"]), score, show, words, as_json=as_json)


def _charts(
    table: "Truco", names: list[str], where: str, score: str, show: str | None, words: Words, *, as_json: bool
) -> None:
    from bolicho.agents import make
    from bolicho.lab.atlas.chart import chart
    from bolicho.lab.atlas.kinds import SHOWN, offered
    from bolicho.lab.atlas.situations import score_of, situation

    if show is not None and show not in SHOWN:
        raise BadInput(f"--show {show!r}: expected {', '.join(SHOWN)}")
    place, standing = situation(where), score_of(score, int(table.options["target"]))
    found = [chart(make(name, table), table, place, standing) for name in names]
    if as_json:
        typer.echo(json.dumps({"charts": [one.to_dict() for one in found]}, ensure_ascii=False))
        return
    for one in found:
        _show(one, show or offered(one.moves)[0], score, words)


def _show(found: "Chart", show: str, score: str, words: Words) -> None:
    from bolicho.core.numbers import Value, number
    from bolicho.lab.atlas.chart import COLUMNS, ROWS
    from bolicho.lab.atlas.kinds import lettered, offered, share
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    rows: list[list[Value]] = []
    for strength in ROWS:
        cells = (found.cells.get((strength, column)) for column in COLUMNS)
        told = ("" if one is None or not one.weight else f"{100 * share(one.shares, show):.0f}" for one in cells)
        rows.append([lettered(strength), *told])
    name = found.situation.name
    place = words(name) if name else " ".join(found.situation.path)
    title = words("title", agent=found.agent, situation=place, score=score, shown=words(f"show-{show}"))
    show_table(Table("atlas", title, [words("corner"), *COLUMNS], rows, words("note")), words.language)
    told_all = (
        f"{words(f'show-{one}')} {number(100 * share(found.shares, one), 1, words.language)} %"
        for one in offered(found.moves)
    )
    console().print(words("whole", shares=", ".join(told_all)))


def _hand(table: "Truco", where: str, hand: str, score: str, words: Words, *, as_json: bool) -> None:
    from bolicho.agents import make
    from bolicho.cli.commands.analyse import show_analysis
    from bolicho.core.hooks import analysed
    from bolicho.games.face import face_of
    from bolicho.lab.atlas.chart import example_of
    from bolicho.lab.atlas.situations import score_of, situation

    face = face_of(table, words.language)
    view = example_of(table, situation(where), tuple(hand.split()), score_of(score, int(table.options["target"])))
    found = analysed(make(face.analyst, table), view)
    if found is None:
        raise BadInput(f"--hand {hand!r}: nobody knows what moves are worth there")
    if as_json:
        told: JsonObject = {"hand": list(view.dealt), "agent": face.analyst, **found.to_dict()}
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    cards = ", ".join(face.label(card) for card in view.dealt)
    title = words("title-hand", hand=cards, score=score, agent=face.analyst)
    show_analysis(found, title, face, Words("bolicho.cli.commands", words.language, "analyse.toml"))


def _board(table: Any, moves: tuple[str, ...], words: Words, *, as_json: bool) -> None:
    from bolicho.agents import make
    from bolicho.core.numbers import Value
    from bolicho.games.face import face_of
    from bolicho.lab.atlas.around import NAMES, around
    from bolicho.report.document import Table
    from bolicho.report.terminal import console, show_table

    face = face_of(table, words.language)
    if not face.analyst:
        raise BadInput(f"{table.name}: nobody has solved this game")
    found = around(table, make(face.analyst, table), moves)
    if as_json:
        typer.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    console().print(str(found.state), highlight=False, markup=False)
    if found.state.over:
        console().print(words("over"))
        return
    rows: list[list[Value]] = []
    for one in found.neighbours:
        value = words(NAMES[round(one.move.value)])
        told = words("plies", value=value, n=one.move.distance) if one.move.distance and one.move.value else value
        replies = words("replies", **{name: one.replies.get(name, 0) for name in NAMES.values()}) if one.replies else ""
        rows.append([face.label(one.move.move), told, replies])
    heads = [words(f"head-{key}") for key in ("move", "value", "replies")]
    show_table(Table("around", words("title-board", game=face.title), heads, rows), words.language)
