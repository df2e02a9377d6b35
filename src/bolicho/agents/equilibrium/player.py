"""The equilibrium player: looks its situation up and draws a move by the chances that were trained."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, ClassVar, NamedTuple

from bolicho.agents.equilibrium.levels import FULL, share, wanted
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH, envido_points
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.options import rules
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium import packed, situation, thumb
from bolicho.learn.ladder.packed import load

WORDS = "bolicho.agents.equilibrium"
LADDER = rules(envido="off", flor="off")
"""The ladder game, to any target."""
HANDS = 20
"""Of the responder, drawn for a bracket of the full game."""
ANSWERS = ("quero", "nao-quero")
SURE = 0.995
"""What is done so often is always done."""
FEW, MANY = 0.4, 0.6
"""Who calls with fewer better hands about wants a yes; with more, a no."""
FAR = 15
"""Who lacks so many points, as the rival does, plays the hand for its points: the table for that is finer."""


class Reading(NamedTuple):
    """The chances of the legal moves, and whence: ``ladder``, ``match``, ``points``, ``thumb`` or ``forced``."""

    chances: tuple[float, ...]
    table: str


class Equilibrium:
    """Plays a trained mixed strategy; explains itself by the chances of all moves."""

    plays: ClassVar[tuple[str, ...]] = ("truco",)
    character: ClassVar[dict[str, str]] = {
        "en": "mixes its moves so that knowing how it plays gains you next to nothing",
        "pt-BR": "mistura as jogadas de modo que saber como joga quase não adianta",
    }

    def __init__(self, game: Truco, which: str = "", *more: str, **settings: Any) -> None:
        if more or settings:
            told = ",".join((which, *more, *settings))
            raise BadInput(f"agent 'equilibrium:{told}': expected points or a level from 1 to 5, and nothing else")
        self.game = game
        self.level, self.for_points = wanted(which)
        self.share = share(self.level)
        self.name = f"equilibrium:{which}" if which else "equilibrium"
        self.strategy = packed.bundled("points")
        self._match = None if self.for_points else packed.bundled("match")

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw a move."""
        reading = self.read(view)
        draw = rng.random()
        move = view.moves[-1]
        for candidate, chance in zip(view.moves, reading.chances, strict=True):
            draw -= chance
            if draw < 0:
                move = candidate
                break
        return Decision(move, self._match_chance(view), self._why(view, move, reading))

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of the legal moves of each view."""
        return [self.read(view).chances for view in views]

    def exploit(self, game: str, hands: int | None, seed: int, **how: Any) -> JsonObject | None:
        """Measure itself on the full game by its own compiled best response; None where that does not fit.

        ``how``: ``reach``, ``suits``, ``show``, ``folder`` of ``learn.equilibrium.bracket``.
        """
        if game != "full" or self.level != FULL or self.game.options != Truco().options:
            return None
        from bolicho.learn.equilibrium.bracket import bracket

        return bracket(self.strategy, self.game.rules, hands or HANDS, seed, **how)

    def ladder_table(self) -> tuple[Any, Any] | None:
        """Its strategy on the whole ladder game, with the tree that the table belongs to; None for the lower levels."""
        if self.level != FULL or self.game.rules._replace(target=LADDER.target) != LADDER:
            return None
        from bolicho.learn.ladder.tree import grown

        solved = load()
        return grown(solved.counts, compact=True), solved.table()

    def read(self, view: View) -> Reading:
        """Return the chances of the legal moves, and their source."""
        if len(view.moves) == 1:
            return Reading((1.0,), "forced")
        moves = situation.weighed(view)
        if len(moves) == 1:
            return Reading(_spread(view, moves, (1.0,)), "forced")
        reading = self._looked_up(view, moves)
        if self.share == 0.0:
            return reading
        simple = _spread(view, moves, thumb.chances(view, moves))
        mixed = tuple((1 - self.share) * p + self.share * q for p, q in zip(reading.chances, simple, strict=True))
        return Reading(mixed, reading.table)

    def _looked_up(self, view: View, moves: tuple[str, ...]) -> Reading:
        if view.rules._replace(target=LADDER.target) == LADDER:
            return Reading(load().probabilities(view), "ladder")
        for name, table in (("match", self._match), ("points", self.strategy)):
            if table is None or (name == "match" and self._far(view)):
                continue
            found = table.find(situation.key(view, table.shape), len(moves))
            spread = _spread(view, moves, found) if found is not None else None
            if spread is not None and sum(spread) > 0:
                return Reading(spread, name)
        return Reading(_spread(view, moves, thumb.chances(view, moves)), "thumb")

    @staticmethod
    def _far(view: View) -> bool:
        standing = (view.score[seat] + view.points[seat] for seat in (0, 1))
        return view.rules.target - max(standing) >= FAR

    def _match_chance(self, view: View) -> float | None:
        """The chance to win the match, as the score stands before this hand."""
        if self._match is None or not self._match.worth.size:
            return None
        mine, his = (view.rules.target - view.score[seat] for seat in (view.seat, view.rival))
        if max(mine, his) >= len(self._match.worth):
            return None
        return round(float(self._match.worth[mine, his, int(view.is_mano)]), 4)

    def _why(self, view: View, move: str, reading: Reading) -> JsonObject:
        know = situation.parts_of_view(view)
        chances = {name: round(p, 4) for name, p in zip(view.moves, reading.chances, strict=True) if p > 0}
        chance = chances.get(move, 0.0)
        rule = "forced" if reading.table == "forced" else "thumb" if reading.table == "thumb" else None
        facts: JsonObject = {
            "move": move,
            "chance": chance,
            "chances": chances,
            "others": {name: p for name, p in chances.items() if name != move},
            "table": reading.table,
            "level": self.level,
            "position": "mao" if know.mano else "pe",
            "round": know.round + 1,
            "held": list(view.hand),
            "envido": envido_points(view.dealt),
            "lacks": list(know.lacks),
        }
        if rule is None:
            often = "certain" if chance >= SURE else "usual" if chance >= 0.5 else "mixed" if chance >= 0.15 else "rare"
            mode = _mode(view, move)
            if mode:
                facts["stronger"] = round(share_stronger(view, mode), 4)
            rule = _purpose(mode, move, chance, facts.get("stronger", 0.5)) or often
        return {"rule": rule, "words": WORDS, "facts": facts}


def _mode(view: View, move: str) -> str:
    """Return which bet a move is about, where the cards that were dealt tell what it is for; else nothing."""
    if move in ENVIDO_CALLS or (view.bet == "envido" and move in ANSWERS):
        return "envido"
    about_truco = move in TRUCO_CALLS or (view.truco_by is not None and not view.bet and move in ANSWERS)
    return "truco" if about_truco and not view.won and len(view.hand) == len(view.dealt) else ""


def _purpose(mode: str, move: str, chance: float, better: float) -> str:
    """Return what a bet is for: to be paid, to be believed, to keep a caller honest, or to lose little."""
    if not mode:
        return ""
    if move == "quero":
        return f"catch-{mode}" if chance < SURE else ""
    if move == "nao-quero":
        return f"fold-{mode}" if better >= 0.5 else ""
    return f"value-{mode}" if better <= FEW else f"bluff-{mode}" if better >= MANY else ""


def share_stronger(view: View, mode: str) -> float:
    """Return the share of all hands that have more points, or better cards, than this one.

    Cards are compared by their best two, as two rounds win.
    """
    if mode == "envido":
        return float((all_hands().envido > envido_points(view.dealt)).mean())
    powers = _powers()
    return 1 - bisect_right(powers, _power(view.dealt)) / len(powers)


@cache
def _powers() -> list[int]:
    return sorted(_power(hand) for hand in combinations(STRENGTH, 3))


def _power(cards: Iterable[str]) -> int:
    return sum(sorted(STRENGTH[card] for card in cards)[-2:])


def _spread(view: View, moves: tuple[str, ...], chances: tuple[float, ...]) -> tuple[float, ...]:
    """Lay the chances of the weighed moves out over the legal ones; equal cards share theirs."""
    given = dict(zip(moves, chances, strict=True))
    for card in view.hand:
        twins = [other for other in view.hand if STRENGTH[other] == STRENGTH[card] and other in given]
        if len(twins) > 1 and card == twins[0]:
            each = sum(given[other] for other in twins) / len(twins)
            given |= dict.fromkeys(twins, each)
    legal = [given.get(move, 0.0) for move in view.moves]
    total = sum(legal)
    if total <= 0:
        return tuple(1.0 / len(legal) for _ in legal)
    return tuple(chance / total for chance in legal)
