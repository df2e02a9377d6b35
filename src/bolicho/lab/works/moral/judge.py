"""The claims of Moral et al. and their verdicts: each claim is data, its kind names the function here that judges it.

A claim about a share holds when the whole 95 % interval is on its side, fails when the whole interval is on the other,
and else cannot be told. With several trainings the training is the unit of every interval; with one it is the match,
and what was seen says that it is of one training. A claim about the size of bases holds when it is so in every
training, and fails when in none; where trainings differ, the interval of the ratio of sizes decides, the training being
its unit. Fewer than four trainings, or shorter ones than the paper's, cannot tell it.
"""

from collections.abc import Callable, Mapping, Sequence

from bolicho.arena.results.intervals import Board, ratio, share
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, duration, local, number, points, say, with_interval
from bolicho.core.words import Words
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, SIZE, Claim, Verdict, claims_of
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.measures import difference, gap
from bolicho.lab.engine.verdicts import LITTLE, above, all_of, better, between, larger, opposite, worse
from bolicho.lab.works.moral.lineup import FIVE, printed_numbers
from bolicho.lab.works.moral.measures import MatchesByPair
from bolicho.learn.cases.truco.learned_case import MODES

HALF = 0.5
PART = 5
"""The first and the last of so many parts of the training are compared."""
AGREE = 4
"""From so many trainings on that all agree, Wilson's interval of the share of trainings is on one side of half."""
BOT5 = "bot5"
TUTOR_PAIR = "sound bot0"
"""Who is looked at for contra-flor: the initial base has none, so BOT0 alone cannot call it."""


class Court:
    """All that was measured, and the words to tell of it."""

    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.design, self.rows, self.language = design, rows, language
        self.words = Words("bolicho.lab.works.moral", language, "words.toml")
        self.played = MatchesByPair(design, rows)
        self.trainings: int = design.settings["trainings"]

    def judge(self, claim: Claim) -> Verdict:
        """Judge a claim."""
        return JUDGES[claim["kind"]](self, claim)

    def trained(self, learner: str) -> list[JsonObject]:
        """Return what came of every training of a learner."""
        return [self.rows[f"train/{learner}/{number}"][0] for number in range(self.trainings)]

    def sizes(self, learner: str, mode: str) -> list[int]:
        """Return how many cases a base has after every training of a learner."""
        return [told["cases"][mode]["now"] for told in self.trained(learner)]

    def name(self, label: str) -> str:
        """Say who plays."""
        who, own, _ = label.partition("-own")
        return (self.words(who) if who in NAMED else who.upper() if who.startswith("bot") else who) + (
            "*" if own else ""
        )

    def said(self, figure: Figure) -> str:
        """Say a figure with its interval."""
        return with_interval(figure, self.language)

    def points(self, difference: Figure) -> str:
        """Say a difference of shares in percentage points."""
        return points(difference, self.language)

    @property
    def short(self) -> bool:
        """Whether the trainings were shorter than the paper's."""
        return bool(self.design.settings["training"] < printed_numbers()["training"]["matches"])


NAMED = ("bot5-cbr", "bot5-salt", "bot1-pruned")


def claims() -> list[JsonObject]:
    """Return every claim."""
    return claims_of("bolicho.lab.works.moral")


# ── trainings ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _hands(court: Court, claim: Claim) -> Verdict:
    """As many hands a match as the paper's trainings had, the five learners together.

    Learners of one training number are dealt the same cards, so that what the five did there is one unit.
    """
    asked = printed_numbers()["training"]
    played = [[told["by_match"]["hands"] for told in court.trained(name)] for name in FIVE]
    together = [list(zip(*five, strict=True)) for five in zip(*played, strict=True)]
    found = ratio(_units(court, [[(len(FIVE), sum(match)) for match in training] for training in together]))
    mean, low, high = (None if end is None else end * asked["matches"] for end in found)
    figure = Figure(mean, low, high, percent=False, signed=False, digits=0)
    near, far = ((1 + sign * claim["within"]) * asked["hands"] for sign in (-1, 1))
    seen = court.words("seen-hands", hands=court.said(figure))
    return Verdict(between(figure, near, far), _of_one(court, seen))


def _units(court: Court, trainings: Sequence[Sequence[tuple[float, float]]]) -> list[Board]:
    """Return what each training says, or each match where there is one training only, of size and total by match."""
    if court.trainings == 1:
        return [Board(*match) for match in trainings[0]]
    return [Board(*(sum(part) for part in zip(*matches, strict=True))) for matches in trainings]


def _of_one(court: Court, seen: str) -> str:
    return seen if court.trainings > 1 else f"{seen}; {court.words('seen-one')}"


def _similar(court: Court, claim: Claim) -> Verdict:
    four = [name for name in FIVE if name != BOT5]
    spread = {}
    for mode in MODES:
        sizes = [court.sizes(name, mode) for name in four]
        spread[mode] = [max(several) / min(several) for several in zip(*sizes, strict=True)]
    so = [all(times <= claim["times"] for times in one) for one in zip(*spread.values(), strict=True)]
    seen = "; ".join(f"{mode} {_times(sum(found) / len(found), court.language)}" for mode, found in spread.items())
    mixed = [opposite(above(ratio([Board(1, times) for times in found]), claim["times"])) for found in spread.values()]
    return _every(court, so, seen, mixed)


def _larger(court: Court, claim: Claim) -> Verdict:
    """Each of some bases is larger than each of others; two and two, where both are as many."""
    who, than, mode = claim["who"], claim["than"], claim["mode"]
    matched = list(zip(who, than, strict=True)) if len(who) == len(than) else [(a, b) for a in who for b in than]
    sizes = {name: court.sizes(name, mode) for name in (*who, *than)}
    so = [
        all(sizes[one][number] > claim["times"] * sizes[other][number] for one, other in matched)
        for number in range(court.trainings)
    ]
    seen = ", ".join(f"{court.name(name)} {_mean(found, court.language)}" for name, found in sorted(sizes.items()))
    ratios = [ratio(list(map(Board, sizes[other], sizes[one]))) for one, other in matched]
    mixed = [better(found, LITTLE, claim["times"]) for found in ratios]
    return _every(court, so, seen, mixed)


def _every(court: Court, so: Sequence[bool], seen: str, mixed: Sequence[str]) -> Verdict:
    """Judge by all trainings where they agree, else by the verdicts on their intervals."""
    if court.short:
        short = court.words("seen-short", matches=court.design.settings["training"])
        return Verdict(OPEN, f"{seen}; {short}", reason=SIZE)
    if len(so) > 1:
        seen = f"{seen}; {court.words('seen-trainings', count=sum(so), all=len(so))}"
    if len(so) < AGREE:
        return Verdict(OPEN, f"{seen}; {court.words('seen-few', least=AGREE)}", reason=SIZE)
    return Verdict(HOLDS if all(so) else all_of(mixed) if any(so) else FAILS, seen)


def _help_mode(court: Court, claim: Claim) -> Verdict:
    """More than half of the requests are about one mode."""
    requests = []
    for told in court.trained(BOT5):
        asked = told["by_match"]["asked"]
        every = map(sum, zip(*asked.values(), strict=True))
        requests.append(list(zip(every, asked[claim["mode"]], strict=True)))
    figure = Figure.of(share(_units(court, requests)))
    told = {mode: sum(one["help"]["asked"][mode] for one in court.trained(BOT5)) for mode in MODES}
    counts = ", ".join(f"{mode} {say(count, court.language)}" for mode, count in told.items())
    return Verdict(above(figure, HALF), _of_one(court, f"{court.said(figure)}: {counts}"))


def _help_constant(court: Court, claim: Claim) -> Verdict:
    """The last part has at least a share of the first part's requests; both parts of a training belong together."""
    early, late = [], []
    for told in court.trained(BOT5):
        asked = [sum(counts) for counts in zip(*told["by_match"]["asked"].values(), strict=True)]
        part = max(1, len(asked) // PART)
        early.append([(1, count) for count in asked[:part]])
        late.append([(1, count) for count in asked[-part:]])
    units = [_units(court, part) for part in (early, late)]
    shift = len(units[0]) if court.trainings == 1 else 0  # matches of the two parts are not the same ones
    first = {number: Board(size, claim["least"] * total) for number, (size, total) in enumerate(units[0])}
    last = {number + shift: board for number, board in enumerate(units[1])}
    figure = Figure.of(gap(last, first), percent=False)
    means = (sum(unit.total for unit in part) / sum(unit.size for unit in part) for part in units)
    shown = [number(mean, 1, court.language) for mean in means]
    return Verdict(above(figure, 0), _of_one(court, court.words("seen-help", first=shown[0], last=shown[1])))


def _time(court: Court, _: Claim) -> Verdict:
    """The longest training, brought to the paper's number of matches: a matter of machines, so there is no verdict."""
    asked = printed_numbers()["training"]
    seconds = max(told["seconds"] / told["matches"] for name in FIVE for told in court.trained(name)) * asked["matches"]
    return Verdict(OPEN, court.words("seen-time", time=duration(seconds, court.language)))


def _forgets(court: Court, claim: Claim) -> Verdict:
    """More of the strong bets that were lost are forgotten than of those that were won; two shares, unpaired.

    Where every training begins with the same cases, several of them do not make more cases than there are.
    """
    kinds = ("strong-lost", "strong-won")
    gone = {kind: [told["forgotten"]["truco"][kind] for told in court.trained(claim["who"])] for kind in kinds}
    same = court.trainings if court.design.settings["sets"] == 1 else 1
    means = {kind: [sum(column) / same for column in zip(*found, strict=True)] for kind, found in gone.items()}
    if not all(of for _, of in means.values()):
        return Verdict(OPEN, court.words("seen-no-bets"))
    lost, won = (Figure(*_rate(*means[kind])) for kind in kinds)
    figure = Figure.of(difference(lost, won), percent=False)
    shown = [local(f"{part:g}/{of:g}", court.language) for part, of in means.values()]
    seen = court.words("seen-forgets", lost=shown[0], won=shown[1], gap=court.points(figure))
    return Verdict(above(figure, 0), seen)


def _rate(part: float, of: float) -> tuple[float, float, float]:
    low, high = wilson(part / of, of)
    return part / of, low, high


# ── tests ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _gaps(court: Court, who: str) -> dict[str, Figure]:
    return {name: court.played.gap((who, "bot0"), (name, "bot0")) for name in FIVE if name != who}


def _ranking(court: Court, who: str) -> str:
    figures = {name: court.played.figure(name) for name in FIVE}
    mine = figures.pop(who)
    best = max(figures, key=lambda name: figures[name].mean or 0)
    rank = 1 + sum((figure.mean or 0) > (mine.mean or 0) for figure in figures.values())
    theirs = court.said(figures[best])
    return court.words(
        "seen-rank", rank=rank, all=len(FIVE), mine=court.said(mine), other=court.name(best), theirs=theirs
    )


def _highest(court: Court, claim: Claim) -> Verdict:
    sides = [better(figure, LITTLE) for figure in _gaps(court, claim["who"]).values()]
    return Verdict(all_of(sides), _ranking(court, claim["who"]))


def _not_highest(court: Court, claim: Claim) -> Verdict:
    """Somebody else is surely better: what the opposite claim fails by."""
    found = _highest(court, claim)
    return Verdict(opposite(found.word), found.seen)


def _only_loses(court: Court, claim: Claim) -> Verdict:
    figures = {name: court.played.figure(name) for name in FIVE}
    sides = [
        worse(figure, LITTLE, HALF) if name == claim["who"] else better(figure, LITTLE, HALF)
        for name, figure in figures.items()
    ]
    below = [court.name(name) for name, figure in figures.items() if (figure.mean or 0) < HALF]
    sure = [court.name(name) for name, figure in figures.items() if above(figure, HALF) == FAILS]
    nobody = court.words("nobody")
    seen = court.words("seen-lost", names=", ".join(below) or nobody, sure=", ".join(sure) or nobody)
    return Verdict(all_of(sides), seen)


def _pooled(court: Court, claim: Claim) -> Verdict:
    figure = court.played.pooled(claim["who"])
    return Verdict(better(figure, LITTLE, HALF), court.said(figure))


def _not_above(court: Court, claim: Claim) -> Verdict:
    figure = court.played.figure(claim["who"], claim["against"])
    return Verdict(opposite(better(figure, LITTLE, HALF)), court.said(figure))


def _all_above(court: Court, claim: Claim) -> Verdict:
    figures = {rival: court.played.figure(claim["who"], rival) for rival in claim["against"]}
    sides = [better(figure, LITTLE, HALF) for figure in figures.values()]
    seen = ", ".join(f"{court.name(rival)} {court.said(figure)}" for rival, figure in figures.items())
    return Verdict(all_of(sides), seen)


def _knows_more(court: Court, claim: Claim) -> Verdict:
    """Of the questions it met in the tests against BOT0, it knew more than BOT0 of its own."""
    who = claim["who"]
    mine, theirs = (court.played.figure(one, two, "known") for one, two in ((who, "bot0"), ("bot0", who)))
    more = court.played.gap((who, "bot0"), ("bot0", who), "known")
    first, second = (say(figure, court.language) for figure in (mine, theirs))
    return Verdict(above(more, 0), court.words("seen-gap", first=first, second=second, gap=court.points(more)))


# ── small cells ───────────────────────────────────────────────────────────────────────────────────────────────────


def _majority(court: Court, claim: Claim) -> Verdict:
    actions = [row["action"] for row in court.rows["table3"]]
    count = actions.count(claim["action"])
    seen = court.words("seen-majority", count=count, all=len(actions))
    return Verdict(HOLDS if count > len(actions) / 2 else FAILS, seen)


def contra_flor(court: Court, how: str) -> Figure:
    """Return the share of hands with a contra-flor, dealt fairly or guided, where BOT5's tutor met the baseline."""
    told = court.rows[f"flor/{TUTOR_PAIR}/{how}"][0]
    return Figure(*_rate(told["contra_flor"], told["hands"]), n=told["hands"])


def of_hands(court: Court, how: str) -> str:
    """Say the same as counts, since shares so small are hard to read."""
    told = court.rows[f"flor/{TUTOR_PAIR}/{how}"][0]
    return court.words(
        "seen-of", count=say(told["contra_flor"], court.language), all=say(told["hands"], court.language)
    )


def _rare(court: Court, claim: Claim) -> Verdict:
    figure = contra_flor(court, "fair")
    return Verdict(opposite(above(figure, claim["below"])), of_hands(court, "fair"))


def _guided(court: Court, _: Claim) -> Verdict:
    fair, guided = (contra_flor(court, how) for how in ("fair", "guided"))
    seen = court.words("seen-guided", fair=of_hands(court, "fair"), guided=of_hands(court, "guided"))
    return Verdict(larger(guided, fair), seen)


def _untold(court: Court, claim: Claim) -> Verdict:
    return Verdict(OPEN, str(claim[f"why-{court.language}"]))


def _mean(sizes: Sequence[int], language: str) -> str:
    return say(round(sum(sizes) / len(sizes)), language)


def _times(times: float, language: str) -> str:
    return f"{number(times, 2, language)} ×"


JUDGES: dict[str, Callable[[Court, Claim], Verdict]] = {
    "hands": _hands,
    "similar": _similar,
    "larger": _larger,
    "help-mode": _help_mode,
    "help-constant": _help_constant,
    "time": _time,
    "forgets": _forgets,
    "highest": _highest,
    "not-highest": _not_highest,
    "only-loses": _only_loses,
    "pooled": _pooled,
    "not-above": _not_above,
    "all-above": _all_above,
    "knows-more": _knows_more,
    "majority": _majority,
    "rare": _rare,
    "guided": _guided,
    "untold": _untold,
}
