"""The claims of Paulus and their verdicts: each claim is data, its kind names the function here that judges it.

A claim holds when the whole 95 % interval is on its side, fails when the whole interval is on the other, and else
cannot be told from what was measured. What stands beside a verdict is what was seen.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from operator import ge, gt, le
from typing import Any

from bolicho.arena.results.intervals import Board, ratio
from bolicho.core.intervals import Z
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure, duration, local, number, points, say, with_interval
from bolicho.core.words import Words
from bolicho.lab.engine.bases import elapsed
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, SIZE, Claim, Verdict, claims_of
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.measures import gap
from bolicho.lab.engine.verdicts import (
    LITTLE,
    above,
    all_of,
    at_least,
    better,
    exactly,
    little_of,
    near,
    opposite,
    worse,
)
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.measures import SHARES, Pick, StageMatches
from bolicho.lab.works.paulus.people import People
from bolicho.lab.works.paulus.people_judge import PEOPLE

HALF = 0.5
PART = 5
"""The first and the last of so many parts of the training are compared."""
AGREES = 0.9
"""The rank correlation from which two orders are said to be the same; the page says it too."""
LITTLES = {"wins": LITTLE, "ahead": 0.5, "behind": 0.5, "calls": 0.05}
"""What counts as no difference between two: of the share of matches, in points of a match, in bets a hand. Not where
it is counted how many win more than half."""
PERCENT = (*SHARES, "threshold")
"""Measures said in per cent."""


class Court:
    """All that was measured, and the words to tell of it."""

    def __init__(
        self,
        design: Design,
        rows: Mapping[str, Rows],
        played: StageMatches,
        language: str,
        people: People | None = None,
    ) -> None:
        self.design, self.rows, self.played, self.language = design, rows, played, language
        self.people = people or People()
        self.words = Words("bolicho.lab.works.paulus", language, "words.toml")
        self.told: dict[str, JsonObject] = {name: rows[name][0] for name in ("base", "learned")}
        self.steps = [step for key in rows if key.startswith("learn/") for step in rows[key]]

    def judge(self, claim: Claim) -> Verdict:
        """Judge a claim; groups of a base that learned for less long than the paper's are seen, but decide nothing."""
        found = JUDGES[claim["kind"]](self, claim)
        short = self.design.settings["training"]["matches"] < printed_numbers()["learning"]["matches"]
        return replace(found, word=OPEN, reason=SIZE) if short and claim.get("base") == "learned" else found

    def said(self, figure: Figure) -> str:
        """Say a figure with its interval."""
        return with_interval(figure, self.language)

    def points(self, difference: Figure) -> str:
        """Say a difference of shares in percentage points."""
        return points(difference, self.language)

    def amount(self, measure: str, figure: Figure) -> str:
        """Say a measure as its name wants it: rates in per cent, the others as they are, without a sign but minus."""
        return self.said(figure) if measure in PERCENT or figure.percent else self.said(figure).replace("+", "")


def claims() -> list[JsonObject]:
    """Return every claim."""
    return claims_of("bolicho.lab.works.paulus")


# ── matches ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _above(court: Court, claim: Claim) -> Verdict:
    figure = court.played.figure(claim["measure"], Pick.of(claim["pick"]))
    word = better(figure, _little(claim), claim["value"])
    return Verdict(word, court.amount(claim["measure"], figure))


def _below(court: Court, claim: Claim) -> Verdict:
    figure = court.played.figure(claim["measure"], Pick.of(claim["pick"]))
    word = worse(figure, _little(claim), claim["value"])
    return Verdict(word, court.amount(claim["measure"], figure))


def _little(claim: Claim) -> float:
    return little_of(claim, LITTLES.get(claim["measure"], 0.0))


def _not_below(court: Court, claim: Claim) -> Verdict:
    found = _below(court, claim)
    return Verdict(opposite(found.word), found.seen)


def _near(court: Court, claim: Claim) -> Verdict:
    """The printed number lies in our interval, and the interval is narrow enough to say so."""
    figure = court.played.figure(claim["measure"], Pick.of(claim["pick"]))
    return Verdict(near(figure, claim["value"], claim["within"]), court.amount(claim["measure"], figure))


def _gap(court: Court, claim: Claim) -> Verdict:
    """The measure is larger on the first pick than on the second."""
    measure, pick, than = claim["measure"], Pick.of(claim["pick"]), Pick.of(claim["than"])
    found = court.played.gap(measure, pick, than)
    one, two = (court.played.figure(measure, each) for each in (pick, than))
    shown = [
        f"{_whose(court, claim[key])} {say(figure, court.language).lstrip('+')}".strip()
        for key, figure in (("pick", one), ("than", two))
    ]
    gap = court.points(found) if measure in PERCENT else court.said(found)
    word = better(found, _little(claim))
    return Verdict(word, court.words("seen-gap", first=shown[0], second=shown[1], gap=gap))


def _whose(court: Court, told: JsonMapping) -> str:
    """Name those who are compared with one that is not among them, or one policy."""
    who = told.get("who")
    return court.words("others") if "not" in told else who if isinstance(who, str) and who.isupper() else ""


def _highest(court: Court, claim: Claim) -> Verdict:
    """The measure is larger for one policy than for each of the others."""
    measure, pick = claim["measure"], Pick.of(claim["pick"])
    among = printed_numbers()["sets"].get(claim.get("among", ""), court.played.policies(pick.stage, pick.how))
    (mine,) = pick.who or frozenset()
    others = {name: Pick(pick.stage, pick.how, frozenset((name,))) for name in among if name != mine}
    gaps = {name: court.played.gap(measure, pick, other) for name, other in others.items()}
    values = {name: court.played.figure(measure, other).mean for name, other in others.items()}
    top = max(values, key=lambda name: values[name] or 0.0 if values[name] is not None else float("-inf"))
    figure, best = court.played.figure(measure, pick), court.played.figure(measure, others[top])
    sides = [better(found, _little(claim)) for found in gaps.values()]
    rank = 1 + sum((value or 0) > (figure.mean or 0) for value in values.values() if value is not None)
    seen = court.words(
        "seen-highest",
        rank=rank,
        all=len(among),
        mine=court.amount(measure, figure),
        other=top,
        theirs=court.amount(measure, best),
    )
    return Verdict(all_of(sides), seen)


def _most(court: Court, claim: Claim) -> Verdict:
    """One policy beats more than half of its rivals."""
    pick = Pick.of(claim["pick"])
    rivals = [name for name in court.played.policies(pick.stage, pick.how) if name not in (pick.who or ())]
    figures = [court.played.figure("wins", Pick(pick.stage, pick.how, pick.who, frozenset((one,)))) for one in rivals]
    words = [above(figure, HALF) for figure in figures]
    count = sum((f.mean or 0) > HALF for f in figures)
    seen = court.words("seen-most", count=count, all=len(rivals), sure=words.count(HOLDS))
    return Verdict(at_least(words, len(rivals) // 2 + 1), seen)


def _count(court: Court, claim: Claim) -> Verdict:
    """So many win more than half of their matches."""
    pick = Pick.of(claim["pick"])
    table = court.played.standings(pick.stage, pick.how, pick.side, more=pick.more)
    among = printed_numbers()["sets"].get(claim.get("among", ""), table)
    figures = [figure for name, figure in table.items() if name in among]
    words = [above(figure, HALF) for figure in figures]
    told = {"sure": words.count(HOLDS), "perhaps": len(words) - words.count(FAILS), "all": len(words)}
    count = sum((figure.mean or 0) > HALF for figure in figures)
    return Verdict(exactly(words, claim["count"]), court.words("seen-count", count=count, **told))


def _exactly(court: Court, claim: Claim) -> Verdict:
    """Just these win more than half of their matches."""
    pick = Pick.of(claim["pick"])
    table, named = court.played.standings(pick.stage, pick.how), printed_numbers()["sets"][claim["names"]]
    more = {name: above(figure, HALF) for name, figure in table.items()}
    sides = {name: word if name in named else opposite(word) for name, word in more.items()}
    wrong = [name for name, word in sides.items() if word == FAILS]
    most = [name for name, figure in table.items() if (figure.mean or 0) > HALF]
    seen = court.words("seen-exactly", names=", ".join(most), wrong=", ".join(wrong) or "–")
    return Verdict(all_of(sides.values()), seen)


def _order(court: Court, claim: Claim) -> Verdict:
    """Our order and the paper's go together."""
    pick = Pick.of(claim["pick"])
    found = court.played.agreement(pick.stage, pick.how, printed_numbers()["sets"][claim["names"]])
    return Verdict(
        above(found, AGREES),
        court.words("seen-order", rho=court.said(found), least=local(str(AGREES), court.language)),
    )


# ── bases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _similarity(court: Court, _: Claim) -> Verdict:
    found, printed = court.rows["similarity"][0]["value"], printed_numbers()["similarity"]
    good = abs(found - printed["printed"]) < 5e-5 and abs(found - printed["exact"]) < 1e-7
    return Verdict(HOLDS if good else FAILS, number(found, 7, court.language))


def _clusters(court: Court, claim: Claim) -> Verdict:
    """A scenario has so many groups; or all fourteen have as many as the paper's, each of them and so together."""
    kept = court.told[claim["base"]]["clusterings"]
    if "scenario" in claim:
        found = kept[claim["scenario"]]["k"]
        return Verdict(HOLDS if found == claim["k"] else FAILS, str(found))
    asked = {one["name"]: one["k"] for one in printed_numbers()["scenario"] if not one["name"].startswith("index")}
    same = sum(kept[name]["k"] == k for name, k in asked.items())
    total = sum(kept[name]["k"] for name in asked)
    seen = court.words("seen-clusters", total=total, same=same, all=len(asked))
    return Verdict(HOLDS if (same, total) == (len(asked), claim["k"]) else FAILS, seen)


def _group(court: Court, claim: Claim) -> Verdict:
    """Some cluster of a scenario is as the claim says."""
    ways = {">=": ge, ">": gt, "<=": le}
    drawn = court.told[claim["base"]]["portraits"][claim["scenario"]]
    fits = [
        portrait
        for portrait in drawn
        if all(ways[way](_of(portrait, what), limit) for what, way, limit in claim["when"])
    ]
    if not fits:
        return Verdict(FAILS, court.words("seen-no-group", groups=len(drawn)))
    shares = " + ".join(say(Figure(portrait["share"]), court.language) for portrait in fits)
    return Verdict(HOLDS, court.words("seen-group", share=shares, groups=len(drawn)))


def _of(portrait: JsonMapping, paths: str) -> float:
    """Add up numbers of a portrait, each named by its path; what does not occur is 0."""
    total = 0.0
    for path in paths.split():
        found: Any = portrait
        for step in path.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        total += found or 0.0
    return total


def _index(court: Court, _: Claim) -> Verdict:
    with_index, without = court.rows["index"]
    faster = without["seconds"] / with_index["seconds"]
    fewer = with_index["compared"] / without["compared"]
    seen = court.words(
        "seen-index",
        share=say(Figure(fewer), court.language),
        first=number(1e6 * with_index["seconds"], 0, court.language),
        second=number(1e6 * without["seconds"], 0, court.language),
    )
    return Verdict(HOLDS if faster > 1.1 else FAILS if faster < 0.9 else OPEN, seen)


def _foreseen(court: Court, claim: Claim) -> Verdict:
    """The hard ones are guessed less often than the others on average, and the easy one more often than they are."""
    guessed = {
        row["policy"]: {n: Board(*one) for n, one in enumerate(row["matches"])} for row in court.rows["foreseen"]
    }
    hard, easy = claim["hard"], claim["easy"]
    others = _pooled([sheet for policy, sheet in guessed.items() if policy not in hard])
    gaps = [gap(others, guessed[policy]) for policy in hard] + [gap(guessed[easy], _pooled([guessed[p] for p in hard]))]
    means = {policy: Figure.of(ratio(list(guessed[policy].values()))) for policy in (*hard, easy)}
    told = [f"{policy} {court.said(figure)}" for policy, figure in means.items()]
    seen = court.words(
        "seen-foreseen", ours=", ".join(told), others=court.said(Figure.of(ratio(list(others.values()))))
    )
    return Verdict(all_of([above(found, 0) for found in gaps]), seen)


def _pooled(sheets: list[dict[int, Board]]) -> dict[int, Board]:
    return {n: Board(*map(sum, zip(*(sheet[n] for sheet in sheets), strict=True))) for n in sheets[0]}


# ── the training ──────────────────────────────────────────────────────────────────────────────────────────────────


def _growth(court: Court, claim: Claim) -> Verdict:
    """The base has become as large as the paper's; a shorter training cannot tell."""
    asked, matches = printed_numbers()["learning"], court.design.settings["training"]["matches"]
    cases = court.told["learned"]["cases"]
    told = {"start": court.told["base"]["cases"], "cases": cases, "matches": matches}
    seen = court.words("seen-growth", **{name: say(number, court.language) for name, number in told.items()})
    if matches < asked["matches"]:
        return Verdict(OPEN, seen, reason=SIZE)
    return Verdict(HOLDS if abs(cases / asked["end"] - 1) <= claim["near"] else FAILS, seen)


def _slowing(court: Court, _: Claim) -> Verdict:
    """Fewer of the hands are kept in the last fifth of the training than in the first."""
    matches = [step for step in court.steps if isinstance(step["key"], int)]
    part = max(1, len(matches) // PART)
    early, late = ({s["key"]: Board(s["hands"], s["kept"]) for s in some} for some in (matches[:part], matches[-part:]))
    found = Figure.of(gap(early, late), percent=False)
    shown = [
        Figure(sum(b.total for b in sheet.values()) / sum(b.size for b in sheet.values())) for sheet in (early, late)
    ]
    first, second = (say(figure, court.language) for figure in shown)
    return Verdict(above(found, 0), court.words("seen-gap", first=first, second=second, gap=court.points(found)))


def _moved(court: Court, _: Claim) -> Verdict:
    start, end = (
        {name: kept["k"] for name, kept in court.told[base]["clusterings"].items()} for base in ("base", "learned")
    )
    changes = sum(len(step["k"]) for step in court.steps if step["key"] != "start")
    other = sum(start[name] != end[name] for name in start)
    return Verdict(HOLDS if changes else FAILS, court.words("seen-moved", changes=changes, other=other, all=len(start)))


def _quick(court: Court, claim: Claim) -> Verdict:
    seconds = elapsed(court.steps)
    matches = court.design.settings["training"]["matches"]
    whole = seconds * max(1.0, printed_numbers()["learning"]["matches"] / matches)
    seen = court.words("seen-quick", time=duration(seconds, court.language), matches=say(matches, court.language))
    return Verdict(HOLDS if whole < claim["days"] * 86_400 else FAILS, seen)


def _bolder(court: Court, _: Claim) -> Verdict:
    """The cases that were learned hold more bets than those of the initial base."""
    means, spread = [], 0.0
    for name in ("learned", "base"):
        bets = court.told[name]["bets"]
        mean = bets["sum"] / bets["cases"]
        means.append(mean)
        spread += (bets["squares"] / bets["cases"] - mean**2) / bets["cases"]
    middle, margin = means[0] - means[1], Z * sqrt(spread)
    found = Figure(middle, middle - margin, middle + margin, percent=False, digits=2)
    first, second = (number(mean, 2, court.language) for mean in means)
    return Verdict(above(found, 0), court.words("seen-gap", first=first, second=second, gap=court.said(found)))


def _untold(court: Court, claim: Claim) -> Verdict:
    return Verdict(OPEN, str(claim[f"why-{court.language}"]))


JUDGES: dict[str, Callable[[Court, Claim], Verdict]] = {
    "similarity": _similarity,
    "clusters": _clusters,
    "group": _group,
    "above": _above,
    "below": _below,
    "not-below": _not_below,
    "near": _near,
    "gap": _gap,
    "highest": _highest,
    "most": _most,
    "count": _count,
    "exactly": _exactly,
    "order": _order,
    "growth": _growth,
    "slowing": _slowing,
    "moved": _moved,
    "quick": _quick,
    "bolder": _bolder,
    "index": _index,
    "foreseen": _foreseen,
    "untold": _untold,
    **PEOPLE,
}
