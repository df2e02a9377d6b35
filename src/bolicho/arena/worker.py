"""One worker: a process that builds the game and the agents once, and plays the matches it is handed.

A learning series gets agents of its own, built when it begins.
"""

import os
import signal
import sys
from collections.abc import Iterable
from functools import partial
from io import TextIOWrapper
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread
from time import monotonic
from traceback import print_exc
from typing import Any, NamedTuple

from bolicho.arena.clock import AGENT, BEGAN, MATCH, NO_MATCH, Clock, Clocked
from bolicho.arena.local import play_pairing
from bolicho.arena.plan import Plan
from bolicho.arena.rows import Row
from bolicho.arena.series import Series, play_series
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.record import Record


class Ready(NamedTuple):
    """The worker has built everything and waits for matches."""


class Unfit(NamedTuple):
    """Something could not be built."""

    why: str


class Failed(NamedTuple):
    """Something broke that is nobody's forfeit: a rule, a tally."""

    why: str


class Played(NamedTuple):
    """A match is over; its record as JSON where the plan wants it."""

    row: Row
    record: str | None


Message = Ready | Unfit | Failed | Played


def work(plan: Plan, pipe: Connection, clock: Clock) -> None:
    """Play chunks of matches until there are no more; ends when the parent does."""
    begin_work()
    try:
        try:
            game = plan.build_game()
            agents = [_build(plan, index, game, clock) for index in range(len(plan.agents))]
            how: dict[str, Any] = {
                "salt": plan.salt,
                "time_limit": plan.time_limit,
                "tally": plan.build_tally(),
            }
        except BolichoError as error:
            pipe.send(Unfit(str(error)))
            return
        pipe.send(Ready())
        while chunk := pipe.recv():
            played: Iterable[tuple[Row, Record]]
            if isinstance(chunk, Series):
                anew = partial(_build, plan, game=game, clock=clock)
                played = play_series(game, anew, chunk, plan.seed, clock, **how)
            else:
                played = (play_pairing(game, agents, pairing, plan.seed, clock, **how) for pairing in chunk)
            for row, record in played:
                pipe.send(Played(row, record.to_json() if plan.records else None))
    except BadInput as error:  # an agent that cannot be built again, or does not learn
        pipe.send(Unfit(str(error)))
    except (EOFError, ConnectionError):
        return  # the parent is gone, and nobody wants the rest
    except Exception as error:  # this is our own mistake: where it happened goes to stderr
        print_exc()
        pipe.send(Failed(f"a worker failed: {type(error).__name__}: {error}"))


def _build(plan: Plan, index: int, game: Game, clock: Clock) -> Clocked:
    clock[MATCH], clock[AGENT], clock[BEGAN] = NO_MATCH, index, monotonic()
    agent = Clocked(plan.build_agent(index, game), index, clock)
    clock[BEGAN] = 0.0
    return agent


def begin_work() -> None:
    """What every worker process does first: leave the terminal to its parent, and never outlive it."""
    leave_the_terminal()
    die_with_parent()


def leave_the_terminal() -> None:
    """Ctrl-C is the parent's business, and what an agent prints must not mix with the result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # what was said is out before the row that follows it


def die_with_parent() -> None:
    """Never outlive the parent, even one killed outright, even inside an agent that hangs."""
    parent = parent_process()
    if parent is None:
        return

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
    if sys.platform == "linux":  # compiled code may hold the interpreter for ever, then only the kernel can help
        from ctypes import CDLL

        pr_set_pdeathsig = 1
        CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)
