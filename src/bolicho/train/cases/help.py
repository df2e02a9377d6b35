"""Help in one match of a training: questions go to the tutor and are counted; what people answer is kept at once.

An agent's answers come again from the seed. A person's do not: each is a row of the run as soon as it is given, so a
training that was broken off in the middle of a match does not ask the same questions again.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from bolicho.core.contract import Decision, Question
from bolicho.core.json_text import JsonObject
from bolicho.play.tutors import Tutor, tutored

Keep = Callable[[int, JsonObject], None]
"""Keeps the answer to the question of this number."""


class Help:
    """The tutor of a match, as its table sees it."""

    def __init__(self, tutor: Tutor, known: Sequence[JsonObject], keep: Keep) -> None:
        """``known`` are the answers that this match had before it was broken off, in order."""
        self.tutor, self.known, self.keep = tutor, known, keep
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.timed_out: Counter[str] = Counter()

    def __call__(self, question: Question) -> Decision | None:
        """Pass a question on; None where nobody answered in time."""
        number = self.asked.total()
        if number < len(self.known):
            told = self.known[number]
            by = (told["by"], told["tutor"]) if told["move"] is not None else None
            decision = None if by is None else tutored(question, told["move"], *by)
        else:
            decision = self.tutor(question)
            if self.tutor.person:
                facts = {} if decision is None else decision.why["facts"]
                move = None if decision is None else decision.move
                self.keep(number, {"move": move, "by": facts.get("by"), "tutor": facts.get("tutor")})
        self.asked[question.about] += 1
        (self.timed_out if decision is None else self.answered)[question.about] += 1
        return decision

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many questions were asked, answered and timed out, by mode."""
        return {"asked": dict(self.asked), "answered": dict(self.answered), "timed_out": dict(self.timed_out)}
