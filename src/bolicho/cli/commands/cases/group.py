"""``bolicho cases``: bases of cases: where they come from, what is in them, their clusters."""

import typer

from bolicho.cli.commands.cases.clusters import clean, cluster, elbow
from bolicho.cli.commands.cases.duel import duel
from bolicho.cli.commands.cases.explain import explain
from bolicho.cli.commands.cases.files import build, export, import_
from bolicho.cli.commands.cases.look import info, show
from bolicho.cli.commands.cases.names import drop, rename
from bolicho.cli.commands.cases.upkeep import competence, prune
from bolicho.cli.lazy import SETTINGS, group

cases = group()
cases.command("build", context_settings=SETTINGS)(build)
cases.command("import", context_settings=SETTINGS)(import_)
cases.command("export", context_settings=SETTINGS)(export)
cases.command("info", context_settings=SETTINGS)(info)
cases.command("show", context_settings=SETTINGS)(show)
cases.command("explain", context_settings=SETTINGS)(explain)
cases.command("clean", context_settings=SETTINGS)(clean)
cases.command("cluster", context_settings=SETTINGS)(cluster)
cases.command("elbow", context_settings=SETTINGS)(elbow)
cases.command("competence", context_settings=SETTINGS)(competence)
cases.command("prune", context_settings=SETTINGS)(prune)
cases.command("duel", context_settings=SETTINGS)(duel)
cases.command("rename", context_settings=SETTINGS)(rename)
cases.command("drop", context_settings=SETTINGS)(drop)


@cases.callback(invoke_without_command=True)
def main(ctx: typer.Context) -> None:
    """Build, import, look at and cluster bases of cases."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
