"""Who uses whom in the house, read from the text of its modules; `tests/test_floors.py` says who may."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

Sources = Mapping[str, str]
"""The text of every module, by its name; that of a package ends in ``.__init__``."""

HOUSE = "bolicho"
PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_field_defaults", "_repr_html_"}
"""What a named tuple offers, and what notebooks ask for, in spite of the underscore."""


def read(source: Path) -> Sources:
    """The modules of a package that lies here."""
    files = {file.relative_to(source.parent).with_suffix(""): file for file in sorted(source.rglob("*.py"))}
    return {".".join(path.parts): file.read_text(encoding="utf-8") for path, file in files.items()}


# ── what a module uses ────────────────────────────────────────────────────────────────────────────────────────────


@cache
def imported(text: str) -> frozenset[str]:
    """Modules and names that a text imports, wherever it does so; relative ones with their dots."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return frozenset(found)


@cache
def written(text: str) -> frozenset[str]:
    """Modules of the house that a text writes out, to be loaded later or run.

    >>> sorted(written("LATER = 'bolicho.lab.run:Run'; import_module(f'bolicho.web.{name}'); print('bolicho is here')"))
    ['bolicho.lab.run', 'bolicho.web']
    """
    texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    found = [re.fullmatch(rf"({HOUSE}(?:\.\w+)+)\.?(?::\w+)?", part) for part in texts if isinstance(part, str)]
    return frozenset(name[1] for name in found if name)


def arrows(sources: Sources) -> Iterator[tuple[str, str]]:
    """Every module with each other one that it uses."""
    for module, text in sorted(sources.items()):
        for name in sorted(imported(text) | written(text)):
            places = [end for start in (name, name.rpartition(".")[0]) for end in (start, f"{start}.__init__")]
            other = next((place for place in places if place in sources), module)
            if other not in (module, f"{HOUSE}.__init__"):
                yield module, other


def unreadable(sources: Sources) -> list[str]:
    """Imports in a floor that do not say what is used: relative ones, and the door, which stands above every floor."""
    known = {f"{HOUSE}.__version__", *(module.removesuffix(".__init__") for module in sources)} - {HOUSE}
    return [
        f"{module} imports {name}"
        for module, text in sorted(sources.items())
        if module.count(".") > 1
        for name in sorted(imported(text))
        if name.startswith(".") or (re.fullmatch(rf"{HOUSE}(\.\w+)?", name) and name not in known)
    ]


# ── floors and corridors ───────────────────────────────────────────────────────────────────────────────────────────


def floor_of(module: str) -> str:
    """The floor of a module: the second part of its name."""
    return [*module.split("."), ""][1]


def upward(sources: Sources, may_use: Mapping[str, set[str]]) -> set[tuple[str, str]]:
    """Modules of a floor with modules that they use, of a floor that theirs may not use."""
    return {
        (module, other)
        for module, other in arrows(sources)
        if floor_of(module) in may_use and floor_of(other) not in may_use[floor_of(module)] | {floor_of(module)}
    }


def between(sources: Sources, place: str) -> set[tuple[str, str]]:
    """Which folders of a place (``bolicho.lab``) use which, also by way of modules that lie in the place itself.

    The place's own package is a list of what is in it, and no way: whoever reads it looks up a name.
    """
    depth = place.count(".") + 1
    beside = {".".join(module.split(".")[: depth + 1]) for module in sources if module.count(".") > depth}
    used: dict[str, set[str]] = {}
    for module, other in arrows(sources):
        used.setdefault(module, set()).add(other)

    def folder(module: str) -> str | None:
        own = ".".join(module.split(".")[: depth + 1])
        return own if own in beside and own.startswith(f"{place}.") else None

    def reached(module: str, known: frozenset[str]) -> set[str]:
        """The folders to which a module leads."""
        own = folder(module)
        if own is not None:
            return {own}
        if module in known or module == f"{place}.__init__" or not module.startswith(f"{place}."):
            return set()
        return {far for other in used.get(module, ()) for far in reached(other, known | {module})}

    return {
        (own, far)
        for module, others in used.items()
        if (own := folder(module)) is not None
        for other in others
        for far in reached(other, frozenset())
        if far != own
    }


def onward(sources: Sources, floor: str, corridors: tuple[str, ...]) -> set[tuple[str, str]]:
    """Which corridors of a floor use one that comes after them."""
    place = {f"{HOUSE}.{floor}.{corridor}": number for number, corridor in enumerate(corridors)}
    return {(one, two) for one, two in between(sources, f"{HOUSE}.{floor}") if place[two] > place[one]}


# ── private names ─────────────────────────────────────────────────────────────────────────────────────────────────


def private(sources: Sources) -> list[str]:
    """Private names that a module takes from another: imported, or looked up in a module or an object of its own.

    A class may use what it inherits (``self._x``, ``cls._x``), and a module what its own classes have. A name that no
    module of the house has belongs to another house, which this is not about.
    """
    ours = set().union(*(_in_classes(text) | _in_module(text) for text in sources.values()))
    found = []
    for module, text in sources.items():
        taken = [name for name in imported(text) if name.startswith(f"{HOUSE}.") and _is_private(name.split(".")[-1])]
        found += [f"{module} imports {name}" for name in taken]
        strange = ours - _in_classes(text) - PUBLIC
        found += [f"{module} uses {ast.unparse(node)}" for node in _looked_up(text) if _attribute(node) in strange]
    return sorted(found)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _looked_up(text: str) -> Iterator[ast.expr]:
    """Attributes of anything but ``self`` and ``cls``, with a dot or by ``getattr``."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"))):
                pass
            case ast.Attribute() | ast.Call(args=[_, ast.Constant(), *_]):
                yield node


def _attribute(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="getattr" | "hasattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]):
            return name
    return ""


@cache
def _in_classes(text: str) -> frozenset[str]:
    """Private names that classes of a module have: in their bodies, or set on ``self``."""
    tree = ast.parse(text)
    bodies = [part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body]
    own = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }
    return frozenset(filter(_is_private, own | _defined(bodies)))


@cache
def _in_module(text: str) -> frozenset[str]:
    return frozenset(filter(_is_private, _defined(ast.parse(text).body)))


def _defined(body: list[ast.stmt]) -> set[str]:
    found = set()
    for part in body:
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    return found


# ── what a module does ────────────────────────────────────────────────────────────────────────────────────────────


def compares(text: str, attributes: set[str]) -> bool:
    """Whether a text asks if such an attribute is less or more than something."""
    return any(f".{attribute}" in text for attribute in attributes) and any(
        isinstance(side, ast.Attribute) and side.attr in attributes
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare)
        and any(isinstance(how, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for how in node.ops)
        for side in (node.left, *node.comparators)
    )


def names(text: str, wanted: Collection[str]) -> int:
    """How often a text uses one of these names; neither an import counts nor where it is given."""
    if not any(name in text for name in wanted):
        return 0
    named = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id in wanted)
    return sum(isinstance(node.ctx, ast.Load) for node in named)


def untyped(sources: Sources, known: Collection[str] = ()) -> int:
    """How often the house says ``Any``, or a name that it gave to a type with ``Any`` in it; ``known`` are let pass."""
    aliases = {
        (module, node.targets[0].id)
        for module, text in sources.items()
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign)
        if isinstance(node.targets[0], ast.Name)
        if node.targets[0].id not in known
        if not isinstance(node.value, ast.Call | ast.Dict)
        if names(ast.unparse(node.value), {"Any"})
    }
    return sum(names(text, {"Any", *_called(module, text, aliases)}) for module, text in sources.items())


def _called(module: str, text: str, aliases: Collection[tuple[str, str]]) -> Iterator[str]:
    """Which of these names a module gives or imports."""
    for home, name in aliases:
        if module == home or f"{home}.{name}" in imported(text):
            yield name
