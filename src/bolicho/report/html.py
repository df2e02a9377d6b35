"""A report as one HTML page that needs nothing else: styles and plots are inside, and it fits a phone."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from bolicho.core.numbers import Value, say, small
from bolicho.core.words import Words
from bolicho.report.about import About
from bolicho.report.circumstances import circumstances
from bolicho.report.document import Plot, Report, Section, Table
from bolicho.report.headline import headline

LONG, SENTENCE = 12, 48
"""A column with text of more signs than these stands at the left; is broken into lines."""


def page(report: Report, about: About, language: str) -> str:
    """Write a report as HTML."""
    words = Words("bolicho.report", language)
    findings = "".join(f"<li>{escape(finding)}</li>" for finding in report.findings)
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in circumstances(about, language))
    body = f"""<section class="findings">
<h2>{escape(words("findings"))}</h2>
<ul>{findings}</ul>
</section>
{"".join(_section(section, language) for section in report.sections)}
<section>
<h2>{escape(words("about"))}</h2>
<dl>{facts}</dl>
</section>"""
    return shell(report.title, report.lead, body, language, top=headline(report.claims, language))


def shell(title: str, lead: str, body: str, language: str, more_style: str = "", top: str = "") -> str:
    """Put what a page has to say into the house's frame; ``top`` is its answer in a line."""
    style = (files("bolicho.report") / "html.css").read_text(encoding="utf-8") + more_style
    house = Words("bolicho.report", language)("lab")
    answer = f'<p class="top">{escape(top)}</p>\n' if top else ""
    html = f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} · Bolicho</title>
<style>
{style}</style>
</head>
<body>
<header>
<p class="house">Bolicho · {escape(house)}</p>
<h1>{escape(title)}</h1>
{answer}<p class="lead">{escape(lead)}</p>
</header>
<main>
{body}
</main>
</body>
</html>
"""
    return html.replace(" %", "\N{NO-BREAK SPACE}%")


def _section(section: Section, language: str) -> str:
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in section.text)
    shows = "".join(_table(show, language) if isinstance(show, Table) else _plot(show) for show in section.shows)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{text}\n{shows}</section>\n"


def _table(table: Table, language: str) -> str:
    kinds = [_kind([row[place] for row in table.rows]) for place in range(len(table.columns))]
    heads = zip(table.columns, kinds, strict=True)
    head = "".join(f'<th scope="col"{kind}>{escape(column)}</th>' for column, kind in heads)
    body = "".join(f"<tr>{_row(row, kinds, table, language)}</tr>\n" for row in table.rows)
    return (
        f'<figure class="table"><figcaption>{escape(table.title)}</figcaption>\n'
        f'<div class="wide" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>\n"
        f"{_note(table.note)}</figure>\n"
    )


def _row(row: Sequence[Value], kinds: Sequence[str], table: Table, language: str) -> str:
    first, *rest = row
    both = zip(rest, kinds[1:], strict=True)
    cells = "".join(f"<td{kind}>{_cell(value, table, language)}</td>" for value, kind in both)
    return f'<th scope="row"{kinds[0]}>{escape(say(first, language))}</th>{cells}'


def _cell(value: Value, table: Table, language: str) -> str:
    beside = "" if table.brief else small(value, language)
    return escape(say(value, language)) + (f"<small>{escape(beside)}</small>" if beside else "")


def _kind(values: Sequence[Value]) -> str:
    """Return the class of a column: one with text in it stands at the left throughout, its title too."""
    longest = max((len(value) for value in values if isinstance(value, str)), default=0)
    return ' class="text sentence"' if longest > SENTENCE else ' class="text"' if longest > LONG else ""


def _plot(plot: Plot) -> str:
    drawing = plot.svg[plot.svg.index("<svg") :]
    drawing = drawing.replace("<svg", f'<svg role="img" aria-label="{escape(plot.title)}"', 1)
    return (
        f'<figure class="plot"><figcaption>{escape(plot.title)}</figcaption>\n'
        f'<div class="wide" tabindex="0">{drawing}</div>\n{_note(plot.note)}</figure>\n'
    )


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>\n' if text else ""
