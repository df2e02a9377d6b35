"""What jobs of the laboratory ask for, declared once: the terminal and the forms of the page are made from these."""

from bolicho.arena.plan.formats import FORMATS as BY_NAME
from bolicho.core.options import PRESET, TARGET, Option
from bolicho.lab.engine.experiment import RENAMED, SCALES
from bolicho.learn.cases.clustering.clusters import RULES

SEED_HELP = "Random seed: the same seed gives the same result."
SEED = Option("seed", "integer", 0, SEED_HELP)
MOST_MATCHES = 10_000_000
FORMATS = tuple(BY_NAME)


def _matches(default: int, help: str) -> Option:
    return Option("matches", "integer", default, help, low=1, high=MOST_MATCHES, short="-n")


TIME_LIMIT = Option(
    "time_limit", "number", 10.0, "Time for one decision; an agent that takes longer forfeits.",
    low=0.01, high=86_400, metavar="SECONDS",
)  # fmt: skip
TOURNAMENT = (
    Option("game", "choice", help="The game.", source="games", argument=True, required=True, example="truco"),
    Option(
        "agents", "words", help="Who plays.", source="agents", argument=True, metavar="AGENT...",
        example=["sound", "bold", "novice"],
    ),
    Option("field", "choice", help="A named group of agents: works or scripted.", source="fields", metavar="NAME"),
    Option("format", "choice", "round-robin", "How the pairs are made.", choices=FORMATS),
    _matches(100, "Matches of a pair each time it meets."),
    Option(
        "rounds", "integer", None, "Rounds of a swiss, a league or a learning series.", low=1, high=100_000,
        when=("format", FORMATS[2:]),
    ),
    SEED,
    Option(
        "decide", "switch", False, "Stop playing a pair when it is decided who is better (5 % error).",
        when=("format", FORMATS[:2]),
    ),
    Option(
        "profiles", "switch", False, "Truco: the page also shows how the agents behave, beside people.",
        when=("game", ("truco",)),
    ),
    PRESET,
    TARGET,
    TIME_LIMIT,
)  # fmt: skip
"""``bolicho arena``."""
PROFILE = (
    Option(
        "agents", "words", help="The agents.", source="agents", argument=True, metavar="AGENT...",
        example=["sound", "bluffer"],
    ),
    Option(
        "bases", "words", help="Profile a case base too, as recorded play.", source="bases", word="--base",
        metavar="BASE", example=[],
    ),
    Option("against", "text", "field", "Their rivals: field (scripted players), self, or an agent."),
    _matches(40, "Matches of each agent with each rival."),
    SEED,
    PRESET,
    TARGET,
)  # fmt: skip
"""``bolicho profile``."""
DUEL = (
    _matches(10, "Matches on each set of deals."),
    Option("swap", "switch", True, "Then play as many again on the same deals, with the sides swapped."),
    SEED,
    PRESET,
    TARGET,
)
"""``bolicho cases duel``, beside its two sides."""
REPRODUCTION = (
    Option(
        "experiment", "choice",
        help="The experiment: paulus, moral, rossato, rosa, lobobrain, scripted, markov-switches, strength; or all.",
        source="experiments", argument=True, required=True, example="scripted", metavar="NAME",
    ),
    Option(
        "scale", "choice", "quick", "quick (minutes), paper (the sizes of the work) or full (tight intervals).",
        choices=SCALES, renamed=RENAMED,
    ),
    Option("seed", "integer", 1, SEED_HELP),
    Option(
        "vary", help="Run it again with one reading of the paper that is another, and show what that changes.",
        metavar="NAME=VALUE",
    ),
)  # fmt: skip
"""``bolicho reproduce``."""
CLUSTERING = (
    Option(
        "base", "choice", help="A base: its name or file.", source="bases", argument=True, required=True,
        example="baseline", metavar="NAME",
    ),
    Option(
        "scenarios", "words", help="A scenario, or several; by default all 14 and 2 indexes.", source="scenarios",
        word="--scenario", example=[],
    ),
    Option(
        "rule", "choice", "elbow", "Rule that chooses the number of clusters.", choices=RULES
    ),
    Option("largest", "integer", 10, "Largest number of clusters to try.", low=3, high=50),
    SEED,
)  # fmt: skip
"""``bolicho cases elbow`` and ``bolicho cases cluster``."""
K = Option("k", "integer", help="Number of clusters, whatever the rule finds.", low=1, high=127, when=("save", (True,)))
CLUSTERS = (
    K,
    Option(
        "new", help="Save a new base of this name and leave the old one as it is.", word="--as", metavar="NAME",
        when=("save", (True,)),
    ),
)  # fmt: skip
"""``bolicho cases cluster`` alone."""
