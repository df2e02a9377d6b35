"""Several processes on one database, and processes that die: always whole transactions, and nothing lost."""

import multiprocessing as mp
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

import pytest
from tests.store.some_records import a_record

from bolicho.store import Store

BATCH = 7
ROOT = str(Path(__file__).parents[2])


def append(url: str, writer: int, batches: int) -> None:
    with Store.open(url) as store:
        for _ in range(batches):
            store.save([a_record(writer)] * BATCH)
            store.add_rows(1, [{"key": [writer, n]} for n in range(len(store.keys(1)) % 3, 5)])


def run_all(processes: list[mp.process.BaseProcess]) -> None:
    for process in processes:
        process.start()
    for process in processes:
        process.join(240)
    assert [process.exitcode for process in processes] == [0] * len(processes)


def test_processes_that_append_at_once_lose_nothing(url: str) -> None:
    with Store.open(url) as store:
        run = store.begin_run("shared", {})
        spawn = mp.get_context("spawn")
        run_all([spawn.Process(target=append, args=(url, writer, 15)) for writer in range(3)])
        found = [record.match for _, record in store.records()]
        assert [found.count(writer) for writer in range(3)] == [15 * BATCH] * 3
        keys = [tuple(row["key"]) for row in store.rows(run)]
        assert len(keys) == len(set(keys))


RACER = """
import sys
from bolicho.store import Store
import alembic.command
print("ready", flush=True)
sys.stdin.read()
Store.open(sys.argv[1]).begin_run("raced", {})
"""


def test_processes_that_make_one_database_at_once_all_get_it(url: str) -> None:
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == b"ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.close()
    assert [racer.wait(30) for racer in racers] == [0] * 3
    with Store.open(url) as store:
        assert len(store.runs()) == 3


def test_a_new_file_that_somebody_holds_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "held.db"
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    letting_go = Timer(0.2, holder.close)
    letting_go.start()
    with Store.open(str(path)) as store:
        assert store.runs() == []
    letting_go.join()


def _save_as_a_child(store: Store, match: int) -> None:
    for _ in range(10):
        store.save([a_record(match)])


def test_a_forked_child_may_use_the_store_of_its_parent(url: str) -> None:
    with Store.open(url) as store:
        store.save([a_record(99)])
        fork = mp.get_context("fork")
        children = [fork.Process(target=_save_as_a_child, args=(store, match)) for match in range(2)]
        for child in children:
            child.start()
        _save_as_a_child(store, 2)
        for child in children:
            child.join(240)
        found = [record.match for _, record in store.records()]
        assert [found.count(match) for match in (0, 1, 2, 99)] == [10, 10, 10, 1]


SAVER = """
import sys
sys.path.insert(0, sys.argv[2])
from tests.store.some_records import a_record
from bolicho.store import Store
store = Store.open(sys.argv[1])
run = store.begin_run("killed", {})
for batch in range(10**6):
    store.save(a_record(batch, notes={"pad": "x" * 5000}) for _ in range(50))
    store.add_rows(run, [{"key": [batch, n]} for n in range(50)])
"""


@pytest.mark.parametrize("wait", [0.0, pytest.param(0.013, marks=pytest.mark.endurance)])
def test_a_process_killed_while_saving_leaves_whole_transactions_only(url: str, backend: str, wait: float) -> None:
    Store.open(url).close()
    killed([sys.executable, "-c", SAVER, url, ROOT], wait, lambda: saved(url) >= 100)
    with Store.open(url) as store:
        found = [record.match for _, record in store.records()]
        assert found
        assert {found.count(batch) for batch in set(found)} == {50}
        assert {summary.agents for summary in store.summaries()} == {("ana", "beto")}
        [run] = store.runs()
        assert (run.finished, run.rows % 50) == (None, 0)
        assert len(store.keys(run.id)) == run.rows
        store.save([a_record()])
    if backend == "sqlite":
        sound(url)


def killed(command: list[str], wait: float, soon: Callable[[], bool]) -> None:
    """Start a process, and kill it a moment after it is so."""
    process = subprocess.Popen(command)
    try:
        deadline = monotonic() + 120
        while not soon():
            assert monotonic() < deadline, "nothing was saved"
            assert process.poll() is None, "it ended by itself"
            sleep(0.005)
        sleep(wait)
    finally:
        process.kill()
        process.wait()


def saved(url: str) -> int:
    with Store.open(url) as store:
        return store.count()


def sound(path: str) -> None:
    """Let SQLite look through its file."""
    with sqlite3.connect(path) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def append_cases(url: str, writer: int, batches: int) -> None:
    with Store.open(url) as store:
        for batch in range(batches):
            store.add_cases("shared", [[writer, batch, n] for n in range(BATCH)], origins=f"writer {writer}")


def test_processes_that_append_cases_at_once_lose_and_mix_nothing(url: str) -> None:
    with Store.open(url) as store:
        store.add_base("shared", "truco", "1", "imitation", ["writer", "batch", "n"])
        spawn = mp.get_context("spawn")
        run_all([spawn.Process(target=append_cases, args=(url, writer, 30)) for writer in range(2)])
        assert list(store.case_positions("shared")) == list(range(2 * 30 * BATCH))
        found = list(store.cases("shared"))
        together = [tuple(map(tuple, found[first : first + BATCH])) for first in range(0, len(found), BATCH)]
        assert sorted(together) == [
            tuple((writer, batch, n) for n in range(BATCH)) for writer in range(2) for batch in range(30)
        ]
        assert store.base("shared").revision == 60


def do_steps(url: str, run: int, steps: int) -> None:
    with Store.open(url) as store:
        for step in range(steps):
            store.add_cases("shared", [[step, n] for n in range(BATCH)], run=run, step={"key": step})


def test_steps_that_two_processes_do_both_are_done_once(url: str) -> None:
    with Store.open(url) as store:
        store.add_base("shared", "truco", "1", "imitation", ["step", "n"])
        run = store.begin_run("imitation", {})
        spawn = mp.get_context("spawn")
        run_all([spawn.Process(target=do_steps, args=(url, run, 30)) for _ in range(2)])
        assert list(store.cases("shared")) == [[step, n] for step in range(30) for n in range(BATCH)]
        assert [row["key"] for row in store.rows(run)] == list(range(30))


LEARNER = """
import sys
from bolicho.store import Store
store = Store.open(sys.argv[1])
run = store.find_run("imitation", {}).id
done = store.keys(run)
for step in range(int(sys.argv[2])):
    if step not in done:
        store.add_cases("learned", ([step, n] + [0] * 100 for n in range(200)), run=run, step={"key": step})
"""


@pytest.mark.parametrize("wait", [0.0, *(pytest.param(wait, marks=pytest.mark.endurance) for wait in (0.007, 0.013))])
def test_a_training_killed_while_it_appends_goes_on_as_if_nothing_had_been(url: str, backend: str, wait: float) -> None:
    with Store.open(url) as store:
        store.add_base("learned", "truco", "1", "imitation", ["step", "n", *(f"c{n}" for n in range(100))])
        run = store.begin_run("imitation", {})
        killed([sys.executable, "-c", LEARNER, url, "1000000"], wait, lambda: store.base("learned").cases >= 400)
        steps = store.run(run).rows
        whole = [[step, n] for step in range(steps) for n in range(200)]
        assert [row[:2] for row in store.cases("learned")] == whole
        assert [row["key"] for row in store.rows(run)] == list(range(steps))
        subprocess.run([sys.executable, "-c", LEARNER, url, str(steps + 2)], check=True)
        assert [row[:2] for row in store.cases("learned")] == [[s, n] for s in range(steps + 2) for n in range(200)]
        assert list(store.case_positions("learned")) == list(range((steps + 2) * 200))
    if backend == "sqlite":
        sound(url)
