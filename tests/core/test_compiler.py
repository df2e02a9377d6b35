"""The compiler, which works in a thread beside everything else, leaves alone what is not its own."""

import os
import subprocess
import sys

WATCHED = """
import sys, types
import bolicho.core.compiler
from numba.core.errors import TypingError

class Watched(types.ModuleType):
    def __setattr__(self, name, value):
        print("set", name, file=sys.__stdout__)
        super().__setattr__(name, value)

sys.__class__ = Watched
TypingError("no such type")
"""


def test_an_error_of_the_compiler_does_not_touch_where_we_write() -> None:
    switch = "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"
    told = {}
    for colours in (False, True):
        environment = {key: value for key, value in os.environ.items() if key != switch} | (
            {switch: ""} if colours else {}
        )
        done = subprocess.run(
            [sys.executable, "-c", WATCHED], env=environment, capture_output=True, text=True, check=True
        )
        told[colours] = done.stdout
    assert told[False] == ""
    assert "set stdout" in told[True], "Numba no longer does so: the switch may go"
