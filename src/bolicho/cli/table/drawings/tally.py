"""The score as it is kept in the pampas: matches laid out, five to a square with its diagonal, first ruins, then boas.

>>> print(tally(9))
┌─╱ ┌─┐
╱─┘ └─┘
"""

from rich.text import Text

SQUARES = (("   ", "   "), ("╷  ", "╵  "), ("┌─ ", "╵  "), ("┌─┐", "╵ ╵"), ("┌─┐", "└─┘"), ("┌─╱", "╱─┘"))
"""Nothing, one side, two, three, the square, the square with its diagonal; two lines each."""
EACH = len(SQUARES) - 1


def tally(points: int, room: int = 0) -> Text:
    """Draw points as matches, in two lines, leaving room for as many as there may be."""
    full, rest = divmod(points, EACH)
    squares = [SQUARES[EACH]] * full + [SQUARES[rest]] * bool(rest)
    squares += [SQUARES[0]] * (-(-room // EACH) - len(squares))
    return Text("\n").join(Text(" ".join(square[line] for square in squares)) for line in (0, 1))


def halves(points: int, target: int) -> Text:
    """Draw a score in its two halves: ruins up to the middle, boas after it."""
    middle = target // 2
    bad, good = tally(min(points, middle), middle), tally(max(0, points - middle), target - middle)
    lines = zip(bad.plain.split("\n"), good.plain.split("\n"), strict=True)
    return Text("\n".join(f"{left} ┆ {right}" for left, right in lines))


def in_line(points: int, target: int) -> Text:
    """Draw a score in its two halves in one line, a crossed box for each square.

    >>> print(in_line(13, 24))
    ☒☒╷╷   ┆ ╷
    """
    middle = target // 2
    parts = [divmod(part, EACH) for part in (min(points, middle), max(0, points - middle))]
    bad, good = ("☒" * full + "╷" * rest for full, rest in parts)
    return Text(f"{bad:<{middle // EACH + EACH - 1}} ┆ {good}")


def width(target: int) -> int:
    """Return how many columns ``halves`` takes."""
    return max(map(len, halves(0, target).plain.split("\n")))
