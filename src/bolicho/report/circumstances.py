"""The circumstances of a run in words, for the end of every report."""

from bolicho.core.numbers import duration, say
from bolicho.core.words import Words
from bolicho.report.about import About


def circumstances(about: About, language: str) -> list[tuple[str, str]]:
    """Return (name, fact) pairs; what nobody ran has no seed and took no time."""
    words, time = Words("bolicho.report", language), duration(about.seconds, language)
    spent = words("duration", time=time, workers=about.workers) if about.workers else time
    return [
        (words("about-again"), about.command),
        *([(words("about-scale"), words(f"scale-{about.scale}"))] if about.scale else []),
        *([(words("about-seed"), str(about.seed))] if about.workers else []),
        *([(words("about-cells"), say(about.cells, language))] if about.cells else []),
        *([(words("about-duration"), spent)] if about.workers or about.seconds else []),
        (words("about-date"), about.date),
        (words("about-versions"), ", ".join(f"{name} {version}" for name, version in about.versions.items())),
        *([(words("about-platform"), about.platform)] if about.platform else []),
    ]
