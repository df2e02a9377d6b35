"""In which order people meet their rivals: Latin squares after Williams, balanced for place and for neighbours.

Every rival stands equally often at every place. With an even number of rivals the square has as many rows as rivals,
and each follows each other once; with an odd number there are twice as many rows, and each follows each other twice.
(E. J. Williams, Experimental designs balanced for the estimation of residual effects of treatments, 1949.)

>>> orders(4)
((0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1))
>>> len(orders(3)), orders(1)
(6, ((0,),))
"""

from functools import cache


@cache
def orders(rivals: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows of the square."""
    first = [0]
    for number in range(1, rivals):
        first.append((number + 1) // 2 if number % 2 else rivals - number // 2)
    square = tuple(tuple((one + shift) % rivals for one in first) for shift in range(rivals))
    return square if rivals % 2 == 0 or rivals == 1 else (*square, *(row[::-1] for row in square))
