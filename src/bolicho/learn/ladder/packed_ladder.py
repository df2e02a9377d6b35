"""The solved ladder game as it is shipped: loaded at once, asked by view, without tree or compiler.

>>> import bolicho
>>> game = bolicho.game("truco", envido="off", flor="off")
>>> solved = load()
>>> view = game.start(game.parse_deal("1e 7o 4c / 3b 2c 12o")).view(0)
>>> chances = solved.probabilities(view)
>>> len(chances) == len(view.moves), round(sum(chances), 6)
(True, 1.0)
"""

import lzma
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.arrays import DAMAGED, inflated
from bolicho.learn.ladder.classes import FORTY, Counts, Float32s, numbers
from bolicho.learn.ladder.places import QUERO, RAISE, Public, block, slot

FILE = "s1.ladder"
LARGEST_INDEX = 1 << 26
"""Bytes."""
EDGES = {"quero": QUERO, **dict.fromkeys(TRUCO_CALLS, RAISE)}


class LadderStrategy:
    """A strategy for every decision of the ladder game that it can come to."""

    def __init__(self, told: JsonObject, head: dict[bytes, int], body: bytes) -> None:
        self.told = told
        """What the file says of itself: iterations, exploitability as measured through the file, and so on."""
        self.counts: Counts = tuple(told["counts"])
        self._width: tuple[int, ...] = tuple(told["width"])
        self._head, self._body = head, body
        self._number = numbers(self.counts)

    def probabilities(self, view: View) -> tuple[float, ...]:
        """Of each of ``view.moves``; cards of one level share theirs. It never gives up before it is asked to.

        Where its own strategy never comes it was not trained: all but giving up is then equally likely.
        """
        if view.rules.envido != "off" or view.rules.flor != "off" or view.rules.face_down != "never":
            raise BadInput("the ladder game is truco with envido, flor and face-down cards off")
        path = tuple(STRENGTH[move] - 1 if move in STRENGTH else EDGES[move] for _, move in view.history)
        held = tuple(STRENGTH[card] - 1 for card in view.hand)
        at, public = slot(path, self.counts, self._width, self._head)
        weights = self._weights(at, public, held)
        rows = dict(zip(public.rows, weights, strict=True))
        shares = [
            rows[f"card-{held.index(level)}"] / held.count(level)
            if (level := STRENGTH.get(move, 0) - 1) >= 0
            else rows.get(move, 0.0)
            for move in view.moves
        ]
        total = sum(shares)
        return tuple(share / total for share in shares)

    def _weights(self, at: int, public: Public, held: tuple[int, ...]) -> list[float]:
        rows, columns = block(public, self._width)
        if not rows:
            return [1.0]
        if public.last and len(held) == 1:
            column = 1 + (held[0] > public.beat) - (held[0] < public.beat)
        else:
            column = self._number[held]
        found = [float(self._body[at + row * columns + column]) for row in range(rows)]
        if any(found):
            return found
        places = range(rows) if public.answering else range(len(held))
        once = [1.0 if public.answering or held.index(held[place]) == place else 0.0 for place in places]
        return once + [1.0] * (rows - len(once))

    def table(self) -> Float32s:
        """The whole strategy as a table of ``grown(counts, compact=True)``, to be measured exactly."""
        return np.frombuffer(self._body, np.uint8).astype(np.float32)


@cache
def load(path: Path | None = None) -> LadderStrategy:
    """Read a packed file, by default the one that comes with the house; made once."""
    source = path or resources.files("bolicho.learn.ladder") / FILE
    try:
        data = source.read_bytes()
        line, _, rest = data.partition(b"\n")
        told = read_json(line)
        if told["format"] != "bolicho-ladder-policy":
            raise ValueError
        counts = tuple(told["counts"])
        if len(counts) > len(FORTY) or any(type(count) is not int or not 0 <= count <= 4 for count in counts):
            raise ValueError
        if told["width"] != [sum(len(held) == left for held in numbers(counts)) for left in range(4)]:
            raise ValueError
        index, body = rest[: told["index"]], rest[told["index"] :]
        words, _, starts = _index(index).partition(b"\n\n")
        places = np.cumsum(np.frombuffer(starts, "<i4")).tolist()
        ways = [bytes(letter - 65 for letter in word) for word in words.split(b"\n")]
        if not all(0 <= place <= told["slots"] for place in places):
            raise ValueError
        return LadderStrategy(told, dict(zip(ways, places, strict=True)), inflated(body, told["slots"]))
    except OSError as error:
        raise BadInput(f"{source}: cannot be read: {error.strerror}") from None
    except DAMAGED:
        raise BadInput(f"{source}: not a packed policy of the ladder game, or damaged") from None


def _index(packed: bytes) -> bytes:
    """Unpack the slots of the head, whose size the file does not tell; there are a few thousand."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=LARGEST_INDEX)
    found = unpacker.decompress(packed, max_length=LARGEST_INDEX)
    if not unpacker.eof:
        raise ValueError("no index, or one of a larger game")
    return found
