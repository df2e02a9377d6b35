"""Matches that judge what was learned, as they are asked for; each deal is played from both seats."""

from dataclasses import replace

from bolicho.core.errors import BadInput
from bolicho.core.options import Option

JUDGE = Option(
    "judge", "integer", 0, "Then play N matches (even) of what was learned against the opponent.",
    "Depois joga N partidas (número par) do que se aprendeu contra o adversário.",
    low=0, high=1_000_000, metavar="N",
)  # fmt: skip
JUDGE_BASE = replace(
    JUDGE,
    help="Then play N matches (even), the new base against the one it began as.",
    help_pt="Depois joga N partidas (número par), a base nova contra a inicial.",
)
JUDGE_POLICY = Option(
    "judge_policy", "text", "PVCNPS", "By which policy they are played.", "Por que política elas se jogam.",
    metavar="POLICY",
)  # fmt: skip


def check_judge(matches: int) -> None:
    """Refuse a number of matches that is out of range or not even."""
    JUDGE.check(matches)
    if matches % 2:
        raise BadInput(f"judge {matches}: expected an even number of matches, every deal is played from both seats")
