"""One program that is running: lines go in, lines come out, nothing blocks for longer than it may, and it can be ended.

Its streams are never waited for one by one: while we write or read, what it says on its standard error is taken in
too, and the last of it kept for whoever must be told what went wrong.
"""

import os
import selectors
import shlex
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from time import monotonic

from bolicho.core.errors import BadInput, BolichoError, one_line
from bolicho.field.line import guard

LONGEST = 1 << 20
"""Bytes that a line may have."""
KEPT = 2000
"""Bytes of standard error that are kept, the last ones."""
CHUNK = 1 << 16
LEAVING = guard.GRACE + guard.SWEEP + 1.0


class ProgramFault(BolichoError):
    """What a program did that it may not: it died, hung, or said something that is no answer."""


class Program:
    """A program under guard, with its three streams."""

    def __init__(self, command: str) -> None:
        """Start what is typed as a command: words, with quotation marks where a word has blanks in it; no shell."""
        self.command = command
        words = _words(command)
        self.out, self.err = bytearray(), bytearray()
        if sys.platform == "win32":
            raise BadInput(f"line:{command}: programs can be started on Linux and macOS only")
        listening, self._life = os.pipe()
        guarded = [sys.executable, "-I", "-S", str(Path(guard.__file__)), str(listening), *words]
        try:
            self.process = subprocess.Popen(
                guarded,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(listening,),
                start_new_session=True,  # Ctrl-C is not for it
            )
        except OSError as error:
            os.close(self._life)
            raise BadInput(f"line:{command}: cannot be started: {error.strerror}") from None
        finally:
            os.close(listening)
        self._end = weakref.finalize(self, _finish, self.process, self._life)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._in, self._out, self._err = (
            stream.fileno() for stream in (self.process.stdin, self.process.stdout, self.process.stderr)
        )
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)

    @property
    def running(self) -> bool:
        """Whether it has not been ended, and has not gone."""
        return self._end.alive and self.process.poll() is None

    def say(self, line: bytes, seconds: float) -> None:
        """Write a line, within so many seconds."""
        self._turn(line + b"\n", seconds, want_line=False)

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Write a line and return the line that is answered, both within so many seconds."""
        if self.out:
            raise self.fault(f"spoke before it was asked: {_shown(self.out)}")
        return self._turn(line + b"\n", seconds, want_line=True)

    def fault(self, what: str) -> ProgramFault:
        """Return an error that names the command, what it did, and what it last said on its standard error."""
        said = one_line(self.err.decode(errors="replace").strip()[-400:], 200)
        return ProgramFault(f"line:{_short(self.command)} {what}" + (f" (stderr: {said})" if said else ""))

    def end(self, *, now: bool = False) -> None:
        """End it: by its own will within a moment, or at once."""
        if now and self._end.alive:
            with suppress(OSError):
                os.write(self._life, b"!")
        self._end()

    def _turn(self, data: bytes, seconds: float, *, want_line: bool) -> bytes:
        """Write, read and listen at once until all is written and, if one is wanted, a whole line has come."""
        if not self._end.alive:
            raise self.fault("has been ended")
        until, left = monotonic() + seconds, memoryview(data)
        with selectors.DefaultSelector() as streams:
            streams.register(self._in, selectors.EVENT_WRITE)
            streams.register(self._out, selectors.EVENT_READ)
            streams.register(self._err, selectors.EVENT_READ)
            while left or (want_line and b"\n" not in self.out):
                rest = until - monotonic()
                ready = streams.select(rest) if rest > 0 else []
                if not ready:
                    self.end(now=True)
                    raise self.fault(f"{'did not answer' if not left else 'did not read'} within {seconds:g} s")
                for key, _ in ready:
                    if key.fd == self._in:
                        left = self._write(left)
                        if not left:
                            streams.unregister(self._in)
                    elif not self._read(key.fd):
                        if key.fd == self._out:
                            raise self._gone()
                        streams.unregister(self._err)
        line, _, rest_of_it = bytes(self.out).partition(b"\n") if want_line else (b"", b"", bytes(self.out))
        self.out[:] = rest_of_it
        return line

    def _write(self, left: memoryview) -> memoryview:
        try:
            return left[os.write(self._in, left) :]
        except BlockingIOError:
            return left
        except BrokenPipeError:
            raise self._gone() from None

    def _read(self, stream: int) -> bool:
        """Take in what has come; False at the end of the stream."""
        try:
            came = os.read(stream, CHUNK)
        except BlockingIOError:
            return True
        kept = self.out if stream == self._out else self.err
        kept += came
        if stream == self._err:
            del self.err[:-KEPT]
        elif len(self.out) > LONGEST:
            raise self.fault(f"said a line of more than {LONGEST} bytes")
        return bool(came)

    def _gone(self) -> ProgramFault:
        """Tell of a program that closed its output: dead, or as good as that."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(guard.GRACE)
        while self._err_left():
            pass
        code = self.process.poll()
        if code == guard.NOT_STARTED and self.err.startswith(b"cannot be started: "):
            return ProgramFault(f"line:{_short(self.command)} {one_line(self.err.decode(errors='replace'))}")
        return self.fault("closed its output" if code is None else f"ended ({_how(code)})")

    def _err_left(self) -> bool:
        before = len(self.err)
        return self._read(self._err) and len(self.err) > before


def _words(command: str) -> list[str]:
    """Split a command as a shell would, and look for its program, so that the error is a clear one."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"line:{command}: {str(error).lower()}") from None
    if not words:
        raise BadInput("agent 'line': expected a command, as in line:node bot.js")
    if which(words[0]) is None:
        raise BadInput(f"line:{command}: no program {words[0]!r} that can be started")
    return words


def _finish(process: "subprocess.Popen[bytes]", life: int) -> None:
    """Close every line to the program and its guard, and wait until both are gone."""
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    os.close(life)
    with suppress(subprocess.TimeoutExpired):
        process.wait(LEAVING)
        return
    process.kill()
    process.wait()


def _how(code: int) -> str:
    if code > 128:
        with suppress(ValueError):
            return signal.Signals(code - 128).name
    return f"exit code {code}"


def _short(command: str) -> str:
    """Leave out the middle of a long command: its end tells programs apart."""
    return one_line(command if len(command) <= 80 else f"{command[:20]}…{command[-59:]}")


def _shown(data: Sequence[int]) -> str:
    return repr(one_line(bytes(data[:200]).decode(errors="replace"), 60))
