"""An agent by its file: ``./steady.py:Steady``, with arguments if it takes any: ``./steady.py:Steady:24,need=3``.

For who sits at the machine: a file is a program, so where none may be started (`core/programs.py`) none is opened.

>>> split("./steady.py:Steady:24"), split("minimax:4")
(('./steady.py:Steady', '24'), None)
"""

import sys
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from os.path import splitdrive
from pathlib import Path
from types import ModuleType

from bolicho.core import programs
from bolicho.core.errors import BadInput, BolichoError, fault, one_line
from bolicho.core.registry import Factory

ENDING = ".py"


def split(spec: str) -> tuple[str, str] | None:
    """Part the file and its class from the arguments; None where no file is named."""
    drive, rest = splitdrive(spec)
    path, _, asked = rest.partition(":")
    name, _, text = asked.partition(":")
    return (f"{drive}{path}:{name}", text) if path.endswith(ENDING) else None


def path_of(name: str) -> str:
    """Return the file in ``file:class``."""
    return name.rpartition(":")[0]


def absolute(spec: str) -> str:
    """Return the same agent as any directory can find it."""
    parts = split(spec)
    if parts is None:
        return spec
    name, text = parts
    return f"{Path(path_of(name)).absolute()}:{name.rpartition(':')[2]}{':' if text else ''}{text}"


def check(name: str) -> None:
    """Raise what is wrong with ``file:class`` as far as can be said without running the file."""
    path, _, attribute = name.rpartition(":")
    if not programs.allowed():
        raise BadInput(f"agent {name!r}: no programs are started here, and a file is one")
    if not Path(path).is_file():
        raise BadInput(f"agent {name!r}: there is no file {path}")
    if not attribute.isidentifier():
        raise BadInput(f"agent {name.rstrip(':')!r}: say which class of the file it is, as in {path}:Steady")


def load(name: str) -> Factory:
    """Return the class that ``file:class`` stands for; a file that has changed is read again."""
    check(name)
    path, _, attribute = name.rpartition(":")
    module = _module(Path(path).absolute(), name)
    found = getattr(module, attribute, None)
    if found is None:
        there = [
            it.__name__ for it in vars(module).values() if isinstance(it, type) and it.__module__ == module.__name__
        ]
        raise BadInput(f"agent {name!r}: no {attribute} in {path}; there is: {', '.join(there) or 'no class'}")
    if not callable(found) or (isinstance(found, type) and not callable(getattr(found, "choose", None))):
        raise BadInput(f"agent {name!r}: {attribute} is no agent's class (choose is needed)")
    if _takes_nothing(found):
        why = f"{attribute} is made with the game and takes nothing: give it def __init__(self, game)"
        raise BadInput(f"agent {name!r}: {why}")
    factory: Factory = found
    return factory


def _takes_nothing(factory: Factory) -> bool:
    try:
        signature(factory).bind_partial(object())
    except TypeError:
        return True
    except ValueError:  # what it takes cannot be told
        return False
    return False


def _module(path: Path, name: str) -> ModuleType:
    try:
        code = path.read_bytes()
    except OSError as error:
        raise BadInput(f"agent {name!r}: {path}: {error.strerror}") from None
    called = f"bolicho_file_{path.stem}_{blake2b(str(path).encode() + code, digest_size=8).hexdigest()}"
    if called in sys.modules:
        return sys.modules[called]
    spec = spec_from_file_location(called, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[called] = module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # for what stands beside it; last, so that it hides nothing
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[called]
        if isinstance(error, SyntaxError):
            raise BadInput(f"agent {name!r}: {path} line {error.lineno}: {one_line(error.msg)}") from None
        if isinstance(error, BolichoError):
            raise BadInput(f"agent {name!r}: {one_line(error)}") from error
        if isinstance(error, Exception | SystemExit):
            raise BadInput(f"agent {name!r}: {path} does not load: it {fault(error)}") from error
        raise
    return module
