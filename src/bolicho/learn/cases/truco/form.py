"""The form of a Truco case: its columns, every value that a cell may have, and what cells tell together."""

from bolicho.learn.cases.forms import Form
from bolicho.learn.cases.truco.codes import (
    CODES,
    FACE_DOWN,
    I_FOLDED,
    I_LOST_THE_BET,
    LEVELS,
    NOT_PLAYED,
    RIVAL_FOLDED,
)
from bolicho.learn.cases.truco.columns import COLUMNS, FORM
from bolicho.learn.cases.truco.faults import faults

PLAYED = (*LEVELS, FACE_DOWN, I_FOLDED, I_LOST_THE_BET, RIVAL_FOLDED, NOT_PLAYED)
"""What ``played_1`` to ``played_3`` may say."""


def _values(name: str) -> tuple[int, ...]:
    if name in ("high", "medium", "low") or name.startswith(("mine_", "theirs_")):
        return CODES
    return PLAYED if name.startswith("played_") else ()


TRUCO = Form("truco", FORM, tuple((*column[:3], _values(column.name)) for column in COLUMNS), faults)
