"""The measured opponents of a game, in Portuguese, for somebody who looks for one to play against."""

from collections.abc import Callable
from html import escape

from grids import grid, with_values

from bolicho.agents import AGENTS
from bolicho.agents.equilibrium.levels import FULL, share
from bolicho.lab.studies.strength.shipped_table import shipped

Link = Callable[[str], str]
HEAD = ("adversário", "como é", "rating", "vence do grupo")
NAMES = {
    "cbr": "faz o que foi feito em mãos parecidas, e mostra quais; escolhe pela regra {}",
    "ismcts": "imagina as tuas cartas {} vezes, e olha adiante em cada uma",
    "markov": "conta que mãos ganham de quais, e deixa a roleta decidir ({})",
    "minimax": "calcula cada resposta, {} lances adiante",
}
"""Who is told otherwise when the name carries an argument."""
ARGUMENTS = {"best": "já treinado"}
SIMPLE = "um jogador simples e honesto, que canta o que tem e não blefa"


def rivals(game: str, *, link: Link) -> str:  # noqa: ARG001
    """List the measured opponents of a game, the strongest first."""
    rows = []
    for spec, one in shipped()[game].agents.items():
        win = "–" if one.win is None else f"{100 * one.win[0]:.0f} %"
        rating = f"{one.rating:.0f} ({one.low:.0f} a {one.high:.0f})"
        rows.append([f"`{spec}`", escape(_told(spec), quote=False), rating, win])
    return grid(*with_values(HEAD, rows))


def _told(spec: str) -> str:
    name, _, argument = spec.partition(":")
    if name == "equilibrium" and argument.isdecimal():
        return _level(int(argument))
    if argument and name in NAMES:
        return NAMES[name].format(ARGUMENTS.get(argument, argument))
    told: str = getattr(AGENTS.factory(name), "character", {}).get("pt-BR", "")
    return told


def _level(level: int) -> str:
    """Tell a level of the equilibrium by what is mixed in it."""
    simple = round(100 * share(level))
    if simple == 100:
        return f"nível {level} de {FULL}: {SIMPLE}"
    return f"nível {level} de {FULL}: mistura em cada decisão {100 - simple} % do equilibrium e {simple} % do nível 1"
