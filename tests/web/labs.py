"""A real ``bolicho serve`` process for tests of the laboratory: jobs are posted to it, and it may be killed."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

KEY = "a-key-for-tests"
ELSEWHERE = {"Host": "bolicho.example"}
"""Who comes by another name than this machine's is no admin."""
PATIENCE = 240.0
"""Seconds until a test gives up: a loaded machine is slow, not wrong."""
ACTIVE = ("queued", "running")


class Lab:
    """A server with a store and a data folder of its own."""

    def __init__(self, folder: Path, near: Path | None = None, more: tuple[str, ...] = ()) -> None:
        """``near``: the same folder as it is called from itself; ``more``: what else is typed."""
        self.folder, self.near, self.more = folder, near or folder, more
        self.process: subprocess.Popen[str] | None = None
        self.client = httpx.Client()
        self.start()

    def start(self, port: int = 0) -> None:
        run = "from bolicho.cli import main; main()"
        words = [sys.executable, "-c", run, "serve", f"--port={port}", f"--key={KEY}", "--workers=1"]
        where = [f"--store={self.near / 'store.db'}", f"--data={self.near / 'data'}"]
        env = {**os.environ, "BOLICHO_STORE": str(self.folder / "other.db")}
        self.process = subprocess.Popen(
            [*words, *where, *self.more], stdout=subprocess.PIPE, text=True, env=env, cwd=self.folder
        )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().split()[-1]
        assert address.startswith("http"), address
        self.client = httpx.Client(base_url=address.rstrip("/"), timeout=PATIENCE)

    def kill(self) -> None:
        """As a power cut does."""
        assert self.process is not None
        self.client.close()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        assert self.process is not None
        self.client.close()
        self.process.terminate()
        self.process.wait(PATIENCE)

    def post(self, kind: str, language: str = "en", **options: Any) -> dict[str, Any]:
        answer = self.client.post("/api/jobs", json={"kind": kind, "options": options, "language": language})
        assert answer.status_code == 201, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def job(self, id: int) -> dict[str, Any]:
        told: dict[str, Any] = self.client.get(f"/api/jobs/{id}").json()
        return told

    def until(self, id: int, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until a job is as it should be."""
        end = time.monotonic() + PATIENCE
        while not good(told := self.job(id)):
            assert time.monotonic() < end, told
            time.sleep(0.1)
        return told

    def done(self, id: int) -> dict[str, Any]:
        told = self.until(id, lambda job: job["state"] not in ACTIVE)
        assert told["state"] == "done", told
        return told

    def raw(self, path: str) -> tuple[int, bytes]:
        """Ask for a path as it stands: a good client would tidy it up."""
        address = self.client.base_url
        line = http.client.HTTPConnection(address.host, address.port or 80, timeout=PATIENCE)
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()

    def events(self, id: int, last: str | None = None, most: int = 100_000) -> list[tuple[int, str, dict[str, Any]]]:
        """Read the events of a job, to the end of the stream or so many."""
        return list(_take(self._events(id, last), most))

    def _events(self, id: int, last: str | None) -> Iterator[tuple[int, str, dict[str, Any]]]:
        headers = {} if last is None else {"Last-Event-ID": last}
        with self.client.stream("GET", f"/api/jobs/{id}/events", headers=headers) as answer:
            assert answer.status_code in (200, 204)
            number, kind = 0, ""
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    number = int(value)
                elif name == "event":
                    kind = value
                elif name == "data":
                    yield number, kind, json.loads(value)


def _take(found: Iterator[Any], most: int) -> Iterator[Any]:
    for _, one in zip(range(most), found, strict=False):
        yield one
