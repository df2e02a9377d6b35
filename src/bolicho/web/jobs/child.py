"""A command of Bolicho as a child process: behind everybody else, watched, ended when asked and never left alone."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

SIGN = "\x1e"
"""Stands before the lines that tell how far a command is (`cli/watching.py`)."""
GRACE = 8.0
"""Seconds between the polite end and the other one."""
CHUNK, LONGEST = 8192, 8192

Progress = Callable[[str, int, int, float | None], None]
"""What is being done, how much of it is, of how much, and how many seconds are left, where the command says so."""
Log = Callable[[str], None]


class Child:
    """One command at work."""

    def __init__(self, words: Sequence[str], folder: Path, out: Path, env: Mapping[str, str]) -> None:
        self.words, self.folder, self.out, self.env = list(words), folder, out, dict(env)
        self._process: asyncio.subprocess.Process | None = None
        self._stopping = False

    async def run(self, progress: Progress, log: Log) -> int:
        """Run to the end and return the exit code; what it prints is in ``out`` when it ends well."""
        part = self.out.with_name(f".{self.out.name}.part")
        with part.open("wb") as printed:
            self._process = process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bolicho.cli.watching", *self.words),
                stdin=asyncio.subprocess.PIPE,  # kept open: its end tells the child that we are gone
                stdout=printed,
                stderr=asyncio.subprocess.PIPE,
                cwd=self.folder,
                env=self.env,
                start_new_session=True,
            )
            try:
                if self._stopping:
                    self._signal(signal.SIGTERM)
                assert process.stderr is not None
                await _listen(process.stderr, progress, log)
                code = await process.wait()
            finally:
                self._signal(signal.SIGKILL)  # whoever of its group is left
                with suppress(ProcessLookupError):
                    await process.wait()
                if process.stdin is not None:
                    process.stdin.close()
        if code == 0:
            part.replace(self.out)
        else:
            part.unlink(missing_ok=True)
        return code

    async def stop(self, grace: float = GRACE) -> None:
        """End it: it may save what it has, and is killed if that takes long."""
        self._stopping = True
        process = self._process
        if process is None or process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), grace)
        except TimeoutError:
            self._signal(signal.SIGKILL)

    def _signal(self, sign: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, sign)


async def _listen(stream: asyncio.StreamReader, progress: Progress, log: Log) -> None:
    kept = b""
    while chunk := await stream.read(CHUNK):
        *lines, kept = (kept + chunk).split(b"\n")
        kept = kept[-LONGEST:]
        for line in lines:
            hear(line.decode(errors="replace").rstrip("\r"), progress, log)
    if kept:
        hear(kept.decode(errors="replace"), progress, log)


def hear(line: str, progress: Progress, log: Log) -> None:
    """Take a line that a command wrote to stderr: how far it is, or something for the log."""
    before, sign, told = line.partition(SIGN)
    if sign:
        try:
            data = json.loads(told)
            left = data.get("left")
            progress(str(data["what"]), int(data["done"]), int(data["total"]), None if left is None else float(left))
            line = before
        except (ValueError, KeyError, TypeError, AttributeError):
            line = before + told
    if line.strip():
        log(line)


async def checked(kind: str, options: Mapping[str, object], env: Mapping[str, str], seconds: float = 90.0) -> str:
    """Return what is wrong with the options of a job, as a process of the job's environment says; "" if nothing is."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bolicho.web.jobs.checks"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=dict(env),
        start_new_session=True,
    )
    asked = json.dumps({"kind": kind, "options": options}).encode()
    try:
        out, _ = await asyncio.wait_for(process.communicate(asked), seconds)
        return str(json.loads(out.splitlines()[-1])["wrong"])
    except (TimeoutError, ValueError, IndexError, KeyError):
        return "the options could not be checked: an agent or a base named in them does not load"
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
