"""Whatever a person asks that is not a move: the rules, what happened, why the rival did it, and to leave."""

from typing import Any, NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from bolicho.cli.table.drawing import Drawing
from bolicho.cli.table.lessons import Lessons, TakeBack
from bolicho.cli.table.screen import Leave, Screen
from bolicho.cli.table.spelling import BACK, HELP, HINT, HISTORY, LEARN, NO, QUIT, WHY, YES, plain_word
from bolicho.cli.table.why import explanation
from bolicho.core.json_text import JsonMapping
from bolicho.core.why import number
from bolicho.core.words import printable

PERSON = 0
"""The seat of the person at this table."""


class UnitDecision(NamedTuple):
    """A decision of a finished unit."""

    seat: int
    move: str
    value: float | None
    why: JsonMapping


class UnitEnd(NamedTuple):
    """A unit that is over: the last view of every seat, what was decided, and the match score after it."""

    number: int
    views: tuple[Any, ...]
    told: tuple[UnitDecision, ...]
    score: tuple[int, ...]


class Desk:
    """Serves everything but the game itself; remembers the finished units of the match."""

    def __init__(self, screen: Screen, drawing: Drawing, lessons: Lessons | None = None) -> None:
        self.screen = screen
        self.words = screen.words = getattr(drawing, "house", screen.words)
        self.drawing = drawing
        self.lessons = lessons
        self.lesson = ""
        """What the learner should be told beside the next picture."""
        self.told: list[UnitDecision] = []
        """What was decided so far in the present unit."""
        self.finished: list[UnitEnd] = []
        self.view: Any = None
        """What the person saw last of the present unit."""

    def serve(self, typed: str) -> bool:
        """Do what was asked, if it is something asked here."""
        word = plain_word(typed)
        services = ((HELP, self.rules), (HISTORY, self.history), (WHY, self.why), (QUIT, self.leave))
        for names, service in services:
            if word in names:
                service()
                return True
        return self._teach(word)

    def _teach(self, word: str) -> bool:
        """Do what a learner asked, if there are lessons here."""
        if self.lessons is None or self.view is None or self.finished or word not in LEARN | HINT | BACK:
            return False
        if word in LEARN:
            self.lesson = self.lessons.turn()
        elif not self.lessons.on:
            self.lesson = self.words("learn-first")
        elif word in HINT:
            self.lesson = self.lessons.hint(self.view)
        elif any(told.seat == PERSON for told in self.told):
            raise TakeBack
        else:
            self.lesson = self.words("learn-nothing")
        return True

    def show_lesson(self) -> None:
        """Show what the learner should be told; on a pipe once, in a picture every time it is drawn again."""
        if self.lesson:
            self.screen.show(Text(self.lesson, style="bold bright_magenta"))
        if not self.screen.live:
            self.lesson = ""

    def score(self, points: tuple[int, ...]) -> str:
        """Tell a score by names."""
        return " · ".join(f"{name} {number}" for name, number in zip(self.drawing.names, points, strict=True))

    def agreed(self, question: str, *, leaving: bool = False, also: frozenset[str] = frozenset()) -> bool:
        """Ask until the answer is yes (or a word that is as good) or no; to quit is a yes to leaving only."""
        while True:
            typed = self.screen.ask(question)
            word = plain_word(typed)
            if word in YES | NO | also:
                return word not in NO
            if word in QUIT:
                return leaving
            if not self.serve(typed):
                self.screen.show(Text(self.words("hint-again", typed=printable(typed.strip()))))

    def rules(self) -> None:
        """Tell the rules of the variant played."""
        title = Text(self.words("rules-title", game=self.drawing.title), style="bold")
        self.screen.page(title, *(Padding(Text(f"· {line}"), (0, 0, 0, 1)) for line in self.drawing.rules()))

    def history(self) -> None:
        """Tell the hand so far and how the ones before it ended."""
        parts: list[RenderableType] = [Text(self.words("history-title"), style="bold")]
        for unit in self.finished:
            ended = "; ".join(self.drawing.summary(unit.views[PERSON]))
            parts.append(
                Text(self.words("history-hand", number=unit.number, score=self.score(unit.score)) + f" — {ended}")
            )
        between = self.view is None and self.finished  # the next hand is dealt, but nobody has looked yet
        view = self.finished[-1].views[PERSON] if between else self.view
        parts.append(Text(self.words("history-now", number=len(self.finished) + (not between)), style="bold"))
        heard = [] if view is None else self.drawing.history(view)
        parts += [Text(f" {line}") for line in heard or [self.words("history-none")]]
        self.screen.page(*parts)

    def why(self) -> None:
        """Tell the rivals' reasons in the last finished unit; before its end only where nothing is hidden."""
        if self.finished:
            unit = self.finished[-1]
        elif getattr(self.drawing, "open", False) and self.view is not None:
            views = tuple(self.view.state.view(seat) for seat in range(len(self.drawing.names)))
            unit = UnitEnd(1, views, tuple(self.told), ())
        else:
            self.screen.page(Text(self.words("why-not-yet")))
            return
        parts: list[RenderableType] = []
        for seat in range(len(unit.views)):
            if seat != PERSON:
                parts += self._reasons(unit, seat)
        self.screen.page(*parts)

    def _reasons(self, unit: UnitEnd, seat: int) -> list[RenderableType]:
        who = self.drawing.names[seat]
        parts: list[RenderableType] = [
            Text(self.words("why-title", who=who, number=unit.number), style="bold"),
            Text(self.words("why-cards", who=who, cards=self.drawing.dealt(unit.views[seat]))),
        ]
        decisions = [told for told in unit.told if told.seat == seat]
        for told in decisions:
            worth = None if told.value is None else number(told.value, self.screen.language)
            value = "" if worth is None else f" ({self.words('why-value', value=worth)})"
            parts.append(Text(self.drawing.say(seat, told.move) + value, style="bold"))
            reason = explanation(told.why, self.screen.language) if told.why else Text(self.words("why-unexplained"))
            parts.append(Padding(reason, (0, 0, 0, 3)))
        return parts if decisions else [*parts, Text(self.words("why-none", who=who))]

    def leave(self) -> None:
        """Leave the table, when it was meant."""
        if self.agreed(self.words("quit"), leaving=True):
            raise Leave
