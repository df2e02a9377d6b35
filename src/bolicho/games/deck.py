"""Cards as pictures for a notebook: those of the web table's decks, and any other card's name on white paper.

``decks.json`` is written from the page's own decks by ``node tools/decks.mjs``. A block holds each card that it shows
once, in its sprite; wherever a card lies, it points there.
"""

import json
import re
from functools import cache
from html import unescape
from importlib.resources import files
from typing import NamedTuple

from bolicho.games.html import OWN, text
from bolicho.games.scene import HIDDEN, bare

SHARED = "sp-"
"""Begins the names of what cards share."""
WIDE, TALLEST, LETTER = 62, 58, 0.6
"""Of a card with its name on it: room for the text, its largest size, how wide a letter is of its size."""
PAPER = '<rect x="1" y="1" width="98" height="138" rx="8" fill="#fffdf6" stroke="#8b7a5c"/>'
BACK = (
    f'{PAPER}<rect x="7" y="7" width="86" height="126" rx="5" fill="#1f5f45"/>'
    '<path d="M50 20L80 70L50 120L20 70Z" fill="none" stroke="#e8b84e" stroke-width="3"/>'
    '<path d="M50 42L66 70L50 98L34 70Z" fill="#e8b84e"/>'
)


class Deck(NamedTuple):
    """The pictures of a deck, and what they share."""

    high: int = 140
    """Of 100 across."""
    cards: dict[str, str] = {HIDDEN: BACK}  # noqa: RUF012  (read only)
    parts: dict[str, str] = {}  # noqa: RUF012

    def inside(self, card: str) -> str:
        """Draw a card; one that the deck does not know has its name on it."""
        return self.cards.get(card) or _named(card)


@cache
def deck_of(name: str) -> Deck:
    """Return a deck by its name: spanish, french, or one of cards with their names on them."""
    decks = json.loads((files("bolicho.games") / "decks.json").read_text(encoding="utf-8"))
    return Deck(**decks[name]) if name in decks else Deck()


def card(deck: str, code: str, label: str, mark: str = "") -> str:
    """Point at a card of the sprite; whoever cannot see it hears its label."""
    face = HIDDEN if code == HIDDEN or bare(code) != code else code
    kind = f' class="{mark}"' if mark else ""
    return (
        f'<svg{kind} viewBox="0 0 100 {deck_of(deck).high}" role="img"><title>{text(label)}</title>'
        f'<use href="#{_place(face)}" data-card="{text(face)}"/></svg>'
    )


def with_sprite(deck: str, body: str) -> str:
    """Put before a block each card that lies in it, drawn once and out of sight; one face down is a back, no more."""
    pack = deck_of(deck)
    faces = sorted(map(unescape, set(re.findall(r'data-card="([^"]*)"', body))))
    if not faces:
        return body
    drawn = {face: pack.inside(face) for face in faces}
    needed = _needed("".join(drawn.values()), pack)
    parts = "".join(pack.parts[name] for name in needed)
    cards = "".join(f'<g id="{_place(face)}">{inside}</g>' for face, inside in drawn.items())
    inner = re.sub(rf'(id="|href="#|url\(#){SHARED}', rf"\g<1>{OWN}{SHARED}", parts + cards)
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{inner}</defs></svg>{body}'


def _needed(drawn: str, pack: Deck) -> list[str]:
    """Return the parts that drawings point at, and those that these parts point at."""
    found: list[str] = []
    todo = re.findall(rf"#({SHARED}\w+)", drawn)
    while todo:
        name = todo.pop()
        if name not in found:
            found.append(name)
            todo += re.findall(rf"#({SHARED}\w+)", pack.parts[name])
    return sorted(found)


def _place(face: str) -> str:
    """Name the place of a card in the sprite: a code of a guest's deck may be any text."""
    safe = "back" if face == HIDDEN else "".join(sign if sign.isalnum() else f"_{ord(sign):x}_" for sign in face)
    return f"{OWN}card-{safe}"


def _named(name: str) -> str:
    size = min(TALLEST, WIDE / (LETTER * max(len(name), 1)))
    frame = '<rect x="13" y="19" width="74" height="102" rx="5" fill="#f7efdb" stroke="#cdb684"/>'
    places = ((50, 70, size, "middle"), (8, 11, 11.0, "start"), (92, 131, 11.0, "end"))
    written = "".join(
        f'<text x="{x}" y="{y}" font-size="{high:.1f}" text-anchor="{anchor}" dominant-baseline="central" '
        f'font-family="Georgia,serif" font-weight="700" fill="#2a1d12">{text(name)}</text>'
        for x, y, high, anchor in places
    )
    return PAPER + frame + written
