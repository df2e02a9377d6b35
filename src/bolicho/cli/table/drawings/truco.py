"""The Truco table as a picture: cards, score, rounds and what was said, wide or narrow, tall or short."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.drawings import truco_keys
from bolicho.cli.table.drawings.cards_art import BACK, HEIGHT, card_face, card_name, fan, side_by_side
from bolicho.cli.table.drawings.tally import halves, in_line
from bolicho.cli.table.drawings.tally import width as tally_width
from bolicho.cli.table.screen import WIDE, Size
from bolicho.core.words import Words
from bolicho.games.truco import Truco, View, talk

TALL = 29
LEFT, GAP, LABEL, CELL = 36, 2, 9, 9


class TrucoDrawing:
    """Draws views of Truco; what it says comes from ``games.truco.talk``, what it reads from ``truco_keys``."""

    def __init__(self, game: Truco, language: str, names: tuple[str, ...]) -> None:
        self.game = game
        self.names = names
        self.words = Words("bolicho.games.truco", language)
        self.title = f"{self.words('name')} · {game.preset} · {game.rules.target}"

    def table(self, view: View, size: Size, others: Sequence[View] = ()) -> RenderableType:
        """Draw the table as one seat sees it, that seat below."""
        other = others[0] if others else None
        tall = size.height >= TALL
        if size.width >= WIDE:
            left = Group(self._rival(view, other, tall), self._rounds(view, other, tall), self._own(view, other))
            rival = HEIGHT if tall and other else 3 if tall else 1
            lines = rival + (2 * HEIGHT + 2 if tall else 4) + HEIGHT + 1
            grid = Grid.grid(padding=(0, GAP))
            grid.add_column(width=LEFT)
            grid.add_column(ratio=1)
            score, standing = self._score(view, size.width - LEFT - GAP), list(map(Text, self._standing(view)))
            spoken = self._spoken(view, lines - 7 - len(standing))
            grid.add_row(left, Group(score, Text(), *standing, Text(), spoken))
            return grid
        facts = Group(self._score(view), *map(Text, self._standing(view)))
        table = Group(self._rival(view, other, False), self._rounds(view, other, False), self._own(view, other))
        return Group(facts, table, self._spoken(view, 3 if tall else 2))

    def _score(self, view: View, room: int = 0) -> RenderableType:
        """Draw the score in numbers and in matches: as squares where there is room, else in a line."""
        target = view.rules.target
        squares = LABEL + 4 + tally_width(target) <= room
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(width=LABEL, no_wrap=True, overflow="ellipsis")
        grid.add_column(justify="right")
        grid.add_column(no_wrap=True)
        if squares:
            left = tally_width(target // 2 * 2) // 2 + 1
            bad, _, good = self.words("score-halves").partition(" ┆ ")
            grid.add_row("", "", Text(f"{bad:<{left - 2}} ┆ {good}", style="dim"))
        for seat in (view.rival, view.seat):
            score = view.score[seat] + view.points[seat]
            drawn = halves(score, target) if squares else in_line(score, target)
            grid.add_row(Text(self.names[seat], style="bold"), Text(str(score), style="bold"), drawn)
        return grid

    def _standing(self, view: View) -> list[str]:
        return talk.standing(view, self.words, self.names)

    def _rival(self, view: View, other: View | None, tall: bool) -> RenderableType:
        name, held = self.names[view.rival], 3 - len(view.played[view.rival])
        if other is not None:
            names = Text(" ").join(card_name(card) for card in other.hand)
            cards: RenderableType = side_by_side([card_face(card) for card in other.hand]) if tall else names
        else:
            cards = fan(held) if tall else Text(" ".join([BACK * 2] * held), style="dim")
        return _labelled(name, cards)

    def _rounds(self, view: View, other: View | None, tall: bool) -> RenderableType:
        """Draw the three rounds as columns, the rival's cards above ours, and who won each between them."""
        grid = Grid.grid()
        grid.add_column(width=LABEL, no_wrap=True, overflow="ellipsis", vertical="middle")
        for _ in range(3):
            grid.add_column(width=CELL, justify="center", no_wrap=True)
        theirs = view.played[view.rival] if other is None else other.played[view.rival]
        results = [self._result(view, number) for number in range(3)]
        grid.add_row(
            "",
            *(
                Text(f"{number}ª" if self.words.language == "pt-BR" else f"{number}.", style="dim")
                for number in (1, 2, 3)
            ),
        )
        grid.add_row(self.names[view.rival], *_cells(theirs, tall))
        grid.add_row("", *results)
        grid.add_row(self.names[view.seat], *_cells(view.played[view.seat], tall))
        return grid

    def _result(self, view: View, number: int) -> Text:
        if number >= len(view.won):
            return Text("·", style="dim")
        winner = view.won[number]
        if winner is None:
            return Text(f"= {self.words('tied')}")
        return Text(f"{'▼' if winner == view.seat else '▲'} {_short(self.names[winner], CELL - 3)}")

    def _own(self, view: View, other: View | None) -> RenderableType:
        keyed = view.moves if other is None else ()  # numbers stand on cards that may be played now
        cards = [card_face(card, str(key) if card in keyed else "") for key, card in enumerate(view.hand, 1)]
        note = Text(talk.own_points(view, self.words), style="dim")
        return Group(_labelled(self.names[view.seat], note), _labelled("", side_by_side(cards)))

    def _spoken(self, view: View, lines: int) -> RenderableType:
        """Tell the last moves, the newest below, always in as many lines."""
        told = talk.log(view, self.words)[-lines:]
        texts = [Text.assemble((f"{self.names[seat]}: ", "bold"), text) for seat, _, text in told]
        return Group(*texts, *[Text()] * (lines - len(texts)))

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat now."""
        return talk.prompt(view, self.words, self.names)

    def keys(self, view: View) -> list[Key]:
        """List what may be typed now."""
        return truco_keys.keys(view, self.words)

    def read(self, view: View, typed: str) -> str | None:
        """Return the legal move that was typed, or None."""
        return truco_keys.moves_typed(view, typed)

    def knows(self, typed: str) -> bool:
        """Whether this is a word of Truco."""
        return truco_keys.known(typed)

    def say(self, seat: int, move: str) -> str:
        """Tell a move in a few words."""
        return f"{self.names[seat]}: {talk.move_in_words(move, self.words)}"

    def history(self, view: View) -> list[str]:
        """Tell every card and word so far."""
        return [f"{self.names[seat]}: {text}" for seat, _, text in talk.log(view, self.words)]

    def summary(self, view: View) -> list[str]:
        """Tell how a finished hand was paid and what was shown."""
        return talk.summary(view, self.words, self.names)

    def dealt(self, view: View) -> str:
        """Name the three cards that a seat was dealt."""
        return " ".join(view.dealt)

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table."""
        return talk.rules_told(self.game.rules, self.words)


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def _labelled(label: str, thing: RenderableType) -> RenderableType:
    grid = Grid.grid()
    grid.add_column(width=LABEL, no_wrap=True, overflow="ellipsis", vertical="middle")
    grid.add_column()
    grid.add_row(label, thing)
    return grid


def _cells(cards: tuple[str, ...], tall: bool) -> list[Text]:
    drawn = [side_by_side([card_face(card)]) if tall else card_name(card) for card in cards]
    return drawn + [side_by_side([]) if tall else Text("·", style="dim")] * (3 - len(cards))
