"""Walk through a recorded match: keys at a terminal, every picture in a row on a pipe."""

from collections.abc import Callable

from rich.console import RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from bolicho.cli.table.drawing import drawing_for
from bolicho.cli.table.frames import Frame
from bolicho.cli.table.keyboard import keyboard
from bolicho.cli.table.names import called_in, leading
from bolicho.cli.table.screen import Screen
from bolicho.cli.table.why import explanation
from bolicho.core.contract import View
from bolicho.core.numbers import say
from bolicho.core.record import Record
from bolicho.core.words import printable
from bolicho.play.replay import game_of

ON, BACK, NEXT, BEFORE = "C\r\n n", "Dp\x7f", "B", "A"
"""Right, Enter, space or n; left, p or backspace; down; up (arrows come as capital letters)."""


class Stepper:
    """Shows frames of a record from both sides of the table, or from one seat's."""

    def __init__(self, screen: Screen, record: Record, row: list[Frame], seat: int | None = None) -> None:
        self.screen, self.words = screen, screen.words
        self.record, self.row, self.seat = record, row, seat
        self.names = called_in(record)
        self.drawing = drawing_for(game_of(record), screen.language, self.names)
        self.words = getattr(self.drawing, "house", screen.words)
        self.lengths = {frame.unit: frame.ply for frame in row}

    def tell(self, only: list[Frame]) -> None:
        """Show these frames one after another, and how the match ended after the last."""
        for frame in only:
            self.screen.show(*self.picture(frame), Text())
        if only[-1:] == self.row[-1:]:
            self.screen.show(Text(self.result(), style="bold"))

    def walk(self, place: int) -> None:
        """Go on and back by keys until q."""
        with keyboard() as key:
            self._walk(place, key)

    def _walk(self, place: int, key: Callable[[], str]) -> None:
        while True:
            self.screen.fresh()
            self.screen.show(*self.picture(self.row[place]))
            if place == len(self.row) - 1:
                self.screen.show(Text(self.result(), style="bold"))
            self.screen.show(Text(self.words("replay-keys"), style="dim"))
            wish = _wish(key)
            if wish in ("q", "\x04", ""):
                return
            place = self._go(place, wish)

    def _go(self, place: int, key: str) -> int:
        unit = self.row[place].unit
        if key.isdigit():
            return self._start(int(key) - 1, place)
        if key in NEXT or key in BEFORE:
            return self._start(unit + (1 if key in NEXT else -1), place)
        step = (key in ON) - (key in BACK)
        return min(max(place + step, 0), len(self.row) - 1)

    def _start(self, unit: int, place: int) -> int:
        return next((i for i, frame in enumerate(self.row) if frame.unit == unit), place)

    def picture(self, frame: Frame) -> list[RenderableType]:
        """Draw one frame: where we are, the table, what was just done and why, what the unit ended with."""
        near = self.seat or 0
        views = [frame.state.view(seat) for seat in range(len(self.names))]
        others = [view for view in views if view.seat != near] if self.seat is None else []
        parts = [
            self._heading(frame),
            self.drawing.table(views[near], self.screen.size, others),
            Text(self._caption(frame, views[near]), style="bold"),
        ]
        if frame.why and self.seat in (None, frame.mover):
            parts.append(Padding(explanation(frame.why, self.screen.language), (0, 0, 0, 2)))
        if frame.state.over:
            parts.append(Panel(Text("\n".join(self.drawing.summary(views[near])))))
        return parts

    def _heading(self, frame: Frame) -> RenderableType:
        hands = {"unit": frame.unit + 1, "units": self.row[-1].unit + 1}  # people count from 1
        facts = {**hands, "ply": frame.ply, "plies": self.lengths[frame.unit]}
        line = self.words("replay-title", names=" × ".join(self.names), **facts)
        return Text(f" {line} ", style="bold reverse", overflow="ellipsis", no_wrap=True)

    def _caption(self, frame: Frame, view: View) -> str:
        """Tell the move as this side of the table heard it, and whose turn it is."""
        if frame.mover is None or frame.move is None:
            done = self.words("replay-deal")
        elif self.seat is None:
            done = self.drawing.say(frame.mover, frame.move)
        else:
            done = (self.drawing.history(view) or [""])[-1]
        turn = frame.state.seat
        return (
            f"{done} · {self.words('replay-over') if turn is None else self.words('replay-turn', who=self.names[turn])}"
        )

    def result(self) -> str:
        """Tell how the match ended."""
        record = self.record
        score = " · ".join(
            f"{name} {say(points, self.words.language)}" for name, points in zip(self.names, record.scores, strict=True)
        )
        if record.forfeit is not None:
            return self.words("replay-forfeit", who=self.names[record.forfeit.seat], why=printable(record.forfeit.why))
        if not record.finished:
            return self.words("replay-unfinished", score=score)
        if record.winner is None and len(self.names) > 2:
            return self.words("replay-shared", who=leading(self.names, record.scores), score=score)
        if record.winner is None:
            return self.words("replay-drawn", score=score)
        return self.words("replay-result", who=self.names[record.winner], score=score)


def _wish(key: Callable[[], str]) -> str:
    """Read a key, or a number digit by digit up to its Enter."""
    wish, digits = key(), ""
    while wish.isdigit():
        digits += wish
        wish = key()
    return digits or wish
