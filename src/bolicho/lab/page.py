"""A report as one HTML page that needs nothing else: styles and plots are inside, and it fits a phone."""

from html import escape
from importlib.resources import files

from bolicho.core.words import Words
from bolicho.lab.about import About
from bolicho.lab.circumstances import circumstances
from bolicho.lab.numbers import say, small
from bolicho.lab.report import Plot, Report, Section, Table, Value

LONG, TITLE, SENTENCE = 12, 24, 60
"""Text of more signs stands at the left of its cell; as the title of a row it is wide; it is broken into lines."""


def page(report: Report, about: About, language: str) -> str:
    """Write a report as HTML."""
    words = Words("bolicho.lab", language)
    style = (files("bolicho.lab") / "page.css").read_text(encoding="utf-8")
    findings = "".join(f"<li>{escape(finding)}</li>" for finding in report.findings)
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(fact)}</dd>" for name, fact in circumstances(about, language))
    html = f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(report.title)} · Bolicho</title>
<style>
{style}</style>
</head>
<body>
<header>
<p class="house">Bolicho · {escape(words("lab"))}</p>
<h1>{escape(report.title)}</h1>
<p class="lead">{escape(report.lead)}</p>
</header>
<main>
<section class="findings">
<h2>{escape(words("findings"))}</h2>
<ul>{findings}</ul>
</section>
{"".join(_section(section, language) for section in report.sections)}
<section>
<h2>{escape(words("about"))}</h2>
<dl>{facts}</dl>
</section>
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
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    body = "".join(f"<tr>{_row(row, table, language)}</tr>\n" for row in table.rows)
    return (
        f'<figure class="table"><figcaption>{escape(table.title)}</figcaption>\n'
        f'<div class="wide" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></div>\n"
        f"{_note(table.note)}</figure>\n"
    )


def _row(row: object, table: Table, language: str) -> str:
    assert isinstance(row, list | tuple)
    first, *rest = row
    cells = "".join(f"<td{_kind(value)}>{_cell(value, table, language)}</td>" for value in rest)
    title = say(first, language)
    wide = ' class="sentence"' if len(title) > TITLE else ""
    return f'<th scope="row"{wide}>{escape(title)}</th>{cells}'


def _cell(value: Value, table: Table, language: str) -> str:
    beside = "" if table.brief else small(value, language)
    return escape(say(value, language)) + (f"<small>{escape(beside)}</small>" if beside else "")


def _kind(value: Value) -> str:
    if not isinstance(value, str) or len(value) <= LONG:
        return ""
    return ' class="text"' if len(value) <= SENTENCE else ' class="text sentence"'


def _plot(plot: Plot) -> str:
    drawing = plot.svg[plot.svg.index("<svg") :]
    drawing = drawing.replace("<svg", f'<svg role="img" aria-label="{escape(plot.title)}"', 1)
    return (
        f'<figure class="plot"><figcaption>{escape(plot.title)}</figcaption>\n'
        f'<div class="wide" tabindex="0">{drawing}</div>\n{_note(plot.note)}</figure>\n'
    )


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>\n' if text else ""
