"""The vital signs of Moral et al.: hands a match of every training beside Table IV, and how the tests were played."""

from bolicho.lab.engine.signs import MatchCounts, VitalSign, a_third, row_counts, truco_signs
from bolicho.lab.works.moral.judge import Court
from bolicho.lab.works.moral.lineup import BEST, FIVE, printed_numbers

BASELINE = "bot0"


def vital_signs(court: Court) -> list[VitalSign]:
    """Return the signs: trainings against BOT0, then the tests of the five against it and those of BOT3."""
    signs: list[VitalSign] = []
    matches = printed_numbers()["training"]["matches"]
    for name in FIVE:
        told = [hands for one in court.trained(name) for hands in one["by_match"]["hands"]]
        found = [MatchCounts(unit, hands, 0, {}) for unit, hands in enumerate(told)]
        printed = {"hands": a_third(printed_numbers()["table4"][name][0] / matches, "moral-table4")}
        signs += truco_signs(court.words("signs-training", name=court.name(name)), found, printed, ("hands",))
    mean = sum(printed_numbers()["table4"][name][0] for name in FIVE) / len(FIVE) / matches
    printed = {"hands": a_third(mean, "moral-table4")}
    tests = {
        "signs-fig1": [(name, BASELINE) for name in FIVE],
        "signs-fig2": [(BEST, name) for name in FIVE if name != BEST],
    }
    for key, pairs in tests.items():
        rows = [row for pair in pairs for _, _, row in court.played.met[pair]]
        signs += truco_signs(court.words(key), row_counts(rows), printed)
    return signs
