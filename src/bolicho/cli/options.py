"""Options that several commands take, as they are given on the command line."""

from collections.abc import Sequence
from typing import Any

import typer

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

SALT: Any = typer.Option(
    None,
    metavar="TEXT",
    help="A secret on which all chance depends, beside the seed. When an agent from outside plays, one is drawn. "
    "Give the salt of an earlier run to repeat it.",
)


def rule_options(preset: str | None, target: int | None, texts: Sequence[str]) -> JsonObject:
    """Put ``--preset``, ``--target`` and every ``--option NAME=VALUE`` together.

    >>> rule_options("cbtg", None, ["flor=off"])
    {'preset': 'cbtg', 'flor': 'off'}
    """
    named = {"preset": preset, "target": target}
    given: JsonObject = {name: value for name, value in named.items() if value is not None}
    for text in texts:
        option, equals, value = (part.strip() for part in text.partition("="))
        if not (option and equals and value):
            raise BadInput(f"--option {text!r}: expected NAME=VALUE")
        if option in given:
            raise BadInput(f"--option {text!r}: {option} is given twice")
        given[option] = value
    return given
