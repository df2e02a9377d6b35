"""A bot for the jogo da onça contest (see onca_contest.py): state as text in, an action out; plain Python.

The jaguar takes the longest capture it finds, else goes where most points are free; the dogs close up on it without
standing where it can take one.
"""

import sys

Place = tuple[int, int]
DEN = {((5, 3), (6, 2)), ((5, 3), (6, 3)), ((5, 3), (6, 4)), ((6, 2), (6, 3)), ((6, 3), (6, 4)), ((6, 2), (7, 1)),
       ((6, 3), (7, 3)), ((6, 4), (7, 5)), ((7, 1), (7, 3)), ((7, 3), (7, 5))}  # fmt: skip
LEAPS = {((4, 4), (5, 3), (6, 2)), ((4, 3), (5, 3), (6, 3)), ((4, 2), (5, 3), (6, 4)), ((5, 3), (6, 3), (7, 3)),
         ((5, 3), (6, 2), (7, 1)), ((5, 3), (6, 4), (7, 5)), ((6, 2), (6, 3), (6, 4)),
         ((7, 1), (7, 3), (7, 5))}  # fmt: skip
SQUARE = [(row, column) for row in range(1, 6) for column in range(1, 6)]
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]


def joined() -> dict[Place, set[Place]]:
    """Which points are neighbours."""
    near: dict[Place, set[Place]] = {}
    edges = set(DEN)
    for row, column in SQUARE:
        for down, right in WAYS:
            there = (row + down, column + right)
            if there in SQUARE and not (down and right and (row + column) % 2):
                edges.add(((row, column), there))
    for one, other in edges:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    return near


NEAR = joined()
JUMPS = {(a, b): c for a, b, c in LEAPS} | {(c, b): a for a, b, c in LEAPS}
JUMPS |= {
    ((row, column), (row + down, column + right)): (row + 2 * down, column + 2 * right)
    for row, column in SQUARE
    for down, right in [*WAYS, *((-a, -b) for a, b in WAYS)]
    if (row + down, column + right) in NEAR[row, column] and (row + 2 * down, column + 2 * right) in SQUARE
}


def captures(at: Place, dogs: frozenset[Place]) -> list[list[Place]]:
    """Every way to leap from here, however long."""
    found = []
    for over in sorted(NEAR[at] & dogs):
        land = JUMPS.get((at, over))
        if land is not None and land not in dogs:
            found.append([land])
            found += [[land, *more] for more in captures(land, dogs - {over})]
    return found


def jaguar(at: Place, dogs: frozenset[Place]) -> str:
    """Take as many as can be, else go where there is room."""
    ways = captures(at, dogs)
    if ways:
        best = max(ways, key=len)
        return f"o s {len(best)} {at[0]} {at[1]} " + " ".join(f"{row} {column}" for row, column in best)
    free = max(sorted(NEAR[at] - dogs), key=lambda there: len(NEAR[there] - dogs))
    return f"o m {at[0]} {at[1]} {free[0]} {free[1]}"


def hounds(at: Place, dogs: frozenset[Place]) -> str:
    """Leave the jaguar as few captures and as few steps as can be."""

    def room(dog: Place, there: Place) -> tuple[int, int, int]:
        after = dogs - {dog} | {there}
        lost = max((len(way) for way in captures(at, after)), default=0)
        return lost, len(NEAR[at] - after), abs(there[0] - at[0]) + abs(there[1] - at[1])

    steps = [(dog, there) for dog in sorted(dogs) for there in sorted(NEAR[dog] - dogs - {at})]
    dog, there = min(steps, key=lambda step: room(*step))
    return f"c m {dog[0]} {dog[1]} {there[0]} {there[1]}"


def main() -> None:
    """Read nine lines, answer one, again and again."""
    while side := sys.stdin.readline().strip():
        sys.stdin.readline()  # the rival's action: the board tells as much
        rows = [sys.stdin.readline().rstrip("\n").ljust(5) for _ in range(7)]
        signs = {(row, column): rows[row - 1][column - 1] for row in range(1, 8) for column in range(1, 6)}
        at = next(place for place, sign in signs.items() if sign == "o")
        dogs = frozenset(place for place, sign in signs.items() if sign == "c")
        print(jaguar(at, dogs) if side == "o" else hounds(at, dogs), flush=True)


if __name__ == "__main__":
    main()
