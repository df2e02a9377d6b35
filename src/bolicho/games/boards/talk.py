"""What is said at a board: what is asked, how a game ended, and its rules in words, all from the data of the game."""

import re
from collections.abc import Callable

from bolicho.core.words import Words
from bolicho.games.boards import STANDARD, BoardGame, State, View
from bolicho.games.boards.board import EMPTY, MARK, PIECE, SHARED, Board
from bolicho.games.boards.racing import height
from bolicho.games.boards.rules import DRAWN, GOALS, PASS, Position, counted, result
from bolicho.games.boards.sowing import COUNTS
from bolicho.games.boards.state import SEATS

SIGNS = "●○"
"""The pieces of the two seats: told apart by shape as well as by colour."""
KINGS = "■□"
"""Their other kinds of pieces."""
SPECIAL = {EMPTY: "·", MARK: "×", SHARED: "◆"}
BETWEEN = re.compile("[-+x<>*/]")
"""What stands between the points of a move."""
MANY_LINES = 24
"""Rows that can still be told one by one."""


def standing(board: Board, position: Position) -> tuple[dict[str, int], dict[str, str], dict[str, int]]:
    """Tell what stands on the points: whose piece (2: nobody's), its kind where it is special, how many stones."""
    names = board.points
    if board.sow:
        return {}, {}, {names[i]: COUNTS.index(cell) for i, cell in enumerate(position.cells)}
    pieces = {names[i]: board.owner(cell) for i, cell in enumerate(position.cells) if cell != EMPTY}
    if board.dice:
        return pieces, {}, {names[i]: height(cell) for i, cell in enumerate(position.cells) if cell != EMPTY}
    kinds = {}
    for i, cell in enumerate(position.cells):
        if cell in (MARK, SHARED):
            kinds[names[i]] = "mark" if cell == MARK else "shared"
        elif cell != EMPTY and cell not in PIECE:
            kinds[names[i]] = board.kinds[cell].name
    return pieces, kinds, {}


def points_of(board: Board, move: str) -> list[str]:
    """Return the points that a move names, in order.

    >>> from bolicho.games import GAMES
    >>> points_of(GAMES.make("yote").board, "a1xa3*c2")
    ['a1', 'a3', 'c2']
    """
    return [point for point in BETWEEN.split(move) if point in board.points]


def sign(board: Board, cell: str) -> str:
    """Return how a cell is shown in a terminal: pieces by shape, kings filled or ringed squares, stones as numbers."""
    if board.sow:
        return str(COUNTS.index(cell))
    if cell in SPECIAL:
        return SPECIAL[cell]
    if board.dice:
        return f"{SIGNS[board.owner(cell)]}{height(cell)}"
    return (SIGNS if cell in PIECE else KINGS)[board.owner(cell)]


def prompt(view: View, words: Words) -> str:
    """Say what is asked of the seat whose turn it is."""
    board, piece = view.board, SIGNS[view.seat]
    if board.dice:
        key = "ask-dice-pass" if view.moves == (PASS,) else "ask-dice"
        return words(key, piece=piece, dice=dice_told(view.position.note, words))
    if view.moves == (PASS,):
        return words("ask-pass", piece=piece)
    if board.sow:
        return words("ask-sow", piece=piece)
    if board.enter == "any" and view.position.hand[view.seat]:
        return words("ask-either", piece=piece)
    return words("ask-place" if view.position.hand[view.seat] or board.endless else "ask-move", piece=piece)


def dice_told(throw: str, words: Words) -> str:
    """Write a throw.

    >>> dice_told("31", Words("bolicho.games.boards", "en"))
    '3 and 1'
    """
    return words("named-and").join((", ".join(throw[:-1]), throw[-1:])) if throw else ""


def family(name: str, words: Words) -> str:
    """Name a family of games."""
    return words(f"family-{name}") if f"family-{name}" in words else name or "–"


def ending(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Tell how a finished game ended, and why."""
    state, board = view.state, view.board
    turn, winner = state.position.turn, state.result
    if winner is None:
        return ""
    who = [f"{SIGNS[seat]} {names[seat]}" for seat in (0, 1)]
    ended = result(board, state.position)
    if ended is None:
        if state.seen.count(state.position) < 2:
            return words("end-plies", plies=len(state.history))
        return words("end-seen") if winner == DRAWN else words("end-seen-won", who=who[winner])
    if winner == DRAWN and board.stuck == "draw" and "area" not in board.goals:
        return words("end-stuck", who=who[turn])
    for goal in board.goals:
        if goal in GOALS and winner != DRAWN and GOALS[goal](board, state.position, winner):
            return words(f"end-{goal}", who=who[winner], other=who[1 - winner], points=_reached(board, state, winner))
    if board.stuck == "lose" and "area" not in board.goals:
        return words("end-block", who=who[1 - winner])
    counts = [say(count) for count in counted(board, state.position)]
    return words("end-count", first=f"{who[0]} {counts[0]}", second=f"{who[1]} {counts[1]}")


def say(count: float) -> str:
    """Write a count of pieces, stones or points."""
    return f"{count:g}"


def _reached(board: Board, state: State, winner: int) -> str:
    """The points of the row or the targets that won."""
    wanted = board.lines if "line" in board.goals else (board.targets[winner],)
    held = [line for line in wanted if line and all(state.position.cells[i] in board.signs[winner] for i in line)]
    return "-".join(board.points[i] for i in held[0]) if held else ""


def rules_told(game: BoardGame, words: Words) -> list[str]:
    """Tell the rules of a game as its file and the options of this table have them."""
    board = game.board

    def points(numbers: tuple[int, ...], between: str = ", ") -> str:
        return between.join(board.points[i] for i in numbers)

    lines = []
    if board.dice:
        lines += _dice(board, words, points)
    elif any(board.in_hand):
        key = "rule-hand" if board.enter == "first" else "rule-hand-any"
        lines.append(words(key, first=board.in_hand[0], second=board.in_hand[1]))
    if board.endless:
        lines.append(words("rule-endless"))
    if board.placing != "anywhere":
        lines.append(words(f"rule-placing-{board.placing}"))
    if board.never_place:
        lines.append(words("rule-never-place", points=points(board.never_place)))
    if board.dice:
        pass
    elif board.simple:
        lines += [words(f"rule-moves-{move}") for move in board.moves or ("none",)]
    else:
        lines += _kinds(board, words)
    if board.sow:
        lines.append(words(f"rule-sow-{board.sow}"))
    if board.must:
        lines.append(words(f"rule-must-{board.must}"))
    if board.taken_last:
        lines.append(words("rule-taken-last"))
    if board.fly_at:
        lines.append(words("rule-fly-at", count=board.fly_at))
    lines += [words(f"rule-then-{name}") for name in board.then]
    if "mill" in board.then and not board.rows_while_placing:
        lines.append(words("rule-rows-moving"))
    if board.closed:
        lines.append(words("rule-closed", points=points(board.closed)))
    if board.enter_beside_rival:
        lines.append(words("rule-beside", points=points(board.enter_beside_rival)))
    lines += [_goal(board, goal, words) for goal in board.goals]
    if not board.dice and "area" not in board.goals and ("block" not in board.goals or board.stuck != "lose"):
        lines.append(words(f"rule-stuck-{board.stuck}"))
    draw, plies = game.limits
    moving = board.moves or board.sow or any(kind.moves for kind in board.kinds.values()) or "area" in board.goals
    if board.repeated != "draw":
        lines.append(words("rule-repeated", who=SIGNS[SEATS.index(board.repeated)]))
    elif moving and not board.dice:
        lines.append(words(f"rule-draw-{draw}"))
    if board.quiet:
        lines.append(words("rule-quiet", plies=board.quiet))
    lines.append(words("rule-plies", plies=plies))
    if type(game).board.variants:
        names = ", ".join((STANDARD, *type(game).board.variants))
        lines.append(words("rule-variants", variants=names, variant=board.variant or STANDARD))
    source = board.source_in.get(words.language, board.source)
    return [*lines, words("rule-family", family=family(board.family, words)), words("rule-source", source=source)]


def _dice(board: Board, words: Words, points: Callable[[tuple[int, ...], str], str]) -> list[str]:
    """Tell how the dice are used."""
    lines = [words("rule-dice", dice=board.dice)]
    lines += [words(f"rule-track-{seat}", who=SIGNS[seat], way=points(board.tracks[seat], " ")) for seat in (0, 1)]
    keys = {
        "doubles": board.doubles,
        "larger": board.dice == 2,
        "uneven": board.first_throw == "uneven",
        "wait": any(board.in_hand),
        "hit": True,
        "enter-first": board.enter == "first",
        "half": board.half,
        f"off-{board.off}": True,
        "pass": True,
    }
    return [*lines, *(words(f"rule-dice-{key}", count=board.in_hand[0]) for key, told in keys.items() if told)]


def _kinds(board: Board, words: Words) -> list[str]:
    """Tell what each kind of piece can do."""
    lines = []
    for number, kind in enumerate(dict.fromkeys(board.kinds.values())):
        signs = "".join(sign(board, cell) for cell, one in board.kinds.items() if one == kind)
        does = [words(f"does-{move}") for move in kind.moves]
        if kind.ways != "any":
            does.append(words(f"does-{kind.ways}"))
        does += [words(f"does-{capture}") for capture in kind.captures]
        if kind.captures and kind.chain != "one":
            does.append(words(f"does-chain-{kind.chain}"))
        if kind.promotes and "promote" in board.then:
            does.append(words("does-promote", kind=piece_name(kind.promotes, words)))
        if does:
            name = piece_name(kind.name, words)
            lines.append(words("rule-kind", signs=signs, name=name, does="; ".join(does), number=number))
    return lines


def piece_name(name: str, words: Words) -> str:
    """Name a kind of piece."""
    return words(f"piece-{name}") if f"piece-{name}" in words else name


def _goal(board: Board, goal: str, words: Words) -> str:
    def joined(line: tuple[int, ...]) -> str:
        return "-".join(board.points[i] for i in line)

    few = len(board.lines) <= MANY_LINES
    lines = ", ".join(map(joined, board.lines)) if few else ""
    first, second = map(joined, board.targets)
    facts = {"lines": lines, "first": first, "second": second, "mine": SIGNS[0], "theirs": SIGNS[1]}
    if goal == "line" and not few:
        return words("rule-goal-row", count=len(board.lines[0]))
    if goal in ("few", "reach", "arrive", "fill"):
        told = board.few if goal == "few" else board.targets
        ours = [words(f"rule-goal-{goal}-one", **_side(board, goal, seat)) for seat in (0, 1) if told[seat]]
        if goal != "reach" or len(ours) == 1:
            return " ".join(ours)
    return words(f"rule-goal-{goal}", **facts, komi=say(board.komi), who=SIGNS[max(board.past, 0)])


def _side(board: Board, goal: str, seat: int) -> dict[str, object]:
    points = ", ".join(board.points[i] for i in board.targets[seat])
    who = SIGNS[1 - seat] if goal == "few" else SIGNS[seat]
    return {"who": who, "other": SIGNS[seat], "points": points, "count": board.few[seat]}
