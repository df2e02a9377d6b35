"""The claims of Rossato and their verdicts: each claim is data, its kind names the function that judges it.

A claim on matches holds when the whole 95 % interval is on its side, fails when the whole interval is on the other, and
else cannot be told. One on heat maps is judged on the very maps that the page shows (`judge_maps.py`).
"""

from collections.abc import Callable

from bolicho.core.numbers import duration, say
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, SIZE, Claim, Verdict
from bolicho.lab.engine.verdicts import (
    LITTLE,
    above,
    all_of,
    better,
    between,
    exactly,
    little_of,
    opposite,
    printed_range,
    worse,
)
from bolicho.lab.works.rossato.court import Court, printed_numbers
from bolicho.lab.works.rossato.golden import shares_by_first_card
from bolicho.lab.works.rossato.judge_maps import MAPS

WITHIN = 0.05
"""How far from a printed rate ours may lie at least; farther where the matches behind the printed one were few."""
FIFTHS = 5
LED_TO = ("slower",)
"""Judged besides maps and self-play only after a training as long as the paper's: what a case-based rival costs grows
with the base that it learned."""


def judge(court: Court, claim: Claim) -> Verdict:
    """Judge a claim; what a shorter training than the paper's shows of what it led to is seen, but decides nothing."""
    found = {**JUDGES, **MAPS}[claim["kind"]](court, claim)
    led_to = claim["kind"] in (*MAPS, *LED_TO) or claim["part"] == "self"
    return Verdict(OPEN, found.seen, reason=SIZE) if led_to and not court.long_enough(claim) else found


# ── what is worked out ────────────────────────────────────────────────────────────────────────────────────────────


def _corners(court: Court, _: Claim) -> Verdict:
    asked = printed_numbers()["corners"]
    good = [name for name, one in asked.items() if court.golden[name]["corners"] == one["rows"]]
    return Verdict(HOLDS if len(good) == len(asked) else FAILS, court.words("seen-corners", names=court.listed(good)))


def _states(court: Court, _: Claim) -> Verdict:
    asked = printed_numbers()["corners"]
    found = {name: row["states"] for name, row in court.golden.items()}
    good = all(found[name] == one["states"] for name, one in asked.items())
    return Verdict(HOLDS if good else FAILS, court.listed([str(count) for count in found.values()]))


def _monotone(court: Court, _: Claim) -> Verdict:
    good = [name for name, row in court.golden.items() if row["monotone"]]
    return Verdict(HOLDS if len(good) == len(court.golden) else FAILS, court.listed(good))


def _bet(court: Court, claim: Claim) -> Verdict:
    found = court.example[claim["step"]]
    good = round(found["p"], 1) == claim["p"] and found["passes"]
    good = good and all(found[key] == claim[key] for key in ("wins", "losses") if key in claim)
    told = {key: court.number(found[key], 0) for key in ("wins", "losses")}
    return Verdict(HOLDS if good else FAILS, court.words("seen-bet", **told, p=court.number(found["p"], 3)))


def _orders(court: Court, _: Claim) -> Verdict:
    found, asked = court.example["card-second"], printed_numbers()["example"]["second-orders"]
    good = all(found[side] == asked[side] for side in ("own", "rival"))
    seen = court.words("seen-orders", own=court.listed(found["own"]), rival=court.listed(found["rival"]))
    return Verdict(HOLDS if good else FAILS, seen)


def _first_card(court: Court, claim: Claim) -> Verdict:
    """The shares of a trained matrix, each within 0.1 of the printed ones; a shorter training cannot tell."""
    found = shares_by_first_card(court.last()["facts"]["orders"])
    asked = printed_numbers()["example"]["orders"]["shares"]
    low, medium, high = (court.number(share) for share in found)
    seen = court.words(
        "seen-first-card", low=low, medium=medium, high=high, matches=say(court.last()["matches"], court.language)
    )
    if not court.long_enough({**claim, "part": "self"}):
        return Verdict(OPEN, seen, reason=SIZE)
    return Verdict(HOLDS if all(abs(a - b) <= 0.1 for a, b in zip(found, asked, strict=True)) else FAILS, seen)


def _strengths(court: Court, _: Claim) -> Verdict:
    found, asked = court.example["strengths"]["cards"], printed_numbers()["strengths"]
    good = [card for card, value in asked.items() if found[card] == value]
    return Verdict(HOLDS if len(good) == len(asked) else FAILS, court.words("seen-strengths", n=len(good)))


def _same_strength(court: Court, claim: Claim) -> Verdict:
    found = court.example["strengths"]["hands"]
    good = all(round(found[hand], 2) == claim["value"] for hand in claim["hands"])
    seen = court.listed([f"{hand} {court.number(found[hand])}" for hand in claim["hands"]])
    return Verdict(HOLDS if good else FAILS, seen)


def _combinations(court: Court, claim: Claim) -> Verdict:
    found = court.example["combinations"]
    told = {key: court.number(found[key], 0) for key in ("columns", "both", "unique", "unique-both")}
    seen = court.words(f"seen-{claim['which']}", **{key.replace("-", "_"): text for key, text in told.items()})
    return Verdict(HOLDS if found[claim["which"]] == claim["value"] else FAILS, seen)


# ── matches ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _near(court: Court, claim: Claim) -> Verdict:
    """Our interval lies around the printed number, as far as the paper's own matches leave it uncertain."""
    rivals = (claim["rival"],) if "rival" in claim else court.rivals
    figure = court.played.figure(claim.get("measure", "wins"), claim["round"], rivals)
    ends = printed_range(claim["value"], claim["n"], WITHIN)
    least, most = (court.number(100 * end, 1) for end in ends)
    seen = court.words("seen-near", ours=court.said(figure), least=least, most=most, n=claim["n"])
    return Verdict(between(figure, *ends), seen)


def _loses(court: Court, claim: Claim) -> Verdict:
    figures = [court.played.figure("wins", claim["round"], (rival,)) for rival in court.rivals]
    seen = court.listed([f"{rival} {court.said(f)}" for rival, f in zip(court.rivals, figures, strict=True)])
    return Verdict(all_of([opposite(above(figure, 0.5)) for figure in figures]), seen)


def _extreme(court: Court, claim: Claim) -> Verdict:
    """It wins less, or more, against this rival than against each other one."""
    round_, mine = claim["round"], claim["rival"]
    sign = 1 if claim["end"] == "most" else -1
    words = []
    for other in court.rivals:
        if other != mine:
            found = court.played.gap(("wins", round_, (mine,)), ("wins", round_, (other,)))
            words.append((better if sign > 0 else worse)(found, little_of(claim, LITTLE)))
    rates = {rival: court.played.figure("wins", round_, (rival,)) for rival in court.rivals}
    order = sorted(rates, key=lambda rival: -sign * (rates[rival].mean or 0))
    return Verdict(all_of(words), court.listed([f"{rival} {say(rates[rival], court.language)}" for rival in order]))


def _second(court: Court, claim: Claim) -> Verdict:
    """Against this rival it wins surely less than against one other, and surely more than against the rest."""
    round_, mine = claim["round"], claim["rival"]
    others = [rival for rival in court.rivals if rival != mine]
    gaps = [court.played.gap(("wins", round_, (mine,)), ("wins", round_, (other,))) for other in others]
    words = [better(found, LITTLE) for found in gaps]
    more, less = words.count(HOLDS), words.count(FAILS)
    return Verdict(exactly(words, len(others) - 1), court.words("seen-second", more=more, less=less))


def _position(court: Court, claim: Claim) -> Verdict:
    """It wins more in one place than in the other; a little more counts as no more."""
    pe, mao = ((f"wins-{place}", "trained", (claim["rival"],)) for place in ("pe", "mao"))
    found = court.played.gap(*((pe, mao) if claim["better"] == "pe" else (mao, pe)))
    said = {"pe": court.said(court.played.figure(*pe)), "mao": court.said(court.played.figure(*mao))}
    shown = court.points(court.played.gap(pe, mao))
    return Verdict(better(found, little_of(claim, LITTLE)), court.words("seen-position", **said, gap=shown))


def _flat(court: Court, claim: Claim) -> Verdict:
    """The last fifth of the series is not better than the first by as much as would be seen."""
    found = court.played.gap(*(("wins", "trained", court.rivals, part) for part in _ends(court)))
    seen = court.words("seen-flat", gap=court.points(found))
    return Verdict(opposite(better(found, claim["within"])), seen)


def _ends(court: Court) -> tuple[tuple[int, int], tuple[int, int]]:
    matches = court.design.settings["trained"]["matches"]
    part = matches // FIFTHS
    return (matches - part, matches), (0, part)


def _first_part(court: Court, claim: Claim) -> Verdict:
    _, first = _ends(court)
    rest = (first[1], court.design.settings["trained"]["matches"])
    parts = [("wins", "trained", (claim["rival"],), part) for part in (first, rest)]
    found = court.played.gap(*parts)
    one, two = (say(court.played.figure(*part), court.language) for part in parts)
    return Verdict(
        better(found, little_of(claim, LITTLE)), court.words("seen-gap", first=one, second=two, gap=court.points(found))
    )


def _rise(court: Court, _: Claim) -> Verdict:
    """Against each rival, on the deals of both rounds; seen is the difference over all four."""
    words = []
    for rival in court.rivals:
        found = court.played.gap(("wins", "initial", (rival,)), ("wins", "trained", (rival,)))
        words.append(better(found, LITTLE))
    both = [("wins", round_, court.rivals) for round_ in ("initial", "trained")]
    one, two = (say(court.played.figure(*pick), court.language) for pick in both)
    gap = court.points(court.played.gap(*both))
    sure = court.words("seen-rise", sure=words.count(HOLDS), against=words.count(FAILS))
    return Verdict(all_of(words), f"{court.words('seen-gap', first=one, second=two, gap=gap)}; {sure}")


def _fewer_calls(court: Court, _: Claim) -> Verdict:
    words, parts = [], []
    for bet in ("envido", "truco"):
        mine, theirs = ((f"{bet}-{what}", "trained", court.rivals) for what in ("called", "asked"))
        words.append(opposite(above(court.played.gap(mine, theirs), 0)))
        one, two = (say(court.played.figure(*pick), court.language) for pick in (mine, theirs))
        parts.append(court.words("seen-calls", bet=bet, mine=one, theirs=two))
    return Verdict(all_of(words), "; ".join(parts))


def _rate(court: Court, claim: Claim) -> Verdict:
    round_ = claim.get("round", "trained")
    figure = court.played.figure(claim["measure"], round_, ("",) if round_ == "self" else court.rivals)
    word = above(figure, claim["above"]) if "above" in claim else opposite(above(figure, claim["below"]))
    return Verdict(word, court.said(figure))


def _slower(court: Court, claim: Claim) -> Verdict:
    times = court.played.seconds("trained") / court.played.seconds("self")
    seen = court.words("seen-times", times=court.number(times, 1))
    return Verdict(HOLDS if times > claim["times"] else FAILS, seen)


def _cheap(court: Court, claim: Claim) -> Verdict:
    """The matrices are small, and as many matches as the paper's would be played in minutes."""
    asked, size = printed_numbers()["self"]["matches"], court.last()["facts"]["bytes"]
    seconds = asked * court.played.seconds("self")
    seen = court.words("seen-cheap", size=court.number(size / 1e6, 1), time=duration(seconds, court.language))
    return Verdict(HOLDS if size < claim["bytes"] and seconds < claim["seconds"] else FAILS, seen)


JUDGES: dict[str, Callable[[Court, Claim], Verdict]] = {
    "corners": _corners,
    "states": _states,
    "monotone": _monotone,
    "bet": _bet,
    "orders": _orders,
    "first-card": _first_card,
    "strengths": _strengths,
    "same-strength": _same_strength,
    "combinations": _combinations,
    "near": _near,
    "loses": _loses,
    "extreme": _extreme,
    "second": _second,
    "position": _position,
    "flat": _flat,
    "first-part": _first_part,
    "rise": _rise,
    "fewer-calls": _fewer_calls,
    "rate": _rate,
    "slower": _slower,
    "cheap": _cheap,
}
