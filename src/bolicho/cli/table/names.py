"""What the seats of a table are called: as people said, else by their agents."""

from collections.abc import Sequence

from bolicho.core.errors import BadInput
from bolicho.core.record import Record
from bolicho.core.words import printable


def called(names: Sequence[str], given: Sequence[str] = ()) -> list[str]:
    """Return what the seats are called: as given, else their own names, numbered where two are alike.

    >>> called(["you", "rules", "mc", "rules"], ["Ana"])
    ['Ana', 'rules 2', 'mc', 'rules 4']
    """
    if len(given) > len(names):
        raise BadInput(f"--name is given {len(given)} times for {len(names)} seats")
    told = [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]
    return [printable(name) for name in (*given, *told[len(given) :])]


def leading(names: Sequence[str], scores: Sequence[int]) -> str:
    """Name those who share the best score.

    >>> leading(["Ana", "Bia", "rules", "mc"], [4, 4, -9, 1])
    'Ana, Bia'
    """
    return ", ".join(name for name, score in zip(names, scores, strict=True) if score == max(scores))


def called_in(record: Record) -> tuple[str, ...]:
    """Return what the seats of a recorded match were called."""
    given = record.notes.get("names")
    if isinstance(given, list) and len(given) == len(record.agents) and all(isinstance(name, str) for name in given):
        return tuple(map(printable, given))
    return tuple(called(record.agents) if len(record.agents) > 2 else map(printable, record.agents))
