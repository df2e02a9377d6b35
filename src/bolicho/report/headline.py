"""The line on top of a work's page: reproduced, in part or not, and because of what; from the main claims alone."""

from collections.abc import Sequence

from bolicho.core.words import Words
from bolicho.report.document import JudgedClaim

YES, PART, NO, UNTOLD = "yes", "part", "no", "untold"


def reproduced(claims: Sequence[JudgedClaim]) -> str:
    """Return how much of a work was reproduced; empty where no claim is a main one.

    It is all of them, some, or none. Where none holds while one is still open, nothing is told yet.

    >>> def main(word): return JudgedClaim("a", "", "", "", word, "", main=True)
    >>> reproduced([main("holds")] * 2), reproduced([main("holds"), main("open")]), reproduced([main("fails")])
    ('yes', 'part', 'no')
    >>> reproduced([main("open"), main("fails")]), reproduced([JudgedClaim("b", "", "", "", "holds", "")])
    ('untold', '')
    """
    words = [one.word for one in claims if one.main]
    if not words:
        return ""
    hold = words.count("holds")
    return YES if hold == len(words) else PART if hold else UNTOLD if "open" in words else NO


def headline(claims: Sequence[JudgedClaim], language: str) -> str:
    """Say whether a work was reproduced, and name the main claims that do not hold or are open."""
    found = reproduced(claims)
    if not found:
        return ""
    words, main = Words("bolicho.report", language), [one for one in claims if one.main]
    groups = {
        "fails": [one for one in main if one.word == "fails"],
        "doubted": [one for one in main if one.doubted],
        "open": [one for one in main if one.word == "open" and not one.doubted],
    }
    told = [f"{words(f'because-{name}')} {_and(words(f'also-{name}'), some)}" for name, some in groups.items() if some]
    hold = len([one for one in main if one.word == "holds"])
    said = words("reproduced", verdict=words(f"reproduced-{found}"), holds=hold, all=len(main))
    return f"{said}{words('because')} {'; '.join(told)}." if told else f"{said}."


def _and(also: str, claims: Sequence[JudgedClaim]) -> str:
    return f"{also} ".join(one.short for one in claims)
