"""The guide *How to play truco well*, with its numbers; links to pages of a running house are plain words here."""

import re
from collections.abc import Callable

from bolicho.lab.guide.text import markdown

PAGE_OF_A_HOUSE = re.compile(r"\[([^\]]+)\]\(/\w*\)")


def guide(language: str, *, link: Callable[[str], str]) -> str:  # noqa: ARG001
    """Write the chapters; the page has its own title."""
    _, _, chapters = markdown(language).partition("\n\n")
    return PAGE_OF_A_HOUSE.sub(r"*\1*", chapters)
