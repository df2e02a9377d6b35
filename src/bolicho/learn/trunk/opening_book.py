"""The opening book of the full game: how a solved trunk plays envido, flor and the first round, as one mapped file.

Rounds 2 and 3 are solved at the table (``learn/resolve``). Before them stand the decisions of the trunk, by kind of
hand, and those of the first round of every tree of the forest (``first_round``), by class of strengths.

    one line of JSON     format, deck, sizes, what it was trained with; spaces fill it up to a multiple of 8 bytes
    trunk     uint8      decision after decision (`shapes`), [move, start, kind]: in 255ths of the most likely move
    trees     uint8      tree after tree (`contexts`), node after node (`nodes`), [move, class]: in 15ths, two a byte
    checksum  uint32     CRC-32 of all that comes before

A class that its own player hardly ever brings to a node has only zeros there: the book says nothing then.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.games.truco.cards import STRENGTH, Hand, envido_points, flor_points
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.ladders import DECLARED, ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.options import rules
from bolicho.games.truco.view import View
from bolicho.learn.arrays import DAMAGED
from bolicho.learn.ladder.classes import OF_DECKS, Counts, numbers
from bolicho.learn.ladder.places import QUERO, RAISE, Public, block, start
from bolicho.learn.mapped import CHECKSUM, LONGEST_HEAD, map_file
from bolicho.learn.trunk.deals import kinds
from bolicho.learn.trunk.talk import MAO, PE, SEQUENCES, STARTS, Context, contexts, name_of, raises

FORMAT = "bolicho-opening-book-1"
WRONG = "not an opening book of the equilibrium player, or damaged"
TRUNK_MOST, TREE_MOST = 255, 15
LEVELS = 14
CARDS = ("card-0", "card-1", "card-2")
TRUCO, RETRUCO, _ = TRUCO_CALLS
DECIDED = {
    "root": (*CARDS, TRUCO, *ENVIDO_CALLS, "baralho"),
    "answer": ("quero", "nao-quero", RETRUCO, *ENVIDO_CALLS),
    "follow": (*CARDS, TRUCO, *ENVIDO_CALLS),
}
"""What may be done at the decisions of the trunk that are no answers to envido, row after row."""
ANSWERS = ("quero", "nao-quero")
WORDS = {"quero": QUERO, **dict.fromkeys(TRUCO_CALLS, RAISE)}
Bytes = npt.NDArray[np.uint8]


@cache
def moves_of_trunk() -> dict[str, tuple[str, ...]]:
    """Return what may be done at every decision of the trunk, by its name, in the order of the file."""
    answers = {
        name_of(group, sequence): ("quero", "nao-quero", *(longer[-1] for longer in raises(sequence)))
        for group in (MAO, PE)
        for sequence in SEQUENCES
    }
    return {**DECIDED, **answers}


def shapes(size: int) -> dict[str, tuple[int, int, int]]:
    """Return rows, starts and kinds of every decision of the trunk."""
    starts = {"root": 1, "answer": 1, "follow": LEVELS}
    starts |= {name_of(group, sequence): STARTS[group] for group in (MAO, PE) for sequence in SEQUENCES}
    return {name: (len(moves), starts[name], size) for name, moves in moves_of_trunk().items()}


@cache
def nodes(counts: Counts) -> tuple[dict[tuple[int, ...], tuple[int, Public]], int]:
    """Return where each node of the first round begins in a tree's numbers, by the way to it; and how many they are."""
    found: dict[tuple[int, ...], tuple[int, Public]] = {}
    width, at = widths(counts), 0

    def visit(way: tuple[int, ...], public: Public) -> None:
        nonlocal at
        rows, columns = block(public, width)
        if rows:
            found[way] = at, public
            at += rows * columns
        for edge, after in public.children():
            if not after.won:
                visit((*way, edge), after)

    visit((), start(counts))
    return found, at


@cache
def widths(counts: Counts) -> tuple[int, ...]:
    """Return how many classes of hands there are, by cards left."""
    return tuple(sum(len(held) == left for held in numbers(counts)) for left in range(4))


class Spot(NamedTuple):
    """Where a decision stands: in the trunk by its name and start, or in a tree by its context and way."""

    name: str
    start: int = 0
    context: Context | None = None
    way: tuple[int, ...] = ()


class OpeningBook:
    """A book as it lies in its file."""

    def __init__(self, deck: str, borders: tuple[int, ...], trunk: Bytes, trees: Bytes, about: JsonObject) -> None:
        self.deck, self.borders, self.about = deck, borders, about
        self.rules = rules(deck=deck)
        self._counts = OF_DECKS[deck]
        self._kinds = _kinds(deck)
        at, self._trunk = 0, dict[str, Bytes]()
        for name, shape in shapes(len(self._kinds)).items():
            size = int(np.prod(shape))
            self._trunk[name] = trunk[at : at + size].reshape(shape)
            at += size
        every = [context for part in contexts(len(borders)) for context in part]
        self._tree = {context: number for number, context in enumerate(every)}
        self._trees = trees.reshape(len(every), -1)

    def knows(self, view: View) -> bool:
        """Whether the book was made for these rules; the target does not matter."""
        return view.rules._replace(target=self.rules.target) == self.rules

    def chances(self, view: View) -> tuple[float, ...] | None:
        """Return the chances of the legal moves; None where the book says nothing."""
        if view.won or not self.knows(view):
            return None
        spot = spot_of(view, self.borders)
        return None if spot is None else _laid_out(view, self._rows(view, spot))

    def kind(self, view: View) -> int:
        """Return the number of the kind of hand that was dealt (``deals.kinds``)."""
        return self._kinds[_kind(view.dealt)]

    def _rows(self, view: View, spot: Spot) -> dict[str, float]:
        """Return the number of every move, cards by their places among those held, strongest first."""
        if spot.context is None:
            table = self._trunk[spot.name]
            return dict(zip(moves_of_trunk()[spot.name], table[:, spot.start, self.kind(view)].tolist(), strict=True))
        found = nodes(self._counts)[0].get(spot.way)
        tree = self._tree.get(spot.context)
        held = tuple(sorted((STRENGTH[card] - 1 for card in view.hand), reverse=True))
        column = numbers(self._counts).get(held)
        if found is None or tree is None or column is None:
            return {}
        at, public = found
        rows, columns = block(public, widths(self._counts))
        places = at + column + columns * np.arange(rows)
        both = self._trees[tree, places >> 1]
        return dict(zip(public.rows, (np.where(places & 1, both >> 4, both & 15)).tolist(), strict=True))


@cache
def _kinds(deck: str) -> dict[tuple[tuple[int, ...], int, int], int]:
    """The number of every kind of hand, by its strengths, envido points and flor."""
    table, found = all_hands(), kinds(deck)
    hands = [table.cards[hand] for hand in found.here[found.first]]
    return {_kind(hand): number for number, hand in enumerate(hands)}


def _kind(hand: Hand) -> tuple[tuple[int, ...], int, int]:
    return tuple(sorted(STRENGTH[card] for card in hand)), envido_points(hand), flor_points(hand)


def spot_of(view: View, borders: tuple[int, ...]) -> Spot | None:
    """Return where the decision of a view stands; None where numbers are announced or flores are compared."""
    if view.bet in ("announce", "flor"):
        return None
    way: list[int] = []
    sequence: tuple[str, ...] = ()
    group, asks, refused = MAO, "", False
    declared = [False, False]
    for seat, move in view.history:
        if move in (*ENVIDO_CALLS, *FLOR_CALLS) and not sequence and not any(declared):
            group = PE if way else MAO
        if move in ENVIDO_CALLS:
            sequence, asks = (*sequence, move), "envido"
        elif move == DECLARED:
            declared[int(seat != view.mano)], asks = True, ""
        elif move in FLOR_CALLS:
            asks = "flor"
        elif asks and move in ANSWERS:
            asks, refused = "", asks == "envido" and move == "nao-quero"
        elif move in STRENGTH:
            way.append(STRENGTH[move] - 1)
        elif move in WORDS:
            way.append(WORDS[move])
    if asks == "envido":
        return Spot(name_of(group, sequence), STARTS[PE] - 1 if way == [RAISE] else way[0] if way else 0)
    if not sequence and not any(declared):
        if len(way) < 2:
            return Spot("root") if not way else Spot("answer") if way[0] == RAISE else Spot("follow", way[0])
        return Spot("", 0, Context(MAO, "nothing"), tuple(way))
    if any(declared):
        whose = "both" if all(declared) else "mao" if declared[0] else "pe"
        context = Context(group, "flor", sequence[:1] if whose == "pe" else (), whose=whose)
    elif refused:
        context = Context(group, "refused", sequence)
    else:
        first, second = _announced(view, borders)
        context = Context(group, "accepted", sequence, first, second)
    return Spot("", 0, context, tuple(way))


def _announced(view: View, borders: tuple[int, ...]) -> tuple[int, int]:
    """The buckets of the numbers that mão and pé announced; -1 for who said that the other is good."""
    found = [-1, -1]
    for seat, mode, points in view.announced:
        if mode == "envido" and points is not None:
            found[int(seat != view.mano)] = int(np.searchsorted(borders, points, side="right")) - 1
    return found[0], found[1]


def _laid_out(view: View, rows: dict[str, float]) -> tuple[float, ...] | None:
    """Lay numbers out over the legal moves; equal cards share theirs."""
    held = sorted((STRENGTH[card] for card in view.hand), reverse=True)
    weights = [
        rows.get(CARDS[held.index(STRENGTH[move])], 0) / held.count(STRENGTH[move])
        if move in STRENGTH
        else rows.get(move, 0)
        for move in view.moves
    ]
    total = sum(weights)
    return tuple(weight / total for weight in weights) if total > 0 else None


# ── the file ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def pack(deck: str, borders: tuple[int, ...], trunk: dict[str, Bytes], trees: Bytes, **about: Any) -> bytes:
    """Write a book as the bytes of a file; ``trees`` are numbers up to 15, [tree, place], by the order of `nodes`."""
    low, high = trees[:, 0::2], trees[:, 1::2]
    both = low.copy()
    both[:, : high.shape[1]] |= high << 4
    head: JsonObject = {"format": FORMAT, "deck": deck, "numbers": list(borders), "about": about}
    line = json.dumps(head, separators=(",", ":")).encode()
    tables = b"".join(np.ascontiguousarray(trunk[name]).tobytes() for name in shapes(0))
    body = line + b" " * (-(len(line) + 1) % 8) + b"\n" + tables + both.tobytes()
    return body + crc32(body).to_bytes(CHECKSUM, "little")


def read(path: Path) -> OpeningBook:
    """Map a book from its file; its pages come in as they are looked at, and are shared by all who map it."""
    data, checksum = map_file(path)
    try:
        line = data[:LONGEST_HEAD].partition(b"\n")[0]
        head = read_json(line)
        deck, borders = head["deck"], tuple(head["numbers"])
        if head["format"] != FORMAT or deck not in OF_DECKS or checksum != int.from_bytes(data[-CHECKSUM:], "little"):
            raise ValueError
        if any(type(border) is not int for border in borders) or list(borders) != sorted({0, *borders}):
            raise ValueError
        if not isinstance(head["about"], dict) or len(borders) > LEVELS:
            raise ValueError
        trunk = sum(int(np.prod(shape)) for shape in shapes(len(kinds(deck).first)).values())
        trees = sum(map(len, contexts(len(borders)))) * ((nodes(OF_DECKS[deck])[1] + 1) // 2)
        begin = len(line) + 1
        if len(data) != begin + trunk + trees + CHECKSUM:
            raise ValueError
        tables = np.frombuffer(data, np.uint8, trunk + trees, begin)
        return OpeningBook(deck, borders, tables[:trunk], tables[trunk:], head["about"])
    except DAMAGED:
        raise BadInput(f"{path}: {WRONG}") from None
