"""The claims of the Lobo Brain article and their verdicts: each claim is data, its kind names the function here.

Where there is a 95 % interval, a claim holds when the whole of it is on its side and fails when it is on the other.
Times are of one machine: what they say holds or fails only where it is clear by a wide margin.
"""

from collections.abc import Callable, Sequence

from bolicho.arena.results.intervals import ABOVE, BELOW, Board, Estimate, share, side
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, say
from bolicho.lab.engine.claims import FAILS, HOLDS, OPEN, Claim, Verdict, claims_of
from bolicho.lab.engine.verdicts import above, agreed, all_of, better, between, larger, most_of, opposite, when
from bolicho.lab.works.lobobrain.elsewhere import Elsewhere
from bolicho.lab.works.lobobrain.measures import SEATS, BoardMeasures

WIDE = 2.0
"""A time must lie so many times beyond its limit before that is more than a matter of the machine."""
LITTLE = 0.01
"""Who is surely ahead by less than this is not ahead."""
MOST = 0.75
"""A claim about boards holds where it is sure at so many of them."""


def claims() -> list[JsonObject]:
    """Return every claim."""
    return claims_of("bolicho.lab.works.lobobrain")


def judge(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Judge a claim."""
    return JUDGES[claim["kind"]](seen, claim)


# ── what it wins ──────────────────────────────────────────────────────────────────────────────────────────────────


def _loses(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Against random, with whom the article trains; a rival that plays well stands beside it."""
    start, hard = (seen.rate([row["trained"] for row in runs]) for runs in (seen.curve[0], seen.hard))
    told = {"rate": seen.interval(start), "hard": seen.interval(hard), "block": _episodes(seen, seen.curve[0][0])}
    return Verdict(opposite(above(start, claim["most"])), seen.words("seen-loses", **told))


def _improves(seen: BoardMeasures, _: Claim) -> Verdict:
    """The finished table wins more, from each seat, than the table of the first point of the curve."""
    early, late = (
        [seen.rate([run[seat] for run in runs]) for seat in SEATS] for runs in (seen.curve[0], seen.finished)
    )
    words = [larger(other, one) for one, other in zip(early, late, strict=True)]
    told = {f"{when}_{seat}": seen.interval(figure)
            for when, figures in (("early", early), ("late", late))
            for seat, figure in zip(SEATS, figures, strict=True)}  # fmt: skip
    told["block"] = _episodes(seen, seen.curve[0][0])
    return Verdict(all_of(words), seen.words("seen-improves", **told))


def _greedy(seen: BoardMeasures, _: Claim) -> Verdict:
    """Halfway, where it still explores, it wins more without exploring than with it, both seats together."""
    half = seen.curve[len(seen.curve) // 2]
    exploring = seen.rate([row["trained"] for row in half])
    greedy = seen.both(half)
    told = {"exploring": seen.interval(exploring), "greedy": seen.interval(greedy)}
    episodes = _episodes(seen, half[0])
    return Verdict(larger(greedy, exploring), seen.words("seen-greedy", **told, episodes=episodes))


def _explore(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Runs that never draw a move try few moves, win less, and their moves keep the value of the game less often."""
    runs = (seen.finished, seen.timid)
    tried = seen.mean([timid["entries"] / run["entries"] for run, timid in zip(*runs, strict=True)])
    wins, kept = (
        [of(some) for some in runs] for of in (seen.both, lambda some: seen.mean([run["kept"] for run in some]))
    )
    word = all_of([opposite(above(tried, claim["most"])), larger(*wins), larger(*kept)])
    told = {f"{what}_{how}": seen.interval(figure)
            for what, figures in (("wins", wins), ("kept", kept))
            for how, figure in zip(("with", "without"), figures, strict=True)}  # fmt: skip
    return Verdict(word, seen.words("seen-explore", tried=seen.interval(tried), **told))


def _optimal(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Of the moves that it plays: do they keep the value, and is what the table says of them near the exact values?"""
    kept, off, everywhere = (seen.mean([run[key] for run in seen.finished]) for key in ("kept", "off", "optimal"))
    told = {"kept": seen.interval(kept), "off": seen.amount(off), "everywhere": seen.interval(everywhere)}
    word = all_of([above(kept, claim["least"]), opposite(above(off, claim["near"]))])
    return Verdict(word, seen.words("seen-optimal", **told))


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
    found = seen.nodes()
    word = between(found, 0.5 - claim["within"], 0.5 + claim["within"])
    told = {"power": seen.ends(found, 2), "best": seen.ends(seen.nodes("best_first"), 2)}
    return Verdict(word, seen.words("seen-half", **told))


def _slower(seen: BoardMeasures, _: Claim) -> Verdict:
    table = seen.lookup[-1]["seconds"]
    times = [row["agent_seconds"] / table for row in seen.search]
    word = HOLDS if min(times) > WIDE else OPEN if min(times) > 1 / WIDE else FAILS
    told = {"count": sum(time > 1 for time in times), "all": len(times)}
    return Verdict(word, seen.words("seen-slower", **told, first=seen.number(times[0]), last=seen.number(times[-1])))


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
    """The tree that the article's MiniMax keeps, at the depth from which on it loses no game, beside the table."""
    moves, last = seen.lookup[-1]["moves"], seen.search[-1]
    trees = {row["depth"]: row["tree"] for row in seen.search}
    tree = last["tree"] if seen.safe is None else trees[seen.safe]
    told = {"moves": moves, "kept": round(last["table_entries"]), "tree": round(tree)}
    numbers = {name: say(number, seen.language) for name, number in told.items()}
    larger_from = next((depth for depth, size in trees.items() if size > moves), "–")
    places = {"safe": seen.safe or "–", "larger": larger_from, "path": seen.depths[-1] + 1}
    word = OPEN if seen.safe is None else when(moves < tree)
    return Verdict(word, seen.words("seen-less", **numbers, **places))


def _useless(seen: BoardMeasures, claim: Claim) -> Verdict:
    """Of the nodes on paths that end undecided: how many have nothing decided below them, at the greatest depth?"""
    found = [share([Board(*pair) for pair in zip(row["undecided"], row["useless"], strict=True) if pair[0]])
             for row in seen.paths]  # fmt: skip
    means = [figure.mean for figure in found if figure.mean is not None]
    told = {"last": seen.interval(Figure.of(found[-1])), "depth": seen.depths[-1]}
    ends = {name: say(Figure(end), seen.language) for name, end in (("low", min(means)), ("high", max(means)))}
    return Verdict(above(found[-1], claim["least"]), seen.words("seen-useless", **told, **ends))


# ── other boards ──────────────────────────────────────────────────────────────────────────────────────────────────


def _complex(seen: BoardMeasures, claim: Claim) -> Verdict:
    """At boards of more positions: both measures must say the same, wins against random and games between the two."""
    least = next((board.positions for board in seen.boards if board.name == claim["board"]), 0)
    boards = [board for board in seen.boards if board.positions > least]
    gains = {
        "direct": [_less(board.direct, Figure(0.5, 0.5, 0.5)) for board in boards],
        "random": [_less(board.learned, board.searched) for board in boards],
    }
    told = {f"{key}_{name}": _named(boards, of, where)
            for key, of in gains.items() for name, where in (("q", ABOVE), ("m", BELOW))}  # fmt: skip
    word = agreed([most_of([better(gain, LITTLE) for gain in of], MOST) for of in gains.values()])
    return Verdict(word, seen.words("seen-complex", **told))


def _generic(seen: BoardMeasures, claim: Claim) -> Verdict:
    """At how many boards does each get enough points against random, from both seats, with nothing changed?"""
    found = {player: [all_of([above(figure, claim["least"]) for figure in board.points[player]])
                      for board in seen.boards] for player in ("qlearning", "minimax")}  # fmt: skip
    sure, may = ({player: sum(word in words for word in some) for player, some in found.items()}
                 for words in ((HOLDS,), (HOLDS, OPEN)))  # fmt: skip
    more, no_more = sure["qlearning"] > may["minimax"], may["qlearning"] <= sure["minimax"]
    word = HOLDS if more else FAILS if no_more and seen.boards else OPEN
    return Verdict(word, seen.words("seen-generic", all=len(seen.boards), **sure))


def _less(one: Figure, other: Figure) -> Estimate:
    """Return by how much one is more than another, as far as two intervals tell."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return Estimate(None, None, None)
    return Estimate((one.mean or 0.0) - (other.mean or 0.0), one.low - other.high, one.high - other.low)


def _named(boards: Sequence[Elsewhere], gains: Sequence[Estimate], where: str) -> str:
    return ", ".join(board.name for board, gain in zip(boards, gains, strict=True) if side(gain, 0) == where) or "–"


def _episodes(seen: BoardMeasures, row: JsonObject) -> str:
    return say(row["episodes"], seen.language)


JUDGES: dict[str, Callable[[BoardMeasures, Claim], Verdict]] = {
    "loses": _loses,
    "improves": _improves,
    "greedy": _greedy,
    "explore": _explore,
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
    "useless": _useless,
    "complex": _complex,
    "generic": _generic,
}
