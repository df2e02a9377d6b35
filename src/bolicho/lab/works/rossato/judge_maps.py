"""Judges of what Rossato saw on heat maps: each measures the same on ours, and says what it measured."""

from collections.abc import Callable, Mapping
from itertools import combinations

from bolicho.lab.charts.heatmap import picture
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, SIZE, Claim, Verdict
from bolicho.lab.works.rossato.court import Court
from bolicho.lab.works.rossato.golden import shares_by_first_card
from bolicho.lab.works.rossato.pictures import (
    alike,
    blue_at,
    bluest,
    brown,
    common,
    counts_of,
    levels_of,
    part_brown,
    row_of_blue,
    strongest,
    tones,
)

WHOLE = (0.0, 1.0)
MIDDLE = 0.5
"""How blue white is."""


def _word(good: bool) -> str:
    return HOLDS if good else FAILS


# ── self-play ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _settles(court: Court, claim: Claim) -> Verdict:
    first, second, *_, last = (court.read(row["pictures"][claim["matrix"]], claim["matrix"]) for row in court.shown())
    early, late = alike(first, second), alike(second, last)
    seen = court.words("seen-settles", early=court.number(early), late=court.number(late))
    return Verdict(_word(late > 0.95 and early < late), seen)


def _brown(court: Court, claim: Claim) -> Verdict:
    shown = court.map(claim["matrix"], claim["snapshot"])
    share = part_brown(shown, claim.get("rows", WHOLE), claim.get("columns", WHOLE))
    return Verdict(_word(share > claim["above"]), court.words("seen-brown", share=court.percent(share)))


def _most(court: Court, claim: Claim) -> Verdict:
    rows = {row["snapshot"]: row for row in court.snapshots()}
    at = rows.get(claim["snapshot"], court.last())
    most, first = (row["facts"][claim["matrix"]]["most"] for row in (at, rows[1]))
    told = {"most": court.number(most, 0), "first": court.number(first, 0), "matches": court.number(at["matches"], 0)}
    return Verdict(_word(most > claim["above"]), court.words("seen-most", **told))


def _columns(court: Court, claim: Claim) -> Verdict:
    down, right = bluest(court.map(claim["matrix"]))
    seen = court.words("seen-place", down=court.percent(down), right=court.percent(right))
    return Verdict(_word(right < 1 - down), seen)


def _row_blue(court: Court, claim: Claim) -> Verdict:
    blue = row_of_blue(court.map(claim["matrix"]), claim["row"], claim["columns"])
    return Verdict(_word(blue > MIDDLE), court.words("seen-blue", blue=court.percent(blue)))


def _points(court: Court, claim: Claim) -> Verdict:
    facts = court.last()["facts"][claim["matrix"]]
    growth = facts["most"] / float(court.begun[claim["matrix"]].win.max())
    told = {"changed": court.percent(facts["changed"]), "growth": court.number(growth)}
    good = facts["changed"] <= claim["changed"] and growth <= claim["growth"]
    return Verdict(_word(good), court.words("seen-points", **told))


def _browner(court: Court, claim: Claim) -> Verdict:
    shares = [brown(court.read(row["pictures"][claim["matrix"]], claim["matrix"])) for row in court.shown()]
    seen = court.words("seen-browner", shares=" → ".join(court.percent(share) for share in shares))
    return Verdict(_word(shares[-1] > shares[0] and shares[-1] > claim["above"]), seen)


def _likely(court: Court, claim: Claim) -> Verdict:
    share = court.last()["facts"][claim["matrix"]]["likely"]
    return Verdict(_word((share or 0) > claim["above"]), court.words("seen-likely", share=court.percent(share)))


def _corner(court: Court, claim: Claim) -> Verdict:
    down, right = bluest(court.map(claim["matrix"]))
    seen = court.words("seen-place", down=court.percent(down), right=court.percent(right))
    return Verdict(_word(down > 0.75 and right < 0.25), seen)


def _unfilled(court: Court, claim: Claim) -> Verdict:
    share = court.last()["facts"][claim["matrix"]]["changed"]
    return Verdict(_word(share < claim["below"]), court.words("seen-changed", share=court.percent(share)))


def _squares(court: Court, claim: Claim) -> Verdict:
    asked = {(row, column) for row in claim["rows"] for column in claim["columns"]}
    found = strongest(court.last()["facts"]["orders"], len(asked))
    same = len(asked & set(found))
    seen = court.words("seen-squares", same=same, all=len(asked), names=court.listed([f"{r} × {c}" for r, c in found]))
    return Verdict(_word(same >= claim["at-least"]), seen)


def _high_first(court: Court, _: Claim) -> Verdict:
    low, medium, high = shares_by_first_card(court.last()["facts"]["orders"])
    told = {"low": court.number(low), "medium": court.number(medium), "high": court.number(high)}
    seen = court.words("seen-first-card", **told, matches=court.number(court.last()["matches"], 0))
    return Verdict(_word(low < min(medium, high)), seen)


def _steady(court: Court, claim: Claim) -> Verdict:
    first, *_, last = (court.read(row["pictures"][claim["matrix"]], claim["matrix"]) for row in court.shown())
    found = alike(first, last)
    return Verdict(_word(found > claim["above"]), court.words("seen-alike", alike=court.number(found)))


def _levels(court: Court, claim: Claim) -> Verdict:
    found, counts = levels_of(court.levels()), counts_of(court.levels())
    seen = court.listed([f"{card} {_ranked(court, counts[card])}" for card in claim["cards"]])
    return Verdict(_word(all(found[card] in claim["levels"] for card in claim["cards"])), seen)


def _between(court: Court, claim: Claim) -> Verdict:
    """The two levels are the two most frequent of a card."""
    counts = counts_of(court.levels())[claim["card"]]
    order = sorted(counts, key=lambda level: -counts[level])
    return Verdict(_word(set(order[:2]) == set(claim["levels"])), _ranked(court, counts))


def _ranked(court: Court, counts: Mapping[str, float]) -> str:
    """Say the levels of a card, the most frequent first, with their counts."""
    order = sorted(counts, key=lambda level: -counts[level])
    return " > ".join(f"{court.words(f'level-{level}')} {court.number(counts[level], 0)}" for level in order)


def _rarer(court: Court, claim: Claim) -> Verdict:
    seen_as, most = counts_of(court.levels()), levels_of(court.levels())
    counts = {card: seen_as[card]["A"] for card in (*claim["cards"], *claim["than"])}
    fewer = max(counts[card] for card in claim["cards"]) < min(counts[card] for card in claim["than"])
    high = all(most[card] == "A" for card in claim["cards"])
    seen = court.listed([f"{card} {court.number(count, 1)}" for card, count in counts.items()])
    return Verdict(_word(fewer and high), court.words("seen-high", counts=seen))


# ── the four trainings of the second round ────────────────────────────────────────────────────────────────────────


def _same(court: Court, claim: Claim) -> Verdict:
    maps = court.maps(claim["matrix"])
    among = min(alike(one, other) for one in maps for other in maps)
    beside = min(alike(one, court.map(claim["matrix"])) for one in maps)
    seen = court.words("seen-same", among=court.number(among), beside=court.number(beside))
    return Verdict(_word(min(among, beside) > claim["above"]), seen)


def _apart(court: Court, claim: Claim) -> Verdict:
    """Series of one run have the same deals, and so the same flores: only series of different runs can tell."""
    several = court.design.settings["trained"]["runs"] >= len(court.rivals)
    cells = [f"trained/{rival}/{place if several else 0}" for place, rival in enumerate(court.rivals)]
    share = common(court.last(cell)["facts"]["flor"]["where"] for cell in cells)
    if not several:
        return Verdict(OPEN, court.words("seen-common-deals", share=court.percent(share)), reason=SIZE)
    return Verdict(_word((share or 0) < claim["below"]), court.words("seen-common", share=court.percent(share)))


def _little(court: Court, claim: Claim) -> Verdict:
    begun = picture(court.begun[claim["matrix"]])
    found = min(alike(one, begun) for one in court.maps(claim["matrix"]))
    return Verdict(_word(found > claim["above"]), court.words("seen-alike", alike=court.number(found)))


def _half_brown(court: Court, claim: Claim) -> Verdict:
    shares = [brown(one) for one in court.maps(claim["matrix"])]
    seen = court.listed([court.percent(share) for share in shares])
    return Verdict(_word(min(shares) > MIDDLE), court.words("seen-brown", share=seen))


def _strong(court: Court, claim: Claim) -> Verdict:
    """Each of the squares is blue in all four."""
    found = {
        f"{row} × {column}": min(blue_at(one, row, column) for one in court.maps(claim["matrix"]))
        for row, column in claim["squares"]
    }
    seen = court.listed([f"{name} {court.percent(blue)}" for name, blue in found.items()])
    return Verdict(_word(min(found.values()) > MIDDLE), court.words("seen-blue", blue=seen))


def _same_levels(court: Court, _: Claim) -> Verdict:
    asked = levels_of(court.levels())
    trained = [levels_of(court.levels(f"trained/{rival}/0")) for rival in court.rivals]
    others = [card for card, level in asked.items() if any(one[card] != level for one in trained)]
    return Verdict(_word(not others), court.words("seen-other-levels", cards=court.listed(others)))


def _tones(court: Court, claim: Claim) -> Verdict:
    """Each of the four has more shades than the last map of self-play."""
    mine, others = tones(court.map(claim["matrix"])), [tones(one) for one in court.maps(claim["matrix"])]
    seen = court.words("seen-tones", trained=court.listed([str(count) for count in others]), own=mine)
    return Verdict(_word(min(others) > mine), seen)


def _less_brown(court: Court, claim: Claim) -> Verdict:
    """The last map of self-play is browner than each of the four, by as much as asked."""
    mine, others = brown(court.map(claim["matrix"])), [brown(one) for one in court.maps(claim["matrix"])]
    told = court.listed([court.percent(share) for share in others])
    seen = court.words("seen-less-brown", trained=told, own=court.percent(mine))
    return Verdict(_word(mine - max(others) > claim["by"]), seen)


def _row_apart(court: Court, claim: Claim) -> Verdict:
    """A row has blue at the end of self-play, and none in the four."""
    mine = row_of_blue(court.map(claim["matrix"]), claim["row"])
    others = [row_of_blue(one, claim["row"]) for one in court.maps(claim["matrix"])]
    told = court.listed([court.percent(blue) for blue in others])
    seen = court.words("seen-row-apart", trained=told, own=court.percent(mine))
    return Verdict(_word(mine > MIDDLE > max(others)), seen)


def _closest(court: Court, claim: Claim) -> Verdict:
    """Two of the four maps are more alike than any other two."""
    maps = dict(zip(court.rivals, court.maps(claim["matrix"]), strict=True))
    found = {pair: alike(maps[pair[0]], maps[pair[1]]) for pair in combinations(court.rivals, 2)}
    asked = next(pair for pair in found if set(pair) == set(claim["rivals"]))
    rest = max(likeness for pair, likeness in found.items() if pair != asked)
    told = {"asked": court.number(found[asked], 3), "rest": court.number(rest, 3)}
    return Verdict(_word(found[asked] > rest), court.words("seen-closest", **told))


MAPS: dict[str, Callable[[Court, Claim], Verdict]] = {
    "settles": _settles,
    "brown": _brown,
    "most": _most,
    "columns": _columns,
    "row-blue": _row_blue,
    "points": _points,
    "browner": _browner,
    "likely": _likely,
    "corner": _corner,
    "unfilled": _unfilled,
    "squares": _squares,
    "high-first": _high_first,
    "steady": _steady,
    "levels": _levels,
    "between": _between,
    "rarer": _rarer,
    "same": _same,
    "apart": _apart,
    "little": _little,
    "half-brown": _half_brown,
    "strong": _strong,
    "same-levels": _same_levels,
    "tones": _tones,
    "less-brown": _less_brown,
    "row-apart": _row_apart,
    "closest": _closest,
}
