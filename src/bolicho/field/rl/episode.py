"""An episode: one hand (or deal, or board game), or a whole match, at a table of the house, moved from outside.

Deals and first contexts are those that ``play_match(game, agents, seed, match=number)`` would use.
"""

from collections.abc import Sequence
from copy import copy
from functools import partial
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

from bolicho.core.chance import OPEN, stream
from bolicho.core.contract import Agent, Context, Decision, Game, View
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.record import winner_of
from bolicho.field.encode import Encoder, encoder
from bolicho.games import GAMES
from bolicho.play import Beginning, Table

UNITS = ("hand", "match")
REWARDS = ("points", "win")
OPTIONS = ("deal", "context")
PASSED_OVER = ("options",)
"""PettingZoo's ``api_test`` gives such an option to every environment."""


class Terms(NamedTuple):
    """What is played, how long an episode lasts and what it pays."""

    game: Game
    """Such that a match of it is an episode."""
    coder: Encoder
    unit: str
    reward: str
    longest: int | None
    """Moves after which an episode is cut short."""

    @classmethod
    def of(
        cls, game: Game | str, unit: str, reward: str | None, max_cycles: int | None, options: JsonObject
    ) -> "Terms":
        """Check what somebody asked for."""
        if isinstance(game, Game) and options:
            raise BadInput(f"options {', '.join(options)}: the game is built already, give it its options there")
        made: Game = game if isinstance(game, Game) else GAMES.make(game, **options)
        if unit not in UNITS:
            raise UnknownName("unit", str(unit), UNITS)
        paid = reward or ("points" if unit == "hand" else "win")
        if paid not in REWARDS:
            raise UnknownName("reward", str(reward), REWARDS)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise BadInput(f"max_cycles {max_cycles!r}: expected a number of moves of each seat, from 1")
        played = _alone(made) if unit == "hand" else made
        return cls(played, encoder(made), unit, paid, max_cycles and max_cycles * made.seats)


class Outside:
    """Whoever decides outside the house sits here."""

    def __init__(self, name: str = "outside") -> None:
        self.name = name

    def choose(self, view: View, rng: Random) -> Decision:  # noqa: ARG002
        """Nobody asks."""
        raise AssertionError("decided outside")


class Episode:
    """One episode in progress."""

    def __init__(
        self, terms: Terms, agents: Sequence[Agent], seed: int, number: int, options: JsonObject | None = None
    ) -> None:
        """``options`` may give the ``deal`` of the first unit, as text, and its ``context``."""
        self.terms = terms
        self.moves = self._units = 0
        begun = _begun(terms.game, options, seed, number) if options else None
        dealer = partial(_deal, terms.game, seed, number)  # as `shuffled`, but an episode can be copied and sent
        self.table = Table(terms.game, agents, seed, match=number, dealer=dealer, begun=begun, salt=OPEN)
        if self.table.lost is not None:
            raise BadInput(f"seat {self.table.lost.seat} cannot sit down: {self.table.lost.why}")

    @property
    def over(self) -> bool:
        """Whether it has ended by the rules."""
        return self.table.over

    @property
    def cut(self) -> bool:
        """Whether it is broken off for its length."""
        return not self.over and self.terms.longest is not None and self.moves >= self.terms.longest

    @property
    def state(self) -> Any:
        """Where it stands; after the end, how it ended."""
        return self.table.state

    def play(self, move: str) -> tuple[float, ...] | None:
        """Play a move for who is to move; return what it paid each seat, None while nothing is paid."""
        self.table.play(move)
        return self._paid()

    def advance(self) -> tuple[float, ...] | None:
        """Let the agent whose turn it is move; one that fails is an error, not a result."""
        self.table.advance()
        if self.table.lost is not None:
            lost = self.table.lost
            raise BadInput(f"opponent {self.table.names[lost.seat]} at seat {lost.seat} failed: {lost.why}")
        return self._paid()

    def _paid(self) -> tuple[float, ...] | None:
        self.moves += 1
        if len(self.table.units) == self._units:
            return None
        self._units += 1
        if self.terms.reward == "points":
            return balance(self.table.units[-1].scores)
        return victory(self.table.scores) if self.over else None


def balance(scores: Sequence[int]) -> tuple[float, ...]:
    """Return what points are worth to each seat, zero in all: of two the difference, of more the distance to the mean.

    >>> balance((3, 1)), balance((0, 1)), balance((12, -4, -4, -4))
    ((2.0, -2.0), (-1.0, 1.0), (12.0, -4.0, -4.0, -4.0))
    """
    mean = sum(scores) / len(scores)
    times = 2 if len(scores) == 2 else 1
    return tuple(times * (points - mean) for points in scores)


def victory(scores: Sequence[int]) -> tuple[float, ...]:
    """Return 1 for the winner, less for the others, zero in all; nothing for anybody when the best is shared.

    >>> victory((24, 11)), victory((3, 3)), victory((1, 2, 9, 0))[0] * 3
    ((1.0, -1.0), (0.0, 0.0), -1.0)
    """
    winner = winner_of(scores)
    if winner is None:
        return (0.0,) * len(scores)
    return tuple(1.0 if seat == winner else -1 / (len(scores) - 1) for seat in range(len(scores)))


class Seeds:
    """The seed and number of each episode: ``reset(seed)`` begins anew, ``reset()`` goes on to the next episode."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.number = 0

    def next(self, seed: int | None) -> tuple[int, int]:
        """Return the seed and the number of the episode that begins."""
        if seed is not None:
            self.seed, self.number = int(seed), 0
        elif self.seed is None:
            self.seed = randbits(48)
        else:
            self.number += 1
        return self.seed, self.number


def _deal(game: Game, seed: int, board: int, unit: int) -> Any:
    return game.deal(stream(seed, "deal", board, unit))


def _alone(game: Game) -> Game:
    """Return the same game, of which one unit is a whole match."""
    one = copy(game)
    vars(one)["following"] = _nothing_follows
    return one


def _nothing_follows(context: Context, scores: Sequence[int]) -> None:  # noqa: ARG001
    return None


def _begun(game: Game, options: JsonObject, seed: int, number: int) -> Beginning | None:
    unknown = [repr(key) for key in options if key not in OPTIONS + PASSED_OVER]
    if unknown:
        raise BadInput(f"reset options {', '.join(unknown)}: unknown; known: {', '.join(OPTIONS)}")
    rng = stream(seed, "opening", number)
    deal, given = options.get("deal"), options.get("context")
    if deal is None and given is None:
        return None
    if given is not None and not isinstance(given, dict):
        raise BadInput(f"context {given!r}: expected the keyword arguments of {game.name}'s start, as a dict")
    context: Context = {**game.opening(rng), **(given or {})}
    try:
        game.start(game.deal(rng) if deal is None else deal, **context)
    except TypeError as error:
        raise BadInput(f"context {given!r}: {error}") from None
    return Beginning(context, () if deal is None else (str(deal),))
