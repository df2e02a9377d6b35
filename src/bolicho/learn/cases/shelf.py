"""The shelf: where a base is found by its name. Two are bundled, others are in the user's store or in a file.

>>> from bolicho.learn.cases import shelf
>>> shelf.base("baseline").source, len(shelf.base("baseline")), len(shelf.base("starter"))
('synthetic', 3195, 513)

A base is loaded once a process and shared: nobody changes what the shelf gave; ``copy`` is for that.
"""

import os
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.paths import named
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import SUFFIXES, clusterings_data, clusterings_from, is_file, read
from bolicho.learn.cases.forms import form, form_names

if TYPE_CHECKING:
    from bolicho.store import Store
    from bolicho.store.bases import Base

BUNDLED = {"baseline": "bolicho.learn.cases.truco", "starter": "bolicho.learn.cases.truco"}
"""The bases that ship with the package, and in whose ``data`` they are; both synthetic."""

FORBIDDEN = "@,=:/\\"
"""What a name cannot have: it would be read as part of an agent's name or of a path."""

_loaded: dict[str, tuple[object, CaseBase]] = {}
"""By name or path: what it looked like when it was loaded, and the base."""


def base(name: str | Path, *, form: str | None = None, store: "Store | None" = None) -> CaseBase:
    """Return a base by name, or by a path ending in .csv or .parquet.

    With a ``form``, a base of another one or without cases is refused: that is how agents ask. A store is opened where
    it is needed, unless one is given.
    """
    name = str(name)
    found = _bundled(name) if name in BUNDLED else _file(name) if is_file(name) else _stored(name, store)
    if form is not None:
        usable(found, form)
    return found


def usable(base: CaseBase, *forms: str) -> None:
    """Refuse a base that is of none of some forms, or has no case."""
    if base.form not in forms:
        wanted = " or ".join(map(repr, forms))
        raise BadInput(f"base {base.name!r} has cases of {base.game} in form {base.form!r}, not {wanted}")
    if not len(base):
        raise BadInput(f"base {base.name!r} is empty: there is no case in it")


def copy(name: str | Path, new: str | None = None, *, store: "Store | None" = None) -> CaseBase:
    """Return a base of one's own, to be changed."""
    found = base(name, store=store)
    return found.subset(np.ones(len(found), dtype=bool), new)


def names(store: "Store | None" = None) -> tuple[str, ...]:
    """Return the names of all bases, the bundled ones first."""
    with OpenStore(store) as opened:
        return (*BUNDLED, *(known.name for known in opened.bases() if known.name not in BUNDLED))


def save(base: CaseBase, store: "Store", origins: str | None = None) -> None:
    """Keep a base in a store with its clusterings, whole or not at all; a name that is taken is refused."""
    free(base.name, store)
    while_written = f"{base.name} (unfinished {os.getpid()})"  # a killed process leaves no base that looks whole
    store.add_base(while_written, base.game, base.form, base.source, base.columns, base.note)
    try:
        store.add_cases(while_written, (base.row(case) for case in range(len(base))), origins)
        store.set_clusterings(while_written, clusterings_data(base), cases=len(base))
        store.rename_base(while_written, base.name)
    except BaseException:
        store.drop_base(while_written)
        raise


def free(name: str, store: "Store") -> None:
    """Refuse a name that a base cannot have: a bundled one, one that is taken, one that would be read as a path."""
    if name in BUNDLED:
        raise BadInput(f"base {name!r} is bundled with Bolicho and stays as it is; choose another name")
    spelled(name)
    if is_file(name) or set(name) & set(FORBIDDEN) or name.startswith("."):
        rule = f"begins with no dot, ends in none of {' '.join(SUFFIXES)} and has none of {' '.join(FORBIDDEN)}"
        raise BadInput(f"base {name!r}: a name {rule}")
    if any(known.name == name for known in store.bases()):
        raise BadInput(f"base {name!r} is there already; choose another name")


def spelled(name: str, what: str = "base") -> None:
    """Refuse a name of nothing, or with blanks at its ends, which are lost where a player is called by it.

    >>> spelled("mine ", "name")
    Traceback (most recent call last):
    bolicho.core.errors.BadInput: name 'mine ': a name is not empty and has no blanks at its ends
    """
    if not name or name != name.strip():
        raise BadInput(f"{what} {name!r}: a name is not empty and has no blanks at its ends")


def rename(old: str, new: str, store: "Store") -> None:
    """Give a base of a store another name."""
    own(old, store)
    free(new, store)
    store.rename_base(old, new)


def drop(name: str, store: "Store") -> None:
    """Forget a base of a store, its cases and its clusterings."""
    own(name, store)
    store.drop_base(name)


def own(name: str, store: "Store") -> "Base":
    """Return what a store knows of a base; what is not the store's is refused."""
    if name in BUNDLED:
        raise BadInput(f"base {name!r} is bundled with Bolicho and stays as it is")
    if is_file(name):
        raise BadInput(f"base {name!r} is a file, not in the store")
    return store.base(name)


def _bundled(name: str) -> CaseBase:
    if name not in _loaded:
        with as_file(files(BUNDLED[name]) / "data") as folder:
            _loaded[name] = (None, read(folder / f"{name}.csv"))
    return _loaded[name][1]


def _file(name: str) -> CaseBase:
    path = named(name, "base")
    try:
        seen = [(p.stat().st_mtime_ns, p.stat().st_size) for p in (path, path.with_suffix(".json")) if p.exists()]
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    key = str(path.absolute())
    if key not in _loaded or _loaded[key][0] != seen:
        _loaded[key] = (seen, read(path))
    return _loaded[key][1]


def _stored(name: str, store: "Store | None") -> CaseBase:
    with OpenStore(store) as opened:
        known = {row.name: row for row in opened.bases()}
        if name not in known:
            raise UnknownName("case base", name, (*BUNDLED, *known))
        row = known[name]
        key, seen = f"{opened.url} {name}", (row.id, row.created, row.revision)
        if key not in _loaded or _loaded[key][0] != seen:
            _loaded[key] = (seen, _read(name, opened))
        return _loaded[key][1]


def _read(name: str, store: "Store") -> CaseBase:
    row = store.base(name)
    if row.form not in form_names() or tuple(row.columns) != form(row.form).columns or row.game != form(row.form).game:
        reads = ", ".join(form_names())
        raise BadInput(f"base {name!r} has cases of {row.game} in form {row.form!r}; this version reads {reads}")
    found = CaseBase(
        name, row.columns, game=row.game, form=row.form, source=row.source, note=row.note, capacity=max(1, row.cases)
    )
    found.append(store.cases(name))
    found.clusterings = clusterings_from(store.clusterings(name), f"base {name!r}")
    return found


class OpenStore:
    """The store that was given, or the user's own, closed again."""

    def __init__(self, store: "Store | None") -> None:
        self.given = store

    def __enter__(self) -> "Store":
        from bolicho.store import Store

        self.store = self.given or Store.open()
        return self.store

    def __exit__(self, *_: object) -> None:
        if self.given is None:
            self.store.close()
