"""What a notebook shows of our things: HTML that needs nothing else, and reads on light and on dark paper.

A notebook asks an object for ``_repr_html_``; what stands in core is drawn by who is named in ``contract.DRAWN_BY``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from html import escape
from importlib.resources import files

from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Value, say, small
from bolicho.core.why import facts, number, sentence
from bolicho.core.words import home_language, printable

OWN = "\ue000"
"""Stands for what begins every id in a block, so that two blocks of one page have nothing to do with each other."""


@dataclass(frozen=True)
class Picture:
    """Something to look at: a notebook shows it, ``html`` is its text."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def block(body: str, number: int = 0) -> str:
    """Put what is to be shown into a frame with its styles; what may be shown twice in a page needs a number."""
    own = f"b{blake2b(f'{number} {body}'.encode(), digest_size=5).hexdigest()}-"
    return f'<div class="bolicho"><style>{_style()}</style>{body.replace(OWN, own)}</div>'


def text(value: object) -> str:
    """Return any text as HTML that says just that; names and reasons come from outside.

    >>> text("<b> & \\x07")
    '&lt;b&gt; &amp; ?'
    """
    return escape(printable(value))


def table(columns: Sequence[str], rows: Sequence[Sequence[Value]], title: str = "", note: str = "") -> str:
    """Write a table, the first column naming the row; intervals in small print."""
    language = home_language()

    def cell(value: Value) -> str:
        beside = small(value, language)
        return text(say(value, language)) + (f"<small>{text(beside)}</small>" if beside else "")

    head = "".join(f'<th scope="col">{text(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{cell(row[0])}</th>{"".join(f"<td>{cell(value)}</td>" for value in row[1:])}</tr>'
        for row in rows
    )
    caption = f"<caption>{text(title)}</caption>" if title else ""
    below = f"<p>{text(note)}</p>" if note else ""
    return f'<table class="b-rows">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}'


def decision(
    move: str, value: float | None, why: JsonMapping, named: Callable[[str], str] = str, language: str | None = None
) -> str:
    """Tell a decision: the move, how good it is held to be, and why, in the agent's words or by its facts."""
    language = language or home_language()
    worth = "" if value is None else f' <span class="b-soft">{text(number(value, language))}</span>'
    told = sentence(why, language, named)
    lines: Mapping[str, object] = {} if told else facts(why)
    rows = "".join(
        f"<dt>{text(name)}</dt><dd>{text(number(fact, language, named))}</dd>" for name, fact in lines.items()
    )
    reason = f"<p>{text(told)}</p>" if told else f"<dl>{rows}</dl>" if rows else ""
    return f'<div class="b-why"><strong>{text(named(move))}</strong>{worth}{reason}</div>'


@cache
def _style() -> str:
    return (files("bolicho.games") / "html.css").read_text(encoding="utf-8")
