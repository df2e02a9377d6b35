"""``bolicho cases rename|drop``: another name for a base of the store, or no base at all."""

import sys
from typing import Annotated

import typer

from bolicho.cli.commands.cases.shared import AS_JSON, STORE, opened, print_json, words_of
from bolicho.cli.language import LANGUAGE
from bolicho.core.errors import BadInput


def rename(
    old: Annotated[str, typer.Argument(help="A base of the store.")],
    new: Annotated[str, typer.Argument(help="What to call it from now on.")],
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Give a base of the store another name."""
    from bolicho.learn.cases import shelf

    words = words_of(language)
    with opened(store) as place:
        shelf.rename(old, new, place)
    if as_json:
        print_json({"renamed": old, "name": new})
        return
    typer.echo(words("renamed", old=old, new=new))


def drop(
    name: Annotated[str, typer.Argument(help="A base of the store.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Remove a base from the store, with its cases and clusters; it cannot be brought back."""
    from bolicho.learn.cases import shelf

    words = words_of(language)
    with opened(store) as place:
        cases = shelf.own(name, place).cases
        if not yes:
            if as_json or not sys.stdin.isatty():
                raise BadInput(f"base {name!r} has {cases} cases that cannot be brought back; --yes drops it")
            typer.confirm(words("drop-sure", base=name, cases=cases), abort=True)
        shelf.drop(name, place)
    if as_json:
        print_json({"dropped": name, "cases": cases})
        return
    typer.echo(words("dropped", base=name, cases=cases))
