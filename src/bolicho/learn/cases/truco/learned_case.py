"""A case that was learned: the columns of a hand, who decided in it, and how its deal came about.

``decided_MODE`` says who decided what was asked of that mode's base in the hand, the highest that occurred: 0 nothing
was asked, 1 reuse, 2 chance, 3 a tutor that is an agent, 4 a person. ``weight`` is the true probability of the deal
over that of the dealer who gave it, per mille: 1000 is a deal by chance alone.

>>> from bolicho.learn.cases import shelf
>>> wide = widen(shelf.base("starter"))
>>> wide.form, wide.columns[-4:], wide.row(0)[-4:]
('truco-learned-1', ('decided_envido', 'decided_flor', 'decided_truco', 'weight'), (0, 0, 0, 1000))
"""

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.forms import Form
from bolicho.learn.cases.truco.columns import COLUMNS, FORM, Column
from bolicho.learn.cases.truco.form import TRUCO

MODES = ("envido", "flor", "truco")
"""The bases that a learner keeps, and what each of them is asked about."""
LEARNED = "truco-learned-1"
"""The form of these cases."""
FORMS = (FORM, LEARNED)
"""The forms in which a base of Truco can be played by."""

DECIDED = ("nothing", "reuse", "chance", "tutor", "person")
"""Who decided, by number; a higher one says more about the case."""
CHANCE_WEIGHT = 1000
"""The weight of a deal that nobody guided."""
MOST_WEIGHT = 32_767

MORE = (
    *(
        Column(f"decided_{mode}", 0, len(DECIDED) - 1, f"who decided in {mode}: {', '.join(DECIDED)}, from 0")
        for mode in MODES
    ),
    Column("weight", 1, MOST_WEIGHT, "true probability of the deal over the dealer's, per mille; 1000 by chance"),
)
NAMES = tuple(column.name for column in (*COLUMNS, *MORE))
BLANK = (*(0 for _ in MODES), CHANCE_WEIGHT)
"""What a case says that nobody learned."""

TRUCO_LEARNED = Form("truco", LEARNED, (*TRUCO.cells, *((*column[:3], ()) for column in MORE)), TRUCO.faults)


def widen(base: CaseBase, name: str | None = None) -> CaseBase:
    """Return a base of its own in the form of learned cases, whichever of the two forms it has."""
    if base.form not in FORMS:
        raise BadInput(f"base {base.name!r} has cases of {base.game} in form {base.form!r}, not {' or '.join(FORMS)}")
    wide = CaseBase(
        name or base.name, NAMES, game=base.game, form=LEARNED, source=base.source, note=base.note,
        capacity=max(1, len(base)),
    )  # fmt: skip
    more = np.tile(np.array(BLANK, dtype=np.int16), (len(base), 1))
    wide.append(base.cells() if base.form == LEARNED else np.hstack((base.cells(), more)))
    wide.clusterings = dict(base.clusterings)
    return wide
