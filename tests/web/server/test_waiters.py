"""Whoever waits for news hears of it at once, and nobody waits longer than they said."""

import asyncio

import pytest

from bolicho.web.server.waiters import Waiters


def test_all_who_wait_are_woken_and_none_of_them_is_there_afterwards() -> None:
    async def main() -> None:
        waiters = Waiters()
        waiting = [asyncio.create_task(waiters.news(3600)) for _ in range(3)]
        await asyncio.sleep(0)
        assert waiters
        waiters.wake()
        await asyncio.gather(*waiting)
        assert not waiters

    asyncio.run(main())


def test_who_waits_long_enough_goes_without_news() -> None:
    async def main() -> None:
        waiters = Waiters()
        await waiters.news(0)
        assert not waiters
        waiters.wake()  # nobody is there: nothing happens

    asyncio.run(main())


def test_who_hangs_up_is_forgotten() -> None:
    async def main() -> None:
        waiters = Waiters()
        waiting = asyncio.create_task(waiters.news(3600))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not waiters

    asyncio.run(main())
