"""A figure with its interval that the study or the page of a work prints is one that the shipped results have."""

import re

import pytest
from tests.docs.pages import DOCS

WORKS = ("paulus", "moral", "rossato", "rosa", "lobobrain")
FIGURE = re.compile(r"(?P<mean>\d[\d,.]*)(?P<unit> %)? \((?P<low>[−+]?[\d.]+) to (?P<high>[−+]?[\d.]+)[);,]")
ELSEWHERE = {
    "paulus": {
        "56.7 % (54.5 to 58.9)": "the arena: every work on one ground",
        "55.2 % (53.9 to 56.5)": "PVCNPS against the eight others: the page gives the difference to NPS alone",
    },
    "moral": {
        "51.0 % (41.7 to 60.3)": "the run with loss=all, which is not shipped",
        "80.0 % (73.3 to 86.7)": "the same run",
    },
    "rossato": {
        "97.7 % (96.9 to 98.2)": "the experiment markov-switches",
        "70.7 % (69.1 to 72.3)": "the same",
        "54.9 % (53.3 to 56.4)": "the same",
        "50.4 % (49.0 to 51.9)": "the same",
        "50.3 % (48.8 to 51.8)": "the same",
        "53.5 % (49.3 to 57.7)": "markov:best against sound",
    },
}
"""Figures of other runs than those whose pages are shipped, and of which."""


def results() -> str:
    """Return all pages of results, each number written in one way."""
    return "\n".join(_plain(page.read_text(encoding="utf-8")) for page in sorted((DOCS / "works/results").glob("*.md")))


def _plain(text: str) -> str:
    return text.replace("−", "-").replace("–", " to ").replace("+", "")


def _shipped(found: re.Match[str], pages: str) -> bool:
    """Whether the pages have a figure, perhaps seen from the other side (who is 7.5 behind is −7.5 ahead)."""
    mean, unit, low, high = (_plain(found[name] or "") for name in ("mean", "unit", "low", "high"))
    turned = f"-{mean} (-{high} to -{low}"
    forms = [f"{mean}{unit} ({low} to {high}", turned.replace("--", "")]
    if unit:
        forms.append(f"{mean} ({low} to {high}")
    whole = re.compile(r"(?<![\d.])(?:" + "|".join(map(re.escape, forms)) + r")(?![\d.])")
    return whole.search(pages) is not None or _rounded(mean, low, high, pages)


def _rounded(mean: str, low: str, high: str, pages: str) -> bool:
    """Whether a longer figure of the pages is this one, rounded or as a share instead of per cent."""
    places = len(mean.partition(".")[2])
    for one in re.finditer(r"(-?\d+\.\d+)(?: %| points)? \((-?\d+\.\d+)(?: %)? to (-?\d+\.\d+)", pages):
        for factor in (1, 100, -1):
            ends = [factor * float(end) for end in one.groups()]
            ends = [ends[0], *sorted(ends[1:])]
            if [f"{end:.{places}f}" for end in ends] == [mean, low, high]:
                return True
    return False


@pytest.mark.parametrize("page", ["study", *WORKS])
def test_figures_of_a_page_are_those_of_the_shipped_results(page: str) -> None:
    pages = results()
    text = (DOCS / f"works/{page}.md").read_text(encoding="utf-8")
    known = set().union(*ELSEWHERE.values()) if page == "study" else ELSEWHERE.get(page, {})
    found = list(FIGURE.finditer(text))
    assert len(found) >= 8, "the pattern no longer finds the figures"
    strangers = [one[0][:-1] + ")" for one in found if not _shipped(one, pages)]
    assert [one for one in strangers if one not in known] == []


def test_a_figure_that_no_page_has_is_seen() -> None:
    one = FIGURE.search("it won 12.3 % (11.1 to 13.9) of them")
    assert one is not None
    assert not _shipped(one, results())
    assert _shipped(one, "12.3 % (11.1 to 13.9 · n 400)")
    assert not _shipped(one, "112.3 % (11.1 to 13.9 · n 400)")
