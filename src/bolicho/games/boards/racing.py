"""Games of dice on a track: what a throw may be used for, what may be thrown, and how far each side still has to go.

A point holds any number of one side's pieces, one sign each (`stack`); a piece alone may be hit and goes back to the
hand. A move uses a whole throw, die by die (``a1-b1+a1-c1``). Nothing is drawn here: the throw to be played is the note
of a position, and what is thrown next comes with the deal (``state.py``).
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from bolicho.games.boards.board import EMPTY, STACKS, Board

SIDES = 6
NEXT = "+"
"""Between the parts of a move."""
SHOTS = ((6, 0.4), (12, 0.12))
"""How likely a single piece is hit by a rival so many points behind it, about: within one die, within two."""
Hands = tuple[int, int]
Reached = tuple[str, Hands, str]
"""Cells, pieces in hand, and the dice that are left."""


def stack(owner: int, count: int) -> str:
    """Return the sign of so many pieces of a side on one point.

    >>> stack(0, 2), stack(1, 5), stack(0, 0)
    ('B', 'e', '0')
    """
    return STACKS[owner][count - 1] if count else EMPTY


def height(sign: str) -> int:
    """Return how many pieces a sign stands for.

    >>> height("B"), height("e"), height("0")
    (2, 5, 0)
    """
    return next((side.index(sign) + 1 for side in STACKS if sign in side), 0)


def thrown(board: Board, rng: Random, first: bool = False) -> str:
    """Throw the dice, the largest first: ``"31"``; the first throw may have to be uneven, since it says who begins."""
    while True:
        dice = sorted((rng.randint(1, SIDES) for _ in range(board.dice)), reverse=True)
        if not (first and board.first_throw == "uneven" and len(set(dice)) == 1):
            return "".join(map(str, dice))


@cache
def throws(count: int) -> tuple[tuple[str, float], ...]:
    """Return every throw of so many dice, and how likely it is.

    >>> len(throws(2)), throws(2)[1]
    (21, ('21', 0.05555555555555555))
    """
    ways = Counter("".join(map(str, sorted(dice, reverse=True))) for dice in product(range(1, SIDES + 1), repeat=count))
    return tuple((throw, ways[throw] / SIDES**count) for throw in sorted(ways))


def played(board: Board, cells: str, turn: int, hand: Hands, throw: str) -> list[tuple[str, str, Hands]]:
    """Return every move with a throw, as its text, the cells and the hands after it; as many dice as can be are used.

    Of two dice of which only one can be played it is the larger.
    """
    dice = throw * 2 if board.doubles and len(set(throw)) == 1 else throw
    layer: dict[Reached, str] = {(cells, hand, dice): ""}
    done: dict[Reached, str] = {}
    while True:
        coming: dict[Reached, str] = {}
        for (now, held, left), text in layer.items():
            if finished(board, now, turn):
                done[now, held, ""] = text
                continue
            for die in dict.fromkeys(left):
                for step, there, hands in _steps(board, now, turn, held, int(die)):
                    coming.setdefault((there, hands, left.replace(die, "", 1)), f"{text}{NEXT}{step}" if text else step)
        if not coming:
            break
        layer = coming
    if all(left == dice for _, _, left in layer):
        return []
    if len(dice) == 2 and all(len(left) == 1 for _, _, left in layer):
        least = min(left for _, _, left in layer)
        layer = {key: text for key, text in layer.items() if key[2] == least}
    ended: dict[tuple[str, Hands], str] = {}
    for (there, hands, _), text in {**done, **layer}.items():
        ended.setdefault((there, hands), text)
    return [(text, there, hands) for (there, hands), text in ended.items() if text]


def finished(board: Board, cells: str, seat: int) -> bool:
    """Whether all pieces of a side are off."""
    return height(cells[board.tracks[seat][-1]]) == board.pieces[seat]


def _steps(board: Board, cells: str, turn: int, hand: Hands, die: int) -> Iterator[tuple[str, str, Hands]]:
    """Give everything that one die may be used for."""
    track, own = board.tracks[turn], STACKS[turn]
    end = len(track) - 1
    waiting = hand[turn]
    if waiting and (entered := _arrived(cells, turn, hand, track[die - 1])):
        after, hands = entered
        yield board.points[track[die - 1]], after, (hands[0] - (turn == 0), hands[1] - (turn == 1))
    if waiting and board.enter == "first":
        return
    home = not waiting and all(cells[point] not in own for point in track[: end - end // 4])
    for place, here in enumerate(track[:end]):
        if cells[here] not in own:
            continue
        ahead = place + die
        if ahead < end:
            if waiting and board.half and place < end // 2 <= ahead:
                continue
        elif not (
            home and (ahead == end or (board.off == "more" and _last(track[end - end // 4 : place], cells, own)))
        ):
            continue
        there = track[min(ahead, end)]
        lifted = _changed(cells, here, stack(turn, height(cells[here]) - 1))
        if landed := _arrived(lifted, turn, hand, there):
            yield f"{board.points[here]}-{board.points[there]}", *landed


def _last(behind: tuple[int, ...], cells: str, own: str) -> bool:
    return all(cells[point] not in own for point in behind)


def _arrived(cells: str, turn: int, hand: Hands, point: int) -> tuple[str, Hands] | None:
    """Put a piece on a point, a single rival back to the hand; None where two or more rivals stand."""
    there = cells[point]
    if there in STACKS[1 - turn]:
        if height(there) > 1:
            return None
        hit = (hand[0] + (turn == 1), hand[1] + (turn == 0))
        return _changed(cells, point, stack(turn, 1)), hit
    return _changed(cells, point, stack(turn, height(there) + 1)), hand


def _changed(cells: str, point: int, sign: str) -> str:
    return cells[:point] + sign + cells[point + 1 :]


def standing(board: Board, cells: str, turn: int, hand: Hands) -> float:
    """Return how well who is to move stands, from -1 to 1: the points still to go, and what may well be hit."""
    left = [_way(board, cells, seat, hand) + _danger(board, cells, seat, hand) for seat in (0, 1)]
    return (left[1 - turn] - left[turn]) / (1 + left[0] + left[1])


def _way(board: Board, cells: str, seat: int, hand: Hands) -> int:
    """How many points all pieces of a side still have to go."""
    track = board.tracks[seat]
    end, own = len(track) - 1, STACKS[seat]
    on = sum((end - place) * height(cells[point]) for place, point in enumerate(track[:end]) if cells[point] in own)
    return on + (end + 1) * hand[seat]


def _danger(board: Board, cells: str, seat: int, hand: Hands) -> float:
    """How many points a side may expect to lose by being hit."""
    track, his = board.tracks[seat], board.tracks[1 - seat]
    single, rival = stack(seat, 1), STACKS[1 - seat]
    lost = 0.0
    for place, point in enumerate(track[:-1]):
        if cells[point] != single:
            continue
        at = his.index(point)
        behind = [at - other for other in range(at) if cells[his[other]] in rival]
        behind += [at + 1] if hand[1 - seat] else []
        near = min(behind, default=len(his))
        lost += next((chance for far, chance in SHOTS if near <= far), 0.0) * (place + 1)
    return lost
