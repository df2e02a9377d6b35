"""Libraries that come with an extra of Bolicho, and the one line for whoever has not installed it.

>>> print(NotInstalled("sklearn"))
scikit-learn is not installed: pip install 'bolicho[cases]'
"""

from importlib.util import find_spec

from bolicho.core.errors import BadInput

EXTRAS = {
    "numba": "fast",
    "llvmlite": "fast",
    "matplotlib": "lab",
    "psycopg": "postgres",
    "pyarrow": "data",
    "pandas": "data",
    "polars": "data",
    "sklearn": "cases",
    "threadpoolctl": "cases",
    "ray": "ray",
    "fastapi": "web",
    "uvicorn": "web",
    "websockets": "web",
    "swagger_ui_bundle": "web",
    "endplay": "endplay",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "PIL": "rl",
    "cbrkit": "cbrkit",
    "rlcard": "bench",
}
"""The extra that brings each library, by the name under which it is imported."""
CALLED = {
    "llvmlite": "numba",
    "sklearn": "scikit-learn",
    "threadpoolctl": "scikit-learn",
    "pyspiel": "OpenSpiel",
    "open_spiel": "OpenSpiel",
    "PIL": "Pillow",
}


WEB = ("fastapi", "uvicorn", "websockets", "swagger_ui_bundle")
"""What a server cannot do without."""


class NotInstalled(BadInput, ImportError):
    """A library of an extra is not installed; the message says which, and what to type."""

    def __init__(self, library: str) -> None:
        super().__init__(f"{CALLED.get(library, library)} is not installed: {install(library)}")
        self.library = library

    def __reduce__(self) -> tuple[type["NotInstalled"], tuple[str]]:
        return NotInstalled, (self.library,)


def install(library: str) -> str:
    """Return what to type to get a library."""
    return f"pip install 'bolicho[{EXTRAS[library]}]'"


def need(*libraries: str) -> None:
    """Raise NotInstalled for the first of these libraries that is not there; loads none of them."""
    for library in libraries:
        if find_spec(library) is None:
            raise NotInstalled(library)


def missed(error: ImportError) -> ImportError:
    """Return the one line for an import that failed for want of an extra; any other error as it was."""
    library = (error.name or "").partition(".")[0]
    absent = isinstance(error, ModuleNotFoundError) and library in EXTRAS
    return NotInstalled(library) if absent else error
