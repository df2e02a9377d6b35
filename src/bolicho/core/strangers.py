"""Who is a stranger: agents whose code is not the house's, or that start programs. Where one plays, chance is salted.

The house's own agents are read, tested and known not to search for seeds; so matches among them follow from the seed
alone. A stranger that shares a process with the table could look into its memory: a salt closes the open door, it is no
wall. What runs as a program of its own (``line:``) hears nothing but its views and draws.
"""

import sys
from collections.abc import Iterable

from bolicho.core.chance import OPEN, new_salt
from bolicho.core.programs import starts


def is_stranger(agent: object) -> bool:
    """Whether an agent, or what builds agents, is not the house's own.

    >>> class Guest:
    ...     name = "guest"
    >>> is_stranger(Guest()), is_stranger(is_stranger)
    (True, False)
    """
    if starts(agent) or getattr(agent, "stranger", False):
        return True
    made_by = agent if hasattr(agent, "__qualname__") else type(agent)
    module = sys.modules.get(str(made_by.__module__))
    ours = str(made_by.__module__).split(".")[0] == "bolicho"
    # a name can be borrowed: what stands under it in that module tells
    return not (ours and getattr(module, made_by.__qualname__, None) is made_by)


def salt_for(agents: Iterable[object]) -> str:
    """Return the salt of a match between these: a secret one if a stranger is among them."""
    return new_salt() if any(map(is_stranger, agents)) else OPEN
