"""The person at the terminal as a tutor: sees what the agent sees and found, types what it should do.

Reads the same keys as ``bolicho play``; when the time is over the agent plays what it would have played by itself.
"""

from collections.abc import Callable
from random import Random

from rich.console import RenderableType
from rich.text import Text

from bolicho.cli.commands.train.tutor_cases import cases_table
from bolicho.cli.table.desk import Desk
from bolicho.cli.table.drawing import Drawing, drawing_for
from bolicho.cli.table.patience import PatientScreen
from bolicho.cli.table.person import Person
from bolicho.cli.table.screen import Leave
from bolicho.core.contract import Decision, Game, Question, View
from bolicho.core.errors import BadInput
from bolicho.core.words import Words, printable
from bolicho.play.tutors import Request, Requests, TutorGone


class Late(Exception):
    """The request is over."""


class TerminalTutor:
    """Shows one request after another and passes on what was typed; who leaves the table stops the training."""

    person = True

    def __init__(
        self,
        game: Game,
        screen: PatientScreen,
        players: tuple[str, str],
        timeout: float = 0,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """``players`` are the names of who asks and of its opponent; ``timeout`` 0 waits for ever."""
        self.game, self.screen, self.players, self.stop = game, screen, players, stop
        self.words = Words("bolicho.cli.commands.train", screen.language, "tutor.toml")
        self.requests = Requests(timeout, stop=stop)
        self.name = self.requests.name
        self.match, self.notice = 0, ""
        self.before = 0
        """How many requests there were before this person sat down: a training that goes on counts on."""

    def sit(self, seed: int, match: int) -> None:  # noqa: ARG002  (people bring their own chance)
        """Remember which match it is."""
        self.match = match

    def __call__(self, question: Question) -> Decision | None:
        """Ask whoever sits before the screen."""
        request = self.requests.post(question)
        self.screen.look = lambda: self._look(request)
        seats = self.players if question.view.seat == 0 else self.players[::-1]
        drawing = drawing_for(self.game, self.screen.language, [printable(name) for name in seats])
        adviser = Adviser(Desk(self.screen, drawing), self, request)
        try:
            self.requests.answer(request.id, adviser.choose(question.view, Random(0)).move)
        except Leave:
            raise TutorGone("the person has left") from None
        except (Late, BadInput):  # too late by any clock
            self._say_late(own_move_in_words(drawing, question))
        return self.requests.wait(request)

    def _look(self, request: Request) -> None:
        if self.stop():
            raise TutorGone("somebody said stop")
        if request not in self.requests.waiting():
            raise Late

    def _say_late(self, move: str) -> None:
        self.notice = self.words("late", bot=self.players[0], move=move)
        self.screen.show(Text(), Text(self.notice, style="yellow"))
        self.screen.forget()


class Adviser(Person):
    """Sees the table of the agent that asks, the cases it found and what it would do."""

    name = "person"

    def __init__(self, desk: Desk, tutor: TerminalTutor, request: Request) -> None:
        super().__init__(desk)
        self.tutor, self.request, self.words = tutor, request, tutor.words

    def _draw(self, view: View, again: bool = False, hint: str = "") -> None:
        if self.screen.live or not again:
            self.screen.fresh()
            self.screen.show(
                self._heading(), self.drawing.table(view, self.screen.size), *self._found(), self._question(view)
            )
        notice, self.tutor.notice = self.tutor.notice if self.screen.live else "", ""
        if hint or notice:
            self.screen.show(Text(hint or notice, style="yellow"))

    def _heading(self) -> RenderableType:
        told = {
            "bot": self.tutor.players[0],
            "match": self.tutor.match + 1,
            "number": self.tutor.before + self.request.id,
        }
        line = self.words("title", mode=self.request.mode, **told)
        if self.tutor.requests.timeout:
            line += " · " + self.words("within", bot=told["bot"], seconds=f"{self.tutor.requests.timeout:g}")
        return Text(f" {line} ", style="bold reverse", overflow="ellipsis", no_wrap=True)

    def _found(self) -> list[RenderableType]:
        """The cases of the question that is in doubt, and what the agent would do by itself."""
        question, facts = self.request.question, self.request.question.fallback.why.get("facts", {})
        doubt = facts.get("doubt", facts)
        told = {"close": doubt.get("close", 0), "enough": facts.get("k", "?")}
        line = self.words("own", bot=self.tutor.players[0], move=own_move_in_words(self.drawing, question), **told)
        cases = doubt.get("cases", ())
        if not cases:
            return [Text(self.words("none")), Text(line, style="bold")]
        table = cases_table(cases, doubt.get("question", ""), self.words, self.screen.size.width)
        return [table, Text(line, style="bold")]


def own_move_in_words(drawing: Drawing, question: Question) -> str:
    """Tell the move that an agent would make itself, without its name."""
    seat = question.view.seat
    return drawing.say(seat, question.fallback.move).removeprefix(f"{drawing.names[seat]}: ")
