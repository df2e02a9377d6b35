"""Which of two players is the better one: duplicate deals, an interval and a verdict; for bases, one policy on both."""

from bolicho.arena import Plan, duplicate, run, standings
from bolicho.arena.results.intervals import ABOVE, BELOW, OPEN, side
from bolicho.arena.run.workers import WhenDone
from bolicho.core.json_text import JsonObject

BETTER, WORSE, UNKNOWN = "better", "worse", "cannot be told"
VERDICT = {ABOVE: BETTER, BELOW: WORSE, OPEN: UNKNOWN}
WIDE = 0.2
"""An interval of the matches won that is wider than this says that there were too few of them."""


def compare_bases(
    learned: str, start: str, policy: str, matches: int, seed: int, workers: int, done: WhenDone | None = None
) -> JsonObject:
    """Let one policy play on the learned base against itself on the start base, on duplicate deals, and say which won.

    Both bases are found by their names, by every worker process.
    """
    players = (f"cbr:{policy}@{learned}", f"cbr:{policy}@{start}")
    return {"policy": policy, **compare_players(players, matches, seed, workers, done)}


def compare_players(
    players: tuple[str, str], matches: int, seed: int, workers: int, done: WhenDone | None = None
) -> JsonObject:
    """Let two players meet in Truco on duplicate deals, and say whether the first is the better one."""
    plan = Plan("truco", players, seed=seed)
    rows = run(plan, duplicate((0, 1), matches), workers=workers, done=done)
    ours, theirs = standings(rows, 2)
    rate = ours.win_rate
    verdict = VERDICT[side(rate, 0.5)]
    return {
        "agents": list(plan.agents),
        "matches": matches,
        "seed": seed,
        "wins": [ours.wins, theirs.wins],
        "win_rate": rate.to_dict(),
        "points_per_hand": ours.points_per_hand.to_dict(),
        "forfeits": ours.forfeits + theirs.forfeits,
        "verdict": verdict,
        "too_few": verdict == UNKNOWN and (rate.low is None or (rate.high or 0.0) - rate.low > WIDE),
    }
