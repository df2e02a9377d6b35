"""Questions to an agent, in batches: a public position and the hands it may hold there; equal ones are asked once."""

from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np

from bolicho.core.chance import stream
from bolicho.games.truco.cards import DECK, STRENGTH, Hand
from bolicho.games.truco.view import View
from bolicho.learn.yardstick.asking import Asker, Chances
from bolicho.learn.yardstick.faces import Floats, Ints
from bolicho.learn.yardstick.suits import alike, resuited

Key = tuple[str, object]
"""A public position in words, and who is asked there."""
CHECKED_ONE_IN = 499
"""Of how many questions one is asked again with other suits."""
KEPT = 3_000_000
"""How many answers are remembered; then it begins anew."""


class Turn(NamedTuple):
    """A public position as one seat sees it, and hands that may be held there, which may say the same words."""

    example: View
    """The view of one of the hands."""
    ids: Ints
    dealt: Ints
    """[hand, 3]: places of its cards in the deck."""
    kept: Ints
    """[hand, cards left]"""
    cards: Ints
    """[hand, cards that may be played]: the same, or none where only words are legal."""
    words: tuple[str, ...]
    alike: Ints
    """Hands with the same number are played alike by who does not look at suits."""


class Book:
    """Asks; for who is blind to suits, or taken to be, it remembers what was answered, and tries now and then."""

    def __init__(self, asker: Asker, *, blind: bool = False, levels: bool = False) -> None:
        """``blind``: hands of the same strengths and points are asked about once, whatever their suits.

        ``levels``: only strengths matter, so the same question with other suits must be answered alike.
        """
        self.asker, self.blind, self.levels = asker, blind, levels
        self.checked = self.differed = 0
        """Questions that were asked again with other suits, and those of them that were answered otherwise."""
        self._known: dict[Key, Chances] = {}

    def counts(self) -> dict[str, int]:
        """How much was asked, and how."""
        asked = {"questions": self.asker.questions, "drew": self.asker.drew}
        return {**asked, "checked": self.checked, "differed": self.differed}

    def ask(self, turns: Sequence[Turn]) -> list[Floats]:
        """Return for each turn the probabilities [hand, cards then words]."""
        wanted: list[list[Key]] = []
        new: dict[Key, View] = {}
        others: list[tuple[Key, View]] = []
        if not self.blind or len(self._known) > KEPT:
            self._known.clear()
        for turn in turns:
            place = self._place(turn.example)
            keys: list[Key] = []
            for hand in range(len(turn.ids)):
                key = (place, self._who(turn, hand))
                keys.append(key)
                if key in new:
                    if _picked(key):
                        others.append((key, view_of(turn, hand)))
                elif key not in self._known:
                    new[key] = view_of(turn, hand)
            wanted.append(keys)
        if self.levels:
            others = [
                (key, resuited(view, stream(0, "suits", _name(key)))) for key, view in new.items() if _picked(key)
            ]
        if new:
            views = [*new.values(), *(view for _, view in others)]
            answers = self.asker.ask(views, [_name(key) for key in [*new, *(key for key, _ in others)]])
            self._known |= zip(new, answers, strict=False)
            for (key, view), answer in zip(others, answers[len(new) :], strict=True):
                self.checked += 1
                self.differed += not alike(new[key], self._known[key], view, answer)
        return [np.array([self._known[key] for key in keys], np.float64) for keys in wanted]

    def _who(self, turn: Turn, hand: int) -> object:
        if self.blind and turn.alike[hand] >= 0:
            return int(turn.alike[hand])
        return tuple(turn.dealt[hand].tolist())

    def _place(self, view: View) -> str:
        """The public position in words; without suits for who is blind to them."""
        said = " ".join(f"{seat}:{STRENGTH.get(move, move) if self.blind else move}" for seat, move in view.history)
        told = " ".join(f"{seat}={points}" for seat, _, points in view.announced)
        return f"{view.mano}{view.seat} {said} | {told}"


def view_of(turn: Turn, hand: int) -> View:
    """What the seat sees if it holds this hand."""
    kept = _cards(turn.kept[hand])
    moves = (*kept, *turn.words) if turn.cards.shape[1] else turn.words
    return turn.example._replace(dealt=_cards(turn.dealt[hand]), hand=kept, moves=moves)


def left_of(dealt: Ints, gone: Sequence[int]) -> Ints:
    """The cards of hands that are still held, when these were played."""
    if not gone:
        return dealt
    left = dealt != gone[0]
    for card in gone[1:]:
        left &= dealt != card
    return np.asarray(dealt[left].reshape(len(dealt), dealt.shape[1] - len(gone)))


def _name(key: Key) -> str:
    return f"{key[0]} {key[1]}"


def _picked(key: Key) -> bool:
    return crc32(_name(key).encode()) % CHECKED_ONE_IN == 0


def _cards(places: Ints) -> Hand:
    return tuple(DECK[place] for place in places.tolist())
