"""What jobs of the laboratory ask for, declared once: the terminal and the forms of the page are made from these."""

from bolicho.arena.plan.fields import FIELDS
from bolicho.arena.plan.formats import FORMATS as BY_NAME
from bolicho.arena.plan.formats import MOST as MOST_MATCHES
from bolicho.core.options import PRESET, SEED_HELP, SEED_HELP_PT, TARGET, Option
from bolicho.lab.engine.experiment import RENAMED, SCALES
from bolicho.learn.cases.clustering.clusters import RULES

SEED = Option("seed", "integer", 0, SEED_HELP, SEED_HELP_PT)
"""Zero unless something is said, at every command but those of `WORK_SEED`."""
WORK_SEED = Option("seed", "integer", 1, SEED_HELP, SEED_HELP_PT)
"""Of commands that reproduce a work (``reproduce``, ``rikken``): what the documentation cites was made with 1, so the
plain command gives those very numbers again."""
FORMATS = tuple(BY_NAME)


def _matches(default: int, help: str, help_pt: str) -> Option:
    return Option("matches", "integer", default, help, help_pt, low=1, high=MOST_MATCHES, short="-n")


TIME_LIMIT = Option(
    "time_limit", "number", 10.0, "Time for one decision; an agent that takes longer forfeits.",
    "Segundos para uma decisão; o agente que demora mais perde a partida.",
    low=0.01, high=86_400, metavar="SECONDS",
)  # fmt: skip
TOURNAMENT = (
    Option(
        "game", "choice", help="The game.", help_pt="O jogo.", source="games", argument=True, required=True,
        example="truco",
    ),
    Option(
        "agents", "words", help="Who plays, separated by spaces: sound cbr:NPS@baseline minimax:4.",
        help_pt="Quem joga, com espaços entre os nomes: sound cbr:NPS@baseline minimax:4.",
        source="agents", argument=True, metavar="AGENT...", example=["sound", "bold", "novice"],
    ),
    Option(
        "field", "choice", help=f"A named group of agents, beside those named: {', '.join(FIELDS)}.",
        help_pt=f"Um grupo de agentes, além dos nomeados: {', '.join(FIELDS)}.", source="fields", metavar="NAME",
    ),
    Option(
        "format", "choice", "round-robin", "How the pairs are made.", "Como se formam os pares.", choices=FORMATS
    ),
    _matches(100, "Matches of a pair each time it meets.", "Partidas de cada par, cada vez que se encontra."),
    Option(
        "rounds", "integer", None, "Rounds of a swiss, a league or a learning series.",
        "Rodadas de um suíço, de uma liga ou de uma série de aprendizagem.", low=1, high=100_000,
        when=("format", FORMATS[3:]),
    ),
    SEED,
    Option(
        "decide", "switch", False, "Stop playing a pair when it is decided who is better (5 % error).",
        "Um par não joga mais quando está decidido quem é melhor (erro de 5 %).",
        when=("format", FORMATS[:2]),
    ),
    Option(
        "profiles", "switch", False, "Truco: the report also shows how the agents behave, beside people.",
        "Truco: o relatório mostra também como os agentes se comportam, ao lado de pessoas.",
        when=("game", ("truco",)),
    ),
    PRESET,
    TARGET,
    TIME_LIMIT,
)  # fmt: skip
"""``bolicho arena``."""
PROFILE = (
    Option(
        "agents", "words", help="The agents, separated by spaces.", help_pt="Os agentes, com espaços entre os nomes.",
        source="agents", argument=True, metavar="AGENT...", example=["sound", "bluffer"],
    ),
    Option(
        "bases", "words", help="Profile a case base too, as recorded play.",
        help_pt="Também o perfil de uma base de casos, que é jogo gravado.", source="bases", word="--base",
        metavar="BASE", example=[],
    ),
    Option(
        "against", "text", "field", "Their rivals: field (scripted players), self, or an agent.",
        "Os rivais: field (os jogadores de roteiro), self, ou um agente.",
    ),
    _matches(40, "Matches of each agent with each rival.", "Partidas de cada agente com cada rival."),
    Option(
        "prices", "integer", 0,
        "Of how many matches of each agent the habits are priced, by the values of equilibrium (5 to 10 s each).",
        "De quantas partidas de cada agente se tira o preço dos hábitos, pelos valores do equilíbrio (5 a 10 s cada).",
        low=0, high=10_000, metavar="MATCHES",
    ),
    SEED,
    PRESET,
    TARGET,
)  # fmt: skip
"""``bolicho profile``."""
DUEL = (
    _matches(10, "Matches before the sides are swapped.", "Partidas antes de os lados trocarem."),
    Option(
        "swap", "switch", True, "Then play as many again on the same deals, with the sides swapped.",
        "Depois, outras tantas com as mesmas cartas e os lados trocados.",
    ),
    SEED,
    PRESET,
    TARGET,
)  # fmt: skip
"""``bolicho cases duel``, beside its two sides."""
REPRODUCTION = (
    Option(
        "experiment", "choice",
        help="The experiment: paulus, moral, rossato, rosa, lobobrain, scripted, markov-switches, strength; or all.",
        help_pt="O experimento: paulus, moral, rossato, rosa, lobobrain, scripted, markov-switches, strength; ou all.",
        source="experiments", argument=True, required=True, example="scripted", metavar="NAME",
    ),
    Option(
        "scale", "choice", "quick", "quick (minutes), paper (the sizes of the work) or full (tight intervals).",
        "quick (minutos), paper (os tamanhos do trabalho) ou full (intervalos estreitos).",
        choices=SCALES, renamed=RENAMED,
    ),
    WORK_SEED,
    Option(
        "vary", help="Run it again with one reading of the paper changed, and show what that changes.",
        help_pt="Roda outra vez com uma leitura diferente do trabalho e mostra o que isso muda.",
        metavar="NAME=VALUE",
    ),
)  # fmt: skip
"""``bolicho reproduce``."""
CLUSTERING = (
    Option(
        "base", "choice", help="A base: its name or file.", help_pt="Uma base: o nome ou o arquivo.", source="bases",
        argument=True, required=True, example="baseline", metavar="NAME",
    ),
    Option(
        "scenarios", "words", help="A scenario, or several; by default all 14 and 2 indexes.",
        help_pt="Um cenário, ou vários; sem nenhum, os 14 e os 2 índices.", source="scenarios", word="--scenario",
        example=[],
    ),
    Option(
        "rule", "choice", "elbow", "Rule that chooses the number of clusters.",
        "Regra que escolhe o número de clusters.", choices=RULES,
    ),
    Option(
        "largest", "integer", 10, "Largest number of clusters to try.", "Maior número de clusters que se tenta.",
        low=3, high=50,
    ),
    SEED,
)  # fmt: skip
"""``bolicho cases elbow`` and ``bolicho cases cluster``."""
K = Option(
    "k", "integer", None, "Number of clusters, whatever the rule finds.",
    "Número de clusters, diga a regra o que disser.",
    low=1, high=127, when=("save", (True,)),
)  # fmt: skip
CLUSTERS = (
    K,
    Option(
        "new", help="Save a new base of this name and leave the old one as it is.",
        help_pt="Guarda uma base nova com este nome e deixa a antiga como está.", word="--as", metavar="NAME",
        when=("save", (True,)),
    ),
)  # fmt: skip
"""``bolicho cases cluster`` alone."""
