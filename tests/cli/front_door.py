"""Knock at the front door from a test: arguments and typed lines go in, exit code and what was said come out."""

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import bolicho
from bolicho.cli import main
from bolicho.core.record import Record

ANYTHING = "quero\n1\nflor\nm\n2\n"
"""Among these lines is one for every decision of Truco; the others are answered with a hint."""


class Printed(NamedTuple):
    code: object
    out: str
    err: str


def knock(*args: str, typed: str = "", encoding: str = "utf-8", reads: Any = None, **environment: str) -> Printed:
    """Run a command as on a pipe; nothing of the tester's own terminal or store is touched."""
    quiet = {"LANG": "C.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100", "BOLICHO_STORE": ":memory:"}
    out, err = TextIOWrapper(BytesIO(), encoding), StringIO()
    stdin = reads or TextIOWrapper(BytesIO(typed.encode()), "utf-8")
    with patch.dict(os.environ, quiet | environment), patch.object(sys, "stdin", stdin):
        code = _code(lambda: main(args), out, err)
    out.flush()
    bytes_out = out.detach()
    assert isinstance(bytes_out, BytesIO)
    return Printed(code, bytes_out.getvalue().decode(encoding), err.getvalue())


def _code(run: Callable[[], object], out: TextIOWrapper, err: StringIO) -> object:
    with redirect_stdout(out), redirect_stderr(err):
        try:
            run()
        except SystemExit as end:
            return end.code
    return None


def record_of(path: Path) -> Record:
    """Return the only record of a file, put back under the rules."""
    (record,) = bolicho.read_records(path)
    assert list(bolicho.replay(record))
    return record


def refused(said: Printed, *words: str) -> bool:
    """Whether a command said what is wrong in exactly one line, and nothing else."""
    lines = said.err.splitlines()
    assert said.code == 2, said
    assert said.out == "", said
    assert len(lines) == 1, said
    assert lines[0].startswith("bolicho: "), said
    assert "Traceback" not in said.err, said
    for word in words:
        assert word in lines[0], said
    return True
