"""What is said at a board: what is asked, how a game ended, and its rules in words, all from the data of the game."""

from bolicho.core.words import Words
from bolicho.games.boards import BoardGame, View
from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import DRAWN, PIECE, result

SIGNS = "●○"
"""The pieces of the two seats: told apart by shape as well as by colour."""


def prompt(view: View, words: Words) -> str:
    """Say what is asked of the seat whose turn it is."""
    return words("ask-place" if view.position.hand[view.seat] else "ask-move", piece=SIGNS[view.seat])


def family(name: str, words: Words) -> str:
    """Name a family of games."""
    return words(f"family-{name}") if f"family-{name}" in words else name or "–"


def ending(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Tell how a finished game ended, and why."""
    state, board = view.state, view.board
    cells, turn, _ = state.position
    winner = state.result
    if winner is None:
        return ""
    if winner != DRAWN:
        wanted = board.lines if board.goal == "line" else (board.targets[winner],) if board.goal == "reach" else ()
        reached = [line for line in wanted if all(cells[i] == PIECE[winner] for i in line)]
        if reached:
            points = "-".join(board.points[i] for i in reached[0])
            return words(f"end-{board.goal}", who=f"{SIGNS[winner]} {names[winner]}", points=points)
        return words("end-block", who=f"{SIGNS[1 - winner]} {names[1 - winner]}")
    if result(board, state.position) == DRAWN:
        return words("end-stuck", who=f"{SIGNS[turn]} {names[turn]}")
    return words("end-seen") if state.seen.count(state.position) >= 2 else words("end-plies", plies=len(state.history))


def rules_told(game: BoardGame, words: Words) -> list[str]:
    """Tell the rules of a game as its file and the options of this table have them."""
    board = game.board

    def points(numbers: tuple[int, ...], between: str = ", ") -> str:
        return between.join(board.points[i] for i in numbers)

    lines = []
    if any(board.in_hand):
        lines.append(words("rule-hand", first=board.in_hand[0], second=board.in_hand[1]))
    if board.never_place:
        lines.append(words("rule-never-place", points=points(board.never_place)))
    lines += [words(f"rule-moves-{move}") for move in board.moves or ("none",)]
    if board.enter_beside_rival:
        lines.append(words("rule-beside", points=points(board.enter_beside_rival)))
    lines.append(_goal(board, words))
    if board.goal != "block" or board.stuck == "draw":
        lines.append(words(f"rule-stuck-{board.stuck}"))
    draw, plies = game.limits
    lines += [words(f"rule-draw-{draw}")] if board.moves else []
    lines.append(words("rule-plies", plies=plies))
    source = board.source_in.get(words.language, board.source)
    return [*lines, words("rule-family", family=family(board.family, words)), words("rule-source", source=source)]


def _goal(board: Board, words: Words) -> str:
    def joined(line: tuple[int, ...]) -> str:
        return "-".join(board.points[i] for i in line)

    lines = ", ".join(map(joined, board.lines))
    first, second = map(joined, board.targets)
    facts = {"lines": lines, "first": first, "second": second, "mine": SIGNS[0], "theirs": SIGNS[1]}
    return words(f"rule-goal-{board.goal}", **facts)
