"""A lot drawn by chance, or both ways in turn: so that a player who draws lots can also tell its probabilities."""

from random import Random


def draw_lot(rng: Random, chance: float) -> bool:
    """Whether a lot of this chance is drawn."""
    return rng.way(chance) if isinstance(rng, Lots) else rng.random() < chance


class Lots(Random):
    """Every way in which some lots can fall, one after the other, and how likely it is.

    >>> lots, found = Lots(), {}
    >>> while lots.again():
    ...     fell = (draw_lot(lots, 0.25), draw_lot(lots, 1.0))
    ...     found[fell] = lots.chance
    >>> found
    {(True, True): 0.25, (False, True): 0.75}
    """

    def __init__(self) -> None:
        self.chance = 1.0
        self._ways: list[bool] = []
        self._drawn = 0
        self._begun = False

    def again(self) -> bool:
        """Begin the next way; False when there is none left, and then all over."""
        if self._begun:
            while self._ways and not self._ways[-1]:
                self._ways.pop()
            if not self._ways:
                self._begun = False
                return False
            self._ways[-1] = False
        self.chance, self._drawn, self._begun = 1.0, 0, True
        return True

    def way(self, chance: float) -> bool:
        """Let a lot fall: first as yes, another time as no; what is sure falls one way only."""
        if not 0.0 < chance < 1.0:
            return chance >= 1.0
        if self._drawn == len(self._ways):
            self._ways.append(True)
        fell = self._ways[self._drawn]
        self._drawn += 1
        self.chance *= chance if fell else 1 - chance
        return fell
