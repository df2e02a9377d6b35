"""The claims of the seed weighed by what was played here: each judge says what was seen, and gives a verdict."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import median
from typing import Any, NamedTuple

from bolicho.arena.intervals import Estimate, Z
from bolicho.core.words import Words
from bolicho.lab.experiment import Rows
from bolicho.lab.numbers import say
from bolicho.lab.report import Figure
from bolicho.lab.rikken_bidding import CONTRACTS, LIMITS
from bolicho.lab.rikken_sums import ahead, along_the_axis, between_hands, board, from_the_pack, mean, successes
from bolicho.lab.rosa_numbers import Sources, bidding_numbers, play_numbers

HOLDS, PARTLY, NOT, OPEN = "holds", "partly", "not", "open"
LITERAL = ("rules-seed", "mc-seed")
MOST, SOME = 0.75, 0.25
"""From which part of its cases on a claim holds, or holds partly."""


ENOUGH = 1.0
"""Tricks from a source's number within which its hands are said to explain it."""


class Judged(NamedTuple):
    """A claim, where it stands, what was seen here, and the verdict."""

    claim: str
    where: str
    seen: str
    verdict: str


def judged(rows: Mapping[str, Rows], language: str) -> list[Judged]:
    """Weigh every claim."""
    bench = Judges(rows, language)
    told = []
    for claim in claims():
        facts = {key: value for key, value in claim.items() if key not in ("where", "judge", "en", "pt-BR")}
        seen, verdict = getattr(bench, claim["judge"])(**facts)
        told.append(Judged(claim[language], claim["where"], seen, verdict))
    return told


@cache
def claims() -> list[dict[str, Any]]:
    """Return the claims as data."""
    text = (files("bolicho.lab") / "rosa_claims.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["claim"]
    return found


class Judges:
    """Each method weighs one kind of claim."""

    def __init__(self, rows: Mapping[str, Rows], language: str) -> None:
        self.rows, self.language = rows, language
        self.words = Words("bolicho.lab", language, "rosa.toml")
        self.game = Words("bolicho.lab", language, "rikken.toml")

    # ── bidding ───────────────────────────────────────────────────────────────────────────────────────────────────

    def side(self, technique: str, given: str, side: str) -> tuple[str, str]:
        """On which side of the tricks made do the estimates lie, value by value?"""
        over: list[int] = []
        under: list[int] = []
        axis = along_the_axis(self.rows[f"bidding/{technique}/rik"], 0, 13)
        for at in axis:
            found = at.estimate if given == "made" else at.made
            if found.low is None or found.high is None:
                continue
            below, above = found.high < at.value, found.low > at.value
            if given == "estimate":  # tricks above the estimate: it was too low
                below, above = above, below
            (under if below else over if above else []).append(at.value)
        counted = {"under": under, "over": over}
        seen = self.words("seen-side", under=_listed(under), over=_listed(over))
        return seen, _by_part(len(counted[side]), len(axis))

    def near(self, technique: str, value: int, number: float, tolerance: float) -> tuple[str, str]:
        """Are so many tricks made with an estimate?"""
        at = along_the_axis(self.rows[f"bidding/{technique}/rik"], value, value)[0]
        return self.words("seen-near", made=self.tricks(at.made), estimate=self.tricks(at.estimate), value=value), (
            _within(at.made, number - tolerance, number + tolerance)
        )

    def close(self, technique: str, tolerance: float) -> tuple[str, str]:
        """Is what is made near to what was expected?"""
        axis = [at for at in along_the_axis(self.rows[f"bidding/{technique}/rik"], 0, 13) if at.made.mean is not None]
        gaps = [abs((at.made.mean or 0.0) - at.value) for at in axis]
        distance = from_the_pack(
            self.rows[f"bidding/{technique}/rik"], lambda row: abs(float(row["tricks"] - row["estimate"]))
        )
        seen = self.words("seen-close", gap=self.number(sum(gaps) / len(gaps)), single=self.tricks(distance))
        return seen, HOLDS if sum(gaps) / len(gaps) <= tolerance else NOT

    def rare(self, technique: str, tricks: Sequence[int], at_most: float) -> tuple[str, str]:
        """How often do hands make so many tricks?"""
        rows = self.rows[f"bidding/{technique}/rik"]
        found = from_the_pack(rows, lambda row: float(row["tricks"] in tricks))
        many = from_the_pack(rows, lambda row: float(row["tricks"] > 10))
        seen = self.words("seen-rare", share=self.percent(found), many=self.percent(many))
        return seen, _within(found, 0, at_most)

    def hands(self, technique: str, contract: str, tricks: int) -> tuple[str, str]:
        """Does a source's number come of its player, or of the hands that it gave him?"""
        rows = self.rows[f"bidding/{technique}/{contract}"]
        theirs = bidding_numbers(technique, contract)[tricks]
        some = [row for row in rows if row["value"] <= LIMITS[contract][1]]
        found = [from_the_pack(part, _estimate, lambda row: row["tricks"] == tricks) for part in (rows, some)]
        seen = self.words(
            "seen-hands",
            all=self.tricks(found[0]),
            some=self.tricks(found[1]),
            last=LIMITS[contract][1],
            **self.sources(theirs),
        )
        whole, part = (figure.mean for figure in found)
        if whole is None or part is None:
            return seen, OPEN
        explained = abs(part - theirs.rosa) < min(ENOUGH, abs(whole - theirs.rosa))
        explained = explained and abs(whole - theirs.vorsteveld) < min(ENOUGH, abs(part - theirs.vorsteveld))
        return seen, NOT if explained else OPEN

    # ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def beats(self, first: str, second: str, games: int) -> tuple[str, str]:
        """In how many games does one declare more often with success against the other than the other against it?"""
        found = {
            contract: ahead(
                self.rows[f"play/{first}/{second}/{contract}"], self.rows[f"play/{second}/{first}/{contract}"]
            )
            for contract in CONTRACTS
        }
        won = sum((figure.low or 0.0) > 0 for figure in found.values())
        lost = sum(figure.high is not None and figure.high < 0 for figure in found.values())
        parts = [f"{self.game(contract)} {self.points(figure)}" for contract, figure in found.items()]
        verdict = HOLDS if won >= games else NOT if lost > len(found) - games else OPEN
        return self.words("seen-beats", parts="; ".join(parts), first=first, second=second), verdict

    def sources_agree(self, technique: str, contract: str, against: Sequence[str], within: float) -> tuple[str, str]:
        """Are the two sources as near to each other as one of them says?"""
        seen, pairs = self._beside(technique, contract, against)
        return seen, _by_part(sum(abs(pair.rosa - pair.vorsteveld) <= within + 1e-9 for _, pair in pairs), len(pairs))

    def plays_better(self, technique: str, contract: str, against: Sequence[str]) -> tuple[str, str]:
        """Is the better number of one source what the player makes of the game, played by its rules?"""
        seen, pairs = self._beside(technique, contract, against)
        reached = [(ours.high or 0.0) >= pair.rosa for ours, pair in pairs]
        return seen, _by_part(sum(reached), len(reached))

    def _beside(
        self, technique: str, contract: str, against: Sequence[str]
    ) -> tuple[str, list[tuple[Estimate, Sources]]]:
        pairs, parts = [], []
        for other in against:
            theirs = play_numbers(technique, contract, other)
            assert theirs is not None
            ours = successes(self.rows[f"play/{technique}/{other}/{contract}"])["declarer"]
            pairs.append((ours, theirs.declarer))
            rosa, vorsteveld = (say(Figure(number), self.language) for number in theirs.declarer)
            parts.append(
                self.words("seen-beside", against=other, ours=self.percent(ours), rosa=rosa, vorsteveld=vorsteveld)
            )
        return "; ".join(parts), pairs

    def spread(self, hands: int, wide: float) -> tuple[str, str]:
        """How wide is the interval of so few hands?"""
        halves = [
            Z * spread / sqrt(hands)
            for key, rows in self.rows.items()
            if key.startswith("play/") and key.split("/")[1] in LITERAL and (spread := between_hands(rows)) is not None
        ]
        if not halves:
            return "–", OPEN
        middle = median(halves)
        seen = self.words("seen-spread", half=say(Figure(middle), self.language), hands=hands)
        return seen, HOLDS if middle >= wide else NOT

    def trump(self) -> tuple[str, str]:
        """Does trump raise success?"""
        found = {c: ahead(self.rows[f"trump/on/{c}"], self.rows[f"trump/none/{c}"]) for c in ("rik", "solo-8")}
        parts = [f"{self.game(contract)} {self.points(figure)}" for contract, figure in found.items()]
        return "; ".join(parts), _all(list(found.values()))

    def beats_random(self) -> tuple[str, str]:
        """Does a technique make more of a hand than random players with the same hand?"""
        found = []
        for technique in LITERAL:
            for contract in CONTRACTS:
                rows = self.rows[f"play/{technique}/random/{contract}"]
                rates = [
                    [won / games for games, won in (board(row, r) for r in ("declarer", "others"))] for row in rows
                ]
                found.append(mean([mine - theirs for mine, theirs in rates]))
        return self._sure(found), _all(found)

    def opponents_matter(self) -> tuple[str, str]:
        """What changes success more: other opponents, or another technique of declarer?"""
        by_opponents, by_technique = [], []
        for contract in CONTRACTS:
            rate = {
                (technique, against): successes(self.rows[f"play/{technique}/{against}/{contract}"])["declarer"].mean
                or 0.0
                for technique, other in (LITERAL, LITERAL[::-1])
                for against in ("random", other)
            }
            for technique, other in (LITERAL, LITERAL[::-1]):
                by_opponents.append(abs(rate[technique, "random"] - rate[technique, other]))
            by_technique.append(abs(rate["rules-seed", "random"] - rate["mc-seed", "random"]))
        opponents, technique_ = (sum(gaps) / len(gaps) for gaps in (by_opponents, by_technique))
        seen = self.words("seen-matter", opponents=self._plain(opponents), technique=self._plain(technique_))
        return seen, HOLDS if opponents > technique_ else NOT

    def not_favourites(self, contracts: Sequence[str]) -> tuple[str, str]:
        """Is the contract made less than half of the time against players of rules?"""
        found, parts = [], []
        for name in ("play/mc-seed/rules-seed", "play/mc/rules"):
            for contract in contracts:
                figure = successes(self.rows[f"{name}/{contract}"])["declarer"]
                found.append(figure)
                parts.append(f"{name.split('/')[1]} {self.game(contract)} {self.percent(figure)}")
        sure = sum((figure.high or 1.0) < 0.5 for figure in found)
        above = sum((figure.low or 0.0) > 0.5 for figure in found)
        return "; ".join(parts), HOLDS if sure == len(found) else NOT if above else OPEN

    # ── in words ──────────────────────────────────────────────────────────────────────────────────────────────────

    def tricks(self, found: Estimate) -> str:
        """Say an amount with its interval."""
        below = found.low is not None and found.low < 0
        return _with_ends(found, self.number, {"en": " to ", "pt-BR": " a "}[self.language] if below else "–")

    def percent(self, found: Estimate) -> str:
        """Say a rate with its interval."""
        return _with_ends(found, self._plain)

    def points(self, found: Estimate) -> str:
        """Say a difference of rates with its sign and interval."""
        dash = {"en": " to ", "pt-BR": " a "}[self.language]
        return _with_ends(found, lambda number: self._local(f"{100 * number:+.1f}".replace("-", "−")), dash)

    def number(self, number: float) -> str:
        """Say an amount."""
        return self._local(f"{number:.2f}".replace("-", "−"))

    def sources(self, theirs: Sources) -> dict[str, str]:
        """Say what both sources have."""
        return {"rosa": self.number(theirs.rosa), "vorsteveld": self.number(theirs.vorsteveld)}

    def _sure(self, found: Sequence[Estimate]) -> str:
        return self.words("seen-sure", sure=sum((f.low or 0.0) > 0 for f in found), all=len(found))

    def _plain(self, number: float) -> str:
        return say(Figure(number), self.language)

    def _local(self, text: str) -> str:
        return text.replace(".", ",") if self.language == "pt-BR" else text


def _with_ends(found: Estimate, tell: Callable[[float], str], dash: str = "–") -> str:
    if found.mean is None:
        return "–"
    if found.low is None or found.high is None:
        return tell(found.mean)
    return f"{tell(found.mean)} ({tell(found.low).removesuffix(' %')}{dash}{tell(found.high).removesuffix(' %')})"


def _by_part(cases: int, of: int) -> str:
    part = cases / of if of else 0.0
    return HOLDS if part >= MOST else PARTLY if part > SOME else NOT


def _all(found: Sequence[Estimate]) -> str:
    """Whether everything lies above zero."""
    if all(figure.low is not None and figure.low > 0 for figure in found):
        return HOLDS
    return NOT if any(figure.high is not None and figure.high < 0 for figure in found) else OPEN


def _within(found: Estimate, low: float, high: float) -> str:
    if found.mean is None or found.low is None or found.high is None:
        return OPEN
    if low <= found.mean <= high:
        return HOLDS
    return NOT if found.high < low or found.low > high else OPEN


def _listed(values: Sequence[int]) -> str:
    return ", ".join(map(str, values)) or "–"


def _estimate(row: Mapping[str, Any]) -> float:
    return float(row["estimate"])
