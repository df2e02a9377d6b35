"""What happens to a job, as numbered events in a file of its folder: whoever was away asks for what came since.

The numbers go on after a restart of the server, since they are lines of the file.
"""

import asyncio
import json
from pathlib import Path
from typing import NamedTuple

from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonObject, read_json

FILE = "events.jsonl"
MOST_LOGGED = 2000
"""Lines of a log that are kept; a command that says more has said enough."""
LONGEST = 500
ENDED = ("done", "failed", "cancelled", "interrupted")


class Event(NamedTuple):
    """One thing that happened."""

    id: int
    kind: str
    """state, progress or log."""
    data: JsonObject

    def sse(self) -> str:
        """Write it as Server-Sent Events have it."""
        return f"id: {self.id}\nevent: {self.kind}\ndata: {json.dumps(self.data, ensure_ascii=False)}\n\n"


class Feed:
    """The events of one job, in memory and in its folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.events: list[Event] = []
        self._news = asyncio.Event()
        self._read()
        self._logged = sum(event.kind == "log" for event in self.events)

    def add(self, kind: str, **data: object) -> None:
        """Tell of something, to all who listen and to the file."""
        if kind == "log":
            self._logged += 1
            if self._logged > MOST_LOGGED:
                return
            data["line"] = one_line(data["line"], LONGEST)
        event = Event(len(self.events) + 1, kind, data)
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps([kind, data], ensure_ascii=False) + "\n")
        self.events.append(event)
        news, self._news = self._news, asyncio.Event()
        news.set()

    def after(self, last: int) -> list[Event]:
        """Return the events after one; a number from nowhere means all."""
        return self.events[last:] if 0 <= last <= len(self.events) else list(self.events)

    async def wait(self, last: int, seconds: float) -> bool:
        """Wait until there are events after one; return whether there are."""
        if len(self.events) <= last:
            try:
                await asyncio.wait_for(self._news.wait(), seconds)
            except TimeoutError:
                return False
        return len(self.events) > last

    def latest(self, kind: str) -> JsonObject:
        """Return what was told last of a kind; of nothing, nothing."""
        return next((event.data for event in reversed(self.events) if event.kind == kind), {})

    def log(self, lines: int = 200) -> list[str]:
        """Return the end of the log."""
        return [event.data["line"] for event in self.events if event.kind == "log"][-lines:]

    def _read(self) -> None:
        if not self.path.exists():
            return
        whole = bytearray()
        for line in self.path.read_bytes().splitlines(keepends=True):
            event = _event(len(self.events) + 1, line)
            if event is None:
                break  # a kill came while it was written
            self.events.append(event)
            whole += line
        if len(whole) != self.path.stat().st_size:
            self.path.write_bytes(whole)


def _event(id: int, line: bytes) -> Event | None:
    """Return what a line tells; None where it is damaged, or was not written to its end."""
    try:
        kind, data = read_json(line)
        good = line.endswith(b"\n") and isinstance(kind, str) and isinstance(data, dict)
        return Event(id, kind, data) if good and (kind != "log" or isinstance(data["line"], str)) else None
    except (BadInput, KeyError, TypeError, ValueError):
        return None
