"""Limits on how often, a bucket for each source that fills at a steady rate; and on how many at once."""

from collections import Counter, OrderedDict
from time import monotonic

SOURCES = 4096
"""So many sources are remembered."""


class Bucket:
    """So many things a second, and twice as many at once."""

    __slots__ = ("left", "rate", "when")

    def __init__(self, rate: float) -> None:
        self.rate, self.left, self.when = rate, 2.0 * rate, monotonic()

    def take(self) -> bool:
        """Take one; False when there is none left."""
        now = monotonic()
        self.left = min(2.0 * self.rate, self.left + (now - self.when) * self.rate)
        self.when = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Gate:
    """A bucket for each of many sources."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, source: str) -> bool:
        """Take one for a source."""
        bucket = self.buckets.pop(source, None) or Bucket(self.rate)
        self.buckets[source] = bucket
        while len(self.buckets) > SOURCES:
            self.buckets.popitem(last=False)
        return bucket.take()

    def forget(self, source: str) -> None:
        """Let go of a source that will not come again."""
        self.buckets.pop(source, None)


class Crowd:
    """How many of each source are here at once.

    >>> crowd = Crowd()
    >>> [crowd.enter("a", 2), crowd.enter("a", 2), crowd.enter("a", 2), crowd.enter("b", 2)]
    [True, True, False, True]
    >>> crowd.leave("a")
    >>> crowd.enter("a", 2)
    True
    """

    def __init__(self) -> None:
        self.here: Counter[str] = Counter()

    def enter(self, source: str, most: int) -> bool:
        """Let one more of a source in; False when as many as may be are here."""
        if self.here[source] >= most:
            return False
        self.here[source] += 1
        return True

    def leave(self, source: str) -> None:
        """One of a source goes; who has nobody left here is forgotten."""
        self.here[source] -= 1
        if self.here[source] <= 0:
            del self.here[source]
