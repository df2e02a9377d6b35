"""A board game as data: points, edges, lines, start, and which of the family rules hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bolicho.games.boards.ways import Way

EMPTY, MARK, SHARED = "0", "#", "@"
"""On a point: nothing; what nobody may go to any more; a piece that both players move."""
PIECE = "12"
STACKS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
"""Where any number of pieces may stand on a point: how many, of each player."""
DRAWS = ("start-three-times", "position-three-times")
SIMPLE_GOALS = ("line", "block", "reach")
WORD = 64
"""Points that a kernel keeps in one word."""


class Kind(NamedTuple):
    """What a kind of piece can do."""

    name: str
    moves: tuple[str, ...]
    captures: tuple[str, ...] = ()
    chain: str = "one"
    """Whether it captures again in one turn: never, if it likes, or as long as it can."""
    ways: str = "any"
    """Where it may step: anywhere, only forwards, or anywhere but backwards."""
    promotes: str = ""
    """What it becomes on the points of promotion."""


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """What a file says, checked; points are numbers from here on, in the order of the file."""

    name: str
    version: str
    family: str
    source: str
    source_in: Mapping[str, str]
    """The same in other languages."""
    title: Mapping[str, str]
    about: Mapping[str, str]
    """One sentence a language, for lists; a language may be missing."""
    page: Mapping[str, str]
    """What its page says besides, a language."""
    points: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    """Where each point is drawn: x to the right, y up."""
    near: tuple[tuple[int, ...], ...]
    """The neighbours of each point along the edges."""
    jumps: tuple[tuple[tuple[int, int], ...], ...]
    """From each point: over which, to which, in a straight path."""
    lines: tuple[tuple[int, ...], ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    in_hand: tuple[int, int]
    moves: tuple[str, ...]
    goal: str
    stuck: str
    """What becomes of who has no move: loses, or the game is drawn."""
    draw: str
    plies: int
    never_place: tuple[int, ...]
    """Points that may not be placed on (but moved to)."""
    enter_beside_rival: tuple[int, ...]
    """Points that may be entered only by a piece with a rival next to it."""
    targets: tuple[tuple[int, ...], tuple[int, ...]]
    digest: str = field(repr=False)
    ways: tuple[tuple[Way, ...], ...] = ()
    """What is seen from each point along the paths."""
    cells: str = ""
    """Where everything stands at the beginning."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """By their signs on the board."""
    signs: tuple[str, str] = ("1", "2")
    """The pieces of each player."""
    goals: tuple[str, ...] = ()
    must: str = ""
    """Whether who can capture must, and must capture the most."""
    taken_last: bool = False
    """Captured pieces stay on the board until the turn is over."""
    then: tuple[str, ...] = ()
    placing: str = "anywhere"
    enter: str = "first"
    """Whether all pieces in hand are put down first, or at any time."""
    endless: bool = False
    """There is always another piece to be put down."""
    fly_at: int = 0
    """With so few pieces left a player may move to any empty point."""
    forward: str = "up"
    promotion: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    closed: tuple[int, ...] = ()
    """Points that nobody may enter or pass."""
    hostile: tuple[int, ...] = ()
    """Points that capture like a piece of the mover, while they are empty."""
    royal: str = ""
    """The sign of the piece that must not be lost."""
    few: tuple[int, int] = (0, 0)
    """Who has fewer pieces has lost."""
    past: int = -1
    """The player who wins by getting past the rival's pieces."""
    repeated: str = "draw"
    """Who wins when a position comes up the third time."""
    quiet: int = 0
    """After so many plies without a capture or a piece put down the game is drawn; 0: never."""
    rows_while_placing: bool = True
    loops: tuple[tuple[tuple[int, ...], frozenset[int]], ...] = ()
    """Circuits, and the places in them after which they bend."""
    sow: str = ""
    ring: tuple[int, ...] = ()
    """Houses and stores in the order of sowing."""
    houses: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    stores: tuple[int, ...] = ()
    across: Mapping[int, int] = field(default_factory=dict)
    komi: float = 0.0
    """What the second player gets for not having begun, where area is counted."""
    dice: int = 0
    """How many dice a turn throws; 0: there is no chance."""
    doubles: bool = False
    """Whether a throw of equal dice counts twice."""
    first_throw: str = ""
    """Whether the first throw is uneven, as one that says who begins."""
    off: str = "more"
    """What takes a piece off the track: the exact number, or a larger one where nothing stands further back."""
    half: bool = False
    """Whether nobody comes to the second half of the track before all pieces were entered."""
    tracks: tuple[tuple[int, ...], ...] = ()
    """The way of each player over the board; last the place of pieces that are off."""
    squares: bool = False
    """Whether the points are drawn as squares."""
    lines_through: tuple[tuple[tuple[int, ...], ...], ...] = ()
    begins: int = 0
    variant: str = ""
    """Which of the rules that sources disagree on these are; empty: those that the file is about."""
    variants: Mapping[str, "Board"] = field(default_factory=dict)

    @cached_property
    def plain(self) -> bool:
        """Whether nothing is ever captured, marked or sown: every position has all pieces."""
        return not (
            self.then or self.sow or self.dice or self.endless or any(kind.captures for kind in self.kinds.values())
        )

    @property
    def pieces(self) -> tuple[int, int]:
        """How many pieces each player has on a track, all told."""
        counts = [sum(side.find(cell) + 1 for cell in self.cells) for side in STACKS]
        return counts[0] + self.in_hand[0], counts[1] + self.in_hand[1]

    @cached_property
    def marks(self) -> str:
        """What may stand on a point beside pieces."""
        return MARK if {"shoot", "trail"} & set(self.then) else ""

    @cached_property
    def simple(self) -> bool:
        """Whether one kind of piece each does nothing but enter, slide, jump or fly, and there is one goal."""
        return self.plain and len(self.kinds) == 2 and self.goals[0] in SIMPLE_GOALS and len(self.goals) == 1

    @property
    def only_placed(self) -> bool:
        """Whether pieces are only put down or dropped, for rows or to turn rivals, as ``placement_kernel.py`` plays."""
        still = not any(kind.moves or kind.captures for kind in self.kinds.values()) and len(self.kinds) == 2
        other = self.sow or self.dice or self.never_place or len(self.points) > WORD
        ends = (self.goals, self.stuck) in ((("line",), "draw"), (("block",), "pass"))
        placed = self.endless or any(self.in_hand)
        # along every way the numbers of the points only go up or only down
        straight = all(
            list(way.ahead) == sorted(way.ahead, reverse=way.ahead[0] < point)
            for point, ways in enumerate(self.ways)
            for way in ways
        )
        return bool(still and not other and ends and placed and self.then in ((), ("flip",)) and straight)

    def sign_of(self, kind: str, seat: int) -> str:
        """Return the sign of a kind of piece of a player."""
        return next(sign for sign in self.signs[seat] if self.kinds[sign].name == kind)

    def owner(self, sign: str) -> int:
        """Return whose piece a sign is: 0, 1, or 2 for what is nobody's."""
        if self.dice:
            return int(sign in STACKS[1])
        return 2 if sign in (SHARED, MARK) else (int(sign) - 1) % 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def number(self, point: str) -> int:
        """Return the number of a point, -1 when there is none of this name."""
        return self.points.index(point) if point in self.points else -1
