"""Jobs: what was asked, how far it came, how it ended, and what a server that starts finds."""

import pytest
from sqlalchemy import text

from bolicho.core.errors import BadInput
from bolicho.store import Store


def test_a_job_waits_runs_and_is_done(store: Store) -> None:
    id = store.new_job("arena", "Torneio", {"agents": ["bold"], "matches": 2}, folder="results/1")
    job = store.job(id)
    assert (job.kind, job.title, job.options) == ("arena", "Torneio", {"agents": ["bold"], "matches": 2})
    assert (job.state, job.done, job.total, job.message, job.folder) == ("queued", 0, None, "", "results/1")
    assert (job.began, job.ended) == (None, None)
    store.job_state(id, "running")
    store.job_progress(id, 3, 10)
    store.job_progress(id, 4)
    job = store.job(id)
    assert (job.state, job.done, job.total, job.ended) == ("running", 4, 10, None)
    assert job.began is not None
    assert job.began >= job.created
    store.job_state(id, "done", "10 matches")
    job = store.job(id)
    assert (job.state, job.message) == ("done", "10 matches")
    assert job.ended is not None
    assert job.began is not None
    assert job.ended >= job.began


def test_a_job_that_runs_again_began_when_it_first_did_and_has_not_ended(store: Store) -> None:
    id = store.new_job("lab", "t", {})
    store.job_state(id, "running")
    began = store.job(id).began
    store.job_state(id, "failed", "the lights went out")
    assert store.job(id).ended is not None
    store.job_state(id, "running")
    job = store.job(id)
    assert (job.began, job.ended, job.message) == (began, None, "the lights went out")
    store.job_state(id, "cancelled", "")
    assert (store.job(id).state, store.job(id).message) == ("cancelled", "")


def test_jobs_are_listed_newest_first(store: Store) -> None:
    ids = [store.new_job("lab", str(number), {}) for number in range(3)]
    assert [job.id for job in store.jobs()] == ids[::-1]
    assert [job.title for job in store.jobs(limit=2)] == ["2", "1"]
    assert store.jobs(0) == []


def test_a_server_that_starts_finds_what_ran_interrupted_and_nothing_else_changed(store: Store) -> None:
    ids = {state: store.new_job("lab", state, {}) for state in ("queued", "running", "done", "failed", "cancelled")}
    for state, id in ids.items():
        store.job_state(id, state)
    assert store.interrupt_running() == 1
    assert {store.job(id).title: store.job(id).state for id in ids.values()} == {
        **{state: state for state in ids},
        "running": "interrupted",
    }
    assert store.job(ids["running"]).ended is not None
    assert store.interrupt_running() == 0


def test_what_is_wrong_with_a_job_is_said(store: Store) -> None:
    id = store.new_job("lab", "t", {}, total=5)
    with pytest.raises(BadInput, match="'over' is none of queued, running, done, failed, cancelled, interrupted"):
        store.job_state(id, "over")
    with pytest.raises(BadInput, match=r"job\.done: expected 0 or more, found -1"):
        store.job_progress(id, -1)
    with pytest.raises(BadInput, match=r"job\.total: expected 0 or more, found -5"):
        store.new_job("lab", "t", {}, total=-5)
    with pytest.raises(BadInput, match="options: not JSON"):
        store.new_job("lab", "t", {"x": object()})
    for asked in (lambda: store.job(99), lambda: store.job_progress(99, 1), lambda: store.job_state(99, "done")):
        with pytest.raises(BadInput, match="no job 99"):
            asked()
    assert (store.job(id).state, store.job(id).done, store.job(id).total) == ("queued", 0, 5)
    assert len(store.jobs()) == 1


def test_the_database_itself_knows_the_states(store: Store) -> None:
    store.new_job("lab", "t", {})
    with pytest.raises(BadInput, match="jobs_state"), store._writing() as connection:
        connection.execute(text("UPDATE jobs SET state = 'over'"))
