"""``zap``, a player of Truco Paulista: it counts what you may hold, and speaks by the chance to win the match.

For some hands that you may hold it plays the cards out with both hands open, and so knows how often each of its cards
wins. What a call is worth it reckons in chances to win the match, so that three points weigh more near the end.

Words say something of the cards. Who calls truco in two hands of ten is believed to hold the best two tenths of all
hands, and who always calls says nothing by it; how often you call is counted through the match.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Decision, Game
from bolicho.games.paulista.cards import DECK, strengths
from bolicho.games.paulista.state import ACCEPT, CALLS, RUN, hand_winner
from bolicho.games.paulista.view import WORTH, View

Winners = tuple[int | None, ...]
Hand = tuple[int, ...]

HANDS = 120
"""Hands of the rival that it looks at before each decision."""
FAITH = 0.5
"""Of the hands with which a rival would lose, this share stays when called."""
CALLS_IN, CALLS_OF = 1.0, 2.5
"""A rival nobody has seen yet counts as one who called truco in CALLS_IN of CALLS_OF hands."""
EDGE = 0.005
"""A chance nearer to nothing, or to one, is said in words."""
GOES_ON = 0.5
"""With this share of the hands that he held until then a rival stays or raises."""
LEAST, ANY = 0.1, 12
"""Words leave at least this share of the hands; this many hands are drawn as if nothing was said: anybody may bluff."""
BLUFF, BLUFF_BELOW = 0.08, 0.3
"""How often it calls with less than that chance."""
HAND_WORTH = ((1, 0.6), (3, 0.4))
"""What a hand to come is worth to who wins it, and how often: a round guess, the same for both."""


class Zap:
    """Counts the manilhas that are left, listens, and weighs the score."""

    name = "zap"
    plays: ClassVar[tuple[str, ...]] = ("paulista",)
    character: ClassVar[dict[str, str]] = {
        "en": "counts the hands you may hold and how often you call, weighs the score, and bluffs now and then",
        "pt-BR": "conta as mãos que você pode ter e quantas vezes você pede, pesa o placar, e blefa de vez em quando",
    }

    def __init__(self, game: Game) -> None:
        self.game = game  # every option it needs to know of is in the view
        self.called, self.could = CALLS_IN, CALLS_OF

    def sit(self) -> "Zap":
        """Meet somebody it does not know."""
        return Zap(self.game)

    def saw(self, view: View) -> None:
        """Remember whether the rival called truco, if he could have."""
        first = next((number for number, (_, move) in enumerate(view.history) if move in CALLS), len(view.history))
        until = view.history[: first + 1]
        called = (view.rival, CALLS[0]) in until
        at_the_brink = view.rules.target - 1 in view.score  # then nobody may call
        if not at_the_brink and (called or any(who == view.rival for who, _ in view.history[:first])):
            self.called, self.could = self.called + called, self.could + 1

    def choose(self, view: View, rng: Random) -> Decision:
        """Answer a call, else call, else play the card that wins most."""
        if len(view.moves) == 1:
            return _because(view.moves[0], "only")
        rivals = _rivals(view, rng, self._believed(view))
        if view.deciding or view.caller is not None:
            return _answer(view, _hope(view, rivals))
        chances = _chances(view, rivals)
        hope = max(chances.values())
        return _call(view, hope, self._silence(view, rivals, hope), rng) or _card(view, chances)

    def _silence(self, view: View, rivals: Sequence[Hand], hope: float) -> float:
        """Return what it is worth to say nothing: a rival who has not spoken yet may call himself, and be answered."""
        if view.word is not None or view.played[view.rival]:
            return _stake(view, hope, view.worth)
        share = self.called / self.could
        callers = sorted(rivals, key=_power, reverse=True)[: max(1, round(share * len(rivals)))]
        chance = max(_chances(view, callers).values())
        others = max(0.0, hope - share * chance) / (1 - share)
        return share * max(_answers(view, chance).values()) + (1 - share) * _stake(view, others, view.worth)

    def _believed(self, view: View) -> float:
        """Return the share of hands, the best, that fits what the rival has said in this hand."""
        share = 1.0
        for number, (who, move) in enumerate(view.history):
            if who == view.rival and move == CALLS[0]:
                share *= self.called / self.could
            elif who == view.rival and number and (move in CALLS or move == ACCEPT):  # a mão de onze begins with one
                share *= GOES_ON
        return max(LEAST, share)


# ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _answer(view: View, hope: float) -> Decision:
    """Accept, run or raise, whichever gives the best chance to win the match."""
    values = {move: value for move, value in _answers(view, hope).items() if move in view.moves}
    move = max(values, key=values.__getitem__)
    rule = {ACCEPT: "onze-play" if view.deciding else "accept", RUN: "onze-run" if view.deciding else "run"}
    return _because(move, rule.get(move, "raise"), hope, values, **({"telling": "none"} if hope < EDGE else {}))


def _answers(view: View, hope: float) -> dict[str, float]:
    """Return what each answer to a call is worth; where all is lost anyway it stays and looks."""
    after = view.level + 1
    values = {ACCEPT: _stake(view, hope, WORTH[after]), RUN: _match(view, -view.worth)}
    for call in CALLS[after : after + 1]:  # who has called and stays once more holds better cards than who only stays
        values[call] = _called(view, _staying(hope), after)
    return values


def _call(view: View, hope: float, silence: float, rng: Random) -> Decision | None:
    """Call where that is worth more than silence, and sometimes with nothing; None: it says nothing."""
    call = next((move for move in view.moves if move in CALLS), None)
    if call is None:
        return None
    values = {call: _called(view, hope, view.level), "—": silence}
    if values[call] > values["—"]:
        return _because(call, "call", hope, values)
    if hope < BLUFF_BELOW and rng.random() < BLUFF:
        return _because(call, "bluff", hope, values)
    return None


def _staying(chance: float) -> float:
    """Return the chance to win given that the rival stays: with a losing hand he does so less often."""
    return FAITH * chance / (FAITH * chance + 1 - chance) if chance < 1 else 1.0


def _called(view: View, chance: float, level: int) -> float:
    """Return what a call is worth: of the hands that lose, the rival runs with some; the others are played for more."""
    runs = (1 - FAITH) * chance
    stays = _staying(chance)
    return runs * _match(view, WORTH[level]) + (1 - runs) * _stake(view, stays, WORTH[level + 1])


def _stake(view: View, chance: float, points: int) -> float:
    return chance * _match(view, points) + (1 - chance) * _match(view, -points)


def _match(view: View, points: int) -> float:
    """Return the chance to win the match after winning (or losing) so many points."""
    mine, theirs = (view.rules.target - view.score[seat] for seat in (view.seat, view.rival))
    return _ahead(mine - max(points, 0), theirs - max(-points, 0))


@lru_cache(None)
def _ahead(mine: int, theirs: int) -> float:
    """Return the chance to be first, by what each still needs.

    >>> _ahead(5, 5), _ahead(0, 3), round(_ahead(1, 12), 2)
    (0.5, 1.0, 0.99)
    """
    if min(mine, theirs) <= 0:
        return float(mine <= 0)
    return sum(often * (_ahead(mine - won, theirs) + _ahead(mine, theirs - won)) / 2 for won, often in HAND_WORTH)


# ── cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _card(view: View, chances: dict[str, float]) -> Decision:
    """Play the card that wins most, of equal ones the weakest; one that cannot win the round face down."""
    best = max(chances.values())
    card = next(card for card in reversed(view.hand) if chances[card] == best)
    table = strengths(view.vira)
    covered = f"({card})"
    if covered in view.moves and view.on_table is not None and table[card] < table.get(view.on_table, 0):
        return _because(covered, "cover", best, {}, card=card)
    edge = {"telling": "lost" if best < EDGE else "sure"} if not EDGE <= best <= 1 - EDGE else {}
    return _because(card, "card", best, chances, card=card, **edge)


def _rivals(view: View, rng: Random, share: float) -> list[Hand]:
    """Draw hands that the rival may still hold, as strengths; of all that were drawn the best share is kept."""
    seen = {view.vira, *view.dealt, *view.played[view.rival]}
    unseen = [card for card in DECK if card not in seen]
    table, count = strengths(view.vira), view.counts[view.rival]
    shown = tuple(table.get(card, 0) for card in view.played[view.rival])
    drawn = [tuple(sorted(table[card] for card in rng.sample(unseen, count))) for _ in range(round(HANDS / share))]
    if share == 1:
        return drawn
    return sorted(drawn, key=lambda held: _power(shown + held), reverse=True)[: HANDS - ANY] + drawn[:ANY]


def _power(dealt: Hand) -> int:
    """Say how good a hand looked when it was dealt: two rounds are needed, so the two best cards count."""
    return sum(sorted(dealt)[-2:])


def _chances(view: View, rivals: Sequence[Hand]) -> dict[str, float]:
    """Return how often the hand is won after each card."""
    return {card: _mean(_after(view, card, rival) for rival in rivals) for card in view.hand}


def _hope(view: View, rivals: Sequence[Hand]) -> float:
    """Return how often this seat wins the hand, whoever is to play a card now."""
    table = strengths(view.vira)
    mine = tuple(sorted(table[card] for card in view.hand))
    if view.turn == view.seat:
        won = _seen_from(view.won, view.seat)
        faced = None if view.on_table is None else table.get(view.on_table, 0)
        return _mean(_value(mine, rival, faced, won) for rival in rivals)
    laid = view.played[view.seat][len(view.played[view.rival]) :]
    faced = table.get(laid[0], 0) if laid else None
    won = _seen_from(view.won, view.rival)
    return _mean(1 - _value(rival, mine, faced, won) for rival in rivals)


def _after(view: View, card: str, rival: Hand) -> float:
    """Return what a card brings against one hand, both then playing with open cards."""
    table = strengths(view.vira)
    mine = tuple(sorted(table[other] for other in view.hand if other != card))
    won = _seen_from(view.won, view.seat)
    if view.on_table is None:
        return 1 - _value(rival, mine, table[card], _turned(won))
    return _closed(mine, rival, table[card], table.get(view.on_table, 0), won)


@lru_cache(2**18)
def _value(hand: Hand, other: Hand, faced: int | None, won: Winners) -> float:
    """Return what the side to play (0 in ``won``) makes of open cards: 1 the hand, 0 nothing, 0.5 if nobody wins."""
    values = []
    for card in set(hand):
        place = hand.index(card)
        left = hand[:place] + hand[place + 1 :]
        leads = faced is None
        values.append(
            1 - _value(other, left, card, _turned(won)) if leads else _closed(left, other, card, faced or 0, won)
        )
    return max(values)


def _closed(left: Hand, other: Hand, card: int, faced: int, won: Winners) -> float:
    """Return the value after a card that closes a round; who wins it leads, after a tie who led before."""
    winner = None if card == faced else int(card < faced)
    after = (*won, winner)
    champion = hand_winner(after)
    if champion is not None:
        return 1.0 - champion
    if len(after) == 3:
        return 0.5
    return _value(left, other, None, after) if winner == 0 else 1 - _value(other, left, None, _turned(after))


def _turned(won: Winners) -> Winners:
    return tuple(None if winner is None else 1 - winner for winner in won)


def _seen_from(won: Winners, seat: int) -> Winners:
    return won if seat == 0 else _turned(won)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return float(sum(listed) / len(listed))


def _because(move: str, rule: str, chance: float | None = None, values: Any = None, **facts: Any) -> Decision:
    told = {name: round(value, 3) for name, value in (values or {}).items()}
    given = {**facts, **({} if chance is None else {"chance": round(chance, 4), "values": told})}
    return Decision(move, chance, {"rule": rule, "facts": given, "words": "bolicho.agents.paulista"})
