"""``bolicho train WHAT``: one command a kind of learner; each saves as it goes and can be resumed."""

import typer

from bolicho.cli.commands.train.cases import cases
from bolicho.cli.commands.train.equilibrium import equilibrium
from bolicho.cli.commands.train.imitation import imitation
from bolicho.cli.commands.train.markov import markov
from bolicho.cli.commands.train.qlearning import qlearning
from bolicho.cli.lazy import SETTINGS, group

train = group()
train.command("qlearning", context_settings=SETTINGS)(qlearning)
train.command("imitation", context_settings=SETTINGS)(imitation)
train.command("markov", context_settings=SETTINGS)(markov)
train.command("cases", context_settings=SETTINGS)(cases)
train.command("equilibrium", context_settings=SETTINGS)(equilibrium)


@train.callback(invoke_without_command=True)
def main(ctx: typer.Context) -> None:
    """Train an agent that learns, and save what it learned."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
