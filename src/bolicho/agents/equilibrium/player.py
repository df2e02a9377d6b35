"""The equilibrium player: looks its situation up and draws a move by the chances that were trained."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bolicho.agents.equilibrium.levels import FULL, POINTS, RESOLVE, share, wanted
from bolicho.agents.equilibrium.resolver import Resolver
from bolicho.core.contract import Decision
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, MoveValue, Outlook
from bolicho.core.json_text import JsonObject
from bolicho.core.paths import named
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH, envido_points, sorted_hand
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.odds import Prospects, rest
from bolicho.games.truco.options import rules
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium import packed_strategy, situation, thumb
from bolicho.learn.ladder.packed_ladder import load
from bolicho.learn.trunk import opening_book
from bolicho.learn.trunk.opening_book import OpeningBook

if TYPE_CHECKING:
    from bolicho.learn.equilibrium.playouts import Playouts

WORDS = "bolicho.agents.equilibrium"
LADDER = rules(envido="off", flor="off")
"""The ladder game, to any target."""
TRAINED = rules()
"""The rules that the tables were trained for, to any target."""
HANDS = 20
"""Of the responder, drawn for a bracket of the full game."""
ANSWERS = ("quero", "nao-quero")
FOLD = "baralho"
SHOWN = 60
"""Hands that are drawn to tell what a bluff shows."""
SURE, RARE = 0.995, 0.15
"""A move that is made at least this often is always made; less often than that, it is meant to surprise."""
FEW, MANY = 0.4, 0.6
"""Who calls with fewer better hands about wants a yes; with more, a no."""
FAR = 15
"""Where both lack at least this many points, a hand is played for its points: the table for that is finer."""


class Reading(NamedTuple):
    """The chances of the legal moves, and the source: a table by its name, ``solved``, ``thumb`` or ``forced``."""

    chances: tuple[float, ...]
    table: str


class Equilibrium:
    """Plays a trained mixed strategy; explains itself by the chances of all moves."""

    plays: ClassVar[tuple[str, ...]] = ("truco",)
    character: ClassVar[dict[str, str]] = {
        "en": "mixes its moves so that knowing how it plays gains you next to nothing",
        "pt-BR": "mistura as jogadas de modo que saber como joga quase não adianta",
    }

    def __init__(self, game: Truco, which: str = "", *more: str, book: str = "", **settings: Any) -> None:
        self.level, how = wanted(which)
        if more or settings or (book and self.level != FULL):
            told = ",".join((which, *more, *settings, *([f"book={book}"] if book else [])))
            expected = "points, resolve or a level from 1 to 5, and book=FILE with the full strength"
            raise BadInput(f"agent 'equilibrium:{told}': expected {expected}")
        self.game = game
        self.share = share(self.level)
        told = ",".join((*([which] if which else []), *([f"book={book}"] if book else [])))
        self.name = f"equilibrium:{told}" if told else "equilibrium"
        self.strategy = packed_strategy.bundled("points")
        self._match = None if how == POINTS else packed_strategy.bundled("match")
        self._book = _opened(book, game) if book else None
        worth = None if self._match is None else self._match.worth
        self._resolver = Resolver(self._by_table, worth) if how == RESOLVE or self._book else None
        self._playouts: Playouts | None = None

    @property
    def tables(self) -> tuple[packed_strategy.PackedStrategy, packed_strategy.PackedStrategy | None] | None:
        """The tables for points and for the match, for who reads them compiled; None if it plays by more than that."""
        plain = self.level == FULL and self._resolver is None
        return (self.strategy, self._match) if plain and self._trained() else None

    def _trained(self) -> bool:
        """Whether the tables were made for these rules."""
        return self.game.rules._replace(target=TRAINED.target) == TRAINED

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

    def analyse(self, view: View) -> Analysis | None:
        """Value the moves: rounds 2 and 3 by the solution that `RESOLVE` plays from, the first by playing on."""
        if self._resolver is None:
            return None
        solved = self._resolver.analysis(view)
        if solved is not None:
            return solved
        playouts = self._played_on(view.score)
        if playouts is None:
            return None
        often = self.read(view).chances
        found = playouts.values(view, often)
        rows = zip(view.moves, found.chances, often, found.points, found.losses, found.errors, strict=True)
        return Analysis(
            "match",
            tuple(
                MoveValue(move, float(chance), played, None, float(points), float(loss), float(error))
                for move, chance, played, points, loss, error in rows
            ),
        )

    def explain(self, view: View, move: str) -> JsonObject:
        """Say why it makes, or would make, a move."""
        return self._why(view, move, self.read(view))

    def outlook(self, state: State) -> Outlook | None:
        """What a hand is worth by the score, and by the cards of both."""
        before, playouts = self._match_chance(state.view(0)), self._played_on(state.score)
        if before is None or playouts is None:
            return None
        points, chance = playouts.deal_worth(state.rules, state.deal, state.score, state.mano)
        return Outlook(before, chance, points)

    def _played_on(self, score: tuple[int, int]) -> "Playouts | None":
        """Who plays hands on by the tables; None where these do not fit the rules or the score."""
        if self._playouts is None and self._match is not None and self._trained():
            from bolicho.learn.equilibrium.playouts import Playouts

            self._playouts = Playouts(self.strategy, self._match, FAR)
        known = self._playouts is not None and self._playouts.knows(self.game.rules, score)
        return self._playouts if known else None

    def exploit(self, game: str, hands: int | None, seed: int, **how: Any) -> JsonObject | None:
        """Measure itself on the full game by its own compiled best response; None where that does not fit.

        ``how``: ``reach``, ``suits``, ``show``, ``folder`` of ``learn.equilibrium.bracket``.
        """
        if game != "full" or self.level != FULL or self._resolver or self.game.options != Truco().options:
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
        solved = self._resolver.chances(view) if self._resolver is not None else None
        if solved is not None:
            return Reading(solved, "solved")
        return self._from_table(view, moves)

    def _by_table(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """What the tables say of views, whatever is solved at the table."""
        return [
            _spread(view, moves, (1.0,)) if len(moves) == 1 else self._from_table(view, moves).chances
            for view, moves in ((view, situation.weighed(view)) for view in views)
        ]

    def _from_table(self, view: View, moves: tuple[str, ...]) -> Reading:
        found = self._book.chances(view) if self._book is not None and self._far(view) else None
        if found is not None:
            return Reading(found, "book")
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
            rule = self._told(view, move, chance, facts)
        return {"rule": rule, "words": WORDS, "facts": facts}

    def _told(self, view: View, move: str, chance: float, facts: JsonObject) -> str:
        """Return by which rule a move is explained; what its sentence needs is added to the facts."""
        mode = _mode(view, move)
        if mode == "late":
            cards = Prospects(view, rest(view))
            facts["wins"] = round(cards.chance(cards.now()), 4)
        elif mode:
            facts["stronger"] = round(share_stronger(view, mode), 4)
        purpose = _purpose(mode, move, 1 - facts["wins"] if "wins" in facts else facts.get("stronger", 0.5))
        if purpose in ("bluff-truco", "bluff-envido"):
            good = self._good(view, move, mode)
            facts |= {} if good is None else {"good": round(good, 4), "telling": "range"}
        if purpose == "bluff-late":
            facts |= self._represented(view, move)
        if "telling" not in facts and (chance >= SURE or (move in view.hand and chance < RARE)):
            facts["telling"] = "always" if chance >= SURE else "rare"
        if purpose:
            return purpose
        if move in view.hand:
            facts |= {"faced": view.on_table} if view.on_table else {}
            return card_reason(view, move)
        return "certain" if chance >= SURE else "usual" if chance >= 0.5 else "mixed" if chance >= RARE else "rare"

    def _represented(self, view: View, move: str) -> JsonObject:
        """Return which good hands a late bluff passes for: a card that they keep, and their share of the calls.

        Hands are drawn from what the rival cannot see, and called with as the tables say; a good one keeps a card that
        beats most of the others.
        """
        fixed, draw = [card for card in view.dealt if card not in view.hand], Random(0)  # one may lie face down
        unseen = [card for card in STRENGTH if card not in (*fixed, *view.played[view.rival])]
        words = tuple(one for one in view.moves if one not in view.hand)
        total, good = 0.0, []
        for _ in range(SHOWN):
            left = sorted_hand(draw.sample(unseen, len(view.hand)))
            dealt = sorted_hand((*fixed, *left))
            if not left or len({card[-1] for card in dealt}) == 1:
                continue  # a flor has calls of its own
            moves = (*left, *words) if len(words) < len(view.moves) else words
            other = view._replace(dealt=dealt, hand=left, moves=moves)
            reading, best = self._from_table(other, situation.weighed(other)), max(left, key=STRENGTH.__getitem__)
            often = reading.chances[moves.index(move)] if reading.table != "thumb" else 0.0
            total += often
            if often > 0 and sum(STRENGTH[card] < STRENGTH[best] for card in unseen) >= MANY * len(unseen):
                good.append((often, best))
        if not good:
            return {}
        shown = sorted((card for _, card in good), key=STRENGTH.__getitem__)[len(good) // 2]
        return {"good": round(sum(often for often, _ in good) / total, 4), "shown": shown, "telling": "range"}

    def _good(self, view: View, move: str, mode: str) -> float | None:
        """Return how many of the hands with which it would make this call are better than most: what a bluff shows.

        Of hands that are drawn from what the rival cannot see, each counts as often as it makes the call.
        """
        unseen = [card for card in STRENGTH if card not in view.played[view.rival]]
        draw, calls = Random(0), []
        for _ in range(SHOWN):
            hand = sorted_hand(draw.sample(unseen, 3))
            if len({card[-1] for card in hand}) == 1:
                continue  # a flor has calls of its own
            words = tuple(one for one in view.moves if one not in view.hand)
            cards = hand if len(words) < len(view.moves) else ()
            other = view._replace(dealt=hand, hand=hand, moves=(*cards, *words))
            often = self.read(other).chances[other.moves.index(move)]
            calls.append((often, share_stronger(other, mode) < 0.5))
        total = sum(often for often, _ in calls)
        return sum(often for often, good in calls if good) / total if total else None


def _opened(book: str, game: Truco) -> OpeningBook:
    """Open a book, which must be of the game's rules."""
    path = named(book, "book")
    found = opening_book.read(path)
    if not found.knows(game.start(game.deal(Random(0))).view(0)):
        raise BadInput(
            f"{path}: a book for truco on the {found.deck} deck, with all other options as they are by default"
        )
    return found


def _mode(view: View, move: str) -> str:
    """Return which bet a move is about, where the cards that were dealt tell what it is for; else nothing."""
    if move in ENVIDO_CALLS or (view.bet == "envido" and move in ANSWERS):
        return "envido"
    if move == FOLD:
        return "late"
    about_truco = move in TRUCO_CALLS or (view.truco_by is not None and not view.bet and move in ANSWERS)
    if not about_truco:
        return ""
    return "late" if view.won or len(view.hand) < len(view.dealt) else "truco"


def _purpose(mode: str, move: str, better: float) -> str:
    """Return what a bet is for: to be paid, to be believed, to keep a caller honest, to lose little, or to press."""
    if not mode:
        return ""
    if move == "quero":
        return f"accept-{mode}" if better <= FEW else f"catch-{mode}"
    if move == FOLD:
        return "leave" if better >= 0.5 else ""
    if move == "nao-quero":
        return f"fold-{mode}" if better >= 0.5 else f"close-{mode}"
    return f"value-{mode}" if better <= FEW else f"bluff-{mode}" if better >= MANY else f"press-{mode}"


def card_reason(view: View, card: str) -> str:
    """Return what a card does at the table: it leads, beats, ties, lets the round go, or is thrown away."""
    own = STRENGTH[card]
    if view.on_table is None:
        if len(view.hand) == 1:
            return "lead-last"
        return "lead-high" if own == max(STRENGTH[one] for one in view.hand) else "lead-keep"
    faced = STRENGTH.get(view.on_table, 0)
    if own > faced:
        beating = [STRENGTH[one] for one in view.hand if STRENGTH[one] > faced]
        return "beat-only" if len(beating) == 1 else "beat-cheapest" if own == min(beating) else "beat-higher"
    if own == faced:
        return "tie"
    if any(STRENGTH[one] > faced for one in view.hand):
        return "let-go"
    return "throw" if own == min(STRENGTH[one] for one in view.hand) else "throw-higher"


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
