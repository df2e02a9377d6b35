"""Names of games and agents: those in the house, and those that others bring by entry points.

A name may carry arguments: ``minimax:4``, ``minimax:depth=4,seconds=1``. A factory whose ``takes_text`` is true
is given what stands after the colon as one text, commas and all: ``line:node bot.js --level 2,3``.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bolicho.core.errors import BadInput, BolichoError, UnknownName, one_line
from bolicho.core.old_names import current
from bolicho.core.programs import starts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Factory = Callable[..., Any]


class Registry:
    """A table of names, each loaded only when asked for."""

    def __init__(self, kind: str, group: str, house: dict[str, str], renamed: Mapping[str, str] | None = None) -> None:
        """``house`` maps a name to ``module:attribute``; ``group`` is the entry-point group of everybody else.

        ``renamed`` maps an old ``name`` or ``name:argument`` to the one of today: it is not listed, and goes on.
        """
        self.kind = kind
        self.group = group
        self.house = house
        self.renamed = renamed or {}
        self._loaded: dict[str, Factory] = {}
        self._added: set[str] = set()

    @cached_property
    def guests(self) -> "dict[str, EntryPoint]":
        """What other installed packages offer; a guest cannot take the name of somebody of the house."""
        from importlib.metadata import entry_points  # a slow import, for those who look for guests

        return {e.name: e for e in entry_points(group=self.group) if e.name not in self.house | dict(self.renamed)}

    def names(self) -> tuple[str, ...]:
        """Every known name, the house first."""
        return (*self.house, *sorted(self.guests), *(n for n in self._loaded if n not in self.house | self.guests))

    def add(self, name: str, factory: Factory) -> None:
        """Register by hand, for a notebook or a test; lasts as long as the process."""
        self._loaded[name] = factory
        self._added.add(name)

    def is_stranger(self, name: str) -> bool:
        """Whether a name stands for code that is not the house's, or for what starts programs."""
        if name in self._added:
            return True
        name = current(self.kind, name, self.renamed)
        if name in self.house:
            return False
        guest = self.guests.get(name)
        return guest is None or not guest.value.startswith("bolicho.") or starts(self.factory(name))

    def factory(self, name: str) -> Factory:
        """Load what a name stands for."""
        name = current(self.kind, name, self.renamed)
        if name not in self._loaded:
            if name in self.house:
                module, _, attribute = self.house[name].partition(":")
                self._loaded[name] = getattr(import_module(module), attribute)
            elif name in self.guests:
                self._loaded[name] = self._welcome(self.guests[name])
            else:
                raise UnknownName(self.kind, name, self.names())
        return self._loaded[name]

    def split(self, spec: str) -> tuple[str, str]:
        """Part a name from its arguments, both as they are called today."""
        name, _, text = self.current(spec).partition(":")
        return name, text

    def current(self, spec: str) -> str:
        """Return a name with its arguments as they are called today."""
        old, colon, text = spec.partition(":")
        name = current(self.kind, old, self.renamed)
        if colon and any(known.startswith(f"{name}:") for known in self.renamed):
            parts = (current(self.kind, f"{name}:{part}", self.renamed) for part in text.split(","))
            text = ",".join(part.removeprefix(f"{name}:") for part in parts)
        return name + colon + text

    @property
    def added(self) -> frozenset[str]:
        """The names that were registered by hand."""
        return frozenset(self._added)

    def make(self, spec: str, /, *args: object, **options: Any) -> Any:
        """Build ``name`` or ``name:argument,key=value``; a wrong argument is a BadInput that names it."""
        import inspect

        name, text = self.split(spec)
        factory = self.factory(name)
        try:
            given, named = ([text] if text else [], {}) if takes_text(factory) else _arguments(text)
        except ValueError as error:
            raise BadInput(f"{self.kind} {spec!r}: {error}") from None
        try:
            bound = inspect.signature(factory).bind(*args, *given, **named, **options)
        except TypeError as error:
            raise BadInput(f"{self.kind} {spec!r}: {error}") from None
        return factory(*bound.args, **bound.kwargs)

    def _welcome(self, guest: "EntryPoint") -> Factory:
        try:
            loaded: Factory = guest.load()
        except BolichoError as error:  # it says itself what it lacks
            raise BadInput(f"{self.kind} {guest.name!r}: {one_line(error)}") from error
        except Exception as error:
            # a guest's module may fail in any way; the house goes on without it
            said = one_line(error)
            why = said if said and isinstance(error, ImportError) else f"{type(error).__name__}: {said}"
            raise BadInput(f"{self.kind} {guest.name!r} ({guest.value}) does not load: {why}") from error
        return loaded


def takes_text(factory: Factory) -> bool:
    """Whether what stands after the colon is one text for this factory, not settings between commas."""
    return bool(getattr(factory, "takes_text", False))


def _arguments(text: str) -> tuple[list[str], dict[str, str]]:
    given: list[str] = []
    named: dict[str, str] = {}
    for part in text.split(",") if text else ():
        key, equals, value = (side.strip() for side in part.partition("="))
        if not key:
            raise ValueError("nothing stands before a comma, after it, or before =")
        if key in named:
            raise ValueError(f"{key} is given twice")
        if equals:
            named[key] = value
        else:
            given.append(key)
    return given, named


class CallablePackage(ModuleType):
    """A package that can be called: ``bolicho.games`` holds the rules, ``bolicho.games()`` lists them."""

    def __call__(self, *args: object) -> tuple[str, ...]:
        """List the names of what is in it."""
        found: tuple[str, ...] = self.names(*args)
        return found
