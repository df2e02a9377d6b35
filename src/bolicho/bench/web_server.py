"""A server in a process of its own, started as anybody would start it, for what is measured from outside."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bolicho.core.json_text import JsonObject

SERVE = "from bolicho.cli import main; main()"
TUNED = """import asyncio, json, socket, sys
from bolicho.web.serving import run
from bolicho.web.server.settings import Settings
taken = socket.create_server(("127.0.0.1", 0), backlog=1024)
welcome = lambda address, key: print(f"Bolicho: {address}", flush=True)
asyncio.run(run(Settings(**json.loads(sys.argv[1])), taken, welcome))
"""
"""A house with settings that no option of the command changes."""


@dataclass
class House:
    """A running server, and a line to it that is kept open."""

    process: "subprocess.Popen[str]"
    port: int
    begun: float
    """When it was started, on the clock of ``time.perf_counter``."""
    line: HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = HTTPConnection("127.0.0.1", self.port, timeout=120)

    def get(self, path: str) -> bytes:
        """Fetch something, whatever it is, as it comes over the wire: compressed where it may be."""
        self.line.request("GET", path, headers={"Accept-Language": "pt-BR", "Accept-Encoding": "gzip"})
        return self.line.getresponse().read()

    def ask(self, path: str, token: str | None = None, body: object = None) -> Any:
        """Ask the API: GET, or POST where there is a body."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        answer = self.line.getresponse()
        told = json.loads(answer.read() or "null")
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {told}")
        return told

    def open(self, game: str, agent: str | None) -> JsonObject:
        """Open a table against an agent, or (None) one that waits for somebody."""
        other = {"kind": "open"} if agent is None else {"kind": "agent", "agent": agent}
        opened: JsonObject = self.ask("/api/tables", body={"game": game, "seats": [{"kind": "me"}, other]})
        return opened

    @property
    def kibibytes(self) -> float | None:
        """Memory of the server itself (not of the processes in which agents think); None where nobody tells."""
        found = re.search(r"VmRSS:\s+(\d+) kB", _of_process(self.process.pid, "status"))
        return float(found[1]) if found else None

    @property
    def processor(self) -> float | None:
        """Seconds of the processor that the server itself has taken; None where nobody tells."""
        if not (told := _of_process(self.process.pid, "stat")):
            return None
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(settings: JsonObject | None = None) -> Iterator[House]:
    """Serve on a free port with a store that is thrown away; with settings, a house that differs in them."""
    with TemporaryDirectory(prefix="bolicho-bench-") as folder:
        store = str(Path(folder) / "bench.db")
        if settings is None:
            words = [sys.executable, "-c", SERVE, "serve", "--port", "0", "--store", store, "--data", folder]
        else:
            words = [sys.executable, "-c", TUNED, json.dumps({"store": store, **settings})]
        begun = time.perf_counter()
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            address = re.search(r":(\d+)/?$", process.stdout.readline().strip())
            if address is None:
                raise RuntimeError("the server did not start")
            yield House(process, int(address[1]), begun)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _of_process(pid: int, what: str) -> str:
    path = Path(f"/proc/{pid}/{what}")
    return path.read_text() if path.exists() else ""
