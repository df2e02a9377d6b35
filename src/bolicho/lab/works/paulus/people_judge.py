"""The claims of Paulus about people: judged as the others are, and not to be told while nobody has played."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bolicho.arena.results.intervals import Estimate
from bolicho.core.numbers import Figure
from bolicho.lab.engine.claims import FAILS, NEEDS_PEOPLE, OPEN, Claim, Verdict
from bolicho.lab.engine.measures import difference
from bolicho.lab.engine.verdicts import above, all_of
from bolicho.lab.works.paulus.lineup import printed_numbers
from bolicho.lab.works.paulus.measures import Pick

if TYPE_CHECKING:
    from bolicho.lab.works.paulus.judge import Court

HALF = 0.5
LEAST = 10
"""Fewer matches or answers than this of a policy tell nothing, whatever their interval; the paper had 13."""


def needs_people(judge: "Callable[[Court, Claim], Verdict]") -> "Callable[[Court, Claim], Verdict]":
    """Say that nothing can be told where no match was played, or nobody answered; and what was printed.

    What the paper's own table contradicts (``contradicted``) does not hold until people who play here say otherwise.
    """

    def judged(court: "Court", claim: Claim) -> Verdict:
        caveat = claim.get(f"printed-{court.language}")
        seen = [] if caveat is None else [str(caveat)]
        measures = claim.get("measures", [claim.get("measure", "wins")])
        if not any(court.people.figure(measure, policy).n for measure in measures for policy in _four()):
            if claim.get("contradicted"):
                return Verdict(FAILS, "; ".join(seen))
            return Verdict(OPEN, "; ".join([court.words("seen-nobody"), *seen]), reason=NEEDS_PEOPLE)
        found = judge(court, claim)
        return Verdict(found.word, "; ".join([found.seen, *seen]))

    return judged


@needs_people
def highest(court: "Court", claim: Claim) -> Verdict:
    """One policy has more of each measure than each of the other three."""
    who, sides = claim["who"], []
    for measure in claim["measures"]:
        mine, *others = (court.people.figure(measure, one) for one in sorted(_four(), key=lambda one: one != who))
        sides += [_side(_apart(mine, other), 0) for other in others]
    return Verdict(all_of(sides), "; ".join(_told(court, measure) for measure in claim["measures"]))


@needs_people
def most(court: "Court", claim: Claim) -> Verdict:
    """More than half of the answers are good ones, for each of the four."""
    sides = [_side(court.people.figure(claim["measure"], policy), HALF) for policy in _four()]
    return Verdict(all_of(sides), _told(court, claim["measure"]))


@needs_people
def than_agents(court: "Court", claim: Claim) -> Verdict:
    """Against people a policy has more of each measure than in the third stage; less, where the claim says so."""
    sides, seen = [], []
    for measure in claim["measures"]:
        people = court.people.figure(measure, claim["who"])
        agents = court.played.figure(measure, Pick("stage3", "adaptive", frozenset((claim["who"],))))
        found = _apart(people, agents)
        if claim.get("less"):
            found = Estimate(*(None if end is None else -end for end in (found.mean, found.high, found.low)))
        sides.append(_side(found, 0))
        told = [court.amount(measure, figure) for figure in (people, agents)]
        seen.append(court.words("seen-people-agents", measure=court.words(f"measure-{measure}"), **_pair(told)))
    return Verdict(all_of(sides), "; ".join(seen))


@needs_people
def surprise(court: "Court", claim: Claim) -> Verdict:
    """Most find one policy unpredictable, and more so than another."""
    who, than, measure = claim["who"], claim["than"], claim["measure"]
    mine, other = (court.people.figure(measure, one) for one in (who, than))
    sides = [_side(mine, HALF), _side(_apart(mine, other), 0)]
    return Verdict(all_of(sides), _told(court, measure))


def _told(court: "Court", measure: str) -> str:
    parts = []
    for policy in _four():
        figure = court.people.figure(measure, policy)
        parts.append(f"{policy} {court.amount(measure, figure)} n {figure.n}")
    return f"{court.words(f'measure-{measure}')}: {', '.join(parts)}"


def _pair(told: Sequence[str]) -> dict[str, str]:
    return {"people": told[0], "agents": told[1]}


def _four() -> list[str]:
    four: list[str] = printed_numbers()["sets"]["four"]
    return four


def _side(found: Figure | Estimate, value: float) -> str:
    return OPEN if isinstance(found, Figure) and _few(found) else above(found, value)


def _few(figure: Figure) -> bool:
    return figure.n is not None and figure.n < LEAST


def _apart(one: Figure, other: Figure) -> Estimate:
    """Return the difference of two figures; too few answers tell none."""
    return Estimate(None, None, None) if _few(one) or _few(other) else difference(one, other)


PEOPLE: "dict[str, Callable[[Court, Claim], Verdict]]" = {
    "people-highest": highest,
    "people-most": most,
    "people-than-agents": than_agents,
    "people-surprise": surprise,
}
