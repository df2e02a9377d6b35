"""The craft of a game: what its cases are, what a player asks them at a turn, and how they answer.

It is found by the name of the game. Truco's is of the house; a package brings that of its own game by an entry point
of the group ``bolicho.cases``::

    [project.entry-points."bolicho.cases"]
    altas = "bolicho_altas.cases:CRAFT"

Then files of its cases are read and written (``bolicho cases``), and ``cbr:PVS@cases.csv`` plays the game by them.

>>> craft("truco").forms[0].name, craft("truco").base
('truco-1', 'baseline')
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from bolicho.core.contract import View
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.registry import Registry
from bolicho.learn.cases.decision.revise import Rule
from bolicho.learn.cases.forms import Form
from bolicho.learn.cases.questions import Ask, Domain
from bolicho.learn.cases.retrieval.similarity import Values

GROUP = "bolicho.cases"


class Crafts(Registry):
    """The crafts by the names of games: values, where other registries hold what makes them."""

    def add(self, name: str, factory: Any) -> None:
        """Register a craft by hand, for a notebook or a test."""
        super().add(name, factory)


CRAFTS = Crafts("cases of the game", GROUP, {"truco": "bolicho.learn.cases.truco.craft:CRAFT"})
"""By the name of a game, its craft."""


def only_move(view: View) -> str | None:
    """Return the only legal move, or None where there is something to ask."""
    return view.moves[0] if len(view.moves) == 1 else None


class Asking(NamedTuple):
    """A way to ask cases at a turn, and how they answer."""

    asks: Callable[[Any, str], Iterable[Ask]]
    values: Callable[[Any], Values]
    settled: Callable[[Any], str | None]
    domain: Domain
    timing_blind: bool = True
    """Whether it matters only what stands, not when in a hand it was called."""


class Craft(NamedTuple):
    """What a game brings so that cases of it are kept, read, asked and played by."""

    game: str
    forms: tuple[Form, ...]
    """The forms of its cases; the first is the one that new cases have."""
    domain: Domain
    """How cases answer a question."""
    values: Callable[[Any], Values]
    """What a view tells, by the columns of a case; the rest is blank."""
    asks: Callable[[Any, str], Iterable[Ask]]
    """The questions of a turn in order, given the view and how points are compared; the last ends in a move."""
    settled: Callable[[Any], str | None] = only_move
    """The move that needs no question, or None."""
    row: Callable[[Any], list[int | None]] | None = None
    """The case of a finished unit from a seat's last view, in the order of the first form's columns."""
    rules: tuple[Rule, ...] = ()
    """What may change a move before it is played; a setting of the player names them."""
    revisions: Mapping[str, tuple[Rule, ...]] = {}
    """Sets of such rules by name, beside ``all``, which is ``rules``, and ``none``."""
    askings: Mapping[str, Asking] = {}
    """Other ways to ask, by name, beside ``text``, which is the fields above."""
    base: str = ""
    """The base that is played by where none is named: a bundled one, or a file."""

    @property
    def all_askings(self) -> dict[str, Asking]:
        """The ways to ask by name."""
        return {"text": Asking(self.asks, self.values, self.settled, self.domain), **self.askings}

    @property
    def all_revisions(self) -> dict[str, tuple[Rule, ...]]:
        """The sets of rules by name."""
        return {"all": self.rules, "none": (), **self.revisions}


def craft(game: str) -> Craft:
    """Return the craft of a game; a game without one is a BadInput that names those that have."""
    if game not in CRAFTS.names():
        raise BadInput(f"no cases of {game} answer questions; those of {', '.join(CRAFTS.names())} do")
    found: object = CRAFTS.factory(game)
    if not isinstance(found, Craft) or found.game != game:
        raise BadInput(f"game {game!r}: {GROUP} names {type(found).__name__} {found!r:.60}, expected a Craft of {game}")
    return found


def guest_forms() -> dict[str, Form]:
    """Return the forms that guests bring, by name; a guest that does not load is left out."""
    found: dict[str, Form] = {}
    for game in CRAFTS.names():
        if game not in CRAFTS.house:
            try:
                found |= {form.name: form for form in craft(game).forms}
            except BolichoError:
                continue
    return found
