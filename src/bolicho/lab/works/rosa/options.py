"""What the two analyses ask for, as on Rosa's screens (Figs. 17 and 19): terminal and page are made from these."""

from bolicho.core.options import Option
from bolicho.lab.options import SEED_HELP

CONTRACTS = ("rik", "solo-8", "piek", "misere")
"""Those that the paper analyses."""
ESTIMATING = ("rules-paper", "rules", "mc-paper", "mc-paper:playout=rules", "mc")
"""Techniques that expect a number of tricks of a hand."""
PLAYING = ("random", *ESTIMATING)
MOST = 1_000_000


def _technique(known: tuple[str, ...], default: str) -> Option:
    help = f"{', '.join(known)}; plays as declarer."
    return Option("technique", "choice", default, help, choices=known, short="-t", metavar="NAME")


def _repetitions(default: int, help: str) -> Option:
    return Option("repetitions", "integer", default, help, low=1, high=MOST, short="-n")


def _limit(name: str, word: str, metavar: str, help: str) -> Option:
    return Option(name, "integer", None, help, low=0, high=13, word=word, metavar=metavar)


CONTRACT = Option(
    "contract", "choice", "rik", "rik, solo-8, piek or misere.", choices=CONTRACTS, short="-c", metavar="NAME"
)
COMMON = (
    Option(
        "simulations", "integer", 100, "Monte-Carlo simulations: for each card of mc, for each decision of mc-paper.",
        low=1, high=MOST,
    ),
    Option(
        "trump", "choice", "none", "none (as in the paper) or on: declarer's suit with the most points.",
        choices=("none", "on"),
    ),
    Option("seed", "integer", 1, SEED_HELP),
)  # fmt: skip
BIDDING = (
    _technique(ESTIMATING, "rules-paper"),
    Option(
        "against", "choice", None, "Who the other three are: random or a technique; by default the same.",
        choices=PLAYING, metavar="NAME",
    ),
    CONTRACT,
    _limit("low", "--from", "LO", "Lowest estimate, in tricks."),
    _limit("high", "--to", "HI", "Highest estimate, in tricks."),
    _repetitions(100, "Hands for every estimate."),
    *COMMON,
)  # fmt: skip
"""``bolicho rikken bidding``."""
PLAY = (
    _technique(PLAYING, "rules"),
    Option(
        "against", "choice", "random", "Who the others are: random or a technique.", choices=PLAYING, metavar="NAME"
    ),
    CONTRACT,
    _repetitions(10, "Hands, with 96 deals each."),
    *COMMON,
)
"""``bolicho rikken play``, but for its limits, which the terminal alone has."""
