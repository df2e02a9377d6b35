"""Games of stones in houses: a move sows a house. Each way to sow stands under the name by which a file asks for it."""

from collections.abc import Callable, Iterable, Iterator

from bolicho.games.boards.board import Board
from bolicho.games.boards.mechanics import Draft

COUNTS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""How many stones a house holds, as one sign."""


def kalah(board: Board, cells: str, turn: int) -> Iterator[Draft]:
    """Counter-clockwise, the own store included; the last stone in the store: again; in an own empty house: takes."""
    houses, store = board.houses[turn], board.stores[turn]
    ring = [point for point in board.ring if point != board.stores[1 - turn]]
    for house in houses:
        stones = [COUNTS.index(cell) for cell in cells]
        count, stones[house] = stones[house], 0
        if not count:
            continue
        at = ring.index(house)
        for _ in range(count):
            at = (at + 1) % len(ring)
            stones[ring[at]] += 1
        last = ring[at]
        across = board.across.get(last, -1)
        taken = 0
        if last in houses and stones[last] == 1 and stones[across]:
            taken = stones[last] + stones[across]
            stones[store] += taken
            stones[last] = stones[across] = 0
        for side in (0, 1):  # who has nothing left to sow ends it: the other keeps what is on their side
            if not any(stones[point] for point in board.houses[side]):
                for point in board.houses[1 - side]:
                    stones[board.stores[1 - side]] += stones[point]
                    stones[point] = 0
        note = "again" if last == store and any(stones[point] for point in houses) else ""
        yield Draft(board.points[house], "".join(COUNTS[n] for n in stones), house, last, taken, note)


def oware(board: Board, cells: str, turn: int) -> Iterator[Draft]:
    """Counter-clockwise, the house itself left out; twos and threes made on the rival's side are taken, backwards.

    A move that would take everything there takes nothing; who can must leave the rival something to sow.
    """
    drafts = []
    others = board.houses[1 - turn]
    for house in board.houses[turn]:
        stones = [COUNTS.index(cell) for cell in cells]
        count, stones[house] = stones[house], 0
        if not count:
            continue
        at = board.ring.index(house)
        while count:
            at = (at + 1) % len(board.ring)
            if board.ring[at] != house:
                stones[board.ring[at]] += 1
                count -= 1
        last, kept, taken = board.ring[at], list(stones), 0
        while board.ring[at] in others and stones[board.ring[at]] in (2, 3):
            taken += stones[board.ring[at]]
            stones[board.ring[at]] = 0
            at = (at - 1) % len(board.ring)
        if taken and not any(stones[point] for point in others):
            stones, taken = kept, 0
        stones[board.stores[turn]] += taken
        drafts.append(Draft(board.points[house], "".join(COUNTS[n] for n in stones), house, last, taken))
    if all(cells[point] == COUNTS[0] for point in others):
        drafts = [draft for draft in drafts if any(draft.cells[point] != COUNTS[0] for point in others)]
    return iter(drafts)


SOWING: dict[str, Callable[[Board, str, int], Iterable[Draft]]] = {"kalah": kalah, "oware": oware}
