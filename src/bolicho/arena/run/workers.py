"""Many matches in worker processes, under a watchdog: the same rows whatever the number of workers.

The parent hands out small chunks of the schedule and collects rows as they finish. Each worker writes on its clock
who is deciding since when; an agent that thinks past its limit is ended with its process and forfeits the match, one
that brings its process down (a crash, an exit, no memory) likewise, and a fresh worker goes on with the rest. What may
have come from outside (somebody killed the process) is tried once more before it is a forfeit.

What a worker says is data, checked against what it was asked (`parallel/wire.py`, `messages.py`). When something else
comes, or the wire is cut, the clock cannot tell who did it: the match is played again by a careful worker, which says
before every decision whose it is, and then the last who was asked forfeits.
"""

from collections import deque
from collections.abc import Callable, Iterable

from bolicho.arena.matches.rows import Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.arena.matches.series import Series, Unit
from bolicho.arena.plan.plan import Plan
from bolicho.arena.run.forfeits import forfeited_record, forfeited_row
from bolicho.arena.run.messages import Deciding, Failure, MatchOver, Message, Ready, Unfit, from_data
from bolicho.arena.run.worker import work
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.parallel.clock import NO_TASK, Dial, Thinking
from bolicho.parallel.pool import MYSTERIES, Loss, Pool
from bolicho.parallel.wire import Unreadable
from bolicho.parallel.worker import GRACE, Worker

WhenDone = Callable[[Row, str | None], None]
"""Called with each row as it comes, in no order, and with its record as JSON where the plan keeps records."""

BUILD_LIMIT = 600.0
"""Seconds an agent may take to be built."""
CHUNK = 16


def run(plan: Plan, schedule: Iterable[Unit], *, workers: int = 1, done: WhenDone | None = None) -> list[Row]:
    """Play a schedule and return its rows, sorted by match."""
    rows: list[Row] = []

    def keep(row: Row, record: str | None) -> None:
        rows.append(row)
        if done is not None:
            done(row, record)

    with Crew(plan, workers) as crew:
        crew.play(schedule, keep)
    return sorted(rows, key=lambda row: row.match)


def never() -> bool:
    """Go on to the end."""
    return False


class _Player(Worker):
    """A worker that plays matches."""

    def __init__(self, plan: Plan) -> None:
        self.dial = Dial()
        self.chunk: list[Pairing] = []
        """Handed out and not come back; the first is being played, or in a series one before it."""
        self.series: Series | None = None
        """The series that they belong to."""
        self.careful = False
        self.deciding: Deciding | None = None
        """Who was asked last, as a careful worker tells, and every one while it builds the agents."""
        self.answered = True
        """Whether the last who was asked has come back, so that the worker itself is at work."""
        self.ready = False
        self.played = False
        super().__init__(work, plan.packed(), self.dial.clock)

    def expected(self, message: Message) -> bool:
        """Whether a worker says this now, and not an agent in its place."""
        if isinstance(message, MatchOver):
            row = message.row
            return bool(self.chunk) and self.chunk[0] == Pairing(row.match, row.board, row.seats)
        if isinstance(message, Ready):
            return not self.ready
        if isinstance(message, Unfit):  # only who builds agents can say so
            return not self.ready or self.series is not None
        if isinstance(message, Failure) and not self.answered:
            return False  # the agent that is being asked has said so, not the worker
        return self.careful or not self.ready


class Crew(Pool[_Player]):
    """Worker processes, which play one schedule after the other with the agents that they have built once."""

    def __init__(self, plan: Plan, workers: int = 1) -> None:
        plan.check()
        if workers < 1:
            raise BadInput(f"workers {workers}: expected at least 1")
        super().__init__(workers)
        self.plan = plan.sealed()
        self.done: WhenDone = lambda _row, _record: None
        self.todo: deque[Unit] = deque()
        self.mysteries = 0
        self.killed: set[int] = set()
        """Matches whose process somebody killed once."""
        self.unclear: set[int] = set()
        """Matches in which something went wrong, and nobody knows by whom."""
        self.suspects: set[int] = set()
        """Agents of whom such a thing is known."""

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_: object) -> None:
        self.dismiss()

    def play(self, schedule: Iterable[Unit], done: WhenDone, stop: Callable[[], bool] = never) -> bool:
        """Play a schedule and tell each row as it comes; return whether all is played, or somebody said stop."""
        self.todo, self.done = deque(schedule), done
        while (left := len(self.todo) + sum(bool(worker.chunk) for worker in self.workers)) and not stop():
            self.fill(left)
            self.look()
        if left:
            self.dismiss()
        return not left

    def hire(self) -> _Player:
        """Begin a worker that builds the agents."""
        return _Player(self.plan)

    def heard(self, worker: _Player, data: JsonObject) -> None:
        """Take a row, or a word on how it goes; a worker says nothing else, and nothing that it was not asked."""
        message = from_data(data)
        if not worker.expected(message):
            raise Unreadable("answered what it was not asked")
        if isinstance(message, Unfit):
            raise BadInput(message.why)
        if isinstance(message, Failure):
            raise BolichoError(self._in_match(message.why, worker.chunk))
        if isinstance(message, Deciding):
            worker.answered = message.agent < 0
            worker.deciding = worker.deciding if worker.answered else message
        elif isinstance(message, MatchOver):
            worker.chunk.pop(0)
            worker.played = True
            self.mysteries = 0  # it goes on, whatever happens beside it
            self.done(message.row, message.record)
        else:
            worker.ready = True

    def provide(self, worker: _Player) -> None:
        """Give a worker that has nothing to do a series, or some matches that stand alone."""
        if not worker.ready or worker.chunk or not self.todo:
            return
        first = self.todo[0]
        worker.series = first if isinstance(first, Series) else None
        if worker.series is not None:
            self.todo.popleft()
            worker.chunk = worker.series.wanted
        else:
            worker.chunk = self._matches(max(1, min(CHUNK, len(self.todo) // (4 * len(self.workers)))))
        worker.careful, worker.deciding, worker.answered = any(map(self._doubted, worker.chunk)), None, True
        self.say(worker, (worker.series or worker.chunk, worker.careful))

    def _matches(self, most: int) -> list[Pairing]:
        """Take some matches; one that is doubted is played alone."""
        found: list[Pairing] = []
        while self.todo and len(found) < most and isinstance(pairing := self.todo[0], Pairing):
            if self._doubted(pairing) and found:
                break
            found.append(pairing)
            self.todo.popleft()
            if self._doubted(pairing):
                break
        return found

    def _doubted(self, pairing: Pairing) -> bool:
        return pairing.match in self.unclear or not self.suspects.isdisjoint(pairing.seats)

    def late(self, worker: _Player) -> bool:
        """Whether an agent has thought longer than it may; each has its own time, so the clock tells."""
        seconds, thinking = worker.dial.seconds(), worker.dial.thinking()
        limit = BUILD_LIMIT if thinking is not None and thinking.task == NO_TASK else self.plan.time_limit
        return limit is not None and seconds > limit + GRACE

    def lost(self, worker: _Player, loss: Loss) -> None:
        """Decide whose fault it was, and who plays what a lost worker has left."""
        thinking, pending = worker.dial.thinking(), worker.chunk
        first = pending[0] if pending else None
        sure = thinking is not None and first is not None and thinking.task == first.match
        if not worker.ready and (loss.wrong is not None or thinking is not None or loss.code >= 0):
            if loss.from_outside and self.mysteries + 1 < MYSTERIES:
                self.mysteries += 1  # somebody killed it while it was being built: it is tried again
                return
            raise self._unbuilt(worker, thinking, loss)
        if loss.wrong is not None or thinking is None or first is None or not sure or thinking.who not in first.seats:
            self._doubt(worker, loss)
        elif loss.from_outside and thinking.task not in self.killed:
            self.killed.add(thinking.task)
            self._go_on(worker.series, pending)
        else:
            self._forfeit(worker, thinking.who, self._why(loss))

    def _doubt(self, worker: _Player, loss: Loss) -> None:
        """Have a match played again, by a careful worker; and if that one was lost, the last who was asked forfeits."""
        first, told = worker.chunk[0] if worker.chunk else None, worker.deciding
        known = first is not None and told is not None and told.match == first.match and told.agent in first.seats
        if told is not None and known and not loss.from_outside:
            self.suspects.add(told.agent)
            self._forfeit(worker, told.agent, loss.wrong or self._why(loss))
            return
        if first is not None and first.match not in self.unclear:
            self.unclear.add(first.match)
        elif first is not None or not worker.played:
            self.mysteries += 1
            if self.mysteries >= MYSTERIES:
                raise BolichoError(self._mystery(worker.chunk, loss.wrong or loss.how))
        self._go_on(worker.series, worker.chunk)

    def _mystery(self, pending: list[Pairing], how: str) -> str:
        """Tell of workers that died with nobody deciding: whose fault it is nobody knows, so nobody forfeits."""
        return self._in_match(f"workers died {MYSTERIES} times with nobody deciding, the last by {how}", pending)

    def _in_match(self, told: str, pending: list[Pairing]) -> str:
        """Add where it happened."""
        if not pending:
            return told
        who = " and ".join(self.plan.agents[agent] for agent in dict.fromkeys(pending[0].seats))
        return f"{told}, in match {pending[0].match} between {who}"

    def _go_on(self, series: Series | None, pending: list[Pairing], broken: int | None = None) -> None:
        """Put back what a worker has left: of a series, all that its learners must see again."""
        if series is None:
            self.todo.extendleft(reversed(pending))
        elif pending:
            told = {p.match for p in series.pairings} - {p.match for p in pending}
            lost = series.broken | ({broken} if broken is not None else set())
            self.todo.appendleft(series._replace(told=frozenset(told), broken=lost))

    def _why(self, loss: Loss) -> str:
        if loss.late and self.plan.time_limit is not None:
            return f"still thinking after {self.plan.time_limit:g} s, so its process was ended"
        return f"brought its process down ({loss.how})"

    def _unbuilt(self, worker: _Player, thinking: Thinking | None, loss: Loss) -> BolichoError:
        how = loss.wrong or loss.how
        if loss.wrong is not None:  # then the clock may be wrong too
            agent = -1 if worker.deciding is None else worker.deciding.agent
        else:
            agent = -1 if thinking is None else thinking.who
        if not 0 <= agent < len(self.plan.agents):
            hint = 'a script that uses workers must do so under `if __name__ == "__main__":`'
            return BolichoError(f"a worker could not begin ({how}); {hint}")
        why = f"not ready after {BUILD_LIMIT:g} s" if loss.late else f"it brought its process down ({how})"
        return BadInput(f"agent {self.plan.agents[agent]!r} cannot be built: {why}")

    def _forfeit(self, worker: _Player, agent: int, why: str) -> None:
        """The match that a worker was at is lost for an agent; the rest goes on."""
        pairing, *rest = worker.chunk
        record = forfeited_record(self.plan, pairing, agent, why).to_json() if self.plan.records else None
        self.done(forfeited_row(pairing, agent, why), record)
        self._go_on(worker.series, rest, broken=pairing.match)
