"""Take the pictures of every page for the documentation: ``python -m tests.web.screenshots docs/screenshots``."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from tests.web.browsers import browser
from tests.web.player import asked, changes, choices, standing
from tests.web.sights import PAGES, House, furnished
from tests.web.visitor import DESKTOP, PHONE, Visitor

TALL = (1200, 1100)
PICTURES: dict[str, tuple[str, tuple[int, int], str]] = {
    "lobby": ("lobby", TALL, "en"),
    "lobby-phone": ("lobby", PHONE, "pt-BR"),
    "truco": ("truco", DESKTOP, "en"),
    "truco-phone": ("truco", PHONE, "pt-BR"),
    "rikken": ("rikken", DESKTOP, "en"),
    "rikken-phone": ("rikken", PHONE, "pt-BR"),
    "board": ("board", DESKTOP, "en"),
    "invite": ("waiting", DESKTOP, "en"),
    "over": ("over", TALL, "en"),
    "watch": ("watched", TALL, "en"),
    "matches": ("matches", DESKTOP, "en"),
    "replay": ("replay", TALL, "en"),
    "replay-board": ("replay of a board", TALL, "en"),
    "rules": ("rules", DESKTOP, "en"),
    "tutor": ("lesson", TALL, "en"),
    "people": ("people", TALL, "en"),
    "lab": ("lab", TALL, "en"),
    "job": ("job", TALL, "en"),
}
"""Name of the file -> which page, how large, in which language."""
COLOURS = 128


def look(house: House, visitor: Visitor, which: str, size: tuple[int, int], language: str) -> bytes:
    """Go to a page, play a little where it is a table, and take the picture."""
    page = PAGES[which](house, visitor, {"size": size, "language": language})
    if which == "truco" and language == "en":
        play(page, 2)
    page.wait_for_timeout(800)
    picture: bytes = page.screenshot()
    return picture


def play(page: Any, moves: int) -> None:
    """Play on until a hand stands in which so many moves were made and another is asked for."""
    made = 0
    while (what := asked(page)) == "next" or made < moves:
        before = standing(page)
        page.get_by_role("button", name="Next hand").click() if what == "next" else choices(page)[0].click()
        changes(page, before)
        made = 0 if what == "next" else made + 1


def main(folder: Path) -> None:
    """Write every picture, small."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place, browser() as chromium:
        house = furnished(Path(place))
        for name, (which, size, language) in PICTURES.items():
            visitor = Visitor(chromium, house.server)
            taken = Image.open(BytesIO(look(house, visitor, which, size, language))).convert("RGB")
            visitor.close()
            file = folder / f"{name}.png"
            taken.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
            print(f"{file}: {file.stat().st_size / 1024:.0f} KiB")
        house.server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
