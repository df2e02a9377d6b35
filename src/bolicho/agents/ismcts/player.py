"""The player: searches, plays the move it came back to most, and tells visits, means and worlds."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import comb
from random import Random
from typing import Any, NamedTuple

from bolicho.agents.boards import whole_number
from bolicho.agents.ismcts.settings import ANY, MOST, TRUCO, Setting, settings_of, spec_of
from bolicho.core.chance import stream
from bolicho.core.contract import Decision, Game
from bolicho.core.json_text import JsonObject
from bolicho.core.why import CLEARLY, worst
from bolicho.games.truco import Truco
from bolicho.games.truco import View as TrucoView
from bolicho.games.truco.cards import STRENGTH, envido_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.odds import Prospects, points_chance, rest
from bolicho.learn.search.ismcts.any_game import AnySubject, root_values
from bolicho.learn.search.ismcts.engine import Order, runner_now, warm_up
from bolicho.learn.search.ismcts.habits import RANDOM, SENSIBLE
from bolicho.learn.search.ismcts.payoff import PAYOFFS
from bolicho.learn.search.ismcts.search import search
from bolicho.learn.search.ismcts.truco import Manner, tables

WORDS = "bolicho.agents.ismcts"


class IsmctsResult(NamedTuple):
    """What a search found, by legal move in order."""

    visits: tuple[int, ...]
    means: tuple[float, ...]
    rule: str
    """The sentence that tells it."""
    facts: JsonObject


class Searcher(ABC):
    """Decides by search; how a game is searched is told below."""

    def __init__(self, iterations: str | int, given: Mapping[str, str], known: Mapping[str, Setting]) -> None:
        self.iterations = whole_number("ismcts", "iterations", iterations, 1, MOST)
        self.settings = settings_of(given, known)
        self.name = spec_of(self.iterations, self.settings, known)

    @abstractmethod
    def look(self, view: Any, key: int) -> IsmctsResult:
        """Search; all chance comes from the key."""

    def danger(self, view: Any, move: str) -> JsonObject:  # noqa: ARG002  (a game that can tell says so)
        """Tell what speaks against a move, as facts with the sentence that names it (``also``, see `core.why`)."""
        return {}

    def alternatives(self, view: Any, move: str) -> Sequence[str]:  # noqa: ARG002  (a game that can tell says so)
        """Return the moves with which one is compared."""
        return tuple(view.moves)

    def choose(self, view: Any, rng: Random) -> Decision:
        """Play the only move, or search."""
        if len(view.moves) == 1:
            return Decision(view.moves[0], None, {"rule": "only-move", "words": WORDS, "facts": {}})
        looked = self.look(view, rng.getrandbits(64))
        visits = looked.visits
        if self.settings["play"] == "shares":
            number = rng.choices(range(len(visits)), visits)[0]
        else:
            number = visits.index(max(visits))
        tried = {move: round(mean, 4) for move, mean, n in zip(view.moves, looked.means, visits, strict=True) if n}
        beside = {move: tried[move] for move in self.alternatives(view, view.moves[number]) if move in tried}
        facts = {
            "move": view.moves[number],
            "value": tried[view.moves[number]],
            "share": round(visits[number] / sum(visits), 4),
            "iterations": self.iterations,
            "visits": dict(zip(view.moves, visits, strict=True)),
            "values": tried,
            **worst(beside, view.moves[number]),
            **self.danger(view, view.moves[number]),
            **looked.facts,
        }
        why = {"rule": looked.rule, "words": WORDS, "facts": facts}
        return Decision(view.moves[number], float(looked.means[number]), why)

    def policies(self, views: Sequence[object]) -> list[tuple[float, ...]]:
        """Search each view once, with the chance that ``seed`` and the view give.

        A player of shares tells the shares of the visits; one that plays the most visited move tells 1 for that.
        """
        return [self._policy(view) for view in views]

    def _policy(self, view: Any) -> tuple[float, ...]:
        if len(view.moves) == 1:
            return (1.0,)
        visits = self.look(view, self._key(view)).visits
        if self.settings["play"] == "shares":
            return tuple(n / sum(visits) for n in visits)
        best = visits.index(max(visits))
        return tuple(float(number == best) for number in range(len(visits)))

    def _key(self, view: Any) -> int:
        return stream(int(self.settings["seed"]), "ismcts", repr(view)).getrandbits(64)


class TrucoSearch(Searcher):
    """Plays Truco, on the kernel once it is warm."""

    def __init__(self, game: Truco, iterations: str | int, given: Mapping[str, str]) -> None:
        super().__init__(iterations, given, TRUCO)
        self.game = game
        chosen = self.settings
        self.manner = Manner(
            playout=RANDOM if chosen["playout"] == "random" else SENSIBLE,
            observers=int(chosen["observers"]),
            reading=int(chosen["worlds"] == "read"),
            guided=int(chosen["guide"] == "habits"),
        )
        self.payoff, self.curiosity = PAYOFFS[chosen["payoff"]], float(chosen["curiosity"])
        tables()  # before anybody's clock runs
        warm_up()

    def look(self, view: TrucoView, key: int) -> IsmctsResult:
        """Search the hand; an end is worth the chance to win the match from there, or its points."""
        payoff = self.payoff(view.rules.target, view.score[view.seat], view.score[view.rival])
        order = Order(self.iterations, self.curiosity, self.manner, payoff)
        visits, means, hands = runner_now().search(self.game, view, order, key)
        return IsmctsResult(visits, means, f"search-{self.settings['payoff']}", {"hands": hands})

    def danger(self, view: TrucoView, move: str) -> JsonObject:
        """Tell how many of the hands that the rival may hold beat the card led, the cards or the points one has."""
        if view.bet == "envido" or move in ENVIDO_CALLS:
            return _feared("points", 1 - points_chance(view), points=envido_points(view.dealt))
        if move in TRUCO_CALLS or view.truco_by is not None:
            prospects = Prospects(view, rest(view))
            return _feared("hands", 1 - prospects.chance(prospects.now()))
        if move not in view.hand or view.on_table is not None:
            return {}
        seen = {*view.dealt, *view.played[view.rival]}
        unseen = [STRENGTH[card] for card in STRENGTH if card not in seen]
        held = len(view.dealt) - len(view.played[view.rival])
        weaker = sum(strength <= STRENGTH[move] for strength in unseen)
        return _feared("card", 1 - comb(weaker, held) / comb(len(unseen), held))


def _feared(what: str, danger: float, **facts: Any) -> JsonObject:
    return {"danger": round(danger, 4), "also": [f"fear-{what}"], **facts} if danger >= CLEARLY else {}


class AnySearch(Searcher):
    """Plays any game that has worlds, on its plain rules."""

    def __init__(self, game: Game, iterations: str | int, given: Mapping[str, str]) -> None:
        super().__init__(iterations, given, ANY)
        self.game, self.curiosity = game, float(self.settings["curiosity"])

    def look(self, view: Any, key: int) -> IsmctsResult:
        """Search for the chance to win this unit."""
        subject = AnySubject(self.game, view)
        edges = search(subject, self.iterations, self.curiosity, [key]).edges[None]
        return IsmctsResult(*root_values(subject, edges), "search-any", {})

    def danger(self, view: Any, move: str) -> JsonObject:
        """Tell a call from a card: one is said, the other played."""
        return {"telling": "call"} if _is_call(view, move) else {}

    def alternatives(self, view: Any, move: str) -> Sequence[str]:
        """Compare a card with cards only: that a hand one runs from is lost goes without saying."""
        return [one for one in view.moves if _is_call(view, one) == _is_call(view, move)]


def _is_call(view: Any, move: str) -> bool:
    hand = getattr(view, "hand", ())
    return bool(hand) and move.strip("()") not in hand
