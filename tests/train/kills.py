"""A training that is killed at a call to its store."""

from contextlib import AbstractContextManager
from typing import Any

import pytest

from bolicho.store import Store


class Killed(Exception):
    pass


def kill_at(patched: pytest.MonkeyPatch, call: str, times: int, *, after: bool) -> AbstractContextManager[Any]:
    """End what runs in this context at a call to the store that came so many times before; before or after its work."""
    calls = 0
    real = getattr(Store, call)

    def killing(*args: Any, **settings: Any) -> Any:
        nonlocal calls
        calls += 1
        here = calls - 1 == times
        done = None if here and not after else real(*args, **settings)
        if here:
            raise Killed
        return done

    patched.setattr(Store, call, killing)
    return pytest.raises(Killed)
