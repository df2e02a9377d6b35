"""Homework as text: one task a line, in the notation of the game.

``DEAL`` is a set deal; ``DEAL ; MOVE MOVE`` a position after some moves; ``DEAL ; MOVES ; {"score": [20, 22]}`` says
more of how the hand begins. Whoever is to move there is the pupil. What follows ``#`` is a remark.
"""

from random import Random

from bolicho.core.contract import Game, State
from bolicho.core.errors import BadInput, BolichoError, IllegalMove
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.record import Record
from bolicho.play.onward import one_unit
from bolicho.web.rooms.room import Task
from bolicho.web.server.refusal import Unfit

MOST_TASKS = 20
LONGEST_LINE = 2000
"""Letters: all throws of a game of dice stand in one."""


def read_tasks(text: str, game: Game, rng: Random) -> list[Task]:
    """Read homework; the error names the line that is wrong."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    found = [_task(line, number, game, rng) for number, line in lines if line]
    if not 1 <= len(found) <= MOST_TASKS:
        raise Unfit("task-count", f"tasks: expected 1 to {MOST_TASKS} lines, found {len(found)}")
    return found


def deal_tasks(count: int, game: Game, rng: Random) -> str:
    """Return so many deals by chance, as lines of homework."""
    return "\n".join(str(game.deal(rng)) for _ in range(count))


def task_record(task: Task, game: Game, agents: tuple[str, ...], seed: int, match: int, board: int) -> Record:
    """Return the match of a task as it stands when the pupil sits down: one hand, from there to its end."""
    of = {"homework": board}
    return one_unit(
        game, task.deal, task.context, task.moves, seed=seed, agents=agents, of=of, match=match, board=board
    )


def _task(line: str, number: int, game: Game, rng: Random) -> Task:
    where = f"line {number}"
    if len(line) > LONGEST_LINE:
        raise Unfit("task-long", f"{where}: longer than {LONGEST_LINE} letters")
    deal, *rest = (part.strip() for part in line.split(";"))
    context, moves = game.opening(rng), ""
    for part in rest:
        if part.startswith("{"):
            context = _context(part, where, context)
        else:
            moves = f"{moves} {part}"
    played = tuple(moves.split())
    try:
        deal = str(game.parse_deal(deal))
        state = _state(deal, context, played, game)
    except IllegalMove as error:
        raise Unfit("task-move", f"{where}: {error}") from None
    except (BolichoError, TypeError, ValueError, KeyError, IndexError) as error:
        raise Unfit("task-deal", f"{where}: {error}") from None
    if state.seat is None:
        raise Unfit("task-over", f"{where}: the hand is over after these moves, nothing is left to play")
    return Task(line, deal, dict(context), played, state.seat)


def _context(text: str, where: str, opening: JsonObject) -> JsonObject:
    try:
        given = read_json(text)
    except BadInput as error:
        raise Unfit("task-context", f"{where}: {error}") from None
    unknown = set(given) - set(opening) if isinstance(given, dict) else {"?"}
    if unknown:
        raise Unfit("task-context", f"{where}: {{...}} may say {', '.join(opening) or 'nothing in this game'}")
    return {**opening, **given}


def _state(deal: str, context: JsonObject, moves: tuple[str, ...], game: Game) -> State:
    state: State = game.start(game.parse_deal(deal), **context)
    for move in moves:
        state = state.play(move)
    return state
