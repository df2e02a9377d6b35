"""The host of a match between a person and agents: keeps the table going, tells how hands and matches end."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from threading import Thread
from typing import Any

from rich.panel import Panel
from rich.text import Text

from bolicho.cli.table.desk import PERSON, Desk, UnitDecision, UnitEnd
from bolicho.cli.table.lessons import TakeBack
from bolicho.cli.table.names import leading
from bolicho.cli.table.person import heading
from bolicho.cli.table.screen import Leave
from bolicho.cli.table.spelling import BACK
from bolicho.core.contract import Decision, Question
from bolicho.core.record import Record
from bolicho.core.words import printable
from bolicho.play import Table, Watcher

Seating = Callable[[int, Sequence[Watcher]], Table]
"""Sets up the table of the match with this number, with these watchers."""
Keep = Callable[[Record, bool], Iterable[str]]
"""Keeps a record, and tells where; the store is for matches in which the person has made a move."""


PATIENCE = 60.0
"""Seconds that a person is asked to wait for an agent's decision."""


class Host(Watcher):
    """Watches the table for the person, and speaks between hands."""

    def __init__(self, desk: Desk, keep: Keep) -> None:
        self.desk, self.screen, self.words = desk, desk.screen, desk.words
        self.keep = keep
        self.joined = False
        """Whether the person has made a move in this match."""

    def welcome(self, seat_all: Seating) -> None:
        """Play matches until the person has had enough; whatever ends them, what was played is kept."""
        try:
            match = 0
            self._match(partial(seat_all, match, [self]))
            while self.desk.agreed(self.words("rematch")):
                match += 1
                self._match(partial(seat_all, match, [self]))
        except Leave:
            pass
        except KeyboardInterrupt:
            self.screen.show(Text(self.words("bye")))
            raise
        self.screen.show(Text(self.words("bye")))

    def _match(self, seat_all: Callable[[], Table]) -> None:
        self.desk.finished.clear()
        self.joined = False
        if self.desk.lessons is not None:
            self.desk.lessons.begin()
        table = seat_all()
        try:
            while not table.over:
                seen = len(self.desk.finished)
                try:
                    play_on(table)
                except TakeBack:
                    table = self._taken_back(seat_all)
                    continue
                if len(self.desk.finished) > seen:
                    self._tell_hand(pause=not table.over)
                if table.over:
                    self._tell_match(table.record())
                    if self._wanted_back(table.record()):
                        table = self._taken_back(seat_all)
        finally:
            for line in self.keep(table.record(), self.joined):
                self.screen.show(Text(line))

    def _taken_back(self, seat_all: Callable[[], Table]) -> Table:
        """Return the table as it was before the person's last move: set up anew, the moves before it played again."""
        before = self.desk.told[: max(i for i, told in enumerate(self.desk.told) if told.seat == PERSON)]
        self.desk.finished.clear()
        table = seat_all()
        for told in before:
            table.play(Decision(told.move, told.value, told.why))
        if self.desk.lessons is not None:
            self.desk.lessons.taken_back += 1
            self.desk.lesson = self.words("learn-took-back")
        return table

    def _wanted_back(self, record: Record) -> bool:
        """Offer a learner who did not win to take the last move back."""
        lessons = self.desk.lessons
        learning = lessons is not None and lessons.on and record.forfeit is None and record.winner != PERSON
        moved = any(told.seat == PERSON for told in self.desk.told)
        return learning and moved and self.desk.agreed(self.words("learn-again"), also=BACK)

    def _tell_hand(self, pause: bool) -> None:
        unit = self.desk.finished[-1]
        view = unit.views[PERSON]
        lines = [*self.desk.drawing.summary(view), self.words("score", score=self.desk.score(unit.score))]
        told = Panel(Text("\n".join(lines)), title=self.words("hand-over"), title_align="left")
        while True:
            self.screen.fresh()
            self.screen.show(heading(self.desk, unit.number), self.desk.drawing.table(view, self.screen.size), told)
            self.desk.show_lesson()
            # a pipe is not asked to press Enter: what comes next is the next move
            if not (pause and self.screen.live and self.desk.serve(self.screen.ask(self.words("go-on")))):
                return

    def _tell_match(self, record: Record) -> None:
        names = self.desk.drawing.names
        if record.forfeit is not None:
            line = self.words("match-forfeit", who=names[record.forfeit.seat], why=printable(record.forfeit.why))
        elif record.winner is None and len(names) > 2:
            line = self.words("match-shared", who=leading(names, record.scores), points=max(record.scores))
        elif record.winner is None:
            line = self.words("match-draw")
        else:
            line = self.words("match-won" if record.winner == PERSON else "match-lost", who=names[record.winner])
        score = self.words("score", score=self.desk.score(record.scores))
        self.screen.show(Panel(Text(f"{line}\n{score}", style="bold"), border_style="bright_green"))

    def unit_begins(self, _table: Table) -> None:
        """Forget the moves of the hand before."""
        self.desk.told = []
        self.desk.view = None

    def moved(self, _table: Table, seat: int, decision: Decision) -> None:
        """Remember a decision, to be explained after the hand."""
        self.joined = self.joined or seat == PERSON
        self.desk.told.append(UnitDecision(seat, decision.move, decision.value, decision.why))

    def unit_ends(self, table: Table) -> None:
        """Remember the finished hand."""
        views = tuple(table.state.view(seat) for seat in range(table.game.seats))
        number = len(self.desk.finished) + 1
        self.desk.finished.append(UnitEnd(number, views, tuple(self.desk.told), tuple(table.scores)))


def play_on(table: Table) -> None:
    """Play one move; an agent that fails or cheats has lost, a person cannot do either."""
    if table.seat == PERSON:
        answer = table.ask()
        table.play(answer.fallback if isinstance(answer, Question) else answer)
    else:
        table.advance(ask=partial(within, PATIENCE, table.ask))


def within(seconds: float, ask: Callable[[], Decision | Question]) -> Decision | Question:
    """Ask an agent on the side, so that one that hangs can be left behind; whatever it raises is raised here."""
    answers: list[Any] = []

    def think() -> None:
        try:
            answers.append(ask())
        except BaseException as error:
            # an agent that calls for an interrupt is not the person who presses Ctrl-C
            answers.append(RuntimeError("called for an interrupt") if isinstance(error, KeyboardInterrupt) else error)

    thought = Thread(target=think, daemon=True)
    thought.start()
    thought.join(seconds)
    if not answers:
        raise TimeoutError(f"still thinking after {seconds:g} s")
    if isinstance(answers[0], BaseException):
        raise answers[0]
    answer: Decision | Question = answers[0]
    return answer
