"""The driver: asks the agents of a table one after the other, and plays what they answer, until it is a person's turn.

Tables of agents only play while somebody looks on, at a pace that can be followed. An agent that hangs, crashes,
cheats or raises is replaced by the game's stand-in, and the page says so.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic

from bolicho.core.contract import Decision
from bolicho.core.errors import IllegalMove, fault
from bolicho.games.face import face_of
from bolicho.store import StoreAway
from bolicho.web.server.guard import Refusal
from bolicho.web.server.settings import Settings
from bolicho.web.tables.keeping import Keeper
from bolicho.web.tables.mind import Task
from bolicho.web.tables.table import LAST_RESORT, WebTable
from bolicho.web.tables.thinkers import Thinkers
from bolicho.web.tables.thoughts import AgentAnswer, AgentFailure

log = logging.getLogger("bolicho.web")
LONGEST_PAUSE = 60.0
"""Seconds after which a table that cannot go on, nobody knows why, is tried again (the first time one)."""
Over = Callable[[WebTable], Awaitable[None]]


class Driver:
    """Keeps the agents of all tables at work."""

    def __init__(self, thinkers: Thinkers, settings: Settings, keeper: Keeper, over: Over) -> None:
        self.thinkers, self.settings, self.keeper = thinkers, settings, keeper
        self.over = over
        self.closed = False
        self.tasks: set[asyncio.Task[None]] = set()

    def stir(self, table: WebTable) -> None:
        """See that a table goes on: when an agent is to move, ask it; when the match is over, save it."""
        if self.closed or self.keeper.house.trouble.closed or table.gone:
            return
        if table.thinking is not None or table.saved or table.play is None:
            return
        turn = table.turn
        agent_moves = turn is not None and table.seats[turn].decider is not None
        if not (table.over or agent_moves) or (table.bots_only and not table.over and not table.present()):
            return
        task = asyncio.create_task(self._drive(table))
        table.thinking = task
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def still(self, table: WebTable) -> None:
        """Stop asking for a table that goes away."""
        if table.thinking is not None:
            table.thinking.cancel()

    async def close(self) -> None:
        """Stop asking."""
        self.closed = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def finish(self, table: WebTable) -> None:
        """Save a match that is over, and tell of it."""
        if not table.saved:
            await self.keeper.keep(table)
            table.changed()
            await self.over(table)

    async def hint(self, table: WebTable, seat: int) -> AgentAnswer:
        """Return what the game's stand-in would do at a seat: from its view, like any agent."""
        if table.mode != "learning":
            raise Refusal(403, "no-hints", "hints are for tables in learning mode")
        if seat != table.turn or table.seats[seat].stand_in is not None:
            raise Refusal(403, "not-your-turn", "it is not this seat's turn")
        ply, trouble = table.ply, self.keeper.house.trouble
        trouble.refuse()  # nobody thinks in vain: that a hint was told must be written
        answer = await self._ask(table, face_of(table.game).adviser, f"{table.id}-hint")
        if isinstance(answer, AgentFailure) or ply != table.ply:
            trouble.refuse()  # it may have begun meanwhile, and is what can be waited for
            raise Refusal(409, "no-hint", "no hint could be found in time")
        await self.keeper.hinted(table, seat)
        return answer

    async def _drive(self, table: WebTable) -> None:
        try:
            while not table.over:
                turn = table.turn
                if turn is None or table.seats[turn].decider is None:
                    return
                if table.bots_only and not table.present():
                    return
                began = monotonic()
                await self._one_move(table, turn)
                if table.bots_only and not table.over:
                    await asyncio.sleep(max(0.0, self.settings.watch_seconds - (monotonic() - began)))
            await self.finish(table)
            table.stumbles = 0
        except StoreAway:  # said and waited for by the house
            with suppress(StoreAway):  # the house closes
                await self.keeper.house.trouble.over()
        except Exception as error:
            log.warning("table %s: %s", table.id, fault(error))
            await asyncio.sleep(min(2.0**table.stumbles, LONGEST_PAUSE))
            table.stumbles += 1
        finally:
            table.thinking = None
            asyncio.get_running_loop().call_soon(self.stir, table)  # a seat may have been taken over just as we stopped

    async def _one_move(self, table: WebTable, turn: int) -> None:
        agent, ply = table.seats[turn].decider or "", table.ply
        answer = await self._ask(table, agent, table.id)
        if table.over or table.ply != ply or table.seats[turn].decider != agent:
            return  # resigned meanwhile, or the person came back
        if isinstance(answer, AgentAnswer):
            try:
                table.decide(Decision(answer.move, answer.value, answer.why))
            except IllegalMove as error:
                answer = AgentFailure(str(error), "illegal")
        if isinstance(answer, AgentFailure):
            self._failed(table, turn, agent, answer)

    def _failed(self, table: WebTable, turn: int, agent: str, answer: AgentFailure) -> None:
        if agent == LAST_RESORT:  # even that: so that the table goes on
            table.move_by_chance()
            return
        table.take_over(turn, answer.kind, answer.why)
        kept = asyncio.create_task(self.keeper.keep_soon(table))
        self.tasks.add(kept)
        kept.add_done_callback(self.tasks.discard)

    async def _ask(self, table: WebTable, agent: str, memory: str) -> AgentAnswer | AgentFailure:
        play, seat = table.play, table.turn
        assert play is not None
        assert seat is not None
        task = Task.at(play, agent, memory, seat)
        return await self.thinkers.decide(task, table.last_views(seat), person_waits=not table.bots_only)
