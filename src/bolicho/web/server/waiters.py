"""Requests that wait for news of one thing: a table, a room, a training."""

import asyncio


class Waiters:
    """Who waits for the next version of one thing."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    async def news(self, seconds: float) -> None:
        """Wait until somebody calls ``wake``, or the time is over."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            async with asyncio.timeout(seconds):
                await waiter
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(waiter)

    def wake(self) -> None:
        """Answer whoever waits."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()
