"""Exploitability for the shipped table out of finished measurements: what ``bolicho exploit AGENT --json`` printed.

Such a measurement may take an hour of its own and goes on after a kill, so it need not be part of a run of the table::

    bolicho exploit bluffer --json > measured/bluffer.json
    bolicho strength --exploit measured --toml > new.toml && mv new.toml src/bolicho/lab/studies/strength/shipped.toml
"""

from collections.abc import Mapping
from math import isfinite
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.lab.studies.strength.shipped_table import Game
from bolicho.lab.studies.strength.table import Exploit, exploit_of

TRUCO = "truco"
KINDS = ("s1", "full")


def outputs(folder: Path) -> dict[str, dict[str, Exploit]]:
    """Return what the files of a folder tell, by agent and by game (s1, full)."""
    files = sorted(folder.glob("*.json"))
    if not files:
        raise BadInput(f"{folder}: no *.json of bolicho exploit --json")
    found: dict[str, dict[str, Exploit]] = {}
    for file in files:
        told, exploit = _told(file)
        one = found.setdefault(told["agent"], {})
        if told["game"] in one:
            raise BadInput(f"{file}: {told['agent']} on {told['game']} is told twice in this folder")
        one[told["game"]] = exploit
    return found


def amended(games: Mapping[str, Game], found: Mapping[str, Mapping[str, Exploit]]) -> dict[str, Game]:
    """Return the tables with these measurements in them; an agent that has no line there is refused."""
    truco = games.get(TRUCO)
    if truco is None or found.keys() - truco.agents.keys():
        unknown = sorted(found.keys() - (set() if truco is None else truco.agents.keys()))
        raise BadInput(f"no line in the strength table of Truco: {', '.join(unknown)}")
    agents = dict(truco.agents)
    for spec, told in found.items():
        one = agents[spec]
        agents[spec] = one._replace(s1=told.get("s1", one.s1), full=told.get("full", one.full))
    return {**games, TRUCO: truco._replace(agents=agents)}


def _told(file: Path) -> tuple[JsonObject, Exploit]:
    try:
        told = read_json(file.read_bytes())
        exploit = exploit_of(told)
        good = told["game"] in KINDS and isinstance(told["agent"], str) and type(exploit.exact) is bool
        good = good and all(isfinite(number) for number in exploit[:3])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: not what bolicho exploit --json prints ({error!r})") from None
    if not good:
        raise BadInput(f"{file}: not what bolicho exploit --json prints")
    return dict(told), exploit
