"""Many at once: what one agent, one job or one crowd does is not felt at another table, and nothing is left of it.

The numbers themselves are measured by ``bolicho bench web``; here stands what must hold on any machine.
"""

import socket

import pytest
from tests.web.labs import Lab

from bolicho.bench.web import come_and_go, first_page, growth, level, percentiles
from bolicho.bench.web_load import crowd
from bolicho.bench.web_server import House, serving
from bolicho.web.server.settings import Settings
from bolicho.web.serving import server


def test_a_small_answer_is_sent_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server(Settings(store=":memory:"), listening, lambda address, key: None)
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.endurance
def test_a_crowd_plays_beside_an_agent_that_thinks_long_and_a_training(server: Lab) -> None:
    job = server.post("train-qlearning", episodes=100_000_000)["id"]
    server.until(job, lambda told: told["state"] == "running")
    assert server.process is not None
    house = House(server.process, server.client.base_url.port or 0, 0.0)
    moves, answers, thought = 0, 0, 0
    while min(moves, answers, 6 * thought) < 24:  # a loaded machine takes longer
        clock, beside = crowd(house, 12, 0.5, 4.0, seed=3)
        moves, answers, thought = moves + len(clock.moves), answers + len(clock.answers), thought + len(beside.answers)
    assert server.job(job)["state"] == "running"
    server.client.post(f"/api/jobs/{job}/cancel")


def test_tables_that_come_and_go_are_put_away() -> None:
    with serving({"over_minutes": 0.0, "workers": 1}) as house:
        for number in range(8):
            come_and_go(house, number)
        assert house.ask("/api/tables")["tables"] == []
        assert first_page(house) < 100 * 1024


def test_percentiles_are_those_of_the_sorted_list() -> None:
    assert percentiles([float(n) for n in range(200, 0, -1)]) == (100.0, 198.0)
    assert percentiles([3.0]) == (3.0, 3.0)
    with pytest.raises(RuntimeError, match="more --seconds"):
        percentiles([])


@pytest.mark.endurance
def test_two_hundred_tables_at_human_pace_are_answered_in_time() -> None:
    with serving() as house:
        crowd(house, 1, 0.1, 2.0, seed=1)
        before = house.kibibytes
        found = level(house, 200, 1.0, 15.0, seed=1)
        print(found)
        assert found.p99 < 25.0
        after = house.kibibytes
    if before is not None and after is not None:
        assert (after - before) / 200 < 150


@pytest.mark.endurance
def test_two_thousand_tables_leave_nothing_behind() -> None:
    left = growth()
    print(f"{left} KiB a table")
    assert left is None or left < 1.0
