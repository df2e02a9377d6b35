"""The learning mode for people: hints, what a move gave away, and taking back. The judging is ``learn.judge``'s."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.words import Words
from bolicho.games.boards import View
from bolicho.games.face import face_of

NAMES = {1: "win", 0: "draw", -1: "loss"}


class TakeBack(Exception):
    """Whoever sits here wants to have their last move back."""


class Lessons:
    """What a learner asked for in this match, and how it is answered."""

    def __init__(self, words: Words, on: bool, wait: Callable[[str], None] = lambda _: None) -> None:
        """``wait`` is told when an answer takes long."""
        self.words, self.on, self.wait = words, on, wait
        self.used = on
        self.hinted = self.taken_back = 0

    def begin(self) -> None:
        """Begin a new match."""
        self.used, self.hinted, self.taken_back = self.on, 0, 0

    def turn(self) -> str:
        """Switch the learning mode on or off, and say so."""
        self.on = not self.on
        self.used = self.used or self.on
        return self.words("learn-on" if self.on else "learn-off")

    def notes(self) -> dict[str, int]:
        """What the record of the match should say of its lessons."""
        return {"hinted": self.hinted, "taken_back": self.taken_back} if self.used else {}

    def hint(self, view: View) -> str:
        """Tell what each legal move is worth, the best first."""
        from bolicho.learn.boards.judge import worths

        self.hinted += 1
        self._prepare(view)
        told = sorted(worths(view.board, view.position).items(), key=lambda item: item[1].rank, reverse=True)
        groups = [(worth, " ".join(move for move, _ in same)) for worth, same in groupby(told, lambda item: item[1])]
        lines = [f"{self._worth(worth)}: {moves}" for worth, moves in groups]
        return "\n".join([*lines, *self._unproven(view)])

    def verdict(self, view: View, move: str) -> str:
        """Tell what a move gave away, or that it gave nothing away."""
        from bolicho.learn.boards.judge import judge

        self._prepare(view)
        judged = judge(view.board, view.position, move)
        before, after = NAMES[judged.before.value], NAMES[judged.after.value]
        kept = "learn-slower" if after == "win" and judged.after.rank < judged.before.rank else f"learn-kept-{after}"
        key = f"learn-{before}-{after}" if judged.gave_away else kept
        said = self.words(key, move=move, best=" ".join(judged.best[:4]), plies=self._plies(judged.after.distance))
        return "\n".join([said, *self._unproven(view)])

    def _worth(self, worth: Any) -> str:
        return self.words(f"worth-{NAMES[worth.value]}", plies=self._plies(worth.distance))

    def _plies(self, distance: int) -> str:
        return self.words("worth-plies", count=distance) if distance > 1 else ""

    def _unproven(self, view: View) -> list[str]:
        from bolicho.learn.boards.judge import plies, solvable

        return [] if solvable(view.board) else [self.words("learn-seen", plies=plies(view.board, view.position))]

    def _prepare(self, view: View) -> None:
        from bolicho.games.boards.graph import most_positions
        from bolicho.learn.boards.judge import solvable
        from bolicho.learn.boards.shipped_tables import shipped

        if shipped(view.board) is None and solvable(view.board) and most_positions(view.board) > 50_000:
            self.wait(self.words("learn-thinking"))


def lessons_for(game: Game, words: Words, on: bool, wait: Callable[[str], None]) -> Lessons | None:
    """Return the lessons of a game, None where there are none: cards are hidden, and a hint would show them."""
    if face_of(game).lessons:
        return Lessons(words, on, wait)
    if on:
        raise BadInput(f"--learn: {game.name} has no learning mode; board games do")
    return None
