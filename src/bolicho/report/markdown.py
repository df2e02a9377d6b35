"""A report as Markdown, for a repository or a mail; its plots are the SVG files beside it."""

from collections.abc import Iterable

from bolicho.core.numbers import Agent, Value, say, small
from bolicho.core.words import Words
from bolicho.report.about import About
from bolicho.report.circumstances import circumstances
from bolicho.report.document import Plot, Report, Table
from bolicho.report.headline import headline

SENTENCE = 48
"""A column with text of more signs than these stands at the left."""


def markdown(report: Report, about: About, language: str, drawings: str = "") -> str:
    """Write a report as Markdown; ``drawings`` is where its plots are, as seen from the page."""
    words = Words("bolicho.report", language)
    top = headline(report.claims, language)
    blocks = [f"# {escaped(report.title)}", *([f"**{escaped(top)}**"] if top else []), escaped(report.lead)]
    blocks.append(f"## {words('findings')}")
    blocks.append("\n".join(f"- {escaped(finding)}" for finding in report.findings))
    for section in report.sections:
        blocks += [f"## {escaped(section.title)}", *map(escaped, section.text)]
        blocks += [
            table_text(show, language) if isinstance(show, Table) else _plot(show, drawings) for show in section.shows
        ]
    blocks.append(f"## {words('about')}")
    blocks.append("\n".join(f"- {escaped(name)}: {escaped(fact)}" for name, fact in circumstances(about, language)))
    return "\n\n".join(blocks) + "\n"


def table_text(table: Table, language: str) -> str:
    """Write one table, with its title and its note where it has any."""
    sides = [":--" if not place or _worded(table, place) else "--:" for place in range(len(table.columns))]
    head = [_line(map(escaped, table.columns)), _line(sides)]
    body = [_line(_cell(value, table, language) for value in row) for row in table.rows]
    title = [f"**{escaped(table.title)}**", ""] if table.title else []
    note = ["", f"*{escaped(table.note)}*"] if table.note else []
    return "\n".join([*title, *head, *body, *note])


def _worded(table: Table, place: int) -> bool:
    """Whether a column holds sentences, which stand at the left."""
    return any(isinstance(value, str) and len(value) > SENTENCE for value in (row[place] for row in table.rows))


def _cell(value: Value, table: Table, language: str) -> str:
    if isinstance(value, Agent):
        return f"`{value}`"
    beside = "" if table.brief else small(value, language)
    return escaped(f"{say(value, language)} ({beside})" if beside else say(value, language))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plot(plot: Plot, drawings: str) -> str:
    note = f"\n\n*{escaped(plot.note)}*" if plot.note else ""
    return f"![{escaped(plot.title)}]({drawings}{plot.name}.svg){note}"


def escaped(text: str) -> str:
    """Return text in which nothing is a sign of Markdown."""
    for sign in "\\`*_[]<>|":
        text = text.replace(sign, "\\" + sign)
    return text
