"""A room as data: who is in it, what they play there, and how it went. All of it can be written down and read back."""

import asyncio
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from time import monotonic, time
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from bolicho.arena.matches.rows import Row
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.web.server.read_back import read_kept
from bolicho.web.server.waiters import Waiters
from bolicho.web.tables.messages import Language

Kind = Literal["free", "simul", "homework", "round-robin", "swiss", "knock-out"]
FREE: Kind = "free"
SIMUL: Kind = "simul"
HOMEWORK: Kind = "homework"
TOURNAMENTS: tuple[Kind, ...] = ("round-robin", "swiss", "knock-out")
"""Formats of the arena that a room holds."""
PRESENT_SECONDS = 45.0
"""Whoever asked for news within this many seconds is there."""
TOGETHER = 0.2
"""Seconds in which changes of a room become one piece of news."""


@dataclass
class Member:
    """Somebody in a room: a name, and the hash of the token that their browser keeps."""

    id: int
    name: str
    token: str | None
    language: str = "pt-BR"
    agreed: bool = False
    """Whether their name may stay with the results when the room is closed."""
    away: bool = False
    """Whether the teacher said that they are not there: an agent takes their seat when a match begins."""
    gone: bool = False
    """Whether they left for good, or were sent out; their name is gone."""
    comeback: str | None = None
    """The hash of the code with which they come back on another device, once."""


@dataclass(frozen=True)
class Entrant:
    """Who plays in a contest: a member by number, the teacher, or an agent by name."""

    kind: Literal["member", "teacher", "agent"]
    member: int | None = None
    agent: str | None = None


@dataclass
class RoomMatch:
    """A match of a room, at a table of the hall."""

    match: int
    """Its number in the contest."""
    round: int
    board: int
    """Whose deals it gets: all tables of a session have the same."""
    seats: tuple[int, ...]
    """The number of the entrant in each seat."""
    table: str
    record: int | None = None
    row: JsonObject | None = None
    """The outcome, when it is over."""


@dataclass(frozen=True)
class Task:
    """A set deal, or a position: how it begins, and at which seat one plays."""

    text: str
    """As the teacher wrote it."""
    deal: str
    context: JsonObject
    moves: tuple[str, ...]
    seat: int


@dataclass
class Contest:
    """Something that is played together: a tournament, simultaneous play, homework; the first is for free tables."""

    id: int
    kind: Kind
    game: str = ""
    options: JsonObject = field(default_factory=dict)
    entrants: list[Entrant] = field(default_factory=list)
    matches: list[RoomMatch] = field(default_factory=list)
    seed: int = 0
    each: int = 1
    """Matches of two who meet."""
    units: int | None = None
    """Hands of a match; None: to the end of the game."""
    rounds: int | None = None
    """Of a swiss; None: as many as are usual."""
    auto: bool = True
    """Whether the next round begins by itself."""
    round: int = 0
    """The round of the format that is being played."""
    session: int = 0
    """How many sessions of this round have begun."""
    boards: int = 0
    """How many sessions have begun in all: each has deals of its own."""
    tasks: list[Task] = field(default_factory=list)
    tries: int = 1
    """How often each may play a task; the best try counts."""
    late: list[int] = field(default_factory=list)
    """Members who come into a swiss when its next round begins."""
    over: bool = False

    def make_game(self) -> Game:
        """Return the game that is played."""
        game: Game = GAMES.make(self.game, **self.options)
        return game

    @property
    def rows(self) -> list[Row]:
        """The outcomes so far."""
        return [Row.from_dict(match.row) for match in self.matches if match.row is not None]

    @property
    def running(self) -> list[RoomMatch]:
        """The matches that are not over."""
        return [match for match in self.matches if match.row is None]


@dataclass(eq=False)
class Room:
    """A room of the house."""

    code: str
    title: str
    language: str
    key: str
    """Hashes of secrets: of the teacher, and of the screen that everybody sees."""
    screen: str
    members: list[Member] = field(default_factory=list)
    contests: list[Contest] = field(default_factory=lambda: [Contest(0, FREE)])
    locked: bool = False
    """Whether nobody else may come in."""
    closed: bool = False
    """Whether it was closed: only results stay, with the names of those who agreed."""
    source: str | None = None
    """The address of the other machine that opened it; forgotten when the server stops."""
    touched: float = field(default_factory=time)
    version: int = field(default_factory=lambda: int(time()))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Taken by whoever changes more than one thing of it."""
    waiters: Waiters = field(default_factory=Waiters)
    waking: asyncio.TimerHandle | None = None
    seen: dict[int, float] = field(default_factory=dict)
    """By member, when they last asked for news."""
    drawn: dict[tuple[int, str], tuple[Any, JsonObject]] = field(default_factory=dict)
    """By contest and language, what was told of it, and what that depends on."""

    def member(self, id: int | None) -> Member | None:
        """Return somebody by number."""
        return None if id is None else next((one for one in self.members if one.id == id), None)

    def member_of(self, token_hash: str) -> Member | None:
        """Return whose token it is."""
        return next((one for one in self.members if one.token == token_hash), None)

    @property
    def here(self) -> list[Member]:
        """Who has not left for good."""
        return [one for one in self.members if not one.gone]

    def present(self, member: Member) -> bool:
        """Whether their browser asked for news a moment ago."""
        return monotonic() - self.seen.get(member.id, -PRESENT_SECONDS) < PRESENT_SECONDS

    def contest(self, id: int) -> Contest | None:
        """Return a contest by number."""
        return self.contests[id] if 0 <= id < len(self.contests) else None

    def matches(self) -> Iterator[tuple[Contest, RoomMatch]]:
        """Give every match of the room."""
        for contest in self.contests:
            for match in contest.matches:
                yield contest, match

    def changed(self) -> None:
        """Make a new version, and wake whoever waits for one in a moment: fifteen tables end at about the same time."""
        self.version += 1
        if self.waiters and self.waking is None:
            self.waking = asyncio.get_running_loop().call_later(TOGETHER, self.wake)

    def wake(self) -> None:
        """Answer whoever waits."""
        self.waking = None
        self.waiters.wake()

    def to_data(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "title": self.title,
            "language": self.language,
            "key": self.key,
            "screen": self.screen,
            "locked": self.locked,
            "closed": self.closed,
            "members": [asdict(member) for member in self.members],
            "contests": [_plain(contest) for contest in self.contests],
        }

    @classmethod
    def from_data(cls, code: str, data: JsonObject) -> "Room":
        """Read a room back; whatever is damaged in it is a BadInput."""
        kept = read_kept(_KEPT, data)
        for number, contest in enumerate(kept["contests"]):
            there = range(-1, len(contest.entrants))
            sat = [one.seats for one in contest.matches] + [row.seats for row in contest.rows]
            if contest.id != number or not all(seat in there for seats in sat for seat in seats):
                raise BadInput(f"contest {number}: its number, or who sits at its tables, cannot be")
        return cls(code, **kept)


def _plain(contest: Contest) -> JsonObject:
    """Return a contest as data; hundreds of matches are not copied in depth, since what is in them stays as it is."""
    parts = {
        "entrants": [vars(entrant) for entrant in contest.entrants],
        "matches": [dict(vars(match)) for match in contest.matches],
        "tasks": [vars(task) for task in contest.tasks],
    }
    return {**vars(contest), **parts}


class _Kept(TypedDict):
    """A room as it is written down."""

    title: str
    language: Language
    key: str
    screen: str
    locked: bool
    closed: bool
    members: list[Member]
    contests: Annotated[list[Contest], Field(min_length=1)]


_KEPT = TypeAdapter(_Kept)
