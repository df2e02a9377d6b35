"""One worker: a process that builds the game and the agents once, and plays the matches it is handed.

A learning series gets agents of its own, built when it begins.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from socket import socket
from traceback import print_exc

from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.local import play_pairing
from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.series import Series, play_series
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.messages import Deciding, Failure, MatchOver, Ready, Unfit, to_data
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.parallel import copies
from bolicho.parallel.child import CUT, begin
from bolicho.parallel.clock import NO_TASK, TASK, Clock, Mark, timed, whole_number
from bolicho.parallel.wire import Home, WireCut


class _Marks:
    """Says before every decision whose it is, while somebody wants to know."""

    def __init__(self, home: Home, clock: Clock) -> None:
        self.home, self.clock = home, clock
        self.wanted = True

    def __call__(self, agent: int) -> None:
        if self.wanted:
            self.home.say(to_data(Deciding(whole_number(self.clock[TASK]), agent)))


def work(line: socket, plan: Plan, clock: Clock) -> None:
    """Play chunks of matches until there are no more; ends when the parent does."""
    begin()
    home = Home(line)
    try:
        _work(plan, home, clock)
    except BadInput as error:  # an agent that cannot be built, or not again, or does not learn
        _last_words(home, Unfit(str(error)))
    except WireCut:  # the parent is gone, or an agent has cut the wire: nobody hears the rest
        os._exit(CUT)
    except Exception as error:  # this is our own mistake: where it happened goes to stderr
        print_exc()
        _last_words(home, Failure(f"a worker failed: {type(error).__name__}: {error}"))


def _work(plan: Plan, home: Home, clock: Clock) -> None:
    marks = _Marks(home, clock)
    try:
        plan.unpack()
        game = plan.build_game()
        build = partial(_build, plan, game=game, clock=clock, mark=marks)
        agents = [build(index) for index in range(len(plan.agents))]
        for agent in agents if not plan.why else ():
            agent.brief()
        how: JsonObject = {"salt": plan.salt, "time_limit": plan.time_limit, "tally": plan.build_tally()}
    except BolichoError as error:
        raise BadInput(str(error)) from error
    home.say(to_data(Ready()))
    while True:
        chunk, marks.wanted = home.hear()
        played: Iterable[tuple[Row, Record]]
        if isinstance(chunk, Series):
            played = play_series(game, build, chunk, plan.seed, clock, **how)
        else:
            asked = {**how, "keep_why": plan.why}
            played = (play_pairing(game, agents, pairing, plan.seed, clock, **asked) for pairing in chunk)
        for row, record in played:
            home.say(to_data(MatchOver(row, record.to_json() if plan.records else None)))


def _last_words(home: Home, message: Unfit | Failure) -> None:
    with suppress(WireCut):
        home.say(to_data(message))


def _build(plan: Plan, index: int, game: Game, clock: Clock, mark: Mark) -> ClockedAgent:
    clock[TASK] = NO_TASK
    try:
        return ClockedAgent(timed(plan.build_agent, index, clock, mark, index, game), index, clock, mark)
    except copies.AgentCopied as error:
        raise BadInput(f"agent {plan.agents[index]!r} cannot be built: it {error}") from None
