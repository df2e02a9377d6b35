"""A report as files: the page, Markdown, and every plot with its numbers beside it."""

from pathlib import Path

from bolicho.core.files import write_whole
from bolicho.report.about import About
from bolicho.report.document import Report
from bolicho.report.html import page
from bolicho.report.markdown import markdown

PAGE, MARKDOWN = "report.html", "report.md"


def write_report(report: Report, about: About, folder: Path, language: str) -> tuple[Path, Path]:
    """Write a report into a directory and return where its page and its Markdown are."""
    for plot in report.plots:
        write_whole(folder / f"{plot.name}.svg", plot.svg)
        if plot.csv:
            write_whole(folder / f"{plot.name}.csv", plot.csv)
    write_whole(folder / MARKDOWN, markdown(report, about, language))
    write_whole(folder / PAGE, page(report, about, language))
    return folder / PAGE, folder / MARKDOWN
