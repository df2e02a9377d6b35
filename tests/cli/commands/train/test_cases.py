"""``bolicho train cases``: what it prints and keeps, real kills in the middle, a person who helps at the terminal."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commands.train.running import break_off, nothing_begun, start, wait_until
from tests.cli.front_door import ANYTHING, Printed, knock, refused
from tests.cli.table.test_terminal import terminal
from tests.cli.test_words import placeholders

from bolicho.core.words import LANGUAGES, Words
from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio
from bolicho.store import Store

SHORT = ("--matches", 2, "--seed", 1)


def train(*words: object, **settings: Any) -> Printed:
    return knock("train", "cases", *map(str, words), "--store", "bolicho.db", **settings)


def content(file: str, name: str) -> list[Any]:
    with Store.open(file) as store:
        trio = Trio.load(name, store)
        lists = [list(read(f"{name}-{mode}")) for mode in MODES for read in (store.cases, store.case_origins)]
        return [trio.digests(), [memory.next for memory in trio], lists]


# ── what it tells ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_it_tells_how_the_bases_grew_and_draws_it() -> None:
    said = train("--bot", "bot1", *SHORT, "--plot", "growth.svg", "--name", "mine")
    assert said.code == 0, said.err
    for words in ("How the three bases grew", "envido", "kept", "removed", "bot1:mine won", "--against bot1:mine"):
        assert words in said.out
    assert "asked" not in said.out, "bot1 asks nobody"
    drawn = Path("growth.svg").read_text(encoding="utf-8")
    train("--bot", "bot1", *SHORT, "--plot", "again.svg", "--name", "mine")
    assert Path("again.svg").read_text(encoding="utf-8") == drawn


def test_json_tells_sizes_hands_and_help_and_the_same_in_portuguese() -> None:
    said = json.loads(train("--bot", "bot5", *SHORT, "--json").out)
    assert said["bases"] == {mode: f"bot5-bot0-1-{mode}" for mode in MODES}
    assert said["agent"] == "bot5:bot5-bot0-1"
    assert said["settings"]["tutor"] == "sound"
    for mode, found in said["cases"].items():
        assert found["now"] == 513 + found["kept"] - found["removed"] == said["growth"][-1][mode]
    assert [point["match"] for point in said["growth"]] == [0, 1, 2]
    assert said["growth"][-1]["hands"] == said["hands"] > 0
    assert said["help"]["asked"] == said["help"]["answered"]
    assert said["help"]["asked"]["truco"] > 0 == said["help"]["timed_out"]["truco"]
    again = train("--bot", "bot5", *SHORT, "--language", "pt")
    assert again.code == 0, "a finished training is told again"
    assert "Como as três bases cresceram" in again.out
    assert "pedidos" in again.out


def test_the_trained_bot_is_judged_against_its_opponent() -> None:
    asked = ("--bot", "bot3", "--against", "random", *SHORT, "--judge", 4)
    said = json.loads(train(*asked, "--json").out)["judged"]
    assert said["agents"] == ["bot3:bot3-random-1", "random"]
    assert (said["matches"], sum(said["wins"]), said["forfeits"]) == (4, 4, 0)
    assert said["win_rate"]["low"] <= said["win_rate"]["mean"] <= said["win_rate"]["high"]
    assert "of 4 duplicate matches" in train(*asked).out
    assert said["too_few"] == (said["verdict"] == "cannot be told"), "four matches tell little"


def test_an_opponent_that_learned_is_found_in_the_same_store() -> None:
    assert train("--bot", "bot1", "--name", "older", *SHORT).code == 0
    said = json.loads(train("--bot", "bot1", "--against", "bot1:older", *SHORT, "--json").out)
    assert (said["name"], said["against"]) == ("bot1-bot1-older-1", "bot1:older")


# ── broken off ────────────────────────────────────────────────────────────────────────────────────────────────────


def rows(file: str) -> int:
    if not Path(file).exists():
        return 0
    with Store.open(file) as store:
        return sum(run.rows for run in store.runs("case-learning"))


def wait_for_rows(file: str, count: int) -> None:
    wait_until(lambda: rows(file) >= count, f"a row {count}")


@pytest.mark.endurance  # killed once: test_killed.py
def test_a_training_killed_again_and_again_ends_with_the_bases_of_one_that_was_not() -> None:
    asked = ("--bot", "bot4", "--matches", 12, "--seed", 5, "--name", "mine")
    for count in (1, 3, 4, 8):
        with start("cases", *asked, "--store", "killed.db") as run:
            wait_for_rows("killed.db", count)
            time.sleep(0.02 * count)  # not always at the same moment of a match
            run.kill()
        assert run.returncode == -signal.SIGKILL
        assert count <= rows("killed.db") < 13
    for file in ("killed.db", "whole.db"):
        assert knock("train", "cases", *map(str, asked), "--store", file).code == 0
    assert content("killed.db", "mine") == content("whole.db", "mine")
    with Store.open("killed.db") as store:
        assert [row["key"] for row in store.rows(1)] == ["start", *range(12)]
        assert len(store.runs()) == 1


def test_ctrl_c_keeps_what_was_learned() -> None:
    with start("cases", "--bot", "bot1", "--matches", 100_000, "--store", "stopped.db") as run:
        wait_for_rows("stopped.db", 2)
        break_off(run)


# ── a person ──────────────────────────────────────────────────────────────────────────────────────────────────────
HELPED = ("--bot", "bot5", "--tutor", "person", "--name", "mine", "--matches", 1, "--seed", 2)


def test_a_person_sees_what_the_bot_sees_and_found_and_answers_with_the_keys_of_play() -> None:
    said = train(*HELPED, typed=ANYTHING * 200)
    assert said.code == 0, said.err
    for words in ("bot5 asks about truco · match 1, request 1", "The cases it found", "bot5 would play:", "[b]"):
        assert words in said.out
    told = json.loads(train(*HELPED, "--json").out)
    assert told["help"]["asked"] == told["help"]["answered"]
    assert sum(told["help"]["asked"].values()) > 0
    with Store.open("bolicho.db") as store:
        place = store.base("mine-truco").columns.index("decided_truco")
        assert {case[place] for case in store.cases("mine-truco", start=513)} == {4}


def test_what_is_no_move_is_answered_with_a_hint_and_rules_may_be_read() -> None:
    said = train(*HELPED, typed="quero\nxyz\n?\n" + ANYTHING * 200)
    assert said.code == 0
    assert "xyz" in said.out
    assert "the rules at this table" in said.out


def test_a_person_who_leaves_is_not_asked_the_same_again() -> None:
    said = train(*HELPED, typed="1\n1\nq\ny\n")
    assert said.code == 130
    assert "Saved after 0 matches" in said.err
    kept = rows("bolicho.db")
    assert kept == 3, "the start and two answers"
    again = train(*HELPED, typed="")
    assert again.code == 130, "the end of the input is leaving too"
    assert rows("bolicho.db") == kept
    assert "match 1, request 3 " in again.out, "the requests of before are counted"
    assert "bolicho: interrompido" in train(*HELPED, "--language", "pt", typed="").err
    assert train(*HELPED, typed=ANYTHING * 200).code == 0


def test_json_stays_json_while_a_person_is_asked() -> None:
    said = train(*HELPED, "--json", typed=ANYTHING * 200)
    assert json.loads(said.out)["matches"] == 1
    assert "bot5 asks about" in said.err


def test_a_person_who_is_too_slow_leaves_it_to_the_bot() -> None:
    keyboard, nobody = os.pipe()  # open, but nobody types
    with start("cases", *HELPED, "--timeout", "0.01", "--json", "--store", "slow.db", stdin=keyboard) as run:
        out, err = run.communicate(timeout=600)
    os.close(keyboard)
    os.close(nobody)
    assert run.returncode == 0, err
    help = json.loads(out)["help"]
    assert help["asked"] == help["timed_out"]
    assert "Too late: bot5 has played" in err
    assert "bot5 chooses itself after 0.01 s" in err


def test_at_a_terminal_a_line_typed_too_late_is_no_answer_to_the_next_question() -> None:
    asked = map(str, ("train", "cases", *HELPED, "--timeout", 2, "--store", "live.db"))
    with terminal(*asked) as at:
        at.until("request 1 ")
        at.until("your move ▸")
        at.type("1")  # and no Enter
        at.until("Too late: bot5 has played")
        at.type("1\n")
        second = at.until("your move ▸")
        assert "request 2 " in second
        assert "Too late" in second, "it is still to be read"
        at.type("1\n")
        third = at.until("your move ▸")
        assert "request 3 " in third
        assert "Too late" not in third
        at.interrupted("Saved after 0 matches")
        assert at.ends() == 130
    with Store.open("live.db") as store:
        answers = [row["move"] for row in store.rows(1) if row["key"] != "start"]
    assert answers[0] is None
    assert answers[1] is not None


def test_ctrl_c_while_a_person_thinks_keeps_the_answers() -> None:
    with start("cases", *HELPED, "--store", "thinking.db", stdin=subprocess.PIPE) as run:
        assert run.stdin is not None
        run.stdin.write("1\n")
        run.stdin.flush()
        wait_for_rows("thinking.db", 2)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Saved after 0 matches" in err
    assert "Traceback" not in err
    assert rows("thinking.db") == 2


# ── refused ───────────────────────────────────────────────────────────────────────────────────────────────────────
MISTAKES: dict[str, tuple[object, ...]] = {
    "unknown bot 'bot9'": ("--bot", "bot9"),
    "unknown agent 'nobody'": ("--against", "nobody"),
    "unknown agent 'nobody'; ": ("--bot", "bot5", "--tutor", "nobody"),
    "bot1 asks nobody: it has no tutor": ("--tutor", "sound"),
    "bot3 asks nobody: it has no use for stay": ("--bot", "bot3", "--stay"),
    "timeout 3: only a person is waited for": ("--timeout", 3),
    "timeout -1: expected seconds": ("--bot", "bot5", "--tutor", "person", "--timeout", -1),
    "unknown case base 'nothing'": ("--start", "nothing"),
    "'empty' is empty": ("--start", "empty"),
    "matches 0": ("--matches", 0),
    "a plot is a file ending in": ("--plot", "growth.doc"),
    "cannot be written": ("--plot", "nowhere/growth.svg"),
    "judge 3: expected an even number": ("--judge", 3),
    "unknown situation 'flores'": ("--guided", "flores=0.2"),
    "a name begins with no dot": ("--name", "a@b"),
    "name '': a name is not empty": ("--name", "", "--judge", 2),
    "name 'x ': a name is not empty and has no blanks": ("--name", "x "),
    "tutor 'bot5': it asks a tutor itself": ("--bot", "bot5", "--tutor", "bot5"),
}


@pytest.mark.parametrize("words", MISTAKES)
def test_mistakes(words: str) -> None:
    with nothing_begun():
        assert refused(train(*MISTAKES[words]), words)


def test_a_judge_needs_a_store_that_players_can_open() -> None:
    said = knock("train", "cases", *map(str, SHORT), "--judge", "2", "--store", ":memory:")
    assert refused(said, "a base in memory")


def test_a_tutor_reads_the_same_in_both_languages() -> None:
    ours, theirs = (Words("bolicho.cli.commands.train", language, "tutor.toml").texts for language in LANGUAGES)
    assert list(ours) == list(theirs)
    for key in ours:
        assert placeholders(ours[key]) == placeholders(theirs[key]), key


def test_help() -> None:
    assert "cases" in knock("train").out
    assert "Usage: bolicho train cases" in train("--help").out
