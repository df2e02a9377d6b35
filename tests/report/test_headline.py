"""The line on top of a page: what was reproduced, and because of what not all of it."""

import pytest

from bolicho.report.about import About
from bolicho.report.document import JudgedClaim, Report
from bolicho.report.headline import headline, reproduced
from bolicho.report.html import page
from bolicho.report.markdown import markdown


def claim(word: str, short: str, cause: str = "") -> JudgedClaim:
    return JudgedClaim(short, "", "", "", word, "", cause=cause, main=True, short=short)


ASIDE = JudgedClaim("aside", "", "", "", "fails", "")
HELD, FAILED, OPEN = claim("holds", "a wins"), claim("fails", "b wins"), claim("open", "c wins")
MORE, DOUBTED = claim("open", "e wins"), claim("open", "d wins", "reading")


def test_only_main_claims_decide() -> None:
    assert headline([HELD, ASIDE], "en") == "Reproduced: yes (1 of 1 main claims hold)."
    assert headline([ASIDE], "en") == ""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Reproduced: in part (1 of 5 main claims hold), because it does not hold that b wins; it was not met, "
            "while our side is in doubt, that d wins; it cannot be told whether c wins, whether e wins.",
        ),
        (
            "pt-BR",
            "Reproduzido: em parte (1 de 5 afirmações principais se confirmam), porque não se confirma que b wins; não "
            "se viu aqui, com o nosso lado em dúvida, que d wins; não se pode dizer se c wins, se e wins.",
        ),
    ],
)
def test_what_is_missing_is_named(language: str, said: str) -> None:
    assert headline([HELD, FAILED, OPEN, DOUBTED, MORE], language) == said


def test_nothing_is_denied_that_is_only_open() -> None:
    assert reproduced([OPEN, DOUBTED]) == "untold"
    assert reproduced([OPEN, FAILED]) == reproduced([DOUBTED, FAILED]) == "untold"
    assert reproduced([FAILED, FAILED]) == "no"
    assert headline([OPEN], "en").startswith("Reproduced: cannot be told yet (0 of 1 main claims hold), because")


def test_the_line_stands_on_the_pages() -> None:
    report = Report("Title", "lead", [], (), [HELD, FAILED])
    about = About("x", "quick", 1, 1, 1.0, "today", 1, {}, "here")
    line = headline(report.claims, "en")
    assert f'<p class="top">{line}</p>\n<p class="lead">' in page(report, about, "en")
    assert f"# Title\n\n**{line}**\n\nlead" in markdown(report, about, "en")
    assert "top" not in page(Report("Title", "lead", [], ()), about, "en").partition("<body>")[2]
