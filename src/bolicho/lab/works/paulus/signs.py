"""The vital signs of Paulus: of the stages between agents, and of the training.

The dissertation prints no length of a match. Its training says one: every hand of 1,833 matches was stored, and
the base grew from 3,195 to 27,515 cases.
"""

from collections.abc import Sequence

from bolicho.core.json_text import JsonMapping
from bolicho.core.words import Words
from bolicho.lab.engine.signs import MatchCounts, VitalSign, a_third, row_counts, truco_signs
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.measures import StageMatches

SHOWN = (("stage1", "fixed"), ("stage1", "adaptive"), ("stage2", "adaptive"), ("stage3", "adaptive"))


def vital_signs(played: StageMatches, steps: Sequence[JsonMapping], words: Words) -> list[VitalSign]:
    """Return the signs of the stages, each beside the training of the paper or people, and of our training."""
    printed = {"hands": a_third(hands_a_match(), "paulus-learning")}
    signs: list[VitalSign] = []
    for stage, how in SHOWN:
        rows = [row for met in played.meetings[stage, how].values() for row, seat in met if seat == 0]
        signs += truco_signs(words(f"signs-{stage}", how=words(how)), row_counts(rows), printed)
    learned = [MatchCounts(step["key"], step["hands"], 0, {}) for step in steps if isinstance(step["key"], int)]
    return [*signs, *truco_signs(words("signs-learning"), learned, printed, ("hands",))]


def hands_a_match() -> float:
    """Return how many hands of a match the paper stored.

    >>> round(hands_a_match(), 1)
    13.3
    """
    learning = printed_numbers()["learning"]
    return float((learning["end"] - learning["start"]) / learning["matches"])
