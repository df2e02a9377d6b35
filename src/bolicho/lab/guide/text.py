"""The guide's text: a file a language, in a little Markdown, with the name of a fact where a number stands.

``{{rate envido-answer 27-29 refuse}}`` is filled from ``facts.json`` (`facts.py`), so no number is written by hand.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import number

HOLE = re.compile(r"\{\{(.+?)\}\}")
STRONG = re.compile(r"\*\*(.+?)\*\*")
CODE = re.compile(r"`(.+?)`")
LINK = re.compile(r"\[(.+?)\]\((.+?)\)")
LEAST = 0.005
"""A share below this is said to be less than 1 %."""
LESS = {"en": "less than 1 %", "pt-BR": "menos de 1 %"}


@cache
def shipped() -> JsonObject:
    """Return the facts, by name, with when and how they were made."""
    told: JsonObject = json.loads((files(__package__) / "facts.json").read_text(encoding="utf-8"))
    return told


@cache
def template(language: str) -> str:
    """Return the text of the guide, with holes for its numbers."""
    return (files(__package__) / f"guide.{language}.md").read_text(encoding="utf-8")


def names(language: str) -> list[str]:
    """Return the facts that a text asks for, each once."""
    return list(dict.fromkeys(HOLE.findall(template(language))))


def markdown(language: str) -> str:
    """Return the guide with its numbers, as Markdown."""
    facts = shipped()["facts"]
    return HOLE.sub(lambda hole: say(facts[hole[1]], language), template(language))


def say(fact: JsonObject, language: str) -> str:
    """Say a fact: a share in per cent, a price in points with half of its interval, or a count.

    >>> say({"share": 0.957}, "en"), say({"share": 0.002}, "pt-BR"), say({"points": 2.13, "error": 0.38}, "pt-BR")
    ('96 %', 'menos de 1 %', '2,1 ± 0,4')
    """
    if "share" in fact:
        return LESS[language] if fact["share"] < LEAST else f"{number(100 * fact['share'], 0, language)} %"
    if "points" in fact:
        digits = 1 if fact["points"] >= 1 else 2
        return " ± ".join(number(fact[part], digits, language) for part in ("points", "error"))
    if "value" in fact:
        return number(fact["value"], int(fact["digits"]), language)
    return str(fact["text"])


def html(language: str) -> str:
    """Return the guide as HTML: its title, its chapters, paragraphs, lists."""
    title, *blocks = _blocks(markdown(language))
    contents = "".join(f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in chapters(language))
    return "\n".join((title, f'<ol class="contents">{contents}</ol>', *blocks))


def chapters(language: str) -> list[tuple[str, str]]:
    """Return the anchor and the title of every chapter."""
    titles = re.findall(r"^## (.+)$", template(language), flags=re.MULTILINE)
    return [(f"c{place}", title) for place, title in enumerate(titles, 1)]


def _blocks(text: str) -> Iterator[str]:
    place = 0
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        if block.startswith("# "):
            yield f"<h1>{_inline(block[2:])}</h1>"
        elif block.startswith("## "):
            place += 1
            yield f'<h2 id="c{place}">{_inline(block[3:])}</h2>'
        elif re.match(r"(- |\d+\. )", block):
            tag = "ul" if block.startswith("- ") else "ol"
            items = "".join(f"<li>{_inline(re.sub(r'^(- |[0-9]+[.] )', '', line))}</li>" for line in lines)
            yield f"<{tag}>{items}</{tag}>"
        else:
            yield f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    told = STRONG.sub(r"<strong>\1</strong>", escape(text, quote=False))
    return CODE.sub(r"<code>\1</code>", LINK.sub(r'<a href="\2">\1</a>', told))
