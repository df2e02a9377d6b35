"""Any card game as a picture: who holds how many, the cards of the round, rounds before it, own hand, log and score.

What is drawn is the scene of the face of a game, what is said and typed are its words: nothing here knows which it is.
"""

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.screen import WIDE, Size
from bolicho.cli.table.spelling import plain_word
from bolicho.core.contract import Game, View
from bolicho.games.face import face_of
from bolicho.games.scene import HIDDEN, Round, Scene, bare

LEFT, GAP = 46, 2
"""Columns: the table, and the space beside it."""
PAST, TOLD = 4, 8
"""Rounds before the present one that stay in sight; moves that are told."""
NARROWEST = 3
BACK = "░"
COLOURS = {
    "french": {"s": "bright_blue", "h": "bright_red", "d": "yellow", "c": "green"},
    "spanish": {"e": "bright_blue", "b": "green", "o": "yellow", "c": "red"},
}


class CardDrawing:
    """Draws views of a card game by its face."""

    def __init__(self, game: Game, language: str, names: tuple[str, ...]) -> None:
        self.game, self.names = game, names
        self.face = face_of(game, language, names)
        preset = dict(game.options).get("preset")
        facts = (self.face.title, preset and self.face.preset(preset)[0], self.face.target)
        self.title = " · ".join(str(fact) for fact in facts if fact)

    def table(self, view: View, size: Size, others: Sequence[Any] = ()) -> RenderableType:
        """Draw the table as one seat sees it, that seat below; with the views of the others, their cards too."""
        scene = self.face.scene(view)
        assert scene is not None, "a drawing of cards for a game without"
        hands = {other.seat: tuple(getattr(other, "hand", ())) for other in others}
        keys = {} if others else self.face.keys(view)
        wide = size.width >= WIDE
        room = LEFT if wide else size.width - 2
        seats = [self._seat(view, scene, (view.seat + turn) % len(self.names), hands) for turn in self._turns()]
        middle = [*self._up(scene), *self._rounds(scene, room)]
        own = [self._name(view, scene, view.seat, self.face.own(view)), self._hand(scene.hand, keys, room)]
        facts = [self._score(view), *map(Text, self.face.standing(view))]
        told = self._told(view, TOLD if wide else 3)
        if not wide:
            return Group(*facts, *seats, *middle, *own, told)
        grid = Grid.grid(padding=(0, GAP))
        grid.add_column(width=LEFT)
        grid.add_column(ratio=1)
        grid.add_row(Group(*seats, Text(), *middle, *own), Group(*facts, Text(), told))
        return grid

    def _turns(self) -> range:
        return range(1, len(self.names))

    def _name(self, view: View, scene: Scene, seat: int, more: str = "") -> Text:
        mark = scene.marks[seat] if scene.marks else ""
        turn = "▸ " if seat == view.to_move else "  "
        told = " · ".join(filter(None, (mark, more)))
        return Text.assemble((turn + self.names[seat], "bold"), (f"  {told}" if told else "", "dim"))

    def _seat(self, view: View, scene: Scene, seat: int, hands: dict[int, tuple[str, ...]]) -> Text:
        """Name a seat and show its cards: their backs, or (in replays) their faces."""
        count = scene.counts[seat] if seat < len(scene.counts) else 0
        backs = Text(" ".join([BACK * 2] * count), style="dim")
        cards = Text(" ").join(map(self._short, hands[seat])) if seat in hands else backs
        return Text.assemble(self._name(view, scene, seat), "  ", cards)

    def _up(self, scene: Scene) -> list[Text]:
        return [Text.assemble(("  ◇ ", "dim"), Text(" ").join(map(self._short, scene.up)))] if scene.up else []

    def _rounds(self, scene: Scene, room: int) -> list[RenderableType]:
        """Tell the rounds before in a line each, and draw the cards of the present one with who played them."""
        *before, now = scene.rounds or (Round(()),)
        first = len(before) - len(before[-PAST:]) + 1
        lines: list[RenderableType] = [self._line(n, one) for n, one in enumerate(before[-PAST:], first)]
        faces = [_under(self._face(laid.card), self.names[laid.seat]) for laid in now.cards]
        lines.append(_rows(faces, room) if faces else Text("\n\n\n"))
        lines.append(Text(self._taken(now), style="bold"))
        return lines

    def _line(self, number: int, one: Round) -> Text:
        cards = Text("  ").join(Text.assemble((self.names[c.seat], "dim"), " ", self._short(c.card)) for c in one.cards)
        return Text.assemble((f"  {number}. ", "dim"), cards, " ", self._taken(one))

    def _taken(self, one: Round) -> str:
        return f"→ {self.names[one.winner]}" if one.done and one.winner is not None else ""

    def _hand(self, hand: tuple[str, ...], keys: dict[str, str], room: int) -> Text:
        return _rows([self._face(card, keys.get(card, "")) for card in hand], room)

    def _face(self, card: str, key: str = "") -> list[Text]:
        """Draw a card in three lines, its key below it; one that lies face down as its back."""
        sign = BACK * NARROWEST if card == HIDDEN else self.face.sign(bare(card))
        width = max(NARROWEST, len(sign), len(key) + 2)
        foot = f"[{key}]" if key else ""
        style = "dim" if bare(card) != card else f"bold {self._colour(card)}"
        middle = Text.assemble("│", (sign.center(width), style), "│")
        return [Text(f"╭{'─' * width}╮"), middle, Text(f"╰{foot.center(width, '─')}╯")]

    def _short(self, card: str) -> Text:
        """Write a card in one short coloured word."""
        if card == HIDDEN:
            return Text(BACK * 2, style="dim")
        sign = self.face.sign(bare(card))
        return Text(sign, style=f"bold {self._colour(card)}") if bare(card) == card else Text(f"[{sign}]", style="dim")

    def _colour(self, card: str) -> str:
        return COLOURS.get(self.face.deck, {}).get(card[-1:], "")

    def _score(self, view: View) -> RenderableType:
        points = self.face.score(view)
        told = [Text.assemble((f"{name} ", "bold"), str(one)) for name, one in zip(self.names, points, strict=False)]
        return Text("  ·  ").join(told)

    def _told(self, view: View, lines: int) -> RenderableType:
        """Tell the last moves, the newest below, always in as many lines."""
        history = self.face.history(view)[-lines:]
        texts = [Text.assemble((f"{self.names[who]}: ", "bold"), self.face.say(who, move)) for who, move in history]
        return Group(*texts, *[Text()] * (lines - len(texts)))

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat now."""
        return self.face.prompt(view)

    def keys(self, view: View) -> list[Key]:
        """List what may be typed now: cards by their place, calls by a letter."""
        typed = self.face.keys(view)
        return [Key(typed[move], self._label(move), self.face.meaning(view, move)) for move in view.moves]

    def _label(self, move: str) -> str:
        if not self.face.is_card(move):
            return self.face.label(move)
        sign = self.face.sign(bare(move))
        return sign if bare(move) == move else f"[{sign}]"

    def read(self, view: View, typed: str) -> str | None:
        """Take the key of a move, its notation, or what it is called."""
        word = plain_word(typed)
        known: dict[str, str] = {}
        for move, key in self.face.keys(view).items():
            # not its sign: a Q with a suit is typed as a bare q, which leaves the table
            for name in (self.face.label(move), move, key):
                known[plain_word(name)] = move
        return known.get(word)

    def knows(self, typed: str) -> bool:
        """Whether this is a number or a card of the game."""
        return typed.strip().isdigit() or self.face.is_card(typed.strip())

    def say(self, seat: int, move: str) -> str:
        """Tell a move in a few words."""
        return f"{self.names[seat]}: {self.face.say(seat, move)}"

    def history(self, view: View) -> list[str]:
        """Tell every card and word so far."""
        return [self.say(seat, move) for seat, move in self.face.history(view)]

    def summary(self, view: View) -> list[str]:
        """Tell how a finished hand ended."""
        return self.face.summary(view)

    def dealt(self, view: View) -> str:
        """Name the cards that a seat was dealt: those it played, and those it still holds."""
        played = [bare(move) for who, move in self.face.history(view) if who == view.seat and self.face.is_card(move)]
        return " ".join(map(self.face.sign, (*played, *getattr(view, "hand", ()))))

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table; what the game says of itself where nobody wrote them down."""
        options = ", ".join(f"{name}={value}" for name, value in self.game.options.items())
        return self.face.rules() or [line for line in (type(self.game).__doc__ or "", options) if line]


def _rows(cards: list[list[Text]], room: int) -> Text:
    """Put cards of equal height side by side, as many in a row as there is room for."""
    rows: list[list[list[Text]]] = []
    for card in cards:
        if rows and sum(one[0].cell_len + 1 for one in rows[-1]) + card[0].cell_len <= room:
            rows[-1].append(card)
        else:
            rows.append([card])
    return Text("\n").join(Text(" ").join(line) for row in rows for line in zip(*row, strict=True))


def _under(card: list[Text], name: str) -> list[Text]:
    """Put a name below a card, both as wide as the wider of them."""
    width = max(card[0].cell_len, min(len(name), 9))
    short = name if len(name) <= width else f"{name[: width - 1]}…"
    left, right = (width - card[0].cell_len) // 2, (width - card[0].cell_len + 1) // 2
    padded = [Text.assemble(" " * left, line, " " * right) for line in card]
    return [*padded, Text(short.center(width), style="dim")]
