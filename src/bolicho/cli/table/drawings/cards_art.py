"""Spanish cards drawn with box characters: rank, suit as a letter and a picture, so that colour tells nothing alone."""

from collections.abc import Sequence

from rich.text import Text

WIDTH, HEIGHT = 7, 5
PICTURES = {
    "e": (" ╿ ", "╺┿╸"),  # espadas: a sword
    "b": ("╺┫ ", " ┣╸"),  # bastos: a club with twigs
    "o": ("╭─╮", "╰─╯"),  # ouros: a coin
    "c": ("╰┬╯", "╶┴╴"),  # copas: a cup
}
COLOURS = {"e": "bright_blue", "b": "green", "o": "yellow", "c": "red"}
BACK = "░"


def card_face(card: str, key: str = "") -> list[Text]:
    """Draw a card in five lines; ``(7e)`` lies face down and ``(?)`` is one that we may not see.

    >>> print(*card_face("12c", "1"), sep="\\n")
    ╭─────╮
    │12  c│
    │ ╰┬╯ │
    │ ╶┴╴ │
    ╰─[1]─╯
    """
    name = card.strip("()")
    down, style = card.startswith("("), COLOURS.get(name[-1], "")
    if down:
        corner = "" if name == "?" else name
        middle = [f"{BACK}{corner:{BACK}<4}", BACK * 5, BACK * 5]
        style = "dim"
    else:
        top, bottom = PICTURES[name[-1]]
        middle = [f"{name[:-1]:<4}{name[-1]}", f" {top} ", f" {bottom} "]
    foot = f"[{key}]".center(5, "─") if key else "─" * 5
    lines = [Text("╭─────╮")]
    lines += [Text.assemble("│", (line, f"bold {style}" if not down else style), "│") for line in middle]
    return [*lines, Text(f"╰{foot}╯")]


def side_by_side(cards: Sequence[list[Text]], gap: str = " ", lines: int = HEIGHT) -> Text:
    """Put drawings of equal height next to each other; with none, leave their place empty."""
    if not cards:
        return Text("\n" * (lines - 1))
    return Text("\n").join(Text(gap).join(parts) for parts in zip(*cards, strict=True))


def card_name(card: str) -> Text:
    """Name a card in one short coloured word."""
    if card.startswith("("):
        return Text(f"[{card.strip('()')}]".replace("[?]", BACK * 3), style="dim")
    return Text(card, style=f"bold {COLOURS[card[-1]]}")


def fan(count: int) -> Text:
    """Draw the backs of so many cards, one over the other, in three lines.

    >>> print(fan(2))
    ╭─╭───╮
    │░│░░░│
    ╰─╰───╯
    """
    if not count:
        return Text("\n\n")
    rows = (("╭─", "╭───╮"), (f"│{BACK}", f"│{BACK * 3}│"), ("╰─", "╰───╯"))
    return Text("\n".join(edge * (count - 1) + last for edge, last in rows), style="dim")
