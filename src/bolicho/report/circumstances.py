"""The circumstances of a run in words, for the end of every report."""

from bolicho.core.numbers import duration, say
from bolicho.core.words import Words
from bolicho.report.about import About


def circumstances(about: About, language: str) -> list[tuple[str, str]]:
    """Return (name, fact) pairs."""
    words, time = Words("bolicho.report", language), duration(about.seconds, language)
    return [
        (words("about-again"), about.command),
        *([(words("about-scale"), words(f"scale-{about.scale}"))] if about.scale else []),
        (words("about-seed"), str(about.seed)),
        *([(words("about-cells"), say(about.cells, language))] if about.cells else []),
        (words("about-duration"), words("duration", time=time, workers=about.workers) if about.workers else time),
        (words("about-date"), about.date),
        (words("about-versions"), ", ".join(f"{name} {version}" for name, version in about.versions.items())),
        *([(words("about-platform"), about.platform)] if about.platform else []),
    ]
