"""What a command of the house makes for whoever asks: one at a time, in a process of its own, kept by a name."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from bolicho.core import paths, programs
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.web.jobs.child import Child
from bolicho.web.server.guard import Refusal

MOST = 20
"""Results that wait or are being made at once."""
AN_ADDRESS = 10
"""Those of one other machine."""
DAMAGED = (AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What reading a result raises whose file is damaged: it is made anew."""
Words = Callable[[Path], list[str]]
"""The words of a command, by the path of a file that holds what it is given."""


class Progress:
    """A result that is being made."""

    def __init__(self, total: int, source: str | None = None, *, begun: bool) -> None:
        self.done, self.total, self.source, self.begun = 0, total, source, begun
        self.task: asyncio.Task[None] | None = None


class Maker:
    """Runs commands that print JSON, one after the other; what was made is read from its file."""

    def __init__(self, folder: Path, refusal: str) -> None:
        """``refusal`` is the code of what cannot be made."""
        self.folder, self.refusal = folder, refusal
        self._working: dict[str, Progress] = {}
        self._failed: dict[str, str] = {}
        self._turn = asyncio.Semaphore(1)

    async def open(self) -> None:
        """Begin; nothing is made before somebody asks."""
        self.folder.mkdir(parents=True, exist_ok=True)

    async def close(self) -> None:
        """Stop what is being made."""
        tasks = [one.task for one in self._working.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(
        self, name: str, words: Words, given: str = "", total: int = 0, source: str | None = None
    ) -> JsonObject | Progress:
        """Return what a command makes, by its name; what is not there yet is begun."""
        try:
            kept = read_json((self.folder / f"{name}.json").read_bytes())
        except (OSError, BadInput):
            kept = None  # never made, or damaged
        return kept if isinstance(kept, dict) else self.begin(name, words, given, total, source)

    def begin(self, name: str, words: Words, given: str = "", total: int = 0, source: str | None = None) -> Progress:
        """Make it, in the place of what was kept."""
        if name in self._failed:
            raise Refusal(422, self.refusal, self._failed[name])
        if name not in self._working:
            ours = sum(one.source == source is not None for one in self._working.values())
            if len(self._working) >= MOST or ours >= AN_ADDRESS:
                said = f"{MOST} of these, or {AN_ADDRESS} of this address, are being made; ask again later"
                raise Refusal(429, "too-many-reviews", said)
            self._working[name] = progress = Progress(total, source, begun=not self._working)
            progress.task = asyncio.create_task(self._make(name, words, given, progress))
        return self._working[name]

    async def _make(self, name: str, words: Words, given: str, progress: Progress) -> None:
        path, out = self.folder / f"{name}.given", self.folder / f"{name}.json"
        said = [""]

        def show(_: str, done: int, total: int, left: float | None) -> None:  # noqa: ARG001
            progress.done, progress.total = done, total

        try:
            async with self._turn:
                progress.begun = True
                await asyncio.to_thread(write_whole, path, given + "\n")
                env: dict[str, str] = {**os.environ, **programs.FORBIDDEN, **paths.CLOSED}
                if await Child(words(path), self.folder, out, env).run(show, said.append):
                    self._failed[name] = said[-1].partition(": ")[2] or said[-1]
        finally:
            path.unlink(missing_ok=True)
            del self._working[name]
