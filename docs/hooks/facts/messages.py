"""The messages of the web table and the request bodies, from their models."""

from collections.abc import Callable
from html import escape
from inspect import cleandoc, getmembers, getsourcelines, isclass
from typing import Any

from grids import grid
from pydantic import BaseModel

from bolicho.web.tables import messages as said

Link = Callable[[str], str]


def messages(*, link: Link) -> str:  # noqa: ARG001
    """Tell every message and what it is made of, in the order of the file."""
    models = [
        one for _, one in getmembers(said, isclass) if issubclass(one, BaseModel) and one.__module__ == said.__name__
    ]
    models.sort(key=lambda one: getsourcelines(one)[1])
    return "\n\n".join(_model(one) for one in models if one.model_fields)


def _model(model: type[BaseModel]) -> str:
    schema = model.model_json_schema()
    needed = schema.get("required", ())
    rows = [
        [
            f"`{name}`",
            f"`{_type(one)}`",
            "yes" if name in needed else "",
            escape(one.get("description", ""), quote=False),
        ]
        for name, one in schema["properties"].items()
    ]
    told = cleandoc(model.__doc__ or "")
    return f"### {model.__name__}\n\n{escape(told, quote=False)}\n\n" + grid(["field", "type", "needed", ""], rows)


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(map(_type, schema["anyOf"]))
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return ", ".join(f'"{one}"' for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("type", "any"))
