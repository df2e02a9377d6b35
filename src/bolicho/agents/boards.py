"""What the agents of the board games share: which games they play, and how their arguments are read."""

from collections.abc import Iterator
from math import isfinite

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards import on_a_board


class BoardGames:
    """Every board game, also one that nobody registered; iterates over the names of those that are registered."""

    def __call__(self, game: Game) -> bool:
        """Whether this is a board game."""
        return on_a_board(game)

    def __iter__(self) -> Iterator[str]:
        """Name the bundled games; those of others are known only when asked for."""
        return (name for name in GAMES.house if GAMES.house[name].startswith("bolicho.games.boards:"))


class SmallBoards(BoardGames):
    """Board games of which every position can be looked up, or solved while somebody waits."""

    def __call__(self, game: Game) -> bool:
        """Whether this is one."""
        from bolicho.learn.boards.judge import solvable
        from bolicho.learn.boards.shipped_tables import shipped

        return on_a_board(game) and (solvable(game.board) or shipped(game.board) is not None)

    def __iter__(self) -> Iterator[str]:
        """Name the bundled ones."""
        return (name for name in super().__iter__() if self(GAMES.make(name)))


BOARD_GAMES = BoardGames()
SMALL_BOARDS = SmallBoards()


def whole_number(agent: str, what: str, text: str | int, low: int, high: int) -> int:
    """Read a whole number of an agent's arguments.

    >>> whole_number("minimax", "depth", "4", 1, 90)
    4
    """
    if not str(text).isdecimal() or not low <= int(text) <= high:
        raise BadInput(f"agent {agent}: {what} {str(text)!r}: expected a whole number from {low} to {high}")
    return int(text)


def duration(agent: str, text: str | float | None) -> float | None:
    """Read a time limit in seconds; None stays None."""
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise BadInput(f"agent {agent}: seconds {str(text)!r}: expected a number above 0")
    return seconds


def spec(agent: str, argument: int | None, seconds: float | None) -> str:
    """Write the name under which such an agent can be called again.

    >>> spec("minimax", 4, None), spec("mcts", None, 0.5)
    ('minimax:4', 'mcts:seconds=0.5')
    """
    given = [] if argument is None else [str(argument)]
    limited = [] if seconds is None else [f"seconds={seconds:g}"]
    return ":".join(filter(None, (agent, ",".join(given + limited))))
