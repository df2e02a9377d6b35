"""Make puzzles: agents play, and a position is kept where every move but one surely gives something away.

The analyst of the game says what moves are worth (`core.hooks.Analysis`): exactly on solved boards, by the solved rest
of a hand or by play with its interval in Truco. The same seed makes the same puzzles.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import ceil
from random import Random
from typing import Any

from bolicho.agents import make, names
from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, analysed
from bolicho.core.json_text import JsonObject
from bolicho.games.face import face_of
from bolicho.play.puzzles.puzzle import DIGITS, MARGIN, Puzzle, game_named, margin, same_as, theme_of
from bolicho.play.puzzles.rating import rating, shares
from bolicho.play.review import analyst_of

PLAYERS = ("random", "cautious", "bold", "bluffer", "sound", "equilibrium", "minimax:2", "qlearning")
"""Who plays; in a game where something is hidden nobody plays by chance, for nobody could read such a rival."""
DRY = 1500
"""So many units in a row without a new puzzle, and there are no more."""
FULL = 0.4
"""The share of all puzzles that one theme may take, while others are to be found."""
EASY = 0.9
"""A position that this share of the ladder solves is no puzzle."""
FEWEST = 3
"""Legal moves; of two one is right too often."""
NO_REASON = ("thumb", "forced")
"""Rules whose sentence says nothing of the position."""
LEFT_OUT = ("chances", "others", "held", "lacks")
"""Facts of a reason that no sentence needs."""
Progress = Callable[[int, int], None]


def puzzles(name: str, count: int, seed: int = 0, tell: Progress | None = None) -> list[Puzzle]:
    """Make so many puzzles of a game, or as many as there are, the easiest first; ``tell`` hears how many are found."""
    game = game_named(name)
    spec = analyst_of(game)
    if not spec:
        raise BadInput(f"{name}: nobody analyses this game, so no puzzles can be made of it")
    analyst, most = make(spec, game), max(1, ceil(count * FULL))
    found: dict[str, Puzzle] = {}
    themes: Counter[str] = Counter()
    number = last = 0
    while len(found) < count and number - last < DRY:
        for shape, state, context, moves in _positions(game, stream(seed, "puzzles", name, number)):
            one = None if shape in found else _puzzle(game, analyst, state, context, moves)
            if one is not None and themes[one.theme] < most:
                found[shape], last = one, number
                themes[one.theme] += 1
                break
        number += 1
        if tell is not None:
            tell(len(found), count)
    return sorted(found.values(), key=lambda one: (one.rating, one.id))


def _positions(game: Game, rng: Random) -> Iterator[tuple[str, Any, JsonObject, tuple[str, ...]]]:
    """Play a unit; give its positions in a drawn order, each with its shape, the context and the moves so far."""
    face, known = face_of(game), names(game)
    players = [one for one in PLAYERS if one.partition(":")[0] in known and (face.open or one != "random")]
    agents = [_player(rng.choice(players), game) for _ in range(game.seats)]
    context = _context(game, rng)
    begun: Any = game.start(game.deal(rng), **context)
    state, path = begun, []
    moves: list[str] = []
    while not state.over:
        path.append((state, tuple(moves)))
        move = agents[state.seat].choose(state.view(state.seat), rng).move
        moves.append(move)
        state = state.play(move)
    for here, made in rng.sample(path, len(path)):
        if len(here.moves()) >= FEWEST:
            yield face.shape(here), here, context, made


def _context(game: Game, rng: Random) -> JsonObject:
    """How a unit begins: as a match does, or at any score on the way."""
    context = dict(game.opening(rng))
    target = face_of(game).target
    if target and "score" in context:
        context["score"] = [rng.randrange(target) for _ in range(game.seats)]
    return context


@cache
def _player(spec: str, game: Game) -> Any:
    return make(spec, game)


def _puzzle(game: Game, analyst: Any, state: Any, context: JsonObject, moves: tuple[str, ...]) -> Puzzle | None:
    """Make a puzzle of a position, None where no move is surely the only good one, or everybody finds it."""
    view = state.view(state.seat)
    often = shares(game, view)
    found = analysed(analyst, view) if max(often.values()) <= EASY else None
    if found is None:
        return None
    found = _rounded(found)
    answer = found.choice.move
    answers = same_as(game, state, answer)
    if margin(found, answers) < MARGIN[found.unit] or set(answers) == set(view.moves):
        return None
    solved = sum(often[move] for move in answers)
    if solved > EASY:
        return None
    deal, moves, context = (str(state.position), (), {}) if face_of(game).open else (str(state.deal), moves, context)
    explain = getattr(analyst, "explain", None)
    why = None if explain is None else explain(view, answer)
    if why is not None and why["rule"] in NO_REASON:
        why = None
    if why is not None:
        why["facts"] = {key: fact for key, fact in why["facts"].items() if key not in LEFT_OUT}
    theme = theme_of(game, tuple(view.moves), answer, found)
    return Puzzle(game.name, deal, context, moves, answer, theme, rating(solved), found, why)


def _rounded(found: Analysis) -> Analysis:
    """Short numbers; what points a move brings is left out."""

    def short(value: float | None) -> float | None:
        return None if value is None else round(float(value), DIGITS)

    rows = (one._replace(value=round(one.value, DIGITS), chance=short(one.chance), points=None,
                         loss=short(one.loss), error=round(one.error, DIGITS)) for one in found.moves)  # fmt: skip
    return Analysis(found.unit, tuple(rows), short(found.gap))
