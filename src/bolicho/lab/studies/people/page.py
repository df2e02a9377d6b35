"""The analysis of a study as files: a page, Markdown, and the rows that it was made of."""

import platform
from datetime import UTC, datetime
from pathlib import Path

from bolicho.core.files import make_folder, write_whole
from bolicho.lab.studies.people.analysis import Analysis
from bolicho.lab.studies.people.rows import as_csv
from bolicho.report.about import About, versions
from bolicho.report.files import write_report

ROWS = "rows.csv"


def write_page(analysis: Analysis, folder: Path) -> tuple[Path, ...]:
    """Write a page and the rows into a folder, and return where they are."""
    plan = analysis.plan
    date = datetime.now(UTC).isoformat(timespec="seconds")
    again = f"bolicho people analyse {plan.name}"
    about = About(plan.name, "", 0, 0, 0.0, date, 0, versions(), platform.platform(), again)
    write_whole(make_folder(folder) / ROWS, as_csv(analysis.rows))
    return (*write_report(analysis.report(), about, folder, analysis.words.language), folder / ROWS)
