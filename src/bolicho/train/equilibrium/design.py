"""What a training towards an equilibrium is asked to do, checked before anything is computed.

>>> EquilibriumDesign().most, EquilibriumDesign("full", minutes=3).most
(105, None)
>>> EquilibriumDesign(minutes=3)
Traceback (most recent call last):
bolicho.core.errors.BadInput: --minutes: only the full game is trained by the clock; give --iterations or --until
"""

from dataclasses import dataclass
from math import inf

from bolicho.core.errors import BadInput
from bolicho.core.options import check, seed_setting, setting
from bolicho.learn.ladder.classes import OF_DECKS, Counts

LADDER, FULL, TRUNK = "s1", "full", "trunk"
GAMES = (LADDER, FULL, TRUNK)
DEVICES = ("cpu", "gpu")
ITERATIONS = 105
"""Of the ladder game where nothing is said: what the strategy that comes with the house was given."""


@dataclass(frozen=True)
class EquilibriumDesign:
    """A training: which game, and until when."""

    game: str = setting(
        LADDER, "s1, the ladder game: truco without envido and flor; full; or trunk: full without buckets of cards.",
        help_pt="s1, o jogo da escada: truco sem envido nem flor; full, o jogo todo; trunk, o mesmo sem juntar cartas.",
        choices=GAMES,
    )  # fmt: skip
    iterations: int | None = setting(
        None, f"More come closer to the equilibrium. By default {ITERATIONS} of s1 and trunk, of full as shipped.",
        help_pt=f"Mais chegam mais perto do equilíbrio. Sem nada, {ITERATIONS} de s1 e trunk, e de full as da casa.",
        low=1, short="-n", grows=True, says=f"s1, trunk: {ITERATIONS}; full: as shipped",
    )  # fmt: skip
    minutes: float | None = setting(
        None, "Minutes to train, in place of iterations; for the full game only.",
        help_pt="Minutos de treino, em vez de iterações; só para o jogo todo.", when=("game", (FULL,)),
    )  # fmt: skip
    until: float | None = setting(
        None, "Stop once exploitability is this low, in points a hand; for s1 and trunk only.",
        help_pt="Para quando a explorabilidade for tão baixa, em pontos por mão; só para s1 e trunk.",
        when=("game", (LADDER, TRUNK)),
    )  # fmt: skip
    seed: int = seed_setting(
        help="Random seed of the deals that the full game draws; s1 draws none.",
        help_pt="Semente das cartas que o jogo todo sorteia; s1 não sorteia nada.", when=("game", (FULL,)),
    )  # fmt: skip
    deck: str = setting(
        "full", "full, or mini: a few cards, solved in seconds.",
        help_pt="full, ou mini: poucas cartas, resolvido em segundos.", choices=tuple(OF_DECKS),
        when=("game", (LADDER, TRUNK)),
    )  # fmt: skip
    device: str = setting(
        "cpu", "Where trunk is solved: cpu, or gpu (CuPy; 80 GB of its memory for the forty cards).",
        help_pt="Onde trunk é resolvido: cpu, ou gpu (CuPy; 80 GB da memória dela com as quarenta cartas).",
        choices=DEVICES, when=("game", (TRUNK,)),
    )  # fmt: skip

    def __post_init__(self) -> None:
        check(self)
        for name, number in {"minutes": self.minutes, "until": self.until}.items():
            if number is not None and not 0 < number < inf:
                raise BadInput(f"--{name} {number}: expected a number above 0")
        if self.device != "cpu" and self.game != TRUNK:
            raise BadInput("--device: only the trunk is solved on a GPU")
        if self.game != FULL and self.minutes is not None:
            raise BadInput("--minutes: only the full game is trained by the clock; give --iterations or --until")
        if self.game == FULL and self.until is not None:
            raise BadInput("--until: the full game is not measured as it is trained; give --iterations or --minutes")
        if self.game == FULL and self.deck != "full":
            raise BadInput("--deck: the full game is trained with the forty cards")
        if self.iterations is not None and self.minutes is not None:
            raise BadInput("--iterations and --minutes: say one of them")

    @property
    def most(self) -> int | None:
        """How many iterations at most; None: the full game, by the clock or as many as the shipped one."""
        return ITERATIONS if self.iterations is None and self.game != FULL else self.iterations

    @property
    def counts(self) -> Counts:
        """How many cards of each strength the deck has."""
        return OF_DECKS[self.deck]
