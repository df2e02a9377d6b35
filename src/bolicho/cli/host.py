"""The host of a match between a person and agents: keeps the table going, tells how hands and matches end."""

from collections.abc import Callable, Iterable, Sequence

from rich.panel import Panel
from rich.text import Text

from bolicho.cli.desk import PERSON, Desk, Finished, Told
from bolicho.cli.person import heading
from bolicho.cli.screen import Leave, printable
from bolicho.core.contract import Decision, Question
from bolicho.core.record import Record
from bolicho.play import Table, Watcher

Seating = Callable[[int, Sequence[Watcher]], Table]
"""Sets up the table of the match with this number, with these watchers."""
Keep = Callable[[Record], Iterable[str]]
"""Keeps a record, and tells where."""


class Host(Watcher):
    """Watches the table for the person, and speaks between hands."""

    def __init__(self, desk: Desk, keep: Keep) -> None:
        self.desk, self.screen, self.words = desk, desk.screen, desk.words
        self.keep = keep
        self.told: list[Told] = []

    def welcome(self, seat_all: Seating) -> None:
        """Play matches until the person has had enough; whatever ends them, what was played is kept."""
        try:
            match = 0
            self._match(seat_all(match, [self]))
            while self.desk.agreed(self.words("rematch")):
                match += 1
                self._match(seat_all(match, [self]))
        except Leave:
            pass
        except KeyboardInterrupt:
            self.screen.show(Text(self.words("bye")))
            raise
        self.screen.show(Text(self.words("bye")))

    def _match(self, table: Table) -> None:
        self.desk.finished.clear()
        try:
            while not table.over:
                seen = len(self.desk.finished)
                play_on(table)
                if len(self.desk.finished) > seen:
                    self._tell_hand(pause=not table.over)
            self._tell_match(table.record())
        finally:
            for line in self.keep(table.record()):
                self.screen.show(Text(line))

    def _tell_hand(self, pause: bool) -> None:
        unit = self.desk.finished[-1]
        view = unit.views[PERSON]
        lines = [*self.desk.drawing.summary(view), self.words("score", score=self.desk.score(unit.score))]
        told = Panel(Text("\n".join(lines)), title=self.words("hand-over"), title_align="left")
        while True:
            self.screen.fresh()
            self.screen.show(heading(self.desk, unit.number), self.desk.drawing.table(view, self.screen.size), told)
            # a pipe is not asked to press Enter: what comes next is the next move
            if not (pause and self.screen.live and self.desk.serve(self.screen.ask(self.words("go-on")))):
                return

    def _tell_match(self, record: Record) -> None:
        names = self.desk.drawing.names
        if record.forfeit is not None:
            line = self.words("match-forfeit", who=names[record.forfeit.seat], why=printable(record.forfeit.why))
        elif record.winner is None:
            line = self.words("match-draw")
        else:
            line = self.words("match-won" if record.winner == PERSON else "match-lost", who=names[record.winner])
        score = self.words("score", score=self.desk.score(record.scores))
        self.screen.show(Panel(Text(f"{line}\n{score}", style="bold"), border_style="bright_green"))

    def unit_begins(self, _table: Table) -> None:
        """Forget the moves of the hand before."""
        self.told = []
        self.desk.view = None

    def moved(self, _table: Table, seat: int, decision: Decision) -> None:
        """Remember a decision, to be explained after the hand."""
        self.told.append(Told(seat, decision.move, decision.value, decision.why))

    def unit_ends(self, table: Table) -> None:
        """Remember the finished hand."""
        views = tuple(table.state.view(seat) for seat in range(table.game.seats))
        number = len(self.desk.finished) + 1
        self.desk.finished.append(Finished(number, views, tuple(self.told), tuple(table.scores)))


def play_on(table: Table) -> None:
    """Play one move; an agent that fails or cheats has lost, a person cannot do either."""
    if table.seat == PERSON:
        answer = table.ask()
        table.play(answer.fallback if isinstance(answer, Question) else answer)
    else:
        table.advance()
