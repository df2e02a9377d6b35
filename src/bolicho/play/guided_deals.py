"""Guided dealing: rare situations at chosen rates, and for every deal how much it counts among fair ones.

With rate r of a situation S the dealer draws a deal of S, otherwise it deals fairly. So a deal comes up with its fair
probability times r0 + the sum of r / P(S) over the situations it is in, r0 being what the rates leave; the inverse of
that is its weight. Weighted by it, guided hands tell the same shares and means as fair ones do (importance sampling;
the paper on case learning, Moral et al., only names guided dealing).

>>> guide = Guide.parse("flor-flor=0.2,strong-envido=0.1")
>>> str(guide), [round(guide.weight(deal), 4) for deal in ("7e 6e 5e / 1c 2c 12c", "1e 7o 4c / 3b 2c 12o")]
('flor-flor=0.2,strong-envido=0.1', [0.0122, 1.4286])
>>> per_mille(guide.weight("7e 6e 5e / 1c 2c 12c"))
12
"""

from dataclasses import dataclass
from random import Random

from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.games.truco import Deal
from bolicho.games.truco.situations import draw, situation
from bolicho.play.dealers import Dealer

FORM = "expected situation=rate, as in flor-flor=0.2,strong-envido=0.1"
GUIDED = ("truco",)
"""The games whose situations a guide knows."""
HEAVIEST = 32_767
"""The most that a case can say of its weight, in thousandths."""
ROUNDING = 1e-9
"""Rates that are written in decimals and add up to 1 may be so much above it."""


@dataclass(frozen=True)
class Guide:
    """Which situations are dealt at which rates; what they leave is dealt fairly."""

    rates: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        for name, rate in self.rates:
            situation(name)
            if not 0 <= rate <= 1:
                raise BadInput(f"guided dealing: {name}={rate:g}: a rate is between 0 and 1")
        names = [name for name, _ in self.rates]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(f"guided dealing: {name} twice")
        if self.fair < 0:
            total = sum(rate for _, rate in self.rates)
            raise BadInput(f"guided dealing: the rates add up to {total:g}, more than 1")

    @classmethod
    def parse(cls, text: str) -> "Guide":
        """Read ``flor-flor=0.2,strong-envido=0.1``; nothing is fair dealing."""
        rates = []
        for part in filter(None, map(str.strip, text.split(","))):
            name, sign, number = (piece.strip() for piece in part.partition("="))
            if not sign:
                raise BadInput(f"guided dealing {part!r}: {FORM}")
            try:
                rates.append((name, float(number)))
            except ValueError:
                raise BadInput(f"guided dealing: {name}={number}: expected a number between 0 and 1") from None
        return cls(tuple(rates))

    def __str__(self) -> str:
        return ",".join(f"{name}={rate!r}" for name, rate in self.rates)

    @property
    def fair(self) -> float:
        """The rate of fair deals."""
        left = 1 - sum(rate for _, rate in self.rates)
        return 0.0 if abs(left) < ROUNDING else left

    def deal(self, game: Game, which: Random, rng: Random) -> Deal:
        """Deal: ``which`` tells whether a situation and which one, ``rng`` the cards."""
        at = which.random() - self.fair
        if at >= 0:
            for name, rate in self.rates:
                if at < rate:
                    return draw(name, rng)
                at -= rate
        deal: Deal = game.deal(rng)
        return deal

    def weight(self, deal: Deal | str) -> float:
        """Return the fair probability of a deal over the guided one, exactly; 1 for fair dealing.

        Where the rates add up to 1, whatever is in none of the situations is never dealt: it is refused.
        """
        deal = Deal.parse(deal) if isinstance(deal, str) else deal
        kinds = ((situation(name), rate) for name, rate in self.rates)
        density = self.fair + sum(rate / kind.probability for kind, rate in kinds if kind.holds(deal))
        if not density:
            raise BadInput(f"deal {str(deal)!r}: with {self} it is never dealt")
        return 1 / density


def guided(game: Game, seed: int, board: int, guide: Guide) -> Dealer:
    """Deal by a guide; a hand that it leaves to chance is the one that the fair dealer of this seed and board gives."""
    if game.name not in GUIDED:
        raise BadInput(f"guided dealing is of {', '.join(GUIDED)}, not of {game.name}")
    return lambda unit: guide.deal(game, stream(seed, "guided", board, unit), stream(seed, "deal", board, unit))


def per_mille(weight: float) -> int:
    """Return a weight as a case keeps it: in thousandths, at least 1."""
    return max(1, min(HEAVIEST, round(1000 * weight)))
