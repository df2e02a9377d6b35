"""A cheat that works out the cards of its rival, and a check that whoever runs matches gives it nothing to work with.

Seeds are small numbers that people type. A player can try them all: one gives the draws it was handed, or its own
cards, and then it deals the rest itself. So a run in which strangers play keys its chance by a secret salt
(`core.chance`).
"""

from collections.abc import Callable, Sequence
from itertools import product
from random import Random

from bolicho.conformance.broken import must
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Decision, Game
from bolicho.core.errors import BolichoError
from bolicho.core.record import Record
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

SEEDS = 32
"""Seeds that the cheat tries, from 0."""
MATCHES = 4
"""Numbers of matches and boards that it tries, from 0."""
PLAYOUTS = 4
RUNS = 4
"""Matches of the check: one may be over after its first hand, which tells the cheat too little."""

Runner = Callable[[Game, Sequence[Agent], int], Record]
"""Plays one match of a game between agents from a seed."""


def check_runner(play: Runner, game: Game, seed: int = 7) -> None:
    """Raise ``Broken`` if a player of Truco who tries all small seeds can know its rival's cards in this run."""
    cheat = SeedSearcher(game)
    for run in range(RUNS):
        play(game, [cheat, SeedSearcher(game, seeds=0)], (seed + run) % SEEDS)
    must(cheat.looks > 0, "a runner asks the agents it is given", play)
    must(
        cheat.hits == 0,
        "nothing that an agent is given tells the seed of the deals",
        f"the cheat knew all cards in {cheat.hits} of {cheat.looks} decisions",
    )


class SeedSearcher:
    """A player of Truco who searches for the seed, and plays each move out: with all cards seen once it has found it.

    With ``seeds=0`` it is its honest twin, who guesses the rival's cards. As long as nothing is found, both play alike.
    """

    stranger = True
    """It stands in the house, but is to be treated as whoever comes from outside."""

    def __init__(self, game: Game, seeds: int = SEEDS) -> None:
        self.game, self.seeds = game, seeds
        self.name = "seed-searcher" if seeds else "honest-twin"
        self.hits = self.looks = 0
        self.last: tuple[int, int] | None = None

    def sit(self) -> "_Seat":
        """Return the player at one table, who counts the hands."""
        return _Seat(self)

    def choose(self, view: View, rng: Random) -> Decision:
        """Decide as in the first hand of a match."""
        return self.sit().choose(view, rng)


class _Seat:
    def __init__(self, searcher: SeedSearcher) -> None:
        self.searcher, self.game, self.name = searcher, searcher.game, searcher.name
        self.views: list[View] = []
        """The first view of each hand of the match."""
        self.new_hand = True

    def saw(self, view: View) -> None:
        self._look(view)  # a hand may end before it is asked
        self.new_hand = True

    def choose(self, view: View, rng: Random) -> Decision:
        self._look(view)
        state = self._true_state(view, rng)
        self.searcher.looks += 1
        self.searcher.hits += state is not None
        worth = dict.fromkeys(view.moves, 0.0)
        for _ in range(PLAYOUTS):
            # the world is drawn either way, so that the twin meets the same chance
            world = self.game.worlds(view, rng)
            for move in view.moves:
                worth[move] += self._played_out(state or world, move, view.seat, rng)
        best = max(worth, key=lambda move: worth[move])
        return Decision(best, worth[best] / PLAYOUTS, {"rule": "blind" if state is None else "all-cards-seen"})

    def _look(self, view: View) -> None:
        if self.new_hand:
            self.views.append(view)
            self.new_hand = False

    def _played_out(self, state: State, move: str, seat: int, rng: Random) -> int:
        while not state.over:
            state = state.play(move)
            move = "" if state.over else rng.choice(state.moves())
        return int(state.scores[seat] - state.scores[1 - seat])

    def _true_state(self, view: View, rng: Random) -> State | None:
        """Try first the numbers that were right the last time."""
        tried = [] if self.searcher.last is None else [self.searcher.last]
        for seed, number in (*tried, *product(range(self.searcher.seeds), range(MATCHES))):
            if self._draws(seed, number, view, rng) or self._deals(seed, number):
                state = self._replayed(seed, number, view)
                if state is not None:
                    self.searcher.last = seed, number
                    return state
        return None

    def _draws(self, seed: int, match: int, view: View, rng: Random) -> bool:
        """Whether these numbers give the generator that was handed over."""
        drawn = stream(seed, "choose", match, len(self.views) - 1, view.seat, len(view.history))
        return drawn.getstate() == rng.getstate()

    def _deals(self, seed: int, board: int) -> bool:
        """Whether these numbers deal all hands so far; one hand alone may be the same by chance."""
        hands = enumerate(self.views)
        return len(self.views) > 1 and all(
            self._start(seed, board, *one).view(one[1].seat).dealt == one[1].dealt for one in hands
        )

    def _replayed(self, seed: int, board: int, view: View) -> State | None:
        try:
            state = self._start(seed, board, len(self.views) - 1, view)
            for _, move in view.history:
                state = state.play(move)
        except BolichoError:  # other cards after all
            return None
        return state if state.view(view.seat) == view else None

    def _start(self, seed: int, board: int, unit: int, view: View) -> State:
        deal = self.game.deal(stream(seed, "deal", board, unit))
        state: State = self.game.start(deal, score=view.score, mano=view.mano)
        return state
