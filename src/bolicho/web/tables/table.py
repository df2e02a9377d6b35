"""One table: who sits, what was played, whose turn it is, who looks on. Plain calls, all on the event loop.

A move is written in the diary before it is applied; everything else about a table is kept by the hall. Every change
makes a new version and wakes whoever looks on: they get the whole view, so it does not matter what they missed.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic, time
from typing import Any, NamedTuple, Protocol

from bolicho.core.contract import Decision, Game, State, View
from bolicho.core.errors import IllegalMove
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.play.table import Table
from bolicho.web.server.refusal import Refusal
from bolicho.web.server.waiters import Waiters
from bolicho.web.tables.seats import Seat, stand_in_for

PERSON = "person"
"""What a record calls whoever is no agent; names of people are not in it."""
POLL_SECONDS = 40.0
"""Whoever asked over HTTP within this many seconds is there."""
LAST_RESORT, RESIGNED, ABSENT = "random", "resigned", "absent"


class Guest(Protocol):
    """Somebody who looks on over a socket."""

    seat: int | None

    def wake(self) -> None:
        """Something changed: look again."""

    def replaced(self) -> None:
        """Another one took this seat's place."""

    def dismiss(self) -> None:
        """The table goes away."""


class FinishedUnit(NamedTuple):
    """The last finished unit."""

    unit: int
    state: State
    scores: tuple[int, ...]
    """Of the match, when it ended."""


@dataclass(eq=False)
class WebTable:
    """A table of the house."""

    id: str
    game: Game
    seats: list[Seat]
    mode: str
    """``learning`` (hints, why after each unit) or ``recorded`` (why after the match)."""
    language: str
    write: Callable[[JsonObject], None]
    """Takes a line for the diary."""
    source: str | None = None
    """The address of the other machine that opened it; forgotten when the server stops."""
    study: JsonObject | None = None
    """Of a match of a study: its name, whose it is, which of theirs, against whom."""
    room: JsonObject | None = None
    """Of a table in a room: its code, which contest, which match of it."""
    play: Table | None = None
    version: int = 1
    ply: int = 0
    done: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By seat, the last move it made: a second time it is not an error, and not made."""
    last: FinishedUnit | None = None
    told_last: dict[int | None, tuple[Any, JsonObject]] = field(default_factory=dict)
    """By seat, the last finished unit as it was told."""
    notices: list[JsonObject] = field(default_factory=list)
    sayings: list[JsonObject] = field(default_factory=list)
    """What people said beside their moves: see ``talk.py``."""
    takeovers: list[JsonObject] = field(default_factory=list)
    record_id: int | None = None
    saved: bool = False
    """Whether the finished match is in the store."""
    reviewed: bool = False
    """Whether somebody reviews matches of this game; known once it is in the store."""
    next_table: str | None = None
    next_tokens: dict[int, JsonObject] = field(default_factory=dict)
    guests: set[Guest] = field(default_factory=set)
    waiters: Waiters = field(default_factory=Waiters)
    polled: dict[int | None, float] = field(default_factory=dict)
    left: dict[int, float] = field(default_factory=dict)
    """By seat, when the last one who looked on from there went."""
    thinking: "asyncio.Task[None] | None" = None
    trouble: str | None = None
    """What keeps the house from writing, if anything does: a key of ``trouble.PLAINLY``."""
    stumbles: int = 0
    """How often in a row its agents could not be asked, for a reason that nobody foresaw."""
    gone: bool = False
    """Whether it was put away: nobody goes on with it."""
    touched: float = field(default_factory=monotonic)
    since: float = field(default_factory=monotonic)
    """When the present turn began."""

    # ── facts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.play is not None and self.play.over

    @property
    def turn(self) -> int | None:
        """Who moves; None while people are missing and when it is over."""
        return None if self.play is None or self.play.over else self.play.seat

    @property
    def bots_only(self) -> bool:
        """Whether no person sits or may sit here, so that everything may be shown; in a room others have its cards."""
        return self.room is None and all(seat.kind == "agent" for seat in self.seats)

    @property
    def unit(self) -> int:
        """The number of the present unit, or of the last one."""
        if self.play is None:
            return 0
        return len(self.play.units) - (self.play.context is None)

    @property
    def begun_elsewhere(self) -> bool:
        """Whether the match goes on from a recorded one, so that somebody knows its cards."""
        return self.play is not None and self.play.begun is not None

    def present(self, seat: int | None = None) -> bool:
        """Whether somebody is there: at a seat, or (None) anybody at all."""
        now = monotonic()
        there = [guest.seat for guest in self.guests]
        there += [who for who, when in self.polled.items() if now - when < POLL_SECONDS]
        return bool(there) if seat is None else seat in there

    @property
    def people(self) -> list[int]:
        """The seats at which people play themselves."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.stand_in is None]

    def absence(self) -> float | None:
        """Return for how many seconds the person who is to move has been away; None where nobody is missed."""
        turn = self.turn
        if turn is None or self.seats[turn].decider is not None or self.present(turn):
            return None
        return monotonic() - max(self.since, self.polled.get(turn, 0.0), self.left.get(turn, 0.0))

    def seat_of(self, token_hash: str) -> int | None:
        """Return the seat a token belongs to."""
        return next((i for i, seat in enumerate(self.seats) if seat.token == token_hash), None)

    def names(self) -> tuple[str, ...]:
        """Who plays, as a record has it."""
        return tuple(seat.agent or PERSON if seat.kind == "agent" else PERSON for seat in self.seats)

    def record(self, play: Table | None = None) -> Record:
        """Return what was played so far (of a match that is about to begin: ``play``)."""
        play = play or self.play
        assert play is not None
        record = play.record()
        people = [number for number, seat in enumerate(self.seats) if seat.kind == "person"]
        notes = {"web": self.id, "mode": self.mode, "people": people, "takeovers": list(self.takeovers)}
        hinted = [number for number, seat in enumerate(self.seats) if seat.hinted]
        of_a_study = {} if self.study is None else {"study": self.study}
        return replace(record, notes={**record.notes, **notes, "hinted": hinted, **of_a_study})

    # ── what happens ──────────────────────────────────────────────────────────────────────────────────────────────

    def deal(self, seed: int, record: Record | None = None) -> Table:
        """Return the match that can begin when nobody is missing any more; with a record it goes on from it."""
        players = [Chair(name) for name in self.names()]
        if record is None:
            return Table(self.game, players, seed, keep_why=True)
        return Table.resume(record, self.game, players, keep_why=True)

    def begin(self, play: Table) -> None:
        """Begin the match that was dealt."""
        self.play = play
        self._recall(play.record())
        self.changed()

    def move(self, seat: int, ply: int, move: str) -> None:
        """Make a person's move; made twice it is made once, and anything that cannot be made is refused."""
        if self.done.get(seat) == (ply, move):
            return
        if self.play is None:
            raise Refusal(409, "waiting", "the match has not begun: a seat is still open")
        if self.over:
            raise Refusal(409, "match-over", "the match is over")
        if ply != self.ply:
            raise Refusal(409, "stale-ply", f"the move answers ply {ply}, the table is at ply {self.ply}")
        if seat != self.turn or self.seats[seat].stand_in is not None:
            raise Refusal(403, "not-your-turn", "it is not this seat's turn")
        legal = self.play.state.moves()
        if move not in legal:  # said without the position, which has everybody's cards in it
            raise Refusal(422, "illegal", f"illegal move {move[:40]!r}; legal: {' '.join(legal)}")
        self._play(Decision(move))

    def decide(self, decision: Decision) -> None:
        """Make the move of the agent whose turn it is; an illegal one raises IllegalMove and changes nothing."""
        assert self.play is not None
        if decision.move not in self.play.state.moves():
            raise IllegalMove(decision.move, "this view", self.play.state.moves())
        self._play(decision)

    def move_by_chance(self) -> None:
        """Make any legal move: when even the last agent fails."""
        assert self.play is not None
        self.decide(Decision(self.play.rng().choice(self.play.state.moves()), None, {"rule": "by-chance"}))

    def _play(self, decision: Decision) -> None:
        entry = {"t": self.id, "n": self.ply, "m": decision.move}
        if decision.why or decision.value is not None:
            entry |= {"v": decision.value, "w": dict(decision.why)}
        self.write(entry)
        self.apply(decision)
        self.changed()

    def apply(self, decision: Decision) -> None:
        """Make a move that is legal and written down."""
        assert self.play is not None
        seat, units, state = self.play.seat, len(self.play.units), None
        after = self.play.state.play(decision.move)
        if after.over:
            state = after
        self.done[seat] = (self.ply, decision.move)
        self.play.play(decision)
        self.ply += 1
        self.since = monotonic()
        if state is not None:
            scores = tuple(map(sum, zip(*(unit.scores for unit in self.play.units), strict=True)))
            self.last = FinishedUnit(units, state, scores)

    def _recall(self, record: Record) -> None:
        """Find again what a table knows besides its match: the last finished unit, and who moved last."""
        ply, scores = 0, (0,) * self.game.seats
        for number, unit in enumerate(record.units):
            state = self.game.start(self.game.parse_deal(unit.deal), **unit.context)
            for move in unit.moves:
                self.done[state.seat] = (ply, move)
                state = state.play(move)
                ply += 1
            if state.over:
                scores = tuple(a + b for a, b in zip(scores, unit.scores, strict=True))
                self.last = FinishedUnit(number, state, scores)
        self.ply = ply

    def replay_diary(self, entries: Iterable[JsonObject]) -> None:
        """Do what was written down and is not in the record: moves that it has already are told by their ply."""
        for entry in entries:
            if entry.get("n") != self.ply or self.play is None or self.play.over:
                continue
            if "f" in entry:
                self.play.forfeit(entry["f"], entry.get("why", RESIGNED))
            else:
                self.apply(Decision(entry["m"], entry.get("v"), entry.get("w") or {}))
        self.version = max(self.version, int(time()))  # whoever waits with an old version sees that this one is newer

    def resign(self, seat: int, why: str = RESIGNED) -> None:
        """End the match: this seat has lost it."""
        if self.play is None:
            raise Refusal(409, "waiting", "the match has not begun: a seat is still open")
        if self.over:
            raise Refusal(409, "match-over", "the match is over")
        self.write({"t": self.id, "n": self.ply, "f": seat} | ({} if why == RESIGNED else {"why": why}))
        self.play.forfeit(seat, why)
        self.changed()

    def take_over(self, seat: int, why: str, detail: str = "") -> None:
        """Let an agent play on for whoever sits here.

        The detail stays in the record: what an agent said when it failed may tell its cards.
        """
        here = self.seats[seat]
        choice = stand_in_for(self.game)
        here.stand_in = choice if here.decider not in (choice, LAST_RESORT) else LAST_RESORT
        here.taken_over = why
        self.takeovers.append(
            {"seat": seat, "agent": here.stand_in, "why": why, "unit": self.unit, "ply": self.ply, "until": None}
            | ({"detail": detail} if detail else {})
        )
        self.notices.append({"code": f"taken-over-{why}", "seat": seat, "agent": here.stand_in})
        del self.notices[:-8]
        self.changed()

    def give_back(self, seat: int) -> None:
        """Let somebody who was absent and came back play on."""
        here = self.seats[seat]
        here.stand_in = here.taken_over = None
        self.takeovers[-1]["until"] = self.ply
        self.notices.append({"code": "came-back", "seat": seat})
        self.since = monotonic()
        self.changed()

    def seen_by(self, seat: int | None) -> None:
        """Note that somebody asked over HTTP."""
        self.polled[seat] = self.touched = monotonic()

    def changed(self) -> None:
        """Make a new version and wake whoever looks on."""
        self.version += 1
        self.touched = monotonic()
        for guest in self.guests:
            guest.wake()
        self.waiters.wake()

    def last_views(self, seat: int) -> Iterator[View]:
        """Give a seat's last view of every finished unit; worked out only when somebody has forgotten them."""
        assert self.play is not None
        for unit in self.play.units:
            state = self.game.start(self.game.parse_deal(unit.deal), **unit.context)
            for move in unit.moves:
                state = state.play(move)
            yield state.view(seat)

    def to_data(self) -> JsonObject:
        """Return what the store keeps beside the record."""
        return {
            "game": self.game.name,
            "options": dict(self.game.options),
            "mode": self.mode,
            "language": self.language,
            "seats": [seat.to_dict() for seat in self.seats],
            "notices": self.notices,
            "sayings": self.sayings,
            "takeovers": self.takeovers,
            "next_table": self.next_table,
            "study": self.study,
            "room": self.room,
        }


class Chair:
    """A name at a seat of a match; who decides there is asked elsewhere."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View, rng: object) -> Decision:
        """Never asked."""
        raise NotImplementedError
