"""A recorded match as a row of pictures: every state with who moved, what and why."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bolicho.core.contract import State
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.core.record import Record
from bolicho.play import steps


class Frame(NamedTuple):
    """One state of a match; ``mover`` made the ``move`` that led to it (None when the cards were just dealt)."""

    unit: int
    ply: int
    mover: int | None
    move: str | None
    state: State
    why: JsonMapping


def frames(record: Record) -> list[Frame]:
    """Replay a whole record under the rules; one that breaks them raises before anything is shown."""
    row: list[Frame] = []
    mover: int | None = None
    for unit, ply, move, state in steps(record):
        kept = record.units[unit].decisions
        why = (kept[ply - 1] or {}).get("why") if kept and ply else {}
        row.append(Frame(unit, ply, mover if ply else None, move, state, why if isinstance(why, Mapping) else {}))
        mover = state.seat
    return row


def frames_of(row: Sequence[Frame], unit: int | None, ply: int | None) -> list[Frame]:
    """Return the frames of one unit, or of one ply of it (of the first unit when none is named)."""
    if unit is None and ply is None:
        return list(row)
    wanted = unit or 0
    found = [frame for frame in row if frame.unit == wanted]
    if not found:
        raise BadInput(f"--unit {wanted}: the match has units 0 to {row[-1].unit}" if row else "the match has no units")
    if ply is None:
        return found
    if not 0 <= ply < len(found):
        raise BadInput(f"--ply {ply}: unit {wanted} has plies 0 to {len(found) - 1}")
    return [found[ply]]
