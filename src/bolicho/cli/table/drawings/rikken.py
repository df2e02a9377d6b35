"""The Rikken table as a picture: four seats around the trick, own hand below, contract and score beside them."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.drawings import rikken_keys
from bolicho.cli.table.person import flow
from bolicho.cli.table.screen import WIDE, Size
from bolicho.core.numbers import say
from bolicho.core.words import Words
from bolicho.games.rikken import Rikken, Trick, View, talk
from bolicho.games.rikken.cards import SUITS, Card, Hand
from bolicho.games.rikken.talk import SIGNS, card_sign
from bolicho.games.rikken.tricks import winner

LEFT, GAP, SIDE, MIDDLE = 46, 2, 15, 16
"""Columns: the table, the space beside it, a seat at its side, the trick between."""
HEARD, LAST = 2, 4
"""Lines that are kept for what was heard, so that the picture stands still; moves that a replay tells."""
COLOURS = {"s": "bright_blue", "h": "bright_red", "d": "yellow", "c": "green"}


class RikkenDrawing:
    """Draws views of Rikken; what it says comes from ``games.rikken.talk``, what it reads from ``rikken_keys``."""

    def __init__(self, game: Rikken, language: str, names: tuple[str, ...]) -> None:
        self.game = game
        self.names = names
        self.words = Words("bolicho.games.rikken", language)
        length = self.words("deals-one" if game.rules.deals == 1 else "deals-many", deals=game.rules.deals)
        self.title = f"{self.words('name')} · {game.preset} · {length}"

    def table(self, view: View, size: Size, others: Sequence[View] = ()) -> RenderableType:
        """Draw the table as one seat sees it, that seat below; with the views of the others, their cards too."""
        shown = {other.seat: other.hand for other in others}
        shown |= {seat: hand for seat, hand in enumerate(view.open_hands) if hand is not None}
        around = self._around(view)
        facts = [Text(line) for line in talk.standing(view, self.words, self.names)]
        last = [] if view.last_trick is None else [self._last(view, view.last_trick)]
        hands = [self._hand(seat, hand) for seat, hand in sorted(shown.items()) if hand]
        own = self._own(view, keyed=not others, width=size.width)
        heard = self._heard(view, size.width, whole=not others)
        if size.width < WIDE:
            return Group(self._score(view), *facts, heard, *last, around, *hands, own)
        grid = Grid.grid(padding=(0, GAP))
        grid.add_column(width=LEFT)
        grid.add_column(ratio=1)
        grid.add_row(around, Group(self._score(view), Text(), *facts))
        return Group(grid, heard, *last, *hands, own)

    def _around(self, view: View) -> RenderableType:
        """Draw the four seats and the cards of the trick, the viewer below, play going clockwise."""
        left, across, right = ((view.seat + turn) % 4 for turn in (1, 2, 3))
        trick = (view.current if view.current is not None else Trick(view.seat)).by_seat()
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(width=SIDE - 1, justify="right")
        grid.add_column(width=MIDDLE, justify="center")
        grid.add_column(width=SIDE - 1)
        grid.add_row("", self._name(view, across), "")
        grid.add_row("", _shown(trick[across]), "")
        middle = Grid.grid()
        middle.add_column(width=MIDDLE // 2)
        middle.add_column(width=MIDDLE // 2, justify="right")
        middle.add_row(_shown(trick[left]), _shown(trick[right]))
        grid.add_row(self._name(view, left), middle, self._name(view, right))
        grid.add_row("", _shown(trick[view.seat]), "")
        grid.add_row("", self._name(view, view.seat), "")
        return grid

    def _name(self, view: View, seat: int) -> Text:
        """Name a seat: ▸ whose turn it is, the dealer's D, declarer's ★ and the known partner's ☆."""
        marks = ("D" * (seat == view.dealer)) + ("★" * (seat == view.declarer)) + ("☆" * (seat == view.partner))
        name = _short(self.names[seat], SIDE - 3 - len(marks) - (len(marks) > 0))
        turn = "▸" if seat == view.to_move else ""
        return Text(f"{turn}{name}{f' {marks}' if marks else ''}", style="bold" if turn else "")

    def _score(self, view: View) -> RenderableType:
        """Tell what each has, before this deal and with it once it is over, and his tricks."""
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(no_wrap=True, overflow="ellipsis")
        grid.add_column(justify="right")
        grid.add_column(justify="right")
        grid.add_row("", self.words("score-title"), self.words("tricks-line"), style="dim")
        for seat in range(4):
            score = view.score[seat] + view.points[seat]
            grid.add_row(
                Text(self.names[seat], style="bold"), Text(say(score, self.words.language)), Text(str(view.won[seat]))
            )
        return grid

    def _last(self, view: View, trick: Trick) -> Text:
        cards = Text(" ").join(_shown(card) for card in trick.cards)
        taker = winner(trick.cards, trick.leader, view.trump)
        led, taken = self.names[trick.leader], self.words("taken", who=self.names[taker])
        return Text.assemble((f"{self.words('last-trick')}: {led} ", "dim"), cards, (f" {taken}", "dim"))

    def _hand(self, seat: int, hand: Hand) -> Text:
        return Text.assemble((f"{self.names[seat]}: ", "bold"), Text("  ").join(_suits(hand)))

    def _own(self, view: View, keyed: bool, width: int) -> RenderableType:
        """Draw the own hand by suits, with the numbers of the cards that may be played now."""
        playing = keyed and view.phase == "play" and bool(view.moves)
        if not playing:
            return Group(Text(self.names[view.seat], style="bold"), flow(_suits(view.hand), width - 2, "   "))
        cards = []
        for number, card in enumerate(view.hand, 1):
            legal = card in view.moves
            key = (f"[{number}]", "bold cyan") if legal else ("", "")
            face = Text(card_sign(card), style=f"bold {COLOURS[card[1]]}" if legal else "dim")
            cards.append(Text.assemble(key, face))
        return Group(Text(self.names[view.seat], style="bold"), flow(cards, width - 2, "  "))

    def _heard(self, view: View, width: int, whole: bool) -> Text:
        """Tell all that happened since the viewer's last move, or (in replays, step by step) the last moves."""
        own = [place for place, (seat, _) in enumerate(view.history) if seat == view.seat]
        since = (own[-1] + 1 if own else 0) if whole else max(0, len(view.history) - LAST)
        told = [Text(self.say(seat, move), style="dim") for seat, move in view.history[since:]]
        if whole and told:
            told.insert(0, Text(f"{self.words('since-turn' if own else 'since-start')}:", style="dim"))
        heard = flow(told, width - 2)
        return Text("\n").join([heard, *[Text()] * (HEARD - 1 - heard.plain.count("\n"))])

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat now."""
        return talk.prompt(view, self.words, self.names)

    def keys(self, view: View) -> list[Key]:
        """List what may be typed now."""
        return rikken_keys.keys(view, self.words)

    def read(self, view: View, typed: str) -> str | None:
        """Return the legal move that was typed, or None."""
        return rikken_keys.move_typed(view, typed)

    def knows(self, typed: str) -> bool:
        """Whether this is a word of Rikken."""
        return rikken_keys.known(typed)

    def say(self, seat: int, move: str) -> str:
        """Tell a move in a few words."""
        return f"{self.names[seat]}: {talk.move_in_words(move, self.words)}"

    def history(self, view: View) -> list[str]:
        """Tell the auction a line a word, the play a line a trick."""
        spoken = [(seat, move) for seat, move in view.history if move not in SUITS and len(move) > 2]
        lines = [self.say(seat, move) for seat, move in spoken]
        for number, trick in enumerate(view.tricks, 1):
            lines.append(f"{number}. {self._told(trick)} → {self.names[winner(trick.cards, trick.leader, view.trump)]}")
        if view.current is not None and view.current.cards:
            lines.append(f"{len(view.tricks) + 1}. {self._told(view.current)}")
        return lines

    def _told(self, trick: Trick) -> str:
        played = zip(trick.seats, trick.cards, strict=True)
        return "  ".join(f"{self.names[seat]} {card_sign(card)}" for seat, card in played)

    def summary(self, view: View) -> list[str]:
        """Tell how a finished deal ended and was paid."""
        return talk.summary(view, self.words, self.names)

    def dealt(self, view: View) -> str:
        """Name the thirteen cards that a seat was dealt."""
        return "  ".join(part.plain for part in _suits(view.dealt))

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table."""
        return talk.rules_told(self.game.rules, self.words)


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def _shown(card: Card | None) -> Text:
    return Text("·", style="dim") if card is None else Text(card_sign(card), style=f"bold {COLOURS[card[1]]}")


def _suits(hand: Hand) -> list[Text]:
    """Return a hand suit by suit: ``♠ A K J 2``."""
    held = {suit: [card_sign(card)[:-1] for card in hand if card[1] == suit] for suit in SUITS}
    return [Text(f"{SIGNS[suit]} {' '.join(ranks)}", style=COLOURS[suit]) for suit, ranks in held.items() if ranks]
