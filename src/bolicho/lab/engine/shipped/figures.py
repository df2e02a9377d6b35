"""The figures behind every verdict that is shipped: aggregates of a run, never its rows.

A file stands beside each page of results. It holds, claim by claim, the word, what was seen, and the ground: intervals
and the rules that put them together (`grounds`). So a verdict can be checked, and given anew when a rule or a cause
changed, by whoever has the repository and not the rows.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonMapping, JsonObject, read_json
from bolicho.core.words import Words
from bolicho.lab.engine.claims import FAILS, OPEN, REASONS, Claim, Docket, Verdict, claims_of
from bolicho.lab.engine.index import package
from bolicho.lab.engine.verdicts import again
from bolicho.report.document import JudgedClaim

ROWS = "rows"
"""Figures that were taken from the rows of the run; else it is said from what they were."""


@dataclass(frozen=True)
class Figures:
    """The figures of a result."""

    work: str
    base: str
    source: str
    claims: Mapping[str, JsonMapping]

    @classmethod
    def of(
        cls, work: str, base: str, judged: Sequence[JudgedClaim], expected: Sequence[JudgedClaim], source: str = ROWS
    ) -> "Figures":
        """Take them from judged claims, those of the work and those of ours."""
        return cls(work, base, source, {one.id: _told(one) for one in (*judged, *expected)})

    @classmethod
    def read(cls, path: Path) -> "Figures":
        """Read them from a file."""
        try:
            told = read_json(path.read_bytes())
            return cls(told["work"], told["base"], told["source"], {one["id"]: one for one in told["claims"]})
        except (OSError, BadInput, KeyError, TypeError) as error:
            raise BadInput(f"{path}: not the figures of a result: {error}") from None

    def write(self, path: Path) -> None:
        """Write them to a file, a claim a line."""
        lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in self.claims.values())
        head = {"work": self.work, "base": self.base, "source": self.source}
        told = "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
        write_whole(path, f'{{\n{told} "claims": [\n{lines}\n ]\n}}\n')

    def differences(self) -> list[str]:
        """Return the claims whose word is not what the rules make of their figures today."""
        return [f"{key}: {one['word']}, and its figures say {found}"
                for key, one in self.claims.items() if (found := str(again(one["ground"]))) != one["word"]]  # fmt: skip

    def docket(self, words: Words) -> "Docket":
        """Judge every claim of the work anew; causes and reasons are those of its claims as they are."""
        listed = claims_of(package(self.work))
        if missing := sorted({str(claim["id"]) for claim in listed} ^ set(self.claims)):
            raise BadInput(f"{self.work}: claims and figures differ in {', '.join(missing)}")
        return Docket(listed, self._verdict, words, self.base)

    def without_margin(self) -> "Figures":
        """Return the same with no difference so small that it counts as none."""
        bare = {key: {**one, "ground": _bare(one["ground"])} for key, one in self.claims.items()}
        return replace(self, claims=bare)

    def _verdict(self, claim: Claim) -> Verdict:
        told = self.claims[claim["id"]]
        word = again(told["ground"])
        reason = told["reason"] if word == OPEN and "open" not in claim else ""
        return Verdict(word, told["seen"], reason=reason)

    def nuanced(self, judged: Sequence[JudgedClaim]) -> list[JudgedClaim]:
        """Return judged claims with the finer words of the page, where their word has not changed."""
        return [replace(one, nuance=self._nuance(one)) for one in judged]

    def _nuance(self, one: JudgedClaim) -> str:
        told = self.claims[one.id]
        return one.nuance or (str(told["nuance"]) if _raw(one) == told["word"] else "")


def _told(one: JudgedClaim) -> JsonObject:
    ground: Any = one.ground
    reason = one.cause if one.word == OPEN and not one.doubted and one.cause in REASONS else ""
    nuance = "" if one.doubted else one.nuance
    return {"id": one.id, "word": _raw(one), "nuance": nuance, "reason": reason, "seen": one.seen, "ground": ground}


def _bare(ground: Any) -> Any:
    if isinstance(ground, Mapping):
        return {key: 0.0 if key == "little" else _bare(value) for key, value in ground.items()}
    return [_bare(one) for one in ground] if isinstance(ground, list) else ground


def _raw(one: JudgedClaim) -> str:
    """Return what the figures say, before a part of ours was doubted."""
    return FAILS if one.doubted else one.word
