"""``bolicho cases`` as tests type it, by the store of the folder they are in."""

import json
from typing import Any

from tests.cli.front_door import Printed, knock


def cases(*words: object) -> Printed:
    """Type a command."""
    return knock("cases", *map(str, words), BOLICHO_STORE="store.db")


def data(*words: object) -> Any:
    """Return what a command says as data; it must succeed."""
    said = cases(*words, "--json")
    assert said.code == 0, said.err
    return json.loads(said.out)
