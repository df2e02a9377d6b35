"""Tutors: whoever a learning agent asks when it does not know what to do (Moral et al.: a person; here an agent too).

A tutor is called with a `Question` and gives a `Decision`, or None to leave it to the agent's own choice. What it
decided says so in its ``why``: ``by`` is the kind of tutor, ``tutor`` its name, ``own`` what the agent would have done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from threading import Condition
from time import monotonic
from typing import Protocol

from bolicho.agents import make
from bolicho.agents.bots import explain
from bolicho.core import hooks
from bolicho.core.chance import stream
from bolicho.core.contract import Decision, Game, Question
from bolicho.core.errors import BadInput, BolichoError, IllegalMove, fault, one_line
from bolicho.core.json_text import JsonMapping

TUTOR, PERSON = explain.TUTOR, explain.PERSON
"""Who decided: an agent, or somebody of flesh and blood."""
WAITING, ANSWERED, TIMED_OUT = "waiting", "answered", "timed out"
SLICE = 0.1
"""Seconds after which whoever waits looks whether somebody said stop."""
REMEMBERED = 10_000
"""So many requests that are over are remembered, to tell who answers too late why."""


class TutorGone(BolichoError):
    """Nobody will answer any more: the match in which the question came up ends here."""


class Tutor(Protocol):
    """Answers questions; ``person`` tells whether its answers come from outside and must be kept as they come."""

    name: str
    person: bool

    def sit(self, seed: int, match: int) -> None:
        """Sit down for a match: all chance of an agent's answers is keyed by it."""

    def __call__(self, question: Question) -> Decision | None:
        """Answer, or leave it to the agent."""


def tutored(
    question: Question, move: str, by: str, name: str, value: float | None = None, why: JsonMapping | None = None
) -> Decision:
    """Return a tutor's answer as a decision that says who decided; ``why`` is what the tutor said of it."""
    if move not in question.view.moves:
        raise IllegalMove(move, f"a question of {question.about or 'any kind'}", tuple(question.view.moves))
    answer = explain.tutored(question, Decision(move, value), name, person=by == PERSON)
    facts = {**answer.why["facts"], **({"said": dict(why)} if why else {})}
    return Decision(move, value, {**answer.why, "facts": facts})


class AgentTutor:
    """Any agent as a tutor: it sees what the asking agent sees, and nothing else."""

    person = False

    def __init__(self, spec: str, game: Game) -> None:
        self.agent = self._seated = make(spec, game)
        self.name: str = spec
        self.sit(0, 0)

    def sit(self, seed: int, match: int) -> None:
        """Sit down for a match."""
        self._seated = hooks.seated(self.agent)
        self._seed, self._match, self._asked = seed, match, count()

    def __call__(self, question: Question) -> Decision:
        """Answer as the agent would play; one that is itself in doubt answers by its own choice."""
        rng = stream(self._seed, "tutor", self._match, next(self._asked))
        try:
            told = self._seated.choose(question.view, rng)
            told = told.fallback if isinstance(told, Question) else told
            return tutored(question, told.move, TUTOR, self.name, told.value, told.why)
        except IllegalMove as error:
            raise BadInput(f"tutor {self.name}: {error}") from error
        except Exception as error:  # a guest's code may fail in any way
            raise BadInput(f"tutor {self.name}: {fault(error)}") from error


@dataclass
class Request:
    """A question that waits for a person; ``question.view`` is exactly what the agent sees."""

    id: int
    question: Question
    mode: str
    deadline: float | None
    """When the agent will choose itself, by the clock of its queue; None: never."""
    fate: str = WAITING
    decision: Decision | None = None


class Requests:
    """Questions for people, in the order in which they came up: asked by tables, answered by id from any thread."""

    person = True

    def __init__(
        self,
        timeout: float = 0,
        *,
        name: str = PERSON,
        stop: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """After ``timeout`` seconds the agent chooses itself; 0: it waits for ever, or until ``stop`` says so."""
        if not 0 <= timeout < float("inf"):
            raise BadInput(f"timeout {timeout:g}: expected seconds, or 0 to wait for ever")
        self.name, self.timeout, self._stop, self._clock = name, timeout, stop, clock
        self._waiting: dict[int, Request] = {}
        self._over: dict[int, str] = {}
        self._ids = count(1)
        self._counts: dict[str, dict[str, int]] = {"asked": {}, ANSWERED: {}, TIMED_OUT: {}}
        self._change = Condition()

    def sit(self, seed: int, match: int) -> None:
        """People bring their own chance."""

    def __call__(self, question: Question) -> Decision | None:
        """Ask, and wait for what comes of it."""
        return self.wait(self.post(question))

    def post(self, question: Question) -> Request:
        """Put a question at the end of the queue."""
        with self._change:
            deadline = self._clock() + self.timeout if self.timeout else None
            request = Request(next(self._ids), question, question.about, deadline)
            self._waiting[request.id] = request
            self._count("asked", request)
            self._change.notify_all()
            return request

    def wait(self, request: Request) -> Decision | None:
        """Wait until a request is over; return what was answered, None where its time ran out."""
        with self._change:
            while self._look() and request.fate == WAITING:
                if self._stop():
                    self._end(request, "withdrawn")
                    raise TutorGone(f"request {request.id}: nobody will answer it")
                self._change.wait(SLICE if request.deadline is None else self._left(request.deadline))
            return request.decision

    def waiting(self) -> list[Request]:
        """List what waits for an answer, the oldest first."""
        with self._change:
            self._look()
            return list(self._waiting.values())

    def next(self, patience: float) -> Request | None:
        """Return the oldest request, waiting for one as long as this; None when there is none."""
        with self._change:
            self._change.wait_for(lambda: self._look() and self._waiting, patience)
            return next(iter(self._waiting.values()), None)

    def answer(self, id: int, move: str, who: str | None = None) -> None:
        """Answer a request; an illegal move is refused and the request waits on, one that is over is refused too."""
        with self._change:
            self._look()
            request = self._waiting.get(id)
            if request is None:
                raise BadInput(f"request {id}: {self._over.get(id, 'there is no such request')}")
            try:
                decision = tutored(request.question, move, PERSON, one_line(who or self.name))
            except IllegalMove as error:
                raise IllegalMove(move, f"request {id}, {request.mode}", error.legal) from None
            request.decision = decision
            self._end(request, ANSWERED)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many were asked, answered and timed out, each by mode."""
        with self._change:
            self._look()
            return {what: dict(found) for what, found in self._counts.items()}

    def _look(self) -> bool:
        """Let go of requests whose time is over."""
        now = self._clock()
        for request in list(self._waiting.values()):
            if request.deadline is not None and request.deadline <= now:
                self._end(request, TIMED_OUT)
        return True

    def _end(self, request: Request, fate: str) -> None:
        del self._waiting[request.id]
        request.fate = fate
        self._over[request.id] = OVER[fate]
        if len(self._over) > REMEMBERED:
            del self._over[next(iter(self._over))]
        if fate in self._counts:
            self._count(fate, request)
        self._change.notify_all()

    def _count(self, what: str, request: Request) -> None:
        self._counts[what][request.mode] = self._counts[what].get(request.mode, 0) + 1

    def _left(self, deadline: float) -> float:
        return max(0.0, min(SLICE, deadline - self._clock()))


OVER = {
    ANSWERED: "it was answered already",
    TIMED_OUT: "too late, the agent has chosen itself",
    "withdrawn": "it was withdrawn",
}
"""What whoever answers a request that is over is told."""
