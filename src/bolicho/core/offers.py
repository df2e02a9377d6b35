"""What the owner of a server offers under a name, where nobody else may name files or programs.

``bolicho serve --policy forte=net.npz`` lets ``policy:forte`` sit down: whoever asks for it names no file. Every
process that thinks or works for the server is told by its environment.
"""

import json
import os
from collections.abc import Mapping

from bolicho.core.errors import BadInput

VARIABLE = "BOLICHO_OFFERS"


def offered() -> dict[str, str]:
    """Return what each agent on offer stands for, by its spec."""
    text = os.environ.get(VARIABLE, "{}")
    try:
        specs = json.loads(text)
    except ValueError:
        specs = None
    if not isinstance(specs, dict) or not all(isinstance(what, str) for what in specs.values()):
        raise BadInput(f"environment variable {VARIABLE}: expected specs and files as a JSON object")
    return specs


def environment(offers: Mapping[str, str]) -> dict[str, str]:
    """Return what is added to the environment of a server with these offers."""
    return {VARIABLE: json.dumps(dict(offers))} if offers else {}
