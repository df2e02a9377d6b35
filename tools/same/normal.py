"""What may differ between two runs of one tree, and is hidden before outputs are compared.

As few rules as possible: whatever is hidden here can change unseen.
"""

import re
from typing import NamedTuple


class Rule(NamedTuple):
    """In files whose path matches, what is found is replaced."""

    files: str
    found: str
    put: str
    why: str


RULES: tuple[Rule, ...] = ()


def normal(path: str, text: str) -> str:
    """Return the text of an output as it is compared."""
    for rule in RULES:
        if re.search(rule.files, path):
            text = re.sub(rule.found, rule.put, text, flags=re.MULTILINE)
    return text
