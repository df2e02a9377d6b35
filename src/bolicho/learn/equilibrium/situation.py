"""What a player is taken to know, from a View: the key of its situation and the moves that are weighed there.

The plain twin of ``keys_kernel.py``: `key` gives the number that `key_of` gives, and a test plays both in lockstep. A
View of rules that nobody trained for is read as the nearest situation of the trained ones: a card face down counts as
the weakest, a flor that may be kept silent is declared, and the moves are those of the trained rules; what is not
legal falls away.
"""

from typing import NamedTuple

from bolicho.games.truco.cards import STRENGTH, envido_points, flor_points
from bolicho.games.truco.ladders import ENVIDO, ENVIDO_CALLS, FLOR, TRUCO_CALLS, envido_raises, flor_raises
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium.shape import Shape, bucket, qualities

SAID = {said: number for number, said in enumerate(((), *ENVIDO, *FLOR))}
BIDDEN, FIRST, SECOND, THIRD = 3, 0, 1, 2
"""The lowest bits of a key: a bet waits, or the round."""


def weighed(view: View) -> tuple[str, ...]:
    """Return the moves that the table weighs here, in its order; one move, where there is nothing to weigh."""
    if view.bet == "announce":
        return (view.moves[-1],)
    if view.bet == "flor":
        first = ("flor", "achico") if view.flor == ("flor",) else ("quero", "nao-quero")
        return (*first, *flor_raises(view.flor))
    if "flor" in view.moves:
        return ("flor",)
    if view.bet == "envido":
        return ("quero", "nao-quero", *envido_raises(view.envido, True))
    envido = ENVIDO_CALLS if window(view) else ()
    if view.truco_by is not None:
        return ("quero", "nao-quero", *envido, *TRUCO_CALLS[view.truco + 1 : view.truco + 2])
    truco = TRUCO_CALLS[view.truco : view.truco + 1] if view.word in (None, view.seat) else ()
    giving_up = () if view.history else ("baralho",)
    return (*view.hand, *envido, *truco, *giving_up)


def window(view: View) -> bool:
    """Whether this seat might still call envido."""
    return not (view.played[view.seat] or view.truco or view.envido or view.flor)


class SituationParts(NamedTuple):
    """The parts of a situation, as a person would tell them; `key` packs them."""

    mano: bool
    lacks: tuple[int, int]
    """Points that this seat and the rival lack now."""
    round: int
    held: tuple[int, ...]
    """Strengths held, strongest first."""
    mine: tuple[int, ...]
    his: tuple[int, ...]
    """Strengths played; face down counts as the weakest."""
    raised: tuple[int, int, int]
    """When each truco was called: 0 not, else 1 + 2 x round, one more when its caller was to follow."""


def parts_of_view(view: View) -> SituationParts:
    """Read a view."""
    me, rival = view.seat, view.rival
    target = view.rules.target
    standing = [view.score[seat] + view.points[seat] for seat in (me, rival)]
    raised, cards = [0, 0, 0], [0, 0]
    for seat, move in view.history:
        if move in TRUCO_CALLS:
            together = min(cards)
            raised[TRUCO_CALLS.index(move)] = 1 + 2 * together + (cards[0] != cards[1])
        elif move in STRENGTH or move.startswith("("):
            cards[seat] += 1
    return SituationParts(
        view.is_mano,
        (target - standing[0], target - standing[1]),
        len(view.won),
        tuple(STRENGTH[card] for card in view.hand),
        tuple(STRENGTH.get(card, 1) for card in view.played[me]),
        tuple(STRENGTH.get(card, 1) for card in view.played[rival]),
        (raised[0], raised[1], raised[2]),
    )


def key(view: View, shape: Shape) -> int:
    """Return the key of the situation of who is to move."""
    know = parts_of_view(view)
    now, mine, his = know.round, know.mine, know.his
    follows, leads = len(his) > len(mine), len(mine) > len(his)
    on_table = his[now] if follows else 15 + mine[now] if leads else 0
    packed = int(know.mano)
    if shape.scores:
        for lack in know.lacks:
            packed = packed * 8 + bucket(lack, shape.lack)
    if view.bet:
        said = view.flor or view.envido
        points = flor_points(view.dealt) if view.flor else envido_points(view.dealt)
        packed = packed * 32 + SAID[said]
        packed = packed * 2 + (view.truco_by is not None)
        packed = packed * 64 + points
        strengths = tuple(STRENGTH[card] for card in view.dealt)
        packed = packed * 32 + int(qualities(shape.qualities)[strengths])
        packed = packed * 16 + _past(on_table - 15 if on_table > 15 else on_table, shape.past)
        return packed * 4 + BIDDEN
    packed = packed * 128 + _context(view, shape)
    packed = packed * 16 + _bets(view)
    packed = packed * 512 + _timing(know.raised, shape.timing)
    a, b, c = (*know.held, 0, 0, 0)[:3]
    if now == 0:
        packed = packed * 32 + (bucket(envido_points(view.dealt), shape.points) if window(view) else 0)
        if leads:
            on_table += 33
        elif shape.relative and follows:
            above = sum((on_table >= card) + (on_table > card) for card in (a, b, c))
            on_table = above * 6 + min(_past(on_table, shape.past), 5)
        return ((packed * 64 + on_table) * 4096 + (a << 8 | b << 4 | c)) * 4 + FIRST
    won = 1 + _sign(mine[0] - his[0])
    packed = packed * 4 + won
    packed = packed * 16 + _past(mine[0], shape.past)
    packed = packed * 16 + _past(his[0], shape.past)
    if now == 1:
        if shape.relative and follows:
            return ((packed * 32 + _past(on_table, shape.past)) * 256 + prospect(won, on_table, a, b)) * 4 + SECOND
        return ((packed * 32 + on_table) * 256 + (a << 4 | b)) * 4 + SECOND
    packed = packed * 16 + _past(mine[1], shape.late)
    packed = packed * 16 + _past(his[1], shape.late)
    if shape.relative and follows:
        lead, first = _sign(a - on_table), won - 1
        wins = lead > 0 or (lead == 0 and (first > 0 or (first == 0 and know.mano)))
        packed = (packed * 32 + _past(on_table, shape.past)) * 16 + wins
    else:
        packed = (packed * 32 + on_table) * 16 + a
    return packed * 4 + THIRD


def _past(strength: int, lows: tuple[int, ...]) -> int:
    return 1 + bucket(strength, lows) if strength else 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def prospect(won: int, card: int, a: int, b: int) -> int:
    """What the second round's follower can do: win or lose for sure, or which card (lowest bits) decides the third."""
    sure, dead, later, ties, keeps_better, keeps_worse = range(16, 112, 16)
    if won == 2:
        return sure if a >= card else later | a
    if won == 1:
        return sure if a > card else ties | b if a == card else dead
    if a <= card:
        return dead
    return keeps_better | a if b > card else keeps_worse | b


def _bets(view: View) -> int:
    if view.truco_by is not None:
        return 1 + view.truco
    if view.truco == 0:
        return 0
    return (3 if view.word == view.seat else 6) + view.truco


def _timing(raised: tuple[int, int, int], timing: int) -> int:
    last = next((when for when in reversed(raised) if when), 0)
    if timing == 0 or last == 0:
        return 0
    if timing == 1:
        return 1 + (last - 1) // 2
    if timing == 2:
        return last
    first, second, third = raised
    if timing == 3:
        return (first + 1) // 2 * 16 + (second + 1) // 2 * 4 + (third + 1) // 2
    return first * 64 + second * 8 + third


def _context(view: View, shape: Shape) -> int:
    if view.flor:
        mine = flor_points(view.dealt) > 0
        alone = any(paid.mode == "flor" and paid.how == "alone" and paid.seat == view.seat for paid in view.paid)
        his = (view.rival, "flor") in view.history or ((view.seat, "flor") in view.history and not alone)
        return 6 + mine + 2 * his
    if not view.envido:
        return 0
    paid = next(paid for paid in view.paid if paid.mode == "envido")
    if paid.how != "accepted":
        caller = next(seat for seat, move in reversed(view.history) if move in ENVIDO_CALLS)
        kind = 2 if len(view.envido) > 1 else int(view.envido != ("envido",))
        return 1 + 3 * (caller == view.seat) + kind
    number = dict.fromkeys((0, 1), 0)
    for said in view.announced:
        if said.mode == "envido" and said.points is not None:
            number[said.seat] = 1 + bucket(said.points, shape.number)
    return 16 + number[view.seat] * 10 + number[view.rival]
