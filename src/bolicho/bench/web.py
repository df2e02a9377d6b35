"""What the web table costs: round trips with many tables, memory of a table, growth, time to the first page, its size.

Everything is measured from a second process, this one, against ``bolicho serve`` as anybody would start it.
"""

import gzip
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import ceil

from bolicho.bench.rows import Measure
from bolicho.bench.web_load import AGENT, GAME, QUICKEST, SLOW_AGENT, SLOW_GAME, crowd
from bolicho.bench.web_server import House, serving
from bolicho.core.json_text import JsonObject

Watch = Callable[[str], None]
LEVELS = {1: 0.1, 50: 1.0, 200: 1.0}
"""Tables at once -> seconds between the moves of each; one table alone is asked more often, for enough of them."""
SPAN = 15.0
"""Seconds of play of each level, for each second of ``--seconds``."""
CLOSED, WARM = 2000, 1000
"""Tables that come and go while the memory is watched, and those before that fill what fills once (SQLite's pages)."""
AT_ONCE, SWEEP = 250, 5.0
"""After so many comes a pause of so many seconds, in which the hall puts finished tables away (it looks every two)."""


@dataclass(frozen=True)
class Level:
    """So many tables at once."""

    tables: int
    pace: float
    """Seconds between two moves of a table."""
    moves: int
    p50: float
    """Milliseconds from a move to the view with it in."""
    p99: float
    answer_p50: float
    """The same to the view with the agent's answer in."""
    answer_p99: float
    beside: float
    """Milliseconds of the agent that thinks long, at a table beside them (median)."""
    processor: float | None
    """Milliseconds of the processor that a move and its answer take the server; a busy machine hardly stretches it."""


@dataclass(frozen=True)
class WebReport:
    """All that was measured."""

    seed: int
    start: float
    """Seconds from the start of the command to the first page."""
    page: float
    """KiB of the first page with all it fetches."""
    levels: tuple[Level, ...]
    base: float | None
    """KiB of the server with one table."""
    a_table: float | None
    """KiB of each further one, being played."""
    closed: int
    growth: float | None
    """KiB that a table leaves behind which was opened, played at and closed."""

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The numbers to remember."""
        most = max(self.levels, key=lambda level: level.tables)
        return (
            Measure(f"milliseconds a move, p99, {most.tables} tables", most.p99),
            Measure("KiB a table", self.a_table),
            Measure(f"KiB left by each of {self.closed:,} closed tables", self.growth),
            Measure("KiB of the first page", self.page),
            Measure("seconds to the first page", self.start),
        )

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "what": "web",
            **asdict(self),
            "game": GAME,
            "agent": AGENT,
            "beside": f"{SLOW_GAME}: {SLOW_AGENT}",
            "summary": [asdict(measure) for measure in self.summary],
            "python": sys.version.split()[0],
            "platform": sys.platform,
        }


def run(
    seed: int,
    seconds: float,
    *,
    watch: Watch = lambda _: None,
    levels: dict[int, float] = LEVELS,
    closed: int = CLOSED,
) -> WebReport:
    """Measure everything there is to measure."""
    watch("starting the server")
    with serving() as house:
        house.get("/")
        start = time.perf_counter() - house.begun
        page = first_page(house) / 1024
        crowd(house, 1, QUICKEST, 2.0, seed)  # agents are made, code is warm
        base, opened, found = house.kibibytes, 0, []
        for number, (tables, pace) in enumerate(levels.items()):
            watch(f"{tables} tables at once")
            found.append(level(house, tables, pace, SPAN * seconds, seed + number))
            opened += tables + 1
        full = house.kibibytes
    watch(f"{closed} tables that come and go")
    left = growth(closed)
    a_table = None if full is None or base is None else (full - base) / opened
    return WebReport(seed, start, page, tuple(found), base, a_table, closed, left)


def level(house: House, tables: int, pace: float, seconds: float, seed: int) -> Level:
    """Measure one level."""
    before, after = house.processor, None
    clock, beside = crowd(house, tables, pace, seconds, seed)
    after = house.processor
    spent = None if before is None or after is None else 1000 * (after - before) / max(1, len(clock.moves))
    low, high = percentiles(clock.moves)
    first, last = percentiles(clock.answers)
    return Level(tables, pace, len(clock.moves), low, high, first, last, percentiles(beside.answers)[0], spent)


def percentiles(taken: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile (of fewer than a hundred, the longest)."""
    ordered = sorted(taken)
    if not ordered:
        raise RuntimeError("nothing was measured: give it more --seconds")
    return ordered[ceil(0.5 * len(ordered)) - 1], ordered[ceil(0.99 * len(ordered)) - 1]


def first_page(house: House) -> int:
    """Return the bytes on the wire of the first page with its styles, all its scripts and what they ask for."""
    html = house.get("/")
    wanted = ["/api/games", "/api/games/truco/agents", "/api/tables"]
    wanted += re.findall(r'(?:src|href)="(/static/[^"]+)"', gzip.decompress(html).decode())
    return len(html) + sum(len(house.get(path)) for path in dict.fromkeys(wanted))


def growth(closed: int = CLOSED, warm: int = WARM) -> float | None:
    """Return the KiB that a table leaves behind: half of them are never begun, half are played at and resigned."""
    with serving({"over_minutes": 0.0, "workers": 1, "data": None}) as house:
        before = _after(house, warm)
        after = _after(house, closed)
    return None if before is None or after is None else (after - before) / closed


def come_and_go(house: House, number: int) -> None:
    """Open a table and close it again, now before it began, now in the middle of the match."""
    begun = number % 2
    opened = house.open("tapatan", "random" if begun else None)
    path, token = f"/api/tables/{opened['table']}", opened["token"]
    if begun:
        view = house.ask(path, token)
        if view["moves"]:
            house.ask(f"{path}/moves", token, {"ply": view["ply"], "move": view["moves"][0]["move"]})
        house.ask(f"{path}/resign", token, {})
    else:
        house.ask(f"{path}/leave", token, {})


def _after(house: House, tables: int) -> float | None:
    """Let so many tables come and go, and return the memory when the hall has put them away."""
    for number in range(tables):
        come_and_go(house, number)
        if number % AT_ONCE == AT_ONCE - 1 or number == tables - 1:
            house.line.close()  # the server ends lines that are idle
            time.sleep(SWEEP)
    return house.kibibytes
