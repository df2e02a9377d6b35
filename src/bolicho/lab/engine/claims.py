"""Claims of a paper and their verdicts, in one shape for all works: a claim is data, a verdict one of three words.

A claim is a table of a TOML file: ``id``, ``where`` it stands in the paper, what it says (``en``, ``pt-BR``), the
``part`` of the page it belongs to, and whatever its judge wants to know. Nothing is skipped: what cannot be measured
here is judged too, as one that cannot be told, and says why.

A claim may say beforehand what it means if it fails (``fails``: a cause and a sentence) and why it may stay open
(``open``: a reason), or name what several share: a table ``causes.NAME`` or ``reasons.NAME`` of the file. With
``recorded`` in it, a run on recorded hands has another one. One that needs people may say how many matches or answers
would decide it (``people``). ``main`` with ``short`` marks those that a work stands or falls with. One that is not met
while its cause is ``reading`` (we may have read the work wrongly) or ``stand-in`` (an agent of ours took the place of a
person) is counted as open, never as false. ``printed`` is the difference that a work prints: what counts as none is
never more than half of it. ``ours`` marks what the work does not say and we expect of it: it is judged, stands apart,
and is counted nowhere.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import ceil, floor, log10

from bolicho.arena.results.intervals import ROUNDING
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Value, brief, say
from bolicho.core.words import LANGUAGES, Words
from bolicho.lab.engine.grounds import Word, ground_of
from bolicho.report.document import DOUBTS, READING, STAND_IN, JudgedClaim, Table

HOLDS, FAILS, OPEN = WORDS = ("holds", "fails", "open")
"""It holds, it does not hold, it cannot be told."""
Claim = JsonMapping
COLUMNS = ("text", "verdict", "seen", "where", "claim")
WHY = "why"
"""The column beside what was seen; a table has it where some claim fails or is open for a reason."""
SIZE, NEEDS_PEOPLE = "size", "people"
CAUSES = ("slip", "lost-data", "rivals", READING, STAND_IN, "unknown")
"""Why a claim fails: a slip in the paper, data that are lost, other rivals or another base, our reading, an agent of
ours in the place of a person, or nobody knows (and what was tried)."""
REASONS = (NEEDS_PEOPLE, "lost-data", "rare", SIZE, "no-number")
"""Why a claim is open: it needs people, data are lost, it is too rare, too little was played, or no number tells."""
KINDS = {"fails": ("cause", CAUSES), "open": ("reason", REASONS)}
RECORDED = "recorded"
"""The source of a base of recorded hands."""
HOUSE = ("fails", "open", "main", "short", "people", "ours")
"""What a claim says for the page and not for its judge."""
EDGE = 100.0
"""Where so many times as much would have to be played, the estimate lies practically at the edge."""


class Undecided(Word):
    """The word ``open`` of an interval that reaches over an edge: which way it leans, and how much more would decide.

    >>> Undecided(4.0, HOLDS, 50) == OPEN, Undecided(4.0, HOLDS, 50).times
    (True, 4.0)
    """

    __slots__ = ("leans", "n", "times")
    times: float
    """How many times as much would have to be played; infinite at the very edge."""
    leans: str
    """What it would be called if the estimate stayed where it is."""
    n: int | None
    """How much was played, where that is known."""

    def __new__(cls, times: float, leans: str, n: int | None = None) -> "Undecided":
        """Return the word with what is known of it."""
        made = super().__new__(cls, OPEN)
        made.times, made.leans, made.n = times, leans, n
        return made


@dataclass(frozen=True)
class Verdict:
    """Holds, fails, or open; and what was seen, in words."""

    word: str
    seen: str
    nuance: str = ""
    """A finer word for the same, where the page of a work has one (key of its texts)."""
    doubted: bool = False
    """Whether it was not met while a part of ours is in doubt."""
    reason: str = ""
    """Why it is open, where the judge knows it better than the claim."""


@cache
def claims_of(package: str) -> list[JsonObject]:
    """Return every claim of a work: its ``claims.toml``."""
    return resolved(_read(package, "claims.toml"), f"{package}: claims.toml")


def resolved(data: Claim, where: str) -> list[JsonObject]:
    """Return the claims of a file, each with its own cause and reason, checked."""
    claims: list[JsonObject] = data["claim"]
    for claim in claims:
        here = f"{where}: claim {claim.get('id')!r}"
        for key, (kind, _) in KINDS.items():
            if isinstance(claim.get(key), str):
                shared = data.get(f"{kind}s", {})
                if claim[key] not in shared:
                    raise BadInput(f"{here}: {key}: no {kind}s.{claim[key]} in the file; there are {', '.join(shared)}")
                claim[key] = shared[claim[key]]
        check(claim, here)
    return claims


def check(claim: Claim, where: str) -> None:
    """Refuse a claim whose cause or reason nobody knows, or that does not say it in every language."""
    for key in KINDS:
        if key in claim:
            _check_told(claim[key], key, where)
            if isinstance(claim[key], dict) and RECORDED in claim[key]:
                _check_told(claim[key][RECORDED], key, f"{where}: {RECORDED}")
    people = claim.get("people", 1)
    if not isinstance(people, int) or isinstance(people, bool) or people < 1:
        raise BadInput(f"{where}: people {people!r}: expected how many matches or answers would decide it")
    main, short = claim.get("main", False), claim.get("short")
    if claim.get("ours", False) not in (True, False) or (claim.get("ours") and main):
        raise BadInput(f"{where}: ours {claim['ours']!r}: expected true or false, and no main claim")
    if main is not True and main is not False:
        raise BadInput(f"{where}: main {main!r}: expected true or false")
    if main and not (isinstance(short, dict) and all(short.get(language) for language in LANGUAGES)):
        raise BadInput(f"{where}: main: expected short, the claim in a few words, in each of {', '.join(LANGUAGES)}")


@cache
def printed_by(package: str) -> JsonObject:
    """Return what a paper printed: the ``paper.toml`` of its package."""
    return _read(package, "paper.toml")


def _read(package: str, file: str) -> JsonObject:
    return tomllib.loads((files(package) / file).read_text(encoding="utf-8"))


def _check_told(told: object, key: str, where: str) -> None:
    kind, known = KINDS[key]
    found = told.get(kind) if isinstance(told, dict) else told
    if not isinstance(told, dict) or found not in known:
        raise BadInput(f"{where}: {key}: {kind} {found!r}; known: {', '.join(known)}")
    said = [language for language in LANGUAGES if told.get(language)]
    # an open claim may leave the sentence to its judge, who says why there is nothing to see
    if len(said) != len(LANGUAGES) and (key == "fails" or said):
        raise BadInput(f"{where}: {key}: expected a sentence in each of {', '.join(LANGUAGES)}")
    if others := set(told) - {kind, RECORDED, *LANGUAGES}:
        raise BadInput(f"{where}: {key}: unknown {', '.join(sorted(others))}")


class Docket:
    """All claims of a work, judged, in the order in which they are listed."""

    def __init__(
        self, claims: Sequence[Claim], judge: Callable[[Claim], Verdict], words: Words, base: str = ""
    ) -> None:
        """``words`` are those of the work's page; ``base`` is the source of the base of cases, where there is one."""
        self.words, self.base = words, base
        self._house = _house_words(words.language)
        found = {str(claim["id"]): judge(claim) for claim in claims}
        self.verdicts = {str(claim["id"]): self._fair(claim, found[claim["id"]]) for claim in claims}
        self._grounds = {key: ground_of(verdict.word) for key, verdict in found.items()}
        self.judged, self.expected = (
            tuple(self._judged(one, self.verdicts[one["id"]]) for one in claims if bool(one.get("ours")) is ours)
            for ours in (False, True)
        )

    @property
    def counts(self) -> dict[str, int]:
        """How many hold, fail, and are open."""
        return counts(self.judged)

    def table(self, name: str, part: str | None = None, note: str = "", title: str = "claims") -> list[Table]:
        """Return the claims of a part of the page as a table, or all of them; then what we expect of it as another."""
        titles = {name: (self.words(title), self.judged), f"{name}-expected": (self._house("expected"), self.expected)}
        return [
            claims_table(key, said, mine, self.words, note if key == name else "")
            for key, (said, some) in titles.items()
            if (mine := [one for one in some if part is None or one.part == part])
        ]

    def _judged(self, claim: Claim, verdict: Verdict) -> JudgedClaim:
        language = self.words.language
        cause, because = self._because(claim, verdict)
        nuance = self.words(verdict.nuance) if verdict.nuance else ""
        if verdict.doubted:
            nuance = self._house(f"doubted-{cause}")
        return JudgedClaim(
            claim["id"],
            claim[language],
            _translated(claim["where"], self.words),
            claim.get("part", ""),
            str(verdict.word),
            verdict.seen,
            nuance,
            cause,
            because,
            self._needs(verdict.word) or self._people_needed(claim, cause),
            bool(claim.get("main")),
            claim["short"][language] if claim.get("main") else "",
            self._grounds[claim["id"]],
        )

    def _because(self, claim: Claim, verdict: Verdict) -> tuple[str, str]:
        """Return the kind of reason for a verdict, and the reason in words."""
        if verdict.word == HOLDS:
            return "", ""
        key = "fails" if verdict.word == FAILS or verdict.doubted else "open"
        kind, told = KINDS[key][0], self._told(claim, key)
        if key == "open" and (verdict.reason or not told):
            reason = verdict.reason or (SIZE if isinstance(verdict.word, Undecided) else "")
            return reason, self._house(f"reason-{reason}") if reason else ""
        if not told:
            return "", ""
        said = told.get(self.words.language)
        name = self._house(f"{kind}-{told[kind]}")
        return told[kind], f"{name}: {said}" if said else name

    def _told(self, claim: Claim, key: str) -> JsonMapping:
        """Return what a claim says of its failing or being open; on recorded hands it may say something else."""
        told: JsonMapping = claim.get(key, {})
        return told.get(RECORDED, told) if self.base == RECORDED else told

    def _fair(self, claim: Claim, verdict: Verdict) -> Verdict:
        """Call no claim false that was not met while a part of ours is in doubt."""
        doubted = verdict.word == FAILS and self._told(claim, "fails").get("cause") in DOUBTS
        return replace(verdict, word=OPEN, doubted=True) if doubted else verdict

    def _needs(self, word: str) -> str:
        """Say how much would decide what an interval left open."""
        if not isinstance(word, Undecided):
            return ""
        if word.times > EDGE:
            return self._house("needs-edge")
        times = _roughly(word.times, self.words.language)
        if word.n is None:
            return self._house("needs-times", times=times)
        return self._house("needs-n", n=_roughly(word.n * word.times, self.words.language), times=times)

    def _people_needed(self, claim: Claim, cause: str) -> str:
        """Say how many matches or answers of people would decide what needs them."""
        n = claim.get("people")
        return self._house("needs-people", n=say(n, self.words.language)) if n and cause == NEEDS_PEOPLE else ""


def _roughly(amount: float, language: str) -> str:
    """Say an amount in two digits, rounded up.

    >>> [_roughly(amount, "en") for amount in (1.23, 9.99, 123.4, 4567)]
    ['1.3', '10', '130', '4,600']
    """
    size = 10.0 ** (floor(log10(amount)) - 1)
    return brief(ceil(amount / size - ROUNDING) * size, 3, language)


def _house_words(language: str) -> Words:
    return Words("bolicho.lab.engine", language, "claims_words.toml")


def claims_table(name: str, title: str, judged: Sequence[JudgedClaim], words: Words, note: str = "") -> Table:
    """Return judged claims as a table."""
    rows: list[list[Value]] = [[one.text, one.nuance or words(one.word), one.seen, one.where, one.id] for one in judged]
    titles, keys = [words(f"column-{key}") for key in COLUMNS], list(COLUMNS)
    if any(why(one) for one in judged):
        place = COLUMNS.index("seen") + 1
        titles.insert(place, _house_words(words.language)("column-why"))
        keys.insert(place, WHY)
        for row, one in zip(rows, judged, strict=True):
            row.insert(place, why(one))
    return Table(name, title, titles, rows, note, keys=keys)


def why(one: JudgedClaim) -> str:
    """Say why a claim fails or is open, and what would decide it; empty where there is nothing to say."""
    return "; ".join(part for part in (one.because, one.needs) if part)


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
