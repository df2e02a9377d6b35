"""Parcels: what a browser has kept, on its way to another browser of the same person, by a short code.

Held in memory for ten minutes, handed over once, never written anywhere; forgotten when the server stops.
"""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from secrets import choice
from time import monotonic
from typing import NamedTuple

from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.server.limits import Guesses, Weights

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of a code: none that is taken for another one."""
LENGTH = 8
SECONDS = 600
MOST_BYTES = 32 * 2**20
"""Of all parcels; one address has at most a quarter of it."""
NOBODY = "this machine"


class Parcel(NamedTuple):
    """What waits to be fetched."""

    text: str
    until: float
    source: str
    weight: int


class Parcels:
    """Every parcel of the house."""

    def __init__(self, house: House | None = None, clock: Callable[[], float] = monotonic) -> None:  # noqa: ARG002
        self.clock = clock
        self.waiting: OrderedDict[str, Parcel] = OrderedDict()
        """By code, the oldest first."""
        self.weights = Weights(MOST_BYTES)
        self.guesses = Guesses(clock)

    async def open(self) -> None:
        """Nothing is found again: nothing was kept."""

    async def close(self) -> None:
        """Forget everything."""
        self.waiting.clear()

    def leave(self, text: str, source: str | None) -> str:
        """Take a parcel and return its code."""
        self._forget_old()
        who, weight = source or NOBODY, len(text.encode())
        if not self.weights.take(who, weight):
            raise Refusal(503, "too-many-parcels", "too many parcels wait to be fetched; try again in some minutes")
        code = "".join(choice(LETTERS) for _ in range(LENGTH))
        self.waiting[code] = Parcel(text, self.clock() + SECONDS, who, weight)
        return code

    def fetch(self, code: str, source: str | None) -> str:
        """Hand a parcel over, once; whoever guesses codes waits longer and longer."""
        self._forget_old()
        who = source or NOBODY
        wait = self.guesses.wait(who)
        if wait > 0:
            raise Refusal(429, "too-many-codes", f"too many wrong codes from this address; wait {ceil(wait)} s")
        found = self.waiting.pop("".join(code.split()).replace("-", "").upper(), None)
        if found is None:
            self.guesses.wrong(who)
            said = "no parcel has this code: it is wrong, was used, or is older than ten minutes"
            raise Refusal(404, "no-such-parcel", said)
        self.weights.give(found.source, found.weight)
        self.guesses.right(who)
        return found.text

    def _forget_old(self) -> None:
        now = self.clock()
        while self.waiting and next(iter(self.waiting.values())).until <= now:
            _, gone = self.waiting.popitem(last=False)
            self.weights.give(gone.source, gone.weight)
