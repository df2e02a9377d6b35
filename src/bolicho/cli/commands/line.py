"""``bolicho line``: an agent of the house as a program, for whoever speaks the protocol (docs/field/line.md)."""

import os
import sys
from typing import Annotated

import typer

from bolicho.core.errors import BadInput


def line(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent, such as sound or minimax:4.")],
) -> None:
    """Run an agent as a program: questions on standard input, answers on standard output, one JSON object a line.

    It ends at `quit`. It is the other end of `line:COMMAND`: `bolicho match truco "line:bolicho line sound" random`.
    """
    from bolicho.agents import AGENTS
    from bolicho.field.line.speaker import speak

    AGENTS.factory(AGENTS.split(agent)[0])  # a name that nobody knows is told at once
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # what an agent prints is no answer
        wrong = speak(agent, sys.stdin.buffer, out)
    if wrong is not None:
        raise BadInput(f"standard input ended without quit, and {wrong}")
