"""The claims of the Lobo Brain article and their verdicts: each claim is data, its kind names the function here.

Where there is a 95 % interval, a claim holds when the whole of it is on its side and fails when it is on the other.
Times are of one machine: what they say holds or fails only where it is clear by a wide margin.
"""

from collections.abc import Callable

from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import say
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Claim, Verdict, listed
from bolicho.lab.engine.verdicts import above, all_of, between, larger, opposite, when
from bolicho.lab.works.lobobrain.measures import SEATS, BoardMeasures

WIDE = 2.0
"""A time must miss its limit by so many times before the claim fails."""


def claims() -> list[JsonObject]:
    """Return every claim."""
    return listed("bolicho.lab.works.lobobrain")


def judge(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Judge a claim."""
    return JUDGES[claim["kind"]](seen, claim)


# ── what it wins ──────────────────────────────────────────────────────────────────────────────────────────────────


def _loses(seen: BoardMeasures, claim: Claim) -> Verdict:
    start = seen.rate([row["trained"] for row in seen.curve[0]])
    block = say(seen.curve[0][0]["episodes"], seen.language)
    word = opposite(above(start, claim["most"]))
    return Verdict(word, seen.words("seen-loses", rate=seen.interval(start), block=block))


def _improves(seen: BoardMeasures, _: Claim) -> Verdict:
    """The finished table wins more, from each seat, than the table of the first point of the curve."""
    early, late = (
        [seen.rate([run[seat] for run in runs]) for seat in SEATS] for runs in (seen.curve[0], seen.finished)
    )
    words = [larger(other, one) for one, other in zip(early, late, strict=True)]
    told = {f"{when}_{seat}": seen.interval(figure)
            for when, figures in (("early", early), ("late", late))
            for seat, figure in zip(SEATS, figures, strict=True)}  # fmt: skip
    told["block"] = say(seen.curve[0][0]["episodes"], seen.language)
    return Verdict(all_of(words), seen.words("seen-improves", **told))


def _greedy(seen: BoardMeasures, _: Claim) -> Verdict:
    """Halfway, where it still explores, it wins more without exploring than with it, both seats together."""
    half = seen.curve[len(seen.curve) // 2]
    exploring = seen.rate([row["trained"] for row in half])
    greedy = seen.rate([[a + b for a, b in zip(*(row[seat] for seat in SEATS), strict=True)] for row in half])
    told = {"exploring": seen.interval(exploring), "greedy": seen.interval(greedy)}
    episodes = say(half[0]["episodes"], seen.language)
    return Verdict(larger(greedy, exploring), seen.words("seen-greedy", **told, episodes=episodes))


def _optimal(seen: BoardMeasures, claim: Claim) -> Verdict:
    figure = seen.mean([run["optimal"] for run in seen.finished])
    return Verdict(above(figure, claim["least"]), seen.words("seen-optimal", rate=seen.interval(figure)))


def _strong(seen: BoardMeasures, claim: Claim) -> Verdict:
    figure = seen.rate([run["first"] for run in seen.finished])
    return Verdict(above(figure, claim["least"]), seen.interval(figure))


# ── what it costs ─────────────────────────────────────────────────────────────────────────────────────────────────


def _linear(seen: BoardMeasures, claim: Claim) -> Verdict:
    fit = seen.straight[True]
    far = 1 - WIDE * (1 - claim["fits"])
    return Verdict(
        HOLDS if fit > claim["fits"] else OPEN if fit > far else FAILS,
        seen.words("seen-linear", fit=seen.number(fit, 4)),
    )


def _constant(seen: BoardMeasures, claim: Claim) -> Verdict:
    word = HOLDS if seen.flat < claim["most"] else OPEN if seen.flat < WIDE * claim["most"] else FAILS
    return Verdict(word, seen.words("seen-lookup", times=seen.number(seen.flat)))


def _exponential(seen: BoardMeasures, claim: Claim) -> Verdict:
    found = seen.growth["seconds"]
    return Verdict(above(found, claim["least"]), seen.words("seen-exponential", times=seen.ends(found)))


def _half(seen: BoardMeasures, claim: Claim) -> Verdict:
    """The nodes visited grow as the root of the tree, as near as the claim asks; times would differ by machine."""
    found = seen.power("nodes")
    word = between(found, 0.5 - claim["within"], 0.5 + claim["within"])
    return Verdict(word, seen.words("seen-half", power=seen.ends(found, 2)))


def _slower(seen: BoardMeasures, _: Claim) -> Verdict:
    table = seen.lookup[-1]["seconds"]
    slower = [row["depth"] for row in seen.search if row["agent_seconds"] > table]
    ends = [row["agent_seconds"] / table for row in (seen.search[0], seen.search[-1])]
    told = {"count": len(slower), "all": len(seen.search), "first": seen.number(ends[0]), "last": seen.number(ends[1])}
    return Verdict(when(len(slower) == len(seen.search)), seen.words("seen-slower", **told))


def _real_time(seen: BoardMeasures, claim: Claim) -> Verdict:
    deep = [row for row in seen.search if row["depth"] >= claim["depth"]]
    slowest = max((row["agent_seconds"] for row in deep), default=0.0)
    games = sum(seen.games[row["depth"]][seat]["figure"].n or 0 for row in deep for seat in SEATS)
    told = {"lost": seen.lost, "games": say(games, seen.language), "slowest": seen.number(1000 * slowest)}
    word = OPEN if not games else when(not seen.lost and slowest < claim["seconds"])
    return Verdict(word, seen.words("seen-real-time", **told))


def _tree(seen: BoardMeasures, claim: Claim) -> Verdict:
    found, moves = seen.growth["tree"], seen.lookup[-1]["moves"]
    beats = next((row["depth"] for row in seen.search if row["tree"] > moves), "–")
    return Verdict(above(found, claim["least"]), seen.words("seen-tree", times=seen.ends(found), depth=beats))


def _fixed(seen: BoardMeasures, _: Claim) -> Verdict:
    sizes = {row["bytes"] for row in seen.lookup}
    told = {"moves": say(seen.lookup[-1]["moves"], seen.language), "bytes": say(max(sizes), seen.language)}
    return Verdict(when(len(sizes) == 1), seen.words("seen-fixed", **told, tables=len(seen.lookup)))


def _less_memory(seen: BoardMeasures, _: Claim) -> Verdict:
    moves, last = seen.lookup[-1]["moves"], seen.search[-1]
    told = {"moves": moves, "tree": round(last["tree"]), "kept": round(last["table_entries"])}
    numbers = {name: say(number, seen.language) for name, number in told.items()}
    path = seen.depths[-1] + 1
    return Verdict(when(moves < last["table_entries"]), seen.words("seen-less", **numbers, path=path))


def _untold(seen: BoardMeasures, claim: Claim) -> Verdict:
    return Verdict(OPEN, str(claim[f"why-{seen.language}"]))


JUDGES: dict[str, Callable[[BoardMeasures, Claim], Verdict]] = {
    "loses": _loses,
    "improves": _improves,
    "greedy": _greedy,
    "optimal": _optimal,
    "strong": _strong,
    "linear": _linear,
    "constant": _constant,
    "exponential": _exponential,
    "half": _half,
    "slower": _slower,
    "real-time": _real_time,
    "tree": _tree,
    "fixed": _fixed,
    "less-memory": _less_memory,
    "untold": _untold,
}
