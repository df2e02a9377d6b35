"""The person at the table, as an agent: sees a view, types a move."""

from random import Random
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bolicho.cli.table.desk import Desk
from bolicho.cli.table.drawing import Key
from bolicho.cli.table.screen import WIDE
from bolicho.core.contract import Decision
from bolicho.core.words import printable


class Person:
    """Asks whoever sits before the screen; wrong keys are answered with a hint and cost nothing."""

    name = "person"

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.screen, self.drawing = desk.screen, desk.drawing
        self.pointer: Any = getattr(desk.drawing, "pointer", None) if desk.screen.live else None

    def choose(self, view: Any, rng: Random) -> Decision:  # noqa: ARG002  (people bring their own)
        """Show the table until a legal move was typed."""
        self.desk.view = view
        if self.pointer is not None:
            self.pointer.look(view)
        self._draw(view)
        while True:
            typed = self._ask(view)
            move = self.drawing.read(view, typed)
            if move is not None:
                learning = self.desk.lessons is not None and self.desk.lessons.on
                self.desk.lesson = self.desk.lessons.verdict(view, move) if self.desk.lessons and learning else ""
                return Decision(move)
            served = self.desk.serve(typed) or not typed.strip()
            self._draw(view, again=True, hint="" if served else self._hint(view, typed))

    def _ask(self, view: Any) -> str:
        prompt = self.screen.words("prompt")
        if self.pointer is None:
            return self.screen.ask(prompt)
        from bolicho.cli.table.drawings.pointing import ask

        return ask(self.screen, self.pointer, prompt, lambda: self._draw(view, again=True))

    def _draw(self, view: Any, again: bool = False, hint: str = "") -> None:
        if self.screen.live or not again:
            self.screen.fresh()
            number = len(self.desk.finished) + 1
            self.screen.show(
                heading(self.desk, number), self.drawing.table(view, self.screen.size), self._question(view)
            )
        self.desk.show_lesson()
        if hint:
            self.screen.show(Text(hint, style="yellow"))

    def _question(self, view: Any) -> RenderableType:
        """Say what is asked and what may be typed, always in the same place below the table."""
        width = self.screen.size.width
        keys = flow([_key(key, width >= WIDE) for key in self.drawing.keys(view)], width - 4)
        learning = self.desk.lessons is not None and self.desk.lessons.on
        known = self.screen.words("keys-learn" if learning else "keys-house")
        if self.pointer is not None:
            known = f"{self.screen.words('keys-arrows')} · {known}"
        house = flow([Text(part, style="dim") for part in known.split(" · ")], width - 4)
        return Panel(Group(Text(self.drawing.prompt(view), style="bold"), keys, house), border_style="bright_yellow")

    def _hint(self, view: Any, typed: str) -> str:
        keys = " ".join(key.key for key in self.drawing.keys(view))
        name = "hint-illegal" if self.drawing.knows(typed) else "hint-unknown"
        return self.screen.words(name, typed=printable(typed.strip())[:30], keys=keys)


def heading(desk: Desk, number: int) -> RenderableType:
    """Name the game and, where there are several, the hand."""
    line = " · ".join(filter(None, (desk.drawing.title, desk.words("hand", number=number))))
    return Text(f" {line} ", style="bold reverse", overflow="ellipsis", no_wrap=True)


def flow(items: list[Text], width: int, gap: str = "  ") -> Text:
    """Set items side by side, as many in a line as there is room for, none of them broken."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, item)
        else:
            lines.append(item)
    return Text("\n").join(lines)


def _key(key: Key, explained: bool) -> Text:
    gloss = f" ({key.gloss})" if explained and key.gloss else ""
    return Text.assemble((f"[{key.key}]", "bold cyan"), f" {key.label}", (gloss, "dim"))
