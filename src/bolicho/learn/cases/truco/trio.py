"""The three bases of a learner: one for envido, one for flor, one for truco, each with cases of its own."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from bolicho.core.errors import BadInput
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.truco.learned_case import FORMS, MODES, widen

if TYPE_CHECKING:
    from bolicho.store import Store

STARTER = "starter"
"""The bundled base of 513 hands, as many as the paper's."""
TRIES = 5
"""How often a base is read that somebody changes meanwhile."""


class Trio:
    """The memories of a learner by mode.

    >>> trio = Trio.start()
    >>> trio.sizes, trio["flor"].name
    ({'envido': 513, 'flor': 513, 'truco': 513}, 'starter')
    """

    def __init__(self, envido: Memory, flor: Memory, truco: Memory) -> None:
        self.memories = dict(zip(MODES, (envido, flor, truco), strict=True))

    @classmethod
    def start(cls, base: str | CaseBase = STARTER) -> "Trio":
        """Begin with the same cases in each base, those of a base by name or as it is."""
        cases = shelf.base(base) if isinstance(base, str) else base
        shelf.usable(cases, *FORMS)
        return cls(*(Memory(widen(cases)) for _ in MODES))

    @classmethod
    def load(cls, name: str, store: "Store | None" = None) -> "Trio":
        """Return the bases that a training left in a store: NAME-envido, NAME-flor and NAME-truco."""
        with shelf.OpenStore(store) as opened:
            return cls(*(_stored(name_of(name, mode), opened) for mode in MODES))

    @classmethod
    def shared(cls, name: str = "", store: "Store | None" = None) -> "Trio":
        """Return the bases of a training, or the starter's, read once a process: nobody changes them, ``copy`` does."""
        if not name:
            return _once(("starter",), (shelf.base(STARTER),), cls.start)
        with shelf.OpenStore(store) as opened:
            bases = tuple(shelf.base(name_of(name, mode), store=opened) for mode in MODES)
            return _once((opened.url, name), bases, lambda: cls.load(name, opened))

    def __getitem__(self, mode: str) -> Memory:
        return self.memories[mode]

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.memories.values())

    @property
    def sizes(self) -> dict[str, int]:
        """How many cases each base has."""
        return {mode: len(memory) for mode, memory in self.memories.items()}

    def digests(self) -> dict[str, str]:
        """Return a fingerprint of each base."""
        return {mode: memory.digest() for mode, memory in self.memories.items()}

    def copy(self) -> "Trio":
        """Return memories of its own with the same cases."""
        return Trio(*(memory.copy() for memory in self))


def name_of(training: str, mode: str) -> str:
    """Return the name of a base that a training keeps.

    >>> name_of("mine", "flor")
    'mine-flor'
    """
    return f"{training}-{mode}"


def _stored(name: str, store: "Store") -> Memory:
    for _ in range(TRIES):
        before, cases, positions = store.base(name), shelf.base(name, store=store), list(store.case_positions(name))
        if store.base(name).revision == before.revision:
            shelf.usable(cases, *FORMS)
            return Memory(widen(cases), positions, before.next)
    raise BadInput(f"base {name!r} changes faster than it can be read; try again when its training rests")


_known: dict[tuple[str, ...], tuple[tuple[CaseBase, ...], Trio]] = {}
"""What is shared, and the bases it was made of: the shelf gives others when they have changed."""


def _once(key: tuple[str, ...], bases: tuple[CaseBase, ...], make: Callable[[], Trio]) -> Trio:
    made_of, trio = _known.get(key, ((), None))
    if trio is None or any(old is not new for old, new in zip(made_of, bases, strict=True)):
        trio = make()
        _known[key] = bases, trio
    return trio
