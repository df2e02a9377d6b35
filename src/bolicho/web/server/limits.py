"""Limits on how often, a bucket for each source that fills at a steady rate; on how many at once; on guesses."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

SOURCES = 4096
"""At most this many sources are remembered."""


class Bucket:
    """Allows this many things per second, and in a burst twice as many, or ``most``."""

    __slots__ = ("left", "most", "rate", "when")

    def __init__(self, rate: float, most: float | None = None) -> None:
        self.rate, self.most = rate, 2.0 * rate if most is None else most
        self.left, self.when = self.most, monotonic()

    def take(self) -> bool:
        """Take one; False when there is none left."""
        if self.empty():
            return False
        self.left -= 1
        return True

    def empty(self) -> bool:
        """Whether none is left."""
        now = monotonic()
        self.left = min(self.most, self.left + (now - self.when) * self.rate)
        self.when = now
        return self.left < 1


class Gate:
    """A bucket for each of many sources."""

    def __init__(self, rate: float, most: float | None = None) -> None:
        self.rate, self.most = rate, most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, source: str) -> bool:
        """Take one for a source."""
        bucket = self.buckets.pop(source, None) or Bucket(self.rate, self.most)
        self.buckets[source] = bucket
        while len(self.buckets) > SOURCES:
            self.buckets.popitem(last=False)
        return bucket.take()

    def closed(self, source: str) -> bool:
        """Whether nothing is left for a source."""
        return source in self.buckets and self.buckets[source].empty()

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


class Weights:
    """What is held of each source, and of all together: no source holds more than a quarter of what may be held.

    >>> weights = Weights(8)
    >>> [weights.take("a", 2), weights.take("a", 1), weights.take("b", 2), weights.take("c", 2), weights.take("d", 2)]
    [True, False, True, True, True]
    >>> weights.take("e", 1)
    False
    >>> weights.give("a", 2)
    >>> weights.take("e", 1)
    True
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.held: Counter[str] = Counter()

    def take(self, source: str, weight: int) -> bool:
        """Hold more of a source; False when that would be too much."""
        if self.held[source] + weight > self.most // 4 or self.held.total() + weight > self.most:
            return False
        self.held[source] += weight
        return True

    def give(self, source: str, weight: int) -> None:
        """Let go of it."""
        self.held[source] -= weight
        if self.held[source] <= 0:
            del self.held[source]


class Guesses:
    """Wrong keys by source: a few are free, then each makes the next one wait, twice as long as the last.

    >>> now = [0.0]
    >>> guesses = Guesses(lambda: now[0])
    >>> [guesses.wrong("a") for _ in range(6)], guesses.wait("a"), guesses.wait("b")
    ([(1, 0.0), (2, 0.0), (3, 0.0), (4, 1.0), (5, 2.0), (6, 4.0)], 4.0, 0.0)
    >>> now[0] = 5.0
    >>> guesses.wait("a")
    0.0
    """

    FREE, LONGEST = 3, 300.0

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.known: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By source: how many were wrong, and when the next is looked at."""

    def wait(self, source: str) -> float:
        """Return the seconds until a key of this source is looked at."""
        return max(0.0, self.known.get(source, (0, 0.0))[1] - self.clock())

    def wrong(self, source: str) -> tuple[int, float]:
        """Count a wrong key; return how many it were, and how long the next one waits."""
        count = self.known.pop(source, (0, 0.0))[0] + 1
        seconds = 0.0 if count <= self.FREE else min(self.LONGEST, 2.0 ** min(count - self.FREE - 1, 30))
        self.known[source] = (count, self.clock() + seconds)
        while len(self.known) > SOURCES:
            self.known.popitem(last=False)
        return count, seconds

    def right(self, source: str) -> None:
        """Forget the wrong keys of a source."""
        self.known.pop(source, None)


def network_of(host: str) -> str:
    """Return whom an address is counted as: itself, or the network of 64 bits that one house has under IPv6.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.7"), network_of("::1")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7', '::1')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ip_network((address, 64), strict=False))
    return str(address)


def is_loopback(host: str) -> bool:
    """Whether an address, or a name, is of this very machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
