"""The one way in which a check fails."""

from collections.abc import Iterator
from contextlib import contextmanager


class Broken(AssertionError):
    """A clause of the contract that does not hold."""


def must(holds: bool, clause: str, where: object = "") -> None:
    """Raise unless the clause holds."""
    if not holds:
        raise Broken(f"{clause}: {where}" if where != "" else clause)


@contextmanager
def works(clause: str, where: object = "") -> Iterator[None]:
    """Turn whatever the code under test raises into the clause it breaks."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{clause}: {where}: {type(error).__name__}: {error}") from error
