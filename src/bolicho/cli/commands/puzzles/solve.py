"""``bolicho puzzles solve``: a puzzle at the terminal; an answer, whether it is right, and why."""

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.cli.table.drawing import Drawing
    from bolicho.cli.table.screen import Screen
    from bolicho.play.puzzles.puzzle import Puzzle


def solve(
    game: Annotated[str | None, typer.Argument(help="The game; any if none is given.")] = None,
    theme: Annotated[
        str | None, typer.Option(help="Only of this theme: win-2, save, card, call, answer, fold ...")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed: the same puzzle again.")] = None,
    file: Annotated[Path | None, typer.Option(help="Puzzles of your own instead of those of the house.")] = None,
    language: str | None = LANGUAGE,
) -> None:
    """Solve a puzzle: see a position, type the best move, read whether it is and why. q leaves."""
    from bolicho.cli.table.drawing import drawing_for
    from bolicho.cli.table.screen import Leave, Screen
    from bolicho.play.puzzles.puzzle import read_puzzles, shipped

    known = list(shipped().values()) if file is None else list(read_puzzles(file))
    wanted = [one for one in known if game in (None, one.game) and theme in (None, one.theme)]
    if not wanted:
        told = sorted({one.game for one in known}), sorted({one.theme for one in known})
        raise BadInput(f"no such puzzle; games: {', '.join(told[0])}; themes: {', '.join(told[1])}")
    puzzle = Random(seed).choice(wanted)
    spoken = speak(language)
    words, screen = Words("bolicho.cli.commands.puzzles", spoken), Screen(spoken)
    names = [words("you" if seat == puzzle.seat else "rival") for seat in range(puzzle.rules.seats)]
    drawing = drawing_for(puzzle.rules, spoken, names)
    screen.show(words("question", title=drawing.title, rating=puzzle.rating, asks=words(f"asks-{puzzle.asks}")))
    screen.show(drawing.table(puzzle.view, screen.size), drawing.prompt(puzzle.view))
    try:
        _tell(puzzle, _answer(puzzle, screen, drawing, words), screen, words)
    except Leave:
        screen.show(words("left"))


def _answer(puzzle: "Puzzle", screen: "Screen", drawing: "Drawing", words: Words) -> str:
    """Ask until a legal move was typed."""
    from bolicho.cli.table.screen import Leave

    keys = [f"{key.key} {key.label}" for key in drawing.keys(puzzle.view)] or list(puzzle.view.moves)
    screen.show("  ".join(keys))
    while True:
        typed = screen.ask(words("prompt"))
        if typed.strip().lower() == "q":
            raise Leave
        move = drawing.read(puzzle.view, typed)
        if move is not None:
            return move
        screen.show(words("illegal", moves=" ".join(puzzle.view.moves)))


def _tell(puzzle: "Puzzle", move: str, screen: "Screen", words: Words) -> None:
    from bolicho.cli.commands.analyse import show_analysis
    from bolicho.core.why import hint, sentence
    from bolicho.games.face import face_of

    face = face_of(puzzle.rules, words.language)
    verdict = "right" if puzzle.right(move) else "wrong"
    screen.show(words(verdict, move=face.name_of(move), answer=face.name_of(puzzle.answer)))
    if puzzle.why is not None:
        said = hint(puzzle.why, words.language, face.name_of) or sentence(puzzle.why, words.language, face.name_of)
        if said is not None:
            screen.show(face.plainly(said))
    own = Words("bolicho.cli.commands", words.language, "analyse.toml")
    show_analysis(puzzle.analysis, words("values"), face, own)
