"""The vital signs of Rossato: of the three rounds, beside people; the thesis prints nothing of how its matches went."""

from bolicho.lab.engine.signs import MatchCounts, VitalSign, truco_signs
from bolicho.lab.works.rossato.court import Court


def vital_signs(court: Court) -> list[VitalSign]:
    """Return the signs of every round, the rivals of a round together; series of one deal are one observation."""
    signs: list[VitalSign] = []
    for name, rivals in (("self", ("",)), ("trained", court.rivals), ("initial", court.rivals)):
        found = [
            MatchCounts(number, row["hands"], sum(row["points"]), row["habits"])
            for rival in rivals
            for number, row in court.played.rows[name, rival]
        ]
        signs += truco_signs(court.words(f"signs-{name}"), found)
    return signs
