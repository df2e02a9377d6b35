"""Policies that the owner of a server offers to everybody who plays there: ``NAME=FILE.npz``."""

import re
from collections.abc import Iterable
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.field.policy.network import Network

NAME = re.compile(r"[\w-]{1,40}")


def offers(given: Iterable[str]) -> dict[str, str]:
    """Check that each file is there and can play; return the file of each spec, ``policy:NAME``."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, file = text.partition("=")
        if not equals or not NAME.fullmatch(name) or not file.endswith(".npz"):
            raise BadInput(f"policy {text!r}: expected NAME=FILE.npz, with letters, digits, - and _ in NAME")
        if f"policy:{name}" in found:
            raise BadInput(f"policy {text!r}: the name {name} is given twice")
        path = Path(file).absolute()
        Network.load(path)
        found[f"policy:{name}"] = str(path)
    return found
