"""Workers: the same rows whatever their number, and no agent can harm anybody's match but its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import bolicho
from bolicho import BadInput, BolichoError
from bolicho.arena import Pairing, Plan, Row, duplicate, play_schedule, run
from bolicho.arena.matches.series import Series
from bolicho.arena.run import workers
from bolicho.parallel import clock


def alone(plan: Plan, schedule: list[Pairing], *names: str) -> list[Row]:
    game = plan.build_game()
    agents = [bolicho.agent(name, game) for name in names]
    return play_schedule(game, agents, schedule, plan.seed, salt=plan.sealed().salt)


def test_one_worker_two_workers_and_none_give_the_same_rows() -> None:
    plan, schedule = Plan("truco", ("random", "random"), seed=9), duplicate((0, 1), 61)
    rows = alone(plan, schedule, "random", "random")
    seen: list[int] = []
    assert run(plan, schedule, workers=1) == rows
    assert run(plan, schedule, workers=2, done=lambda row, _: seen.append(row.match)) == rows
    assert sorted(seen) == list(range(61))


def test_records_come_along_when_asked_for() -> None:
    plan = Plan("truco", ("random", "random"), {"target": 6}, seed=2, records=True)
    kept: dict[int, bolicho.Record] = {}

    def keep(row: Row, record: str | None) -> None:
        assert record is not None
        kept[row.match] = bolicho.Record.from_json(record)

    rows = run(plan, duplicate((0, 1), 4), done=keep)
    for row in rows:
        assert kept[row.match].notes["board"] == row.board
        assert kept[row.match].scores == row.scores
        assert list(bolicho.replay(kept[row.match]))


@pytest.mark.usefixtures("guests")
def test_a_hanging_agent_is_ended_and_forfeits_and_the_other_matches_are_as_ever() -> None:
    plan, schedule = Plan("truco", ("hanger", "random"), seed=1, time_limit=2, records=True), duplicate((0, 1), 12)
    records: dict[int, str | None] = {}
    rows = run(plan, schedule, workers=2, done=lambda row, record: records.update({row.match: record}))
    hung = [row for row in rows if row.forfeit is not None]
    assert [row.match for row in rows] == list(range(12))
    assert 0 < len(hung) < 12
    # nothing that was not hung differs from what a `plain` in its place would have done
    plain = alone(plan, schedule, "plain", "random")
    assert [row for row in rows if row.forfeit is None] == [plain[r.match] for r in rows if r.forfeit is None]
    for row in hung:
        assert row.forfeit is not None
        assert (row.forfeit.agent, row.winner, row.hands) == (0, 1, 0)
        assert "still thinking after 2 s" in row.forfeit.why
        text = records[row.match]
        assert text is not None
        record = bolicho.Record.from_json(text)
        assert record.forfeit is not None
        assert row.seats[record.forfeit.seat] == 0
        assert record.winner == row.seats.index(1)
        assert list(bolicho.replay(record)) == []


@pytest.mark.usefixtures("guests")
def test_an_agent_that_holds_the_interpreter_is_ended_too() -> None:
    (row,) = run(Plan("truco", ("stubborn", "random"), time_limit=1), duplicate((0, 1), 1))
    assert row.forfeit is not None
    assert row.forfeit.agent == 0
    assert "still thinking" in row.forfeit.why


@pytest.mark.usefixtures("guests")
def test_an_agent_that_takes_its_process_along_forfeits_with_the_reason() -> None:
    plan, schedule = Plan("truco", ("random", "dier"), seed=4), duplicate((0, 1), 10)
    rows = run(plan, schedule, workers=2)
    assert rows == run(plan, schedule, workers=1)
    dead = [row for row in rows if row.forfeit is not None]
    assert 0 < len(dead) < 10
    plain = alone(plan, schedule, "random", "plain")
    for row in rows:
        if row.forfeit is None:
            assert row == plain[row.match]
        else:
            assert (row.forfeit.agent, row.winner) == (1, 0)
            assert "brought its process down (exit code 7)" in row.forfeit.why


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raiser", "raised KeyError: 'no such memory'"),
        ("cheat", "illegal move 'royal-flush'"),
        ("quitter", "raised SystemExit: enough"),
        ("unseated", "ValueError: the chair is broken"),
        ("upset", "ValueError: unbearable"),
    ],
)
def test_an_agent_that_raises_or_cheats_forfeits_with_the_reason(name: str, why: str) -> None:
    plan = Plan("truco", (name, "random"), seed=3)
    rows = alone(plan, duplicate((0, 1), 3), name, "random")
    for row in rows:
        assert row.forfeit is not None
        assert row.forfeit.agent == 0
        assert row.winner == 1
        assert why in row.forfeit.why


@pytest.mark.usefixtures("guests")
def test_what_raises_in_this_process_raises_alike_in_a_worker() -> None:
    names = ("raiser", "cheat", "quitter", "unseated", "upset", "random")
    plan = Plan("truco", names, seed=3)
    schedule = [Pairing(n, n, (n, 5)) for n in range(5)]
    assert run(plan, schedule, workers=1) == alone(plan, schedule, *names)


@pytest.mark.usefixtures("guests")
def test_an_agent_cannot_pretend_that_somebody_pressed_ctrl_c() -> None:
    rows = run(Plan("truco", ("alarm", "random")), duplicate((0, 1), 2))
    assert [row.forfeit is not None and row.forfeit.why for row in rows] == [
        "raised RuntimeError: called for an interrupt"
    ] * 2


@pytest.mark.usefixtures("guests")
def test_an_answer_that_comes_late_forfeits() -> None:
    (row,) = run(Plan("truco", ("random", "slow"), time_limit=1), duplicate((0, 1), 1))
    assert row.forfeit is not None
    assert row.forfeit.agent == 1
    assert "took longer than 1 s" in row.forfeit.why


UNREAD = "answered what cannot be read"
HOSTILE = {
    "vandal": "closed its process's line to us",
    "recluse": "closed its process's line to us",
    "forger": UNREAD,
    "scribbler": UNREAD,
    "alarmist": "answered what it was not asked",
    "doctor": "answered what it was not asked",
    "twins": "raised AgentCopied: copied its process (os.fork) and came back in both",
}


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("name", HOSTILE)
def test_who_spoils_the_wire_forfeits_and_the_rest_goes_on(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv("BOLICHO_TEST_TRACE", str(trace))
    plan = Plan("truco", ("random", name, "novice"), {"target": 2}, seed=5, records=True)
    schedule = [Pairing(0, 0, (0, 1)), Pairing(1, 0, (0, 2)), Pairing(2, 1, (1, 2)), Pairing(3, 1, (2, 0))]
    records: dict[int, str | None] = {}
    rows = run(plan, schedule, done=lambda row, record: records.update({row.match: record}))
    assert not trace.exists(), "what an agent sends runs nowhere"
    assert [(row.match, row.seats) for row in rows] == [(p.match, p.seats) for p in schedule]
    for row in rows:
        assert bolicho.Record.from_json(records[row.match] or "").match == row.match
        assert (row.forfeit is not None) == (1 in row.seats)
        if row.forfeit is not None:
            assert (row.forfeit.agent, row.forfeit.why) == (1, HOSTILE[name])
            assert row.winner == sum(row.seats) - 1
    others = [pairing for pairing in schedule if 1 not in pairing.seats]
    assert [row for row in rows if row.forfeit is None] == alone(plan, others, "random", "plain", "novice")


SCRIBBLER = """
import os
from bolicho import Decision

class Scribbler:
    name = "scribbler"

    def __init__(self, game):
        pass

    def choose(self, view, rng):
        for line in range(3, 256):
            try:
                os.write(line, b"REGISTER:/mine:shared_memory:and more\\n\\xff\\n")
            except OSError:
                pass
        return Decision(view.moves[0])
"""


def test_who_writes_into_every_line_reaches_no_process_but_its_own(tmp_path: Path) -> None:
    """Nor Python's tracker of what to clean up, which would write tracebacks, or clean up what it is told."""
    (tmp_path / "guest.py").write_text(SCRIBBLER)
    # to 24 points: a flor could win a shorter match before the guest is asked
    command = "match truco ./guest.py:Scribbler random --matches 2 --workers 1 --json"
    done = subprocess.run(
        [sys.executable, "-m", "bolicho", *command.split()], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert [forfeit["why"] for forfeit in json.loads(done.stdout)["forfeits"]] == [UNREAD] * 2


@pytest.mark.usefixtures("guests")
def test_an_agent_that_fails_while_it_is_told_its_time_cannot_be_built() -> None:
    with pytest.raises(BadInput, match="agent 'untimely' cannot be built: it raised KeyboardInterrupt"):
        run(Plan("truco", ("untimely", "random")), duplicate((0, 1), 1))


def test_what_fails_in_the_house_itself_is_nobodys_forfeit_and_says_where() -> None:
    plan = Plan("truco", ("random", "novice"), tally="tests.arena.seen_moves:Broken")
    with pytest.raises(BolichoError, match="the tally is broken, in match 0 between random and novice"):
        run(plan, duplicate((0, 1), 2))


@pytest.mark.usefixtures("guests")
def test_an_answer_is_data_whatever_it_pretends_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv("BOLICHO_TEST_TRACE", str(trace))
    plan = Plan("truco", ("random", "bomber"), {"target": 2}, tally="tests.arena.seen_moves:Moves")
    rows = run(plan, duplicate((0, 1), 2))
    assert not trace.exists()
    assert [row.forfeit for row in rows] == [None, None]
    assert all(type(move) is str for row in rows for move in row.tally["moves"])


def test_a_time_that_cannot_be_is_nobodys_delay_until_it_has_stood_there_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An agent that writes into every line writes over clocks too, and not over its own alone."""
    now = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    with workers.Crew(Plan("truco", ("random", "random"), time_limit=2)) as crew:
        crew.play(duplicate((0, 1), 1), lambda row, record: None)
        (worker,) = crew.workers
        for began in (1e-300, 50.0, 1e300):
            worker.dial.clock[:] = [began, 0, 1]
            assert not crew.late(worker)
        now[0] += 1
        assert not crew.late(worker)
        now[0] += 2
        assert crew.late(worker), "nobody hangs behind it either"
        worker.dial.clock[:] = [102.5, float("nan"), 1]
        assert not crew.late(worker)
        now[0] += 3
        assert crew.late(worker)


@pytest.mark.usefixtures("guests")
def test_a_copy_that_ends_and_a_program_that_is_started_are_nobodys_business() -> None:
    plan = Plan("truco", ("random", "family"), {"target": 2})
    rows = run(plan, duplicate((0, 1), 2))
    assert rows == alone(plan, duplicate((0, 1), 2), "random", "plain")


@pytest.mark.usefixtures("guests")
def test_who_spoils_the_wire_in_a_learning_series_forfeits_that_match() -> None:
    plan = Plan("truco", ("pupil", "scribbler"), {"target": 2})
    rows = run(plan, [Series(tuple(duplicate((0, 1), 2)), (0,))])
    assert [row.forfeit is not None and row.forfeit.agent for row in rows] == [1, 1]


@pytest.mark.usefixtures("guests")
def test_what_an_agent_prints_does_not_mix_with_the_result(capfd: pytest.CaptureFixture[str]) -> None:
    run(Plan("truco", ("loud", "random"), {"target": 2}), duplicate((0, 1), 1))
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking aloud" in err


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("unborn", "cannot be built: it raised RuntimeError: the case base is missing"),
        ("stillborn", "cannot be built: it brought its process down .exit code 3."),
        ("random:3", "too many positional"),
        ("nobody", "unknown agent 'nobody'"),
    ],
)
def test_an_agent_that_cannot_be_built_is_one_clear_error(name: str, why: str) -> None:
    with pytest.raises(bolicho.BadInput, match=why) as caught:
        run(Plan("truco", ("random", name)), duplicate((0, 1), 4), workers=2)
    assert "\n" not in str(caught.value)


def test_a_plan_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(bolicho.BadInput, match="workers 0"):
        run(Plan("truco", ("random", "random")), [], workers=0)
    with pytest.raises(bolicho.BadInput, match="time limit -1"):
        run(Plan("truco", ("random", "random"), time_limit=-1), [])
    with pytest.raises(bolicho.UnknownName, match="chess"):
        run(Plan("chess", ("random", "random")), [])
    assert run(Plan("truco", ("random", "random")), []) == []


def test_a_mistake_of_ours_is_an_error_and_not_a_forfeit(capfd: pytest.CaptureFixture[str]) -> None:
    plan = Plan("truco", ("random", "random"), tally="bolicho.core.chance:stream")
    with pytest.raises(bolicho.BolichoError, match="a worker failed: TypeError"):
        run(plan, duplicate((0, 1), 4))
    assert "Traceback" in capfd.readouterr().err


HANGING = """
import signal
from bolicho.arena import Plan, duplicate, run
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite begun with & would leave us deaf to it
    plan = Plan("truco", ("random", "stubborn"), time_limit=None)
    run(plan, duplicate((0, 1), 4), workers=2)
"""


def family(pid: int) -> list[int]:
    """The worker processes below a process."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(words[1]) == pid and b"spawn_main" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except (OSError, IndexError, ValueError):
            continue
    return found


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(true: object, seconds: float = 60) -> bool:
    assert callable(true)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return False


def interrupt(parent: "subprocess.Popen[str]") -> None:
    """Press Ctrl-C as at a terminal, where the workers hear it too; and again, for Python loses one in a callback."""
    for _ in range(10):
        os.killpg(parent.pid, signal.SIGINT)
        if until(lambda: parent.poll() is not None, 3):
            return


@pytest.mark.usefixtures("guests")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_parent_however_it_ends(how: signal.Signals, tmp_path: Path) -> None:
    script, hung = tmp_path / "hanging.py", tmp_path / "hung"
    script.write_text(HANGING)
    hung.mkdir()
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "BOLICHO_TEST_HUNG": str(hung)},
    )  # fmt: skip
    try:
        assert until(lambda: len(list(hung.iterdir())) == 2, 600)
        workers = family(parent.pid)
        assert sorted(map(str, workers)) == sorted(path.name for path in hung.iterdir())
        if how == signal.SIGINT:
            interrupt(parent)
        else:
            parent.send_signal(how)
        _, errors = parent.communicate(timeout=60)
        assert until(lambda: not any(map(running, workers)))
        assert errors.count("Traceback") == (how == signal.SIGINT)  # the parent's own, and no worker's
    finally:
        parent.kill()
        parent.wait()


def test_a_worker_killed_from_outside_costs_no_more_than_a_match() -> None:
    code = """
import json, multiprocessing, os, signal
from bolicho.arena import Plan, duplicate, run
if __name__ == "__main__":
    killed = []
    def done(row, record):
        if row.match == 20 and not killed:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)
    rows = run(Plan("truco", ("random", "random"), seed=6), duplicate((0, 1), 60), done=done)
    print(json.dumps([row.to_dict() for row in rows]))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    rows = [Row.from_dict(data) for data in json.loads(out)]
    plan, schedule = Plan("truco", ("random", "random"), seed=6), duplicate((0, 1), 60)
    untouched = alone(plan, schedule, "random", "random")
    differing = [row for row, other in zip(rows, untouched, strict=True) if row != other]
    assert len(differing) <= 1
    assert all(row.forfeit is not None and "SIGKILL" in row.forfeit.why for row in differing)
