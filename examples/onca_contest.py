"""A bot of the jogo da onça contest of UFPR (INFO7017) at a table of Bolicho: a bridge between the two ways to talk.

bolicho match jogo-da-onca "line:python3 examples/onca_contest.py python3 examples/onca_bot.py" minimax:2

The bot is started with its side, ``o`` (the jaguar) or ``c`` (the dogs), once a match. For each decision it reads nine
lines: its side; the rival's last action, ``-`` at the start; and the board, seven lines of five signs: ``o``, ``c``,
``*`` for a free point, a space where there is none. It answers with one line, an action as the course writes it:

    <piece> m <row> <column> <row> <column>           a step
    o s <n> <row> <column> <row> <column> ...         n leaps, one after the other

Rows are counted from the top, columns from the left, both from 1.
"""

import json
import subprocess
import sys
from typing import Any

Message = dict[str, Any]
DEN = {"ta": (6, 2), "tb": (6, 3), "tc": (6, 4), "td": (7, 1), "te": (7, 3), "tf": (7, 5)}
PLACES = {f"{letter}{6 - row}": (row, column) for row in range(1, 6) for column, letter in enumerate("abcde", 1)} | DEN
POINTS = {place: point for point, place in PLACES.items()}
SIDES = "oc"


def action(seat: int, move: str) -> str:
    """Write a move of Bolicho's as the course does.

    >>> action(0, "c3-c2"), action(0, "c1xe3xc3xa3")
    ('o m 3 3 4 3', 'o s 3 5 3 3 5 3 3 3 1')
    """
    points = move.replace("x", "-").split("-")
    places = " ".join(f"{row} {column}" for row, column in (PLACES[point] for point in points))
    return f"{SIDES[seat]} s {len(points) - 1} {places}" if "x" in move else f"{SIDES[seat]} m {places}"


def move(text: str) -> str:
    """Read an action; what is none is given back as it is, and the table refuses it.

    >>> move("c m 3 5 4 4"), move("o s 3 5 3 3 5 3 3 3 1"), move("hello")
    ('e3-d2', 'c1xe3xc3xa3', 'hello')
    """
    words = text.split()
    numbers = [int(word) for word in words[2:] if word.isdecimal()]
    if len(words) < 6 or words[1] not in ("m", "s") or len(numbers) != len(words) - 2:
        return text
    numbers = numbers[1:] if words[1] == "s" else numbers
    places = list(zip(numbers[::2], numbers[1::2], strict=False))
    if any(place not in POINTS for place in places):
        return text
    return ("x" if words[1] == "s" else "-").join(POINTS[place] for place in places)


def board(pieces: dict[str, int]) -> list[str]:
    """Draw the board as seven lines of five signs."""

    def sign(row: int, column: int) -> str:
        point = POINTS.get((row, column))
        return " " if point is None else SIDES[pieces[point]] if point in pieces else "*"

    return ["".join(sign(row, column) for column in range(1, 6)) for row in range(1, 8)]


class Bot:
    """The contest's bot, in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.process: subprocess.Popen[str] | None = None

    def begin(self, seat: int) -> None:
        """Start it for a match."""
        self.end()
        self.process = subprocess.Popen(
            [*self.command, SIDES[seat]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def choose(self, state: Message) -> Message:
        """Ask it for an action."""
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        seat, played = state["seat"], state["history"]
        last = action(1 - seat, played[-1]) if played else "-"
        lines = [SIDES[seat], last, *board(state["position"]["pieces"])]
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().strip()
        return {"type": "move", "move": move(said), "value": None, "why": said}

    def end(self) -> None:
        """Let it go."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def main(command: list[str]) -> None:
    """Answer line by line."""
    bot = Bot(command)
    for line in sys.stdin:
        said = json.loads(line)
        answer = None
        if said["type"] == "hello":
            known = {"name": command[-1], "author": "contest", "games": ["jogo-da-onca"]}
            answer = {"type": "hello", "protocol": 1, **known}
        elif said["type"] == "match":
            bot.begin(said["seat"])
        elif said["type"] == "choose":
            answer = bot.choose(said["state"])
        elif said["type"] == "quit":
            break
        if answer is not None:
            print(json.dumps(answer), flush=True)
    bot.end()


if __name__ == "__main__":
    main(sys.argv[1:])
