"""Jobs over processes: each answer once, as data, the same with one process or many; what fails is one clear line."""

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.parallel import chores
from tests.parallel.test_pool import wait_until_gone

from bolicho.core.errors import BadInput, BolichoError
from bolicho.parallel.jobs import WorkerLost, share_out


def done(**jobs: Any) -> dict[str, Any]:
    return dict(share_out(jobs, workers=2))


@pytest.mark.parametrize("workers", [1, 2, 9])
def test_answers_are_the_same_whatever_the_number_of_workers(workers: int) -> None:
    jobs = {str(number): partial(chores.square, number) for number in range(5)}
    found = list(share_out(jobs, workers))
    assert {name: square for name, (square, _) in found} == {str(number): number**2 for number in range(5)}
    assert len(found) == 5
    pids = {pid for _, (_, pid) in found}
    assert len(pids) <= workers
    assert os.getpid() not in pids


def test_one_worker_answers_in_the_order_of_the_jobs() -> None:
    jobs = {name: partial(chores.square, 1) for name in "zaq"}
    assert [name for name, _ in share_out(jobs, 1)] == list("zaq")


def test_what_is_made_once_in_a_process_is_given_to_every_job() -> None:
    jobs = {str(number): partial(chores.multiply, number) for number in (2, 3)}
    assert dict(share_out(jobs, 2, chores.nine)) == {"2": 18, "3": 27}


def test_a_job_may_give_several_answers_and_others_wait_for_its_end() -> None:
    jobs: dict[str, Any] = {"last": partial(chores.square, 7), "count": partial(chores.count_to, 3)}
    answers = share_out(jobs | {"other": partial(chores.square, 1)}, 2, after={"last": "count"})
    found = [(name, answer if name == "count" else answer[0]) for name, answer in answers]
    assert sorted(found) == [("count", 1), ("count", 2), ("count", 3), ("last", 49), ("other", 1)]
    assert found.index(("last", 49)) > found.index(("count", 3))


def test_a_job_of_several_answers_that_was_killed_gives_all_of_them_again(tmp_path: Path) -> None:
    jobs = {"count": partial(chores.count_and_fall, tmp_path / "fallen")}
    assert [answer for _, answer in share_out(jobs, 1)] == [1, 1, 2]


def test_no_jobs_begin_no_process() -> None:
    assert list(share_out({}, 2, chores.refuse)) == []


@pytest.mark.parametrize(
    ("job", "kind", "why"),
    [
        (chores.refuse, BadInput, "no such thing"),
        (chores.break_down, BolichoError, "it broke"),
        (chores.stumble, BolichoError, "a worker failed: KeyError: 'nowhere'"),
        (chores.leave, BolichoError, "a worker failed: SystemExit: enough"),
        (chores.answer_an_object, BolichoError, "a worker failed: TypeError: .*not JSON serializable"),
        (partial(chores.answer_at_length, 65 * 2**20), WorkerLost, "answered with more than 67108864 bytes"),
        (chores.come_back_twice, BolichoError, "came back in both"),
    ],
)
def test_a_job_that_fails_is_one_clear_line_and_ends_the_others(
    job: Any, kind: type[Exception], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BolichoError, match=why) as caught:
        done(bad=job, other=chores.sleep)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    assert ("Traceback" in capfd.readouterr().err) == ("a worker failed" in why), "our own mistakes say where"


def test_what_cannot_be_made_is_told() -> None:
    with pytest.raises(BadInput, match="no such thing"):
        list(share_out({"a": chores.nine}, 1, chores.refuse))
    with pytest.raises(WorkerLost, match=r"could not begin \(exit code 3\)"):
        list(share_out({"a": chores.nine}, 1, partial(os._exit, 3)))


def test_a_copy_that_ends_is_nobodys_business() -> None:
    assert done(a=chores.have_a_copy_that_ends) == {"a": "here"}


def test_a_job_whose_process_somebody_killed_is_begun_once_more(tmp_path: Path) -> None:
    jobs = {
        name: partial(chores.die, -how, 1, str(tmp_path / name))
        for name, how in (("kill", signal.SIGKILL), ("term", signal.SIGTERM))
    }
    assert done(**jobs, well=chores.nine) == {"kill": "after 1", "term": "after 1", "well": 9}


@pytest.mark.parametrize(("how", "times"), [(-signal.SIGKILL, 2), (3, 1)])
def test_one_that_takes_its_process_along_ends_the_whole(how: int, times: int, tmp_path: Path) -> None:
    why = r"terminated abruptly \((SIGKILL|exit code 3)\), at bad"
    with pytest.raises(WorkerLost, match=why):
        done(bad=partial(chores.die, how, 9, str(tmp_path / "trace")), other=chores.sleep)
    assert len((tmp_path / "trace").read_text()) == times


def test_whoever_stops_or_is_interrupted_leaves_no_process_behind() -> None:
    jobs: dict[str, Any] = {
        "first": partial(chores.square, 1),
        "second": chores.sleep,
        "third": partial(chores.square, 2),
    }
    pids: list[int] = []

    def interrupted() -> None:
        for _, (_, pid) in share_out(jobs, 2):
            pids.append(pid)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    answers = share_out(jobs, 2, stop=lambda: len(pids) == 2)
    for _, (_, pid) in answers:
        pids.append(pid)
    assert len(pids) == 2
    wait_until_gone(*pids)
