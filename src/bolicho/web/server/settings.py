"""How a server is set up: where it listens, what it keeps, and the limits that keep it standing."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe


@dataclass(frozen=True)
class Settings:
    """Every setting of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    addresses: tuple[str, ...] = ()
    """Where other machines find us, if they can: ``http://192.168.1.7:8000``."""
    store: str | None = None
    """Where matches are kept (path or URL); None: the default of the store."""
    key: str = field(default_factory=lambda: token_urlsafe(18))
    """Whoever knows it may start jobs (header ``X-Bolicho-Key``)."""
    data: Path | None = None
    """Folder for the files of jobs; None: beside the store's file, else in the user's data directory."""
    people_base: str = "people"
    """The case base that collects the hands of people who agreed."""
    study: str | None = None
    """The protocol of a test with people (``lab/studies/people``): its name or file; None: there is none."""
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """Processes in which agents think."""

    store_seconds: float = 10.0
    """A database server that is silent for longer counts as away."""
    message_bytes: int = 4096
    """The longest WebSocket message a client may send."""
    messages_a_second: int = 20
    """At most this many messages a second from one socket."""
    hello_seconds: float = 5.0
    """A new socket must say hello within this time, or it is closed."""
    body_bytes: int = 1_048_576
    """The largest body of a request."""
    requests_a_second: int = 5
    """One other machine may open or join this many tables a second, twice as many in a burst; then it gets a 429."""
    bodies_bytes: int = 16_777_216
    """All large bodies in flight may take this much together, one address a quarter of it; then comes a 503."""
    request_seconds: float = 20.0
    """A request must be complete within this time, or its connection is closed."""
    answer_seconds: float = 60.0
    """A connection that accepts none of its answer for this time is closed."""
    connections: int = 5000
    """At most this many open connections, fewer where the limit on open files is lower."""
    connections_an_address: int = 500
    """At most this many open connections from one other machine or router, and never more than half of all."""
    sockets: int = 4000
    """At most this many open WebSockets."""
    sockets_a_table: int = 64
    """At most this many players and spectators at one table."""
    sockets_an_address: int = 200
    """At most this many WebSockets from one other machine or router, never more than a fifth of all connections."""
    waiting_an_address: int = 200
    """At most this many requests of one other machine may wait for news; never more than a fifth of all connections."""

    tables: int = 2000
    """At most this many open tables. When they are full, idle ones are closed first; then newcomers are refused."""
    tables_an_address: int = 60
    """One other machine may have this many unfinished tables."""
    rooms: int = 200
    """At most this many open rooms (of classes and clubs)."""
    rooms_an_address: int = 10
    """One other machine or router may have this many open rooms."""
    people_a_room: int = 100
    """At most this many people in one room."""
    joins_a_second: int = 20
    """People per second who may come into one room, whatever their address; twice as many in a burst."""
    wrong_codes: float = 1.0
    """Wrong codes of rooms per second that are looked at from one other machine; forty in a burst."""
    sockets_a_room: int = 300
    """At most this many WebSockets at the tables of one room; they do not count for their address."""
    waiting_a_room: int = 300
    """At most this many requests of one room may wait for news; they do not count for their address."""
    tables_a_room: int = 400
    """At most this many unfinished tables in one room; they do not count for their address."""
    room_days: float = 14.0
    """Days after which a room that nobody entered closes, and what was in it is deleted."""
    idle_minutes: float = 120.0
    """A table that nobody visits for this time is put away; an unfinished one can still be opened again."""
    over_minutes: float = 2.0
    """A finished table stays in memory for this time after the last person left; later it is read from the store."""
    absence_seconds: float = 60.0
    """After this time a player may let an agent play for an absent opponent who is to move, or claim the match."""
    decision_seconds: float = 10.0
    """An agent has this time for one decision; then another agent takes over its seat."""
    build_seconds: float = 60.0
    """An agent has this time to get ready (to solve a table, to read a base)."""
    watch_seconds: float = 1.0
    """Seconds from move to move at a table of agents that somebody watches."""
