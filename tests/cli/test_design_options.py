"""An option is declared in one place: the terminal and the page have the same options with the same defaults."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import bolicho.cli.commands.train.group as group
from bolicho.cli.design_options import takes
from bolicho.cli.lazy import load
from bolicho.core.errors import BadInput
from bolicho.core.options import Option, check, declared, design_of, setting
from bolicho.web.jobs.kinds import KINDS, TRAININGS
from bolicho.web.server.texts import load_texts

COMMANDS = Path(group.__file__).parent
OPTIONS: dict[str, tuple[Option, ...]] = {kind.removeprefix("train-"): options for kind, options in TRAININGS.items()}


def parameters(command: str) -> dict[str, Any]:
    """What a command of ``bolicho train`` takes, by name."""
    found: Any = typer.main.get_command(group.train)
    return {one.name: one for one in found.commands[command].params}


def test_every_training_is_looked_at() -> None:
    found: Any = typer.main.get_command(group.train)
    assert set(OPTIONS) == set(found.commands)


@pytest.mark.parametrize("training", OPTIONS)
def test_the_terminal_has_every_option_of_a_training_as_it_is_declared(training: str) -> None:
    there = parameters(training)
    for option in OPTIONS[training]:
        assert there[option.name].default == option.default, option.name
        assert there[option.name].required == option.required, option.name
        assert option.argument or option.flag in there[option.name].opts, option.name
        assert there[option.name].help == option.usage, option.name


@pytest.mark.parametrize("kind", TRAININGS)
def test_the_page_asks_for_the_very_options_of_the_terminal(kind: str) -> None:
    assert [option for option in TRAININGS[kind] if option.page] == list(KINDS[kind].fields)
    there = parameters(kind.removeprefix("train-"))
    for option in KINDS[kind].fields:
        assert option.default == there[option.name].default, option.name
        assert option.help, option.name


JOBS = {
    "tournament": ("arena",),
    "duel": ("cases", "duel"),
    "profile": ("profile",),
    "reproduction": ("reproduce",),
    "rikken-bidding": ("rikken", "bidding"),
    "rikken-play": ("rikken", "play"),
    "clustering": ("cases", "cluster"),
}
PAGE_ALONE = {"duel": ("a_", "b_"), "clustering": ("save",), "reproduction": ("base",)}
"""What the terminal takes as one text (the two sides, an experiment with its base), and which command is meant."""


@pytest.mark.parametrize("kind", JOBS)
def test_the_page_asks_for_other_jobs_as_the_terminal_does(kind: str) -> None:
    command: Any = load(JOBS[kind][0])
    for word in JOBS[kind][1:]:
        command = command.commands[word]
    there = {one.name: one for one in command.params}
    for option in KINDS[kind].fields:
        if not option.name.startswith(PAGE_ALONE.get(kind, ("-",))):
            found = there[option.name]
            assert (found.default, found.required, found.help) == (option.default, option.required, option.usage)


@pytest.mark.parametrize("kind", KINDS)
def test_what_helps_is_said_where_the_option_is_declared_in_both_languages(kind: str) -> None:
    for option in KINDS[kind].fields:
        assert option.help, option.name
        assert option.help_pt, option.name
        assert option.help != option.help_pt, option.name


def test_the_page_has_no_second_text_that_helps() -> None:
    texts = load_texts("words/lab.toml", "en")
    assert not [key for key in texts if key.startswith("lab.help-")]


def wrong() -> Iterator[tuple[str, Option, Any]]:
    """Every number that a page and the terminal both ask for, and something that it cannot be."""
    for kind, one in KINDS.items():
        for option in one.fields:
            if option.type in ("integer", "number") and not option.name.startswith(PAGE_ALONE.get(kind, ("-",))):
                yield kind, option, "many"
                if option.low is not None:
                    yield kind, option, option.low - 1
                if option.high is not None:
                    yield kind, option, option.high + 1


@pytest.mark.parametrize(("kind", "option", "value"), list(wrong()), ids=lambda one: getattr(one, "name", str(one)))
def test_a_number_that_cannot_be_is_refused_in_the_same_words(kind: str, option: Option, value: Any) -> None:
    with pytest.raises(BadInput) as page:
        option.read(value)

    def command(**said: object) -> None:
        raise AssertionError(f"{said} was taken")

    app = typer.Typer()
    app.command()(takes(replace(option, required=False))(command))
    found = CliRunner().invoke(app, [f"{option.flag}={value}"])
    assert isinstance(found.exception, BadInput), found.output
    assert str(found.exception).replace("'", "") == str(page.value).replace("'", "")


def test_every_kind_of_job_is_looked_at() -> None:
    assert {*JOBS, *TRAININGS} == set(KINDS)


def test_no_command_declares_an_option_of_its_design_again() -> None:
    names = {option.name for options in OPTIONS.values() for option in options}
    taking = 0
    for path in sorted(COMMANDS.glob("*.py")):
        for command in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(command, ast.FunctionDef) or "takes" not in map(called, command.decorator_list):
                continue
            taking += 1
            defaults = dict(zip(command.args.kwonlyargs, command.args.kw_defaults, strict=True))
            for one, default in defaults.items():
                again = one.arg in names and (default is not None or "typer" in ast.unparse(one.annotation or one))
                assert not again, f"{path.name} declares {one.arg} a second time"
    assert taking == len(OPTIONS)


def called(node: ast.expr) -> str:
    return ast.unparse(node.func) if isinstance(node, ast.Call) else ""


def test_the_page_makes_no_form_of_a_training_by_hand() -> None:
    for path in sorted((Path(group.__file__).parents[3] / "web" / "jobs").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and called(call) == "Kind":
                assert ast.unparse(call.args[0]).strip("\"'") not in TRAININGS, f"{path.name} line {call.lineno}"


@dataclass(frozen=True)
class Design:
    matches: int = setting(7, "How many.", low=1, short="-n")
    clean: bool = setting(True, "Whether it is cleaned.")
    side: str = setting("both", "Who learns.", choices=("one", "both"))
    policies: tuple[str, ...] = setting(("a", "b"), "Which.", parse=lambda text: tuple(text.split(",")))

    def __post_init__(self) -> None:
        check(self)


def run(*words: str) -> Any:
    app, found = typer.Typer(), []

    @app.command()
    @takes(*declared(Design))
    def command(*, out: str = "here", **asked: Any) -> None:
        found.append((out, design_of(Design, asked)))

    assert CliRunner().invoke(app, list(words), catch_exceptions=False).exit_code == 0
    return found[0]


def test_a_command_takes_what_a_design_declares() -> None:
    assert run() == ("here", Design())
    asked = ("-n", "9", "--no-clean", "--side", "one", "--policies", "x,y", "--out", "there")
    assert run(*asked) == ("there", Design(9, False, "one", ("x", "y")))


def test_what_a_form_sends_makes_the_same_design_and_the_same_words() -> None:
    read = {option.name: option.read(None) for option in declared(Design)}
    assert design_of(Design, read) == Design()
    sent = {"matches": "9", "clean": False, "side": "one", "policies": "x,y"}
    read = {option.name: option.read(sent[option.name]) for option in declared(Design)}
    typed = [word for option in declared(Design) for word in option.typed(read[option.name])]
    assert run(*typed)[1] == design_of(Design, read) == Design(9, False, "one", ("x", "y"))


@pytest.mark.parametrize(
    ("change", "said"),
    [({"matches": 0}, "matches 0: expected at least 1"), ({"side": "no"}, "unknown side 'no'; known: one, both")],
)
def test_a_value_that_is_not_allowed_is_refused_wherever_the_design_is_made(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Design(**change)
