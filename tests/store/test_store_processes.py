"""Several processes on one file, and processes that die: always whole transactions, and nothing lost."""

import multiprocessing as mp
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Timer
from time import monotonic, sleep

from tests.store.some_records import a_record

from bolicho.store import Store

BATCH = 7


def append(path: str, writer: int, batches: int) -> None:
    with Store.open(path) as store:
        for _ in range(batches):
            store.save([a_record(writer)] * BATCH)
            store.add_rows(1, [{"key": [writer, n]} for n in range(len(store.keys(1)) % 3, 5)])


def run_all(processes: list[mp.process.BaseProcess]) -> None:
    for process in processes:
        process.start()
    for process in processes:
        process.join(30)
    assert [process.exitcode for process in processes] == [0] * len(processes)


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "shared.db")
    with Store.open(path) as store:
        run = store.begin_run("shared", {})
        spawn = mp.get_context("spawn")
        run_all([spawn.Process(target=append, args=(path, writer, 15)) for writer in range(3)])
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


def test_processes_that_make_one_database_at_once_all_get_it(tmp_path: Path) -> None:
    path = str(tmp_path / "raced.db")
    racers = [
        subprocess.Popen([sys.executable, "-c", RACER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == b"ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.close()
    assert [racer.wait(30) for racer in racers] == [0] * 3
    with Store.open(path) as store:
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


def test_a_forked_child_may_use_the_store_of_its_parent(tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "forked.db")) as store:
        store.save([a_record(99)])
        fork = mp.get_context("fork")
        children = [fork.Process(target=_save_as_a_child, args=(store, match)) for match in range(2)]
        for child in children:
            child.start()
        _save_as_a_child(store, 2)
        for child in children:
            child.join(30)
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


def test_a_process_killed_while_saving_leaves_whole_transactions_only(tmp_path: Path) -> None:
    for round, wait in enumerate((0.0, 0.013)):
        path = tmp_path / f"killed-{round}.db"
        saver = subprocess.Popen([sys.executable, "-c", SAVER, str(path), str(Path(__file__).parents[2])])
        try:
            _until_it_saves(path)
            sleep(wait)
        finally:
            os.kill(saver.pid, signal.SIGKILL)
            saver.wait()
        with Store.open(str(path)) as store:
            found = [record.match for _, record in store.records()]
            assert found
            assert {found.count(batch) for batch in set(found)} == {50}
            assert {summary.agents for summary in store.summaries()} == {("ana", "beto")}
            [run] = store.runs()
            assert (run.finished, run.rows % 50) == (None, 0)
            assert len(store.keys(run.id)) == run.rows
            store.save([a_record()])
        with sqlite3.connect(path) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


def _until_it_saves(path: Path) -> None:
    deadline = monotonic() + 30
    while monotonic() < deadline:
        if path.exists():
            with Store.open(str(path)) as store:
                if store.count() >= 100:
                    return
        sleep(0.005)
    raise AssertionError("nothing was saved")
