"""A child at the board, in five even steps: ``pia:1`` looks at its own move only, ``pia:5`` sees all that can be known.

It errs as beginners do. Each move it looks so many plies ahead, sometimes one further (``learn/boards/levels.py``);
what lies beyond it does not see: a threat is missed, a long plan is not found. Of a solved game the look is taken from
the exact table, so that the steps are even in the share of right moves; of a larger one it is a short search. Where
dice are thrown it thinks of a few of its moves only.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, NamedTuple

from bolicho.agents.boards import BOARD_GAMES, BoardGames, whole_number
from bolicho.agents.minimax import analyse, uniform
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.games.boards import Board, BoardGame, Position, View
from bolicho.games.boards.rules import DRAWN, GOALS, result, turns, weight

LEVEL = 3
THOUGHTS = (1, 2, 4, 8, 10_000)
"""By level: of how many of its moves it thinks when dice were thrown."""
SURE = 1
MATE = 100
SHOWN = ("line", "block", "few")
"""Goals for which there is a word of its own."""


class Sight(NamedTuple):
    """What somebody saw who looked so many plies ahead."""

    plies: int
    best: tuple[int, ...]
    value: int
    """1: a win is in sight, -1: every move loses, 0: neither."""
    distance: int
    """Plies to the end that is in sight."""
    lost: tuple[int, ...]
    """Moves that are seen to lose."""


class Child:
    """Looks a little ahead, and now and then not far enough."""

    plays: ClassVar[BoardGames] = BOARD_GAMES
    steps: ClassVar[int] = 5
    """Its levels, each offered to people by itself."""
    character: ClassVar[dict[str, str]] = {
        "en": "a child at the board, in five even steps: looks a little ahead and misses what a child misses",
        "pt-BR": "um piá no tabuleiro, em cinco degraus iguais: olha um pouco adiante e deixa passar o que piá deixa",
    }

    def __init__(self, game: BoardGame, level: str | int = LEVEL) -> None:
        """``level`` from 1, who looks at its own move only, to 5."""
        self.game = game
        self.level = whole_number("pia", "level", level, 1, len(THOUGHTS))
        self.name = f"pia:{self.level}"

    def choose(self, view: View, rng: Random) -> Decision:
        """Look as far as it does this time, and draw one of the moves that seem best."""
        legal = view.moves
        if view.board.dice:
            return self._with_dice(view, rng)
        plies, further, chance = self._step()
        looked = further if rng.random() < chance else plies
        sight = self._look(view.position, looked)
        number = rng.choice(sight.best)
        facts: JsonObject = {"level": self.level, "plies": min(looked, MATE), "value": sight.value}
        rule = "pia-look"
        if sight.value > 0:
            rule, facts["own"] = "pia-win", (sight.distance + 1) // 2
            then = turns(view.board, view.position)[number][1]
            facts["telling"] = "-".join(["now", *_how(view.board, then)]) if sight.distance == 1 else "later"
        elif sight.value < 0:
            rule, facts["own"] = "pia-loss", sight.distance // 2
        elif looked == 1:
            rule = "pia-own"
        elif danger := self._danger(view, sight.lost):
            rule, (facts["other"], facts["reply"], how) = "pia-danger", danger
            if how:
                facts["telling"] = how[0]
        return Decision(legal[number], float(sight.value), {"rule": rule, "words": "bolicho.agents", "facts": facts})

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """The chances of each move: those of both ways to look, mixed."""
        return [self._chances(view) for view in views]

    def _chances(self, view: View) -> tuple[float, ...]:
        count = len(view.moves)
        if view.board.dice:
            return self._dice_chances(view)
        plies, further, chance = self._step()
        short, long = (uniform(count, self._look(view.position, looked).best) for looked in (plies, further))
        return tuple((1 - chance) * a + chance * b for a, b in zip(short, long, strict=True))

    def _step(self) -> tuple[int, int, float]:
        from bolicho.learn.boards.levels import LARGE, steps_of

        return (steps_of(self.game.board) or LARGE)[self.level - 1]

    def _look(self, position: Position, plies: int) -> Sight:
        from bolicho.learn.boards.levels import steps_of

        if steps_of(self.game.board):
            return _by_table(self.game.board, position, plies)
        return self._searched(position, plies)

    def _searched(self, position: Position, plies: int) -> Sight:
        found = analyse(self.game.board, position, plies)
        lost = tuple(move for move, value in enumerate(found.values) if value < -SURE)
        sure = (found.value > SURE) - (found.value < -SURE)
        return Sight(plies, found.best, sure, int(MATE - abs(found.value)) if sure else 0, lost)

    def _danger(self, view: View, lost: Sequence[int]) -> tuple[str, str, tuple[str, ...]] | None:
        """Tell a move that would let the rival win at once, by which move, and how."""
        after = turns(view.board, view.position)
        for move in lost:
            for reply, then in turns(view.board, after[move][1]):
                if result(view.board, then) not in (None, DRAWN, view.position.turn):
                    return after[move][0], reply, _how(view.board, then)
        return None

    def _with_dice(self, view: View, rng: Random) -> Decision:
        legal = view.moves
        thought = rng.sample(range(len(legal)), min(len(legal), THOUGHTS[self.level - 1]))
        worth = _worths(view.board, view.position)
        number = max(thought, key=lambda move: worth[move])
        facts: JsonObject = {"level": self.level, "thought": len(thought), "moves": len(legal)}
        why = {"rule": "pia-dice", "words": "bolicho.agents", "facts": facts}
        return Decision(legal[number], round(worth[number], 4), why)

    def _dice_chances(self, view: View) -> tuple[float, ...]:
        """How likely each move is the best of those that come to mind."""
        worth = _worths(view.board, view.position)
        count, thoughts = len(worth), min(len(worth), THOUGHTS[self.level - 1])
        order = sorted(range(count), key=lambda move: worth[move])  # of equals any may be thought of first: shared
        chances = [0.0] * count
        at = 0
        while at < count:
            same = [move for move in order[at:] if worth[move] == worth[order[at]]]
            upto, below = at + len(same), at
            share = (_none(count, count - upto, thoughts) - _none(count, count - below, thoughts)) / len(same)
            for move in same:
                chances[move] = share
            at = upto
        return tuple(chances)


def _how(board: Board, ended: Position) -> tuple[str, ...]:
    """By which goal a game has ended, where there is a word for it."""
    winner = result(board, ended)
    held = next((goal for goal in board.goals if goal in GOALS and GOALS[goal](board, ended, winner or 0)), "")
    goal = held or ("block" if board.stuck == "lose" else "")
    return (goal,) if goal in SHOWN else ()


def _none(count: int, better: int, thoughts: int) -> float:
    """How likely none of so many better ones is among the thoughts."""
    chance = 1.0
    for drawn in range(thoughts):
        chance *= max(0, count - better - drawn) / (count - drawn)
    return chance


def _worths(board: Board, position: Position) -> list[float]:
    """How each move stands, a win above all."""
    worths = []
    for _, then in turns(board, position):
        ended = result(board, then)
        worths.append(-weight(board, then) if ended is None else 2.0)
    return worths


def _by_table(board: Board, position: Position, plies: int) -> Sight:
    from bolicho.learn.boards.horizon import in_sight
    from bolicho.learn.boards.solution import worth_at

    moves = worth_at(board, position).moves
    best = in_sight(moves, plies)
    chosen = moves[best[0]]
    seen = chosen.value if chosen.distance <= plies else 0
    lost = tuple(n for n, worth in enumerate(moves) if worth.value < 0 and worth.distance <= plies)
    return Sight(plies, best, seen, chosen.distance if seen else 0, lost)
