"""Options of a command that are declared elsewhere: with the design that they ask for, once for terminal and page."""

from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from typing import Annotated

import typer

from bolicho.core.json_text import JsonObject
from bolicho.core.old_names import current
from bolicho.core.options import Option

NUMBERS = ("integer", "number")
PYTHON: JsonObject = {"integer": int, "number": float, "switch": bool, "words": list[str]}


def takes(*options: Option) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command these options before its own; it gets their values by their names, or in its ``**asked``."""

    def given(command: Callable[..., None]) -> Callable[..., None]:
        shape, made = signature(command), {option.name: _parameter(option) for option in options}
        own = [one for one in shape.parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        old = {option.formerly: option for option in options if option.formerly}
        whole = [*made.values(), *map(_hidden, old.values()), *(one for one in own if one.name not in made)]

        def run(**said: object) -> None:
            for name, option in old.items():
                if (value := said.pop(name)) is not None:
                    said[current("option", name, {name: option.name})] = value
            for option in options:
                if option.type in NUMBERS and (value := said[option.name]) is not None:
                    said[option.name] = option.number(value)
            command(**said)

        run.__doc__, run.__name__, run.__module__ = command.__doc__, command.__name__, command.__module__
        vars(run)["__signature__"] = shape.replace(parameters=whole)
        run.__annotations__ = {one.name: one.annotation for one in whole}
        return run

    return given


def _parameter(option: Option) -> Parameter:
    kind = PYTHON.get(option.type, str)
    default = Parameter.empty if option.required else option.default
    if option.default is None and not option.required:
        kind = kind | None
    how: JsonObject = {"help": option.usage, "metavar": option.metavar or "|".join(option.choices) or None}
    if option.type in NUMBERS:
        how["parser"] = str  # read when the command runs, so that terminal and page refuse it in the same words
        how["metavar"] = option.metavar or option.type.upper().replace("NUMBER", "FLOAT")
    if option.argument:
        said = typer.Argument(**how)
    else:
        if option.says:
            how["show_default"] = option.says
        said = typer.Option(*_names(option), **how)
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, said])


def _hidden(option: Option) -> Parameter:
    """Return an option by the name that it had in an earlier version."""
    how = typer.Option(f"--{option.formerly.replace('_', '-')}", hidden=True)
    kind = PYTHON.get(option.type, str) | None
    return Parameter(option.formerly, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind, how])


def _names(option: Option) -> Iterable[str]:
    """Return how it is typed; a switch that is on by default can be put off."""
    flag = option.flag
    if option.type == "switch" and option.default:
        flag = f"{flag}/--no-{flag.removeprefix('--')}"
    return (flag, option.short) if option.short else (flag,)
