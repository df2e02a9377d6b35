"""The reference of the commands, from the commands themselves."""

from collections.abc import Callable, Iterator
from html import escape
from inspect import cleandoc
from typing import Any

from grids import grid
from typer import Context

from bolicho.cli.lazy import COMMANDS, load

Link = Callable[[str], str]


def commands(*, link: Link) -> str:  # noqa: ARG001
    """Tell every command: what it does, its arguments and its options."""
    return "\n\n".join(
        _command(path, command) for name in COMMANDS for path, command in _below(f"bolicho {name}", load(name))
    )


def _below(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Go through a command and those below it."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from _below(f"{path} {name}", inner)


def _command(path: str, command: Any) -> str:
    context = Context(command, info_name=path)
    told = cleandoc((command.help or "").partition("\f")[0])
    blocks = [f"{'##' if path.count(' ') == 1 else '###'} {path}", *(_plain(part) for part in told.split("\n\n"))]
    usage = path + " " + "|".join(getattr(command, "commands", {}))
    if not getattr(command, "commands", None):
        usage = command.get_usage(context).removeprefix("Usage: ")
        records = [record for one in command.params if (record := one.get_help_record(context))]
        blocks.append(
            grid(["argument or option", "what it does"], [[f"`{names}`", _plain(line)] for names, line in records])
        )
    blocks.insert(1, f"```text\n{' '.join(usage.split())}\n```")
    return "\n\n".join(blocks)


def _plain(text: str) -> str:
    """Return text in which nothing is a sign of Markdown or HTML, but what stands between backticks is code."""
    text = " ".join(text.replace("``", "`").split())
    parts = text.split("`") if text.count("`") % 2 == 0 else [text]
    return "`".join(part if place % 2 else _escaped(part) for place, part in enumerate(parts))


def _escaped(text: str) -> str:
    for sign in "\\`*_[]":
        text = text.replace(sign, "\\" + sign)
    return escape(text, quote=False)
