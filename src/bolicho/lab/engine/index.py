"""The index of everything that was reproduced, as data and as Markdown: works, verdicts, every claim with figures."""

import tomllib
from functools import cache
from importlib.resources import files

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import duration, say
from bolicho.core.words import Words
from bolicho.lab.engine.claims import counts, why
from bolicho.lab.engine.everything import AllWorks, Entry
from bolicho.report.document import JudgedClaim
from bolicho.report.files import MARKDOWN, PAGE
from bolicho.report.headline import headline, reproduced
from bolicho.report.markdown import escaped


@cache
def works() -> dict[str, dict[str, JsonObject]]:
    """Return what is known of the works (``works``) and of the house's own experiments (``beside``), by name."""
    text = (files("bolicho.lab.engine") / "works.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, JsonObject]] = tomllib.loads(text)
    return found


def package(work: str) -> str:
    """Return where the claims and texts of a work are."""
    return str(works()["works"][work]["package"])


def every() -> list[str]:
    """Return the names of all that ``all`` means."""
    return [*works()["works"], *works()["beside"]]


class Index:
    """What the index says of a run, in a language."""

    def __init__(self, whole: AllWorks, language: str) -> None:
        self.whole, self.language = whole, language
        self.words = Words("bolicho.lab.engine", language, "index_words.toml")
        self.papers = [entry for entry in whole.entries if entry.name not in works()["beside"]]
        self.beside = [entry for entry in whole.entries if entry.name in works()["beside"]]

    def claims(self, entry: Entry) -> tuple[JudgedClaim, ...]:
        """Return the judged claims of a work."""
        return () if entry.report is None else tuple(entry.report.claims)

    @property
    def judged(self) -> list[JudgedClaim]:
        """All claims of papers."""
        return [one for entry in self.papers for one in self.claims(entry)]

    @property
    def listed(self) -> list[JudgedClaim]:
        """Those, and what was asked of the house's own experiments."""
        return [*self.judged, *(one for entry in self.beside for one in self.claims(entry))]

    def title(self, entry: Entry) -> str:
        """What to call a work."""
        told = works()["works"].get(entry.name, {})
        return told.get("title") or (entry.report.title if entry.report is not None else entry.name)

    def byline(self, entry: Entry) -> str:
        """Say who wrote a work, what it is, and when."""
        told = works()["works"].get(entry.name)
        if told is None:
            return ""
        year = str(told["year"]) if "year" in told else self.words("since", year=told["since"])
        return f"{told['authors']} · {told[f'kind-{self.language}']} · {year}"

    def did(self, entry: Entry) -> str:
        """Say what a work did."""
        told = {**works()["works"], **works()["beside"]}.get(entry.name, {})
        return str(told.get(f"did-{self.language}", ""))

    def counted(self, judged: tuple[JudgedClaim, ...] | list[JudgedClaim]) -> str:
        """Say how many claims hold."""
        if not judged:
            return self.words("no-claims")
        found = {word: say(number, self.language) for word, number in counts(judged).items()}
        told = self.words("counted", all=say(len(judged), self.language), **found)
        doubted = sum(one.doubted for one in judged)
        return f"{told} {self.words('counted-doubted', doubted=doubted)}" if doubted else told

    def top(self, entry: Entry) -> str:
        """Say whether a work was reproduced; empty where that is not asked."""
        return headline(self.claims(entry), self.language)

    def run(self, entry: Entry) -> str:
        """Say at which size a work was run, and how long it took."""
        if entry.about is None:
            return self.words(entry.state)
        about = entry.about
        facts = {"scale": about.scale, "seed": about.seed, "cells": say(about.cells, self.language)}
        return self.words("ran", **facts, time=duration(about.seconds, self.language), workers=about.workers)

    def lead(self) -> str:
        """Say what this is."""
        failed, waiting = ([e for e in self.whole.entries if e.state == state] for state in ("failed", "waiting"))
        parts = [self.words("lead", works=len(self.papers), scale=self.whole.scale, seed=self.whole.seed)]
        if self.whole.scale == "quick":
            parts.append(self.words("lead-quick"))
        parts += [self.words("some-failed", names=_names(failed))] if failed else []
        parts += [self.words("some-wait", names=_names(waiting))] if waiting else []
        return " ".join(parts)

    @property
    def command(self) -> str:
        """What to type for the same."""
        return f"bolicho reproduce all --scale {self.whole.scale} --seed {self.whole.seed}"

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "scale": self.whole.scale,
            "seed": self.whole.seed,
            "command": self.command,
            "claims": counts(self.judged),
            "works": [self._entry(entry) for entry in self.whole.entries],
        }

    def _entry(self, entry: Entry) -> JsonObject:
        about = entry.about
        told: JsonObject = {
            "name": entry.name,
            "state": entry.state,
            "title": self.title(entry),
            "paper": works()["works"].get(entry.name, {}),
            "error": entry.error or None,
            "verdicts": counts(self.claims(entry)),
            "reproduced": reproduced(self.claims(entry)) or None,
            "headline": self.top(entry),
            "claims": [one.to_dict() for one in self.claims(entry)],
        }
        if about is not None and entry.report is not None:
            told |= {
                "page": f"{entry.folder}/{PAGE}",
                "cells": about.cells,
                "seconds": round(about.seconds, 1),
                "date": about.date,
                "workers": about.workers,
                "versions": about.versions,
                "platform": about.platform,
                "findings": list(entry.report.findings),
            }
        return told

    def markdown(self) -> str:
        """Write the index as Markdown."""
        words = self.words
        blocks = [
            f"# {words('title')}",
            escaped(self.lead()),
            f"**{words('all-claims')}**: {self.counted(self.judged)}",
        ]
        for heading, entries in (("works", self.papers), ("beside", self.beside)):
            if entries:
                blocks += [f"## {words(heading)}", *map(self._told, entries)]
        blocks.append(f"## {words('claims')}")
        for entry in self.whole.entries:
            if self.claims(entry):
                blocks.append(f"### {escaped(self.title(entry))}")
                blocks.append("\n".join(map(self._line, self.claims(entry))))
        blocks.append(f"`{self.command}`")
        return "\n\n".join(blocks) + "\n"

    def _told(self, entry: Entry) -> str:
        link = f" [{self.words('report')}]({entry.folder}/{MARKDOWN})." if entry.report is not None else ""
        lines = [f"### {escaped(self.title(entry))}", self.byline(entry), self.did(entry)]
        lines += [f"**{escaped(self.top(entry))}**"] if self.top(entry) else []
        lines += [f"{self.counted(self.claims(entry))} {self.run(entry)}{link}" if entry.report is not None else ""]
        lines += [f"**{self.words('failed')}**: {escaped(entry.error)}"] if entry.error else []
        return "\n\n".join(line for line in lines if line)

    def _line(self, one: JudgedClaim) -> str:
        word = self.words("doubted") if one.doubted else self.words(one.word)
        reason = f" · *{escaped(why(one))}*" if why(one) else ""
        return f"- **{word}** · {escaped(one.text)} ({escaped(one.where)}) — {escaped(one.seen)}{reason}"


def _names(entries: list[Entry]) -> str:
    return ", ".join(entry.name for entry in entries)
