"""Whether agents may start programs: whoever serves strangers says no, for every process that thinks or works for them.

A factory whose ``starts_programs`` is true makes agents that do; it asks ``allowed`` before it starts one.
"""

import os

VARIABLE = "BOLICHO_PROGRAMS"
FORBIDDEN = {VARIABLE: "off"}
"""What is added to the environment of a process in which no agent may start a program."""


def allowed() -> bool:
    """Whether an agent may start a program here."""
    return os.environ.get(VARIABLE) != FORBIDDEN[VARIABLE]


def starts(factory: object) -> bool:
    """Whether the agents of a factory start programs."""
    return bool(getattr(factory, "starts_programs", False))


def refusal(factory: object) -> str:
    """Return what is said to who asks for one of its agents here: its ``no_programs``, if it has such words.

    >>> refusal(object)
    'no programs are started here'
    """
    return str(getattr(factory, "no_programs", "no programs are started here"))
