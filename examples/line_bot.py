"""A bot of Bolicho in plain Python, without Bolicho: one JSON object a line, in and out (docs/field/line.md).

bolicho match tapatan "line:python3 examples/line_bot.py" random

It draws lots, but takes a move that wins at once on a board whose goal is a line.
"""

import json
import sys
from random import Random
from typing import Any

Message = dict[str, Any]


def wins(state: Message, move: str) -> bool:
    """Whether a move puts three pieces of this seat in a line."""
    where, _, to = move.rpartition("-")
    mine = {point for point, seat in state["position"]["pieces"].items() if seat == state["seat"] and point != where}
    return any(to in line and {*line} <= mine | {to} for line in state["board"]["lines"])


def choose(said: Message) -> Message:
    """Answer with a move that wins, or with any."""
    state, moves = said["state"], said["moves"]
    best = [move for move in moves if wins(state, move)] if "board" in state else []
    move = Random(said["seed"]).choice(best or moves)
    return {"type": "move", "move": move, "value": 1.0 if best else None, "why": f"{len(best)} of {len(moves)} win"}


def main() -> None:
    """Answer line by line; a line that is not answered is not waited for."""
    for line in sys.stdin:
        said = json.loads(line)
        if said["type"] == "hello":
            answer = {
                "type": "hello",
                "protocol": 1,
                "name": "line_bot.py",
                "author": "Bolicho's examples",
                "games": None,
            }
        elif said["type"] == "choose":
            answer = choose(said)
        elif said["type"] == "quit":
            return
        else:
            continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
