"""A board game as data: points, edges, lines, start, and which of the family rules hold.

Everything comes from one small TOML file (docs/games/boards.md shows how to write one); a wrong file gets an error
that names the line.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NoReturn

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.boards.where import line_of

FARTHEST = 1e6
"""Where a point may be drawn, from the middle."""
GOALS = ("line", "block", "reach")
STUCK = ("lose", "draw")
MOVES = ("slide", "jump", "fly")
TALK = re.compile(r"^\[(?:about|page|source_in)\]\n(?:.+\n)*\n", re.MULTILINE)
"""What is only said of a game does not make it another one: tables that were learned on it stay good."""
DRAWS = ("start-three-times", "position-three-times")
KEYS: dict[str, frozenset[str]] = {
    "": frozenset(
        {
            "name",
            "version",
            "family",
            "source",
            "source_in",
            "title",
            "about",
            "page",
            "points",
            "board",
            "start",
            "rules",
        }
    ),
    "board": frozenset({"paths", "lines"}),
    "start": frozenset({"first", "second", "in_hand"}),
    "rules": frozenset({"moves", "goal", "stuck", "draw", "plies", "never_place", "enter_beside_rival", "targets"}),
}


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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def number(self, point: str) -> int:
        """Return the number of a point, -1 when there is none of this name."""
        return self.points.index(point) if point in self.points else -1


def read(text: str, file: str = "board") -> Board:
    """Read a board from the text of its file."""
    return _Reader(text, file).board()


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        try:
            self.data: JsonObject = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            told = re.sub(r"\s*\(at .*\)$", "", str(error))
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else max(1, len(text.splitlines()))
            raise BadInput(f"{file} line {line}: not TOML: {told}") from None
        except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets within brackets
            raise BadInput(f"{file}: not TOML: {error}") from None

    def board(self) -> Board:
        for table, known in KEYS.items():
            for key in self.table(table):
                if key in known:
                    continue
                if not table and isinstance(self.data[key], dict):
                    self.wrong(key, "", f"unknown table [{key}]")
                self.wrong(table, key, f"unknown key {key!r}" + (f" in [{table}]" if table else ""))
        name, source = self.name(), self.sourced()
        points = self.points()
        paths = [self.path(path, "paths") for path in self.listed("board", "paths")]
        if not paths:
            self.wrong("board", "paths", "a board needs paths")
        near = self.near(len(points), paths)
        rules = self.table("rules")
        goal = self.choice("rules", "goal", GOALS)
        lines = tuple(self.path(line, "lines") for line in self.listed("board", "lines"))
        if goal == "line" and not lines:
            self.wrong("rules", "goal", "the goal is a line and [board] has no lines")
        first, second, in_hand = self.start()
        moves = self.moves()
        if not moves and not any(in_hand):
            self.wrong("rules", "moves", f"nobody could ever move: say which of {', '.join(MOVES)}")
        return Board(
            name=name,
            version=str(self.data.get("version", "1")),
            family=str(self.data.get("family", "")),
            source=source,
            source_in=self.words("source_in"),
            title=self.title(name),
            about=self.words("about"),
            page=self.words("page"),
            points=tuple(points),
            places=tuple(points.values()),
            near=near,
            jumps=_jumps(len(points), paths),
            lines=lines,
            first=first,
            second=second,
            in_hand=in_hand,
            moves=moves,
            goal=goal,
            stuck=self.choice("rules", "stuck", STUCK, "lose" if goal == "block" else "draw"),
            draw=self.choice("rules", "draw", DRAWS, DRAWS[1] if any(in_hand) else DRAWS[0]),
            plies=self.whole("rules", "plies", rules.get("plies", 200), 1, 10_000),
            never_place=self.spots("rules", "never_place"),
            enter_beside_rival=self.spots("rules", "enter_beside_rival"),
            targets=self.targets() if goal == "reach" else ((), ()),
            digest=blake2b(TALK.sub("", self.text).encode(), digest_size=8).hexdigest(),
        )

    # ── parts of the file ─────────────────────────────────────────────────────────────────────────────────────────

    def name(self) -> str:
        name = self.data.get("name")
        if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
            self.wrong("", "name", f"name {name!r}: expected small letters, digits and hyphens")
        return name

    def sourced(self) -> str:
        source = self.data.get("source")
        if not isinstance(source, str) or not source.strip():
            self.wrong("", "source", "source is missing: say where the rules come from")
        return source

    def words(self, table: str) -> dict[str, str]:
        texts = self.table(table)
        for language, text in texts.items():
            if not isinstance(text, str) or not text:
                self.wrong(table, language, f"{table} {text!r}: expected a text")
        return texts

    def title(self, name: str) -> dict[str, str]:
        title = self.words("title")
        fallback = next(iter(title.values()), name)
        return {"en": fallback, "pt-BR": fallback, **title}

    def points(self) -> dict[str, tuple[float, float]]:
        points: dict[str, tuple[float, float]] = {}
        for name, place in self.table("points").items():
            if not re.fullmatch(r"[a-z]+[0-9]*", name):
                self.wrong("points", name, f"point {name!r}: expected small letters, then digits")
            if not (isinstance(place, list) and len(place) == 2 and all(map(_finite, place))):
                self.wrong("points", name, f"point {name}: expected [x, y]")
            spot = (float(place[0]), float(place[1]))
            if spot in points.values():
                other = list(points)[list(points.values()).index(spot)]
                self.wrong("points", name, f"point {name} is drawn where {other} is")
            points[name] = spot
        if len(points) < 2:
            self.wrong("points", "", "a board needs [points]")
        return points

    def near(self, size: int, paths: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        edges: list[set[int]] = [set() for _ in range(size)]
        for path in paths:
            for a, b in pairwise(path):
                edges[a].add(b)
                edges[b].add(a)
        alone = next((i for i, around in enumerate(edges) if not around), None)
        if alone is not None:
            point = list(self.table("points"))[alone]
            self.wrong("points", point, f"point {point} has no edge")
        return tuple(tuple(sorted(around)) for around in edges)

    def start(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, int]]:
        start = self.table("start")
        if not start:
            self.wrong("start", "", "[start] is missing: pieces on the board (first, second) or in_hand")
        first, second = self.spots("start", "first"), self.spots("start", "second")
        names = list(self.table("points"))
        for point in sorted(set(first) & set(second)):
            self.wrong("start", "second", f"both have a piece on {names[point]}", names[point])
        hand = start.get("in_hand", 0)
        hands = hand if isinstance(hand, list) else [hand, hand]
        if len(hands) != 2:
            self.wrong("start", "in_hand", "in_hand: expected one number, or one for each player")
        mine, his = (self.whole("start", "in_hand", number, 0, len(names)) for number in hands)
        if not (len(first) + mine and len(second) + his):
            self.wrong("start", "", "no start: each player needs pieces on the board or in_hand")
        if len(first) + len(second) + mine + his > len(names):
            self.wrong("start", "in_hand", f"more pieces than the {len(names)} points")
        return first, second, (mine, his)

    def moves(self) -> tuple[str, ...]:
        moves = self.listed("rules", "moves")
        for move in moves:
            if move not in MOVES:
                self.wrong("rules", "moves", f"moves: no kind {move!r}; there are {', '.join(MOVES)}", str(move))
        return tuple(moves)

    def targets(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        targets = self.table("rules").get("targets")
        if not (isinstance(targets, list) and len(targets) == 2 and all(s and isinstance(s, list) for s in targets)):
            expected = "targets = [[points of the first], [of the second]]"
            self.wrong("rules", "targets", f"the goal is to reach: expected {expected}")
        mine, his = (tuple(self.point(name, "rules", "targets") for name in side) for side in targets)
        return mine, his

    def path(self, text: Any, what: str) -> tuple[int, ...]:
        """Read ``a1-b1-c1``."""
        names = text.split("-") if isinstance(text, str) else []
        if len(names) < 2:
            self.wrong("board", what, f"{what}: {text!r}: expected points with hyphens, as in a1-b1-c1", str(text))
        numbers = tuple(self.point(name, "board", what, text) for name in names)
        if what == "lines" and len(set(numbers)) < len(numbers):
            self.wrong("board", what, f"{what}: {text} has a point twice", text)
        if any(a == b for a, b in pairwise(numbers)):
            self.wrong("board", what, f"{what}: {text} goes from a point to itself", text)
        return numbers

    def spots(self, table: str, key: str) -> tuple[int, ...]:
        found = tuple(self.point(name, table, key) for name in self.listed(table, key))
        if len(set(found)) < len(found):
            self.wrong(table, key, f"{key}: a point twice")
        return found

    def point(self, name: Any, table: str, key: str, within: str = "") -> int:
        names = list(self.table("points"))
        if name not in names:
            message = f"{key}: no point {name!r}" + (f" (in {within})" if within else "")
            self.wrong(table, key, message, within or str(name))
        return names.index(name)

    # ── fields ────────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, name: str) -> JsonObject:
        table = self.data if name == "" else self.data.get(name, {})
        if not isinstance(table, dict):
            self.wrong("", name, f"{name}: expected a table [{name}]")
        return table

    def listed(self, table: str, key: str) -> list[Any]:
        value = self.table(table).get(key, [])
        if not isinstance(value, list):
            self.wrong(table, key, f"{key}: expected a list")
        return value

    def choice(self, table: str, key: str, known: tuple[str, ...], default: str | None = None) -> str:
        value = self.table(table).get(key, default)
        if value not in known:
            self.wrong(table, key, f"{key} {value!r}: expected one of {', '.join(known)}")
        chosen: str = value
        return chosen

    def whole(self, table: str, key: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            self.wrong(table, key, f"{key} {value!r} in [{table}]: expected a whole number from {low} to {high}")
        number: int = value
        return number

    def wrong(self, table: str, key: str, message: str, value: str = "") -> NoReturn:
        raise BadInput(f"{self.file} line {line_of(self.text, table, key, value)}: {message}")


def _finite(number: Any) -> bool:
    return type(number) in (int, float) and abs(number) <= FARTHEST


def _jumps(size: int, paths: Iterable[tuple[int, ...]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Three points in a row on one path: from one end over the middle to the other."""
    found: list[set[tuple[int, int]]] = [set() for _ in range(size)]
    for path in paths:
        for a, b, c in zip(path, path[1:], path[2:], strict=False):
            found[a].add((b, c))
            found[c].add((b, a))
    return tuple(tuple(sorted(jumps)) for jumps in found)
