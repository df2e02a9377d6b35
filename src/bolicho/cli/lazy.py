"""A group of commands that are known by name and help line, and imported only when one is called."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

PANELS: dict[str, dict[str, tuple[str, str]]] = {
    "Start": {
        "play": ("bolicho.cli.commands.play:play", "Sit down and play against an agent, or watch two of them."),
        "serve": ("bolicho.cli.commands.serve:serve", "Open the web table: play, watch and measure in a browser."),
        "site": ("bolicho.cli.commands.site:site", "Write a folder that plays in a browser without a server."),
        "puzzles": (
            "bolicho.cli.commands.puzzles.group:puzzles",
            "Solve puzzles: find the one best move; make more.",
        ),
        "replay": ("bolicho.cli.commands.replay:replay", "Step through recorded matches."),
        "games": ("bolicho.cli.commands.games:games", "List the games, their presets and options."),
        "agents": ("bolicho.cli.commands.agents:agents", "List the agents and what they are like."),
        "new": ("bolicho.cli.commands.new:new", "Write a package of your own: an agent, a game, a similarity."),
        "line": ("bolicho.cli.commands.line:line", "Run an agent as a program that speaks lines of JSON."),
    },
    "Measure": {
        "match": ("bolicho.cli.commands.match:match", "Let agents play many matches and count the wins."),
        "arena": ("bolicho.cli.commands.arena:arena", "Hold a tournament: who is better, and how sure that is."),
        "strength": (
            "bolicho.cli.commands.strength:strength",
            "Show how strong the agents are: wins, exploitability, time.",
        ),
        "profile": (
            "bolicho.cli.commands.profile:profile",
            "Show how Truco agents behave: calls, bluffs, answers, folds.",
        ),
        "exploit": (
            "bolicho.cli.commands.exploit:exploit",
            "Exploitability: points a hand that a perfect opponent wins.",
        ),
        "atlas": ("bolicho.cli.commands.atlas:atlas", "Which hands call, accept or fold; moves around a position."),
        "analyse": ("bolicho.cli.commands.analyse:analyse", "Value every move of a position: what it gives away."),
        "review": ("bolicho.cli.commands.review:review", "Review a match: mistakes, better moves, luck and skill."),
        "solve": ("bolicho.cli.commands.solve:solve", "Solve a board game, and see how often agents play right."),
        "rikken": ("bolicho.cli.commands.rikken:rikken", "Analyse how agents bid and play Rikken."),
        "people": ("bolicho.cli.commands.people:people", "Test agents with people: protocol, rehearsal, analysis."),
        "bench": ("bolicho.cli.commands.bench.group:bench", "Measure speed, beside other libraries in the same run."),
    },
    "Train": {
        "train": ("bolicho.cli.commands.train.group:train", "Train an agent that learns, and save what it learned."),
        "cases": ("bolicho.cli.commands.cases.group:cases", "Build, import, look at and cluster bases of cases."),
        "markov": ("bolicho.cli.commands.markov:markov", "Look at matrices of the Markov player, draw heat maps."),
    },
    "Reproduce": {
        "reproduce": ("bolicho.cli.commands.reproduce:reproduce", "Run an experiment and write its report."),
    },
}
"""What one comes for -> name of a command -> where its function is, and the line that ``bolicho --help`` prints."""
COMMANDS = {name: command for panel in PANELS.values() for name, command in panel.items()}


SETTINGS = {"help_option_names": ["-h", "--help"]}
SENTENCE = 1000
"""Letters of a help line at most: a whole sentence, which the formatter breaks where the terminal ends."""


class CommandGroup(TyperGroup):
    """Lists its commands with the whole first sentence of their help."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Print one command a paragraph."""
        listed = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(SENTENCE)) for name, one in listed if one is not None])


def group() -> typer.Typer:
    """Make a group of commands."""
    return typer.Typer(cls=CommandGroup, add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)


class LazyGroup(TyperGroup):
    """Lists stand-ins; the command that is called is loaded."""

    def __init__(self, **settings: Any) -> None:
        stand_ins = {name: TyperCommand(name, help=line) for name, (_, line) in COMMANDS.items()}
        super().__init__(**{**settings, "commands": stand_ins})

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Put the real command in the place of its stand-in."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else None, rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Print them under what one comes for, all in one column."""
        widest = max(map(len, COMMANDS))
        for panel, commands in PANELS.items():
            listed = ((name, self.get_command(ctx, name)) for name in commands)
            rows = [(name.ljust(widest), one.get_short_help_str(SENTENCE)) for name, one in listed if one is not None]
            with formatter.section(panel):
                formatter.write_dl(rows)


def load(name: str) -> Any:
    """Import a command and make it of its function, or of its own group of commands."""
    module, _, function = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), function)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, context_settings=SETTINGS)(found)
    return typer.main.get_command(alone)
