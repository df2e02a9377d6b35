"""A thinker: a process in which agents are asked for one decision at a time (see `mind.py`)."""

import os
from socket import socket

from bolicho.core import paths, programs
from bolicho.core.errors import BolichoError, fault, one_line
from bolicho.parallel import copies
from bolicho.parallel.child import begin
from bolicho.parallel.wire import Home, WireCut
from bolicho.web.tables.mind import Mind
from bolicho.web.tables.thoughts import AgentFailure, Message, to_data

SEATS_KEPT, AGENTS_KEPT = 512, 48


def think(line: socket, store: str | None) -> None:
    """Answer tasks until the house closes."""
    begin()
    if hasattr(os, "nice"):
        os.nice(15)  # the house itself answers first
    os.environ.update(programs.FORBIDDEN | paths.CLOSED)
    if store is not None:
        os.environ["BOLICHO_STORE"] = store  # bases are looked up by name in the house's own store
    mind, home = Mind(), Home(line)

    def say(message: Message) -> None:
        copies.settle()  # an agent that came back twice is told off; its copy never speaks
        home.say({"ticket": ticket, **to_data(message)})

    try:
        while True:
            ticket, task = home.hear()
            try:
                mind.answer(task, say)
            except WireCut:
                raise
            except BolichoError as error:
                say(AgentFailure(one_line(error)))
            except BaseException as error:  # whatever an agent raises is its own fault and must not end the process
                say(AgentFailure(fault(error)))
    except (WireCut, KeyboardInterrupt):
        os._exit(0)
