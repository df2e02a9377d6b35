"""Plain Python serves until a kernel is warm, which is got ready once; and for ever where there is no compiler."""

from importlib.machinery import ModuleSpec
from threading import Event

import pytest

from bolicho.parallel import kernel
from bolicho.parallel.kernel import UntilCompiled


@pytest.fixture(autouse=True)
def numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "find_spec", lambda name: ModuleSpec(name, None))


def test_plain_answers_until_the_kernel_is_warm_which_is_compiled_once() -> None:
    compiled, begun = Event(), list[str]()

    def warm() -> str:
        begun.append("compiler")
        compiled.wait()
        return "kernel"

    runner = UntilCompiled("plain", warm, "test")
    runner.warm_up()
    runner.warm_up()
    assert runner.now() == "plain"
    compiled.set()
    runner.warm_up(wait=True)
    assert runner.now() == "kernel"
    with runner.cold():
        runner.warm_up(wait=True)
        assert runner.now() == "plain"
    assert (runner.now(), begun) == ("kernel", ["compiler"])


def test_without_a_compiler_plain_serves_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "find_spec", lambda _: None)
    runner = UntilCompiled("plain", lambda: "kernel", "test")
    runner.warm_up(wait=True)
    assert runner.now() == "plain"
