"""A module as a page without a script: on a screen to read, on paper a sheet of A4 for each game, the answers last."""

import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.boards import Board, BoardGame, board_game
from bolicho.games.boards.picture import board_svg, pieces_svg
from bolicho.games.boards.rules import Position, opening, parse_position
from bolicho.games.boards.sowing import COUNTS
from bolicho.games.boards.talk import SIGNS
from bolicho.learn.boards.exercises import Exercise, collection, line

PATH = Path(__file__).parent / "path.toml"
LARGE, SMALL = 520, 240
"""Widths of a board to play on and of one to look at, in pixels of a screen; paper has its own."""


class Lesson(NamedTuple):
    """A game on the path, and what is new in it, by language."""

    game: str
    idea: dict[str, str]


class Module(NamedTuple):
    """Games of one kind, in growing order of difficulty."""

    name: str
    title: dict[str, str]
    intro: dict[str, str]
    lessons: tuple[Lesson, ...]


@cache
def _told() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text(encoding="utf-8"))


@cache
def modules() -> tuple[Module, ...]:
    """Return the path."""
    return tuple(
        Module(
            one["name"],
            one["title"],
            one["intro"],
            tuple(Lesson(game, {"en": en, "pt-BR": pt}) for game, en, pt in one["games"]),
        )
        for one in _told()["module"]
    )


def say(key: str, language: str, **facts: object) -> str:
    """Say a text of the path."""
    text: str = _told()["words"][language][key]
    return escape(text.format(**facts))


def index(language: str) -> tuple[str, str]:
    """Return title and body of the page of all modules."""
    parts = [f"<h1>{say('path', language)}</h1><p>{say('about', language)}</p><ol class='modules'>"]
    for module in modules():
        games = ", ".join(escape(_game(lesson.game).board.title[language]) for lesson in module.lessons)
        parts.append(
            f"<li><h2><a href='/path/{module.name}'>{escape(module.title[language])}</a></h2>"
            f"<p>{escape(module.intro[language])}</p><p class='quiet'>{games}</p></li>"
        )
    return say("path", language), "".join([*parts, "</ol>"])


def page(module: Module, language: str) -> tuple[str, str]:
    """Return title and body of the page of a module."""
    title = module.title[language]
    head = (
        f"<p class='away'><a href='/path'>{say('back', language)}</a></p><h1>{escape(title)}</h1>"
        f"<p>{escape(module.intro[language])}</p><p class='quiet'>{say('proved', language)}</p>"
    )
    sheets = [_sheet(number, lesson, language) for number, lesson in enumerate(module.lessons, 1)]
    answers = [_answers(number, lesson, language) for number, lesson in enumerate(module.lessons, 1)]
    last = f"<section class='sheet answers'><h2>{say('answers', language)}</h2>{''.join(answers)}</section>"
    return f"{say('path', language)}: {title}", "".join([head, *sheets, last])


@cache
def _game(name: str) -> BoardGame:
    return board_game(GAMES.make(name), name)


def _sheet(number: int, lesson: Lesson, language: str) -> str:
    board = _game(lesson.game).board
    name, title = board.name, escape(board.title[language])
    links = (
        f"<p class='away'><a href='/rules/{name}'>{say('rules', language)}</a> · "
        f"<a href='/?game={name}'>{say('play', language)}</a></p>"
    )
    idea = f"<p class='idea'><b>{say('new', language)}:</b> {escape(lesson.idea[language])}</p>"
    told = f"<p>{escape(board.page.get(language) or board.about.get(language, ''))}</p>"
    drawn = f"<div class='playboard'>{board_svg(board, board.title[language], _empty(board), wide=LARGE)}</div>"
    return (
        f"<section class='sheet' id='{name}'><h2>{number}. {title}</h2>{idea}{told}{links}{drawn}"
        f"{_pieces(board, language)}</section><section class='sheet'><h3>{title}: {say('questions', language)}</h3>"
        f"{_start(board, language)}{_questions(board, language)}</section>"
    )


def _empty(board: Board) -> Position:
    """The board without pieces, to be played on; seeds are not drawn either."""
    return opening(board)._replace(cells="0" * len(board.points))


def _pieces(board: Board, language: str) -> str:
    if board.sow:
        return f"<p>{say('seeds', language, count=sum(map(COUNTS.index, board.cells)))}</p>"
    many = f" {say('many', language)}" if board.endless else ""
    dice = f" {say('dice', language, count=board.dice)}" if board.dice else ""
    return f"<div class='pieces'><p>{say('pieces', language)}.{many}{dice}</p>{pieces_svg(board)}</div>"


def _start(board: Board, language: str) -> str:
    begun = _game(board.name).start().position
    return f"<figure>{board_svg(board, board.title[language], begun, wide=SMALL)}</figure>"


def _questions(board: Board, language: str) -> str:
    known = collection()[board.name]
    asked = [f"<li>{say('start', language)}{say('best', language) if known.best else ''}</li>"]
    for exercise in known.exercises:
        position = parse_position(board, exercise.position)
        who = SIGNS[position.turn]
        drawn = board_svg(board, exercise.position, position, wide=SMALL)
        force = f"<b>{say('force', language)}</b> " if exercise.kind == "win" else ""
        asked.append(f"<li>{force}{say(exercise.kind, language, who=who)}<figure>{drawn}</figure></li>")
    return f"<ol>{''.join(asked)}</ol>"


def _answers(number: int, lesson: Lesson, language: str) -> str:
    board, known = _game(lesson.game).board, collection()[lesson.game]
    sign = SIGNS[1] if known.start == "second" else SIGNS[0]
    start = say(known.start or "unknown", language, sign=sign)
    best = f" {escape(', '.join(known.best))}." if known.best else ""
    told = [f"<li>{start}{best}</li>", *(f"<li>{_answer(board, one)}</li>" for one in known.exercises)]
    return f"<h3>{number}. {escape(board.title[language])}</h3><ol>{''.join(told)}</ol>"


def _answer(board: Board, exercise: Exercise) -> str:
    return escape(" … ".join(line(board, exercise)))


def html(title: str, body: str, language: str, styles: str) -> str:
    """Return a whole page."""
    other = next(one for one in LANGUAGES if one != language)
    return (
        f"<!doctype html><html lang='{language}'><head><meta charset='utf-8'><title>{title}</title>"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'><link rel='stylesheet' href='{styles}'>"
        f"</head><body class='path'><p class='away'><a href='/'>Bolicho</a> · "
        f"<a href='?lang={other}' hreflang='{other}' lang='{other}'>{say('own-name', other)}</a></p>"
        f"<main>{body}</main></body></html>"
    )
