"""The front door in the terminal: commands and the table people sit at; no rules and no reasoning in here.

Each command lives in a module of its own that is imported only when it is called, so ``bolicho --help`` stays quick.
"""

import os
import sys
import warnings
from collections.abc import Sequence
from errno import EDQUOT, ENOSPC, EROFS
from typing import NoReturn

import typer

from bolicho.cli.lazy import LazyGroup
from bolicho.core.errors import BolichoError
from bolicho.core.old_names import RenamedWarning

BAD_INPUT = 2
INTERRUPTED = 130
PLAINLY = warnings.formatwarning

app = typer.Typer(
    name="bolicho",
    cls=LazyGroup,
    rich_markup_mode=None,  # plain help: nothing but typer is imported for it
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def bolicho(ctx: typer.Context, version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    """Where game-playing agents and people meet at one table."""
    if version:
        from bolicho import __version__

        typer.echo(f"bolicho {__version__}")
    elif ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run a command; a mistake of the user is one line on stderr and exit code 2, never a traceback."""
    given = sys.argv[1:] if args is None else list(args)
    command = typer.main.get_command(app)
    warnings.formatwarning = _warning
    try:
        code = command.main(given, prog_name="bolicho", standalone_mode=False)
    except BolichoError as error:
        _complain(str(error), given)
        sys.exit(BAD_INPUT)
    except typer.TyperException as error:
        command_path = getattr(getattr(error, "ctx", None), "command_path", "bolicho")
        _complain(f"{error.format_message()} ({command_path} --help tells more)", given)
        sys.exit(BAD_INPUT)
    except typer.Abort:
        code = INTERRUPTED
    except ImportError as error:
        from bolicho.core.extras import missed

        line = missed(error)
        if line is error:
            raise
        _complain(str(line), given)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        raise  # whoever read us has gone: quiet, and Python sees to it
    except OSError as error:
        if error.errno not in (ENOSPC, EDQUOT, EROFS):
            raise
        _complain(f"cannot write: {error.strerror}", given)
        _leave_at_once()
    if code == INTERRUPTED:
        _complain("interrupted", given)
    sys.exit(code if isinstance(code, int) else 0)


def _language(args: Sequence[str]) -> str:
    """Return the language that was asked for, else that of the terminal."""
    from bolicho.cli.language import speak

    choice = None
    for word, after in zip(args, [*args[1:], ""], strict=True):
        option, equals, value = word.partition("=")
        if option == "--language":
            choice = value if equals else after
    try:
        return speak(choice)
    except BolichoError:
        return speak(None)


def _leave_at_once() -> NoReturn:
    """What is still to be written cannot be: do not try again at the end."""
    os._exit(BAD_INPUT)


def _warning(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """Say a name that has changed in one line, and other warnings as Python does."""
    return f"bolicho: {message}\n" if category is RenamedWarning else PLAINLY(message, category, filename, lineno, line)


def _complain(message: str, args: Sequence[str]) -> None:
    from bolicho.cli.refusals import refusal

    line = " ".join("".join(c if c.isprintable() else " " for c in message).split())
    print(f"bolicho: {refusal(line, _language(args))}", file=sys.stderr)
