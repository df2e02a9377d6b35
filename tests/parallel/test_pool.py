"""The pool: a worker that is late, dead, unreadable or gone is lost alone, with what it began; a fresh one goes on."""

import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.parallel import chores

from bolicho.parallel import worker as worker_module
from bolicho.parallel.loop import LoopPool
from bolicho.parallel.pool import HUNG_UP, Loss, Pool
from bolicho.parallel.wire import Unreadable
from bolicho.parallel.worker import Worker

LIMIT = 1e6
"""Seconds, which only a clock that a test turns on lets go by."""


class Hand(Worker):
    def __init__(self) -> None:
        self.ready = False
        self.word: str | None = None
        super().__init__(chores.work)


class Words:
    """Gives out words, and keeps what became of them; on a pool of either kind."""

    def __init__(self) -> None:
        self.todo: deque[str] = deque()
        self.back: list[str] = []
        self.children: list[int] = []
        self.losses: list[tuple[str | None, Loss]] = []


class Echo(Words, Pool[Hand]):
    def __init__(self, size: int) -> None:
        Words.__init__(self)
        Pool.__init__(self, size)

    def hire(self) -> Hand:
        return Hand()

    def provide(self, worker: Hand) -> None:
        provide(self, worker)

    def heard(self, worker: Hand, data: dict[str, Any]) -> None:
        heard(self, worker, data)

    def lost(self, worker: Hand, loss: Loss) -> None:
        self.losses.append((worker.word, loss))

    def do(self, *words: str) -> list[str]:
        self.todo.extend(words)
        before = len(self.back) + len(self.losses)
        while len(self.back) + len(self.losses) < before + len(words):
            self.fill(len(words))
            self.look()
        return sorted(self.back)


def provide(pool: Any, worker: Hand) -> None:
    if worker.ready and worker.word is None and pool.todo:
        worker.word = pool.todo.popleft()
        worker.allow(LIMIT)
        pool.say(worker, worker.word)


def heard(pool: Any, worker: Hand, data: dict[str, Any]) -> None:
    match data:
        case {"pid": worker.pid} if not worker.ready:
            worker.ready = True
        case {"child": int(pid)}:
            pool.children.append(pid)
        case {"word": worker.word}:
            pool.back.append(worker.word)
            worker.word = None
            worker.allow(None)
        case _:
            raise Unreadable("answered what it was not asked")


@pytest.fixture
def pool() -> Iterator[Echo]:
    made = Echo(2)
    yield made
    made.dismiss()
    assert made.workers == []


def gone(pid: int) -> bool:
    """Whether a process has ended, sooner or later."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until_gone(*pids: int) -> None:
    while not all(map(gone, pids)):  # a process that stays is a test that hangs
        time.sleep(0.01)


def test_more_words_than_workers_come_back_all_and_no_worker_too_many_is_begun(pool: Echo) -> None:
    words = [str(number) for number in range(9)]
    assert pool.do(*words) == words
    assert len(pool.workers) == 2
    pids = {worker.pid for worker in pool.workers}
    pool.do("more")
    assert {worker.pid for worker in pool.workers} == pids, "they stay for what comes next"
    assert pool.losses == []


@pytest.mark.parametrize(
    ("word", "loss"),
    [("exit", Loss(7)), ("kill", Loss(-signal.SIGKILL))],
)
def test_a_worker_that_dies_is_lost_alone_and_how_it_died_is_known(pool: Echo, word: str, loss: Loss) -> None:
    assert pool.do("a", word, "b", "c") == ["a", "b", "c"]
    assert pool.losses == [(word, loss)]
    assert loss.from_outside == (word == "kill")
    assert loss.how == {"exit": "exit code 7", "kill": "SIGKILL"}[word]


@pytest.mark.parametrize(
    ("word", "wrong"), [("scribble", "answered what cannot be read"), ("hang up", HUNG_UP)], ids=["scribble", "hang up"]
)
def test_a_worker_that_spoils_its_line_is_ended(pool: Echo, word: str, wrong: str) -> None:
    assert pool.do("a", word, "b") == ["a", "b"]
    ((at, loss),) = pool.losses
    assert (at, loss.wrong, loss.late, loss.from_outside) == (word, wrong, False, False)


def test_a_worker_that_says_what_it_was_not_asked_is_ended(pool: Echo) -> None:
    pool.do("a")
    (worker,) = pool.workers
    worker.word = "b"  # which it has never heard of
    pool.say(worker, "c")
    while not pool.losses:
        pool.look()
    assert pool.losses[0][1].wrong == "answered what it was not asked"
    assert worker not in pool.workers


def test_a_late_worker_is_ended_when_its_time_is_over_and_not_before(
    pool: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [time.monotonic()]
    monkeypatch.setattr(worker_module, "monotonic", lambda: now[0])
    pool.todo.append("sleep")
    pool.fill(1)
    while pool.todo:
        pool.look()
    (worker,) = pool.workers
    pool.look()
    assert pool.losses == []
    now[0] += LIMIT + worker_module.GRACE - 0.01  # so large a sum is not exact
    pool.look()
    assert pool.losses == [], "it is given a moment"
    now[0] += 1
    pool.look()
    ((word, loss),) = pool.losses
    assert (word, loss.late, loss.from_outside) == ("sleep", True, False)
    wait_until_gone(worker.pid)
    assert pool.do("a") == ["a"]


def test_an_answer_that_came_before_a_late_worker_was_ended_counts(pool: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    pool.do("a")
    (worker,) = pool.workers
    worker.word = "b"
    worker.allow(LIMIT)
    ended, heard_before = pool.end, pool.back[:]

    def end(which: Hand) -> None:
        ended(which)
        monkeypatch.setattr(which.wire, "hear", lambda: iter([{"word": "b"}]))

    monkeypatch.setattr(pool, "end", end)
    now = time.monotonic() + 2 * LIMIT
    monkeypatch.setattr(worker_module, "monotonic", lambda: now)
    pool.attend(worker)
    assert (heard_before, pool.back) == (["a"], ["a", "b"])
    assert [(word, loss.late) for word, loss in pool.losses] == [(None, False)]


def test_what_a_worker_has_started_ends_with_it(pool: Echo) -> None:
    pool.do("family")
    pool.do("exit")
    wait_until_gone(*pool.children)
    pool.do("family")
    pool.dismiss()
    wait_until_gone(*pool.children)
    assert len(pool.children) == 2


def test_a_worker_that_died_before_it_was_spoken_to_is_seen_to(pool: Echo) -> None:
    pool.do("a")
    (worker,) = pool.workers
    worker.kill()
    worker.process.join()
    pool.todo.append("b")
    while pool.back != ["a", "b"]:
        pool.fill(1)
        pool.look()
    assert pool.losses == [(None, Loss(-signal.SIGKILL))]
    assert worker not in pool.workers


def test_the_loss_of_an_unknown_signal_is_told_by_its_number() -> None:
    assert Loss(-250).how == "signal 250"


# ── on an event loop ──────────────────────────────────────────────────────────────────────────────────────────────


class LoopEcho(Words, LoopPool[Hand]):
    def __init__(self, size: int) -> None:
        Words.__init__(self)
        LoopPool.__init__(self, size)
        self.something = asyncio.Event()

    def hire(self) -> Hand:
        return Hand()

    def provide(self, worker: Hand) -> None:
        provide(self, worker)

    def heard(self, worker: Hand, data: dict[str, Any]) -> None:
        heard(self, worker, data)
        self.something.set()

    def lost(self, worker: Hand, loss: Loss) -> None:
        self.losses.append((worker.word, loss))
        self.something.set()

    async def until(self, number: int) -> None:
        while len(self.back) + len(self.losses) < number:
            self.something.clear()
            await self.something.wait()


def on_a_loop(*words: str) -> LoopEcho:
    async def main() -> LoopEcho:
        pool = LoopEcho(2)
        await pool.open()
        pids = [worker.pid for worker in pool.workers]
        try:
            pool.todo.extend(words)
            await pool.until(len(words))
        finally:
            await pool.close()
        assert pool.workers == []
        wait_until_gone(*pids)
        return pool

    return asyncio.run(main())


@pytest.mark.parametrize("word", ["exit", "kill", "scribble", "hang up"])
def test_on_a_loop_a_worker_is_lost_alone_too_and_replaced(word: str) -> None:
    pool = on_a_loop("a", word, word, word, "b", "c")
    assert sorted(pool.back) == ["a", "b", "c"]
    assert [at for at, _ in pool.losses] == [word] * 3
    for _, loss in pool.losses:
        assert loss.wrong == {"scribble": "answered what cannot be read", "hang up": HUNG_UP}.get(word)


def test_on_a_loop_a_late_worker_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.monotonic

    async def main() -> LoopEcho:
        pool = LoopEcho(1)
        await pool.open()
        try:
            pool.todo.append("sleep")
            while pool.todo:
                await asyncio.sleep(0.01)
            monkeypatch.setattr(worker_module, "monotonic", lambda: real() + 2 * LIMIT)
            await pool.until(1)
            pool.todo.append("a")
            monkeypatch.setattr(worker_module, "monotonic", real)
            await pool.until(2)
        finally:
            await pool.close()
        return pool

    pool = asyncio.run(main())
    assert [(word, loss.late) for word, loss in pool.losses] == [("sleep", True)]
    assert pool.back == ["a"]
