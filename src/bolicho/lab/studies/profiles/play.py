"""Matches for a profile: agents against the same rivals on the same boards, counted by ``profiles_tally.Behaviour``.

A profile is of a player among rivals: who is refused often, calls often. So that profiles can be laid side by side,
every agent meets the same rivals on the same deals, from both seats.
"""

from collections.abc import Sequence

from bolicho.arena import Pairing, Plan, duplicate, run
from bolicho.arena.run.workers import WhenDone
from bolicho.core.chance import OPEN
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.lab.studies.profiles.profile import Profile, profiles
from bolicho.lab.studies.profiles.tally import TALLY

FIELD = ("novice", "cautious", "bold", "bluffer", "sound")
"""The rivals of an agent, if nothing else is said: the scripted players, from the meekest to the best."""
ITSELF = "self"


def rivals(against: str) -> tuple[str, ...]:
    """Return the rivals that a word stands for: ``field``, ``self`` (none but itself), or one agent."""
    return FIELD if against == "field" else () if against == ITSELF else (against,)


def plan(
    agents: Sequence[str],
    against: str = "field",
    options: JsonMapping | None = None,
    seed: int = 0,
    time_limit: float | None = 10.0,
) -> Plan:
    """Name everybody: the agents first, then the rivals (an agent may be among its rivals)."""
    if len(set(agents)) < len(agents):
        raise BadInput(f"agents {' '.join(agents)}: one is named twice")
    return Plan("truco", (*agents, *rivals(against)), dict(options or {}), seed, time_limit, tally=TALLY, salt=OPEN)


def schedule(agents: int, rivals: int, matches: int) -> list[Pairing]:
    """Return so many matches of each agent with each rival, or with itself.

    A rival has boards of its own, the same for every agent: so agents are compared on the same deals, and an interval
    stands on as many boards as can be.

    >>> schedule(2, 1, 2) == [(0, 0, (0, 2)), (1, 0, (2, 0)), (2, 0, (1, 2)), (3, 0, (2, 1))]
    True
    """
    if matches < 1:
        raise BadInput(f"matches {matches}: expected at least 1")
    pairs = [(agent, agents + rival) for agent in range(agents) for rival in range(rivals)]
    boards = [rival * -(-matches // 2) for _ in range(agents) for rival in range(rivals)]
    if not rivals:
        pairs, boards = [(agent, agent) for agent in range(agents)], [0] * agents
    return [
        pairing
        for number, (pair, board) in enumerate(zip(pairs, boards, strict=True))
        for pairing in duplicate(pair, matches, first_match=number * matches, first_board=board)
    ]


def measure_profiles(
    plan: Plan, agents: int, matches: int, workers: int = 1, done: WhenDone | None = None
) -> list[Profile]:
    """Play, and return the profiles of the agents (not of their rivals)."""
    rows = run(plan, schedule(agents, len(plan.agents) - agents, matches), workers=workers, done=done)
    return profiles(rows, plan.agents, range(agents))
