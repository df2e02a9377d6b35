"""Agents by their file, and agents that somebody adds: for who sits at the machine, in this process and in workers."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bolicho
from bolicho.agents import AGENTS, add, make
from bolicho.arena import Plan, duplicate, run
from bolicho.arena.plan.design import Design
from bolicho.arena.plan.luggage import files_of, pack, unpack
from bolicho.core.programs import FORBIDDEN

STEADY = """
from pathlib import Path
from bolicho import Decision
Path(__file__).with_name("trace").touch()

class Steady:
    name = "steady"
    plays = ("truco",)

    def __init__(self, game, which="0"):
        self.which = int(which)

    def choose(self, view, rng):
        return Decision(view.moves[self.which])
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "steady.py").write_text(STEADY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.usefixtures("here")
def test_a_file_and_its_class_are_an_agent_with_arguments_if_it_takes_any(here: Path) -> None:
    game = bolicho.game("truco")
    for spec, which in (
        ("./steady.py:Steady", 0),
        ("steady.py:Steady:-1", -1),
        (f"{here}/steady.py:Steady:which=1", 1),
    ):
        agent = make(spec, game)
        assert (agent.name, agent.which) == ("steady", which)
        assert pickle.loads(pickle.dumps(agent)).which == which
    Path("steady.py").write_text(STEADY.replace('"steady"', '"changed"'))
    assert make("./steady.py:Steady", game).name == "changed", "what was edited is read again"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("./none.py:Steady", "there is no file ./none.py"),
        ("./steady.py", "say which class of the file it is"),
        ("./steady.py:Nobody", "no Nobody in ./steady.py; there is: Steady"),
        ("./steady.py:Path", "Path is no agent's class"),
        ("./steady.py:__file__", "__file__ is no agent's class"),
        ("./steady.py:Steady:1,2", "too many positional"),
        ("./bare.py:Bare", "Bare is made with the game and takes nothing: give it def __init__(self, game)"),
        ("./broken.py:Steady", "broken.py line 2: "),
        ("./absent.py:Steady", "does not load: it raised ModuleNotFoundError"),
        ("./leaves.py:Steady", "does not load: it raised SystemExit"),
    ],
)
def test_whatever_is_wrong_with_a_file_is_one_clear_line(spec: str, why: str) -> None:
    Path("bare.py").write_text("class Bare:\n    def choose(self, view, rng): ...\n")
    Path("broken.py").write_text("\ndef x(:\n")
    Path("absent.py").write_text("import nothing_of_this_name\n")
    Path("leaves.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(bolicho.BadInput) as caught:
        make(spec, "truco")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    with pytest.raises(bolicho.BadInput, match=r"steady.py:Steady' does not play tapatan"):
        make("./steady.py:Steady", "tapatan")


@pytest.mark.usefixtures("here")
def test_a_file_plays_in_workers_wherever_they_are_and_never_runs_here() -> None:
    plan = Plan("truco", ("./steady.py:Steady", "random"), {"target": 2}, seed=1)
    design = Design(plan, "round-robin", 2)
    assert "./steady.py:Steady" in design.to_dict()["agents"]
    assert [path.name for path in files_of(plan)] == ["steady.py"]
    plan.check()
    assert not Path("trace").exists(), "only a worker runs it"
    rows = run(plan, duplicate((0, 1), 2))
    assert [row.forfeit for row in rows] == [None, None]
    assert Path("trace").exists()


def test_a_file_goes_along_to_another_machine(here: Path) -> None:
    plan = Plan("truco", ("steady.py:Steady:which=-1", "random"))
    found = pack(plan)
    (here / "steady.py").unlink()
    there = unpack(plan, found, here / "there")
    assert there.agents[0].endswith("steady.py:Steady:which=-1")
    assert make(there.agents[0], "truco").which == -1


@pytest.mark.usefixtures("here")
def test_where_no_programs_are_started_no_file_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FORBIDDEN.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(bolicho.BadInput, match="no programs are started here"):
        make("./steady.py:Steady", "truco")
    with pytest.raises(bolicho.BadInput, match="no programs are started here"):
        Plan("truco", ("./steady.py:Steady", "random")).check()
    assert not Path("trace").exists()


@pytest.mark.usefixtures("here")
def test_the_command_line_knows_files() -> None:
    command = [sys.executable, "-m", "bolicho", "match", "truco", "./steady.py:Steady", "novice", "-n", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, '"forfeits": []' in done.stdout) == (0, True), done.stderr


class Last:
    """Plays its last legal move."""

    name = "last"

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Any, rng: Random) -> bolicho.Decision:
        return bolicho.Decision(view.moves[-1])


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AGENTS, "_loaded", dict(AGENTS._loaded))
    monkeypatch.setattr(AGENTS, "_added", set(AGENTS._added))


@pytest.mark.usefixtures("registry")
def test_an_agent_that_is_added_reaches_workers_even_one_that_nobody_can_import() -> None:
    class Here(Last):
        name = "here"

    kept = Here(bolicho.game("truco"))
    add("mine", Here)
    add("kept", lambda game: kept)
    plan = Plan("truco", ("mine", "kept", "random"), {"target": 2}, seed=1)
    rows = run(plan, [*duplicate((0, 2), 2), *duplicate((1, 2), 2, first_match=2)])
    assert [row.forfeit for row in rows] == [None] * 4


@pytest.mark.usefixtures("registry")
def test_an_agent_that_cannot_be_sent_or_added_says_so() -> None:
    lock = os.scandir(".")
    add("bound", lambda game: lock)
    with pytest.raises(bolicho.BadInput, match="agent 'bound' cannot be sent to a worker: it raised TypeError"):
        run(Plan("truco", ("bound", "random")), duplicate((0, 1), 2))
    for name in ("sound", "", "a:b"):
        with pytest.raises(bolicho.BadInput, match=f"agent '{name}'"):
            add(name, Last)


NOTEBOOK = """
import bolicho
from bolicho import Decision, agents
from bolicho.arena import Plan, duplicate, run

class Last:
    name = "last"
    def __init__(self, game): pass
    def choose(self, view, rng): return Decision(view.moves[-1])

agents.add("last", Last)
print([row.forfeit for row in run(Plan("truco", ("last", "random"), {"target": 2}), duplicate((0, 1), 2))])
"""


def test_what_is_defined_where_no_file_is_reaches_workers() -> None:
    """As in a notebook: `__main__` has no file that a worker could read."""
    command = [sys.executable, "-c", NOTEBOOK]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "[None, None]", done.stderr


@pytest.mark.parametrize("game", ["truco", "rikken", "tapatan"])
def test_agents_of_the_house_can_be_pickled_and_play_on_alike(game: str) -> None:
    rules = bolicho.game(game)
    view = (state := rules.start(rules.deal(bolicho.stream(3)))).view(state.seat)
    heavy = ("equilibrium", "cbr", "markov", "bot2", "bot3", "bot4", "bot5", "ismcts", "mcts", "mc", "pimc")
    for name in bolicho.agents(rules):
        if name not in AGENTS.house or name in heavy:
            continue
        agent = make(name, rules)
        agent.choose(view, Random(1))  # what it has worked out since goes along, or is worked out again
        again = pickle.loads(pickle.dumps(agent))
        assert again.choose(view, Random(1)).move == agent.choose(view, Random(1)).move, name
    assert pickle.loads(pickle.dumps(rules)) == rules
