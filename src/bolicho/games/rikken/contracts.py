"""The fifteen contracts of Rikken, low to high: a table.

Source: Rosa (2008), Quadros 1 and 2, after Vorsteveld (2007). ``low`` and ``high`` bound the tricks that make the
contract, of declarer alone or with his partner.

>>> [contract.name for contract in CONTRACTS if contract.alone and contract.trump == "declarer"]
['solo-8', 'solo-9', 'solo-10', 'solo-11', 'solo-12', 'solo']
>>> CONTRACT["piek"].made(1), CONTRACT["piek"].made(0), CONTRACT["rik"].made(9)
(True, False, True)
"""

from typing import NamedTuple

PAS = "pas"


class Contract(NamedTuple):
    """One line of the table."""

    name: str
    low: int
    high: int
    """The tricks that make it: from ``low`` to ``high``."""
    value: int
    """What each player pays or gets; declarer alone settles with three."""
    partner: str = "none"
    """``asked`` (holds the card asked for), ``ace`` (holds the fourth ace) or ``none``."""
    trump: str = "none"
    """Who names it: ``declarer``, ``partner``; or ``hearts``, or ``none``."""
    open: bool = False
    """Whether declarer's hand is laid open from the fifth card played."""
    plus: bool = False
    """Whether the defenders may talk as well: each sees the other two."""

    @property
    def alone(self) -> bool:
        """Whether declarer plays against three."""
        return self.partner == "none"

    @property
    def rank(self) -> int:
        """Its place in the auction, 0 for the lowest."""
        return RANKING[self.name]

    @property
    def few(self) -> bool:
        """Whether it is one of the six piek and misere games, where declarer may take too many."""
        return self.high < 13

    def made(self, tricks: int) -> bool:
        """Whether so many tricks of declarer's side make it."""
        return self.low <= tricks <= self.high


def _plain(name: str, tricks: int, value: int, partner: str = "none", trump: str = "declarer") -> Contract:
    return Contract(name, tricks, 13, value, partner, trump)


def _few(name: str, tricks: int, value: int, shown: bool = False, plus: bool = False) -> Contract:
    return Contract(name, tricks, tricks, value, open=shown, plus=plus)


CONTRACTS: tuple[Contract, ...] = (
    _plain("rik", 8, 1, "asked"),
    _plain("rik-beter", 8, 1, "asked", "hearts"),
    _plain("solo-8", 8, 1),
    _plain("troela", 8, 2, "ace", "partner"),
    _few("piek", 1, 3),
    _plain("solo-9", 9, 4),
    _few("misere", 0, 5),
    _plain("solo-10", 10, 6),
    _few("open-piek", 1, 6, shown=True),
    _plain("solo-11", 11, 8),
    _few("open-piek-plus", 1, 10, shown=True, plus=True),
    _few("open-misere", 0, 10, shown=True),
    _plain("solo-12", 12, 12),
    _few("open-misere-plus", 0, 15, shown=True, plus=True),
    _plain("solo", 13, 22),
)
"""Low to high; contracts of equal value still rank in this order."""
NAMES = tuple(contract.name for contract in CONTRACTS)
CONTRACT = {contract.name: contract for contract in CONTRACTS}
RANKING = {name: place for place, name in enumerate(NAMES)}
TROELA = "troela"
SOLO = "solo"
