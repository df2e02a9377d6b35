"""A shipped page of results with its claims judged anew: verdicts, causes and counts change, figures do not."""

import re
from collections.abc import Sequence
from itertools import groupby

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.core.words import Words
from bolicho.lab.engine.claims import claims_table
from bolicho.report.document import JudgedClaim
from bolicho.report.headline import headline
from bolicho.report.markdown import escaped, table_text

NOTE, COUNTED = "claims-note", "found-verdicts"
"""Texts of a work's page that hang on its claims, where it has them."""
NOTED = re.compile(r"\A\n\*[^*\n]+\*$", re.MULTILINE)
"""What stands below a table that has a note."""


class Anew:
    """The claims of a page, as they are judged today."""

    def __init__(
        self, judged: Sequence[JudgedClaim], expected: Sequence[JudgedClaim], words: Words, apart: str
    ) -> None:
        """``apart`` is the title of what we expect of the work."""
        self.judged, self.expected = ({one.id: one for one in some} for some in (judged, expected))
        self.words, self.apart = words, apart

    def page(self, text: str, before: JsonMapping, after: JsonMapping) -> str:
        """Return a page with other verdicts; ``before`` and ``after`` say how many claims there were of each."""
        top = headline(list(self.judged.values()), self.words.language)
        text = re.sub(r"^\*\*.*\*\*$", lambda _: f"**{escaped(top)}**", text, count=1, flags=re.MULTILINE)
        if COUNTED in self.words:
            old, new = (self._counted(one) for one in (before, after))
            if old not in text:
                raise BadInput(f"the page does not say: {old}")
            text = text.replace(old, new)
        blocks = ["\n".join(lines) for _, lines in groupby(text.split("\n"), key=lambda line: line.startswith("| "))]
        for place, block in enumerate(blocks):
            if names := self._of(block):
                blocks[place], blocks[place + 1] = self._tables(names, blocks[place + 1])
        return "\n".join(blocks)

    def _counted(self, one: JsonMapping) -> str:
        numbers = {key: one[key] for key in ("holds", "fails", "open")}
        return escaped(self.words(COUNTED, all=one["claims"], **numbers))

    def _of(self, block: str) -> list[str]:
        """Return the claims of a table; empty where it is no table of claims."""
        rows = [line.strip("| ").split(" | ") for line in block.split("\n")]
        if rows[0][-1] != escaped(self.words("column-claim")):
            return []
        names = [row[-1].replace("\\", "") for row in rows[2:]]
        return names if all(name in self.judged or name in self.expected for name in names) else []

    def _tables(self, names: Sequence[str], below: str) -> tuple[str, str]:
        """Return the table of these claims, what we expect of the work set apart, and what stands below it."""
        theirs, ours = ([some[name] for name in names if name in some] for some in (self.judged, self.expected))
        note = NOTED.match(below)
        parts = []
        if theirs:
            parts = [self._table(theirs)]
            parts += [f"*{escaped(self.words(NOTE, count=len(self.judged)))}*"] if note else []
        if ours:
            parts += [f"**{self.apart}**"] if theirs else []
            parts += [self._table(ours)]
        return "\n\n".join(parts), below[note.end() :].removeprefix("\n") if note and theirs else below

    def _table(self, judged: Sequence[JudgedClaim]) -> str:
        return table_text(claims_table("", "", judged, self.words), self.words.language)
