"""Policies that OpenSpiel found, in a file: a JSON object with the game and, by information state, the moves."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput, one_line
from bolicho.core.files import write_whole
from bolicho.core.json_text import read_json
from bolicho.field.openspiel.game import HouseGame

FORMAT = "bolicho openspiel policy 1"

PolicyTable = dict[str, dict[str, float]]
"""By information state, the probability of each move."""


def save_policy(policy: Any, game: HouseGame, path: str | Path) -> None:
    """Write a policy: a tabular one of a solver on this game, or what ``Tree.moves_of`` returned."""
    told = policy if isinstance(policy, Mapping) else policy_of(policy, game)
    rounded = {sight: {move: round(chance, 6) for move, chance in moves.items()} for sight, moves in told.items()}
    write_whole(Path(path), json.dumps({"format": FORMAT, "game": str(game), "policy": rounded}))


def policy_of(policy: Any, game: HouseGame) -> PolicyTable:
    """Read a tabular policy of OpenSpiel, the compiled one or the one in Python."""
    names = game.kind.names
    if hasattr(policy, "policy_table"):
        table = policy.policy_table()
        return {sight: {names[action]: chance for action, chance in moves} for sight, moves in table.items()}
    if not hasattr(policy, "state_lookup"):
        raise BadInput(f"policy {type(policy).__name__}: only a tabular one can be saved; give others to as_agent")
    rows = policy.action_probability_array
    legal = policy.legal_actions_mask
    return {
        sight: {name: float(rows[row][n]) for n, name in enumerate(names) if legal[row][n]}
        for sight, row in policy.state_lookup.items()
    }


def load_policy(path: str | Path) -> tuple[str, PolicyTable]:
    """Read a file: which game it is for, and the policy."""
    try:
        found = read_json(Path(path).read_bytes())
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{path}: no policy of OpenSpiel (not JSON)") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("policy"), dict):
        raise BadInput(f"{path}: no policy of OpenSpiel (expected {FORMAT!r})")
    for sight, moves in found["policy"].items():
        chances: list[Any] = list(moves.values()) if isinstance(moves, dict) else [None]
        if not all(type(chance) in (int, float) and 0 <= chance <= 1 for chance in chances):
            raise BadInput(f"{path}: no policy of OpenSpiel ({one_line(sight, 60)!r}: expected chances from 0 to 1)")
    return str(found.get("game")), found["policy"]
