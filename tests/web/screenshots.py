"""Take the pictures of every page for the documentation: ``python -m tests.web.screenshots docs/screenshots``.

Names after the folder take only those: ``python -m tests.web.screenshots docs/screenshots pt/lobby pt/truco``.
"""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from tests.web.browsers import browser
from tests.web.player import changes, standing
from tests.web.sights import PAGES, House, furnished
from tests.web.visitor import DESKTOP, PHONE, Visitor

TALL = (1200, 1100)
PICTURES: dict[str, tuple[str, tuple[int, int], str]] = {
    "lobby": ("lobby", TALL, "en"),
    "lobby-phone": ("lobby", PHONE, "pt-BR"),
    "truco": ("truco", DESKTOP, "en"),
    "truco-phone": ("truco", PHONE, "pt-BR"),
    "paulista": ("paulista", DESKTOP, "en"),
    "rikken": ("rikken", DESKTOP, "en"),
    "rikken-phone": ("rikken", PHONE, "pt-BR"),
    "board": ("board", DESKTOP, "en"),
    "invite": ("waiting", DESKTOP, "en"),
    "over": ("over", TALL, "en"),
    "watch": ("watched", TALL, "en"),
    "mine": ("my table", TALL, "en"),
    "matches": ("matches", DESKTOP, "en"),
    "replay": ("replay", TALL, "en"),
    "replay-board": ("replay of a board", TALL, "en"),
    "rules": ("rules", DESKTOP, "en"),
    "tutor": ("lesson", TALL, "en"),
    "people": ("people", TALL, "en"),
    "lab": ("lab", TALL, "en"),
    "job": ("job", TALL, "en"),
    "pt/lobby": ("lobby", TALL, "pt-BR"),
    "pt/truco": ("truco", DESKTOP, "pt-BR"),
    "pt/paulista": ("paulista", DESKTOP, "pt-BR"),
    "pt/rikken": ("rikken", DESKTOP, "pt-BR"),
}
"""Name of the file -> which page, how large, in which language."""
COLOURS = 128
NEXT, MOVE = "#between:not([hidden]) button.primary", "button.card.legal, #calls button"
"""What may be pressed: the next hand; a card, else a word."""


def look(house: House, visitor: Visitor, which: str, size: tuple[int, int], language: str) -> bytes:
    """Go to a page, play a little where it is a table, and take the picture."""
    page = PAGES[which](house, visitor, {"size": size, "language": language})
    if which in ("truco", "paulista") and size == DESKTOP:
        play(page, 2)
    page.wait_for_timeout(800)
    picture: bytes = page.screenshot()
    return picture


def play(page: Any, moves: int) -> None:
    """Play on until a hand stands in which so many moves were made and another is asked for."""
    made = 0
    while (following := asked(page)) or made < moves:
        before = standing(page)
        page.locator(NEXT if following else MOVE).first.click()
        changes(page, before)
        made = 0 if following else made + 1


def asked(page: Any) -> bool:
    """Wait until the person is asked for something, in any language, and tell whether it is to go on."""
    page.locator(f"#turn.mine, {NEXT}").first.wait_for()
    return bool(page.locator(NEXT).count())


def main(folder: Path, *names: str) -> None:
    """Write every picture, or those that are named, small."""
    with TemporaryDirectory() as place, browser() as chromium:
        house = furnished(Path(place))
        for name in names or PICTURES:
            which, size, language = PICTURES[name]
            visitor = Visitor(chromium, house.server)
            taken = Image.open(BytesIO(look(house, visitor, which, size, language))).convert("RGB")
            visitor.close()
            file = folder / f"{name}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
            print(f"{file}: {file.stat().st_size / 1024:.0f} KiB")
        house.server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
