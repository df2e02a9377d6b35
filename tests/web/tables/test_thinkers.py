"""Agents at the web table: they decide as they would anywhere, and no bad one holds up or ends the house."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.arena.bad_guests import invite, uninvite
from tests.web.served import Served, hear, serving

import bolicho
from bolicho.parallel.wire import Unreadable
from bolicho.parallel.worker import Worker
from bolicho.store import Store
from bolicho.web.server.house import House
from bolicho.web.server.settings import Settings
from bolicho.web.tables.mind import Task
from bolicho.web.tables.thinkers import Thinkers
from bolicho.web.tables.thoughts import AgentAnswer, AgentFailure, AgentReady, Needs, from_data, to_data


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("guests")
    with pytest.MonkeyPatch.context() as patch:
        invite(folder, patch)
        yield folder
    uninvite()


@pytest.fixture(scope="module")
def served(guests: Path) -> Iterator[Served]:
    with serving(guests, decision_seconds=60.0, build_seconds=60.0) as found:
        yield found


def hurried(worker: Any, seconds: float | None) -> None:
    """Give who never answers a moment; all others may take as long as a busy machine needs."""
    never = worker.job is not None and worker.job.built and worker.job.task.agent == "stubborn"
    Worker.allow(worker, 0.3 if never else seconds)


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        ("raiser", "raised: raised KeyError"),
        ("cheat", "illegal: illegal move 'royal-flush'"),
        ("quitter", "raised: raised SystemExit"),
        ("alarm", "raised: raised KeyboardInterrupt"),
        ("stubborn", "late: still thinking"),
        ("unseated", "raised: raised ValueError: the chair is broken"),
        ("vandal", "crashed: brought its process down"),
        ("forger", "crashed: answered what cannot be read"),
        ("scribbler", "crashed: answered what cannot be read"),
        ("twins", "raised: copied its process"),
    ],
)
def test_an_agent_that_fails_is_replaced_and_the_page_says_so(
    served: Served, agent: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bolicho.web.tables.thinkers._Thinker.allow", hurried)
    opened = served.open(agent, "me", game="tapatan")
    with served.sit(opened["table"], opened["token"]) as line:
        while (view := hear(line))["ply"] == 0:
            pass
    seat, (told,) = view["seats"][0], served.table(opened["table"]).takeovers
    assert f"{told['why']}: {told['detail']}".startswith(fault)
    assert (seat["taken_over"], seat["stand_in"]) == (told["why"], "minimax")
    assert view["notices"][0]["code"] == f"taken-over-{told['why']}"
    assert told["detail"] not in str(view), "what an agent says when it fails may tell its cards"
    assert view["moves"]


def test_an_agent_that_cannot_be_built_is_refused_before_anybody_sits_down(served: Served) -> None:
    seats = [{"kind": "me"}, {"kind": "agent", "agent": "unborn"}]
    with served.client() as client:
        answer = client.post("/api/tables", json={"game": "truco", "seats": seats})
    assert answer.status_code == 422
    assert "the case base is missing" in answer.json()["error"]["message"]


def test_agents_at_the_web_table_play_what_they_play_anywhere(served: Served) -> None:
    opened = served.open("bluffer", "sound", options={"target": 12})
    with served.sit(opened["table"]) as line:
        while not (view := hear(line))["record"]:
            pass
    with Store.open(str(served.house.settings.store)) as store:
        record = store.load(view["record"])
    game = bolicho.game("truco", target=12)
    assert record.seed is not None
    agents = [bolicho.agent(name, game) for name in ("bluffer", "sound")]
    again = bolicho.play_match(game, agents, record.seed)
    assert [unit.moves for unit in record.units] == [unit.moves for unit in again.units]


# ── the processes themselves ──────────────────────────────────────────────────────────────────────────────────────


def task(agent: str, number: int = 0, game: str = "tapatan") -> Task:
    made = bolicho.game(game)
    state = made.start(made.deal(bolicho.stream(1)))
    view = state.view(state.seat)
    return Task(game, dict(made.options), agent, (f"table{number}", 0), 0, None, view, bolicho.stream(number))


def thinking(folder: Path, **limits: Any) -> Thinkers:
    settings = Settings(store=":memory:", workers=2, **limits)
    return Thinkers(House(settings, Store.open(":memory:"), folder))


def test_a_quick_agent_does_not_wait_behind_slow_ones(guests: Path) -> None:
    async def main() -> list[str]:
        crew, order = thinking(guests), []
        await crew.open()

        async def ask(agent: str, number: int) -> None:
            answer = await crew.decide(task(agent, number))
            assert isinstance(answer, AgentAnswer), answer
            order.append(agent)

        try:
            crew.warming.clear()
            await asyncio.gather(ask("plain", 0), ask("slow", 0))
            crew.seconds = {("tapatan", "plain"): 0.001, ("tapatan", "slow"): 0.3}
            order.clear()
            await asyncio.gather(*(ask("slow", n) for n in range(1, 5)), ask("plain", 9))
        finally:
            await crew.close()
        return order

    order = asyncio.run(main())
    assert order.index("plain") <= 2, "it did not wait for those who came before it; two had begun already"


def test_a_process_killed_from_outside_is_replaced_and_its_question_asked_again(guests: Path) -> None:
    async def main() -> AgentAnswer | AgentFailure:
        crew = thinking(guests)
        await crew.open()
        try:
            crew.warming.clear()
            asked = asyncio.create_task(crew.decide(task("slow")))
            await asyncio.sleep(0)
            busy = next(process for process in crew.workers if process.job is not None)
            os.kill(busy.pid, signal.SIGKILL)
            answer = await asked
            assert isinstance(await crew.decide(task("plain", 1)), AgentAnswer)
            return answer
        finally:
            await crew.close()

    assert isinstance(asyncio.run(main()), AgentAnswer)


def test_an_agent_that_takes_its_process_along_fails_alone(guests: Path) -> None:
    deadly = next(n for n in range(1000) if bolicho.stream(n).random() < 0.02)

    async def main() -> list[AgentAnswer | AgentFailure]:
        crew = thinking(guests)
        await crew.open()
        try:
            crew.warming.clear()
            return [await crew.decide(task("dier", deadly)), *[await crew.decide(task("plain", n)) for n in range(3)]]
        finally:
            await crew.close()

    died, *others = asyncio.run(main())
    assert died == AgentFailure("brought its process down (exit code 7)", "crashed")
    assert all(isinstance(answer, AgentAnswer) for answer in others)


def asked(folder: Path, *agents: str) -> list[AgentAnswer | AgentFailure]:
    """What agents answer one after the other, in one house."""

    async def main() -> list[AgentAnswer | AgentFailure]:
        crew = thinking(folder, decision_seconds=5.0)
        await crew.open()
        try:
            crew.warming.clear()
            return [await crew.decide(task(agent, number)) for number, agent in enumerate(agents)]
        finally:
            await crew.close()

    return asyncio.run(main())


@pytest.mark.parametrize("agent", ["vandal", "forger", "scribbler", "twins", "bomber"])
def test_what_an_agent_sends_runs_nowhere_and_hurts_nobody_else(
    agent: str, guests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv("BOLICHO_TEST_TRACE", str(trace))
    answers = asked(guests, agent, "plain", agent, "plain", "plain")
    assert not trace.exists()
    assert [isinstance(answer, AgentAnswer) for answer in answers] == [bad := agent == "bomber", True, bad, True, True]
    assert all(type(answer.move) is str for answer in answers if isinstance(answer, AgentAnswer))


def test_a_process_that_hangs_up_and_stays_is_ended_and_holds_up_nobody(guests: Path) -> None:
    deaf, sound = asked(guests, "recluse", "plain")
    assert deaf == AgentFailure("closed its process's line to us", "crashed")
    assert isinstance(sound, AgentAnswer)


def test_a_voice_of_an_earlier_question_is_not_taken_for_the_answer_to_this_one(
    guests: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> tuple[AgentAnswer | AgentFailure, bool]:
        crew = thinking(guests)
        await crew.open()
        try:
            crew.warming.clear()
            asked = asyncio.create_task(crew.decide(task("slow")))
            await asyncio.sleep(0)
            busy = next(process for process in crew.workers if process.job is not None)
            assert busy.job is not None
            late = {"ticket": busy.job.ticket - 1, **to_data(AgentAnswer("royal-flush", None, {}))}
            monkeypatch.setattr(busy.wire, "hear", lambda: iter([late]))
            crew.attend(busy)
            return await asked, busy in crew.workers
        finally:
            await crew.close()

    answer, kept = asyncio.run(main())
    assert isinstance(answer, AgentAnswer)
    assert answer.move != "royal-flush"
    assert not kept


@pytest.mark.parametrize(
    "message",
    [
        AgentReady(first=True),
        Needs(),
        AgentAnswer("a1", 0.5, {"rule": "x", "facts": {"n": [1, None]}}),
        AgentFailure("no"),
    ],
)
def test_what_a_thinker_tells_travels_as_data(message: Any) -> None:
    assert from_data(json.loads(json.dumps(to_data(message)))) == message


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"say": "AgentReady", "first": 1},
        {"say": "AgentAnswer", "move": 3, "value": None, "why": {}},
        {"say": "AgentAnswer", "move": "a1", "value": float("nan"), "why": {}},
        {"say": "AgentAnswer", "move": "a1", "value": "much", "why": {}},
        {"say": "AgentAnswer", "move": "a1", "value": None, "why": []},
        {"say": "AgentAnswer", "move": "a1", "value": None, "why": {"x": float("inf")}},
        {"say": "AgentAnswer", "move": "a1", "value": None, "why": {"x": "y" * 70_000}},
        {"say": "AgentAnswer", "move": "a" * 300, "value": None, "why": {}},
        {"say": "AgentFailure", "why": "no", "kind": "late"},
        {"say": "AgentFailure", "why": {}, "kind": "raised"},
    ],
)
def test_what_no_thinker_says_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        from_data(data)


def test_closing_leaves_no_process_behind(guests: Path) -> None:
    async def main() -> list[int]:
        crew = thinking(guests)
        await crew.open()
        pids = [worker.pid for worker in crew.workers]
        asked = asyncio.create_task(crew.decide(task("stubborn")))
        await asyncio.sleep(0.1)
        await crew.close()
        asked.cancel()
        return pids

    for pid in asyncio.run(main()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
