"""What the cells of the strength table measure beside matches: a best response, and what a decision costs.

``python -m bolicho.lab.studies.strength.cells GAME AGENT DECISIONS SEED`` times an agent in a process of its own, so
that its memory is its own.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from bolicho.bench.hands import peak_megabytes
from bolicho.core.chance import stream
from bolicho.core.contract import Agent, Game, Question
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.lab.engine.experiment import Rows

WARM = 20
"""Decisions before the clock runs: tables are read and kernels loaded by then."""
LONGEST = 60.0
"""Seconds after which enough decisions of a slow agent were timed."""


def exploit(facts: JsonMapping, seed: int, folder: str) -> Rows:
    """Return the exploitability of an agent on the ladder game or on the full one."""
    from bolicho.lab.studies.strength.exploit import measure

    return [measure(facts["game"], facts["agent"], facts["how"], seed, Path(folder) if folder else None)]


def think(facts: JsonMapping, seed: int) -> Rows:
    """Return how long an agent thinks and how much memory it takes, in a process of its own."""
    asked = [facts["game"], facts["agent"], str(facts["decisions"]), str(seed)]
    command = [sys.executable, "-m", "bolicho.lab.studies.strength.cells", *asked]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    if said.returncode:
        raise BadInput(f"timing {facts['agent']} at {facts['game']}: {said.stderr.strip().splitlines()[-1]}")
    return [json.loads(said.stdout)]


def timed(game: Game, spec: str, decisions: int, seed: int) -> dict[str, float | int | None]:
    """Let an agent play against itself and time every decision, in seconds of the processor.

    The clock on the wall would also count what else the machine does. Memory is the most that this process has held.
    """
    from bolicho.agents import make

    agent: Agent = make(spec, game)
    _decide(game, agent, WARM, seed, "warm")
    taken = sorted(_decide(game, agent, decisions, seed, "timed"))
    return {
        "decisions": len(taken),
        "p50": taken[len(taken) // 2],
        "p99": taken[min(len(taken) - 1, len(taken) * 99 // 100)],
        "memory": _most_held(),
    }


def _most_held() -> float | None:
    """Megabytes of this program at their most; what getrusage says may still be the memory of who began it."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return peak_megabytes()
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), None)


def _decide(game: Game, agent: Agent, decisions: int, seed: int, path: str) -> list[float]:
    taken: list[float] = []
    began, unit = time.process_time(), 0
    while len(taken) < decisions and time.process_time() - began < LONGEST:
        rng = stream(seed, path, unit)
        state = game.start(game.deal(rng), **game.opening(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            start = time.process_time()
            decision = agent.choose(view, rng)
            taken.append(time.process_time() - start)
            state = state.play(decision.fallback.move if isinstance(decision, Question) else decision.move)
        unit += 1
    return taken


if __name__ == "__main__":
    from bolicho.games import GAMES

    name, spec, decisions, seed = sys.argv[1:]
    print(json.dumps(timed(GAMES.make(name), spec, int(decisions), int(seed))))
