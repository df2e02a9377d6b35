"""Programs on a line: they play like anybody else, and whatever they do wrong costs them the match and nobody else."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.field.line.bots import FIRST, HELLO, SPOILT, UNFIT, asked, command

import bolicho
from bolicho.agents import make
from bolicho.arena import Plan, duplicate, run
from bolicho.conformance import check_agent
from bolicho.core.errors import BadInput
from bolicho.field.line import LineAgent, agent

TAPATAN = bolicho.game("tapatan", plies=30)


def alive(marker: Path) -> list[int]:
    """The processes that have this path among their words."""
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("looks for processes in /proc")
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdecimal() else []
        except OSError:
            continue
        if any(str(marker).encode() in word for word in words) and int(entry.name) != os.getpid():
            found.append(int(entry.name))
    return found


def children(parent: int) -> list[int]:
    """The processes that have this parent, those that have ended and wait for it included."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdecimal() and f"PPid:\t{parent}\n" in (entry / "status").read_text():
                found.append(int(entry.name))
    return found


def gone(marker: Path, seconds: float = 120) -> bool:
    """Whether no process of this path is left, within a while."""
    until = time.monotonic() + seconds
    while alive(marker) and time.monotonic() < until:
        time.sleep(0.02)
    return not alive(marker)


def test_a_program_keeps_the_contract_in_every_seat(tmp_path: Path) -> None:
    spec = command(tmp_path, FIRST)
    for game in (TAPATAN, bolicho.game("truco", target=3), bolicho.game("rikken", deals=1)):
        check_agent(lambda one: make(spec, one), game, matches=1)


def test_its_answer_becomes_a_decision_with_reasons(tmp_path: Path) -> None:
    told = "m = said['moves'][0]; say(type='move', move=m, value=0.5, why='it is first', probabilities={m: 1})"
    spec = command(tmp_path, asked(told))
    view = TAPATAN.start().view(0)
    decision = make(spec, TAPATAN).choose(view, bolicho.stream(1))
    assert decision.move == view.moves[0]
    assert decision.value == 0.5
    assert decision.why["facts"] == {"said": "it is first", "probabilities": {view.moves[0]: 1}}


def test_it_hears_of_the_match_its_hands_and_its_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    keep = f"log = open({str(log)!r}, 'a')\n"
    loop = (
        "while True:\n    said = hear()\n    print(json.dumps(said), file=log, flush=True)\n"
        "    if said['type'] == 'choose': say(type='move', move=said['moves'][0])\n"
    )
    game = bolicho.game("truco", target=3)
    player = make(command(tmp_path, HELLO + keep + loop), game)
    player.timed(30.0)
    record = bolicho.play_match(game, [make("sound", game), player], seed=3)
    player.close()
    messages = [json.loads(line) for line in log.read_text().splitlines()]
    assert [m["type"] for m in messages if m["type"] in ("match", "result", "quit")] == ["match", "result", "quit"]
    assert messages[0]["options"] == dict(game.options)
    assert (messages[0]["seat"], messages[0]["seats"], messages[0]["seconds"]) == (1, 2, 30.0)
    assert messages[-2] == {"type": "result", "scores": list(record.scores), "winner": record.winner}
    assert sum(m["type"] == "unit" for m in messages) == len(record.units)
    asked_of_it = [m for m in messages if m["type"] == "choose"]
    assert all(m["state"]["seat"] == 1 and m["moves"] == m["state"]["moves"] for m in asked_of_it)
    assert all(0 <= m["seed"] < 2**53 for m in asked_of_it)
    assert len({m["seed"] for m in asked_of_it}) == len(asked_of_it)


@pytest.mark.parametrize("fault", SPOILT)
def test_what_a_program_does_wrong_forfeits_and_is_told_in_one_line(tmp_path: Path, fault: str) -> None:
    code, told = SPOILT[fault]
    player = make(command(tmp_path, code), TAPATAN)
    player.timed(0.5 if "0.5 s" in told else 60)
    record = bolicho.play_match(TAPATAN, [player, make("random", TAPATAN)])
    assert record.forfeit is not None
    assert record.forfeit.seat == 0
    assert record.winner == 1
    assert told in record.forfeit.why
    assert record.forfeit.why.count("\n") == 0
    assert "bot.py" in record.forfeit.why
    player.close()
    assert gone(tmp_path)


@pytest.mark.parametrize("fault", UNFIT)
def test_a_program_that_cannot_begin_is_refused_when_it_is_asked_for(tmp_path: Path, fault: str) -> None:
    code, told = UNFIT[fault]
    with pytest.raises(BadInput) as refused:
        make(command(tmp_path, code), TAPATAN)
    assert told in str(refused.value)
    assert "bot.py" in str(refused.value)
    gc.collect()
    assert gone(tmp_path)


COMMANDS = {
    "": "expected a command",
    ":   ": "expected a command",
    ":no-such-program x": "no program 'no-such-program' that can be started",
    ':python "x': "no closing quotation",
    ":/etc/passwd": "no program '/etc/passwd' that can be started",
}


@pytest.mark.parametrize("rest", COMMANDS)
def test_a_command_that_is_none_is_told_in_one_line(rest: str) -> None:
    with pytest.raises(BadInput, match=COMMANDS[rest]):
        make(f"line{rest}", TAPATAN)


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_bytes(b"\x7fELF but not really")
    file.chmod(0o755)
    with pytest.raises(BadInput, match="cannot be started: Exec format error"):
        make(f"line:{file}", TAPATAN)


def test_a_program_that_never_greets_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "HELLO_SECONDS", 0.3)
    with pytest.raises(BadInput, match=r"did not answer within 0\.3 s"):
        make(command(tmp_path, "import time; time.sleep(1000)"), TAPATAN)
    assert gone(tmp_path)


def test_words_with_blanks_commas_and_colons_arrive_whole(tmp_path: Path) -> None:
    said = "say(type='hello', protocol=1, name=json.dumps(sys.argv[1:]), games=None)\nhear()"
    file = tmp_path / "two words.py"
    file.write_text(HELLO.replace("say(type=", "0 and say(type=", 1) + said)
    words = """a=1,b=2 "c d" 'e:f' g@h"""
    player = make(f"line:{sys.executable} -I -S '{file}' {words}", TAPATAN)
    assert player.called == '["a=1,b=2", "c d", "e:f", "g@h"]'
    player.close()


def test_one_that_talks_a_lot_on_its_standard_error_plays_on(tmp_path: Path) -> None:
    code = asked("sys.stderr.write('thinking ' * 10_000); say(type='move', move=said['moves'][0])")
    record = bolicho.play_match(TAPATAN, [make(command(tmp_path, code), TAPATAN)] * 2, seed=1)
    assert record.forfeit is None


def test_who_plays_against_itself_is_two_programs_and_both_are_kept(tmp_path: Path) -> None:
    player: LineAgent = make(command(tmp_path, FIRST), TAPATAN)
    for match in range(3):
        assert bolicho.play_match(TAPATAN, [player, player], seed=1, match=match).forfeit is None
    assert len(player.idle) == 2
    player.close()
    assert gone(tmp_path)


@pytest.mark.parametrize("how", ["dropped", "stubborn"])
def test_nobody_is_left_behind(tmp_path: Path, how: str) -> None:
    # one that ignores the end of its input, and one that started another program
    stays = "import signal, subprocess; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    child = f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)', {str(tmp_path / 'child')!r}])\n"
    code = FIRST if how == "dropped" else HELLO + stays + child + "while True: time.sleep(1)"
    player = make(command(tmp_path, code), TAPATAN)
    assert alive(tmp_path)
    del player
    gc.collect()
    assert gone(tmp_path)


DAEMON = """
def daemon(depth):
    if os.fork():
        return
    os.setsid()
    if depth:
        daemon(depth - 1)
    open(sys.argv[0] + f".{depth}", "w").close()
    os.close(0); os.close(1); os.close(2)
    time.sleep(1000)
daemon(2)
while not all(os.path.exists(sys.argv[0] + f".{depth}") for depth in range(3)): time.sleep(0.01)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc; elsewhere only the group is ended")
@pytest.mark.parametrize("how", ["closed", "exited", "crashed", "hung"])
def test_daemons_go_with_the_program_that_started_them(tmp_path: Path, how: str) -> None:
    last = {"exited": "sys.exit(3)", "crashed": "os.kill(os.getpid(), 11)", "hung": "time.sleep(1000)"}
    player = make(command(tmp_path, asked(last.get(how, "0"), DAEMON)), TAPATAN)
    player.timed(0.3 if how == "hung" else 60)
    until = time.monotonic() + 120
    while len(list(tmp_path.iterdir())) < 4 and time.monotonic() < until:
        time.sleep(0.01)
    assert len(alive(tmp_path)) == 5  # the guard, the program, three generations of daemons
    if how != "closed":
        record = bolicho.play_match(TAPATAN, [player, make("random", TAPATAN)])
        assert record.forfeit is not None
    player.close()
    assert gone(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_orphans_that_end_before_the_program_are_buried(tmp_path: Path) -> None:
    orphan = "if not os.fork():\n    if not os.fork(): os.setsid()\n    os._exit(0)\nos.wait()\n"
    player = make(command(tmp_path, asked("say(type='move', move=said['moves'][0])", orphan)), TAPATAN)
    assert bolicho.play_match(TAPATAN, [player, make("random", TAPATAN)]).forfeit is None
    (program,) = player.idle
    until = time.monotonic() + 120
    while len(children(program.process.pid)) > 1 and time.monotonic() < until:
        time.sleep(0.01)
    assert len(children(program.process.pid)) == 1
    player.close()


def test_in_the_arena_faults_cost_one_agent_its_matches_and_the_tournament_goes_on(tmp_path: Path) -> None:
    spin = asked("x = said['seed'] % 3 == 0\n        while x: pass\n        say(type='move', move=said['moves'][0])")
    plan = Plan("tapatan", (command(tmp_path, spin), "random"), options={"plies": 30}, seed=2, time_limit=1.0)
    rows = run(plan, duplicate((0, 1), 4), workers=2)
    assert [row.match for row in rows] == [0, 1, 2, 3]
    lost = [row for row in rows if row.forfeit is not None]
    assert lost
    assert all(row.forfeit and row.forfeit.agent == 0 and "within 1 s" in row.forfeit.why for row in lost)
    assert gone(tmp_path)


def test_the_same_rows_with_one_worker_and_with_two(tmp_path: Path) -> None:
    drawn = asked("say(type='move', move=said['moves'][said['seed'] % len(said['moves'])])")
    plan = Plan("tapatan", (command(tmp_path, drawn), "random"), {"plies": 30}, seed=2)
    rows = run(plan, duplicate((0, 1), 4), workers=1)
    assert all(row.forfeit is None for row in rows)
    assert run(plan, duplicate((0, 1), 4), workers=2) == rows


def test_a_program_goes_with_who_started_it_even_when_that_one_is_killed(tmp_path: Path) -> None:
    spec = command(tmp_path, HELLO + "while True: pass")
    code = f"import bolicho, time; a = bolicho.agent({spec!r}, 'tapatan'); print('ready', flush=True); time.sleep(1000)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as master:
        assert master.stdout is not None
        assert master.stdout.readline() == "ready\n"
        assert alive(tmp_path)
        master.send_signal(signal.SIGKILL)
    assert gone(tmp_path)


def test_a_file_that_a_command_names_decides_the_rows(tmp_path: Path) -> None:
    from bolicho.arena.plan.luggage import files_of, pack, unpack

    file = tmp_path / "my bot.py"
    file.write_text(FIRST)
    plan = Plan("tapatan", (f"line:{sys.executable} '{file}' --level 2,3", "random"))
    assert file in list(files_of(plan))
    moved = unpack(plan, pack(plan), tmp_path / "there")
    assert moved.agents[0].startswith(f"line:{sys.executable} ")
    assert moved.agents[0].endswith("--level 2,3")
    assert str(file) not in moved.agents[0]
    assert make(moved.agents[0], "tapatan").called == "bot"


SEARCHING = """
from hashlib import blake2b
from random import Random
def stream(*path):
    return Random(int.from_bytes(blake2b(repr(path).encode(), digest_size=16).digest(), "big"))
def searched(said):
    ply, seat = len(said["state"]["history"]), said["state"]["seat"]
    tried = ((seed, unit) for seed in range(50) for unit in range(20))
    return any(stream(seed, "choose", 0, unit, seat, ply).getrandbits(53) == said["seed"] for seed, unit in tried)
"""


@pytest.mark.salted
def test_no_seed_that_a_program_is_handed_tells_the_seed_of_the_deals(tmp_path: Path) -> None:
    game = bolicho.game("truco", target=6)
    answer = "say(type='move', move=said['moves'][0], why='found' if searched(said) else 'blind')"
    cheat = make(command(tmp_path, asked(answer, SEARCHING)), game=game)
    random = make("random", game=game)
    try:
        for salt, heard in ((None, {"blind"}), ("", {"found"})):
            record = bolicho.play_match(game, [cheat, random], seed=7, salt=salt, keep_why=True)
            whys = [entry["why"] for unit in record.units for entry in unit.decisions if entry is not None]
            assert {why["facts"]["said"] for why in whys if "said" in why.get("facts", {})} == heard
            assert bool(record.salt) == (salt is None)
    finally:
        cheat.close()
