"""What the two analyses ask for, as on Rosa's screens (Figs. 17 and 19): terminal and page are made from these."""

from bolicho.core.options import Option
from bolicho.lab.options import WORK_SEED

CONTRACTS = ("rik", "solo-8", "piek", "misere")
"""Those that the paper analyses."""
ESTIMATING = ("rules-paper", "rules", "mc-paper", "mc-paper:playout=rules", "mc")
"""Techniques that expect a number of tricks of a hand."""
PLAYING = ("random", *ESTIMATING)
MOST = 1_000_000


def _technique(known: tuple[str, ...], default: str) -> Option:
    help, help_pt = "How the declarer bids and plays.", "Como o declarante dá lances e joga."
    return Option("technique", "choice", default, help, help_pt, choices=known, short="-t", metavar="NAME")


def _repetitions(default: int, help: str, help_pt: str) -> Option:
    return Option("repetitions", "integer", default, help, help_pt, low=1, high=MOST, short="-n")


def _limit(name: str, word: str, metavar: str, help: str, help_pt: str) -> Option:
    return Option(name, "integer", None, help, help_pt, low=0, high=13, word=word, metavar=metavar)


CONTRACT = Option(
    "contract", "choice", "rik", "The contract that is played.", "O contrato que se joga.",
    choices=CONTRACTS, short="-c", metavar="NAME",
)  # fmt: skip
COMMON = (
    Option(
        "simulations", "integer", 100, "Monte-Carlo simulations: for each card of mc, for each decision of mc-paper.",
        "Simulações de Monte-Carlo: por carta no mc, por decisão no mc-paper.", low=1, high=MOST,
    ),
    Option(
        "trump", "choice", "none", "No trump, as in the paper, or declarer's suit with the most points.",
        "Sem trunfo, como no trabalho, ou o naipe do declarante com mais pontos.", choices=("none", "on"),
    ),
    WORK_SEED,
)  # fmt: skip
BIDDING = (
    _technique(ESTIMATING, "rules-paper"),
    Option(
        "against", "choice", None, "Who the other three are; by default the same technique.",
        "Quem são os outros três; sem nada, a mesma técnica.", choices=PLAYING, metavar="NAME",
    ),
    CONTRACT,
    _limit("low", "--from", "LO", "Lowest estimate, in tricks.", "Menor estimativa, em vazas."),
    _limit("high", "--to", "HI", "Highest estimate, in tricks.", "Maior estimativa, em vazas."),
    _repetitions(100, "Hands for every estimate.", "Mãos para cada estimativa."),
    *COMMON,
)  # fmt: skip
"""``bolicho rikken bidding``."""
PLAY = (
    _technique(PLAYING, "rules"),
    Option(
        "against", "choice", "random", "Who the others are.",
        "Quem são os outros.", choices=PLAYING, metavar="NAME",
    ),
    CONTRACT,
    _repetitions(10, "Hands, with 96 deals each.", "Mãos, com 96 jogos cada."),
    *COMMON,
)  # fmt: skip
"""``bolicho rikken play``, but for its limits, which the terminal alone has."""
