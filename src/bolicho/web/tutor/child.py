"""A tutored training as a process of its own: ``python -m bolicho.web.tutor.child``, started by ``session.py``.

Reads one JSON line with the design, then answers of people; writes what happens as JSON lines. When its input ends,
who started it has gone, and it ends at once: what a training has is in the store, and it goes on from there exactly.
"""

import json
import os
import sys
from collections import Counter
from threading import Event, Lock, Thread
from typing import Any, TextIO

from bolicho.core.contract import Decision, Question
from bolicho.core.errors import BolichoError, IllegalMove, one_line
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.play.tutors import ANSWERED, OVER, PERSON, TIMED_OUT, Request, Requests
from bolicho.store import Store
from bolicho.train.cases.design import CaseDesign, of_today
from bolicho.train.cases.help import Help
from bolicho.train.cases.training import CaseTraining
from bolicho.web.tutor.question import in_words, question_shown

NICE = 5
COUNTED = ("asked", "answered", "timed_out")
Counts = dict[str, dict[str, int]]


class Asker:
    """The tutor of a training: passes questions on to whoever listens, and waits for one of them to answer."""

    person = True
    name = PERSON

    def __init__(self, requests: Requests, wire: "Wire") -> None:
        self.requests, self.wire = requests, wire
        self.training: TutoredTraining | None = None
        self.before = 0
        """Requests there were before this process: their numbers go on."""
        self.match = 0
        self._asked: tuple[Request, Counts] | None = None
        self._waiting: dict[int, int] = {}
        """By request, which answer is to be told when it is kept."""

    def sit(self, seed: int, match: int) -> None:  # noqa: ARG002  (people bring their own chance)
        """Remember which match it is."""
        self.match = match

    def __call__(self, question: Question) -> Decision | None:
        """Ask, and wait for what comes of it."""
        assert self.training is not None
        counts = _plus(self.training.counts(), "asked", question.about)
        request = self.requests.post(question)
        self._asked = (request, counts)
        self.wire.tell(
            "asked",
            number=self.before + request.id,
            mode=question.about,
            match=self.match,
            seconds=self.requests.timeout or None,
            counts=counts,
            shown={language: self.training.page_of(question, language) for language in LANGUAGES},
        )
        return self.requests.wait(request)

    def answer(self, number: int, move: str, who: str, ref: int) -> None:
        """Take an answer (another thread's); it is told of when the store has it."""
        request = number - self.before
        self._waiting.setdefault(request, ref)
        try:
            self.requests.answer(request, move, who)
        except BolichoError as error:
            if self._waiting.get(request) == ref:
                del self._waiting[request]
            told = str(error)
            code = "illegal" if isinstance(error, IllegalMove) else "unknown"
            for fate, words in OVER.items():
                code = fate if told.endswith(words) else code
            self.wire.tell("said", ref=ref, code=code.replace(" ", "-"), message=one_line(told))

    def note_answer(self, answer: JsonMapping) -> None:
        """The answer to the last question (or that there was none in time) is in the store."""
        assert self._asked is not None
        request, counts = self._asked
        timed_out, own = answer["move"] is None, request.question.fallback.move
        move = own if timed_out else answer["move"]
        self.wire.tell(
            "over",
            number=self.before + request.id,
            fate=TIMED_OUT if timed_out else ANSWERED,
            mode=request.mode,
            match=self.match,
            who=answer["tutor"],
            move=move,
            text=in_words(move),
            own=own,
            own_text=in_words(own),
            counts=_plus(counts, "timed_out" if timed_out else "answered", request.mode),
        )
        ref = self._waiting.pop(request.id, None)
        if ref is not None and not timed_out:  # who was too late is told so by `answer`
            self.wire.tell("said", ref=ref, code="ok", message="")


class TutoredTraining(CaseTraining):
    """A training that tells of every answer when it is kept."""

    help: Help | None = None

    def counts(self) -> Counts:
        """Return how many were asked, answered and timed out so far, by mode."""
        told = [*self.played, *([self.help.counts()] if self.help is not None else [])]
        return {what: dict(sum((Counter(step[what]) for step in told), Counter())) for what in COUNTED}

    def page_of(self, question: Question, language: str) -> JsonObject:
        """Return a question as a page shows it."""
        players = [self.design.against, self.design.against]
        players[question.view.seat] = self.design.kind
        return question_shown(question, self.game, players, self.trio, language)

    def play(self, match: int) -> None:
        """Play a match; nobody is asked after it."""
        super().play(match)
        self.help = None

    def _help(self, match: int) -> Help | None:
        self.help = help = super()._help(match)
        asker = self.tutor
        assert help is not None
        assert isinstance(asker, Asker)
        keep = help.keep

        def kept(number: int, answer: JsonObject) -> None:
            keep(number, answer)
            asker.note_answer(answer)

        help.keep = kept
        return help


class Wire:
    """Lines of JSON to who started us; nothing else of this process gets in between."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._lock = out, Lock()

    def tell(self, event: str, **facts: Any) -> None:
        """Write what happened."""
        line = json.dumps({"event": event, **facts}, ensure_ascii=False)
        with self._lock:
            self._out.write(line + "\n")
            self._out.flush()


def main() -> None:
    """Train, asking people, until it is done, somebody says stop, or who started us is gone."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints, prints elsewhere
    os.nice(NICE)
    wire, stop = Wire(out), Event()
    told = json.loads(sys.stdin.readline())
    try:
        with Store.open() as store:
            asker = Asker(Requests(told["timeout"], stop=stop.is_set), wire)
            training = TutoredTraining(store, CaseDesign(**of_today(told["design"])), asker)
            asker.training, asker.before = training, training.requests
            Thread(target=_listen, args=(asker, stop), daemon=True).start()

            def step(done: int, total: int) -> None:
                sizes, start = dict(training.trio.sizes), training.steps[0]["cases"]
                wire.tell("step", done=done, matches=total, sizes=sizes, start=start, counts=training.counts())

            finished = training.train(step, stop.is_set)
            step(training.done, training.total)
            wire.tell("end", state="done" if finished else "stopped", message="")
    except BolichoError as error:
        wire.tell("end", state="failed", message=one_line(str(error)))


def _listen(asker: Asker, stop: Event) -> None:
    for line in sys.stdin:
        said = json.loads(line)
        if said.get("stop"):
            stop.set()
        else:
            asker.answer(int(said["number"]), str(said["move"]), str(said["who"]), int(said["ref"]))
    os._exit(1)  # nobody is there any more


def _plus(counts: Counts, what: str, mode: str) -> Counts:
    return {**counts, what: {**counts[what], mode: counts[what].get(mode, 0) + 1}}


if __name__ == "__main__":
    main()
