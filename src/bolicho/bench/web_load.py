"""People at many tables at once: each plays Truco against an agent at its own pace, and looks at the clock."""

import asyncio
import gc
import json
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from bolicho.bench.web_server import House
from bolicho.core.json_text import JsonObject

GAME, AGENT = "truco", "sound"
SLOW_GAME, SLOW_AGENT = "picaria", "minimax:seconds=0.2"
"""Who plays beside them: decisions of 200 ms, one after the other."""
QUICKEST = 0.07
"""Seconds between two moves of one person: faster is a flood to the server."""


@dataclass
class Clock:
    """How long it took, in milliseconds."""

    moves: list[float] = field(default_factory=list)
    """From a move to the view with it in."""
    answers: list[float] = field(default_factory=list)
    """From a move to the view with the agent's answer in, where it was the agent's turn."""


class Person:
    """Somebody at a table, over a WebSocket."""

    def __init__(self, house: House, rng: Random, game: str = GAME, agent: str = AGENT) -> None:
        self.house, self.rng, self.game, self.agent = house, rng, game, agent
        self.clock = Clock()
        self.view: JsonObject = {}
        self.news = asyncio.Event()
        self._sent: tuple[int, float] | None = None
        self._asked: float | None = None

    async def play(self, pace: float, until: float) -> None:
        """Move about every so many seconds until the time is up, at one table after the other."""
        await asyncio.sleep(pace * self.rng.random())
        while perf_counter() < until:
            opened = await asyncio.to_thread(House(self.house.process, self.house.port, 0).open, self.game, self.agent)
            await self._match(opened, pace, until)

    async def _match(self, opened: JsonObject, pace: float, until: float) -> None:
        from websockets.asyncio.client import connect

        self.view = {}
        async with AsyncExitStack() as stack:
            address = f"ws://127.0.0.1:{self.house.port}/ws/tables/{opened['table']}"
            line = await stack.enter_async_context(connect(address, compression=None, open_timeout=60))
            await line.send(json.dumps({"type": "hello", "token": opened["token"], "language": "pt-BR"}))
            reading = asyncio.create_task(self._read(line))
            stack.callback(reading.cancel)
            while perf_counter() < until and not self.view.get("over"):
                if reading.done():
                    reading.result()
                    raise RuntimeError(f"the server closed a table: {line.close_code}")
                if not self.view.get("moves") or self._sent is not None:
                    self.news.clear()
                    try:
                        await asyncio.wait_for(self.news.wait(), max(0.01, until - perf_counter()))
                    except TimeoutError:
                        return
                    continue
                begun = perf_counter()
                self._sent = (self.view["ply"], begun)
                move = self.rng.choice(self.view["moves"])["move"]
                await line.send(json.dumps({"type": "move", "ply": self.view["ply"], "move": move}))
                await asyncio.sleep(max(0.0, begun + pace * self.rng.uniform(0.8, 1.2) - perf_counter()))

    async def _read(self, line: Any) -> None:
        async for frame in line:
            now = perf_counter()
            told = json.loads(frame)
            if told["type"] == "error":
                raise RuntimeError(f"the server refused a move: {told}")
            if told["type"] != "view":
                continue
            self.view = told
            if self._asked is not None and told["moves"]:
                self.clock.answers.append(1000 * (now - self._asked))
                self._asked = None
            if self._sent is not None and told["ply"] > self._sent[0]:
                self.clock.moves.append(1000 * (now - self._sent[1]))
                self._asked = None if told["moves"] or told["over"] else self._sent[1]
                self._sent = None
            self.news.set()
        self.news.set()


def crowd(house: House, tables: int, pace: float, seconds: float, seed: int) -> tuple[Clock, Clock]:
    """Let so many people play for so long beside an agent that thinks long; return their clock and that table's."""
    gc.disable()  # a pause of ours would be counted as the server's
    try:
        return asyncio.run(_crowd(house, tables, pace, seconds, seed))
    finally:
        gc.enable()


async def _crowd(house: House, tables: int, pace: float, seconds: float, seed: int) -> tuple[Clock, Clock]:
    people = [Person(house, Random(f"{seed} {number}")) for number in range(tables)]
    beside = Person(house, Random(f"{seed} beside"), SLOW_GAME, SLOW_AGENT)
    until = perf_counter() + seconds + pace
    await asyncio.gather(beside.play(QUICKEST, until), *(person.play(pace, until) for person in people))
    moves = [taken for person in people for taken in person.clock.moves]
    return Clock(moves, [taken for person in people for taken in person.clock.answers]), beside.clock
