"""The claims of the paper weighed by what was played here: each judge says what was seen, and gives a verdict."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import median

from bolicho.arena.results.intervals import ABOVE, BELOW, Estimate, mirrored
from bolicho.arena.results.intervals import side as side_of
from bolicho.core.intervals import Z
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import TO, Figure, number, points, say, with_interval
from bolicho.core.words import Words
from bolicho.lab.engine.claims import FAILS, HOLDS, HOUSE, OPEN, Claim, Docket, Verdict, claims_of
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.engine.verdicts import above, all_of, at_least, better, between, called, larger, most_of, opposite
from bolicho.lab.works.rosa.bidding import CONTRACTS, LIMITS
from bolicho.lab.works.rosa.numbers import Sources, bidding_numbers, play_numbers
from bolicho.lab.works.rosa.sums import (
    NOTHING,
    ahead,
    along_the_axis,
    between_hands,
    board,
    from_the_pack,
    less_estimate,
    mean,
    successes,
)

PARTLY, NOT = "partly", "not"
"""Two ways in which a claim does not hold."""
AGREE, AGREE_PARTLY, APART = BETWEEN = ("agree", "agree-partly", "apart")
"""Verdicts on the two sources beside each other, in which nothing that was played here has a say."""
LITERAL = ("rules-paper", "mc-paper")
MOST, SOME = 0.75, 0.25
"""From which part of its cases on a claim holds; above which one that does not holds in part."""


LITTLE = 0.25
"""Tricks: who surely errs by less than this to a side cannot be said to err to it."""
PART = 0.5
"""Of what a source gains on another, that must be left when both are read alike."""


WHOLE = {PARTLY: FAILS, NOT: FAILS, AGREE: HOLDS, AGREE_PARTLY: FAILS, APART: FAILS}
"""What a finer verdict says of the claim as a whole."""
NOT_OURS = ("id", "part", "where", "judge", "en", "pt-BR", *HOUSE)
"""What a claim says to the page, and not to its judge."""


def docket(rows: Mapping[str, Rows], language: str) -> Docket:
    """Weigh every claim."""
    bench = Judges(rows, language)

    def weigh(claim: Claim) -> Verdict:
        facts = {key: value for key, value in claim.items() if key not in NOT_OURS}
        seen, fine = getattr(bench, claim["judge"])(**facts)
        word = called(WHOLE[fine], fine) if fine in WHOLE else fine
        return Verdict(word, seen, f"verdict-{fine}")

    return Docket(claims(), weigh, bench.words)


def of_sources(verdict: Verdict) -> bool:
    """Whether only what the two sources print decided, and nothing that was played here."""
    return verdict.nuance.removeprefix("verdict-") in BETWEEN


def claims() -> list[JsonObject]:
    """Return the claims as data."""
    return claims_of("bolicho.lab.works.rosa")


class Judges:
    """Each method weighs one kind of claim."""

    def __init__(self, rows: Mapping[str, Rows], language: str) -> None:
        self.rows, self.language = rows, language
        self.words = Words("bolicho.lab.works.rosa", language, "words.toml")
        self.game = Words("bolicho.lab.works.rosa", language, "analyses.toml")

    # ── bidding ───────────────────────────────────────────────────────────────────────────────────────────────────

    def side(self, technique: str, given: str, side: str) -> tuple[str, str]:
        """On which side of the tricks made do the estimates lie, value by value?"""
        rows = self.rows[f"bidding/{technique}/rik"]
        gaps = {
            at.value: _less(at.estimate, at.value) if given == "made" else mirrored(less_estimate(rows, at.value), 0.0)
            for at in along_the_axis(rows, 0, 13)
        }  # the estimate less what was made
        over, under = ([value for value, gap in gaps.items() if side_of(gap, 0) == at] for at in (ABOVE, BELOW))
        words = {value: better(gap if side == "over" else mirrored(gap, 0.0), LITTLE) for value, gap in gaps.items()}
        against = [value for value, word in words.items() if word == FAILS]
        seen = self.words("seen-side", under=_listed(under), over=_listed(over), against=_listed(against))
        return seen, _by_part(list(words.values()))

    def near(self, technique: str, value: int, number: float, tolerance: float) -> tuple[str, str]:
        """Are so many tricks made with an estimate?"""
        at = along_the_axis(self.rows[f"bidding/{technique}/rik"], value, value)[0]
        return self.words("seen-near", made=self.tricks(at.made), estimate=self.tricks(at.estimate), value=value), (
            _fine(between(at.made, number - tolerance, number + tolerance))
        )

    def close(self, technique: str, tolerance: float) -> tuple[str, str]:
        """Is what is made near to what was expected?"""
        rows = self.rows[f"bidding/{technique}/rik"]
        values = sorted({row["value"] for row in rows})
        gaps = [gap for value in values if (gap := _size(less_estimate(rows, value))) is not None]
        distance = from_the_pack(rows, lambda row: abs(float(row["tricks"] - row["estimate"])))
        gap = _mean_of(gaps, independent=True) if 2 * len(gaps) > len(values) else NOTHING
        seen = self.words("seen-close", gap=self.tricks(gap), single=self.tricks(distance))
        return seen, _fine(between(gap, 0, tolerance))

    def rare(self, technique: str, tricks: Sequence[int], at_most: float) -> tuple[str, str]:
        """How often do hands make so many tricks?"""
        rows = self.rows[f"bidding/{technique}/rik"]
        found = from_the_pack(rows, lambda row: float(row["tricks"] in tricks))
        many = from_the_pack(rows, lambda row: float(row["tricks"] > 10))
        seen = self.words("seen-rare", share=self.percent(found), many=self.percent(many))
        return seen, _fine(between(found, 0, at_most))

    def hands(self, technique: str, contract: str, tricks: int) -> tuple[str, str]:
        """Does a source's better number come of its player, or of the hands that it gave him?

        The older source has the estimate of all hands that reached the goal. Read so here too, how much nearer to the
        goal is it than his? It holds if at least half of what the newer source printed as the gain is left.
        """
        rows = self.rows[f"bidding/{technique}/{contract}"]
        theirs = bidding_numbers(technique, contract)[tricks]
        some = [row for row in rows if row["value"] <= LIMITS[contract][1]]
        found = [from_the_pack(part, _estimate, lambda row: row["tricks"] == tricks) for part in (rows, some)]
        rosa, vorsteveld = (abs(number - tricks) for number in theirs)
        distance = _size(_less(found[0], tricks))
        gain = NOTHING if distance is None else mirrored(distance, vorsteveld)
        seen = self.words(
            "seen-hands",
            tricks=tricks,
            all=self.tricks(found[0]),
            some=self.tricks(found[1]),
            last=LIMITS[contract][1],
            gain=self.tricks(gain),
            printed=self.number(vorsteveld - rosa),
            **self.sources(theirs),
        )
        word = above(gain, PART * (vorsteveld - rosa))
        if word == FAILS:
            return seen, called(PARTLY if side_of(gain, 0) == ABOVE else NOT, word)
        return seen, word

    # ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def beats(self, first: str, second: str, games: int) -> tuple[str, str]:
        """In how many games does one declare more often with success against the other than the other against it?"""
        found = {
            contract: ahead(
                self.rows[f"play/{first}/{second}/{contract}"], self.rows[f"play/{second}/{first}/{contract}"]
            )
            for contract in CONTRACTS
        }
        parts = [f"{self.game(contract)} {self.points(figure)}" for contract, figure in found.items()]
        verdict = _fine(at_least([above(figure, 0) for figure in found.values()], games))
        return self.words("seen-beats", parts="; ".join(parts), first=first, second=second), verdict

    def sources_agree(self, technique: str, contract: str, against: Sequence[str], within: float) -> tuple[str, str]:
        """Are the two sources as near to each other as one of them says?"""
        seen, pairs = self._beside(technique, contract, against)
        near = [abs(pair.rosa - pair.vorsteveld) <= within + 1e-9 for _, pair in pairs]
        return seen, AGREE if all(near) else AGREE_PARTLY if any(near) else APART

    def plays_better(self, technique: str, contract: str, against: Sequence[str]) -> tuple[str, str]:
        """Does the player, held to the rules of the game, do better than the older source has it?"""
        seen, pairs = self._beside(technique, contract, against)
        return seen, _by_part([above(ours, pair.vorsteveld) for ours, pair in pairs])

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

        def change(one: str, other: str, contract: str) -> Estimate | None:
            return _size(ahead(self.rows[f"play/{one}/{contract}"], self.rows[f"play/{other}/{contract}"]))

        opponents, technique = (
            _mean_of([change(*pair, contract) for contract in CONTRACTS for pair in pairs])
            for pairs in (
                [(f"{mine}/random", f"{mine}/{other}") for mine, other in (LITERAL, LITERAL[::-1])],
                [("rules-paper/random", "mc-paper/random")],
            )
        )
        seen = self.words("seen-matter", opponents=self.percent(opponents), technique=self.percent(technique))
        return seen, _fine(larger(opponents, technique))

    def not_favourites(self, contracts: Sequence[str]) -> tuple[str, str]:
        """Is the contract made less than half of the time against players of rules?"""
        found, parts = [], []
        for name in ("play/mc-paper/rules-paper", "play/mc/rules"):
            for contract in contracts:
                figure = successes(self.rows[f"{name}/{contract}"])["declarer"]
                found.append(figure)
                parts.append(f"{name.split('/')[1]} {self.game(contract)} {self.percent(figure)}")
        return "; ".join(parts), _fine(all_of([opposite(above(figure, 0.5)) for figure in found]))

    # ── in words ──────────────────────────────────────────────────────────────────────────────────────────────────

    def tricks(self, found: Estimate) -> str:
        """Say an amount with its interval."""
        below = self.number(found.low or 0.0).startswith("−")
        return _with_ends(found, self.number, TO[self.language] if below else "–")

    def percent(self, found: Estimate) -> str:
        """Say a rate with its interval."""
        return with_interval(Figure.of(found), self.language)

    def points(self, found: Estimate) -> str:
        """Say a difference of rates with its sign and interval."""
        return "–" if found.mean is None else points(found, self.language)

    def number(self, amount: float) -> str:
        """Say an amount."""
        return number(amount, 2, self.language)

    def sources(self, theirs: Sources) -> dict[str, str]:
        """Say what both sources have."""
        return {"rosa": self.number(theirs.rosa), "vorsteveld": self.number(theirs.vorsteveld)}

    def _sure(self, found: Sequence[Estimate]) -> str:
        return self.words("seen-sure", sure=[above(f, 0) for f in found].count(HOLDS), all=len(found))


def _with_ends(found: Estimate, tell: Callable[[float], str], dash: str) -> str:
    if found.mean is None:
        return "–"
    if found.low is None or found.high is None:
        return tell(found.mean)
    return f"{tell(found.mean)} ({tell(found.low)}{dash}{tell(found.high)})"


def _by_part(words: Sequence[str]) -> str:
    """Weigh the cases that are sure; a claim fails once those that are open could no longer carry it."""
    word = most_of(words, MOST)
    return word if word != FAILS else called(PARTLY if words.count(HOLDS) > SOME * len(words) else NOT, word)


def _all(found: Sequence[Estimate]) -> str:
    """Whether everything lies above zero."""
    return _fine(all_of([above(figure, 0) for figure in found]))


def _fine(word: str) -> str:
    """Return the finer word of this page for a verdict."""
    return called(NOT, word) if word == FAILS else word


def _less(found: Estimate, number: float) -> Estimate:
    return Estimate(*(None if end is None else end - number for end in found))


def _size(found: Estimate) -> Estimate | None:
    """Return how large something is, whatever its sign; None where it has no interval."""
    if found.mean is None or found.low is None or found.high is None:
        return None
    least = min(abs(found.low), abs(found.high)) if side_of(found, 0) in (ABOVE, BELOW) else 0.0
    return Estimate(abs(found.mean), least, max(abs(found.low), abs(found.high)))


def _mean_of(found: Sequence[Estimate | None], independent: bool = False) -> Estimate:
    """Return the mean of sizes; those that share hands may err together, so that their margins are not made less."""
    lows, highs, means = [], [], []
    for figure in found:
        if figure is None or figure.mean is None or figure.low is None or figure.high is None:
            return NOTHING
        means.append(figure.mean)
        lows.append(figure.mean - figure.low)
        highs.append(figure.high - figure.mean)
    if not means:
        return NOTHING
    middle = sum(means) / len(means)
    down, up = (
        (sqrt(sum(side**2 for side in sides)) if independent else sum(sides)) / len(sides) for sides in (lows, highs)
    )
    return Estimate(middle, max(0.0, middle - down), middle + up)


def _listed(values: Sequence[int]) -> str:
    return ", ".join(map(str, values)) or "–"


def _estimate(row: JsonMapping) -> float:
    return float(row["estimate"])
