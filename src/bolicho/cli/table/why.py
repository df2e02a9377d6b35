"""Explanations of agents in the terminal: a sentence and its figures, else the rule and its facts as a table."""

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.core.json_text import JsonMapping
from bolicho.core.why import facts, figures, number, sentence
from bolicho.core.words import printable


def explanation(why: JsonMapping, language: str) -> RenderableType:
    """Return an explanation as something to look at."""
    said, more = sentence(why, language), figures(why, language)
    if said is not None:
        return Text(said) if more is None else Text.assemble(said, "\n", (more, "dim"))
    grid = Grid.grid(padding=(0, 2))
    if "rule" in why:
        grid.add_row(Text(printable(why["rule"]), style="bold"), "")
    for name, value in facts(why).items():
        grid.add_row(Text(f"  {printable(name)}"), Text(number(value, language)))
    return grid
