"""Doctests in docstrings become blocks of code on the page of the Python reference."""

import re
from typing import Any

from griffe import Extension, Module, Object

DOCTEST = re.compile(r"(?:^[ ]*>>> .*\n?(?:^(?!\s*$).*\n?)*)+", re.MULTILINE)


class Fenced(Extension):
    """Puts a fence around every doctest."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:  # noqa: ARG002
        """Rewrite the docstring of one object."""
        if obj.docstring and "```" not in obj.docstring.value:
            text = obj.docstring.value
            obj.docstring.value = DOCTEST.sub(lambda found: f"\n```pycon\n{found[0].rstrip()}\n```\n", text)

    def on_package(self, *, pkg: Module, **kwargs: Any) -> None:  # noqa: ARG002
        """Rewrite the docstring of the package itself, which is nobody's member."""
        self.on_object(obj=pkg)
