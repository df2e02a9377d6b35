"""Every block of code on a page is executed or, where that would take long or ask other machines, at least parsed.

- ``python`` with ``>>>``: doctests, which pytest collects from README.md and docs/ by itself.
- ``python`` without a prompt: executed here, page by page, from top to bottom (``PREPARED`` says what a page needs).
- ``sh``, and blocks without a language: each ``bolicho`` command must be one that the command line takes (its name, its
  options, the number of its arguments, its game and its agents); those of ``RUN`` are also run, with small numbers.
- ``make`` targets must exist; programs of others (curl, pip, node ...) are named in ``OTHERS`` and left alone.
- ``toml`` and ``json`` must parse. ``text`` and the languages of ``READ`` are for reading.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.docs.pages import DOCS, PAGES, ROOT, Block, blocks, commands, name
from typer import Context

from bolicho.agents import AGENTS
from bolicho.cli.lazy import COMMANDS, load
from bolicho.games import GAMES

SHELL = ("sh", "", "console", "bash")
READ = ("js", "javascript", "nginx", "text", "c", "diff", "csv")
OTHERS = (
    "curl",
    "pip",
    "python",
    "python3",
    "ray",
    "node",
    "createdb",
    "export",
    "cp",
    "cd",
    "printf",
    "pytest",
    "git",
    "npm",
)
MADE = {made for page in PAGES for made in re.findall(r"bolicho new \w+ ([\w-]+)", page.read_text(encoding="utf-8"))}
"""Games and agents that a reader makes by a template."""

RUN = {
    "docs/tutorial/first-match.md": ["match", "replay"],
    "docs/tutorial/first-tournament.md": ["arena truco random"],
    "docs/tutorial/first-training.md": ["train qlearning", "solve", "train cases", "cases info"],
    "docs/howto/class.md": ["solve pong-hau-ki"],
}
"""Commands that are run as they stand on the page, one after the other in one folder, but with small numbers."""
SMALL = {"--matches": "2", "--episodes": "200", "--repetitions": "1", "-n": "2"}
NEVER = ("--tutor person", "--decide")
PREPARED: dict[str, list[str]] = {
    "docs/cases/data.md": ["cases export baseline baseline.csv", "cases export baseline baseline.parquet"],
    "docs/cases/imitation.md": ["train imitation --start starter --matches 1 --recluster off --name mine --seed 1"],
    "docs/cases/learning.md": ["train cases --bot bot1 --against bot0 --matches 1 --seed 1"],
    "docs/field/new.md": ["new game altas --kind cards"],
    "docs/tutorial/first-agent.md": [],
}
"""Pages with Python that is executed, and the commands that make what it opens."""


def bare(block: Block) -> bool:
    return block.language in ("python", "py") and ">>>" not in block.body


def ours(block: Block) -> list[list[str]]:
    """Return the bolicho commands of a block, without what stands before them."""
    found = []
    for words in commands(block) if block.language in SHELL else ():
        words = words[next((place for place, word in enumerate(words) if "=" not in word), 0) :]
        if words and words[0].rpartition("/")[2] == "bolicho":
            found.append(words[1:])
    return found


PYTHON = [page for page in PAGES if any(map(bare, blocks(page)))]
TYPED = [(block.where, words) for page in PAGES for block in blocks(page) for words in ours(block)]


@pytest.mark.parametrize("page", PYTHON, ids=name)
def test_python_without_a_prompt_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert name(page) in PREPARED, f"{name(page)}: say in PREPARED what its Python needs, or write it with >>>"
    store = str(tmp_path / "store.db")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOLICHO_STORE", store)
    for line in PREPARED[name(page)]:
        said = knock(*line.split(), BOLICHO_STORE=store)
        assert said.code == 0, said
    for made in tmp_path.glob("bolicho-*/src"):  # a package that the reader has installed
        monkeypatch.syspath_prepend(made)
    space: dict[str, Any] = {"__name__": "a_page"}
    for block in filter(bare, blocks(page)):
        exec(compile(block.body, block.where, "exec"), space)


@pytest.mark.parametrize("page", RUN)
def test_commands_that_are_cheap_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = []
    for block in blocks(ROOT / page):
        for words in ours(block):
            line = " ".join(words)
            if not line.startswith(tuple(RUN[page])) or any(never in line for never in NEVER):
                continue
            small = [SMALL.get(before, word) for before, word in zip(["", *words], words, strict=False)]
            one = ["--workers", "1"] if words[0] in ("match", "arena") and "--workers" not in words else []
            said = knock(*small, *one, BOLICHO_STORE=str(tmp_path / "store.db"))
            assert said.code == 0, (block.where, line, said.err, said.out)
            done.append(line)
    assert {command for command in RUN[page] if any(line.startswith(command) for line in done)} == set(RUN[page])


@pytest.mark.parametrize(("where", "words"), TYPED, ids=[f"{where} {' '.join(words)}"[:90] for where, words in TYPED])
def test_every_command_on_a_page_is_one_that_is_taken(where: str, words: list[str]) -> None:
    if words in (["--version"], ["--help"]):
        return
    assert words[0] in COMMANDS, f"{where}: no command {words[0]!r}"
    command, rest = load(words[0]), words[1:]
    while inner := getattr(command, "commands", {}):
        if not rest or rest[0] in ("--help", "-h"):
            return
        assert rest[0] in inner, f"{where}: no command {rest[0]!r} in {', '.join(inner)}"
        command, rest = inner[rest[0]], rest[1:]
    if "[" in "".join(rest) or "…" in "".join(rest):
        rest = options_named(rest)  # a line that shows how a command is used
    given, left, _ = command.make_parser(Context(command)).parse_args([word for word in rest if word != "..."])
    assert not left, f"{where}: {left} is more than {words[0]} takes"
    if words[0] in ("play", "match", "arena", "solve", "profile", "exploit"):
        check_names(where, given)


def options_named(rest: list[str]) -> list[str]:
    """Return the options that a usage line names in brackets, which must exist; their values are made up."""
    found = re.findall(r"(--[a-z-]+)(?: ([^\]\s]+))?", " ".join(rest))
    return [word for option, value in found for word in ([option, value] if value else [option])] + ["sound"]


def check_names(where: str, given: dict[str, Any]) -> None:
    """Games and agents that are named must be there."""
    names = [given.get("game"), *_list(given.get("agents")), *_list(given.get("against")), *_list(given.get("agent"))]
    for one in filter(None, names):
        known = one.partition(":")[0]
        if (
            known in MADE
            or known.isupper()
            or one.endswith(".toml")
            or known in ("field", "self", "s1", "full", "s1|full")
        ):
            continue
        assert known in (*GAMES.names(), *AGENTS.names()), f"{where}: no game or agent {one!r}"


def _list(value: Any) -> list[str]:
    return list(value) if isinstance(value, list | tuple) else [value] if isinstance(value, str) else []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_nothing_on_a_page_goes_unchecked(page: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for block in blocks(page):
        if block.language == "toml":
            tomllib.loads(block.body)
        elif block.language in ("json", "jsonl"):
            for text in block.body.splitlines() if block.language == "jsonl" else [block.body]:
                json.loads(text)
        elif block.language in ("sh", "bash", "console"):
            for words in commands(block):
                first = next((word for word in words if "=" not in word), "export").rpartition("/")
                if first[2] == "make":
                    assert set(words[1:2]) <= set(targets), f"{block.where}: no target {words[1:]}"
                else:
                    assert first[2] in ("bolicho", *OTHERS) or first[0], (
                        f"{block.where}: whose program is {words[0]!r}?"
                    )
        else:
            assert block.language in ("python", "py", "pycon", "", *READ), f"{block.where}: {block.language}"


def test_doctests_of_all_pages_are_collected() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert {"README.md", "docs"} <= set(settings["testpaths"])
    assert "--doctest-glob=*.md" in settings["addopts"]
    assert DOCS.is_dir()
