"""How a server is set up: where it listens, what it keeps, and the limits that keep it standing."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe


@dataclass(frozen=True)
class Settings:
    """Everything a server can be told when it starts."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str | None = None
    """Where matches are kept (path or URL); None: the default of the store."""
    key: str = field(default_factory=lambda: token_urlsafe(18))
    """Whoever knows it may start jobs (header ``X-Bolicho-Key``)."""
    data: Path | None = None
    """Folder for the files of jobs; None: beside the store's file, else in the user's data directory."""
    people_base: str = "people"
    """The case base that collects the hands of people who agreed."""
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """Processes in which agents think."""

    store_seconds: float = 10.0
    """A database server that has not answered for so long is away."""
    message_bytes: int = 4096
    """The longest WebSocket message a client may send."""
    messages_a_second: int = 20
    """More from one socket than this is a flood."""
    hello_seconds: float = 5.0
    """A socket that has not said hello by then is closed."""
    body_bytes: int = 1_048_576
    """The largest body of a request."""
    requests_a_second: int = 5
    """Tables opened and joined from one other machine (twice as many at once); more is answered 429."""
    bodies_bytes: int = 16_777_216
    """All large bodies that are being read or waited for, together; of one address a quarter. More is answered 503."""
    request_seconds: float = 20.0
    """A connection that has not brought a whole request by then is closed."""
    answer_seconds: float = 60.0
    """A connection that has taken nothing of its answer for so long is closed."""
    connections: int = 5000
    """Open connections at once, as far as the limit on open files lets us."""
    connections_an_address: int = 500
    """Open connections of one other machine, or of all behind one router: at most half of all."""
    sockets: int = 4000
    """Open WebSockets at once."""
    sockets_a_table: int = 64
    """Spectators and players of one table."""
    sockets_an_address: int = 200
    """Open WebSockets of one other machine, or of all behind one router: at most a fifth of all connections."""
    waiting_an_address: int = 200
    """Requests of one other machine that wait for news (long polls, events of jobs): at most a fifth as well."""

    tables: int = 2000
    """Tables open at once; with more, idle ones are closed first and then newcomers refused."""
    tables_an_address: int = 60
    """Tables opened from one other machine that are not over yet."""
    idle_minutes: float = 120.0
    """A table nobody looked at or played at for so long is put away (an unfinished one can still be opened again)."""
    over_minutes: float = 2.0
    """A finished table without anybody at it stays in memory for so long (and is read again when asked for)."""
    absence_seconds: float = 600.0
    """A person whose turn it is and who is away for so long is replaced by an agent."""
    decision_seconds: float = 10.0
    """An agent's time for one decision; then its seat is taken over."""
    build_seconds: float = 60.0
    """An agent's time to be made ready (a table to be solved, a base to be read)."""
    watch_seconds: float = 1.0
    """A bot table that is watched plays one move in so many seconds."""
