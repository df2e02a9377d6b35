"""Claims of a paper and their verdicts, in one shape for all works: a claim is data, a verdict one of three words.

A claim is a table of a TOML file: ``id``, ``where`` it stands in the paper, what it says (``en``, ``pt-BR``), the
``part`` of the page it belongs to, and whatever its judge wants to know. Nothing is skipped: what cannot be measured
here is judged too, as one that cannot be told, and says why.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Value
from bolicho.core.words import Words
from bolicho.report.document import JudgedClaim, Table

HOLDS, FAILS, OPEN = WORDS = ("holds", "fails", "open")
"""It holds, it does not hold, it cannot be told."""
Claim = JsonMapping
COLUMNS = ("text", "verdict", "seen", "where", "claim")


@dataclass(frozen=True)
class Verdict:
    """Holds, fails, or open; and what was seen, in words."""

    word: str
    seen: str
    nuance: str = ""
    """A finer word for the same, where the page of a work has one (key of its texts)."""


@cache
def listed(package: str) -> list[JsonObject]:
    """Return every claim of a work: its ``claims.toml``."""
    claims: list[JsonObject] = _read(package, "claims.toml")["claim"]
    return claims


@cache
def published(package: str) -> JsonObject:
    """Return what a paper printed: the ``paper.toml`` of its package."""
    return _read(package, "paper.toml")


def _read(package: str, file: str) -> JsonObject:
    return tomllib.loads((files(package) / file).read_text(encoding="utf-8"))


class Docket:
    """All claims of a work, judged, in the order in which they are listed."""

    def __init__(self, claims: Sequence[Claim], judge: Callable[[Claim], Verdict], words: Words) -> None:
        """``words`` are those of the work's page: it says the verdicts, and where a claim stands."""
        self.words = words
        self.verdicts = {str(claim["id"]): judge(claim) for claim in claims}
        self.judged = tuple(self._judged(claim, self.verdicts[claim["id"]]) for claim in claims)

    @property
    def counts(self) -> dict[str, int]:
        """How many hold, fail, and are open."""
        return counts(self.judged)

    def table(self, name: str, part: str | None = None, note: str = "", title: str = "claims") -> list[Table]:
        """Return the claims of a part of the page as a table, or all of them; nothing where there are none."""
        mine = [one for one in self.judged if part is None or one.part == part]
        return [claims_table(name, self.words(title), mine, self.words, note)] if mine else []

    def _judged(self, claim: Claim, verdict: Verdict) -> JudgedClaim:
        nuance = self.words(verdict.nuance) if verdict.nuance else ""
        where = _translated(claim["where"], self.words)
        text = claim[self.words.language]
        return JudgedClaim(claim["id"], text, where, claim.get("part", ""), verdict.word, verdict.seen, nuance)


def claims_table(name: str, title: str, judged: Sequence[JudgedClaim], words: Words, note: str = "") -> Table:
    """Return judged claims as a table."""
    rows: list[list[Value]] = [[one.text, one.nuance or words(one.word), one.seen, one.where, one.id] for one in judged]
    return Table(name, title, [words(f"column-{key}") for key in COLUMNS], rows, note, keys=COLUMNS)


def counts(judged: Sequence[JudgedClaim]) -> dict[str, int]:
    """Return how many claims hold, fail, and are open.

    >>> counts([JudgedClaim("a", "", "", "", "open", ""), JudgedClaim("b", "", "", "", "holds", "")])
    {'holds': 1, 'fails': 0, 'open': 1}
    """
    return {word: sum(one.word == word for one in judged) for word in WORDS}


def _translated(where: str, words: Words) -> str:
    for english, key in (("Tables", "tables"), ("Table", "table"), (" to ", "to")):
        where = where.replace(english, words(key)) if key in words else where
    return where
