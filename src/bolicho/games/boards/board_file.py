"""The file of a board game: one small TOML file makes a `Board` (docs/games/boards.md shows how to write one)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from bolicho.core.json_text import JsonObject
from bolicho.games.boards.board import DRAWS, EMPTY, SHARED, SIMPLE_GOALS, STACKS, Board, Kind
from bolicho.games.boards.board_points import LARGEST, BoardPoints
from bolicho.games.boards.ways import jumps, rows, ways

GOALS = (*SIMPLE_GOALS, "few", "royal", "arrive", "fill", "past", "most", "area", "off")
STUCK = ("lose", "draw", "pass", "count", "gather")
MOVES = ("slide", "jump", "fly", "hops", "run")
CAPTURES = ("leap", "long-leap", "approach", "loop")
THEN = (
    *("custodian", "flip", "surround", "mill", "no-longer-row", "no-row-while-placing"),
    *("another", "shoot", "trail", "promote"),
)
CHAINS = ("one", "may", "must")
WAYS = ("any", "forward", "not-back")
OF = ("both", "first", "second")
REPEATED = ("draw", "first", "second")
ENDLESS = "endless"
TALK = re.compile(r"^\[(?:about|page|source_in)\]\n(?:.+\n)*\n", re.MULTILINE)
"""What is only said of a game does not make it another one: tables that were learned on it stay good."""
KEYS: dict[str, frozenset[str]] = {
    "": frozenset(
        {
            *("name", "version", "family", "source", "source_in", "title", "about", "page"),
            *("points", "board", "start", "rules", "pieces", "variants"),
        }
    ),
    "board": frozenset(
        {"paths", "lines", "grid", "joined", "only", "without", "row", "loops", "squares", "ring", "tracks"}
    ),
    "start": frozenset({"first", "second", "in_hand", "shared", "stones", "begins", "stacks"}),
    "rules": frozenset(
        {
            *("moves", "captures", "chain", "must", "taken_last", "then", "placing", "enter", "fly_at", "forward"),
            *("promotion", "closed", "hostile", "royal", "goal", "targets", "few", "stuck", "draw", "repeated"),
            *("plies", "quiet", "never_place", "enter_beside_rival", "rows_while_placing", "sow", "past", "komi"),
            *("dice", "doubles", "first_throw", "off", "half"),
        }
    ),
}
KIND_KEYS = frozenset({"of", "moves", "captures", "chain", "ways", "promotes"})


def read(text: str, file: str = "board") -> Board:
    """Read a board from the text of its file."""
    reader = _Reader(text, file)
    board = reader.board()
    changes = reader.table("variants")
    for name in changes:
        if not isinstance(changes[name], dict):
            reader.wrong("variants", name, f"variant {name}: expected tables [variants.{name}.rules]")
    return replace(board, variants={name: reader.varied(name) for name in changes})


def _merged(old: Any, new: Any) -> Any:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}


class _Reader(BoardPoints):
    def __init__(self, text: str, file: str, variant: str = "") -> None:
        super().__init__(text, file)
        self.variant = variant

    def varied(self, name: str) -> Board:
        """Read the file once more, with what a variant changes."""
        other = _Reader(self.text, self.file, name)
        other.data = _merged(
            {key: part for key, part in self.data.items() if key != "variants"}, self.table("variants")[name]
        )
        return other.board()

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
        self.names = list(points)
        paths = [*self.joined(points), *(self.path(path, "paths") for path in self.items("board", "paths"))]
        if not paths:
            self.wrong("board", "paths", "a board needs paths")
        near = self.near(len(points), paths)
        asked = self.table("rules")
        goals = self.goals()
        goal = goals[0]
        lines = tuple(self.path(line, "lines") for line in self.items("board", "lines"))
        if "row" in self.table("board"):
            lines += rows(paths, self.integer("board", "row", self.table("board")["row"], 2, LARGEST))
        if "line" in goals and not lines:
            self.wrong("rules", "goal", "the goal is a line and [board] has no lines")
        kinds, signs = self.kinds()
        first, second, in_hand, cells = self.start(kinds, signs)
        moves = self.moves("rules", self.table("rules"))
        endless = self.table("start").get("in_hand") == ENDLESS
        dice = self.integer("rules", "dice", asked.get("dice", 0), 0, 3)
        tracks = self.tracks()
        if dice and not tracks:
            self.wrong("rules", "dice", "dice need [board] tracks: the way of each player")
        able = dice or moves or any(kind.moves or kind.captures for kind in kinds.values())
        if not (able or any(in_hand) or endless or "sow" in asked):
            self.wrong("rules", "moves", f"nobody could ever move: say which of {', '.join(MOVES)}")
        aims = "reach" in goals or "arrive" in goals or "fill" in goals
        places = tuple(points.values())
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
            places=places,
            near=near,
            jumps=jumps(len(points), paths),
            lines=lines,
            first=first,
            second=second,
            in_hand=in_hand,
            moves=moves,
            goal=goal,
            stuck=self.choice("rules", "stuck", STUCK, "lose" if "block" in goals else "draw"),
            draw=self.choice("rules", "draw", DRAWS, DRAWS[1] if any(in_hand) or len(goals) > 1 else DRAWS[0]),
            plies=self.integer("rules", "plies", asked.get("plies", 200), 1, 10_000),
            never_place=self.spots("rules", "never_place"),
            enter_beside_rival=self.spots("rules", "enter_beside_rival"),
            targets=self.sides("targets") if aims else ((), ()),
            digest=blake2b((TALK.sub("", self.text) + self.variant).encode(), digest_size=8).hexdigest(),
            ways=ways(places, paths),
            cells=cells,
            kinds=kinds,
            signs=signs,
            goals=goals,
            must=self.choice("rules", "must", ("", "capture", "most"), ""),
            taken_last=self.flag("rules", "taken_last", False),
            then=self.several("rules", asked, "then", THEN),
            placing=self.choice("rules", "placing", ("anywhere", "drop"), "anywhere"),
            enter=self.choice("rules", "enter", ("first", "any"), "first"),
            endless=endless,
            fly_at=self.integer("rules", "fly_at", asked.get("fly_at", 0), 0, 99),
            forward=self.choice("rules", "forward", ("up", "right"), "up"),
            promotion=self.sides("promotion") if "promotion" in asked else ((), ()),
            closed=self.spots("rules", "closed"),
            hostile=self.spots("rules", "hostile"),
            royal=self.royal(kinds),
            few=self.few() if "few" in goals else (0, 0),
            past=OF.index(self.choice("rules", "past", OF[1:])) - 1 if "past" in goals else -1,
            repeated=self.choice("rules", "repeated", REPEATED, "draw"),
            quiet=self.integer("rules", "quiet", asked.get("quiet", 0), 0, 10_000),
            rows_while_placing=self.flag("rules", "rows_while_placing", True),
            loops=tuple(self.loop(text) for text in self.items("board", "loops")),
            sow=self.choice("rules", "sow", ("", "kalah", "oware"), ""),
            **self.sown(),
            komi=self.komi(),
            dice=dice,
            doubles=self.flag("rules", "doubles", False),
            first_throw=self.choice("rules", "first_throw", ("", "uneven"), ""),
            off=self.choice("rules", "off", ("more", "exact"), "more"),
            half=self.flag("rules", "half", False),
            tracks=tracks,
            squares=self.flag("board", "squares", False),
            begins=OF.index(self.choice("start", "begins", OF[1:], OF[1])) - 1,
            variant=self.variant,
            lines_through=tuple(tuple(line for line in lines if point in line) for point in range(len(points))),
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

    def goals(self) -> tuple[str, ...]:
        asked = self.table("rules").get("goal")
        if not isinstance(asked, list):
            return (self.choice("rules", "goal", GOALS),)
        for goal in asked:
            if goal not in GOALS:
                self.wrong("rules", "goal", f"goal {goal!r}: expected some of {', '.join(GOALS)}", str(goal))
        if not asked:
            self.wrong("rules", "goal", f"goal []: expected some of {', '.join(GOALS)}")
        return tuple(asked)

    def kinds(self) -> tuple[dict[str, Kind], tuple[str, str]]:
        """Return the kinds of pieces by their signs: 1, 3, 5 of the first, 2, 4, 6 of the second."""
        told, table = self.table("pieces"), self.table("rules")
        common = Kind(
            "piece",
            self.moves("rules", table),
            self.several("rules", table, "captures", CAPTURES),
            self.choice("rules", "chain", CHAINS, "one"),
        )
        if "dice" in table:
            return {}, STACKS
        if "shared" in self.table("start"):
            return {SHARED: common}, (SHARED, SHARED)
        if not told:
            return {"1": common, "2": common}, ("1", "2")
        kinds: dict[str, Kind] = {}
        signs = ["", ""]
        for name, data in told.items():
            where = f"pieces.{name}"
            if not isinstance(data, dict):
                self.wrong("pieces", name, f"{name}: expected a table [{where}]")
            for key in data:
                if key not in KIND_KEYS:
                    self.wrong(where, key, f"unknown key {key!r} in [{where}]")
            kind = Kind(
                name,
                self.moves(where, data),
                self.several(where, data, "captures", CAPTURES),
                self.one_of(where, data, "chain", CHAINS, "one"),
                self.one_of(where, data, "ways", WAYS, "any"),
                self.one_of(where, data, "promotes", (*told, ""), ""),
            )
            of = self.one_of(where, data, "of", OF, "both")
            for seat in (0, 1) if of == "both" else (OF.index(of) - 1,):
                sign = str(1 + seat + 2 * len(signs[seat]))
                if len(sign) > 1:
                    self.wrong("pieces", name, "at most four kinds of pieces for each player")
                signs[seat] += sign
                kinds[sign] = kind
        if not all(signs):
            self.wrong("pieces", "", "each player needs a kind of piece")
        return kinds, (signs[0], signs[1])

    def start(
        self, kinds: Mapping[str, Kind], signs: tuple[str, str]
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, int], str]:
        start, size = self.table("start"), len(self.names)
        if not start:
            self.wrong("start", "", "[start] is missing: pieces on the board (first, second) or in_hand")
        if "stones" in start:
            return (), (), (0, 0), self.with_stones()
        if "dice" in self.table("rules"):
            return self.stacked()
        if "shared" in start:
            spots = self.spots("start", "shared")
            return spots, (), (0, 0), "".join(SHARED if point in spots else EMPTY for point in range(size))
        cells = [EMPTY] * size
        sides = []
        for seat, key in enumerate(OF[1:]):
            sides.append(self.side(key, kinds, signs[seat], cells))
        first, second = sides
        for point in sorted(set(first) & set(second)):
            self.wrong("start", "second", f"both have a piece on {self.names[point]}", self.names[point])
        hand = start.get("in_hand", 0)
        if hand == ENDLESS:
            return first, second, (0, 0), "".join(cells)
        hands = hand if isinstance(hand, list) else [hand, hand]
        if len(hands) != 2:
            self.wrong("start", "in_hand", "in_hand: expected one number, or one for each player")
        mine, his = (self.integer("start", "in_hand", number, 0, size) for number in hands)
        if not (len(first) + mine and len(second) + his):
            self.wrong("start", "", "no start: each player needs pieces on the board or in_hand")
        if len(first) + len(second) + mine + his > size:
            self.wrong("start", "in_hand", f"more pieces than the {size} points")
        return first, second, (mine, his), "".join(cells)

    def stacked(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, int], str]:
        """Read how many pieces of each player stand where, and how many wait to enter."""
        start = self.table("start")
        cells = [EMPTY] * len(self.names)
        told = start.get("stacks", [{}, {}])
        if not (isinstance(told, list) and len(told) == 2 and all(isinstance(side, dict) for side in told)):
            self.wrong("start", "stacks", "stacks: expected two tables {point = pieces}")
        for seat, side in enumerate(told):
            for name, count in side.items():
                point = self.point(name, "start", "stacks")
                if cells[point] != EMPTY:
                    self.wrong("start", "stacks", f"stacks: both have pieces on {name}", name)
                cells[point] = STACKS[seat][self.integer("start", "stacks", count, 1, len(STACKS[seat])) - 1]
        most = len(STACKS[0])
        hand = self.integer("start", "in_hand", start.get("in_hand", 0), 0, most)
        sums = [hand + sum(side.values()) for side in told]
        if not all(0 < count <= most for count in sums):
            self.wrong("start", "", f"each player needs from 1 to {most} pieces")
        return (), (), (hand, hand), "".join(cells)

    def tracks(self) -> tuple[tuple[int, ...], ...]:
        """Read the way of each player, its last point for the pieces that are off."""
        told = self.items("board", "tracks")
        if not told:
            return ()
        found = tuple(self.path(text, "tracks") for text in told)
        if len(found) != 2 or any(len(set(way)) < len(way) or len(way) % 4 != 1 for way in found):
            self.wrong("board", "tracks", "tracks: expected two, each of four equal quarters and a last point")
        if {*found[0][:-1]} != {*found[1][:-1]} or found[0][-1] == found[1][-1]:
            self.wrong("board", "tracks", "tracks: expected the same points for both, but for the last")
        return found

    def side(self, key: str, kinds: Mapping[str, Kind], signs: str, cells: list[str]) -> tuple[int, ...]:
        """Put the pieces of a player on the board: a list of points, or one for each kind."""
        told = self.table("start").get(key, [])
        if not isinstance(told, dict):
            told = {kinds[signs[0]].name: told}
        points: list[int] = []
        for name, listed in told.items():
            sign = next((sign for sign in signs if kinds[sign].name == name), None)
            if sign is None:
                self.wrong("start", key, f"{key}: no kind of piece {name!r}", name)
            if not isinstance(listed, list):
                self.wrong("start", key, f"{key}: expected a list")
            for point in self.spread(listed, "start", key):
                cells[point] = sign
                points.append(point)
        if len(set(points)) < len(points):
            self.wrong("start", key, f"{key}: a point twice")
        return tuple(points)

    def with_stones(self) -> str:
        """Return the cells of a board of houses, each with so many stones, the stores empty."""
        count = self.integer("start", "stones", self.table("start")["stones"], 1, 9)
        stores = {self.names.index(name) for name in self.ringed() if name.startswith("s") and name in self.names}
        return "".join("0" if point in stores else str(count) for point in range(len(self.names)))

    def ringed(self) -> list[str]:
        told = self.table("board").get("ring", "")
        return told.split("-") if isinstance(told, str) and told else []

    def sown(self) -> dict[str, Any]:
        """Read houses and stores: the ring runs through the houses of the first, their store, and so on."""
        names = self.ringed()
        if not names:
            return {}
        ring = [self.point(name, "board", "ring") for name in names]
        stores = tuple(point for point in ring if self.names[point].startswith("s"))
        if len(stores) != 2 or ring[-1] != stores[1] or 2 * ring.index(stores[0]) + 2 != len(ring):
            self.wrong("board", "ring", "ring: expected houses, a store s…, as many houses, a store s…")
        half = ring.index(stores[0])
        first, second = tuple(ring[:half]), tuple(ring[half + 1 : -1])
        pairs = dict(zip(first, reversed(second), strict=True))
        stay = ring if self.table("rules").get("sow") == "kalah" else [*first, *second]
        across = {**pairs, **{b: a for a, b in pairs.items()}}
        return {"ring": tuple(stay), "houses": (first, second), "stores": stores, "across": across}

    def loop(self, text: Any) -> tuple[tuple[int, ...], frozenset[int]]:
        """Read a circuit ``a2-b2~b1-a1~``: after ``~`` it bends."""
        if not isinstance(text, str) or not text.endswith("~"):
            self.wrong("board", "loops", f"loops: {text!r}: expected points with hyphens, ~ where it bends", str(text))
        circuit: list[int] = []
        bends = set()
        for stretch in text[:-1].split("~"):
            circuit += [self.point(name, "board", "loops", text) for name in stretch.split("-")]
            bends.add(len(circuit) - 1)
        return tuple(circuit), frozenset(bends)

    def royal(self, kinds: Mapping[str, Kind]) -> str:
        name = self.table("rules").get("royal")
        found = next((sign for sign, kind in kinds.items() if kind.name == name), "")
        if name is not None and not found:
            self.wrong("rules", "royal", f"royal: no kind of piece {name!r}")
        return found

    def few(self) -> tuple[int, int]:
        told = self.table("rules").get("few")
        pair = told if isinstance(told, list) else [told, told]
        if len(pair) != 2:
            self.wrong("rules", "few", "few: expected one number, or one for each player")
        first, second = (self.integer("rules", "few", number, 0, 1000) for number in pair)
        return first, second

    def komi(self) -> float:
        told = self.table("rules").get("komi", 0)
        if type(told) not in (int, float) or not abs(told) <= 1000:
            self.wrong("rules", "komi", f"komi {told!r}: expected a number")
        return float(told)

    def moves(self, where: str, table: JsonObject) -> tuple[str, ...]:
        return self.several(where, table, "moves", MOVES)

    def sides(self, key: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Read the points of both players; one of them may have none where the other has some."""
        told: Any = self.table("rules").get(key)
        one_may = len(self.goals()) > 1 or key != "targets"
        fits = isinstance(told, list) and len(told) == 2 and all(isinstance(side, list) for side in told)
        if not fits or not (any(told) if one_may else all(told)):
            expected = f"{key} = [[points of the first], [of the second]]"
            aim = "the goal is to reach: " if key == "targets" else ""
            self.wrong("rules", key, f"{aim}expected {expected}")
        mine, his = (tuple(self.spread(side, "rules", key)) for side in told)
        return mine, his
